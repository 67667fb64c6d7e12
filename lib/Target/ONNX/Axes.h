//===- Axes.h - The dimensions that a node names ----------------*- C++ -*-===//

#ifndef EXTREMA_LIB_TARGET_ONNX_AXES_H
#define EXTREMA_LIB_TARGET_ONNX_AXES_H

#include "mlir/Support/LLVM.h"
#include "llvm/ADT/SmallVector.h"

namespace mlir::extrema {

class NodeImporter;

/// `axis` from the front. Fails with a message if it is no dimension of `rank`.
FailureOr<int64_t> normalizeAxis(NodeImporter &node, int64_t axis,
                                 int64_t rank);

/// The axes that the node gives, as an attribute or input 1, from the front and
/// in ascending order. Fails with a message if they are no distinct dimensions
/// of `rank`, or no constants of the model.
FailureOr<SmallVector<int64_t>> getAxes(NodeImporter &node, int64_t rank);

} // namespace mlir::extrema

#endif // EXTREMA_LIB_TARGET_ONNX_AXES_H
