//===- Select.h - The k-th best and what reaches it -------------*- C++ -*-===//

#ifndef EXTREMA_LIB_CONVERSION_EXTREMATOVECTOR_SELECTION_SELECT_H
#define EXTREMA_LIB_CONVERSION_EXTREMATOVECTOR_SELECTION_SELECT_H

#include "Records.h"

namespace mlir::extrema {

/// A number that at least `k` of `size` signed integers reach, and no more than
/// `k + k/slack` unless they are the same number. `numbers` is a memref of one
/// dimension, `vectorType` a register of its elements, of which `size`, of type
/// `index`, is a multiple; 1 <= k <= size. Bisection between the extrema,
/// O(size * bits) in the worst case.
Value buildBound(KernelBuilder &b, Value numbers, VectorType vectorType,
                 Value size, Value k, int64_t slack = 8);

/// The least and the largest of `size` signed integers from `begin` on, at
/// least a register of them.
std::pair<Value, Value> buildExtrema(KernelBuilder &b, Value numbers,
                                     VectorType vectorType, Value begin,
                                     Value size);

/// Keeps the `k` best of `size` records, 1 <= k <= size, in the order in which
/// they were, at the front. Returns words that exactly those `k` reach.
SmallVector<Value> buildKeepBest(KernelBuilder &b, const Records &records,
                                 Value size, Value k);

/// Stores those of a register of records, its words given, where the mask
/// `isKept` is true, in their order, as records `count` and following. Returns
/// how many there are then.
Value buildAppend(KernelBuilder &b, const Records &records, ValueRange words,
                  Value isKept, Value count);

/// Sorts records: the best one comes first. Sorted, record i is at the place
/// that `getSortedPlace` tells. The memrefs must have room for
/// `getSortedCapacity` records.
/// K. E. Batcher, "Sorting networks and their applications", AFIPS 32 (1968):
/// the bitonic network, each lane of the registers a sequence of its own first,
/// so that only the last merges cross lanes. With `most`, no less than `size`,
/// the network is that of so many records, and the places are those of `most`.
void buildSort(KernelBuilder &b, const Records &records, Value size,
               Value most = {});
/// Whether the number of records is known and its network a short one, which
/// takes less code than that of any number.
bool isShortSort(VectorType vectorType, Value size);
/// Where the sorted record number `i` of `size` is.
Value getSortedPlace(KernelBuilder &b, const Records &records, Value size,
                     Value i);
/// Stores the sorted records, `size` of them, and some more, in their order as
/// records `begin` and following of `to`, for which there must be room for
/// `getSortedCapacity` records.
void storeSorted(KernelBuilder &b, const Records &records, Value size,
                 const Records &to, Value begin);
/// How much room the sort of `size` records needs, of type `index`.
Value getSortedCapacity(KernelBuilder &b, VectorType vectorType, Value size);

} // namespace mlir::extrema

#endif // EXTREMA_LIB_CONVERSION_EXTREMATOVECTOR_SELECTION_SELECT_H
