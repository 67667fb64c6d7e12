//===- RadixSort.cpp - Sorting by digits, then by networks ----------------===//
//
// Distributing by all digits from the lowest one on moves every record three
// times through more memory than the first caches hold. From the highest one on
// one move is mostly enough, as the digits are those in which the records at
// hand differ; then each run is sorted in the first cache.
//
//===----------------------------------------------------------------------===//

#include "RadixSort.h"

#include "Select.h"

#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace mlir::extrema;
using namespace tuning::sorting;

Value RadixSort::getNumRecords(KernelBuilder &b) const {
  return b.add(b.mul(capacity, 2), runSize + tuning::records::kPadding);
}

/// Of two neighbours that are one run each, one of both is large, or they would
/// be one run.
Value RadixSort::getNumPending(KernelBuilder &b) const {
  Value numRuns = b.mul(b.divideUnsigned(capacity, runSize), 2);
  return b.mul(b.add(numRuns, 64), 2);
}

namespace {
/// What distributing records leaves: how many parts are pending, and how many
/// of the records are sorted.
struct Split {
  Value numPending, numSorted;
  auto carried() { return std::tie(numPending, numSorted); }
};

class Sorter {
public:
  Sorter(KernelBuilder &b, const RadixSort &sort)
      : b(b), sort(sort), records(sort.records),
        lanes(records.vectorType.getNumElements()) {}

  void build(Value size, Value wanted,
             function_ref<void(Value, Value, Value)> take);

private:
  Value createDigit(Value word, Value top, Value shift);
  void prefetch(Value i, Value top, Value shift);
  void distribute(Value from, Value to, Value size, Value top, Value shift);
  void push(Value begin, Value size, Value number);
  Value pushRuns(Value begin, Value size, Value number);
  Value getRunBegin() { return b.mul(sort.capacity, 2); }
  void sortRun(Value begin, Value size);
  Split split(Value begin, Value to, Value size, Value number);

  KernelBuilder &b;
  const RadixSort &sort;
  const Records &records;
  int64_t lanes;
};
} // namespace

/// Where the count of a word's digit is: the larger the word, the less.
Value Sorter::createDigit(Value word, Value top, Value shift) {
  return b.castUnsigned(b.shiftRight(b.sub(top, word), shift),
                        b.getIndexType());
}

/// Fetches where about record number `i` is going to be moved to.
void Sorter::prefetch(Value i, Value top, Value shift) {
  Value digit = createDigit(b.load(records.words.front(), i), top, shift);
  Value place = b.castUnsigned(b.load(sort.counts, digit), b.getIndexType());
  for (Value memref : records.words)
    memref::PrefetchOp::create(b, memref, place, /*isWrite=*/true,
                               /*localityHint=*/3, /*isDataCache=*/true);
}

/// Moves records to where they are in the order of their digits, those of the
/// same digit in their order. The counts become the places where they end.
void Sorter::distribute(Value from, Value to, Value size, Value top,
                        Value shift) {
  Type i32 = b.getI32Type();
  Value zero = b.index(0), one = b.constant(i32, int64_t(1));
  Value end = b.add(from, size), last = b.sub(end, 1);
  auto wide = VectorType::get({2 * lanes}, i32);
  b.forLoop(zero, kDigits, 2 * lanes, [&](Value digit) {
    b.store(b.constant(wide, int64_t(0)), sort.counts, digit);
  });
  b.forLoop(from, end, 1, [&](Value i) {
    Value word = b.load(records.words.front(), i);
    Value digit = createDigit(word, top, shift);
    b.store(b.add(b.load(sort.counts, digit), one), sort.counts, digit);
  });
  Value behind = b.forLoop(zero, kDigits, 1, b.castUnsigned(to, i32),
                           [&](Value digit, Value place) {
                             Value count = b.load(sort.counts, digit);
                             b.store(place, sort.counts, digit);
                             return b.add(place, count);
                           });
  b.invariant("RadixSort: digits do not count all records", [&] {
    return b.equal(b.castUnsigned(behind, b.getIndexType()), b.add(to, size));
  });
  b.forLoop(from, end, 1, [&](Value i) {
    SmallVector<Value> words = records.loadOne(b, i);
    prefetch(b.minSigned(b.add(i, kRecordsAhead), last), top, shift);
    Value digit = createDigit(words.front(), top, shift);
    Value place = b.load(sort.counts, digit);
    records.store(b, words, b.castUnsigned(place, b.getIndexType()));
    b.store(b.add(place, one), sort.counts, digit);
  });
}

void Sorter::push(Value begin, Value size, Value number) {
  Value place = b.mul(number, 2);
  b.store(begin, sort.pending, place);
  b.store(size, sort.pending, b.add(place, 1));
}

/// After `distribute`: pushes what has the same digit, or, as long as they are
/// no more than a run, neighbouring ones. Returns the new number of pending
/// parts.
Value Sorter::pushRuns(Value begin, Value size, Value number) {
  Value one = b.index(1);
  auto getEnd = [&](Value digit) {
    return b.castUnsigned(b.load(sort.counts, digit), b.getIndexType());
  };
  Value end = b.add(begin, size);
  /// Records up to `end`, of the digits before `digit`.
  struct Run {
    Value end, digit;
    auto carried() { return std::tie(end, digit); }
  };
  struct Pushed {
    Run run;
    Value number;
    auto carried() { return std::tie(run, number); }
  };
  return b
      .whileLoop(
          Pushed{{begin, b.index(0)}, number},
          [&](Pushed pushed) { return b.less(pushed.run.end, end); },
          [&](Pushed pushed) -> Pushed {
            Value first = pushed.run.end;
            Run run = b.whileLoop(
                Run{getEnd(pushed.run.digit), b.add(pushed.run.digit, one)},
                [&](Run run) {
                  // Behind the last digit, the last count is looked at again.
                  Value last = b.index(kDigits - 1);
                  Value nextEnd = getEnd(b.minSigned(run.digit, last));
                  Value isShort = b.atMost(b.sub(nextEnd, first), sort.runSize);
                  return b.bitAnd(isShort, b.less(run.end, end));
                },
                [&](Run run) -> Run {
                  return {getEnd(run.digit), b.add(run.digit, one)};
                });
            Value runSize = b.sub(run.end, first);
            push(first, runSize, pushed.number);
            Value isAny = b.less(0, runSize);
            return {run, b.add(pushed.number,
                               b.castUnsigned(isAny, b.getIndexType()))};
          })
      .number;
}

/// Sorts up to a run's number of records, from `begin` on, to the last part.
void Sorter::sortRun(Value begin, Value size) {
  b.forLoop(0, size, lanes, [&](Value i) {
    sort.run.store(b, records.load(b, b.add(begin, i)), i);
  });
  buildSort(b, sort.run, size);
  storeSorted(b, sort.run, size, records, getRunBegin());
}

/// Distributes records, at least a register of them, to `to` and pushes what
/// that makes of them. Returns the new number of pending parts, and how many of
/// the records are sorted: all or none.
Split Sorter::split(Value begin, Value to, Value size, Value number) {
  Type word = b.getI64Type();
  auto constant = [&](int64_t value) { return b.constant(word, value); };
  auto [least, largest] =
      buildExtrema(b, records.words.front(), records.vectorType, begin, size);
  Value ones = b.constant(word, APInt::getLowBitsSet(64, sort.positionBits));
  Value top = b.bitOr(largest, ones);
  Value range = b.sub(top, least);
  // If all ranks are the same, they are sorted: by their positions.
  Value isSorted = b.atMostUnsigned(range, ones);
  return b.ifThen(
      isSorted, [&]() -> Split { return {number, size}; },
      [&]() -> Split {
        // As many of the highest bits as there are counts for.
        Value zeros = math::CountLeadingZerosOp::create(b, range);
        int64_t unused = 64 - llvm::Log2_64(kDigits);
        Value shift = b.maxSigned(b.sub(constant(unused), zeros), constant(0));
        distribute(begin, to, size, top, shift);
        return {pushRuns(to, size, number), b.index(0)};
      });
}

void Sorter::build(Value size, Value wanted,
                   function_ref<void(Value, Value, Value)> take) {
  Value zero = b.index(0), one = b.index(1);
  b.invariant("RadixSort: more records than the capacity",
              [&] { return b.atMost(size, sort.capacity); });
  push(zero, size, zero);
  /// Where `size` sorted records begin.
  struct Sorted {
    Value numPending, begin, size;
    auto carried() { return std::tie(numPending, begin, size); }
  };
  b.whileLoop(
      one, [&](Value numPending) { return b.less(zero, numPending); },
      [&](Value numPending) {
        Value number = b.sub(numPending, one), place = b.mul(number, 2);
        Value begin = b.load(sort.pending, place);
        Value size = b.load(sort.pending, b.add(place, one));
        Value isMoved = b.atLeast(begin, sort.capacity);
        Value first = b.select(isMoved, b.sub(begin, sort.capacity), begin);
        Value other = b.select(isMoved, first, b.add(begin, sort.capacity));
        Sorted sorted = b.ifThen(
            b.atMost(size, sort.runSize),
            [&]() -> Sorted {
              sortRun(begin, size);
              return {number, getRunBegin(), size};
            },
            [&]() -> Sorted {
              Split parts = split(begin, other, size, number);
              return {parts.numPending, begin, parts.numSorted};
            });
        b.invariantOfNeighbours("RadixSort: a part is not sorted", sorted.begin,
                                sorted.size, [&](Value before, Value behind) {
                                  return isInOrder(b, records, before, behind);
                                });
        Value left = b.maxSigned(b.sub(wanted, first), zero);
        take(sorted.begin, first, b.minSigned(sorted.size, left));
        return sorted.numPending;
      });
}

void RadixSort::build(KernelBuilder &b, Value size, Value wanted,
                      function_ref<void(Value, Value, Value)> take) const {
  assert(records.words.size() == run.words.size() &&
         llvm::isPowerOf2_64(runSize) && "no run that a network sorts");
  Sorter(b, *this).build(size, wanted, take);
}
