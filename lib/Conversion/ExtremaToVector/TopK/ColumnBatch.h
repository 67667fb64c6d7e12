//===- ColumnBatch.h - Columns as lanes, with sorted lists ------*- C++ -*-===//
//
// This is what strategies for few results of columns have in common. Each lane
// of a vector is a column. It keeps the k best elements seen so far as a sorted
// list. The lists of all lanes are k vectors of ranks and k of positions. A new
// element x of each column is inserted into all lists at once. It is compared
// with each place j:
//
//   m[j] = x > L[j]
//   L[j] = max(L[j], min(x, L[j-1]))
//   I[j] = m[j-1] ? I[j-1] : m[j] ? position : I[j]
//
// No comparison waits for another. If x is equal to an element of the list, it
// goes behind it. So elements have to come in the order of their positions.
// There are no branches, so the order of the values does not matter.
//
// Ranks order as integers do, also for NaNs and zeros (ElementOrder.h). At the
// end the values are made of the ranks. Only the bits of zeros and NaNs are
// fetched by position.
//
//===----------------------------------------------------------------------===//

#ifndef EXTREMA_LIB_CONVERSION_EXTREMATOVECTOR_TOPK_COLUMNBATCH_H
#define EXTREMA_LIB_CONVERSION_EXTREMATOVECTOR_TOPK_COLUMNBATCH_H

#include "TopKReduction.h"

namespace mlir::extrema {

/// The columns of one operation, of the form that `buildStridedTopK` describes.
class ColumnBatch {
public:
  using Values = KernelBuilder::Values;

  ColumnBatch(KernelBuilder &b, const TopKReduction &reduction, int64_t k);

  /// The lists of one vector of columns, the best element first.
  struct Lists {
    SmallVector<Value> ranks;
    SmallVector<Value> positions;
    auto carried() { return std::tie(ranks, positions); }
  };

  /// Builds `buildColumns` for each matrix along the reduced dimension of
  /// `view` and `lanes`.
  void build(const View &view, int64_t lanes,
             function_ref<void()> buildColumns);

  VectorType getVectorType(Type elementType) const {
    return VectorType::get({numLanes}, elementType);
  }

  /// Loads a vector of `type` of the row `row` from `column` on. Its elements
  /// are values of the working type.
  Value loadValues(VectorType type, Value row, Value column);
  /// Makes ranks as wide as positions.
  Value widenRanks(Value ranks) {
    return b.castSigned(ranks, getVectorType(wideType));
  }
  Value createRanks(Value values) {
    return widenRanks(order.createRank(b, b.getLoc(), values));
  }
  /// Returns a number of type `index` in all lanes, as wide as a position.
  Value createPositions(Value position) {
    return b.broadcast(getVectorType(wideType),
                       b.castUnsigned(position, wideType));
  }
  /// Prefetches the cache lines of `numElements` elements of a row.
  void prefetch(Value row, Value column, int64_t numElements);

  /// Inserts `count` elements of each column, at least k, and returns the lists
  /// of `numVectors` vectors of columns. `load` returns element number i, for
  /// all vectors: its ranks and positions. Equal elements have to come in the
  /// order of their positions.
  SmallVector<Lists> reduce(Value count, int64_t numVectors,
                            function_ref<SmallVector<Element>(Value)> load);

  /// Stores the results of the vector of columns from `column` on.
  void storeResults(const Lists &lists, Value column);

  /// Runs `build` with `mask` set: the lanes from `column` on that are columns.
  void withMask(Value column, function_ref<void()> build);

  /// Builds a branch: `build` if there are at least `size` columns, else
  /// `otherwise`.
  void ifColumns(int64_t size, function_ref<void()> build,
                 function_ref<void()> otherwise);

  KernelBuilder &b;
  const TopKReduction &reduction;
  const ElementOrder &order;
  const int64_t k;
  Scratch scratch;
  /// The type of positions and of ranks in lists. Narrow ranks are widened to
  /// it, so that a mask of ranks also selects positions.
  const Type wideType;
  const int64_t numLanes;
  /// How many vectors of columns have their lists in registers at once.
  const int64_t numVectors;

  /// The current columns: two-dimensional memrefs, columns last.
  Value columns;
  Destinations destinations;
  Value numRows, numColumns;
  /// Which lanes are columns. Null if all are.
  Value mask;

private:
  void insert(Lists &lists, Value ranks, Value positions, Value filled);
  void storeResult(Value ranks, Value positions, Value column, Value place);
  void storeOneByOne(Value positions, Value column, Value place,
                     bool withValues, bool withIndices);

  /// Memory for the positions of one vector, to read them one by one.
  Value spilled;
  /// Memory for the lists of one vector, to read them place by place.
  Value listedRanks, listedPositions;
};

} // namespace mlir::extrema

#endif // EXTREMA_LIB_CONVERSION_EXTREMATOVECTOR_TOPK_COLUMNBATCH_H
