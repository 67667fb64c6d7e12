//===- Encoding.h - What tensors are besides their elements -----*- C++ -*-===//
//
// The operations compute on elements, wherever and however they are stored: the
// rule is in the dialect's description.
//
//===----------------------------------------------------------------------===//

#ifndef EXTREMA_DIALECT_EXTREMA_IR_ENCODING_H
#define EXTREMA_DIALECT_EXTREMA_IR_ENCODING_H

#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Value.h"

namespace mlir::extrema {

/// The encoding of `type`; null if it has none, or is no ranked tensor.
Attribute getEncoding(Type type);

/// The same, of the type of `value`.
inline Attribute getEncoding(Value value) {
  return getEncoding(value.getType());
}

/// True if `type` is a tensor that stores only some of its elements: one with
/// an encoding of upstream's sparse_tensor dialect.
bool isSparseTensor(Type type);

/// Emits an error at `op` if an operand or a result of it is such a tensor.
LogicalResult verifyNoSparseTensors(Operation *op);

} // namespace mlir::extrema

#endif // EXTREMA_DIALECT_EXTREMA_IR_ENCODING_H
