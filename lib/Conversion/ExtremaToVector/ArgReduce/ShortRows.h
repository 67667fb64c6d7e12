//===- ShortRows.h - Many rows of few elements ------------------*- C++ -*-===//

#ifndef EXTREMA_LIB_CONVERSION_EXTREMATOVECTOR_ARGREDUCE_SHORTROWS_H
#define EXTREMA_LIB_CONVERSION_EXTREMATOVECTOR_ARGREDUCE_SHORTROWS_H

#include "ArgReduction.h"

namespace mlir::extrema {

/// Up to how many elements `buildShortRows` takes in a row; 0 if it is of no
/// use for the type or the target.
int64_t getShortRowLimit(const ArgReduction &reduction);

/// The least number of rows that `buildShortRows` takes, where it is of use.
int64_t getShortRowBatch(const ArgReduction &reduction);

/// Whether rows of `view` lie one after the other, and so do their results: a
/// matrix of identity layout (but for an offset), in the default memory space.
bool hasPackedRows(const View &view);

/// Takes packed rows. The number of elements in a row must be at least 2 and at
/// most `getShortRowLimit`, that of rows at least `getShortRowBatch`.
void buildShortRows(KernelBuilder &b, const ArgReduction &reduction,
                    const View &view);

} // namespace mlir::extrema

#endif // EXTREMA_LIB_CONVERSION_EXTREMATOVECTOR_ARGREDUCE_SHORTROWS_H
