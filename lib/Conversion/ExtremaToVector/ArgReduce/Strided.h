//===- Strided.h - Lanes are columns ----------------------------*- C++ -*-===//

#ifndef EXTREMA_LIB_CONVERSION_EXTREMATOVECTOR_ARGREDUCE_STRIDED_H
#define EXTREMA_LIB_CONVERSION_EXTREMATOVECTOR_ARGREDUCE_STRIDED_H

#include "ArgReduction.h"

namespace mlir::extrema {

/// Takes columns with at least 1 and at most 2^31 - 1 elements, with or without
/// explicit indices. A dimension of them (findLanes) has unit stride in every
/// memref.
void buildColumns(KernelBuilder &b, const ArgReduction &reduction,
                  const View &view);

} // namespace mlir::extrema

#endif // EXTREMA_LIB_CONVERSION_EXTREMATOVECTOR_ARGREDUCE_STRIDED_H
