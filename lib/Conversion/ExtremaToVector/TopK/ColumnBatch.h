//===- ColumnBatch.h - Columns as lanes, with sorted lists ------*- C++ -*-===//
//
// What strategies for few results of columns have in common. Each lane of a
// vector is a column, and keeps the k best elements seen so far as a sorted
// list: k vectors of ranks and k of positions. One element of each column is
// inserted into all lists at once, by comparisons of the *new* element with
// each place
//
//   m[j] = x > L[j]
//   L[j] = max(L[j], min(x, L[j-1]))
//   I[j] = m[j-1] ? I[j-1] : m[j] ? position : I[j]
//
// so that no comparison waits for another, and an element that is equal to one
// in the list, which has to be the earlier one, goes behind it. There are no
// branches: the order of the input does not matter.
//
// Ranks order as integers and say it all of NaNs and zeros (ElementOrder.h).
// The values are made of them at the end, but for zeros and NaNs, whose bits
// are fetched by position.
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

  /// The lists of one vector of columns, best first.
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

  /// The values, of the working type, of the vector `type` of row `row` from
  /// `column` on.
  Value loadValues(VectorType type, Value row, Value column);
  /// Ranks as wide as positions.
  Value widenRanks(Value ranks) {
    return b.castSigned(ranks, getVectorType(wideType));
  }
  Value createRanks(Value values) {
    return widenRanks(order.createRank(b, b.getLoc(), values));
  }
  /// A number of type `index`, in all lanes, as wide as a position.
  Value createPositions(Value position) {
    return b.broadcast(getVectorType(wideType),
                       b.castUnsigned(position, wideType));
  }
  /// Asks for the cache lines of `numElements` of a row.
  void prefetch(Value row, Value column, int64_t numElements);

  /// The lists of `numVectors` vectors of the elements number 0 to `count`, at
  /// least k, each of which `load` gives: ranks and positions of all vectors.
  /// Equal elements have to come in the order of their positions.
  SmallVector<Lists> reduce(Value count, int64_t numVectors,
                            function_ref<SmallVector<Element>(Value)> load);

  /// Stores the results of the vector of columns from `column` on.
  void storeResults(const Lists &lists, Value column);

  /// Builds `build` with a mask of the lanes that are columns, of those from
  /// `column` on.
  void withMask(Value column, function_ref<void()> build);

  /// `build` where there are at least `size` columns, else `otherwise`.
  void ifColumns(int64_t size, function_ref<void()> build,
                 function_ref<void()> otherwise);

  KernelBuilder &b;
  const TopKReduction &reduction;
  const ElementOrder &order;
  const int64_t k;
  Scratch scratch;
  /// Of a position, and of a rank beside it: narrow ranks are widened, so that
  /// the masks of comparisons of the one select the other.
  const Type wideType;
  const int64_t numLanes;
  /// As many vectors as have their lists in registers.
  const int64_t numVectors;

  /// Of the columns at hand: two-dimensional memrefs, columns last.
  Value columns;
  Destinations destinations;
  Value numRows, numColumns;
  /// Which lanes are columns; null if all are.
  Value mask;

private:
  void insert(Lists &lists, Value ranks, Value positions, Value filled);
  void storeResult(Value ranks, Value positions, Value column, Value place);
  void storeOneByOne(Value positions, Value column, Value place,
                     bool withValues, bool withIndices);

  /// Positions of one vector, where they are needed one by one.
  Value spilled;
  /// The lists of one vector, where they are needed place by place.
  Value listedRanks, listedPositions;
};

} // namespace mlir::extrema

#endif // EXTREMA_LIB_CONVERSION_EXTREMATOVECTOR_TOPK_COLUMNBATCH_H
