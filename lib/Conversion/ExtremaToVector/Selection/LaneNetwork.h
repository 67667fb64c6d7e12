//===- LaneNetwork.h - Sorting within the lanes of registers ----*- C++ -*-===//

#ifndef EXTREMA_LIB_CONVERSION_EXTREMATOVECTOR_SELECTION_LANENETWORK_H
#define EXTREMA_LIB_CONVERSION_EXTREMATOVECTOR_SELECTION_LANENETWORK_H

#include "../KernelLanguage/KernelBuilder.h"

namespace mlir::extrema {

/// A vector of records (LaneRecords.h): for each of their words a vector.
using RecordVector = SmallVector<Value>;

/// Sorts the records of each lane by themselves: the best ones come first. A
/// power of two of vectors. K. E. Batcher, "Sorting networks and their
/// applications", AFIPS 32 (1968): odd-even merges, 19 exchanges of 8 vectors,
/// 63 of 16.
void sortLanes(KernelBuilder &b, MutableArrayRef<RecordVector> records);

/// Puts the best records of two sequences, both sorted lane by lane, into
/// `best`, sorted: a power of two of vectors; the others may be fewer, as if
/// the rest of them were worse than all. The first step of a bitonic merge
/// leaves the better half of all, the others sort it.
void mergeBestOfLanes(KernelBuilder &b, MutableArrayRef<RecordVector> best,
                      ArrayRef<RecordVector> others);

} // namespace mlir::extrema

#endif // EXTREMA_LIB_CONVERSION_EXTREMATOVECTOR_SELECTION_LANENETWORK_H
