//===- CompareArrays.h - Equality of results --------------------*- C++ -*-===//

#ifndef EXTREMA_EXECUTION_COMPAREARRAYS_H
#define EXTREMA_EXECUTION_COMPAREARRAYS_H

#include "extrema/Execution/Array.h"

#include <optional>
#include <string>

namespace mlir::extrema {

/// How `got` differs from `wanted` in element type, shape or elements, for a
/// message; none if it does not. Elements are equal if their bits are, and all
/// NaNs are equal.
std::optional<std::string> describeDifference(const Array &wanted,
                                              const Array &got);

/// Puts what `arrays`, all of one shape, hold at each position along `axis`
/// into an order that depends only on which tuples there are: for results whose
/// order is left open.
void sortTuples(MutableArrayRef<Array> arrays, int64_t axis);

} // namespace mlir::extrema

#endif // EXTREMA_EXECUTION_COMPAREARRAYS_H
