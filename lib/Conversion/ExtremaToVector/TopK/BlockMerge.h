//===- BlockMerge.h - States merged with blocks of rows ---------*- C++ -*-===//

#ifndef EXTREMA_LIB_CONVERSION_EXTREMATOVECTOR_TOPK_BLOCKMERGE_H
#define EXTREMA_LIB_CONVERSION_EXTREMATOVECTOR_TOPK_BLOCKMERGE_H

#include "TopKReduction.h"

namespace mlir::extrema {

/// Accumulates by a strategy that knows nothing of states. `build` finds the
/// best elements of a block of rows, and each row is then merged with its state
/// (RowResults.h). `view` has the form that `build` takes, and at least one row
/// of at least `k` elements. A block is a matrix of some rows along the
/// dimension `batch`. It has at least `leastRows` rows, unless the view has
/// fewer.
void buildMergedBlocks(KernelBuilder &b, const TopKReduction &reduction,
                       const View &view, int64_t batch, int64_t leastRows,
                       int64_t k, const BuildTopK &build);

} // namespace mlir::extrema

#endif // EXTREMA_LIB_CONVERSION_EXTREMATOVECTOR_TOPK_BLOCKMERGE_H
