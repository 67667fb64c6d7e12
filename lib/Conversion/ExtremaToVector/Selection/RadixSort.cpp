//===- RadixSort.cpp - Sorting by the digits of a rank --------------------===//
//
// Only ranks have to be looked at: records lie in the order of their positions,
// which a stable sort keeps. All digits are counted in one pass, and a digit
// that is the same for all of the records takes no pass of its own.
//
//===----------------------------------------------------------------------===//

#include "RadixSort.h"

using namespace mlir;
using namespace mlir::extrema;
using arith::CmpIPredicate;
using Values = KernelBuilder::Values;

/// Bits of a digit: counts of 8 kB, and three digits in 32 bits.
static constexpr unsigned maxDigitBits = 11;

/// Where the rank begins in a word.
static constexpr unsigned rankShift = 32;

RadixSort::RadixSort(KernelBuilder &b, unsigned rankBits)
    : b(b), rankBits(rankBits),
      numDigits(llvm::divideCeil(rankBits, maxDigitBits)),
      digitBits(llvm::divideCeil(rankBits, numDigits)) {}

Value RadixSort::createNumbers(Value ranks) const {
  return b.bitXor(
      ranks, b.constant(ranks.getType(), APInt::getSignedMaxValue(rankBits)));
}

Value RadixSort::createLeastWord(Value end, Value shift) const {
  Type word = b.getI64Type();
  Value number = b.sub(b.shiftLeft(end, shift), b.constant(word, int64_t(1)));
  Value rank = createNumbers(b.castSigned(number, b.getIntegerType(rankBits)));
  return b.shiftLeft(b.castSigned(rank, word),
                     b.constant(word, int64_t(rankShift)));
}

Value RadixSort::createFirstPlace(unsigned digit) const {
  return b.index(digit * numValues());
}

Value RadixSort::createPlace(Value word, unsigned digit) const {
  auto constant = [&](APInt value) {
    return b.constant(word.getType(), value);
  };
  APInt best = APInt::getSignedMaxValue(rankBits).zext(64) << rankShift;
  Value value = b.bitXor(word, constant(best));
  value = b.shiftRight(value, constant(APInt(64, rankShift + getShift(digit))));
  value =
      b.bitAnd(value, constant(APInt::getLowBitsSet(64, getDigitBits(digit))));
  return b.add(b.castUnsigned(value, b.getIndexType()),
               createFirstPlace(digit));
}

Value RadixSort::build(Value words, Value spare, Value counts,
                       Value size) const {
  Type i32 = b.getI32Type();
  Value zero = b.index(0), one = b.constant(i32, int64_t(1));
  b.forLoop(zero, b.index(getNumCounts()), 1, [&](Value place) {
    b.store(b.constant(i32, int64_t(0)), counts, place);
  });
  b.forLoop(zero, size, 1, [&](Value i) {
    Value word = b.load(words, i);
    for (unsigned digit = 0; digit < numDigits; ++digit) {
      Value place = createPlace(word, digit);
      b.store(b.add(b.load(counts, place), one), counts, place);
    }
  });

  Value from = zero, to = spare;
  for (unsigned digit = 0; digit < numDigits; ++digit) {
    Value count = b.load(counts, createPlace(b.load(words, from), digit));
    Value differs =
        b.compare(CmpIPredicate::ne, count, b.castUnsigned(size, i32));
    Values moved = b.ifThen(
        differs,
        [&]() -> Values {
          // The counts become the places of the first record of each.
          Value first = createFirstPlace(digit);
          b.forLoop(first, b.add(first, b.index(numValues())), 1,
                    b.castUnsigned(to, i32),
                    [&](Value place, ValueRange state) -> Values {
                      Value count = b.load(counts, place);
                      b.store(state[0], counts, place);
                      return {b.add(state[0], count)};
                    });
          b.forLoop(from, b.add(from, size), 1, [&](Value i) {
            Value word = b.load(words, i);
            Value place = createPlace(word, digit);
            Value target = b.load(counts, place);
            b.store(word, words, b.castUnsigned(target, b.getIndexType()));
            b.store(b.add(target, one), counts, place);
          });
          return {to, from};
        },
        [&]() -> Values { return {from, to}; });
    from = moved[0];
    to = moved[1];
  }
  return from;
}
