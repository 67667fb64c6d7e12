//===- TensorSlices.h - Gather and Slice of whole tensors -------*- C++ -*-===//

#ifndef EXTREMA_LIB_TARGET_ONNX_TENSORSLICES_H
#define EXTREMA_LIB_TARGET_ONNX_TENSORSLICES_H

#include "mlir/IR/Value.h"
#include "mlir/Support/LLVM.h"
#include "llvm/ADT/SmallVector.h"

namespace mlir::extrema {

class NodeImporter;

/// Imports a Gather that takes one place, which is a constant of the model,
/// along its axis.
LogicalResult importTensorGather(NodeImporter &node);

/// What is taken along a dimension: i64 values as ONNX has them, negative ones
/// from the end, and a step of at least 1.
struct DimensionSlice {
  int64_t axis;
  Value start, end;
  int64_t step;
};

/// Imports a Slice of the dimensions of `slices`, which are distinct.
LogicalResult importTensorSlice(NodeImporter &node,
                                ArrayRef<DimensionSlice> slices);

} // namespace mlir::extrema

#endif // EXTREMA_LIB_TARGET_ONNX_TENSORSLICES_H
