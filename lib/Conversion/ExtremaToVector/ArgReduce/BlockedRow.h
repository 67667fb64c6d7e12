//===- BlockedRow.h - The best block, then the element in it ----*- C++ -*-===//

#ifndef EXTREMA_LIB_CONVERSION_EXTREMATOVECTOR_ARGREDUCE_BLOCKEDROW_H
#define EXTREMA_LIB_CONVERSION_EXTREMATOVECTOR_ARGREDUCE_BLOCKEDROW_H

#include "RowKeys.h"

namespace mlir::extrema {

/// The position of the best element of a row that has at least as many elements
/// as `numRegisters` registers, by which it is read.
Value buildBlockedRow(const RowKeys &row, int64_t numRegisters);

} // namespace mlir::extrema

#endif // EXTREMA_LIB_CONVERSION_EXTREMATOVECTOR_ARGREDUCE_BLOCKEDROW_H
