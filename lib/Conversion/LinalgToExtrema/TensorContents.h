//===- TensorContents.h - Known elements of a tensor ------------*- C++ -*-===//

#ifndef EXTREMA_LIB_CONVERSION_LINALGTOEXTREMA_TENSORCONTENTS_H
#define EXTREMA_LIB_CONVERSION_LINALGTOEXTREMA_TENSORCONTENTS_H

#include "mlir/IR/AffineMap.h"
#include "mlir/IR/Attributes.h"
#include "mlir/IR/Value.h"

namespace mlir {
namespace linalg {
class LinalgOp;
} // namespace linalg

namespace extrema {

/// The constant that every element of `tensor` is, as far as the operations
/// that make it tell. Null if they do not.
Attribute getUniformElement(Value tensor);

/// The integer or index `scalar`, in the body of `op`, as an expression of op's
/// loops: a `linalg.index`, or an element of a tensor that numbers positions.
/// Null if it is something else. Casts are taken to lose nothing: the narrowest
/// type met on the way is put into `narrowest`, unless that is narrower yet.
AffineExpr getPositionExpr(Value scalar, linalg::LinalgOp op, Type &narrowest);

} // namespace extrema
} // namespace mlir

#endif // EXTREMA_LIB_CONVERSION_LINALGTOEXTREMA_TENSORCONTENTS_H
