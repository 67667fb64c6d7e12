//===- SmallTensors.h - Tensors as their elements ---------------*- C++ -*-===//
//
// Exporters compute K and shapes with tensors of a few integers. Taken apart
// into scalars, as soon as they are imported, they fold to constants wherever
// the model determines them.
//
//===----------------------------------------------------------------------===//

#ifndef EXTREMA_LIB_TARGET_ONNX_SMALLTENSORS_H
#define EXTREMA_LIB_TARGET_ONNX_SMALLTENSORS_H

#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinTypes.h"

namespace mlir::extrema {

class NodeImporter;

/// How many elements a tensor may have to be taken apart: enough for the shape
/// of any sensible tensor.
inline constexpr int64_t kMaxSmallElements = 64;

/// True if a tensor of that type has at most one dimension, and so few
/// elements.
bool isSmallVector(RankedTensorType type);

/// True if taking `tensor` apart, for which `isSmallVector` holds, costs
/// nothing: it is a constant, has been put together, or has one element.
bool hasKnownElements(Value tensor);

/// The elements of `tensor`, for which `isSmallVector` holds.
SmallVector<Value> getElements(OpBuilder &builder, Location loc, Value tensor);

/// A tensor of those elements; a constant if they all are.
Value buildFromElements(OpBuilder &builder, Location loc, RankedTensorType type,
                        ValueRange elements);

/// The integers that input `position`, an int32 or int64 tensor, holds in row-
/// major order. Fails with a message that calls it `name` if it is no constant.
FailureOr<SmallVector<int64_t>>
getConstantInts(NodeImporter &node, unsigned position, StringRef name);

/// The value of an integer scalar, if it is a constant.
std::optional<int64_t> getConstantInt(Value scalar);

} // namespace mlir::extrema

#endif // EXTREMA_LIB_TARGET_ONNX_SMALLTENSORS_H
