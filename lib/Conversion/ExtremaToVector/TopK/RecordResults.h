//===- RecordResults.h - Results of topk_reduce from records ----*- C++ -*-===//

#ifndef EXTREMA_LIB_CONVERSION_EXTREMATOVECTOR_TOPK_RECORDRESULTS_H
#define EXTREMA_LIB_CONVERSION_EXTREMATOVECTOR_TOPK_RECORDRESULTS_H

#include "TopKReduction.h"

#include "../Selection/Records.h"

namespace mlir::extrema {

/// Stores the elements of `number` records of `row`, from record `begin` on, as
/// results `first` and following of a row of results: a register of records at
/// a time where `to` has unit strides. Indices are the positions. Values are
/// made of the ranks, where these tell them, for their places in the row are
/// anywhere.
void storeRecords(KernelBuilder &b, const TopKReduction &reduction,
                  const RecordFormat &format, const Records &records,
                  Value begin, Value number, InputRow row, Destinations to,
                  Value first);

} // namespace mlir::extrema

#endif // EXTREMA_LIB_CONVERSION_EXTREMATOVECTOR_TOPK_RECORDRESULTS_H
