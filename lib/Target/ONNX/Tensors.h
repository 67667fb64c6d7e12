//===- Tensors.h - ONNX's tensors and their types as MLIR's -----*- C++ -*-===//

#ifndef EXTREMA_LIB_TARGET_ONNX_TENSORS_H
#define EXTREMA_LIB_TARGET_ONNX_TENSORS_H

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Diagnostics.h"
#include "onnx/onnx_pb.h"
#include <string>

namespace mlir::extrema {

/// Begins an error message with what is at fault.
using EmitError = llvm::function_ref<InFlightDiagnostic()>;

/// A text that a model gives, for messages: printable, on one line.
std::string escape(llvm::StringRef text);

/// A name that a model gives, for messages: escaped, in quotation marks.
std::string quote(llvm::StringRef name);

/// The elements of `tensor`, or failure and a message if it does not hold what
/// its type and shape promise, or is not supported.
FailureOr<DenseElementsAttr> importTensor(const onnx::TensorProto &tensor,
                                          MLIRContext *context,
                                          EmitError emitError);

/// The type as that of a tensor, unranked if it has no shape. Failure and a
/// message if it is another type, or a shape that no array can have.
FailureOr<TensorType> importTensorType(const onnx::TypeProto &type,
                                       MLIRContext *context,
                                       EmitError emitError);

/// True if an array of that type fits in 2^63 - 1 bytes. A dynamic extent may
/// turn out to be 1: only static ones count.
bool hasPossibleSize(RankedTensorType type);

/// False if a value of type `inferred`, as follows from the graph, cannot have
/// the type that the model has `declared`.
bool isPossibleType(RankedTensorType inferred, TensorType declared);

} // namespace mlir::extrema

#endif // EXTREMA_LIB_TARGET_ONNX_TENSORS_H
