//===- MemoryUses.h - Who sees the memory of a memref -----------*- C++ -*-===//
//
// The one place that says what an operation does with memory that it is given.
// What it does not know, it takes to read, write and keep everything.
//
//===----------------------------------------------------------------------===//

#ifndef EXTREMA_DIALECT_EXTREMA_UTILS_MEMORYUSES_H
#define EXTREMA_DIALECT_EXTREMA_UTILS_MEMORYUSES_H

#include "mlir/IR/Value.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

namespace mlir::extrema {

/// What an operation does with the memory of one operand.
enum class MemoryUse {
  /// Asks for sizes, at most.
  Shape,
  /// Makes views: each result that is no number is a memref of that memory.
  View,
  /// Reads elements, and does no more.
  Read,
  /// Writes elements, and does no more.
  Write,
  /// Reads and writes elements, and does no more.
  ReadWrite,
  /// Ends its life.
  Release,
  /// Lets others see it: stores the reference, returns it, passes it to a call,
  /// a block or a region, selects among several, takes the pointer, or is
  /// unknown.
  Seen,
};

/// What the owner of `use`, a reference to memory, does with it.
MemoryUse getMemoryUse(OpOperand &use);

/// A use and its kind.
struct KnownMemoryUse {
  OpOperand *use;
  MemoryUse kind;
};

/// All uses of the memory that `memref` refers to, by way of `memref` and of
/// the views of it. A user comes after what it uses.
SmallVector<KnownMemoryUse> getMemoryUses(Value memref);

/// What `memref` is a view of.
Value getViewRoot(Value memref);

/// Whether a value of that type may refer to memory: all but numbers, and
/// vectors and tensors of them.
bool mayReferToMemory(Type type);

/// The effects of `op` by itself, without what is in its regions; none if they
/// are unknown.
std::optional<SmallVector<MemoryEffects::EffectInstance>>
getOwnEffects(Operation *op);

} // namespace mlir::extrema

#endif // EXTREMA_DIALECT_EXTREMA_UTILS_MEMORYUSES_H
