//===- Strided.h - Columns, of which each row is inserted -------*- C++ -*-===//

#ifndef EXTREMA_LIB_CONVERSION_EXTREMATOVECTOR_TOPK_STRIDED_H
#define EXTREMA_LIB_CONVERSION_EXTREMATOVECTOR_TOPK_STRIDED_H

#include "TopKReduction.h"

namespace mlir::extrema {

/// Returns the largest k that `buildStridedTopK` takes. There k must be static.
int64_t getStridedTopKLimit(const TopKReduction &reduction);

/// Returns how many columns `buildStridedTopK` needs.
int64_t getStridedTopKColumns(const TopKReduction &reduction);

/// Takes columns. The dimension `lanes` has unit stride in every memref, and at
/// least `getStridedTopKColumns` elements. The reduced dimension has another
/// stride, and at least `k` and less than 2^31 elements. `k` is at most
/// `getStridedTopKLimit`.
void buildStridedTopK(KernelBuilder &b, const TopKReduction &reduction,
                      const View &view, int64_t lanes, int64_t k);

} // namespace mlir::extrema

#endif // EXTREMA_LIB_CONVERSION_EXTREMATOVECTOR_TOPK_STRIDED_H
