//===- Order.h - How the pairs of a reduction are ordered -------*- C++ -*-===//
//
// What a `Kind` means, asked of one place. Conversion/Common/ElementOrder.h
// turns it into IR.
//
//===----------------------------------------------------------------------===//

#ifndef EXTREMA_DIALECT_EXTREMA_IR_ORDER_H
#define EXTREMA_DIALECT_EXTREMA_IR_ORDER_H

#include "mlir/IR/BuiltinAttributes.h"

#include "extrema/Dialect/Extrema/IR/ExtremaEnums.h.inc"

namespace mlir::extrema {

/// Which of two equal values is the better one: the one with the lower index or
/// the one with the higher.
enum class Tie { First, Last };

/// True for the kinds that order floats.
bool isFloatKind(Kind kind);

/// True for the kinds that order integers by their unsigned value.
bool isUnsignedKind(Kind kind);

/// True for the kinds whose better value is the larger one.
bool isMaxKind(Kind kind);

/// True for the float kinds that find a NaN better than every number; the other
/// float kinds find it worse than every number.
bool isNanBest(Kind kind);

/// True if `kind` orders elements of `elementType`: floats or integers. The
/// signedness of an integer type does not matter.
bool isKindOfType(Kind kind, Type elementType);

/// The worst value of `elementType` under `kind`, -inf, +inf, a NaN or the
/// type's limit, as an attribute of that type. `isKindOfType` must hold.
TypedAttr getIdentityValue(Kind kind, Type elementType);

/// The worst index of `indexType` (a signless integer or `index`, the latter
/// taken as 64 bits wide) under `tie`: its signed maximum, or -1.
TypedAttr getIdentityIndex(Tie tie, Type indexType);

/// The largest extent whose positions the signed range of `indexType` numbers;
/// the largest int64_t where that is not less.
int64_t getLargestExtent(Type indexType);

} // namespace mlir::extrema

#endif // EXTREMA_DIALECT_EXTREMA_IR_ORDER_H
