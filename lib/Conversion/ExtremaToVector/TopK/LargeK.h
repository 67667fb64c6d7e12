//===- LargeK.h - Rows of which many elements are results -------*- C++ -*-===//

#ifndef EXTREMA_LIB_CONVERSION_EXTREMATOVECTOR_TOPK_LARGEK_H
#define EXTREMA_LIB_CONVERSION_EXTREMATOVECTOR_TOPK_LARGEK_H

#include "TopKReduction.h"

namespace mlir::extrema {

/// Returns whether `buildLargeK` takes rows of `extent` elements and `k`
/// results. If it does, it is faster than `buildLongRows`. The answer is an i1,
/// or a constant where it is known.
Value isLargeK(KernelBuilder &b, const TopKReduction &reduction, Value extent,
               Value k);

/// Takes what `buildLongRows` takes, where `isLargeK` holds.
void buildLargeK(KernelBuilder &b, const TopKReduction &reduction,
                 const View &view);

} // namespace mlir::extrema

#endif // EXTREMA_LIB_CONVERSION_EXTREMATOVECTOR_TOPK_LARGEK_H
