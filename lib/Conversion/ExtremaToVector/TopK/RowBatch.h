//===- RowBatch.h - Rows as the lanes of vectors ----------------*- C++ -*-===//
//
// What strategies for rows of few elements have in common: of a batch of rows,
// pieces of consecutive elements are loaded and transposed in registers
// (TransposeLanes.h), so that each vector then holds one column of the batch.
// Columns are sorted lane by lane, and the best of them kept: a sorting
// network, without branches, so that neither the order of the elements nor ties
// matter.
//
// What is sorted are records (LaneRecords.h): no two are the same, and the
// values are made of them in the end, but for zeros and NaNs, whose bits are
// fetched by position.
//
//===----------------------------------------------------------------------===//

#ifndef EXTREMA_LIB_CONVERSION_EXTREMATOVECTOR_TOPK_ROWBATCH_H
#define EXTREMA_LIB_CONVERSION_EXTREMATOVECTOR_TOPK_ROWBATCH_H

#include "TopKReduction.h"

#include "../Selection/LaneRecords.h"

namespace mlir::extrema {

/// How the rows of a batch are taken apart.
struct BatchShape {
  BatchShape(const TopKReduction &reduction, int64_t k);

  /// How many results are kept for each row: a power of two, at least k.
  int64_t width;
  /// Columns that one network sorts, to be merged with those that are kept:
  /// eight at most. Networks of 16 have more than twice the code, and take more
  /// registers than there are with what is kept.
  int64_t sorted;
  /// Columns that are loaded in one turn: at least those, and as many as a
  /// piece has.
  int64_t step;
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
        shape(reduction, k), records(order, shape.numLanes),
        scratch(b, reduction) {}

  /// Columns of records, one vector for each of their parts.
  using Columns = SmallVector<SmallVector<RecordVector>>;

  /// Loops over all batches of `view`, each of which `buildBatch` builds.
  void build(const View &view, function_ref<void()> buildBatch);

  /// A vector of integers: ranks, positions.
  VectorType getIntegerVector() const {
    return VectorType::get({shape.numLanes}, records.getIntegerType());
  }

  /// The values of as many columns as a piece has elements. The piece of row
  /// number `lane` of the batch begins where `getBegin` says.
  SmallVector<Value> loadPiece(function_ref<Value(int64_t)> getBegin);
  /// The same, of all rows from `begin` on.
  SmallVector<Value> loadPiece(Value begin);
  /// ~position, for a position of type `index`, in all lanes.
  Value createIndices(Value position);

  /// Worse than every record: as many columns as are kept.
  Columns createWorst();
  /// Takes `shape.step` columns into the best ones, which are sorted. If
  /// `isFirst`, an i1, holds, or if there are none yet, these do not count.
  void addColumns(Columns &best, const Columns &columns,
                  Value isFirst = Value());
  /// The best of `numColumns`, at least `shape.step` and, unless `hasRest`, a
  /// multiple of it. `load` loads so many from a position on, of which the
  /// first ones, as many as the second value says (null: none), have been seen.
  Columns reduceColumns(Value numColumns, bool hasRest,
                        function_ref<Columns(Value, Value)> load);

  /// All words in a row.

  /// Stores the results of the batch.
  void storeResults(const Columns &best);

  KernelBuilder &b;
  const TopKReduction &reduction;
  const ElementOrder &order;
  const int64_t k;
  const BatchShape shape;
  const LaneRecords records;
  Scratch scratch;

  /// Memrefs of two dimensions, rows first, and the input's extents.
  Value rows;
  Destinations destinations;
  Value numRows, extent;

private:
  void findRows(Value firstRow);
  Value getRow(Value lane);
  void storeColumns(Value columns, Value memref,
                    function_ref<Value(Value)> convert);
  void fetchValues();

  /// The row of each lane of the batch at hand.
  SmallVector<Value> laneRows;
  /// Memrefs for the results of the batch, `width` columns each.
  Value positions, values;
};

} // namespace mlir::extrema

#endif // EXTREMA_LIB_CONVERSION_EXTREMATOVECTOR_TOPK_ROWBATCH_H
