//===- OrderMatcher.h - Which order a region picks by -----------*- C++ -*-===//

#ifndef EXTREMA_LIB_CONVERSION_LINALGTOEXTREMA_ORDERMATCHER_H
#define EXTREMA_LIB_CONVERSION_LINALGTOEXTREMA_ORDERMATCHER_H

#include "BodyEvaluator.h"

#include "extrema/Conversion/LinalgToExtrema/LinalgToExtrema.h"
#include "extrema/Dialect/Extrema/IR/Order.h"
#include "mlir/IR/Attributes.h"

#include <string>

namespace mlir::extrema {

/// A reduction over pairs whose order is asked for.
struct OrderQuery {
  const BodyRoles &roles;
  Type elementType;
  /// The extent of the reduced dimension, or ShapedType::kDynamic.
  int64_t extent;
  /// What the destinations hold before, where it is the same everywhere and
  /// known: a FloatAttr or IntegerAttr, else null.
  Attribute initialValue, initialIndex;
};

/// The order found.
struct OrderMatch {
  Kind kind;
  Tie tie;
  /// The value that the region keeps can differ in its bits from the element at
  /// the index: in the sign of a zero, in a NaN's payload.
  bool valueDeviates;
  /// What the destinations hold changes no result: they can be overwritten.
  bool initialPairIsNeutral;
};

/// The order by which the region's answer is, in every case that can come
/// about, that of `extrema.arg_reduce` with `accumulate`; if there is none,
/// `reason` says in which case the nearest one differs.
FailureOr<OrderMatch> matchOrder(const OrderQuery &query, NanPolicy policy,
                                 std::string &reason);

} // namespace mlir::extrema

#endif // EXTREMA_LIB_CONVERSION_LINALGTOEXTREMA_ORDERMATCHER_H
