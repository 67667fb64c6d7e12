//===- ScratchAllocations.h - A function's scratch memory -------*- C++ -*-===//
//
// Scratch memory is a stack: what is allocated in a block lies on top of what
// is alive there. Branches share their part of it, and so do the iterations of
// a loop and operations after one another.
//
//===----------------------------------------------------------------------===//

#ifndef EXTREMA_LIB_DIALECT_EXTREMA_TRANSFORMS_SCRATCHALLOCATIONS_H
#define EXTREMA_LIB_DIALECT_EXTREMA_TRANSFORMS_SCRATCHALLOCATIONS_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/MapVector.h"

namespace mlir::extrema {

/// To what scratch memory and each part of it is aligned, in bytes.
inline constexpr int64_t kScratchAlignment = 64;

/// The allocations of a function that are marked as scratch memory.
class ScratchAllocations {
public:
  /// Finds those of `function`. Fails, with an error at the operation, on one
  /// that cannot be a part of the stack.
  static FailureOr<ScratchAllocations> find(func::FuncOp function);

  bool isEmpty() const { return allocations.empty(); }

  /// Whether `op` is one of them.
  bool contains(Operation *op) const { return allocations.contains(op); }

  /// Whether one is inside of `op`.
  bool isIn(Operation *op) const { return holders.contains(op); }

  /// The allocation of this function that `op` releases, or null.
  Operation *getReleased(Operation *op) const { return releases.lookup(op); }

private:
  LogicalResult add(Operation *op);

  llvm::SmallDenseSet<Operation *> allocations;
  llvm::SmallDenseSet<Operation *> holders;
  llvm::SmallDenseMap<Operation *, Operation *> releases;
};

/// What of the stack is alive at a place in a block: offsets in bytes, of type
/// `index`.
class ScratchStack {
public:
  explicit ScratchStack(Value begin) : begin(begin) {}

  /// Where the next allocation begins.
  Value getTop() const { return live.empty() ? begin : live.back().second; }

  /// Allocates up to `end`.
  void push(Operation *allocation, Value end) {
    live.insert({allocation, end});
  }

  void release(Operation *allocation) { live.erase(allocation); }

private:
  Value begin;
  llvm::SmallMapVector<Operation *, Value, 8> live;
};

/// Where `allocation`, of these dynamic sizes, ends if it begins at `begin`.
Value createScratchEnd(OpBuilder &b, Value begin, Operation *allocation,
                       ValueRange dynamicSizes);

/// Makes a function beside `source`, `source`_scratch_size, which from the same
/// arguments computes the size of its scratch memory, in bytes. Fails, with an
/// error, if more than the arguments decide it.
FailureOr<func::FuncOp>
createScratchSizeFunction(func::FuncOp source,
                          const ScratchAllocations &scratch);

} // namespace mlir::extrema

#endif // EXTREMA_LIB_DIALECT_EXTREMA_TRANSFORMS_SCRATCHALLOCATIONS_H
