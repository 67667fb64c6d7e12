//===- ShortRows.h - Many rows of few elements ------------------*- C++ -*-===//

#ifndef EXTREMA_LIB_CONVERSION_EXTREMATOVECTOR_TOPK_SHORTROWS_H
#define EXTREMA_LIB_CONVERSION_EXTREMATOVECTOR_TOPK_SHORTROWS_H

#include "TopKReduction.h"

namespace mlir::extrema {

/// Returns how many elements `buildShortTopKRows` needs in a row.
int64_t getShortTopKRowMinimum(const TopKReduction &reduction, int64_t k);

/// Takes rows of unit stride, by batches. It sorts all elements, so it is for
/// rows of few elements.
void buildShortTopKRows(KernelBuilder &b, const TopKReduction &reduction,
                        const View &view, int64_t k);

} // namespace mlir::extrema

#endif // EXTREMA_LIB_CONVERSION_EXTREMATOVECTOR_TOPK_SHORTROWS_H
