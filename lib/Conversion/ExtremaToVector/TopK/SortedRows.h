//===- SortedRows.h - One short row at a time, sorted -----------*- C++ -*-===//

#ifndef EXTREMA_LIB_CONVERSION_EXTREMATOVECTOR_TOPK_SORTEDROWS_H
#define EXTREMA_LIB_CONVERSION_EXTREMATOVECTOR_TOPK_SORTEDROWS_H

#include "TopKReduction.h"

namespace mlir::extrema {

/// Returns how many elements `buildSortedRows` needs in a row.
int64_t getSortedRowMinimum(const TopKReduction &reduction);

/// Takes rows of unit stride, one at a time. A row has at least
/// `getSortedRowMinimum` and less than `getLongRowMinimum` elements, and
/// 1 <= k. The destinations may have any stride.
void buildSortedRows(KernelBuilder &b, const TopKReduction &reduction,
                     const View &view);

} // namespace mlir::extrema

#endif // EXTREMA_LIB_CONVERSION_EXTREMATOVECTOR_TOPK_SORTEDROWS_H
