//===- RadixSort.h - Sorting by digits, then by networks --------*- C++ -*-===//

#ifndef EXTREMA_LIB_CONVERSION_EXTREMATOVECTOR_SELECTION_RADIXSORT_H
#define EXTREMA_LIB_CONVERSION_EXTREMATOVECTOR_SELECTION_RADIXSORT_H

#include "Records.h"

namespace mlir::extrema {

/// Sorts many records: they are distributed by the highest digit in which they
/// differ, and what has neighbouring digits is sorted by a network once it is
/// little enough, or else distributed again. O(size) for each digit that a rank
/// has, whatever the order. P. Hildebrandt, H. Isbitz, "Radix Exchange: An
/// Internal Sorting Method for Digital Computers", JACM 6 (1959): from the
/// highest digit on; H. H. Seward, "Information sorting in the application of
/// electronic digital computers to business operations" (1954): by counting.
///
/// The memory, all of which the caller allocates:
///
///   records   three parts: `capacity` records to be sorted, as many to move
///             them to, and `runSize` for a sorted run; and padding
///   run       `runSize` records and padding
///   counts    i32, `tuning::sorting::kDigits` of them
///   pending   `index`, getNumPending of them
struct RadixSort {
  Records records, run;
  Value counts, pending;
  /// How many records may be sorted at most, a multiple of `runSize`.
  Value capacity;
  /// How many of a word's lowest bits are no part of the rank. Records whose
  /// ranks are the same must come in their order.
  int64_t positionBits;

  /// Records that a network sorts: they should fit into the first cache twice.
  int64_t runSize;

  Value getNumRecords(KernelBuilder &b) const;
  Value getNumPending(KernelBuilder &b) const;

  /// Sorts the first `size` records, at least one, as far as that tells the
  /// first `wanted`, at least one. Builds `take(begin, first, number)` once: it
  /// is run for each run of `number` sorted records, which are those from
  /// `begin` on in the memrefs and from `first` on in the sorted order.
  void build(KernelBuilder &b, Value size, Value wanted,
             function_ref<void(Value, Value, Value)> take) const;
};

} // namespace mlir::extrema

#endif // EXTREMA_LIB_CONVERSION_EXTREMATOVECTOR_SELECTION_RADIXSORT_H
