//===- StridedGroups.cpp - Columns: groups, then their elements -*- C++ -*-===//
//
// This does for columns of many elements (ColumnBatch.h) what MediumRows.cpp
// does for rows. Consecutive rows are a group. In each column the best element
// of a group stands for the group:
//
// 1. The best rank of each group is stored, at the speed of reading.
// 2. The k best groups of each column are selected, by sorted lists of the
//    groups' numbers.
// 3. Only the elements of these groups are read again, lane by lane, since each
//    lane has other groups. They are inserted in the order of their positions.
//
// An element of another group is not among the k best: each of the k groups has
// an element that is better, or that is equal and earlier. No order of the
// elements makes this slow.
//
//===----------------------------------------------------------------------===//

#include "StridedGroups.h"

#include "ColumnBatch.h"
#include "Strided.h"

#include "../Selection/LaneNetwork.h"
#include "extrema/Conversion/Common/StructuredOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::extrema;
using Values = KernelBuilder::Values;
using namespace tuning::tallColumns;

namespace {
class StridedGroups {
public:
  StridedGroups(KernelBuilder &b, const TopKReduction &reduction, int64_t k)
      : b(b), order(reduction.order), batch(b, reduction, k),
        wideTile(reduction.target.getNumLanes(b.getI8Type())) {}

  void build(const View &view, int64_t lanes);

private:
  /// Some vectors of columns side by side.
  struct Tile {
    VectorType type;
    int64_t numVectors;
    int64_t getNumLanes() const { return numVectors * type.getNumElements(); }
  };

  void setGroups(Value extent);
  void setBlockWidth(Value extent, Value numColumns);
  Values loadRow(Tile tile, Value row, Value column);
  Values createBestRanks(Tile tile, Value begin, Value column);
  Values createBestRanksExactly(Tile tile, Value begin, Value end,
                                Value column);
  void buildMaxima(Tile tile, Value begin, Value width);
  void selectGroups(int64_t numVectors, Value offset);
  void fetchCandidates(int64_t numVectors, Value column);
  void insertCandidates(int64_t numVectors, Value column);
  void buildVectors(int64_t numVectors, Value column, Value offset);
  void buildWide();
  void buildNarrow();

  Value divide(Value lhs, Value rhs) {
    return b.createOrFold<arith::DivUIOp>(lhs, rhs);
  }
  Value divideUp(Value lhs, Value rhs) {
    return divide(b.add(lhs, b.sub(rhs, 1)), rhs);
  }
  /// Returns the first row that is fetched for a group. The last group may have
  /// fewer rows. Then some rows of the group before it are fetched, too.
  Value getFetched(Value first) { return b.minSigned(first, lastBegin); }

  KernelBuilder &b;
  const ElementOrder &order;
  ColumnBatch batch;
  /// For so many columns the best ranks are found at once, if there are as
  /// many. A vector of bytes is full then.
  const int64_t wideTile;

  /// Rows of a group, a power of two, and its exponent.
  Value groupSize, groupExponent;
  /// How many groups have that many rows, and how many groups there are in all.
  /// The last group may have fewer rows. `lastBegin` is where it would begin to
  /// have as many.
  Value numWhole, numGroups, lastBegin;
  bool hasRest;
  /// How many columns a block has: so many that the second reading finds in the
  /// caches what the first one has read.
  Value blockWidth;
  /// For each group, the best ranks of a block.
  Value maxima;
  /// For some vectors of columns: the first row of each selected group, and the
  /// elements of each row of the selected groups.
  Value firstRows, candidates;
};
} // namespace

/// Sets the size of groups. Larger groups are fewer, but more elements are read
/// again.
void StridedGroups::setGroups(Value extent) {
  auto isSmall = [&](Value size) {
    return b.atMostUnsigned(b.mul(b.mul(size, size), kGroupCost * batch.k),
                            extent);
  };
  groupSize = b.index(kLeastGroup);
  groupExponent = b.index(llvm::Log2_64(kLeastGroup));
  struct Group {
    Value size, exponent;
    auto carried() { return std::tie(size, exponent); }
  };
  Group group{groupSize, groupExponent};
  auto grow = [&](Group group) -> Group {
    return {b.add(group.size, group.size), b.add(group.exponent, 1)};
  };
  if (getConstantIntValue(extent)) {
    while (getConstantIntValue(isSmall(group.size)) != 0)
      group = grow(group);
  } else {
    group = b.whileLoop(
        group, [&](Group group) { return isSmall(group.size); }, grow);
  }
  groupSize = group.size;
  groupExponent = group.exponent;
  numWhole = b.shiftRight(extent, groupExponent);
  Value inGroup = b.sub(groupSize, 1);
  numGroups = b.shiftRight(b.add(extent, inGroup), groupExponent);
  lastBegin = b.sub(extent, groupSize);
  hasRest = getConstantIntValue(b.bitAnd(extent, inGroup)) != 0;
}

void StridedGroups::setBlockWidth(Value extent, Value numColumns) {
  // In tiles.
  Value tile = b.index(wideTile);
  Value numTiles = divideUp(numColumns, tile);
  int64_t rowBytes =
      wideTile * order.getWorkingType().getIntOrFloatBitWidth() / 8;
  Value cached =
      b.index(batch.reduction.target.level2Size / kCacheShare / rowBytes);
  Value most = b.maxSigned(divide(cached, extent), 1);
  // Blocks of about the same width.
  Value numBlocks = b.maxSigned(divideUp(numTiles, most), 1);
  blockWidth = b.mul(divideUp(numTiles, numBlocks), tile);
}

Values StridedGroups::loadRow(Tile tile, Value row, Value column) {
  Values values;
  for (int64_t i = 0; i < tile.numVectors; ++i) {
    Value begin = b.add(column, i * tile.type.getNumElements());
    values.push_back(batch.loadValues(tile.type, row, begin));
  }
  return values;
}

/// Returns the best ranks of the rows [begin, end), which are read one after
/// the other.
Values StridedGroups::createBestRanksExactly(Tile tile, Value begin, Value end,
                                             Value column) {
  Type rankType = order.getRankType();
  Value worst =
      b.constant(tile.type.clone(rankType),
                 APInt::getSignedMinValue(rankType.getIntOrFloatBitWidth()));
  return b.forLoop(begin, end, 1, Values(tile.numVectors, worst),
                   [&](Value row, Values best) {
                     for (auto [ranks, values] :
                          llvm::zip_equal(best, loadRow(tile, row, column)))
                       ranks = b.maxSigned(
                           ranks, order.createRank(b, b.getLoc(), values));
                     return best;
                   });
}

/// Returns the best ranks of the group that begins with row `begin`.
Values StridedGroups::createBestRanks(Tile tile, Value begin, Value column) {
  Location loc = b.getLoc();
  Value end = b.add(begin, groupSize);
  auto better = [&](Value lhs, Value rhs) {
    return order.selectBetterKey(b, loc, lhs, rhs);
  };
  Value worst = arith::ConstantOp::create(
      b, DenseElementsAttr::get(tile.type, Attribute(order.getWorstKey())));
  /// The best keys of each vector of columns, and where there was a NaN; null
  /// if there can be none.
  struct Found {
    Values keys;
    Value isNan;
    auto carried() { return std::tie(keys, isNan); }
  };
  Found first{Values(tile.numVectors, worst), Value()};
  bool findsNans = order.mayHaveNans();
  // On targets without masks, LLVM would pack and unpack vectors of i1 between
  // the blocks of a loop.
  bool hasMasks = batch.reduction.target.hasMasks;
  Type nanType = hasMasks ? Type(b.getI1Type()) : order.getRankType();
  if (findsNans)
    first.isNan = b.constant(tile.type.clone(nanType), 0);
  Found found = b.forLoop(begin, end, 4, first, [&](Value row, Found found) {
    SmallVector<Values> rows;
    for (int64_t i = 0; i < 4; ++i)
      rows.push_back(loadRow(tile, b.add(row, i), column));
    for (int64_t i = 0; i < tile.numVectors; ++i) {
      Values keys = llvm::map_to_vector(rows, [&](const Values &row) {
        return order.createUnmergedKey(b, loc, row[i]);
      });
      found.keys[i] = better(found.keys[i], better(better(keys[0], keys[1]),
                                                   better(keys[2], keys[3])));
      for (int64_t j = 0; findsNans && j < 4; j += 2) {
        Value areNans = order.isNanInEither(b, loc, keys[j], keys[j + 1]);
        found.isNan = b.bitOr(found.isNan,
                              b.castSigned(areNans, tile.type.clone(nanType)));
      }
    }
    return found;
  });
  auto createRanks = [&] {
    return Values(llvm::map_range(found.keys, [&](Value keys) {
      return order.createRankOfKey(b, loc, order.mergeNans(b, loc, keys));
    }));
  };
  if (!findsNans)
    return createRanks();
  Value hasNan = b.any(found.isNan);
  if (!hasMasks)
    hasNan = b.differ(hasNan, b.constant(nanType, 0));
  // The comparisons above do not order NaNs. Comparisons of ranks do.
  return b.ifThen(
      hasNan, [&] { return createBestRanksExactly(tile, begin, end, column); },
      createRanks);
}

/// Stores the best ranks of all groups of the columns [begin, begin + width),
/// at least a tile.
void StridedGroups::buildMaxima(Tile tile, Value begin, Value width) {
  Value last = b.sub(width, tile.getNumLanes());
  auto buildGroups = [&](Value first, Value end,
                         function_ref<Values(Value, Value)> create) {
    b.forLoop(first, end, 1, [&](Value group) {
      Value row = b.shiftLeft(group, groupExponent);
      b.forLoop(0, width, tile.getNumLanes(), [&](Value offset) {
        // The last tile ends where the block does.
        offset = b.minSigned(offset, last);
        Values ranks = create(row, b.add(begin, offset));
        Value at = b.add(b.mul(group, blockWidth), offset);
        for (auto [i, vector] : llvm::enumerate(ranks))
          b.store(vector, maxima, b.add(at, i * tile.type.getNumElements()));
      });
    });
  };
  buildGroups(b.index(0), numWhole, [&](Value row, Value column) {
    return createBestRanks(tile, row, column);
  });
  if (hasRest)
    buildGroups(numWhole, numGroups, [&](Value row, Value column) {
      return createBestRanksExactly(tile, row, batch.numRows, column);
    });
}

/// Stores the first rows of the k best groups of some columns, in ascending
/// order.
void StridedGroups::selectGroups(int64_t numVectors, Value offset) {
  VectorType type = batch.getVectorType(order.getRankType());
  auto tile = batch.reduce(numGroups, numVectors, [&](Value group) {
    Value at = b.add(b.mul(group, blockWidth), offset);
    Value positions = batch.createPositions(group);
    SmallVector<Element> elements;
    for (int64_t i = 0; i < numVectors; ++i) {
      Value ranks = b.load(type, maxima, b.add(at, i * batch.numLanes));
      elements.push_back({batch.widenRanks(ranks), positions});
    }
    return elements;
  });
  Value none = b.constant(batch.getVectorType(batch.wideType), -1);
  Value exponent = b.castUnsigned(groupExponent, batch.wideType);
  for (auto [i, lists] : llvm::enumerate(tile)) {
    // The largest come first.
    SmallVector<RecordVector> groups;
    for (Value positions : lists.positions)
      groups.push_back({positions});
    groups.resize(llvm::PowerOf2Ceil(batch.k), {none});
    sortLanes(b, groups);
    for (int64_t j = 1; j < batch.k; ++j)
      b.invariant("StridedGroups: groups that do not ascend",
                  [&] { return b.greater(groups[j - 1][0], groups[j][0]); });
    for (int64_t j = 0; j < batch.k; ++j)
      b.store(b.shiftLeft(groups[batch.k - 1 - j][0], exponent), firstRows,
              (j * numVectors + i) * batch.numLanes);
  }
}

/// Fetches the elements of the selected groups, lane by lane. This is as fast
/// as gather instructions, and works on every target.
void StridedGroups::fetchCandidates(int64_t numVectors, Value column) {
  int64_t width = numVectors * batch.numLanes;
  Value end = b.index(width);
  if (batch.mask)
    end = b.minSigned(end, b.sub(batch.numColumns, column));
  b.forLoop(0, end, 1, [&](Value lane) {
    Value from = b.add(column, lane);
    b.forLoop(0, batch.k, 1, [&](Value number) {
      Value first = b.load(firstRows, b.add(b.mul(number, width), lane));
      Value row = getFetched(b.castUnsigned(first, b.getIndexType()));
      Value to = b.add(b.mul(b.shiftLeft(number, groupExponent), width), lane);
      b.forLoop(0, groupSize, 4, [&](Value i) {
        for (int64_t j = 0; j < 4; ++j) {
          Value at = b.add(i, j);
          Value value = b.load(batch.columns, {b.add(row, at), from});
          b.store(value, candidates, b.add(to, b.mul(at, width)));
        }
      });
    });
  });
}

/// Stores the results of some columns, the best of the candidates.
void StridedGroups::insertCandidates(int64_t numVectors, Value column) {
  int64_t width = numVectors * batch.numLanes;
  VectorType type = batch.getVectorType(order.getWorkingType());
  VectorType positionType = batch.getVectorType(batch.wideType);
  unsigned bits = batch.wideType.getIntOrFloatBitWidth();
  Value worst = b.constant(positionType, APInt::getSignedMinValue(bits));
  Value mostFirst = batch.createPositions(lastBegin);
  Value inGroup = b.sub(groupSize, 1);
  Value numCandidates = b.mul(groupSize, batch.k);
  auto tile = batch.reduce(numCandidates, numVectors, [&](Value number) {
    Value group = b.mul(b.shiftRight(number, groupExponent), width);
    Value row = batch.createPositions(b.bitAnd(number, inGroup));
    SmallVector<Element> elements;
    for (int64_t i = 0; i < numVectors; ++i) {
      Value lane = b.index(i * batch.numLanes);
      Value first = b.load(positionType, firstRows, b.add(group, lane));
      Value values =
          b.load(type, candidates, b.add(b.mul(number, width), lane));
      Value ranks = batch.createRanks(values);
      Value positions = b.add(first, row);
      if (hasRest) {
        // Elements of the group before the last one get the worst rank.
        positions = b.add(b.minSigned(first, mostFirst), row);
        Value isOther = b.less(positions, first);
        ranks = b.select(isOther, worst, ranks);
      }
      elements.push_back({ranks, positions});
    }
    return elements;
  });
  for (auto [i, lists] : llvm::enumerate(tile))
    batch.storeResults(lists, b.add(column, i * batch.numLanes));
}

/// Reduces the vectors of columns at `column`. In the block they are at
/// `offset`.
void StridedGroups::buildVectors(int64_t numVectors, Value column,
                                 Value offset) {
  selectGroups(numVectors, offset);
  fetchCandidates(numVectors, column);
  insertCandidates(numVectors, column);
}

void StridedGroups::buildWide() {
  Type workingType = order.getWorkingType();
  int64_t native = batch.reduction.target.getNumLanes(workingType);
  Tile tile{VectorType::get({native}, workingType), wideTile / native};
  int64_t width = batch.numVectors * batch.numLanes;
  Value last = b.sub(batch.numColumns, wideTile);
  Value numBlocks = divideUp(batch.numColumns, blockWidth);
  b.forLoop(0, numBlocks, 1, [&](Value block) {
    Value begin = b.minSigned(b.mul(block, blockWidth), last);
    Value blockEnd = b.minSigned(b.add(begin, blockWidth), batch.numColumns);
    Value size = b.sub(blockEnd, begin);
    buildMaxima(tile, begin, size);
    b.forLoop(0, size, width, [&](Value offset) {
      offset = b.minSigned(offset, b.sub(size, width));
      buildVectors(batch.numVectors, b.add(begin, offset), offset);
    });
  });
}

/// Reduces fewer columns than a tile has, one vector at a time.
void StridedGroups::buildNarrow() {
  int64_t width = batch.numLanes;
  Tile tile{batch.getVectorType(order.getWorkingType()), 1};
  auto buildVector = [&](Value column) {
    buildMaxima(tile, column, b.index(width));
    buildVectors(1, column, b.index(0));
  };
  b.forLoop(0, batch.numColumns, width, [&](Value column) {
    if (batch.reduction.target.hasMasks)
      batch.withMask(column, [&] { buildVector(column); });
    else
      buildVector(b.minSigned(column, b.sub(batch.numColumns, width)));
  });
}

void StridedGroups::build(const View &view, int64_t lanes) {
  Value extent = b.extent(view.input, view.reduced);
  Value numColumns = b.extent(view.input, lanes);
  setGroups(extent);
  setBlockWidth(extent, numColumns);
  b.invariant("StridedGroups: a column has fewer groups than results",
              [&] { return b.atLeast(numGroups, batch.k); });
  maxima =
      batch.scratch.allocate(order.getRankType(), b.mul(numGroups, blockWidth));
  int64_t width = batch.numVectors * batch.numLanes;
  firstRows = batch.scratch.allocate(batch.wideType, b.index(batch.k * width));
  candidates = batch.scratch.allocate(order.getWorkingType(),
                                      b.mul(groupSize, batch.k * width));
  batch.build(view, lanes, [&] {
    batch.ifColumns(wideTile, [&] { buildWide(); }, [&] { buildNarrow(); });
  });
}

int64_t mlir::extrema::getStridedGroupsMinimum(const TopKReduction &reduction,
                                               int64_t k) {
  if (reduction.order.getRankType().getIntOrFloatBitWidth() < kNarrowBits)
    return std::max(kNarrowLeast, kNarrowPerResult * k);
  if (reduction.target.hasMasks && k < kFewResults)
    return kFewResultsProduct / k;
  return std::max(reduction.target.hasMasks ? kMaskedLeast : kLeast,
                  kPerResult * k);
}

void mlir::extrema::buildStridedGroups(KernelBuilder &b,
                                       const TopKReduction &reduction,
                                       const View &view, int64_t lanes,
                                       int64_t k) {
  assert(isUnitStride(view.input, lanes) && !view.inputIndices && k >= 1 &&
         k <= getStridedTopKLimit(reduction) &&
         "no columns, or too many results");
  StridedGroups(b, reduction, k).build(view, lanes);
}
