//===- TopKReduction.h - topk_reduce as its strategies see it ---*- C++ -*-===//
//
// The picker (TopKToVector.cpp) brings an operation on memrefs of any layout to
// one of the forms below; each strategy, in a file of its own, knows one form.
// Values are of the order's working type by then. A strategy builds the loops
// over the rows too, and before them allocates what memory it needs.
//
//===----------------------------------------------------------------------===//

#ifndef EXTREMA_LIB_CONVERSION_EXTREMATOVECTOR_TOPK_TOPKREDUCTION_H
#define EXTREMA_LIB_CONVERSION_EXTREMATOVECTOR_TOPK_TOPKREDUCTION_H

#include "../Selection/Records.h"
#include "../Tuning.h"
#include "../Views.h"

#include "extrema/Conversion/Common/ElementOrder.h"
#include "extrema/Conversion/ExtremaToVector/VectorTarget.h"

namespace mlir::extrema {

/// What the strategies need to know of one topk_reduce.
struct TopKReduction {
  /// Of registers of known width: scalable ones are taken at their least.
  VectorTarget target;
  ElementOrder order;
  /// The element type of the indices destination.
  Type indexType;
  /// Of type `index`, or null: added to each position.
  Value indexBase;
  /// Whether the pairs in the destinations, sorted, take part.
  bool accumulates;
  /// Whether the elements bring their indices with them.
  bool hasIndices;
  /// Whether the best pair has to come first.
  bool isSorted;
  /// Whether memory may be taken from the stack: not in a loop, for one.
  bool mayUseStack;

  /// Records of elements with the indices that they bring, if they do.
  RecordFormat getRecordFormat() const {
    return RecordFormat(order, target, hasIndices ? indexType : Type());
  }
};

/// The memory that the kernel of one operation needs besides its operands. It
/// is allocated outside of the loops over rows: where the target's `scratch`
/// says, on the stack only while it is small and of a constant size.
class Scratch {
public:
  Scratch(KernelBuilder &b, const TopKReduction &reduction)
      : b(b),
        bytesLeft(reduction.mayUseStack ? tuning::scratch::kStackBytes : 0),
        isCallers(reduction.target.scratch == ScratchMemory::Argument) {}

  /// A memref of `size` elements, of type `index`, aligned to a cache line.
  Value allocate(Type elementType, Value size);
  /// Memory for `size` records, of type `index`.
  Records allocate(const RecordFormat &format, Value size);

  /// Releases what is not on the stack: to be called behind the loops.
  void release();

private:
  KernelBuilder &b;
  int64_t bytesLeft;
  /// Whether what is allocated is marked, to come from the caller.
  bool isCallers;
  SmallVector<Value> allocated;
};

/// The indices, of the type of the destination, of the elements at `positions`,
/// a vector of an integer type, none negative.
Value createIndicesOfPositions(KernelBuilder &b, const TopKReduction &reduction,
                               Value positions);

/// A row of the input: memrefs of one dimension, that of the indices null where
/// positions are the indices.
struct InputRow {
  Value values;
  Value indices;
};

/// Stores the element at `position` of `row` as result number `i` of the row of
/// results `destinations`, each a memref of one dimension.
void storeResult(KernelBuilder &b, const TopKReduction &reduction,
                 Destinations destinations, InputRow row, Value position,
                 Value i);

/// Stores the identity as results [begin, end).
void storeIdentities(KernelBuilder &b, const TopKReduction &reduction,
                     Destinations destinations, Value begin, Value end);

/// Builds `body` for each row along the reduced dimension of `view`: a row of
/// the input and one of each destination, memrefs of one dimension.
void buildRowLoops(KernelBuilder &b, const View &view,
                   function_ref<void(InputRow, Destinations)> body);

//===----------------------------------------------------------------------===//
// Strategies
//===----------------------------------------------------------------------===//

/// Builds a strategy, of whatever form it takes.
using BuildTopK =
    std::function<void(KernelBuilder &, const TopKReduction &, const View &)>;

/// Gives a state to a strategy without one: what `build` finds in a block of
/// rows is merged with their states (RowResults.h). `view` is of the form that
/// `build` takes, with at least one row; blocks are matrices of some rows along
/// the dimension `batch`, as many as `leastRows` unless the view has fewer.
/// Rows have at least `k` elements.
void buildMergedBlocks(KernelBuilder &b, const TopKReduction &reduction,
                       const View &view, int64_t batch, int64_t leastRows,
                       int64_t k, const BuildTopK &build);

/// How many elements `buildLongRows` needs in a row.
int64_t getLongRowMinimum(const TopKReduction &reduction);

/// Rows of unit stride, one at a time, of at least `getLongRowMinimum` and less
/// than 2^31 elements, with 1 <= k < 2^30. Destinations of any stride.
void buildLongRows(KernelBuilder &b, const TopKReduction &reduction,
                   const View &view);

/// How many elements `buildSortedRows` needs in a row.
int64_t getSortedRowMinimum(const TopKReduction &reduction);

/// Rows of unit stride, one at a time, of less than `getLongRowMinimum`
/// elements, with 1 <= k. Destinations of any stride.
void buildSortedRows(KernelBuilder &b, const TopKReduction &reduction,
                     const View &view);

/// Whether `buildLargeK` takes rows of `extent` elements and `k` results, as it
/// should if it does: an i1, a constant where that is known.
Value isLargeK(KernelBuilder &b, const TopKReduction &reduction, Value extent,
               Value k);

/// What `buildLongRows` takes, where `isLargeK`.
void buildLargeK(KernelBuilder &b, const TopKReduction &reduction,
                 const View &view);

/// How many results `buildStridedTopK` takes at most: a static number.
int64_t getStridedTopKLimit(const TopKReduction &reduction);

/// How many columns `buildStridedTopK` needs.
int64_t getStridedTopKColumns(const TopKReduction &reduction);

/// Columns: `lanes` is a dimension of unit stride in every memref, with at
/// least `getStridedTopKColumns` elements. The reduced dimension, of another
/// stride, has at least `k` and less than 2^31; `k` is at most
/// `getStridedTopKLimit`.
void buildStridedTopK(KernelBuilder &b, const TopKReduction &reduction,
                      const View &view, int64_t lanes, int64_t k);

/// How many elements `buildStridedGroups` needs in a column.
int64_t getStridedGroupsMinimum(const TopKReduction &reduction, int64_t k);

/// What `buildStridedTopK` takes, of more elements.
void buildStridedGroups(KernelBuilder &b, const TopKReduction &reduction,
                        const View &view, int64_t lanes, int64_t k);

/// Any layout, with 1 <= k <= `tuning::copies::kMostResults`: blocks of columns
/// are copied to rows of unit stride, as long ones, which `buildRows` takes.
/// The reduced dimension has at least `getLongRowMinimum` elements.
void buildBlockedCopies(KernelBuilder &b, const TopKReduction &reduction,
                        const View &view, const BuildTopK &buildRows);

/// The same of fewer elements, which `buildRows` takes as rows.
void buildShortCopies(KernelBuilder &b, const TopKReduction &reduction,
                      const View &view, const BuildTopK &buildRows);

/// Whether rows of `view` with `k` results can be lanes: few, with a static
/// number, and one next to the other where they are stored.
bool takesRowBatches(const View &view, int64_t k);

/// The dimension along which rows make batches: that of most rows.
int64_t findBatch(const View &view);

/// Rows of a batch: with fewer, lanes are idle.
int64_t getTopKRowBatch(const TopKReduction &reduction, int64_t k);

/// How many elements `buildShortTopKRows` needs in a row.
int64_t getShortTopKRowMinimum(const TopKReduction &reduction, int64_t k);

/// Rows of unit stride, by batches: the strategy for the fewest elements.
void buildShortTopKRows(KernelBuilder &b, const TopKReduction &reduction,
                        const View &view, int64_t k);

/// How many elements `buildMediumTopKRows` needs in a row, and up to how many
/// it is the best where there is a batch of rows. More than any row has if it
/// does not take so many results.
int64_t getMediumTopKRowMinimum(const TopKReduction &reduction, int64_t k);
int64_t getMediumTopKRowLimit(const TopKReduction &reduction);

/// Rows of unit stride, by batches, of which only few elements are sorted. With
/// an unknown extent, what `buildShortTopKRows` takes, too.
void buildMediumTopKRows(KernelBuilder &b, const TopKReduction &reduction,
                         const View &view, int64_t k);

} // namespace mlir::extrema

#endif // EXTREMA_LIB_CONVERSION_EXTREMATOVECTOR_TOPK_TOPKREDUCTION_H
