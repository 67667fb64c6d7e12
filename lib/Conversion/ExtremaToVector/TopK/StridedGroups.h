//===- StridedGroups.h - Columns: groups, then their elements ---*- C++ -*-===//

#ifndef EXTREMA_LIB_CONVERSION_EXTREMATOVECTOR_TOPK_STRIDEDGROUPS_H
#define EXTREMA_LIB_CONVERSION_EXTREMATOVECTOR_TOPK_STRIDEDGROUPS_H

#include "TopKReduction.h"

namespace mlir::extrema {

/// Returns how many elements `buildStridedGroups` needs in a column.
int64_t getStridedGroupsMinimum(const TopKReduction &reduction, int64_t k);

/// Takes what `buildStridedTopK` takes, if columns have at least
/// `getStridedGroupsMinimum` elements.
void buildStridedGroups(KernelBuilder &b, const TopKReduction &reduction,
                        const View &view, int64_t lanes, int64_t k);

} // namespace mlir::extrema

#endif // EXTREMA_LIB_CONVERSION_EXTREMATOVECTOR_TOPK_STRIDEDGROUPS_H
