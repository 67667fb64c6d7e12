//===- RecordResults.h - Results of topk_reduce from records ----*- C++ -*-===//

#ifndef EXTREMA_LIB_CONVERSION_EXTREMATOVECTOR_TOPK_RECORDRESULTS_H
#define EXTREMA_LIB_CONVERSION_EXTREMATOVECTOR_TOPK_RECORDRESULTS_H

#include "TopKReduction.h"

#include "../Selection/Records.h"

namespace mlir::extrema {

/// Stores the elements of `number` records of `row`, from record `begin` on, as
/// results `first` and following of a row of results. If `to` has unit strides
/// and positions are the indices, it stores a register of results at a time.
/// Values are then made of the ranks where these tell them, since loading them
/// from all over the row would take longer.
void storeRecords(KernelBuilder &b, const TopKReduction &reduction,
                  const RecordFormat &format, const Records &records,
                  Value begin, Value number, InputRow row, Destinations to,
                  Value first);

} // namespace mlir::extrema

#endif // EXTREMA_LIB_CONVERSION_EXTREMATOVECTOR_TOPK_RECORDRESULTS_H
