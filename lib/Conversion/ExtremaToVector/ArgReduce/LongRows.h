//===- LongRows.h - One row at a time ---------------------------*- C++ -*-===//

#ifndef EXTREMA_LIB_CONVERSION_EXTREMATOVECTOR_ARGREDUCE_LONGROWS_H
#define EXTREMA_LIB_CONVERSION_EXTREMATOVECTOR_ARGREDUCE_LONGROWS_H

#include "ArgReduction.h"

namespace mlir::extrema {

/// Takes rows of unit stride with at least one element, one at a time.
void buildLongRows(KernelBuilder &b, const ArgReduction &reduction,
                   const View &view);

} // namespace mlir::extrema

#endif // EXTREMA_LIB_CONVERSION_EXTREMATOVECTOR_ARGREDUCE_LONGROWS_H
