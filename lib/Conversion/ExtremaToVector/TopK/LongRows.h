//===- LongRows.h - A threshold first, then candidates ----------*- C++ -*-===//

#ifndef EXTREMA_LIB_CONVERSION_EXTREMATOVECTOR_TOPK_LONGROWS_H
#define EXTREMA_LIB_CONVERSION_EXTREMATOVECTOR_TOPK_LONGROWS_H

#include "TopKReduction.h"

namespace mlir::extrema {

/// Returns how many elements `buildLongRows` needs in a row.
int64_t getLongRowMinimum(const TopKReduction &reduction);

/// Takes rows of unit stride, one at a time. A row has at least
/// `getLongRowMinimum` and less than 2^31 elements, and 1 <= k < 2^30. The
/// destinations may have any stride.
void buildLongRows(KernelBuilder &b, const TopKReduction &reduction,
                   const View &view);

} // namespace mlir::extrema

#endif // EXTREMA_LIB_CONVERSION_EXTREMATOVECTOR_TOPK_LONGROWS_H
