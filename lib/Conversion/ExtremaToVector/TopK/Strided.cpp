//===- Strided.cpp - Columns as lanes, each with a sorted list --*- C++ -*-===//
//
// Each lane of a vector is a column, and keeps the k best elements seen so far
// as a sorted list: k vectors of ranks and k of positions. A row is inserted
// into all lists at once, by comparisons of the *new* element with each place
//
//   m[j] = x > L[j]
//   L[j] = max(L[j], min(x, L[j-1]))
//   I[j] = m[j-1] ? I[j-1] : m[j] ? row : I[j]
//
// so that no comparison waits for another, and an element that is equal to one
// in the list, which came earlier, goes behind it. There are no branches: the
// order of the input does not matter.
//
// Ranks order as integers and say it all of NaNs and zeros (ElementOrder.h).
// The values are made of them at the end, but for zeros and NaNs, whose bits
// are fetched by position.
//
//===----------------------------------------------------------------------===//

#include "TopKReduction.h"

#include "extrema/Conversion/Common/StructuredOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace mlir::extrema;

namespace {
/// The lists of one vector of columns, best first.
struct Lists {
  SmallVector<Value> ranks;
  SmallVector<Value> positions;
};

/// Lowers one operation, of the form that `buildStridedTopK` describes.
class StridedTopK {
public:
  StridedTopK(KernelBuilder &b, const TopKReduction &reduction, int64_t k)
      : b(b), reduction(reduction), order(reduction.order), k(k),
        scratch(b, reduction) {
    // Narrow ranks are widened: positions are as wide, so that the masks of
    // comparisons of the one select the other.
    unsigned width = std::max(32u, order.getRankType().getIntOrFloatBitWidth());
    wideType = b.getIntegerType(width);
    numLanes = reduction.target.getNumLanes(wideType);
    // Both lists of a tile in registers, some left for what is computed.
    int64_t numPairs = (reduction.target.numRegisters - 6) / (2 * k);
    numVectors = std::clamp<int64_t>(numPairs, 1, 4);
  }

  void build(Location loc, const View &view, int64_t lanes);

private:
  VectorType getVectorType(Type elementType) const {
    return VectorType::get({numLanes}, elementType);
  }
  Value loadRanks(Value row, Value column);
  void prefetch(Value row, Value column, int64_t numVectors);
  void insert(Lists &lists, Value ranks, Value positions, Value filled);
  SmallVector<Lists> reduceTile(Value column, int64_t numVectors);
  void buildTile(Value column, int64_t numVectors);
  void storeResults(const Lists &lists, Value column);
  void storeOneByOne(Value positions, Value column, int64_t place,
                     bool withValues, bool withIndices);
  void buildColumns();

  KernelBuilder &b;
  const TopKReduction &reduction;
  const ElementOrder &order;
  int64_t k;
  Scratch scratch;
  Type wideType;
  int64_t numLanes, numVectors;

  /// Of the columns at hand: two-dimensional memrefs, columns last.
  Value columns;
  Destinations destinations;
  Value numRows, numColumns;
  /// Positions of one vector, where they are needed one by one.
  Value spilled;
  /// Where the next tile begins; null if there is none.
  Value nextColumn;
  /// Which lanes are columns; null if all are.
  Value mask;
};
} // namespace

/// The ranks of one vector of row `row`.
Value StridedTopK::loadRanks(Value row, Value column) {
  VectorType type = getVectorType(order.getWorkingType());
  Value values;
  if (mask) {
    Value zeros = arith::ConstantOp::create(b, b.getZeroAttr(type));
    values = vector::MaskedLoadOp::create(b, type, columns,
                                          ValueRange{row, column}, mask, zeros);
  } else {
    values = vector::LoadOp::create(b, type, columns, ValueRange{row, column});
  }
  Value ranks = order.createRank(b, b.getLoc(), values);
  return b.castSigned(ranks, getVectorType(wideType));
}

/// Asks for the cache lines of a tile's row.
void StridedTopK::prefetch(Value row, Value column, int64_t numVectors) {
  constexpr int64_t lineSize = 64;
  int64_t elementSize = order.getWorkingType().getIntOrFloatBitWidth() / 8;
  int64_t bytes = numVectors * numLanes * elementSize;
  for (int64_t offset = 0; offset < bytes; offset += lineSize) {
    Value at = b.add(column, b.index(offset / elementSize));
    memref::PrefetchOp::create(b, columns, ValueRange{row, at},
                               /*isWrite=*/false, /*localityHint=*/3,
                               /*isDataCache=*/true);
  }
}

/// Takes one more row into the lists. If only the first `filled` places are
/// taken (null: all), the others are worse than anything.
void StridedTopK::insert(Lists &lists, Value ranks, Value positions,
                         Value filled) {
  using arith::CmpIPredicate;
  SmallVector<Value> isBetter;
  for (int64_t j = 0; j < k; ++j) {
    Value better = b.compare(CmpIPredicate::sgt, ranks, lists.ranks[j]);
    if (filled) {
      Value isFree = b.compare(CmpIPredicate::ule, filled, b.index(j));
      better =
          b.bitOr(better, b.broadcast(getVectorType(b.getI1Type()), isFree));
    }
    isBetter.push_back(better);
  }
  for (int64_t j = k - 1; j >= 0; --j) {
    Value &rank = lists.ranks[j];
    Value &position = lists.positions[j];
    if (filled || j == 0)
      rank = b.select(isBetter[j], ranks, rank);
    position = b.select(isBetter[j], positions, position);
    if (j == 0)
      break;
    if (filled)
      rank = b.select(isBetter[j - 1], lists.ranks[j - 1], rank);
    else
      rank = b.maxSigned(rank, b.minSigned(ranks, lists.ranks[j - 1]));
    position = b.select(isBetter[j - 1], lists.positions[j - 1], position);
  }
}

static SmallVector<Value> flatten(ArrayRef<Lists> tile) {
  SmallVector<Value> values;
  for (const Lists &lists : tile) {
    llvm::append_range(values, lists.ranks);
    llvm::append_range(values, lists.positions);
  }
  return values;
}

static SmallVector<Lists> unflatten(ValueRange values, int64_t k) {
  SmallVector<Lists> tile;
  for (; !values.empty(); values = values.drop_front(2 * k))
    tile.push_back({SmallVector<Value>(values.take_front(k)),
                    SmallVector<Value>(values.slice(k, k))});
  return tile;
}

/// The lists of `numVectors` vectors of columns from `column` on, of all rows.
SmallVector<Lists> StridedTopK::reduceTile(Value column, int64_t numVectors) {
  Value zeros = b.constant(getVectorType(wideType), 0);
  SmallVector<Lists> tile(
      numVectors, {SmallVector<Value>(k, zeros), SmallVector<Value>(k, zeros)});
  auto insertRows = [&](Value begin, Value end, ValueRange state,
                        bool isFilling) {
    return b.forLoop(begin, end, 1, state, [&](Value row, ValueRange state) {
      SmallVector<Lists> tile = unflatten(state, k);
      if (nextColumn)
        prefetch(row, nextColumn, numVectors);
      Value positions =
          b.broadcast(getVectorType(wideType), b.castUnsigned(row, wideType));
      for (auto [i, lists] : llvm::enumerate(tile)) {
        Value begin = b.add(column, b.index(i * numLanes));
        insert(lists, loadRanks(row, begin), positions,
               isFilling ? row : Value());
      }
      return flatten(tile);
    });
  };
  KernelBuilder::Values state =
      insertRows(b.index(0), b.index(k), flatten(tile), /*isFilling=*/true);
  state = insertRows(b.index(k), numRows, state, /*isFilling=*/false);
  return unflatten(state, k);
}

/// Stores what `positions` name, lane by lane, as results number `place`.
void StridedTopK::storeOneByOne(Value positions, Value column, int64_t place,
                                bool withValues, bool withIndices) {
  b.store(positions, spilled, b.index(0));
  Value lanesLeft = b.minSigned(b.sub(numColumns, column), b.index(numLanes));
  b.forLoop(b.index(0), lanesLeft, 1, [&](Value lane) {
    Value position = b.castUnsigned(b.load(spilled, lane), b.getIndexType());
    Value at = b.add(column, lane);
    if (withValues) {
      Value value =
          memref::LoadOp::create(b, columns, ValueRange{position, at});
      memref::StoreOp::create(b, value, destinations.values,
                              ValueRange{b.index(place), at});
    }
    if (withIndices) {
      Value index = createIndexOfPosition(
          b, b.getLoc(), position, reduction.indexBase, reduction.indexType);
      memref::StoreOp::create(b, index, destinations.indices,
                              ValueRange{b.index(place), at});
    }
  });
}

void StridedTopK::storeResults(const Lists &lists, Value column) {
  auto store = [&](Value vector, Value memref, int64_t place) {
    SmallVector<Value> at{b.index(place), column};
    if (mask)
      vector::MaskedStoreOp::create(b, memref, at, mask, vector);
    else
      vector::StoreOp::create(b, vector, memref, at);
  };
  // LLVM 22 may store too many bytes of lanes that are cut and masked.
  bool isNarrow = !reduction.indexType.isIndex() &&
                  reduction.indexType.getIntOrFloatBitWidth() <
                      wideType.getIntOrFloatBitWidth();
  for (int64_t j = 0; j < k; ++j) {
    Value positions = lists.positions[j];
    Value ranks =
        b.castSigned(lists.ranks[j], getVectorType(order.getRankType()));
    Value ambiguous = order.isAmbiguousRank(b, b.getLoc(), ranks);
    auto storeValues = [&] {
      if (mask && order.getRankType() != wideType)
        return storeOneByOne(positions, column, j, /*withValues=*/true,
                             /*withIndices=*/false);
      store(order.createValueOfRank(b, b.getLoc(), ranks), destinations.values,
            j);
    };
    if (ambiguous)
      b.ifThen(
          b.any(ambiguous),
          [&] {
            storeOneByOne(positions, column, j, /*withValues=*/true,
                          /*withIndices=*/false);
            return KernelBuilder::Values();
          },
          [&] {
            storeValues();
            return KernelBuilder::Values();
          });
    else
      storeValues();
    if (mask && isNarrow) {
      storeOneByOne(positions, column, j, /*withValues=*/false,
                    /*withIndices=*/true);
      continue;
    }
    store(createIndicesOfPositions(b, reduction, positions),
          destinations.indices, j);
  }
}

void StridedTopK::buildTile(Value column, int64_t numVectors) {
  SmallVector<Lists> tile = reduceTile(column, numVectors);
  for (auto [i, lists] : llvm::enumerate(tile))
    storeResults(lists, b.add(column, b.index(i * numLanes)));
}

/// All columns, by tiles. The last one is moved back so that it ends where the
/// columns do.
void StridedTopK::buildColumns() {
  auto buildTiles = [&](int64_t numVectors) {
    int64_t width = numVectors * numLanes;
    Value last = b.sub(numColumns, b.index(width));
    b.forLoop(b.index(0), numColumns, width, [&](Value column) {
      // Rows are too far apart for the hardware to see where the next tile is.
      nextColumn = b.minSigned(b.add(column, b.index(width)), last);
      buildTile(b.minSigned(column, last), numVectors);
      nextColumn = Value();
    });
    return KernelBuilder::Values();
  };
  auto buildMasked = [&] {
    // create_mask cuts its operand to 32 bits.
    Value left = b.minSigned(numColumns, b.index(numLanes));
    mask = vector::CreateMaskOp::create(b, getVectorType(b.getI1Type()), left);
    buildTile(b.index(0), 1);
    mask = Value();
  };
  auto hasAtLeast = [&](int64_t size) {
    return isInRange(b, b.getLoc(), numColumns, size,
                     std::numeric_limits<int64_t>::max());
  };
  // The builder of a branch is where this one stands.
  auto at = [&](function_ref<void()> build) {
    return [this, build](OpBuilder &branch, Location) {
      OpBuilder::InsertionGuard guard(b);
      b.restoreInsertionPoint(branch.saveInsertionPoint());
      build();
      branch.restoreInsertionPoint(b.saveInsertionPoint());
    };
  };
  auto buildNarrow = [&] {
    if (!reduction.target.hasMasks)
      return (void)buildTiles(1);
    buildIf(b, b.getLoc(), hasAtLeast(numLanes), at([&] { buildTiles(1); }),
            at(buildMasked));
  };
  if (numVectors == 1)
    return buildNarrow();
  buildIf(b, b.getLoc(), hasAtLeast(numVectors * numLanes),
          at([&] { buildTiles(numVectors); }), at(buildNarrow));
}

void StridedTopK::build(Location loc, const View &view, int64_t lanes) {
  spilled = scratch.allocate(wideType, b.index(numLanes));
  buildOuterLoops(b, loc, view, {view.reduced, lanes},
                  [&](OpBuilder &nested, Location, ValueRange outer) {
                    OpBuilder::InsertionGuard guard(b);
                    b.restoreInsertionPoint(nested.saveInsertionPoint());
                    auto slice = [&](Value memref) {
                      return createMatrix(b, loc, memref, outer, view.reduced,
                                          lanes);
                    };
                    columns = slice(view.input);
                    destinations = {slice(view.destinations.values),
                                    slice(view.destinations.indices)};
                    numRows = createExtent(b, loc, columns, 0);
                    numColumns = createExtent(b, loc, columns, 1);
                    buildColumns();
                    nested.restoreInsertionPoint(b.saveInsertionPoint());
                  });
  scratch.release();
}

int64_t mlir::extrema::getStridedTopKLimit(const TopKReduction &) { return 16; }

int64_t mlir::extrema::getStridedTopKColumns(const TopKReduction &reduction) {
  Type rankType = reduction.order.getRankType();
  unsigned width = std::max(32u, rankType.getIntOrFloatBitWidth());
  if (reduction.target.hasMasks)
    return 1;
  return reduction.target.getNumLanes(
      IntegerType::get(rankType.getContext(), width));
}

void mlir::extrema::buildStridedTopK(OpBuilder &b, Location loc,
                                     const TopKReduction &reduction,
                                     const View &view, int64_t lanes,
                                     int64_t k) {
  KernelBuilder kernel(loc, b);
  StridedTopK(kernel, reduction, k).build(loc, view, lanes);
  b.restoreInsertionPoint(kernel.saveInsertionPoint());
}
