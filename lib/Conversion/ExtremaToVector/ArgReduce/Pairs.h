//===- Pairs.h - Rows whose elements bring their indices --------*- C++ -*-===//

#ifndef EXTREMA_LIB_CONVERSION_EXTREMATOVECTOR_ARGREDUCE_PAIRS_H
#define EXTREMA_LIB_CONVERSION_EXTREMATOVECTOR_ARGREDUCE_PAIRS_H

#include "ArgReduction.h"

namespace mlir::extrema {

/// Takes rows of unit stride with explicit indices and at least one element,
/// one at a time.
void buildRowsOfPairs(KernelBuilder &b, const ArgReduction &reduction,
                      const View &view);

} // namespace mlir::extrema

#endif // EXTREMA_LIB_CONVERSION_EXTREMATOVECTOR_ARGREDUCE_PAIRS_H
