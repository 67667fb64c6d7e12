//===- MediumRows.cpp - Groups first, then their elements -------*- C++ -*-===//
//
// Of a batch of rows (RowBatch.h), consecutive elements are a group, and the
// best element of each group stands for it:
//
// 1. the groups' best ranks are stored, at the cost of little more than
//    reading: nothing is sorted;
// 2. the k best of them are selected, with the groups' numbers as positions;
// 3. only the elements of those groups are read again and sorted.
//
// An element of another group is none of the k best: each of the k groups has
// one that is better, or equal and earlier, since groups follow one another as
// their elements do. No order of the elements makes that slow.
//
//===----------------------------------------------------------------------===//

#include "RowBatch.h"

#include "extrema/Conversion/Common/StructuredOps.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::extrema;
using arith::CmpIPredicate;
using Values = KernelBuilder::Values;

/// Elements of a group. More of them make fewer groups, but more elements to
/// read again: measured, the best number is about the root of extent / k.
static int64_t getGroupSize(const BatchShape &shape, int64_t k,
                            std::optional<int64_t> extent) {
  // The extent to be good at, if none is known.
  constexpr int64_t usualExtent = 512;
  int64_t size = shape.pieceLength;
  while (2 * size * size * k <= extent.value_or(usualExtent))
    size *= 2;
  return size;
}

namespace {
class MediumRows {
public:
  MediumRows(KernelBuilder &b, const TopKReduction &reduction, int64_t k,
             std::optional<int64_t> extent)
      : b(b), order(reduction.order), batch(b, reduction, k),
        groupSize(getGroupSize(batch.shape, k, extent)) {}

  void build(const View &view);

private:
  Value worstRanks() {
    return b.constant(
        batch.getRankVector(),
        APInt::getSignedMinValue(batch.shape.rankType.getIntOrFloatBitWidth()));
  }
  SmallVector<Value> loadGroup(Value begin);
  Value createBestRanks(ArrayRef<Value> group);
  void storeBestRanks(Value group, Value ranks) {
    b.store(ranks, maxima, b.mul(group, batch.shape.numLanes));
  }
  void buildMaxima();
  RowBatch::Best selectGroups();
  RowBatch::Columns loadSelected(Value number, bool hasOverlap);
  void buildBatch();

  KernelBuilder &b;
  const ElementOrder &order;
  RowBatch batch;
  int64_t groupSize;

  /// A multiple of the width.
  /// Made up to a multiple of the width.
  Value numGroups;
  /// Of each group, the best ranks.
  Value maxima;
  /// For each group that is read again, how many of its elements belong to the
  /// group before it.
  Value overlaps;
};
} // namespace

/// The values of a group, column by column.
SmallVector<Value> MediumRows::loadGroup(Value begin) {
  SmallVector<Value> columns;
  for (int64_t i = 0; i < groupSize; i += batch.shape.pieceLength)
    llvm::append_range(columns, batch.loadPiece(b.add(begin, b.index(i))));
  return columns;
}

Value MediumRows::createBestRanks(ArrayRef<Value> group) {
  Location loc = b.getLoc();
  SmallVector<Value> keys = llvm::map_to_vector(
      group, [&](Value values) { return order.createKey(b, loc, values); });
  // As a tree: shorter than a chain.
  auto reduce = [](SmallVector<Value> values, auto combine) {
    for (; values.size() > 1; values.resize(values.size() / 2))
      for (size_t i = 0; i < values.size() / 2; ++i)
        values[i] = combine(values[2 * i], values[2 * i + 1]);
    return values.front();
  };
  auto createRanks = [&]() -> Values {
    Value best = reduce(keys, [&](Value lhs, Value rhs) {
      return order.selectBetterKey(b, loc, lhs, rhs);
    });
    return {b.castSigned(order.createRankOfKey(b, loc, best),
                         batch.getRankVector())};
  };
  if (!order.mayHaveNans())
    return createRanks().front();
  SmallVector<Value> areNans;
  for (size_t i = 0; i < keys.size(); i += 2)
    areNans.push_back(order.isNanInEither(b, loc, keys[i], keys[i + 1]));
  Value hasNan =
      reduce(areNans, [&](Value lhs, Value rhs) { return b.bitOr(lhs, rhs); });
  return b
      .ifThen(
          b.any(hasNan),
          [&]() -> Values {
            // The comparisons above do not order NaNs; those of ranks do.
            SmallVector<Value> ranks = llvm::map_to_vector(
                group, [&](Value values) { return batch.createRanks(values); });
            return {reduce(ranks, [&](Value lhs, Value rhs) {
              return b.maxSigned(lhs, rhs);
            })};
          },
          createRanks)
      .front();
}

/// Stores the best ranks of all groups.
void MediumRows::buildMaxima() {
  Value numWhole = b.divideUnsigned(batch.extent, groupSize);
  b.forLoop(b.index(0), numWhole, 1, [&](Value group) {
    Value begin = b.mul(group, groupSize);
    storeBestRanks(group, createBestRanks(loadGroup(begin)));
  });
  // The last group, of fewer elements, begins within the one before it, but
  // does not stand for what belongs to that.
  Value whole = b.mul(numWhole, groupSize);
  auto buildLast = [&] {
    Value begin = b.sub(batch.extent, b.index(groupSize));
    Value overlap = b.sub(whole, begin);
    Value best;
    for (auto [i, values] : llvm::enumerate(loadGroup(begin))) {
      Value ranks = b.select(b.compare(CmpIPredicate::sgt, overlap, b.index(i)),
                             worstRanks(), batch.createRanks(values));
      best = best ? b.maxSigned(best, ranks) : ranks;
    }
    storeBestRanks(numWhole, best);
    return Values();
  };
  Value hasLast = b.compare(CmpIPredicate::ne, whole, batch.extent);
  if (std::optional<int64_t> known = getConstantIntValue(hasLast)) {
    if (*known != 0)
      buildLast();
  } else {
    b.ifThen(hasLast, buildLast);
  }
}

RowBatch::Best MediumRows::selectGroups() {
  const BatchShape &shape = batch.shape;
  return batch.reduceColumns(numGroups, shape.width, [&](Value begin) {
    RowBatch::Columns columns;
    Value indices = batch.createIndices(begin);
    for (int64_t i = 0; i < shape.width; ++i) {
      Value at = b.mul(b.add(begin, b.index(i)), shape.numLanes);
      columns.ranks.push_back(b.load(batch.getRankVector(), maxima, at));
      columns.indices.push_back(b.sub(indices, b.constant(shape.rankType, i)));
    }
    return columns;
  });
}

/// The elements of the selected groups number `number`.
RowBatch::Columns MediumRows::loadSelected(Value number, bool hasOverlap) {
  const BatchShape &shape = batch.shape;
  Value at = b.mul(number, shape.numLanes);
  SmallVector<Value> begins;
  for (int64_t lane = 0; lane < shape.numLanes; ++lane)
    begins.push_back(b.castUnsigned(
        b.load(batch.spilled, b.add(at, b.index(lane))), b.getIndexType()));
  Value indices = b.bitNot(b.load(batch.getRankVector(), batch.spilled, at));
  Value overlap;
  if (hasOverlap)
    overlap = b.load(batch.getRankVector(), overlaps, at);

  RowBatch::Columns columns;
  for (int64_t i = 0; i < groupSize; i += shape.pieceLength)
    for (Value values : batch.loadPiece(
             [&](int64_t lane) { return b.add(begins[lane], b.index(i)); })) {
      Value offset = b.constant(shape.rankType, columns.ranks.size());
      Value ranks = batch.createRanks(values);
      Value index = b.sub(indices, offset);
      if (hasOverlap) {
        // Such a record is worse than every other.
        Value isOther = b.compare(CmpIPredicate::sgt, overlap, offset);
        Value worst = batch.isPacked ? b.constant(batch.getRankVector(), 0)
                                     : worstRanks();
        ranks = b.select(isOther, worstRanks(), ranks);
        index = b.select(isOther, worst, index);
      }
      columns.ranks.push_back(ranks);
      columns.indices.push_back(index);
    }
  return columns;
}

void MediumRows::buildBatch() {
  const BatchShape &shape = batch.shape;
  buildMaxima();
  RowBatch::Best groups = selectGroups();

  // As many as are sorted at once: without a rest.
  int64_t step = std::max<int64_t>(1, shape.width / groupSize);
  int64_t numSelected = llvm::alignTo(batch.k, step);
  Value lastBegin =
      b.castUnsigned(b.sub(batch.extent, b.index(groupSize)), shape.rankType);
  std::optional<int64_t> extent = getConstantIntValue(batch.extent);
  bool hasOverlap = !extent || *extent % groupSize != 0;
  for (int64_t j = 0; j < numSelected; ++j) {
    Value first = b.mul(batch.takeApart(groups, j).second,
                        b.constant(shape.rankType, groupSize));
    Value begin = first;
    Value at = b.index(j * shape.numLanes);
    if (hasOverlap) {
      begin = b.minSigned(first, lastBegin);
      b.store(b.sub(first, begin), overlaps, at);
    }
    b.store(begin, batch.spilled, at);
  }
  Values state = b.forLoop(
      b.index(0), b.index(numSelected), step,
      batch.flatten(batch.createWorst()), [&](Value number, ValueRange state) {
        RowBatch::Columns columns;
        for (int64_t i = 0; i < step; ++i) {
          RowBatch::Columns group =
              loadSelected(b.add(number, b.index(i)), hasOverlap);
          llvm::append_range(columns.ranks, group.ranks);
          llvm::append_range(columns.indices, group.indices);
        }
        RowBatch::Best best = batch.unflatten(state);
        batch.addColumns(best, columns);
        return batch.flatten(best);
      });
  batch.storeResults(batch.unflatten(state));
}

void MediumRows::build(const View &view) {
  const BatchShape &shape = batch.shape;
  Value extent = createExtent(b, b.getLoc(), view.input, view.reduced);
  auto divideUp = [&](Value value, int64_t divisor) {
    return b.divideUnsigned(b.add(value, b.index(divisor - 1)), divisor);
  };
  Value numReal = divideUp(extent, groupSize);
  numGroups = b.mul(divideUp(numReal, shape.width), shape.width);
  maxima =
      batch.scratch.allocate(shape.rankType, b.mul(numGroups, shape.numLanes));
  // Those that there are not are behind all others, even where they are equal.
  b.forLoop(numReal, numGroups, 1,
            [&](Value group) { storeBestRanks(group, worstRanks()); });
  overlaps = batch.scratch.allocate(shape.rankType,
                                    b.index(shape.width * shape.numLanes));
  batch.build(view, [&] { buildBatch(); });
}

int64_t mlir::extrema::getMediumTopKRowMinimum(const TopKReduction &reduction,
                                               int64_t k) {
  BatchShape shape(reduction, k);
  // Networks of two words a record are long: a thousand operations for 16.
  if (shape.rankType.getIntOrFloatBitWidth() > 32 && shape.width > 8)
    return std::numeric_limits<int64_t>::max();
  // Measured: with less, too much of a row is read again. That makes enough
  // groups, too, where `getGroupSize` knows the extent.
  return shape.width * std::max<int64_t>(12, shape.pieceLength * 3 / 2);
}

int64_t mlir::extrema::getMediumTopKRowLimit(const TopKReduction &reduction) {
  // Measured with 512 bits: there a row by itself takes as long.
  return reduction.order.getWorkingType().getIntOrFloatBitWidth() < 32 ? 3071
                                                                       : 4095;
}

void mlir::extrema::buildMediumTopKRows(OpBuilder &builder, Location loc,
                                        const TopKReduction &reduction,
                                        const View &view, int64_t k) {
  KernelBuilder b(loc, builder);
  std::optional<int64_t> extent;
  if (!view.getInputType().isDynamicDim(view.reduced))
    extent = view.getInputType().getDimSize(view.reduced);
  MediumRows(b, reduction, k, extent).build(view);
  builder.restoreInsertionPoint(b.saveInsertionPoint());
}
