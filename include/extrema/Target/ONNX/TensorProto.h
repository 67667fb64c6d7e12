//===- TensorProto.h - The elements of an ONNX tensor -----------*- C++ -*-===//
//
// ONNX keeps a tensor's elements as raw bytes or in one of several typed
// fields; initializers in a model and arrays in .pb files alike. Here both
// become bytes, once.
//
//===----------------------------------------------------------------------===//

#ifndef EXTREMA_TARGET_ONNX_TENSORPROTO_H
#define EXTREMA_TARGET_ONNX_TENSORPROTO_H

#include "llvm/Support/Error.h"
#include <cstdint>

namespace onnx {
class TensorProto;
} // namespace onnx

namespace mlir::extrema {

/// Checks that `tensor` is whole: an element type of 8 to 64 bits that the
/// dialect's operations know, extents that are not negative, and exactly as
/// many elements as they promise, in this message (not in another file).
/// Returns the size of its elements in bytes.
llvm::Expected<int64_t> checkTensorProto(const onnx::TensorProto &tensor);

/// Copies the elements of `tensor`, which passed `checkTensorProto`, to
/// `destination`: in row-major order, little-endian, floats as their bits.
void copyTensorElements(const onnx::TensorProto &tensor, char *destination);

} // namespace mlir::extrema

#endif // EXTREMA_TARGET_ONNX_TENSORPROTO_H
