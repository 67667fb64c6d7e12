//===- Strided.h - Lanes are columns ----------------------------*- C++ -*-===//

#ifndef EXTREMA_LIB_CONVERSION_EXTREMATOVECTOR_ARGREDUCE_STRIDED_H
#define EXTREMA_LIB_CONVERSION_EXTREMATOVECTOR_ARGREDUCE_STRIDED_H

#include "ArgReduction.h"

namespace mlir::extrema {

/// Memrefs of two dimensions whose last one has unit stride, and whose first
/// one has at least 1 and at most 2^31 - 1 elements.
struct ColumnInputs {
  Value values;
  /// The explicit indices, or null.
  Value indices;
};

/// Reduces each column of `columns`.
void buildStrided(KernelBuilder &b, const ArgReduction &reduction,
                  const ColumnInputs &columns, LaneDestinations destinations);

} // namespace mlir::extrema

#endif // EXTREMA_LIB_CONVERSION_EXTREMATOVECTOR_ARGREDUCE_STRIDED_H
