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

/// The scalar with the type `to`, of which only the signedness may differ. The
/// cast goes when the pipeline strips signedness.
Value castSignedness(OpBuilder &builder, Location loc, Value scalar, Type to);

/// What `buildScalar` makes of scalars of any signedness, as `elementType`.
Value buildSignless(OpBuilder &builder, Location loc, ValueRange scalars,
                    Type elementType, BuildScalar buildScalar);

/// The element type that all inputs from `first` on share, or failure and a
/// message.
FailureOr<Type> getSharedType(NodeImporter &node, unsigned first = 0);

/// Builds a tensor of `sizes`, to which all `inputs` must broadcast, of what
/// `buildScalar` makes of their elements. A dimension of an input is broadcast
/// if it is known to be 1, and the result's is not.
Value buildGeneric(NodeImporter &node, ArrayRef<Value> inputs,
                   ArrayRef<OpFoldResult> sizes, Type elementType,
                   BuildScalar buildScalar);

/// Builds what `buildScalar` makes of the elements of all inputs of the node,
/// as a tensor of `elementType`. Sizes that are known to be 1 and leading
/// dimensions that lack are broadcast; one of the inputs must have the shape of
/// the result, so that this is no larger than what the program holds anyway.
/// Fails with a message if no input can have it. Where it depends on sizes that
/// only the program knows, that fails if they are not equal.
FailureOr<Value> buildElementwise(NodeImporter &node, Type elementType,
                                  BuildScalar buildScalar);

} // namespace mlir::extrema

#endif // EXTREMA_LIB_TARGET_ONNX_ELEMENTWISE_H
