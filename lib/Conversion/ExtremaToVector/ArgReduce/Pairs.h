//===- Pairs.h - Rows whose elements bring their indices --------*- C++ -*-===//

#ifndef EXTREMA_LIB_CONVERSION_EXTREMATOVECTOR_ARGREDUCE_PAIRS_H
#define EXTREMA_LIB_CONVERSION_EXTREMATOVECTOR_ARGREDUCE_PAIRS_H

#include "ArgReduction.h"

namespace mlir::extrema {

/// The best pair of a row with explicit indices: `values` and `indices` are
/// memrefs of one dimension and unit stride with at least one element.
Element buildRowOfPairs(KernelBuilder &b, const ArgReduction &reduction,
                        Value values, Value indices);

} // namespace mlir::extrema

#endif // EXTREMA_LIB_CONVERSION_EXTREMATOVECTOR_ARGREDUCE_PAIRS_H
