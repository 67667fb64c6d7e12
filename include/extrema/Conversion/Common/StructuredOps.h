//===- StructuredOps.h - What their lowerings have in common ----*- C++ -*-===//

#ifndef EXTREMA_CONVERSION_COMMON_STRUCTUREDOPS_H
#define EXTREMA_CONVERSION_COMMON_STRUCTUREDOPS_H

#include "extrema/Dialect/Extrema/IR/Extrema.h"

namespace mlir::extrema {

/// True if `op`, a structured operation, orders floats or signless integers:
/// arithmetic takes no others.
bool hasSignlessElements(DestinationStyleOpInterface op);

/// Emits an error at `op` if that is not so.
LogicalResult verifySignlessElements(DestinationStyleOpInterface op);

/// The index, of type `indexType`, of the element at `position`: the position,
/// plus `indexBase` unless that is null.
Value createIndexOfPosition(OpBuilder &builder, Location loc, Value position,
                            Value indexBase, Type indexType);

/// The extent of `memref` along `dimension`, of type `index`.
Value createExtent(OpBuilder &builder, Location loc, Value memref,
                   int64_t dimension);

} // namespace mlir::extrema

#endif // EXTREMA_CONVERSION_COMMON_STRUCTUREDOPS_H
