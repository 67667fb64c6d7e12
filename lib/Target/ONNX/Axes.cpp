//===- Axes.cpp - The dimensions that a node names --------------*- C++ -*-===//

#include "Axes.h"

#include "NodeImporter.h"
#include "SmallTensors.h"

using namespace mlir;
using namespace mlir::extrema;

FailureOr<int64_t> mlir::extrema::normalizeAxis(NodeImporter &node,
                                                int64_t axis, int64_t rank) {
  if (axis < -rank || axis >= rank)
    return node.emitError() << "axis " << axis << " is out of range [" << -rank
                            << ", " << rank - 1 << "]";
  return axis < 0 ? axis + rank : axis;
}

FailureOr<SmallVector<int64_t>> mlir::extrema::getAxes(NodeImporter &node,
                                                       int64_t rank) {
  SmallVector<int64_t> axes;
  if (std::optional<ArrayRef<int64_t>> given = node.getInts("axes")) {
    axes.assign(given->begin(), given->end());
  } else {
    FailureOr<SmallVector<int64_t>> constant = getConstantInts(node, 1, "axes");
    if (failed(constant))
      return failure();
    axes = *constant;
  }
  for (int64_t &axis : axes) {
    FailureOr<int64_t> normalized = normalizeAxis(node, axis, rank);
    if (failed(normalized))
      return failure();
    axis = *normalized;
  }
  llvm::sort(axes);
  if (llvm::adjacent_find(axes) != axes.end())
    return node.emitError() << "the axes name a dimension twice";
  return axes;
}
