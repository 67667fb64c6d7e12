//===- NanPolicy.h - What raising owes rows with NaNs -----------*- C++ -*-===//

#ifndef EXTREMA_CONVERSION_COMMON_NANPOLICY_H
#define EXTREMA_CONVERSION_COMMON_NANPOLICY_H

namespace mlir::extrema {

/// What a raised reduction of floats has to answer on rows with NaNs.
enum class NanPolicy {
  /// What the linalg operation answers.
  Exact,
  /// Anything: the user vouches that no input holds a NaN.
  None,
  /// What the front-end means: where the region fits no order on NaNs, a NaN is
  /// better than every number; and the value result is the element at the
  /// index, also where the region may keep a zero of the other sign.
  Source
};

} // namespace mlir::extrema

#endif // EXTREMA_CONVERSION_COMMON_NANPOLICY_H
