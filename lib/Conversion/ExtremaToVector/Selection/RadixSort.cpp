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
using arith::CmpIPredicate;
using Values = KernelBuilder::Values;

Value RadixSort::getNumRecords(KernelBuilder &b) const {
  return b.add(b.mul(capacity, 2), b.index(runSize + Records::padding));
}

/// Of two neighbours that are one run each, one of both is large, or they would
/// be one run.
Value RadixSort::getNumPending(KernelBuilder &b) const {
  Value numRuns = b.mul(b.divideUnsigned(capacity, runSize), 2);
  return b.mul(b.add(numRuns, b.index(64)), 2);
}

/// So many records ahead, the memory that one is moved to is asked for: each
/// digit has a page of its own, and stores wait for their pages in turn.
static constexpr int64_t prefetchDistance = tuning::sorting::kRecordsAhead;

namespace {
class Sorter {
public:
  Sorter(KernelBuilder &b, const RadixSort &sort)
      : b(b), sort(sort), records(sort.records),
        lanes(records.vectorType.getNumElements()) {}

  void build(Value size, Value wanted,
             function_ref<void(Value, Value, Value)> take);

private:
  Value isLess(Value lhs, Value rhs) {
    return b.compare(CmpIPredicate::slt, lhs, rhs);
  }

  Value createDigit(Value word, Value top, Value shift);
  void prefetch(Value i, Value top, Value shift);
  void distribute(Value from, Value to, Value size, Value top, Value shift);
  void push(Value begin, Value size, Value number);
  Value pushRuns(Value begin, Value size, Value number);
  Value getRunBegin() { return b.mul(sort.capacity, 2); }
  void sortRun(Value begin, Value size);
  Values split(Value begin, Value to, Value size, Value number);

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
  Value numCounts = b.index(RadixSort::numCounts);
  Value end = b.add(from, size), last = b.sub(end, b.index(1));
  auto wide = VectorType::get({2 * lanes}, i32);
  b.forLoop(zero, numCounts, 2 * lanes, [&](Value digit) {
    b.store(b.constant(wide, int64_t(0)), sort.counts, digit);
  });
  b.forLoop(from, end, 1, [&](Value i) {
    Value word = b.load(records.words.front(), i);
    Value digit = createDigit(word, top, shift);
    b.store(b.add(b.load(sort.counts, digit), one), sort.counts, digit);
  });
  b.forLoop(zero, numCounts, 1, b.castUnsigned(to, i32),
            [&](Value digit, ValueRange state) -> Values {
              Value count = b.load(sort.counts, digit);
              b.store(state[0], sort.counts, digit);
              return {b.add(state[0], count)};
            });
  b.forLoop(from, end, 1, [&](Value i) {
    SmallVector<Value> words = records.loadOne(b, i);
    prefetch(b.minSigned(b.add(i, b.index(prefetchDistance)), last), top,
             shift);
    Value digit = createDigit(words.front(), top, shift);
    Value place = b.load(sort.counts, digit);
    records.store(b, words, b.castUnsigned(place, b.getIndexType()));
    b.store(b.add(place, one), sort.counts, digit);
  });
}

void Sorter::push(Value begin, Value size, Value number) {
  Value place = b.mul(number, 2);
  b.store(begin, sort.pending, place);
  b.store(size, sort.pending, b.add(place, b.index(1)));
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
  return b.whileLoop(
      {begin, b.index(0), number},
      [&](ValueRange state) { return isLess(state[0], end); },
      [&](ValueRange state) -> Values {
        Value first = state[0];
        Values run = b.whileLoop(
            {getEnd(state[1]), b.add(state[1], one)},
            [&](ValueRange next) {
              // Behind the last digit, the last count is looked at again.
              Value last = b.index(RadixSort::numCounts - 1);
              Value nextEnd = getEnd(b.minSigned(next[1], last));
              Value isShort =
                  b.compare(CmpIPredicate::sle, b.sub(nextEnd, first),
                            b.index(sort.runSize));
              return b.bitAnd(isShort, isLess(next[0], end));
            },
            [&](ValueRange next) -> Values {
              return {getEnd(next[1]), b.add(next[1], one)};
            });
        Value runSize = b.sub(run[0], first);
        push(first, runSize, state[2]);
        Value isAny = isLess(b.index(0), runSize);
        return {run[0], run[1],
                b.add(state[2], b.castUnsigned(isAny, b.getIndexType()))};
      })[2];
}

/// Sorts up to a run's number of records, from `begin` on, to the last part.
void Sorter::sortRun(Value begin, Value size) {
  b.forLoop(b.index(0), size, lanes, [&](Value i) {
    sort.run.store(b, records.load(b, b.add(begin, i)), i);
  });
  buildSort(b, sort.run, size);
  storeSorted(b, sort.run, size, records, getRunBegin());
}

/// Distributes records, at least a register of them, to `to` and pushes what
/// that makes of them. Returns the new number of pending parts, and how many of
/// the records are sorted: all or none.
Values Sorter::split(Value begin, Value to, Value size, Value number) {
  Type word = b.getI64Type();
  auto constant = [&](int64_t value) { return b.constant(word, value); };
  auto [least, largest] =
      buildExtrema(b, records.words.front(), records.vectorType, begin, size);
  Value ones = b.constant(word, APInt::getLowBitsSet(64, sort.positionBits));
  Value top = b.bitOr(largest, ones);
  Value range = b.sub(top, least);
  // If all ranks are the same, they are sorted: by their positions.
  Value isSorted = b.compare(CmpIPredicate::ule, range, ones);
  return b.ifThen(
      isSorted, [&]() -> Values { return {number, size}; },
      [&]() -> Values {
        // As many of the highest bits as there are counts for.
        Value zeros = math::CountLeadingZerosOp::create(b, range);
        int64_t unused = 64 - llvm::Log2_64(RadixSort::numCounts);
        Value shift = b.maxSigned(b.sub(constant(unused), zeros), constant(0));
        distribute(begin, to, size, top, shift);
        return {pushRuns(to, size, number), b.index(0)};
      });
}

void Sorter::build(Value size, Value wanted,
                   function_ref<void(Value, Value, Value)> take) {
  Value zero = b.index(0), one = b.index(1);
  push(zero, size, zero);
  b.whileLoop(
      one, [&](ValueRange state) { return isLess(zero, state[0]); },
      [&](ValueRange state) -> Values {
        Value number = b.sub(state[0], one), place = b.mul(number, 2);
        Value begin = b.load(sort.pending, place);
        Value size = b.load(sort.pending, b.add(place, one));
        Value isMoved = b.compare(CmpIPredicate::sge, begin, sort.capacity);
        Value first = b.select(isMoved, b.sub(begin, sort.capacity), begin);
        Value other = b.select(isMoved, first, b.add(begin, sort.capacity));
        // The new number of pending parts, and where how many are sorted.
        Values result = b.ifThen(
            b.compare(CmpIPredicate::sle, size, b.index(sort.runSize)),
            [&]() -> Values {
              sortRun(begin, size);
              return {number, getRunBegin(), size};
            },
            [&]() -> Values {
              Values parts = split(begin, other, size, number);
              return {parts[0], begin, parts[1]};
            });
        Value left = b.maxSigned(b.sub(wanted, first), zero);
        take(result[1], first, b.minSigned(result[2], left));
        return {result[0]};
      });
}

void RadixSort::build(KernelBuilder &b, Value size, Value wanted,
                      function_ref<void(Value, Value, Value)> take) const {
  Sorter(b, *this).build(size, wanted, take);
}
