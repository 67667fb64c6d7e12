//===- RadixSort.h - Sorting by the digits of a rank ------------*- C++ -*-===//

#ifndef EXTREMA_LIB_CONVERSION_EXTREMATOVECTOR_SELECTION_RADIXSORT_H
#define EXTREMA_LIB_CONVERSION_EXTREMATOVECTOR_SELECTION_RADIXSORT_H

#include "KernelBuilder.h"

namespace mlir::extrema {

/// Sorts records of one word (RecordFormat), whose upper half is a rank of
/// `rankBits` bits, by the rank's digits, the lowest first; equal ranks keep
/// their order. Digits are numbered from the best one on. O(size) whatever the
/// order. H. H. Seward, "Information sorting in the application of electronic
/// digital computers to business operations" (1954): counting sorts.
class RadixSort {
public:
  RadixSort(KernelBuilder &b, unsigned rankBits);

  /// The i32 that `counts` must have room for.
  int64_t getNumCounts() const { return numDigits * numValues(); }

  /// Ranks, a scalar or a vector, as numbers without a sign, the best one 0.
  Value createNumbers(Value ranks) const;

  /// How many low bits of a number lie below its highest digit.
  unsigned getHighestShift() const { return getShift(numDigits - 1); }
  unsigned getDigitBits() const { return digitBits; }

  /// The least word of those whose number, without the lowest `shift` bits, is
  /// less than `end`, at least 1; both are i64.
  Value createLeastWord(Value end, Value shift) const;

  /// Sorts the `size` records, at least one, at the front of `words`, a memref
  /// of i64, of which the records from `spare` on are memory to work in.
  /// Returns where the sorted records begin: at 0 or at `spare`.
  Value build(Value words, Value spare, Value counts, Value size) const;

private:
  int64_t numValues() const { return int64_t(1) << digitBits; }
  unsigned getDigitBits(unsigned digit) const {
    return digit == 0 ? rankBits - (numDigits - 1) * digitBits : digitBits;
  }
  unsigned getShift(unsigned digit) const {
    return digit == 0 ? 0 : getDigitBits(0) + (digit - 1) * digitBits;
  }
  /// Where the count of a word's digit is in `counts`.
  Value createPlace(Value word, unsigned digit) const;
  Value createFirstPlace(unsigned digit) const;

  KernelBuilder &b;
  unsigned rankBits, numDigits, digitBits;
};

} // namespace mlir::extrema

#endif // EXTREMA_LIB_CONVERSION_EXTREMATOVECTOR_SELECTION_RADIXSORT_H
