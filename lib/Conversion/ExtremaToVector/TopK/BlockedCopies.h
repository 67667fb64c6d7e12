//===- BlockedCopies.h - Any layout, copied to rows -------------*- C++ -*-===//

#ifndef EXTREMA_LIB_CONVERSION_EXTREMATOVECTOR_TOPK_BLOCKEDCOPIES_H
#define EXTREMA_LIB_CONVERSION_EXTREMATOVECTOR_TOPK_BLOCKEDCOPIES_H

#include "TopKReduction.h"

namespace mlir::extrema {

/// Any layout, with 1 <= k <= `tuning::copies::kMostResults`: blocks of columns
/// are copied to rows of unit stride, as long ones, which `buildRows` takes.
/// The reduced dimension has at least `getLongRowMinimum` elements.
void buildBlockedCopies(KernelBuilder &b, const TopKReduction &reduction,
                        const View &view, const BuildTopK &buildRows);

/// The same where the reduced dimension has fewer elements. Each column is
/// copied whole.
void buildShortCopies(KernelBuilder &b, const TopKReduction &reduction,
                      const View &view, const BuildTopK &buildRows);

} // namespace mlir::extrema

#endif // EXTREMA_LIB_CONVERSION_EXTREMATOVECTOR_TOPK_BLOCKEDCOPIES_H
