//===- Scratch.h - Memory that kernels need besides operands ----*- C++ -*-===//
//
// The one place that allocates scratch memory. Iterations that may run at the
// same time do not share it, and no loop allocates more stack in each
// iteration. It is aligned to a cache line. What the caller has to bring (the
// option `scratch`) is marked.
//
//   topk_reduce   right before its loops. With `alloca`, memory of a constant
//                 size comes from the stack, up to a limit, if the place runs
//                 once in its frame. All else comes from the heap, and is
//                 released behind the loops.
//   arg_reduce    needs a few KB. With every option they come from the stack,
//                 at the begin of the frame. Where the operation may run at the
//                 same time as itself within a frame, they come from the heap,
//                 around the operation.
//
//===----------------------------------------------------------------------===//

#ifndef EXTREMA_LIB_CONVERSION_EXTREMATOVECTOR_SCRATCH_H
#define EXTREMA_LIB_CONVERSION_EXTREMATOVECTOR_SCRATCH_H

#include "KernelLanguage/KernelBuilder.h"

namespace mlir::extrema {

/// The scratch memory of the kernel of one topk_reduce. It is allocated outside
/// of the loops over rows.
class Scratch {
public:
  /// `mayUseStack` says whether the place of the kernel runs once in its frame.
  Scratch(KernelBuilder &b, bool mayUseStack);

  /// Allocates a memref of `size` elements. `size` is of type `index`.
  Value allocate(Type elementType, Value size);

  /// Releases what is not on the stack. Must be called behind the loops.
  void release();

private:
  KernelBuilder &b;
  /// What may still be taken from the stack.
  int64_t bytesLeft;
  SmallVector<Value> allocated;
};

/// Allocates scratch memory for a kernel that replaces `op`, an arg_reduce.
/// What is being built in its place comes behind `previous`, or, if that is
/// null, at the begin of the block. The size is constant, or `createSize` makes
/// the one dynamic extent of constants.
Value createFrameScratch(KernelBuilder &b, Operation *op, Operation *previous,
                         MemRefType type,
                         function_ref<Value()> createSize = nullptr);

} // namespace mlir::extrema

#endif // EXTREMA_LIB_CONVERSION_EXTREMATOVECTOR_SCRATCH_H
