//===- SingleElements.h - Rows of one element -------------------*- C++ -*-===//

#ifndef EXTREMA_LIB_CONVERSION_EXTREMATOVECTOR_ARGREDUCE_SINGLEELEMENTS_H
#define EXTREMA_LIB_CONVERSION_EXTREMATOVECTOR_ARGREDUCE_SINGLEELEMENTS_H

#include "ArgReduction.h"

namespace mlir::extrema {

/// Takes rows of one element. It only copies them.
void buildSingleElements(KernelBuilder &b, const ArgReduction &reduction,
                         const View &view);

} // namespace mlir::extrema

#endif // EXTREMA_LIB_CONVERSION_EXTREMATOVECTOR_ARGREDUCE_SINGLEELEMENTS_H
