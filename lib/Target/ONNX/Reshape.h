//===- Reshape.h - The same elements in another shape -----------*- C++ -*-===//

#ifndef EXTREMA_LIB_TARGET_ONNX_RESHAPE_H
#define EXTREMA_LIB_TARGET_ONNX_RESHAPE_H

#include "mlir/IR/Builders.h"

namespace mlir::extrema {

class NodeImporter;

/// Gives `data` the `sizes`, i64 values that must hold as many elements.
Value buildReshape(NodeImporter &node, Value data, ArrayRef<Value> sizes);

/// The same where only the program knows whether the i1 `holds`, which must
/// imply that `sizes` hold as many elements: it fails if not, saying `rule`,
/// and goes on with no elements, or with 0 if there are no `sizes`. The first
/// size is dynamic, or 0.
FailureOr<Value> buildCheckedReshape(NodeImporter &node, Value data,
                                     ArrayRef<Value> sizes, Value holds,
                                     const llvm::Twine &rule);

/// Imports Reshape's own rules. `wanted` holds i64 values: sizes, -1 for the
/// one that follows from the others, and 0 for that of the data, unless
/// `allowZero`.
FailureOr<Value> buildReshapeByRules(NodeImporter &node, Value data,
                                     ArrayRef<Value> wanted, bool allowZero);

} // namespace mlir::extrema

#endif // EXTREMA_LIB_TARGET_ONNX_RESHAPE_H
