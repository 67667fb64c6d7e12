//===- Parts.h - Parts of tensors, and elements -----------------*- C++ -*-===//

#ifndef EXTREMA_LIB_TARGET_ONNX_PARTS_H
#define EXTREMA_LIB_TARGET_ONNX_PARTS_H

#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Value.h"
#include "mlir/Support/LLVM.h"
#include "llvm/ADT/SmallVector.h"

namespace mlir::extrema {

class NodeImporter;

/// True if the type alone says that there are no elements. Upstream's verifiers
/// and folds refuse an offset in such a dimension, even 0, and groups of it and
/// dynamic dimensions: operations are built of what may have elements.
bool hasNoElements(RankedTensorType type);

/// A tensor of the i64 `sizes` whose elements are not set.
Value buildEmpty(NodeImporter &node, Type elementType, ArrayRef<Value> sizes);

/// The part of `tensor` that has the i64 `sizes`, begins at the i64 `offsets`
/// and has every `steps`-th element; without dimension `dropped`, the size of
/// which is 1. It must lie within `tensor`.
Value buildPart(NodeImporter &node, Value tensor, ArrayRef<Value> offsets,
                ArrayRef<Value> sizes, ArrayRef<int64_t> steps,
                std::optional<int64_t> dropped = std::nullopt);

/// The front of `tensor` of the i64 `sizes`, which are not above its own.
Value buildFront(NodeImporter &node, Value tensor, ArrayRef<Value> sizes);

/// The front of `tensor` that has at most the i64 sizes `limits`, which may
/// have leading dimensions more. Sizes that are known to be 1 stay, to be
/// broadcast.
Value buildLimited(NodeImporter &node, Value tensor, ArrayRef<Value> limits);

/// The element of the vector `data` at the i64 `place` if the i1 `holds`, which
/// must imply that there is one; else 0.
Value buildElementIf(NodeImporter &node, Value holds, Value data, Value place);

} // namespace mlir::extrema

#endif // EXTREMA_LIB_TARGET_ONNX_PARTS_H
