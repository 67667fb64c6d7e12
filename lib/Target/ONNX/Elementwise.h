//===- Elementwise.h - Operations on each element ---------------*- C++ -*-===//

#ifndef EXTREMA_LIB_TARGET_ONNX_ELEMENTWISE_H
#define EXTREMA_LIB_TARGET_ONNX_ELEMENTWISE_H

#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinTypes.h"

namespace mlir::extrema {

class NodeImporter;

/// Builds a scalar from one of each input. Integers are signless, both ways.
using BuildScalar =
    llvm::function_ref<Value(OpBuilder &builder, Location loc, ValueRange)>;

/// Builds what `buildScalar` makes of the elements of all inputs of the node,
/// as a tensor of `elementType`. Sizes of 1 and leading dimensions that lack
/// are broadcast; one of the inputs must have the shape of the result, so that
/// this is no larger than what the program holds anyway. Fails with a message
/// if that is not known to be so.
FailureOr<Value> buildElementwise(NodeImporter &node, Type elementType,
                                  BuildScalar buildScalar);

} // namespace mlir::extrema

#endif // EXTREMA_LIB_TARGET_ONNX_ELEMENTWISE_H
