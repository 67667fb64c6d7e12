//===- ArgumentUse.h - What a function does with an argument ----*- C++ -*-===//

#ifndef EXTREMA_LIB_DIALECT_EXTREMA_TRANSFORMS_ARGUMENTUSE_H
#define EXTREMA_LIB_DIALECT_EXTREMA_TRANSFORMS_ARGUMENTUSE_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace mlir::extrema {

/// What a function does with a memref that it is given, the least first.
enum class ArgumentUse {
  /// It asks for extents, offset and strides at most.
  Shape,
  /// It reads elements too. A copy does as well, which may be freed once the
  /// function has returned.
  Read,
  /// It may write elements, free the memory, or let others see it.
  Any
};

/// What `function`, which has a body, does with its argument of that number, a
/// memref. Functions of the module that it calls are looked into; an operation
/// that does not say what it does is taken for the worst.
ArgumentUse getArgumentUse(func::FuncOp function, unsigned number);

} // namespace mlir::extrema

#endif // EXTREMA_LIB_DIALECT_EXTREMA_TRANSFORMS_ARGUMENTUSE_H
