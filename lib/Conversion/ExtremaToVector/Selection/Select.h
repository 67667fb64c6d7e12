//===- Select.h - The k-th best and what reaches it -------------*- C++ -*-===//

#ifndef EXTREMA_LIB_CONVERSION_EXTREMATOVECTOR_SELECTION_SELECT_H
#define EXTREMA_LIB_CONVERSION_EXTREMATOVECTOR_SELECTION_SELECT_H

#include "Records.h"

namespace mlir::extrema {

/// Returns a number that at least `k` of `size` signed integers reach. At most
/// `k + k/slack` of them reach it, unless more of them are equal to it.
/// `numbers` is a memref of one dimension. `vectorType` is a register of its
/// elements. `size`, of type `index`, is a multiple of a register's elements,
/// and 1 <= k <= size. The method is bisection between the least and the
/// largest number: O(size * bits) in the worst case.
Value buildBound(KernelBuilder &b, Value numbers, VectorType vectorType,
                 Value size, Value k, int64_t slack = 8);

/// Returns the least and the largest of `size` signed integers from `begin` on.
/// `size` is at least a register's number of elements.
std::pair<Value, Value> buildExtrema(KernelBuilder &b, Value numbers,
                                     VectorType vectorType, Value begin,
                                     Value size);

/// Moves the `k` best of `size` records to the front, in the order in which
/// they were; 1 <= k <= size. Returns the words of a bound that exactly these
/// `k` records reach.
SmallVector<Value> buildKeepBest(KernelBuilder &b, const Records &records,
                                 Value size, Value k);

/// Appends records to the first `count` ones. `words` holds a register of
/// records. Those are appended whose lane is true in the mask `isKept`, in
/// their order. Returns how many records there are then.
Value buildAppend(KernelBuilder &b, const Records &records, ValueRange words,
                  Value isKept, Value count);

/// Sorts `size` records, the best one first. The sorted records do not lie one
/// after the other: record i is at the place that `getSortedPlace` tells. The
/// memrefs must have room for `getSortedCapacity` records.
///
/// The method is the bitonic network of K. E. Batcher, "Sorting networks and
/// their applications", AFIPS 32 (1968). First each lane of the registers is
/// sorted on its own. So only the last merges cross lanes.
///
/// With `most`, which is at least `size`, the network and the places are those
/// of `most` records.
void buildSort(KernelBuilder &b, const Records &records, Value size,
               Value most = {});
/// Returns whether the number of records is known and small enough for a
/// network of known size, which takes less code than the one for any number.
bool isShortSort(VectorType vectorType, Value size);
/// Returns where the sorted record number `i` of `size` is.
Value getSortedPlace(KernelBuilder &b, const Records &records, Value size,
                     Value i);
/// Copies the `size` sorted records in their order to `to`, from record `begin`
/// on. It may store more than `size` records. So `to` must have room for
/// `getSortedCapacity` records from `begin` on.
void storeSorted(KernelBuilder &b, const Records &records, Value size,
                 const Records &to, Value begin);
/// Returns for how many records the sort of `size` records needs room, as a
/// number of type `index`.
Value getSortedCapacity(KernelBuilder &b, VectorType vectorType, Value size);

} // namespace mlir::extrema

#endif // EXTREMA_LIB_CONVERSION_EXTREMATOVECTOR_SELECTION_SELECT_H
