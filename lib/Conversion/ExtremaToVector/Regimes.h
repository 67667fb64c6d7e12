//===- Regimes.h - From where to where a strategy goes ----------*- C++ -*-===//
//
// What the tables of strategies (ArgReduce/Strategies.h, TopK/Strategies.h)
// have in common.
//
//===----------------------------------------------------------------------===//

#ifndef EXTREMA_LIB_CONVERSION_EXTREMATOVECTOR_REGIMES_H
#define EXTREMA_LIB_CONVERSION_EXTREMATOVECTOR_REGIMES_H

#include "KernelLanguage/KernelBuilder.h"

namespace mlir::extrema {

/// The largest number of elements, rows or results.
inline constexpr int64_t kAnyNumber = std::numeric_limits<int64_t>::max();

/// The numbers from `first` to `last`, both included; none if first > last.
struct Interval {
  int64_t first = 0;
  int64_t last = kAnyNumber;

  bool isEmpty() const { return first > last; }
  bool contains(Interval other) const {
    return first <= other.first && other.last <= last;
  }
};

/// Some operations that a strategy takes.
struct Regime {
  /// Elements of the reduced dimension.
  Interval extents;
  /// Results. This and `leastShare` are for topk_reduce alone.
  Interval results = {};
  /// Rows, or columns, beside one another: at least so many.
  int64_t leastLanes = 0;
  /// Of so many elements at least one is a result; 0 if that does not matter.
  int64_t leastShare = 0;
};

/// Whether `number`, which is in `assumed`, is in `interval`: an i1, a constant
/// where that is known.
Value isIn(KernelBuilder &b, Value number, Interval interval,
           Interval assumed = {});

} // namespace mlir::extrema

#endif // EXTREMA_LIB_CONVERSION_EXTREMATOVECTOR_REGIMES_H
