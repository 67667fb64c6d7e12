//===- RowBatch.h - Rows as the lanes of vectors ----------------*- C++ -*-===//
//
// This is what strategies for rows of few elements have in common. From each
// row of a batch a piece of consecutive elements is loaded. The pieces are
// transposed in registers (TransposeLanes.h). Each vector then holds one column
// of the batch. A network sorts the columns lane by lane, and the best ones are
// kept. The network has no branches. So the order of the elements does not
// matter.
//
// The network sorts records (LaneRecords.h). No two of them are the same. At
// the end the values are made of the records. Only the bits of zeros and NaNs
// are fetched by position.
//
//===----------------------------------------------------------------------===//

#ifndef EXTREMA_LIB_CONVERSION_EXTREMATOVECTOR_TOPK_ROWBATCH_H
#define EXTREMA_LIB_CONVERSION_EXTREMATOVECTOR_TOPK_ROWBATCH_H

#include "TopKReduction.h"

#include "../Selection/LaneRecords.h"

namespace mlir::extrema {

/// Returns whether rows of `view` can be lanes: `k` is static and small, there
/// is more than one dimension, and the results of a row lie next to each other.
bool takesRowBatches(const View &view, int64_t k);

/// Returns the dimension along which rows make batches: the one with the most
/// rows.
int64_t findBatch(const View &view);

/// Returns how many rows a batch has. With fewer rows some lanes do the work of
/// others again.
int64_t getTopKRowBatch(const TopKReduction &reduction, int64_t k);

/// How the rows of a batch are taken apart.
struct BatchShape {
  BatchShape(const TopKReduction &reduction, int64_t k);

  /// How many results are kept for each row: a power of two, at least k.
  int64_t width;
  /// How many columns one network sorts, to be merged with those that are kept:
  /// eight at most. A network of 16 has more than twice the code. Together with
  /// the columns that are kept, it takes more registers than there are.
  int64_t sorted;
  /// How many columns are loaded in one turn: at least `sorted`, and at least a
  /// piece.
  int64_t step;
  /// How many rows a batch has: the lanes of a vector.
  int64_t numLanes;
  /// How many consecutive elements of a row are loaded at once.
  int64_t pieceLength;
};

/// Reduces rows by batches. The last batch overlaps the one before it, and
/// stores the same results again. If there are fewer rows than lanes, several
/// lanes have the last row.
class RowBatch {
public:
  using Values = KernelBuilder::Values;

  RowBatch(KernelBuilder &b, const TopKReduction &reduction, int64_t k)
      : b(b), reduction(reduction), order(reduction.order), k(k),
        shape(reduction, k), records(order, shape.numLanes),
        scratch(b, reduction.mayUseStack) {}

  /// Columns of records: for each column a vector for each part.
  using Columns = SmallVector<SmallVector<RecordVector>>;

  /// Loops over all batches of `view`, each of which `buildBatch` builds.
  void build(const View &view, function_ref<void()> buildBatch);

  /// The type of vectors of ranks or positions.
  VectorType getIntegerVector() const {
    return VectorType::get({shape.numLanes}, records.getIntegerType());
  }

  /// Loads a piece of each row. Returns the values of as many columns as a
  /// piece has elements. The piece of row number `lane` of the batch begins
  /// where `getBegin` says.
  SmallVector<Value> loadPiece(function_ref<Value(int64_t)> getBegin);
  /// The same where the pieces of all rows begin at `begin`.
  SmallVector<Value> loadPiece(Value begin);
  /// Returns ~position in all lanes, for a position of type `index`.
  Value createIndices(Value position);

  /// Returns as many columns as are kept, worse than every record.
  Columns createWorst();
  /// Merges `shape.step` columns into `best`, which is sorted. If the i1
  /// `isFirst` holds, or if `best` is empty, what is in `best` does not count.
  void addColumns(Columns &best, const Columns &columns,
                  Value isFirst = Value());
  /// Returns the best of `numColumns` columns. `numColumns` is at least
  /// `shape.step`, and a multiple of it unless `hasRest`. `load` loads
  /// `shape.step` columns from a position on. Its second argument says how many
  /// of the first ones have been seen already; null means none.
  Columns reduceColumns(Value numColumns, bool hasRest,
                        function_ref<Columns(Value, Value)> load);

  /// All words, one after the other, as loops carry them.

  /// Stores the results of the batch.
  void storeResults(const Columns &best);

  KernelBuilder &b;
  const TopKReduction &reduction;
  const ElementOrder &order;
  const int64_t k;
  const BatchShape shape;
  const LaneRecords records;
  Scratch scratch;

  /// Memrefs of two dimensions, rows first, and the extents of the input.
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
