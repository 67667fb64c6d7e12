//===- MediumRows.h - Groups first, then their elements ---------*- C++ -*-===//

#ifndef EXTREMA_LIB_CONVERSION_EXTREMATOVECTOR_TOPK_MEDIUMROWS_H
#define EXTREMA_LIB_CONVERSION_EXTREMATOVECTOR_TOPK_MEDIUMROWS_H

#include "TopKReduction.h"

namespace mlir::extrema {

/// Returns how many elements `buildMediumTopKRows` needs in a row. If it does
/// not take `k` results, this is more than any row has.
int64_t getMediumTopKRowMinimum(const TopKReduction &reduction, int64_t k);

/// Returns up to how many elements in a row `buildMediumTopKRows` is the
/// fastest strategy, if there is a batch of rows.
int64_t getMediumTopKRowLimit(const TopKReduction &reduction);

/// Takes rows of unit stride, by batches, and sorts few of their elements. If
/// the extent is unknown, it also takes what `buildShortTopKRows` takes.
void buildMediumTopKRows(KernelBuilder &b, const TopKReduction &reduction,
                         const View &view, int64_t k);

} // namespace mlir::extrema

#endif // EXTREMA_LIB_CONVERSION_EXTREMATOVECTOR_TOPK_MEDIUMROWS_H
