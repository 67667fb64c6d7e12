//===- LongRows.h - One row at a time ---------------------------*- C++ -*-===//

#ifndef EXTREMA_LIB_CONVERSION_EXTREMATOVECTOR_ARGREDUCE_LONGROWS_H
#define EXTREMA_LIB_CONVERSION_EXTREMATOVECTOR_ARGREDUCE_LONGROWS_H

#include "ArgReduction.h"

namespace mlir::extrema {

/// The position (type `index`) of the best element of `row`, a memref of one
/// dimension and unit stride of any offset with at least one element.
Value buildLongRow(KernelBuilder &b, const ArgReduction &reduction, Value row);

} // namespace mlir::extrema

#endif // EXTREMA_LIB_CONVERSION_EXTREMATOVECTOR_ARGREDUCE_LONGROWS_H
