//===- RowBatch.h - Rows as the lanes of vectors ----------------*- C++ -*-===//
//
// What strategies for rows of few elements have in common: of a batch of rows,
// pieces of consecutive elements are loaded and transposed in registers
// (TransposeLanes.h), so that each vector then holds one column of the batch.
// Columns are sorted lane by lane, and the best of them kept: a sorting
// network, without branches, so that neither the order of the elements nor ties
// matter.
//
// What is sorted are ranks with positions (Records.h): no two are the same, and
// the values are made of the ranks in the end, but for zeros and NaNs, whose
// bits are fetched by position.
//
//===----------------------------------------------------------------------===//

#ifndef EXTREMA_LIB_CONVERSION_EXTREMATOVECTOR_TOPK_ROWBATCH_H
#define EXTREMA_LIB_CONVERSION_EXTREMATOVECTOR_TOPK_ROWBATCH_H

#include "TopKReduction.h"

#include "../Selection/LaneNetwork.h"

namespace mlir::extrema {

/// How the rows of a batch are taken apart.
struct BatchShape {
  BatchShape(const TopKReduction &reduction, int64_t k);

  /// How many results are kept for each row: a power of two, at least k.
  int64_t width;
  /// Of 32 or 64 bits, as records need it. A vector of them is a column.
  Type rankType;
  /// Rows of a batch: lanes of a vector.
  int64_t numLanes;
  /// What is loaded at once: consecutive elements of a row.
  int64_t pieceLength;
};

/// Rows by batches. The last batch overlaps the one before it, and stores the
/// same results again; of fewer rows than lanes, the last one is that of many.
class RowBatch {
public:
  using Values = KernelBuilder::Values;

  RowBatch(KernelBuilder &b, const TopKReduction &reduction, int64_t k)
      : b(b), reduction(reduction), order(reduction.order), k(k),
        shape(reduction, k), scratch(b, reduction),
        isPacked(shape.rankType.getIntOrFloatBitWidth() == 32) {}

  /// The best columns: of each part of the rows, vectors of records, sorted.
  /// Words of 64 bits beside ranks of 32 need two vectors, each of which has
  /// half of the rows.
  struct Best {
    SmallVector<SmallVector<RecordVector>> parts;
  };

  /// Columns: ranks and the complements of their positions.
  struct Columns {
    SmallVector<Value> ranks;
    SmallVector<Value> indices;
  };

  /// Loops over all batches of `view`, each of which `buildBatch` builds.
  void build(const View &view, function_ref<void()> buildBatch);

  VectorType getColumnType(Type elementType) const {
    return VectorType::get({shape.numLanes}, elementType);
  }
  VectorType getRankVector() const { return getColumnType(shape.rankType); }

  /// The values of as many columns as a piece has elements. The piece of row
  /// number `lane` of the batch begins where `getBegin` says.
  SmallVector<Value> loadPiece(function_ref<Value(int64_t)> getBegin);
  /// The same, of all rows from `begin` on.
  SmallVector<Value> loadPiece(Value begin);
  /// The ranks of values.
  Value createRanks(Value values);
  /// ~position, for a position of type `index`, in all lanes.
  Value createIndices(Value position);

  /// Worse than every record.
  Best createWorst();
  /// Takes columns, a multiple of the width, into the best ones. The first
  /// `numSeen` of them (null: none) do not count.
  void addColumns(Best &best, const Columns &columns, Value numSeen = Value());
  /// The best of `numColumns`, at least `step` and that a multiple of the
  /// width; `load` loads `step` of them, from a position on.
  Best reduceColumns(Value numColumns, int64_t step,
                     function_ref<Columns(Value)> load);
  /// Of column number `j` of the best ones, the ranks and the positions.
  std::pair<Value, Value> takeApart(const Best &best, int64_t j);

  Values flatten(const Best &best) const;
  Best unflatten(ValueRange values) const;

  /// Stores the results of the batch.
  void storeResults(const Best &best);

  KernelBuilder &b;
  const TopKReduction &reduction;
  const ElementOrder &order;
  const int64_t k;
  const BatchShape shape;
  Scratch scratch;
  /// Whether one word is a record.
  const bool isPacked;

  /// Memrefs of two dimensions, rows first, and the input's extents.
  Value rows;
  Destinations destinations;
  Value numRows, extent;
  /// A memref for `width` columns of integers of the type of a rank.
  Value spilled;

private:
  Value getRow(Value lane);
  RecordVector createRecords(Value ranks, Value indices, int64_t part);
  void storeColumns(ArrayRef<Value> columns, Value memref);
  void fetchValues(ArrayRef<Value> positions);

  /// Of the batch at hand.
  Value firstRow;
};

} // namespace mlir::extrema

#endif // EXTREMA_LIB_CONVERSION_EXTREMATOVECTOR_TOPK_ROWBATCH_H
