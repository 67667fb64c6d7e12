//===- ResultSizes.h - How large value operations' results are --*- C++ -*-===//

#ifndef EXTREMA_DIALECT_EXTREMA_TRANSFORMS_RESULTSIZES_H
#define EXTREMA_DIALECT_EXTREMA_TRANSFORMS_RESULTSIZES_H

#include "extrema/Dialect/Extrema/IR/Extrema.h"

#include "mlir/IR/OpDefinition.h"

namespace mlir::extrema {

/// The extents of the results of `op`, whose input must be ranked; all its
/// results have one shape. An extent is what a result states, an attribute;
/// else the input's, or `k` as an index. Makes IR at the builder's insertion
/// point.
SmallVector<OpFoldResult> getResultSizes(OpBuilder &builder, Location loc,
                                         ArgMinOp op);
SmallVector<OpFoldResult> getResultSizes(OpBuilder &builder, Location loc,
                                         ArgMaxOp op);
SmallVector<OpFoldResult> getResultSizes(OpBuilder &builder, Location loc,
                                         TopKOp op);

} // namespace mlir::extrema

#endif // EXTREMA_DIALECT_EXTREMA_TRANSFORMS_RESULTSIZES_H
