//===- LargeK.cpp - Rows of which many elements are results -----*- C++ -*-===//
//
// With so many results, most blocks of a row have some of them, and sorting
// takes more time than finding them. The strategy does the following:
//
// 1. It takes a sample of elements all over the row. The sample gives a
//    threshold: a rank that the k best elements and few others reach.
// 2. It makes records of the elements that reach the threshold, in the order of
//    positions.
// 3. It sorts the records, by their highest digits and then by networks.
//
// The results are exact, whatever the sample is. If fewer than k elements reach
// the threshold, the row is read again without one. Whenever the room for
// records is nearly full, only the k best records are kept, and the threshold
// rises above the worst one of them.
//
//===----------------------------------------------------------------------===//

#include "LargeK.h"

#include "RecordResults.h"
#include "RowResults.h"

#include "../Selection/RadixSort.h"
#include "../Selection/Select.h"

#include "extrema/Conversion/Common/StructuredOps.h"
#include "mlir/Dialect/Math/IR/Math.h"

using namespace mlir;
using namespace mlir::extrema;
using namespace tuning::largeK;

namespace {
class LargeK {
public:
  LargeK(KernelBuilder &b, const TopKReduction &reduction, const View &view)
      : b(b), reduction(reduction), order(reduction.order), view(view),
        format(reduction.order, reduction.target),
        scratch(b, reduction.mayUseStack), rankType(format.getRankType()),
        rankVector(reduction.target.getVectorType(rankType)),
        width(rankVector.getNumElements()) {}

  void build();

private:
  void allocate();
  Value createRanks(Value row, Value begin);
  Value buildThreshold(Value row);
  Value collectBlock(Value row, Value begin, Value end, Value threshold,
                     Value count);
  Value keepBest(Value count);
  Value collectRecords(Value row, Value threshold);
  Value buildRecords(Value row, Value leastRank);
  void buildRow(InputRow row, Destinations to);

  KernelBuilder &b;
  const TopKReduction &reduction;
  const ElementOrder &order;
  const View &view;
  RecordFormat format;
  Scratch scratch;
  /// Ranks are kept in 32 or 64 bits. A register has `width` of them.
  Type rankType;
  VectorType rankVector;
  int64_t width;

  Value extent, k;
  std::optional<RowResults> results;
  Value numSampleBlocks, sample;
  RadixSort sort;
};
} // namespace

void LargeK::allocate() {
  numSampleBlocks = b.minSigned(b.divideUnsigned(extent, width * kSampleShare),
                                kMostSampleBlocks);
  // `buildBound` reads some registers beyond the sample.
  sample = scratch.allocate(rankType, b.mul(b.add(numSampleBlocks, 4), width));

  sort.positionBits = format.getPositionBits();
  sort.runSize = kRunBytes / (int64_t(8) * format.getNumWords());
  Value room = b.minSigned(b.add(b.mul(k, 2), kBlock), extent);
  // Room for what is stored beyond the last record, rounded up to a multiple of
  // runs.
  Value padded = b.add(room, tuning::records::kPadding + sort.runSize - 1);
  sort.capacity = b.mul(b.divideUnsigned(padded, sort.runSize), sort.runSize);
  sort.records = format.allocate(scratch, sort.getNumRecords(b));
  sort.run = format.allocate(scratch,
                             b.index(sort.runSize + tuning::records::kPadding));
  sort.counts =
      scratch.allocate(b.getI32Type(), b.index(tuning::sorting::kDigits));
  sort.pending = scratch.allocate(b.getIndexType(), sort.getNumPending(b));
}

/// Returns the ranks of the `width` elements from `begin` on.
Value LargeK::createRanks(Value row, Value begin) {
  auto type = VectorType::get({width},
                              cast<MemRefType>(row.getType()).getElementType());
  return order.createRank(b, b.getLoc(), b.load(type, row, begin));
}

//===----------------------------------------------------------------------===//
// The threshold
//===----------------------------------------------------------------------===//

/// Returns a rank that most probably at least k elements of the row reach.
Value LargeK::buildThreshold(Value row) {
  Type f64 = b.getF64Type(), i64 = b.getI64Type(), index = b.getIndexType();
  // The row is divided into `numSampleBlocks` parts. Each part has one block of
  // the sample.
  Value part =
      arith::DivUIOp::create(b, extent, b.maxSigned(numSampleBlocks, 1));
  Value places = b.sub(part, width - 1);
  b.invariant("LargeK: a part that has no place for its block of the sample",
              [&] { return b.greater(places, 0); });
  b.forLoop(0, numSampleBlocks, 1, [&](Value block) {
    // The block's place within its part differs from part to part. The
    // fractions of the multiples of the golden ratio are spread evenly.
    Value fraction = b.bitAnd(b.mul(block, 40503), 0xffff);
    Value place = b.shiftRight(b.mul(fraction, places), 16);
    Value ranks = createRanks(row, b.add(b.mul(block, part), place));
    b.store(b.castSigned(ranks, rankVector), sample, b.mul(block, width));
  });

  // If k of the row's elements reach a rank, about k * size / extent of the
  // sample do. Three standard deviations are added.
  auto toFloat = [&](Value value) -> Value {
    return arith::SIToFPOp::create(b, f64, b.castSigned(value, i64));
  };
  Value size = b.mul(numSampleBlocks, width);
  Value scaled = arith::MulFOp::create(b, toFloat(k), toFloat(size));
  scaled = arith::DivFOp::create(b, scaled, toFloat(extent));
  Value three = arith::ConstantOp::create(b, b.getF64FloatAttr(3));
  Value margin =
      arith::MulFOp::create(b, math::SqrtOp::create(b, scaled), three);
  scaled = arith::AddFOp::create(b, scaled, margin);
  Value wanted = b.castSigned(arith::FPToSIOp::create(b, i64, scaled), index);
  wanted = b.add(wanted, 1);
  return b.ifThen(
      b.atMost(wanted, size),
      [&] {
        return buildBound(b, sample, rankVector, size, wanted,
                          /*slack=*/kSampleSlack);
      },
      [&] { return format.createWorstRank(b); });
}

//===----------------------------------------------------------------------===//
// Records
//===----------------------------------------------------------------------===//

/// Appends records of the elements in [begin, end) that reach the threshold to
/// `count` others. Returns how many records there are then.
Value LargeK::collectBlock(Value row, Value begin, Value end, Value threshold,
                           Value count) {
  const Records &records = sort.records;
  int64_t lanes = records.vectorType.getNumElements();
  Value bound = b.castSigned(threshold, order.getRankType());
  Value size = b.sub(end, begin);
  Value vectorEnd = b.add(begin, b.mul(b.divideUnsigned(size, width), width));
  count = b.forLoop(
      begin, vectorEnd, width, count, [&](Value position, Value count) {
        Value ranks = createRanks(row, position);
        Value reach = b.atLeast(ranks, bound);
        for (int64_t offset = 0; offset < width; offset += lanes) {
          SmallVector<Value> words = format.createWordsOfRun(
              b, b.slice(ranks, offset, lanes), b.add(position, offset));
          count = buildAppend(b, records, words, b.slice(reach, offset, lanes),
                              count);
        }
        return count;
      });
  return b.forLoop(vectorEnd, end, 1, count, [&](Value position, Value count) {
    Value rank = order.createRank(b, b.getLoc(), b.load(row, position));
    records.store(b,
                  format.createWords(b, b.castSigned(rank, rankType), position),
                  count);
    Value reaches = b.atLeast(rank, bound);
    return b.add(count, b.castUnsigned(reaches, b.getIndexType()));
  });
}

/// Keeps the k best of `count` records, in their order. Returns the rank of the
/// worst one of these.
Value LargeK::keepBest(Value count) {
  const Records &records = sort.records;
  auto [least, largest] = buildExtrema(b, records.words.front(),
                                       records.vectorType, b.index(0), count);
  Value leastRank = format.getRank(b, least);
  // Of equal elements the first ones are the best.
  Value areEqual = b.equal(leastRank, format.getRank(b, largest));
  return b.ifThen(
      areEqual, [&] { return leastRank; },
      [&] { return format.getRank(b, buildKeepBest(b, records, count, k)); });
}

/// Makes records of elements that reach the threshold. If more than k elements
/// reach it, some may be left out, but none of the k best. Returns how many
/// records there are. If results need not be sorted, there are at most k.
Value LargeK::collectRecords(Value row, Value threshold) {
  Value room = b.minSigned(b.add(b.mul(k, 2), kBlock), extent);
  /// How many records there are, what others have to reach, and where the row
  /// ends: where nothing behind can reach it.
  struct Collected {
    Value count, threshold, end;
    auto carried() { return std::tie(count, threshold, end); }
  };
  struct RowState {
    Value begin;
    Collected collected;
    auto carried() { return std::tie(begin, collected); }
  };
  RowState last = b.whileLoop(
      RowState{b.index(0), {b.index(0), threshold, extent}},
      [&](RowState state) { return b.less(state.begin, state.collected.end); },
      [&](RowState state) -> RowState {
        Collected before = state.collected;
        // There is room for all of these elements.
        Value end = b.minSigned(b.add(state.begin, b.sub(room, before.count)),
                                before.end);
        b.invariant("LargeK: no room for more records",
                    [&] { return b.greater(end, state.begin); });
        Value count =
            collectBlock(row, state.begin, end, before.threshold, before.count);
        b.invariant("LargeK: more records than there is room for",
                    [&] { return b.atMost(count, room); });
        // At the end of the row, selecting is worth its time only if more than
        // half of the records would be sorted in vain. If results need not be
        // sorted, no more than k records may be left.
        Value isEnd = b.atLeast(end, before.end);
        Value most = b.select(isEnd, results->isSorted() ? b.mul(k, 2) : k,
                              b.sub(room, kBlock / 2));
        Value areMany = b.greater(count, most);
        Collected kept = b.ifThen(
            areMany,
            [&]() -> Collected {
              // Later elements lose every tie.
              Value rank = keepBest(count);
              Value isDone = b.equal(rank, format.createBestRank(b));
              Value next = b.add(rank, 1);
              return {k, b.select(isDone, rank, next),
                      b.select(isDone, end, before.end)};
            },
            [&]() -> Collected {
              return {count, before.threshold, before.end};
            });
        return {end, kept};
      });
  return last.collected.count;
}

/// Makes records of elements that have at least the rank `leastRank`. Those of
/// the k best elements that have it are among them. Returns how many records
/// there are.
Value LargeK::buildRecords(Value row, Value leastRank) {
  // A threshold is worth its time only if the row has clearly more than k
  // elements.
  Value isSelective = b.less(b.add(k, b.divideUnsigned(k, 4)), extent);
  Value threshold = b.ifThen(
      isSelective, [&] { return b.maxSigned(leastRank, buildThreshold(row)); },
      [&] { return leastRank; });
  /// What `count` records reach, and whether the row is read once more.
  struct Attempt {
    Value threshold, count, isNext;
    auto carried() { return std::tie(threshold, count, isNext); }
  };
  Attempt last = b.whileLoop(
      Attempt{threshold, b.index(0), b.truth(true)},
      [&](Attempt attempt) { return attempt.isNext; },
      [&](Attempt attempt) -> Attempt {
        Value count = collectRecords(row, attempt.threshold);
        Value areFew = b.less(count, b.minSigned(k, extent));
        Value isRaised = b.greater(attempt.threshold, leastRank);
        return {leastRank, count, b.bitAnd(areFew, isRaised)};
      });
  return last.count;
}

//===----------------------------------------------------------------------===//
// Rows
//===----------------------------------------------------------------------===//

void LargeK::buildRow(InputRow row, Destinations to) {
  RowResults::Bound least = results->createBound(to);
  Value count = b.ifThen(
      least.isReachable, [&] { return buildRecords(row.values, least.rank); },
      [&] { return b.index(0); });
  Value numFound = b.minSigned(k, count);
  if (!reduction.accumulates)
    b.invariant("LargeK: fewer records than results",
                [&] { return b.atLeast(count, b.minSigned(k, extent)); });
  if (!results->isSorted())
    b.invariant("LargeK: more records than results",
                [&] { return b.atMost(count, k); });
  Destinations found = results->getFound(to);
  auto store = [&](Value begin, Value first, Value number) {
    storeRecords(b, reduction, format, sort.records, begin, number, row, found,
                 first);
  };
  if (results->isSorted())
    sort.build(b, count, numFound, store);
  else
    store(b.index(0), b.index(0), numFound);
  results->complete(to, numFound);
}

void LargeK::build() {
  extent = b.extent(view.input, view.reduced);
  k = b.extent(view.destinations.values, view.reduced);
  b.invariant(
      "LargeK: a row of fewer than a sample's elements, or too many", [&] {
        return b.bitAnd(b.atLeast(extent, width), b.atMost(extent, kMost));
      });
  allocate();
  results.emplace(b, reduction, scratch, k);
  buildRowLoops(b, view,
                [&](InputRow row, Destinations to) { buildRow(row, to); });
  scratch.release();
}

//===----------------------------------------------------------------------===//
// The strategy
//===----------------------------------------------------------------------===//

Value mlir::extrema::isLargeK(KernelBuilder &b, const TopKReduction &reduction,
                              Value extent, Value k) {
  if (reduction.hasIndices)
    return b.truth(false);
  std::optional<int64_t> known = getConstantIntValue(k);
  if (known && *known < kLeastResults)
    return b.truth(false);
  Value ratio = b.maxSigned(b.divideUnsigned(k, kResultsPerRatio), kLeastRatio);
  ratio = b.minSigned(ratio, kMostRatio);
  Value areMany = b.bitAnd(b.atLeast(b.minSigned(k, extent), kLeastResults),
                           b.atLeast(b.mul(k, ratio), extent));
  return b.bitAnd(areMany, b.atMost(extent, kMost));
}

void mlir::extrema::buildLargeK(KernelBuilder &b,
                                const TopKReduction &reduction,
                                const View &view) {
  assert(isUnitStride(view.input, view.reduced) && !view.inputIndices &&
         "rows that are not contiguous, or bring their indices");
  LargeK(b, reduction, view).build();
}
