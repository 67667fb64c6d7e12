//===- ArgReduction.h - An arg reduction in a linalg operation --*- C++ -*-===//

#ifndef EXTREMA_LIB_CONVERSION_LINALGTOEXTREMA_ARGREDUCTION_H
#define EXTREMA_LIB_CONVERSION_LINALGTOEXTREMA_ARGREDUCTION_H

#include "OrderMatcher.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace mlir::extrema {

/// A linalg operation that reduces one dimension to its best (value, index)
/// pair.
struct ArgReductionMatch {
  linalg::LinalgOp op;
  /// The results that are the value and the index, and whether anyone uses
  /// them.
  unsigned valueResult, indexResult;
  bool usesValue, usesIndex;
  /// The reduced loop.
  unsigned loop;
  /// What is compared: a value of the region that the accumulator has no part
  /// in.
  Value element;
  OrderMatch order;
};

/// How a value in the body of a linalg operation is computed.
struct BodySlice {
  BodySlice(linalg::LinalgOp op, Value value);

  /// The operations that compute it, in order.
  SmallVector<Operation *> ops;
  /// All values that it depends on, and itself.
  llvm::SmallDenseSet<Value> values;
};

/// Reads `op` as an arg reduction. On failure, `reason` is as for
/// `raiseToArgReduce`.
FailureOr<ArgReductionMatch>
matchArgReduction(linalg::LinalgOp op, NanPolicy policy, std::string &reason);

} // namespace mlir::extrema

#endif // EXTREMA_LIB_CONVERSION_LINALGTOEXTREMA_ARGREDUCTION_H
