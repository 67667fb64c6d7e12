//===- TopKReduction.h - topk_reduce as its strategies see it ---*- C++ -*-===//
//
// The picker (TopKToVector.cpp) brings an operation on memrefs of any layout to
// one of the forms below. Each strategy is in a file of its own and takes one
// form. Values have the order's working type by then. A strategy builds the
// loops over the rows, too. It allocates its memory before these loops.
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
  /// Its registers have a known width. Scalable registers count as their least
  /// width.
  VectorTarget target;
  ElementOrder order;
  /// The element type of the indices destination.
  Type indexType;
  /// A number of type `index` that is added to each position; may be null.
  Value indexBase;
  /// Whether the pairs in the destinations take part. If `isSorted`, they are
  /// sorted.
  bool accumulates;
  /// Whether the elements bring their indices with them.
  bool hasIndices;
  /// Whether the best pair has to come first.
  bool isSorted;
  /// Whether memory may be taken from the stack. In a loop, for instance, it
  /// may not.
  bool mayUseStack;

  /// The format of a row's records. Where elements bring their indices, records
  /// hold them too.
  RecordFormat getRecordFormat() const {
    return RecordFormat(order, target, hasIndices ? indexType : Type());
  }
};

/// The memory that the kernel of one operation needs besides its operands. It
/// is allocated outside of the loops over rows. The builder's options say
/// where it comes from. From the stack comes only memory of a constant size, up
/// to `stackBytes` in all.
class Scratch {
public:
  Scratch(KernelBuilder &b, const TopKReduction &reduction)
      : b(b),
        bytesLeft(reduction.mayUseStack ? tuning::scratch::kStackBytes : 0),
        isCallers(b.getOptions().scratch == ScratchMemory::Argument) {}

  /// Allocates a memref of `size` elements, aligned to a cache line. `size` is
  /// of type `index`.
  Value allocate(Type elementType, Value size);
  /// Allocates memory for `size` records. `size` is of type `index`.
  Records allocate(const RecordFormat &format, Value size);

  /// Releases what is not on the stack. Must be called behind the loops.
  void release();

private:
  KernelBuilder &b;
  int64_t bytesLeft;
  /// Whether allocations are marked as memory that comes from the caller.
  bool isCallers;
  SmallVector<Value> allocated;
};

/// Returns the indices of the elements at `positions`, in the type of the
/// destination. `positions` is a vector of integers, none of them negative.
Value createIndicesOfPositions(KernelBuilder &b, const TopKReduction &reduction,
                               Value positions);

/// A row of the input: two memrefs of one dimension. `indices` is null where
/// positions are the indices.
struct InputRow {
  Value values;
  Value indices;
};

/// Stores the element at `position` of `row` as result number `i`.
/// `destinations` is a row of results: memrefs of one dimension.
void storeResult(KernelBuilder &b, const TopKReduction &reduction,
                 Destinations destinations, InputRow row, Value position,
                 Value i);

/// Stores the identity (value and index) as results [begin, end).
void storeIdentities(KernelBuilder &b, const TopKReduction &reduction,
                     Destinations destinations, Value begin, Value end);

/// Builds loops that run `body` for each row along the reduced dimension of
/// `view`. `body` gets a row of the input and the row of results: memrefs of
/// one dimension.
void buildRowLoops(KernelBuilder &b, const View &view,
                   function_ref<void(InputRow, Destinations)> body);

//===----------------------------------------------------------------------===//
// Strategies
//===----------------------------------------------------------------------===//

/// A function that builds a strategy.
using BuildTopK =
    std::function<void(KernelBuilder &, const TopKReduction &, const View &)>;

/// Accumulates by a strategy that knows nothing of states. `build` finds the
/// best elements of a block of rows, and each row is then merged with its state
/// (RowResults.h). `view` has the form that `build` takes, and at least one row
/// of at least `k` elements. A block is a matrix of some rows along the
/// dimension `batch`. It has at least `leastRows` rows, unless the view has
/// fewer.
void buildMergedBlocks(KernelBuilder &b, const TopKReduction &reduction,
                       const View &view, int64_t batch, int64_t leastRows,
                       int64_t k, const BuildTopK &build);

/// Returns how many elements `buildLongRows` needs in a row.
int64_t getLongRowMinimum(const TopKReduction &reduction);

/// Takes rows of unit stride, one at a time. A row has at least
/// `getLongRowMinimum` and less than 2^31 elements, and 1 <= k < 2^30. The
/// destinations may have any stride.
void buildLongRows(KernelBuilder &b, const TopKReduction &reduction,
                   const View &view);

/// Returns how many elements `buildSortedRows` needs in a row.
int64_t getSortedRowMinimum(const TopKReduction &reduction);

/// Takes rows of unit stride, one at a time. A row has at least
/// `getSortedRowMinimum` and less than `getLongRowMinimum` elements, and
/// 1 <= k. The destinations may have any stride.
void buildSortedRows(KernelBuilder &b, const TopKReduction &reduction,
                     const View &view);

/// Returns whether `buildLargeK` takes rows of `extent` elements and `k`
/// results. If it does, it is faster than `buildLongRows`. The answer is an i1,
/// or a constant where it is known.
Value isLargeK(KernelBuilder &b, const TopKReduction &reduction, Value extent,
               Value k);

/// Takes what `buildLongRows` takes, where `isLargeK` holds.
void buildLargeK(KernelBuilder &b, const TopKReduction &reduction,
                 const View &view);

/// Returns the largest k that `buildStridedTopK` takes. There k must be static.
int64_t getStridedTopKLimit(const TopKReduction &reduction);

/// Returns how many columns `buildStridedTopK` needs.
int64_t getStridedTopKColumns(const TopKReduction &reduction);

/// Takes columns. The dimension `lanes` has unit stride in every memref, and at
/// least `getStridedTopKColumns` elements. The reduced dimension has another
/// stride, and at least `k` and less than 2^31 elements. `k` is at most
/// `getStridedTopKLimit`.
void buildStridedTopK(KernelBuilder &b, const TopKReduction &reduction,
                      const View &view, int64_t lanes, int64_t k);

/// Returns how many elements `buildStridedGroups` needs in a column.
int64_t getStridedGroupsMinimum(const TopKReduction &reduction, int64_t k);

/// Takes what `buildStridedTopK` takes, if columns have at least
/// `getStridedGroupsMinimum` elements.
void buildStridedGroups(KernelBuilder &b, const TopKReduction &reduction,
                        const View &view, int64_t lanes, int64_t k);

/// Any layout, with 1 <= k <= `tuning::copies::kMostResults`: blocks of columns
/// are copied to rows of unit stride, as long ones, which `buildRows` takes.
/// The reduced dimension has at least `getLongRowMinimum` elements.
void buildBlockedCopies(KernelBuilder &b, const TopKReduction &reduction,
                        const View &view, const BuildTopK &buildRows);

/// The same where the reduced dimension has fewer elements. Each column is
/// copied whole.
void buildShortCopies(KernelBuilder &b, const TopKReduction &reduction,
                      const View &view, const BuildTopK &buildRows);

/// Returns whether rows of `view` can be lanes: `k` is static and small, there
/// is more than one dimension, and the results of a row lie next to each other.
bool takesRowBatches(const View &view, int64_t k);

/// Returns the dimension along which rows make batches: the one with the most
/// rows.
int64_t findBatch(const View &view);

/// Returns how many rows a batch has. With fewer rows some lanes do the work of
/// others again.
int64_t getTopKRowBatch(const TopKReduction &reduction, int64_t k);

/// Returns how many elements `buildShortTopKRows` needs in a row.
int64_t getShortTopKRowMinimum(const TopKReduction &reduction, int64_t k);

/// Takes rows of unit stride, by batches. It sorts all elements, so it is for
/// rows of few elements.
void buildShortTopKRows(KernelBuilder &b, const TopKReduction &reduction,
                        const View &view, int64_t k);

/// Returns how many elements `buildMediumTopKRows` needs in a row. If it does
/// not take `k` results, this is more than any row has.
int64_t getMediumTopKRowMinimum(const TopKReduction &reduction, int64_t k);

/// Returns up to how many elements in a row `buildMediumTopKRows` is the
/// fastest strategy, if there is a batch of rows.
int64_t getMediumTopKRowLimit(const TopKReduction &reduction);

/// Takes rows of unit stride, by batches, and sorts few of their elements. If
/// the extent is unknown, it also takes what `buildShortTopKRows` takes.
void buildMediumTopKRows(KernelBuilder &b, const TopKReduction &reduction,
                         const View &view, int64_t k);

} // namespace mlir::extrema

#endif // EXTREMA_LIB_CONVERSION_EXTREMATOVECTOR_TOPK_TOPKREDUCTION_H
