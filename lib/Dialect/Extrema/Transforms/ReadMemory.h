//===- ReadMemory.h - What a function finds in memory -----------*- C++ -*-===//

#ifndef EXTREMA_LIB_DIALECT_EXTREMA_TRANSFORMS_READMEMORY_H
#define EXTREMA_LIB_DIALECT_EXTREMA_TRANSFORMS_READMEMORY_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/DenseSet.h"

namespace mlir::extrema {

/// Whether `op`, which may be null, is a memref.alloc or memref.alloca.
bool isAllocation(Operation *op);

/// Which memory a function reads but does not write, different arguments, and
/// what they refer to, taken to lie apart.
class ReadMemory {
public:
  explicit ReadMemory(func::FuncOp function);

  /// Whether `memref` holds at the function's entry what it holds later.
  bool isConstant(Value memref) const;

private:
  bool isArgument(Value value) const;

  Block *entry;
  llvm::SmallDenseSet<Value> writtenRoots;
  bool writesUnknown = false;
};

} // namespace mlir::extrema

#endif // EXTREMA_LIB_DIALECT_EXTREMA_TRANSFORMS_READMEMORY_H
