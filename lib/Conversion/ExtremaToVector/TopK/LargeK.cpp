//===- LargeK.cpp - Rows of which many elements are results -----*- C++ -*-===//
//
// With so many results, most blocks of a row have some of them, and sorting
// takes more time than finding them:
//
// 1. elements of blocks all over the row are a sample, which tells a rank that
//    the k best elements and hardly any more reach: the threshold;
// 2. what reaches it becomes records, in the order of positions;
// 3. these are sorted, by their highest digits and then by networks.
//
// The results are exact whatever the sample was. If fewer than k elements reach
// the threshold, all are taken; and whenever the room for records is full, the
// k best are kept, which raises the threshold above them.
//
//===----------------------------------------------------------------------===//

#include "RecordResults.h"
#include "RowResults.h"

#include "../Selection/RadixSort.h"
#include "../Selection/Select.h"

#include "extrema/Conversion/Common/StructuredOps.h"
#include "mlir/Dialect/Math/IR/Math.h"

using namespace mlir;
using namespace mlir::extrema;
using arith::CmpIPredicate;
using Values = KernelBuilder::Values;
using namespace tuning::largeK;

namespace {
class LargeK {
public:
  LargeK(KernelBuilder &b, const TopKReduction &reduction, const View &view)
      : b(b), reduction(reduction), order(reduction.order), view(view),
        format(reduction.order, reduction.target), scratch(b, reduction),
        rankType(format.getRankType()),
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
  /// Ranks are kept in 32 or 64 bits; so many at a time.
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
                                b.index(kMostSampleBlocks));
  // The bound of a sample reads some registers beyond it.
  sample = scratch.allocate(rankType,
                            b.mul(b.add(numSampleBlocks, b.index(4)), width));

  sort.positionBits = format.getPositionBits();
  sort.runSize = kRunBytes / (int64_t(8) * format.getNumWords());
  Value room = b.minSigned(b.add(b.mul(k, 2), b.index(kBlock)), extent);
  // A multiple of runs, and what is stored beyond the last record.
  Value padded = b.add(room, b.index(Records::padding + sort.runSize - 1));
  sort.capacity = b.mul(b.divideUnsigned(padded, sort.runSize), sort.runSize);
  sort.records = scratch.allocate(format, sort.getNumRecords(b));
  sort.run = scratch.allocate(format, b.index(sort.runSize + Records::padding));
  sort.counts = scratch.allocate(b.getI32Type(), b.index(RadixSort::numCounts));
  sort.pending = scratch.allocate(b.getIndexType(), sort.getNumPending(b));
}

/// The ranks of `width` elements.
Value LargeK::createRanks(Value row, Value begin) {
  auto type = VectorType::get({width},
                              cast<MemRefType>(row.getType()).getElementType());
  return order.createRank(b, b.getLoc(), b.load(type, row, begin));
}

//===----------------------------------------------------------------------===//
// The threshold
//===----------------------------------------------------------------------===//

/// A rank that most probably at least k elements of the row reach.
Value LargeK::buildThreshold(Value row) {
  Type f64 = b.getF64Type(), i64 = b.getI64Type(), index = b.getIndexType();
  // One block anywhere in each of as many parts of the row.
  Value part = arith::DivUIOp::create(b, extent,
                                      b.maxSigned(numSampleBlocks, b.index(1)));
  Value places = b.sub(part, b.index(width - 1));
  b.forLoop(b.index(0), numSampleBlocks, 1, [&](Value block) {
    // The fractions of the golden ratio's multiples lie evenly.
    Value fraction = b.bitAnd(b.mul(block, 40503), b.index(0xffff));
    Value place = b.shiftRight(b.mul(fraction, places), b.index(16));
    Value ranks = createRanks(row, b.add(b.mul(block, part), place));
    b.store(b.castSigned(ranks, rankVector), sample, b.mul(block, width));
  });

  // As many of the sample as k of the row, and three standard deviations.
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
  wanted = b.add(wanted, b.index(1));
  return b
      .ifThen(
          b.compare(CmpIPredicate::sle, wanted, size),
          [&]() -> Values {
            return {buildBound(b, sample, rankVector, size, wanted,
                               /*slack=*/kSampleSlack)};
          },
          [&]() -> Values { return {format.createWorstRank(b)}; })
      .front();
}

//===----------------------------------------------------------------------===//
// Records
//===----------------------------------------------------------------------===//

/// Makes records of the elements in [begin, end) that reach the threshold,
/// behind `count` others; returns how many there are then.
Value LargeK::collectBlock(Value row, Value begin, Value end, Value threshold,
                           Value count) {
  const Records &records = sort.records;
  int64_t lanes = records.vectorType.getNumElements();
  Value bound = b.castSigned(threshold, order.getRankType());
  Value size = b.sub(end, begin);
  Value vectorEnd = b.add(begin, b.mul(b.divideUnsigned(size, width), width));
  Value collected =
      b.forLoop(begin, vectorEnd, width, count,
                [&](Value position, ValueRange state) -> Values {
                  Value ranks = createRanks(row, position);
                  Value reach = b.compare(CmpIPredicate::sge, ranks, bound);
                  Value next = state[0];
                  for (int64_t offset = 0; offset < width; offset += lanes) {
                    SmallVector<Value> words = format.createWordsOfRun(
                        b, b.slice(ranks, offset, lanes),
                        b.add(position, b.index(offset)));
                    next = buildAppend(b, records, words,
                                       b.slice(reach, offset, lanes), next);
                  }
                  return {next};
                })
          .front();
  return b
      .forLoop(
          vectorEnd, end, 1, collected,
          [&](Value position, ValueRange state) -> Values {
            Value rank = order.createRank(b, b.getLoc(), b.load(row, position));
            records.store(
                b,
                format.createWords(b, b.castSigned(rank, rankType), position),
                state[0]);
            Value reaches = b.compare(CmpIPredicate::sge, rank, bound);
            return {b.add(state[0], b.castUnsigned(reaches, b.getIndexType()))};
          })
      .front();
}

/// Keeps the k best of `count` records, in their order; returns the rank of the
/// worst one of them.
Value LargeK::keepBest(Value count) {
  const Records &records = sort.records;
  auto [least, largest] = buildExtrema(b, records.words.front(),
                                       records.vectorType, b.index(0), count);
  Value leastRank = format.getRank(b, least);
  // Of equal elements the first ones are the best.
  Value areEqual =
      b.compare(CmpIPredicate::eq, leastRank, format.getRank(b, largest));
  return b
      .ifThen(
          areEqual, [&]() -> Values { return {leastRank}; },
          [&]() -> Values {
            return {format.getRank(b, buildKeepBest(b, records, count, k))};
          })
      .front();
}

/// Makes records of the elements that reach the threshold, or of some of them
/// among which are the k best; returns how many there are: no more than k if
/// these are not to be sorted.
Value LargeK::collectRecords(Value row, Value threshold) {
  Value room = b.minSigned(b.add(b.mul(k, 2), b.index(kBlock)), extent);
  return b.whileLoop(
      {b.index(0), b.index(0), threshold, extent},
      [&](ValueRange state) {
        return b.compare(CmpIPredicate::slt, state[0], state[3]);
      },
      [&](ValueRange state) -> Values {
        // As many elements as there surely is room for.
        Value end =
            b.minSigned(b.add(state[0], b.sub(room, state[1])), state[3]);
        Value count = collectBlock(row, state[0], end, state[2], state[1]);
        // Behind the row, selecting is worth its time if most would be sorted
        // in vain; what is not sorted has to be no more than k.
        Value isEnd = b.compare(CmpIPredicate::sge, end, state[3]);
        Value most = b.select(isEnd, results->isSorted() ? b.mul(k, 2) : k,
                              b.sub(room, b.index(kBlock / 2)));
        Value areMany = b.compare(CmpIPredicate::sgt, count, most);
        Values kept = b.ifThen(
            areMany,
            [&]() -> Values {
              // Later elements lose every tie.
              Value rank = keepBest(count);
              Value isDone =
                  b.compare(CmpIPredicate::eq, rank, format.createBestRank(b));
              Value next = b.add(rank, b.constant(rankType, int64_t(1)));
              return {k, b.select(isDone, rank, next),
                      b.select(isDone, end, state[3])};
            },
            [&]() -> Values { return {count, state[2], state[3]}; });
        return {end, kept[0], kept[1], kept[2]};
      })[1];
}

/// Makes records among which are the k best elements, as far as these have at
/// least the rank `leastRank`; returns how many there are.
Value LargeK::buildRecords(Value row, Value leastRank) {
  // Of many more elements a threshold is worth its time.
  Value isSelective =
      b.compare(CmpIPredicate::slt, b.add(k, b.divideUnsigned(k, 4)), extent);
  auto sampleRow = [&]() -> Values {
    return {b.maxSigned(leastRank, buildThreshold(row))};
  };
  Value threshold = b.ifThen(isSelective, sampleRow, [&]() -> Values {
                       return {leastRank};
                     }).front();
  return b.whileLoop(
      {threshold, b.index(0), b.constant(b.getI1Type(), int64_t(1))},
      [&](ValueRange state) { return state[2]; },
      [&](ValueRange state) -> Values {
        Value count = collectRecords(row, state[0]);
        Value areFew =
            b.compare(CmpIPredicate::slt, count, b.minSigned(k, extent));
        Value isRaised = b.compare(CmpIPredicate::sgt, state[0], leastRank);
        return {leastRank, count, b.bitAnd(areFew, isRaised)};
      })[1];
}

//===----------------------------------------------------------------------===//
// Rows
//===----------------------------------------------------------------------===//

void LargeK::buildRow(InputRow row, Destinations to) {
  RowResults::Bound least = results->createBound(to);
  Value count =
      b.ifThen(
           least.isReachable,
           [&]() -> Values { return {buildRecords(row.values, least.rank)}; },
           [&]() -> Values { return {b.index(0)}; })
          .front();
  Value numFound = b.minSigned(k, count);
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

OpFoldResult mlir::extrema::isLargeK(OpBuilder &builder, Location loc,
                                     const TopKReduction &reduction,
                                     Value extent, Value k) {
  if (reduction.hasIndices)
    return builder.getBoolAttr(false);
  std::optional<int64_t> known = getConstantIntValue(k);
  if (known && *known < kLeastResults)
    return builder.getBoolAttr(false);
  KernelBuilder b(loc, builder);
  auto is = [&](CmpIPredicate predicate, Value lhs, Value rhs) {
    return b.compare(predicate, lhs, rhs);
  };
  Value ratio =
      b.maxSigned(b.divideUnsigned(k, kResultsPerRatio), b.index(kLeastRatio));
  ratio = b.minSigned(ratio, b.index(kMostRatio));
  Value areMany = b.bitAnd(
      is(CmpIPredicate::sge, b.minSigned(k, extent), b.index(kLeastResults)),
      is(CmpIPredicate::sge, b.mul(k, ratio), extent));
  return getAsOpFoldResult(
      b.bitAnd(areMany, is(CmpIPredicate::sle, extent, b.index(kMost))));
}

void mlir::extrema::buildLargeK(OpBuilder &builder, Location loc,
                                const TopKReduction &reduction,
                                const View &view) {
  KernelBuilder b(loc, builder);
  LargeK(b, reduction, view).build();
  builder.setInsertionPoint(b.getInsertionBlock(), b.getInsertionPoint());
}
