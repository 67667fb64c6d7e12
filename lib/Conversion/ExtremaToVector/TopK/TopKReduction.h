//===- TopKReduction.h - topk_reduce as its strategies see it ---*- C++ -*-===//
//
// The picker (TopKToVector.cpp) brings an operation on memrefs of any layout to
// a form that a strategy takes. Each strategy has a file and a header of its
// own, and the header says which form that is. Values have the order's working
// type by then. A strategy builds the loops over the rows, too. It allocates
// its memory before these loops. What follows is for all strategies.
//
//===----------------------------------------------------------------------===//

#ifndef EXTREMA_LIB_CONVERSION_EXTREMATOVECTOR_TOPK_TOPKREDUCTION_H
#define EXTREMA_LIB_CONVERSION_EXTREMATOVECTOR_TOPK_TOPKREDUCTION_H

#include "../Scratch.h"
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
  /// Whether the place of the kernel runs once in its frame, so that memory may
  /// be taken from the stack. In a loop, for instance, it may not.
  bool mayUseStack;

  /// The format of a row's records. Where elements bring their indices, records
  /// hold them too.
  RecordFormat getRecordFormat() const {
    return RecordFormat(order, target, hasIndices ? indexType : Type());
  }
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

/// A function that builds a strategy.
using BuildTopK =
    std::function<void(KernelBuilder &, const TopKReduction &, const View &)>;

} // namespace mlir::extrema

#endif // EXTREMA_LIB_CONVERSION_EXTREMATOVECTOR_TOPK_TOPKREDUCTION_H
