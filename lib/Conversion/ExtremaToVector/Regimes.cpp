//===- Regimes.cpp - From where to where a strategy goes ------------------===//

#include "Regimes.h"

using namespace mlir;
using namespace mlir::extrema;

Value mlir::extrema::isIn(KernelBuilder &b, Value number, Interval interval,
                          Interval assumed) {
  assert(interval.first >= 0 && "a range of negative numbers");
  if (interval.contains(assumed))
    return b.truth(true);
  // The width of an empty range would count as a very large one.
  if (interval.isEmpty())
    return b.truth(false);
  // As one unsigned comparison.
  return b.atMostUnsigned(b.sub(number, interval.first),
                          interval.last - interval.first);
}
