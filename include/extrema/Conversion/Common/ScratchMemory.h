//===- ScratchMemory.h - Where scratch memory comes from --------*- C++ -*-===//

#ifndef EXTREMA_CONVERSION_COMMON_SCRATCHMEMORY_H
#define EXTREMA_CONVERSION_COMMON_SCRATCHMEMORY_H

namespace mlir::extrema {

/// Where compiled code has the memory from that strategies need besides their
/// operands.
enum class ScratchMemory {
  /// From the stack, up to 96 KB of a constant size for an operation that runs
  /// once in its function, else from the heap.
  Alloca,
  /// From the heap, but for the few KB of an arg_reduce that does not run at
  /// the same time as itself within its function.
  Alloc,
  /// From the caller: the allocations are marked for the pass
  /// `extrema-scratch-to-argument`.
  Argument,
};

} // namespace mlir::extrema

#endif // EXTREMA_CONVERSION_COMMON_SCRATCHMEMORY_H
