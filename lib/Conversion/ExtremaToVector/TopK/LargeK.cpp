//===- LargeK.cpp - Rows of which many elements are results -----*- C++ -*-===//
//
// With so many results, most blocks of a row have some of them, and sorting
// takes more time than finding them:
//
// 1. the highest digits of the ranks are counted, which tells the one that the
//    k-th best element has, and, if too many have it, their next digits;
// 2. what is not worse by these, hardly more than k elements as a rule, becomes
//    records, in the order of positions;
// 3. these are sorted digit by digit.
//
// Each step reads its input once, whatever the order. If all elements have the
// same digits, all of them are sorted.
//
//===----------------------------------------------------------------------===//

#include "RowResults.h"

#include "../Selection/RadixSort.h"

#include "extrema/Conversion/Common/StructuredOps.h"

using namespace mlir;
using namespace mlir::extrema;
using arith::CmpIPredicate;
using Values = KernelBuilder::Values;

/// Digits that are kept at a time until they are counted.
static constexpr int64_t blockSize = 1024;

namespace {
class LargeK {
public:
  LargeK(KernelBuilder &b, const TopKReduction &reduction, const View &view)
      : b(b), reduction(reduction), order(reduction.order), view(view),
        format(reduction.order, reduction.target), scratch(b, reduction),
        sort(b, order.getRankType().getIntOrFloatBitWidth()) {}

  void build();

private:
  void allocate();
  Value createWideRanks(Value row, Value begin);
  void countDigits(Value row, Value base, Value shift);
  Values findDigit(Value wanted);
  Value buildLeastWord(Value row);
  Value collectRecords(Value row, Value leastWord);
  Value buildRecords(Value row, Value leastRank);
  void buildRow(InputRow row, Destinations to);

  KernelBuilder &b;
  const TopKReduction &reduction;
  const ElementOrder &order;
  const View &view;
  RecordFormat format;
  Scratch scratch;
  RadixSort sort;
  /// Elements that vectors take at a time, and how many of a row they take.
  int64_t width;
  Value vectorExtent;

  Value extent, k;
  std::optional<RowResults> results;
  Value digits, counts;
  /// Twice as many as there are elements: `spare` is where the second half
  /// begins.
  Records records;
  Value spare;
};
} // namespace

void LargeK::allocate() {
  records.vectorType = format.getVectorType(b.getContext());
  records.hasCompress = reduction.target.hasCompress;
  spare = b.add(extent, b.index(Records::padding));
  records.words = {scratch.allocate(b.getI64Type(), b.add(spare, spare))};
  // One more: see countDigits.
  counts = scratch.allocate(b.getI32Type(), b.index(sort.getNumCounts() + 1));
  digits = scratch.allocate(b.getI32Type(), b.index(blockSize));
  // The digits of 32 bits fill a register.
  width = 2 * records.vectorType.getNumElements();
  vectorExtent = b.mul(b.divideUnsigned(extent, width), width);
}

/// The ranks of `width` elements.
Value LargeK::createWideRanks(Value row, Value begin) {
  auto type = VectorType::get({width},
                              cast<MemRefType>(row.getType()).getElementType());
  return order.createRank(b, b.getLoc(), b.load(type, row, begin));
}

/// Counts the elements by their numbers without the lowest `shift` bits, as far
/// as these are in a digit's range from `base` on; both are i64.
void LargeK::countDigits(Value row, Value base, Value shift) {
  Type i32 = b.getI32Type(), rank = order.getRankType();
  Value zero = b.index(0);
  // One count for all that are not in the range.
  int64_t numValues = int64_t(1) << sort.getDigitBits();
  b.forLoop(zero, b.index(numValues + 1), 1, [&](Value place) {
    b.store(b.constant(i32, int64_t(0)), counts, place);
  });
  Value rankBase = b.castUnsigned(base, rank);
  Value rankShift = b.castUnsigned(shift, rank);
  auto createPlaces = [&](Value ranks) -> Value {
    Value places =
        b.sub(b.shiftRight(sort.createNumbers(ranks), rankShift), rankBase);
    Type type = i32;
    if (auto vector = dyn_cast<VectorType>(places.getType()))
      type = vector.clone(i32);
    places = b.castUnsigned(places, type);
    return arith::MinUIOp::create(b, places, b.constant(type, numValues));
  };
  auto count = [&](Value digit) {
    Value place = b.castUnsigned(digit, b.getIndexType());
    b.store(b.add(b.load(counts, place), b.constant(i32, int64_t(1))), counts,
            place);
  };
  b.forLoop(zero, vectorExtent, blockSize, [&](Value begin) {
    Value size = b.minSigned(b.sub(vectorExtent, begin), b.index(blockSize));
    b.forLoop(zero, size, width, [&](Value offset) {
      Value ranks = createWideRanks(row, b.add(begin, offset));
      b.store(createPlaces(ranks), digits, offset);
    });
    b.forLoop(zero, size, 1,
              [&](Value offset) { count(b.load(digits, offset)); });
  });
  b.forLoop(vectorExtent, extent, 1, [&](Value position) {
    count(createPlaces(order.createRank(b, b.getLoc(), b.load(row, position))));
  });
}

/// The first digit with which `wanted` of the counted elements have it or a
/// better one, how many have a better one, and how many have it.
Values LargeK::findDigit(Value wanted) {
  Type index = b.getIndexType();
  auto load = [&](Value digit) {
    return b.castUnsigned(b.load(counts, digit), index);
  };
  Value zero = b.index(0);
  return b.whileLoop(
      {zero, zero, load(zero)},
      [&](ValueRange state) {
        return b.compare(CmpIPredicate::slt, b.add(state[1], state[2]), wanted);
      },
      [&](ValueRange state) -> Values {
        Value next = b.add(state[0], b.index(1));
        return {next, b.add(state[1], state[2]), load(next)};
      });
}

/// A word that at least k elements reach: by the highest digit, and by the next
/// one too where that leaves many more than k.
Value LargeK::buildLeastWord(Value row) {
  Type i64 = b.getI64Type();
  auto constant = [&](int64_t value) { return b.constant(i64, value); };
  int64_t shift = sort.getHighestShift();
  int64_t nextShift = std::max<int64_t>(shift - sort.getDigitBits(), 0);
  // What is kept for nothing costs some eight times as much as being counted.
  Value enough = b.add(k, b.divideUnsigned(extent, 8));
  // The state: the range's first number, the bits that are cut off, how many of
  // the range are wanted, the number behind those that are kept, whether there
  // is another digit to count.
  Values result = b.whileLoop(
      {constant(0), constant(shift), k, constant(0),
       b.constant(b.getI1Type(), APInt(1, 1))},
      [&](ValueRange state) { return state[4]; },
      [&](ValueRange state) -> Values {
        Value base = state[0], wanted = state[2];
        countDigits(row, base, state[1]);
        Values found = findDigit(wanted);
        Value digit = b.add(base, b.castUnsigned(found[0], i64));
        Value kept = b.add(b.sub(k, wanted), b.add(found[1], found[2]));
        Value goesOn = b.bitAnd(
            b.compare(CmpIPredicate::sgt, kept, enough),
            b.compare(CmpIPredicate::sgt, state[1], constant(nextShift)));
        return {b.select(goesOn,
                         b.shiftLeft(digit, constant(shift - nextShift)), base),
                b.select(goesOn, constant(nextShift), state[1]),
                b.sub(wanted, found[1]), b.add(digit, constant(1)), goesOn};
      });
  return sort.createLeastWord(result[3], result[1]);
}

/// Makes records of the elements whose words reach `leastWord`; returns how
/// many there are.
Value LargeK::collectRecords(Value row, Value leastWord) {
  int64_t lanes = records.vectorType.getNumElements();
  auto reaches = [&](Value words) {
    return b.compare(CmpIPredicate::sge, words, leastWord);
  };
  Value count =
      b.forLoop(b.index(0), vectorExtent, width, b.index(0),
                [&](Value begin, ValueRange state) -> Values {
                  Value ranks = createWideRanks(row, begin);
                  Value next = state[0];
                  for (int64_t offset = 0; offset < width; offset += lanes) {
                    SmallVector<Value> words = format.createWordsOfRun(
                        b, b.slice(ranks, offset, lanes),
                        b.add(begin, b.index(offset)));
                    next =
                        buildAppend(b, records, words, reaches(words[0]), next);
                  }
                  return {next};
                })
          .front();
  return b
      .forLoop(vectorExtent, extent, 1, count,
               [&](Value position, ValueRange state) -> Values {
                 Value rank =
                     order.createRank(b, b.getLoc(), b.load(row, position));
                 SmallVector<Value> words = format.createWords(
                     b, b.castSigned(rank, format.getRankType()), position);
                 records.store(b, words, state[0]);
                 return {b.add(state[0], b.castUnsigned(reaches(words[0]),
                                                        b.getIndexType()))};
               })
      .front();
}

/// Makes records of elements among which are the k best, as far as these have
/// at least the rank `leastRank`; returns how many there are.
Value LargeK::buildRecords(Value row, Value leastRank) {
  // Of fewer results than half of the elements the counting is worth its time.
  Value isSelective = b.compare(CmpIPredicate::slt, b.add(k, k), extent);
  Value leastWord = b.shiftLeft(b.castSigned(leastRank, b.getI64Type()),
                                b.constant(b.getI64Type(), int64_t(32)));
  leastWord = b.ifThen(
                   isSelective,
                   [&]() -> Values {
                     return {b.maxSigned(leastWord, buildLeastWord(row))};
                   },
                   [&]() -> Values { return {leastWord}; })
                  .front();
  return collectRecords(row, leastWord);
}

void LargeK::buildRow(InputRow row, Destinations to) {
  RowResults::Threshold least = results->createThreshold(to);
  Value count =
      b.ifThen(
           least.isReachable,
           [&]() -> Values { return {buildRecords(row.values, least.rank)}; },
           [&]() -> Values { return {b.index(0)}; })
          .front();
  Value isAny = b.compare(CmpIPredicate::sgt, count, b.index(0));
  Value begin =
      b.ifThen(
           isAny,
           [&]() -> Values {
             return {sort.build(records.words[0], spare, counts, count)};
           },
           [&]() -> Values { return {b.index(0)}; })
          .front();
  Value numFound = b.minSigned(k, count);
  Destinations found = results->getFound(to);
  b.forLoop(b.index(0), numFound, 1, [&](Value i) {
    Value word = b.load(records.words[0], b.add(begin, i));
    storeResult(b, reduction, found, row, format.getPosition(b, word), i);
  });
  results->complete(to, numFound);
}

void LargeK::build() {
  extent = createExtent(b, b.getLoc(), view.input, view.reduced);
  k = createExtent(b, b.getLoc(), view.destinations.values, view.reduced);
  allocate();
  results.emplace(b, reduction, scratch, k);
  buildRowLoops(b, view,
                [&](InputRow row, Destinations to) { buildRow(row, to); });
  scratch.release();
}

//===----------------------------------------------------------------------===//
// The strategy
//===----------------------------------------------------------------------===//

/// Results from which on digits sort faster than networks do.
static constexpr int64_t minResults = 4096;
/// Counting digits takes longer than finding maxima, by about a nanosecond for
/// each element. Thresholds from maxima and networks take longer than digits,
/// by about k/256 nanoseconds for each result.
static constexpr int64_t resultsPerRatio = 256;
/// Elements for each result at most, since all may have to be records.
static constexpr int64_t maxRatio = 64;
/// Places of records, twice as many, are counted in 32 bits.
static constexpr int64_t maxExtent = int64_t(1) << 30;

OpFoldResult mlir::extrema::isLargeK(OpBuilder &builder, Location loc,
                                     const TopKReduction &reduction,
                                     Value extent, Value k) {
  if (!RecordFormat(reduction.order, reduction.target).isPacked() ||
      !reduction.isSorted || reduction.hasIndices)
    return builder.getBoolAttr(false);
  KernelBuilder b(loc, builder);
  auto is = [&](CmpIPredicate predicate, Value lhs, Value rhs) {
    return b.compare(predicate, lhs, rhs);
  };
  Value ratio =
      b.minSigned(b.divideUnsigned(k, resultsPerRatio), b.index(maxRatio));
  Value areMany = b.bitAnd(
      is(CmpIPredicate::sge, b.minSigned(k, extent), b.index(minResults)),
      is(CmpIPredicate::sge, b.mul(k, ratio), extent));
  return getAsOpFoldResult(
      b.bitAnd(areMany, is(CmpIPredicate::sle, extent, b.index(maxExtent))));
}

void mlir::extrema::buildLargeK(OpBuilder &builder, Location loc,
                                const TopKReduction &reduction,
                                const View &view) {
  KernelBuilder b(loc, builder);
  LargeK(b, reduction, view).build();
  builder.setInsertionPoint(b.getInsertionBlock(), b.getInsertionPoint());
}
