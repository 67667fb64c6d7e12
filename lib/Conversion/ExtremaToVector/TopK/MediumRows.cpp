//===- MediumRows.cpp - Groups first, then their elements -------*- C++ -*-===//
//
// The rows of a batch (RowBatch.h) are divided into groups of consecutive
// elements. The best element of a group stands for the group:
//
// 1. The best rank of each group is stored. Nothing is sorted, so this costs
//    little more than reading.
// 2. The k best groups are selected. In their records, the number of the group
//    is the position.
// 3. Only the elements of these groups are read again and sorted.
//
// An element of another group is not among the k best. Each of the k groups has
// an element that is better, or that is equal and earlier, since groups follow
// one another as their elements do. No order of the elements makes this slow.
//
// Most of the code is the network. So the groups and their elements are sorted
// by the same code, in two rounds of a loop. Of short rows all groups are
// selected. These rows need only the second round. So where the extent is not
// known, the same code also takes short rows.
//
//===----------------------------------------------------------------------===//

#include "MediumRows.h"

#include "RowBatch.h"

#include "extrema/Conversion/Common/StructuredOps.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::extrema;
using namespace tuning::mediumRows;

/// Elements of a group. More of them make fewer groups, but more elements to
/// read again.
static int64_t getGroupSize(const BatchShape &shape, int64_t k,
                            std::optional<int64_t> extent) {
  int64_t limit = extent ? *extent : shape.step;
  int64_t size = shape.pieceLength;
  while (kGroupCost * size * size * k <= extent.value_or(kUsualExtent) &&
         2 * size <= limit)
    size *= 2;
  return size;
}

namespace {
class MediumRows {
public:
  MediumRows(KernelBuilder &b, const TopKReduction &reduction, int64_t k,
             std::optional<int64_t> extent)
      : b(b), order(reduction.order), batch(b, reduction, k),
        groupSize(getGroupSize(batch.shape, k, extent)),
        hasRest(!extent || *extent % groupSize != 0),
        mostSelected(batch.shape.width) {
    if (!extent)
      mostSelected =
          llvm::divideCeil(getMediumTopKRowMinimum(reduction, k), groupSize) +
          batch.shape.step;
  }

  void build(const View &view);

private:
  int64_t getMinimum() const {
    return getMediumTopKRowMinimum(batch.reduction, batch.k);
  }
  Value worstRanks() {
    return b.constant(
        batch.getIntegerVector(),
        APInt::getSignedMinValue(
            batch.records.getIntegerType().getIntOrFloatBitWidth()));
  }
  Value castToInteger(Value position) {
    return b.castUnsigned(position, batch.records.getIntegerType());
  }
  /// The place of a column in memory.
  Value getPlace(Value column) { return b.mul(column, batch.shape.numLanes); }
  Value alignUp(Value value, int64_t divisor) {
    Value last = b.add(value, divisor - 1);
    return b.mul(b.divideUnsigned(last, divisor), divisor);
  }

  Value createBestRanks(Value begin, int64_t size, Value overlap);
  void buildMaxima();
  void selectAll(Value extent);
  void storeSelected(const RowBatch::Columns &groups);
  RowBatch::Columns loadMaxima(Value first);
  RowBatch::Columns loadSelected(Value first);
  void buildBatch();

  KernelBuilder &b;
  const ElementOrder &order;
  RowBatch batch;
  int64_t groupSize;
  /// Whether the last group may begin within the one before it.
  bool hasRest;
  /// How many groups are read in the second round, at most.
  int64_t mostSelected;

  /// Whether all groups are selected: an i1.
  Value isShort;
  /// How many groups there are, and this number rounded up to a multiple of a
  /// step.
  Value numGroups, numPadded;
  /// How many elements are sorted in the second round: a multiple of a step.
  Value numSelected;
  /// The best ranks of each group.
  Value maxima;
  /// For each group that is read again, where it begins, and how many of its
  /// elements belong to the group before it.
  Value begins, overlaps;
};
} // namespace

/// Returns the best ranks of `size` elements, which are one or two pieces. The
/// first `overlap` elements, of type `index`, do not count; null means none.
Value MediumRows::createBestRanks(Value begin, int64_t size, Value overlap) {
  Location loc = b.getLoc();
  SmallVector<Value> elements;
  for (int64_t i = 0; i < size; i += batch.shape.pieceLength)
    llvm::append_range(elements, batch.loadPiece(b.add(begin, i)));
  // As a tree: shorter than a chain.
  auto reduce = [](SmallVector<Value> values, auto combine) {
    for (; values.size() > 1; values.resize(values.size() / 2))
      for (size_t i = 0; i < values.size() / 2; ++i)
        values[i] = combine(values[2 * i], values[2 * i + 1]);
    return values.front();
  };
  SmallVector<Value> keys = llvm::map_to_vector(elements, [&](Value values) {
    return order.createUnmergedKey(b, loc, values);
  });
  auto createFast = [&] {
    Value best = reduce(keys, [&](Value lhs, Value rhs) {
      return order.selectBetterKey(b, loc, lhs, rhs);
    });
    best = order.createRankOfKey(b, loc, order.mergeNans(b, loc, best));
    return b.castSigned(best, batch.getIntegerVector());
  };
  // This orders NaNs too. Comparisons do not.
  auto createSlow = [&] {
    SmallVector<Value> ranks;
    for (auto [i, values] : llvm::enumerate(elements)) {
      ranks.push_back(b.castSigned(order.createRank(b, loc, values),
                                   batch.getIntegerVector()));
      if (overlap) {
        Value offset = b.constant(batch.getIntegerVector(), i);
        ranks.back() = b.select(b.greater(castToInteger(overlap), offset),
                                worstRanks(), ranks.back());
      }
    }
    return reduce(ranks,
                  [&](Value lhs, Value rhs) { return b.maxSigned(lhs, rhs); });
  };
  Value isSlow;
  if (overlap)
    isSlow = b.greater(overlap, 0);
  if (order.mayHaveNans()) {
    SmallVector<Value> areNans;
    for (size_t i = 0; i < keys.size(); i += 2)
      areNans.push_back(order.isNanInEither(b, loc, keys[i], keys[i + 1]));
    Value hasNan = b.any(reduce(
        areNans, [&](Value lhs, Value rhs) { return b.bitOr(lhs, rhs); }));
    isSlow = isSlow ? b.bitOr(isSlow, hasNan) : hasNan;
  }
  if (!isSlow)
    return createFast();
  return b.ifThen(isSlow, createSlow, createFast);
}

/// Stores the best ranks of all groups. If the last group has fewer elements,
/// it is read from within the group before it. The elements of that group do
/// not count in it.
void MediumRows::buildMaxima() {
  // Two pieces at once, unless the networks make enough code already.
  int64_t numPieces = batch.shape.width > 8 ? 1 : 2;
  int64_t size = std::min(groupSize, numPieces * batch.shape.pieceLength);
  b.forLoop(0, numGroups, 1, [&](Value group) {
    Value begin = b.mul(group, groupSize), overlap;
    if (hasRest) {
      Value first = begin;
      begin = b.minSigned(first, b.sub(batch.extent, groupSize));
      overlap = b.sub(first, begin);
    }
    Value best =
        size == groupSize
            ? createBestRanks(begin, size, overlap)
            : b.forLoop(0, groupSize, size, worstRanks(),
                        [&](Value offset, Value best) {
                          Value rest =
                              overlap ? b.sub(overlap, offset) : overlap;
                          Value ranks =
                              createBestRanks(b.add(begin, offset), size, rest);
                          return b.maxSigned(best, ranks);
                        });
    b.store(best, maxima, getPlace(group));
  });
}

/// Returns columns of records of the groups' best ranks. The numbers of groups
/// are the positions.
RowBatch::Columns MediumRows::loadMaxima(Value first) {
  RowBatch::Columns columns;
  VectorType type = batch.getIntegerVector();
  Value indices = batch.createIndices(first);
  for (int64_t i = 0; i < batch.shape.step; ++i) {
    Value ranks = b.load(type, maxima, getPlace(b.add(first, i)));
    columns.push_back(batch.records.createOfRanks(
        b, ranks, b.sub(indices, b.constant(type, i))));
  }
  return columns;
}

/// Selects all groups of short rows, and some more to make a whole step.
void MediumRows::selectAll(Value extent) {
  VectorType type = batch.getIntegerVector();
  Value last = b.sub(extent, groupSize);
  b.forLoop(0, numSelected, groupSize, [&](Value first) {
    Value begin = b.minSigned(first, last);
    Value place = getPlace(b.divideUnsigned(first, groupSize));
    b.store(b.broadcast(type, castToInteger(begin)), begins, place);
    b.store(b.broadcast(type, castToInteger(b.sub(first, begin))), overlaps,
            place);
  });
}

void MediumRows::storeSelected(const RowBatch::Columns &groups) {
  VectorType type = batch.getIntegerVector();
  Value last = castToInteger(b.sub(batch.extent, groupSize));
  int64_t multiple = std::max<int64_t>(1, batch.shape.step / groupSize);
  for (int64_t j = 0, end = llvm::alignTo(batch.k, multiple); j < end; ++j) {
    Value first = b.mul(batch.records.takeApart(b, groups[j]).positions,
                        b.constant(type, groupSize));
    Value begin = first;
    Value place = b.index(j * batch.shape.numLanes);
    if (hasRest) {
      begin = b.minSigned(first, b.broadcast(type, last));
      b.store(b.sub(first, begin), overlaps, place);
    }
    b.store(begin, begins, place);
  }
}

/// Returns columns of the elements of the selected groups, from number `first`
/// on.
RowBatch::Columns MediumRows::loadSelected(Value first) {
  const BatchShape &shape = batch.shape;
  VectorType type = batch.getIntegerVector();
  RowBatch::Columns columns;
  int64_t size = std::min(groupSize, shape.step);
  for (int64_t i = 0; i < shape.step; i += size) {
    Value element = b.add(first, i);
    Value place = getPlace(b.divideUnsigned(element, groupSize));
    SmallVector<Value> laneBegins;
    for (int64_t lane = 0; lane < shape.numLanes; ++lane)
      laneBegins.push_back(
          b.castUnsigned(b.load(begins, b.add(place, lane)), b.getIndexType()));
    Value indices = b.bitNot(b.load(type, begins, place)), overlap;
    if (hasRest)
      overlap = b.load(type, overlaps, place);
    // A step may be a part of a group.
    Value offset = b.index(0);
    if (size != groupSize) {
      offset = b.bitAnd(element, groupSize - 1);
      indices = b.sub(indices, castToInteger(offset));
      if (overlap)
        overlap = b.sub(overlap, castToInteger(offset));
    }
    for (int64_t piece = 0; piece < size; piece += shape.pieceLength) {
      Value at = b.add(offset, piece);
      for (auto [j, values] : llvm::enumerate(batch.loadPiece(
               [&](int64_t lane) { return b.add(laneBegins[lane], at); }))) {
        Value number = b.constant(type, piece + j), areOthers;
        if (overlap)
          areOthers = b.greater(overlap, number);
        columns.push_back(
            batch.records.create(b, values, b.sub(indices, number), areOthers));
      }
    }
  }
  return columns;
}

void MediumRows::buildBatch() {
  // Short rows begin with the second round.
  Value firstRound = b.castUnsigned(isShort, b.getIndexType());
  RowBatch::Columns best =
      b.forLoop(firstRound, 2, 1, batch.createWorst(),
                [&](Value round, const RowBatch::Columns &) {
                  Value isFirst = b.equal(round, 0);
                  b.ifThen(isFirst, [&] { buildMaxima(); });
                  RowBatch::Columns best = batch.reduceColumns(
                      b.select(isFirst, numPadded, numSelected),
                      /*hasRest=*/false, [&](Value first, Value) {
                        return b.ifThen(
                            isFirst, [&] { return loadMaxima(first); },
                            [&] { return loadSelected(first); });
                      });
                  b.ifThen(isFirst, [&] { storeSelected(best); });
                  return best;
                });
  batch.storeResults(best);
}

void MediumRows::build(const View &view) {
  const BatchShape &shape = batch.shape;
  Type type = batch.records.getIntegerType();
  Value extent = b.extent(view.input, view.reduced);
  isShort = b.less(extent, getMinimum());
  numGroups = b.divideUnsigned(b.add(extent, groupSize - 1), groupSize);
  numPadded = alignUp(numGroups, shape.step);
  numSelected = b.select(isShort, alignUp(extent, shape.step),
                         llvm::alignTo(batch.k * groupSize, shape.step));
  maxima = batch.scratch.allocate(type, getPlace(numPadded));
  begins = batch.scratch.allocate(type, b.index(mostSelected * shape.numLanes));
  overlaps =
      batch.scratch.allocate(type, b.index(mostSelected * shape.numLanes));
  // The groups that only fill a step have the worst ranks. They lose all ties,
  // since they come last.
  b.forLoop(numGroups, numPadded, 1, [&](Value group) {
    b.store(worstRanks(), maxima, getPlace(group));
  });
  if (!getConstantIntValue(isShort))
    b.ifThen(isShort, [&] { selectAll(extent); });
  b.invariant("MediumRows: a row is shorter than a group",
              [&] { return b.atLeast(extent, groupSize); });
  b.invariant("MediumRows: a long row has fewer groups than results",
              [&] { return b.bitOr(isShort, b.atLeast(numGroups, batch.k)); });
  batch.build(view, [&] { buildBatch(); });
}

int64_t mlir::extrema::getMediumTopKRowMinimum(const TopKReduction &reduction,
                                               int64_t k) {
  BatchShape shape(reduction, k);
  if (reduction.order.getRankType().getIntOrFloatBitWidth() > kWideBits &&
      shape.width > kMostWideResults)
    return std::numeric_limits<int64_t>::max();
  // That makes enough groups, too, where `getGroupSize` knows the extent.
  return shape.width *
         std::max(kLeastPerResult, shape.pieceLength * kHalfPieces / 2);
}

int64_t mlir::extrema::getMediumTopKRowLimit(const TopKReduction &reduction) {
  return reduction.order.getWorkingType().getIntOrFloatBitWidth() < kNarrowBits
             ? kNarrowMost
             : kMost;
}

void mlir::extrema::buildMediumTopKRows(KernelBuilder &b,
                                        const TopKReduction &reduction,
                                        const View &view, int64_t k) {
  assert(takesRowBatches(view, k) && !view.inputIndices &&
         "rows that make no batch");
  std::optional<int64_t> extent;
  if (!view.getInputType().isDynamicDim(view.reduced))
    extent = view.getInputType().getDimSize(view.reduced);
  MediumRows(b, reduction, k, extent).build(view);
}
