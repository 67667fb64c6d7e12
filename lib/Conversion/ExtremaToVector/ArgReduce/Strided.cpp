//===- Strided.cpp - Lanes are columns --------------------------*- C++ -*-===//
//
// Each lane of a vector is a column. A *tile* is some vectors side by side,
// whose best keys and counters stay in registers while a *group* of rows goes
// by; a group is short enough for its rows to be as many streams as hardware
// prefetches, and for counters as narrow as the elements. Where there are more
// rows, a *block* of tiles goes through one group after the other, and the best
// so far lie in scratch memory in between:
//
//   for block of columns
//     for group of rows
//       for tile of the block
//         best of the group, in registers
//         not the first group: the better of it and scratch
//         the last group: to the destinations, else to scratch
//
// The last tile is moved back so that it ends where the columns do, and
// computes some of them twice. That a pair takes part twice changes nothing,
// not even with `accumulate`: what was better or the same the first time is the
// same the second. Fewer columns than a vector has lanes are masked, or taken
// one by one where there are no masks.
//
// Comparisons that ignore NaNs take half as many instructions as those that do
// not. So a group is first reduced by these; if it turns out that there was a
// NaN, it is reduced once more, from the caches.
//
//===----------------------------------------------------------------------===//

#include "ArgReduction.h"

#include "extrema/Conversion/Common/StructuredOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace mlir::extrema;

//===----------------------------------------------------------------------===//
// Tiles
//===----------------------------------------------------------------------===//

namespace {
/// The vectors of a tile, and how many rows make a group.
struct TileShape {
  int64_t numVectors;
  int64_t numLanes;
  int64_t groupSize;
  /// Whether it is one vector, some lanes of which may be beyond the columns.
  bool isMasked = false;
};

/// Of one vector of a tile: the best key of each lane, the row that it is in,
/// counted from the first of the group or from the first of all, and, where
/// that is wanted and the key does not tell, the value.
struct Candidates {
  Value key, position, value;
};

using Tile = SmallVector<Candidates>;

/// Where the columns of a tile begin, and which of its lanes are columns.
struct TilePlace {
  Value column;
  Value mask;
};

class StridedLowering {
public:
  StridedLowering(OpBuilder &b, Location loc, const ArgReduction &reduction,
                  Value columns, LaneDestinations destinations);

  /// The shapes of tiles, each for fewer columns than the one before.
  SmallVector<TileShape> getShapes() const;
  /// Reduces the columns by tiles of the first of `shapes` for which there are
  /// enough of them.
  void buildAnyOf(OpBuilder &b, Location loc, ArrayRef<TileShape> shapes);

private:
  void buildBlocks(OpBuilder &b, Location loc, TileShape shape);
  void buildTile(OpBuilder &b, Location loc, TileShape shape, Value firstRow,
                 Value column, Value slot);
  Tile reduceGroup(OpBuilder &b, Location loc, TileShape shape, Value firstRow,
                   Value groupRows, TilePlace place);
  Tile reduceRows(OpBuilder &b, Location loc, TileShape shape, Value firstRow,
                  Value groupRows, TilePlace place, Value *hasNans);
  Tile loadRow(OpBuilder &b, Location loc, TileShape shape, Value row,
               TilePlace place, Value position);
  Candidates combine(OpBuilder &b, Location loc, Candidates earlier,
                     Candidates later, bool isExact);
  Value combineNans(OpBuilder &b, Location loc, TileShape shape, Value found,
                    Value lhs, Value rhs);
  Tile addFirstRow(OpBuilder &b, Location loc, TileShape shape, Tile group,
                   Value firstRow);
  Tile mergeWithScratch(OpBuilder &b, Location loc, TileShape shape,
                        const Tile &group, Value slot);
  void storeToScratch(OpBuilder &b, Location loc, TileShape shape,
                      const Tile &tile, Value slot);
  void storeResults(OpBuilder &b, Location loc, TileShape shape,
                    const Tile &tile, TilePlace place);

  void createScratch(OpBuilder &b, Location loc);
  bool isOneGroup(TileShape shape) const {
    std::optional<int64_t> known = getConstantIntValue(numRows);
    return known && *known <= shape.groupSize;
  }
  VectorType getVectorType(TileShape shape, Type type) const {
    return VectorType::get({shape.numLanes}, type,
                           {reduction.target.isScalable});
  }
  /// The number of columns in `numVectors` vectors.
  Value createNumLanes(OpBuilder &b, Location loc, TileShape shape,
                       int64_t numVectors) const;
  /// Where vector `i` begins in a tile that begins at `begin`.
  Value createBegin(OpBuilder &b, Location loc, TileShape shape, Value begin,
                    int64_t i) const {
    return b.createOrFold<arith::AddIOp>(loc, begin,
                                         createNumLanes(b, loc, shape, i));
  }

  const ArgReduction &reduction;
  const ElementOrder &order;
  Value columns;
  LaneDestinations destinations;
  Value numRows, numColumns;
  Type keyType;
  /// What counts the rows of a group, and all rows.
  IntegerType counterType, positionType;
  /// Whether values are carried beside the keys.
  bool hasValues;
  /// The scratch memory of a block, as candidates, and for how many columns.
  Candidates scratch;
  int64_t capacity;
};
} // namespace

StridedLowering::StridedLowering(OpBuilder &b, Location loc,
                                 const ArgReduction &reduction, Value columns,
                                 LaneDestinations destinations)
    : reduction(reduction), order(reduction.order), columns(columns),
      destinations(destinations), numRows(createExtent(b, loc, columns, 0)),
      numColumns(createExtent(b, loc, columns, 1)),
      keyType(order.getKeyType()) {
  // As wide as keys, so that a mask of keys is one of counters.
  unsigned width = keyType.getIntOrFloatBitWidth();
  counterType = b.getIntegerType(width);
  positionType = b.getIntegerType(std::max(width, 32u));
  hasValues = destinations.values && order.hasOtherKeys();
  TileShape widest = getShapes().front();
  int64_t numBytes = (width + positionType.getWidth()) / 8;
  int64_t numLanes = widest.numVectors * widest.numLanes;
  capacity =
      llvm::alignTo(reduction.target.level1Size / 4 / numBytes, numLanes);
}

Value StridedLowering::createNumLanes(OpBuilder &b, Location loc,
                                      TileShape shape,
                                      int64_t numVectors) const {
  Value number =
      arith::ConstantIndexOp::create(b, loc, numVectors * shape.numLanes);
  if (!reduction.target.isScalable || numVectors == 0)
    return number;
  return arith::MulIOp::create(b, loc, number,
                               vector::VectorScaleOp::create(b, loc));
}

/// The candidates one after the other, as loops carry them.
static SmallVector<Value> flatten(const Tile &tile) {
  SmallVector<Value> values;
  for (const Candidates &candidates : tile) {
    values.append({candidates.key, candidates.position});
    if (candidates.value)
      values.push_back(candidates.value);
  }
  return values;
}

/// The inverse, for a tile like `tile`.
static Tile unflatten(ValueRange values, const Tile &tile) {
  Tile result;
  auto next = values.begin();
  for (const Candidates &candidates : tile) {
    Value key = *next++, position = *next++;
    result.push_back({key, position, candidates.value ? *next++ : Value()});
  }
  return result;
}

//===----------------------------------------------------------------------===//
// A group of rows
//===----------------------------------------------------------------------===//

/// One row of a tile; `position` is a vector.
Tile StridedLowering::loadRow(OpBuilder &b, Location loc, TileShape shape,
                              Value row, TilePlace place, Value position) {
  VectorType type = getVectorType(shape, keyType);
  Tile tile;
  for (int64_t i = 0; i < shape.numVectors; ++i) {
    SmallVector<Value> begin{row, createBegin(b, loc, shape, place.column, i)};
    Value value;
    if (place.mask) {
      // Zero is no NaN.
      Value others = arith::ConstantOp::create(b, loc, b.getZeroAttr(type));
      value = vector::MaskedLoadOp::create(b, loc, type, columns, begin,
                                           place.mask, others);
    } else {
      value = vector::LoadOp::create(b, loc, type, columns, begin);
    }
    tile.push_back({order.createKey(b, loc, value), position,
                    hasValues ? value : Value()});
  }
  return tile;
}

/// The better of two, lane by lane, where `later` has the higher positions.
/// Wrong where there is a NaN, unless `isExact`.
Candidates StridedLowering::combine(OpBuilder &b, Location loc,
                                    Candidates earlier, Candidates later,
                                    bool isExact) {
  bool isLast = order.getTie() == Tie::Last;
  Value takesLater =
      isExact ? order.isBetterKeyOrNan(b, loc, later.key, earlier.key, isLast)
              : order.isBetterKey(b, loc, later.key, earlier.key, isLast);
  auto select = [&](Value later, Value earlier) -> Value {
    return arith::SelectOp::create(b, loc, takesLater, later, earlier);
  };
  Candidates best;
  // The second operand is taken where the keys are the same.
  if (isExact)
    best.key = select(later.key, earlier.key);
  else if (isLast)
    best.key = order.selectBetterKey(b, loc, earlier.key, later.key);
  else
    best.key = order.selectBetterKey(b, loc, later.key, earlier.key);
  best.position = select(later.position, earlier.position);
  if (later.value)
    best.value = select(later.value, earlier.value);
  return best;
}

/// `found`, which may be null, or where one of the keys is a NaN.
Value StridedLowering::combineNans(OpBuilder &b, Location loc, TileShape shape,
                                   Value found, Value lhs, Value rhs) {
  Value isNan = order.isNanInEither(b, loc, lhs, rhs);
  // Where there are no masks, they are packed and unpacked from one block to
  // the next.
  if (!reduction.target.hasMasks)
    isNan = arith::ExtSIOp::create(b, loc, getVectorType(shape, counterType),
                                   isNan);
  return found ? arith::OrIOp::create(b, loc, found, isNan).getResult() : isNan;
}

/// The best of `groupRows` rows, positions counted from the first one. If
/// `hasNans` is null, exact; otherwise right only where that, a vector, is all
/// zero.
Tile StridedLowering::reduceRows(OpBuilder &b, Location loc, TileShape shape,
                                 Value firstRow, Value groupRows,
                                 TilePlace place, Value *hasNans) {
  bool isExact = !hasNans && order.mayHaveNans();
  VectorType counters = getVectorType(shape, counterType);
  auto createCounter = [&](OpBuilder &b, int64_t value) {
    return createScalarOrSplatConstant(b, loc, counters,
                                       APInt(counterType.getWidth(), value));
  };
  auto findNans = [&](OpBuilder &b, Location loc, Value found,
                      const Tile &first, const Tile &second) {
    if (hasNans)
      for (auto [lhs, rhs] : llvm::zip_equal(first, second))
        found = combineNans(b, loc, shape, found, lhs.key, rhs.key);
    return found;
  };

  // Two rows a step. If their number is even, the first row takes part twice.
  // (The exact form is rarely run: one row.)
  int64_t step = isExact ? 1 : 2;
  Value start = arith::ConstantIndexOp::create(b, loc, 1);
  if (!isExact)
    start = b.createOrFold<arith::AndIOp>(loc, groupRows, start);
  Tile first = loadRow(b, loc, shape, firstRow, place, createCounter(b, 0));
  SmallVector<Value> inits = flatten(first);
  Value counter = arith::IndexCastOp::create(b, loc, counterType, start);
  inits.push_back(vector::BroadcastOp::create(b, loc, counters, counter));
  if (hasNans)
    inits.push_back(findNans(b, loc, Value(), first, first));
  auto loop = scf::ForOp::create(
      b, loc, start, groupRows, arith::ConstantIndexOp::create(b, loc, step),
      inits, [&](OpBuilder &b, Location loc, Value i, ValueRange state) {
        ValueRange bestState = state.drop_back(hasNans ? 2 : 1);
        Tile best = unflatten(bestState, first);
        Value counter = state[bestState.size()];
        Value found = hasNans ? state.back() : Value();
        Value row = arith::AddIOp::create(b, loc, firstRow, i);
        Tile next = loadRow(b, loc, shape, row, place, counter);
        if (!isExact) {
          row = arith::AddIOp::create(
              b, loc, row, arith::ConstantIndexOp::create(b, loc, 1));
          Value second =
              arith::AddIOp::create(b, loc, counter, createCounter(b, 1));
          Tile after = loadRow(b, loc, shape, row, place, second);
          found = findNans(b, loc, found, next, after);
          for (auto [candidates, later] : llvm::zip_equal(next, after))
            candidates = combine(b, loc, candidates, later, isExact);
        }
        for (auto [candidates, later] : llvm::zip_equal(best, next))
          candidates = combine(b, loc, candidates, later, isExact);
        SmallVector<Value> results = flatten(best);
        results.push_back(
            arith::AddIOp::create(b, loc, counter, createCounter(b, step)));
        if (found)
          results.push_back(found);
        scf::YieldOp::create(b, loc, results);
      });
  if (hasNans)
    *hasNans = loop.getResults().back();
  return unflatten(loop.getResults().take_front(flatten(first).size()), first);
}

/// The best of a group, also where there are NaNs.
Tile StridedLowering::reduceGroup(OpBuilder &b, Location loc, TileShape shape,
                                  Value firstRow, Value groupRows,
                                  TilePlace place) {
  if (!order.mayHaveNans())
    return reduceRows(b, loc, shape, firstRow, groupRows, place, nullptr);
  Value nans;
  Tile fast = reduceRows(b, loc, shape, firstRow, groupRows, place, &nans);
  Value hasNans =
      vector::ReductionOp::create(b, loc, vector::CombiningKind::OR, nans);
  if (!hasNans.getType().isInteger(1))
    hasNans = arith::CmpIOp::create(
        b, loc, arith::CmpIPredicate::ne, hasNans,
        arith::ConstantIntOp::create(b, loc, hasNans.getType(), 0));
  auto redo = scf::IfOp::create(
      b, loc, hasNans,
      [&](OpBuilder &b, Location loc) {
        Tile exact =
            reduceRows(b, loc, shape, firstRow, groupRows, place, nullptr);
        scf::YieldOp::create(b, loc, flatten(exact));
      },
      [&](OpBuilder &b, Location loc) {
        scf::YieldOp::create(b, loc, flatten(fast));
      });
  return unflatten(redo.getResults(), fast);
}

//===----------------------------------------------------------------------===//
// Groups after one another
//===----------------------------------------------------------------------===//

void StridedLowering::createScratch(OpBuilder &b, Location loc) {
  if (scratch.key)
    return;
  auto allocate = [&](Type type) {
    return extrema::createScratch(b, loc, reduction,
                                  MemRefType::get({capacity}, type));
  };
  scratch = {allocate(keyType), allocate(positionType),
             hasValues ? allocate(keyType) : Value()};
}

/// With positions counted from the first row of all.
Tile StridedLowering::addFirstRow(OpBuilder &b, Location loc, TileShape shape,
                                  Tile group, Value firstRow) {
  VectorType type = getVectorType(shape, positionType);
  Value first = vector::BroadcastOp::create(
      b, loc, type, arith::IndexCastOp::create(b, loc, positionType, firstRow));
  for (Candidates &candidates : group) {
    if (counterType != positionType)
      candidates.position =
          arith::ExtUIOp::create(b, loc, type, candidates.position);
    candidates.position =
        arith::AddIOp::create(b, loc, candidates.position, first);
  }
  return group;
}

Tile StridedLowering::mergeWithScratch(OpBuilder &b, Location loc,
                                       TileShape shape, const Tile &group,
                                       Value slot) {
  Tile merged;
  for (auto [i, candidates] : llvm::enumerate(group)) {
    Value begin = createBegin(b, loc, shape, slot, i);
    auto load = [&](Value memref, Value like) -> Value {
      if (!like)
        return like;
      return vector::LoadOp::create(b, loc, cast<VectorType>(like.getType()),
                                    memref, begin);
    };
    Candidates earlier{load(scratch.key, candidates.key),
                       load(scratch.position, candidates.position),
                       load(scratch.value, candidates.value)};
    merged.push_back(combine(b, loc, earlier, candidates, order.mayHaveNans()));
  }
  return merged;
}

void StridedLowering::storeToScratch(OpBuilder &b, Location loc,
                                     TileShape shape, const Tile &tile,
                                     Value slot) {
  for (auto [i, candidates] : llvm::enumerate(tile)) {
    Value begin = createBegin(b, loc, shape, slot, i);
    vector::StoreOp::create(b, loc, candidates.key, scratch.key, begin);
    vector::StoreOp::create(b, loc, candidates.position, scratch.position,
                            begin);
    if (candidates.value)
      vector::StoreOp::create(b, loc, candidates.value, scratch.value, begin);
  }
}

void StridedLowering::storeResults(OpBuilder &b, Location loc, TileShape shape,
                                   const Tile &tile, TilePlace place) {
  for (auto [i, candidates] : llvm::enumerate(tile))
    storeLanes(b, loc, reduction, destinations,
               createBegin(b, loc, shape, place.column, i),
               candidates.value ? candidates.value : candidates.key,
               candidates.position, place.mask);
}

/// One group of rows of one tile. Its candidates are at `slot` in the scratch
/// memory.
void StridedLowering::buildTile(OpBuilder &b, Location loc, TileShape shape,
                                Value firstRow, Value column, Value slot) {
  Value lanes = createNumLanes(b, loc, shape, shape.numVectors);
  TilePlace place{column, Value()};
  if (shape.isMasked) {
    // create_mask cuts its operand to 32 bits.
    Value left = b.createOrFold<arith::SubIOp>(loc, numColumns, column);
    left = b.createOrFold<arith::MinSIOp>(loc, left, lanes);
    place.mask = vector::CreateMaskOp::create(
        b, loc, getVectorType(shape, b.getI1Type()), left);
  } else {
    Value last = b.createOrFold<arith::SubIOp>(loc, numColumns, lanes);
    place.column = b.createOrFold<arith::MinSIOp>(loc, column, last);
  }
  if (isOneGroup(shape))
    return storeResults(b, loc, shape,
                        reduceGroup(b, loc, shape, firstRow, numRows, place),
                        place);

  createScratch(b, loc);
  Value groupSize = arith::ConstantIndexOp::create(b, loc, shape.groupSize);
  Value rowsLeft = arith::SubIOp::create(b, loc, numRows, firstRow);
  Value groupRows = arith::MinSIOp::create(b, loc, rowsLeft, groupSize);
  Tile group = addFirstRow(
      b, loc, shape, reduceGroup(b, loc, shape, firstRow, groupRows, place),
      firstRow);
  Value isFirst =
      arith::CmpIOp::create(b, loc, arith::CmpIPredicate::eq, firstRow,
                            arith::ConstantIndexOp::create(b, loc, 0));
  auto merge = scf::IfOp::create(
      b, loc, isFirst,
      [&](OpBuilder &b, Location loc) {
        scf::YieldOp::create(b, loc, flatten(group));
      },
      [&](OpBuilder &b, Location loc) {
        Tile merged = mergeWithScratch(b, loc, shape, group, slot);
        scf::YieldOp::create(b, loc, flatten(merged));
      });
  Tile best = unflatten(merge.getResults(), group);
  Value isLast = arith::CmpIOp::create(b, loc, arith::CmpIPredicate::sle,
                                       rowsLeft, groupSize);
  scf::IfOp::create(
      b, loc, isLast,
      [&](OpBuilder &b, Location loc) {
        storeResults(b, loc, shape, best, place);
        scf::YieldOp::create(b, loc);
      },
      [&](OpBuilder &b, Location loc) {
        storeToScratch(b, loc, shape, best, slot);
        scf::YieldOp::create(b, loc);
      });
}

//===----------------------------------------------------------------------===//
// All rows and columns
//===----------------------------------------------------------------------===//

void StridedLowering::buildBlocks(OpBuilder &b, Location loc, TileShape shape) {
  Value zero = arith::ConstantIndexOp::create(b, loc, 0);
  Value groupSize = arith::ConstantIndexOp::create(b, loc, shape.groupSize);
  Value lanes = createNumLanes(b, loc, shape, shape.numVectors);
  Value blockSize = arith::ConstantIndexOp::create(b, loc, capacity);
  if (reduction.target.isScalable)
    blockSize = arith::MulIOp::create(
        b, loc, arith::DivUIOp::create(b, loc, blockSize, lanes), lanes);
  auto buildLoop = [](OpBuilder &b, Location loc, Value begin, Value end,
                      Value step,
                      function_ref<void(OpBuilder &, Location, Value)> build) {
    scf::ForOp::create(b, loc, begin, end, step, ValueRange(),
                       [&](OpBuilder &b, Location loc, Value i, ValueRange) {
                         build(b, loc, i);
                         scf::YieldOp::create(b, loc);
                       });
  };
  auto buildTiles = [&](OpBuilder &b, Location loc, Value begin, Value end,
                        Value firstRow) {
    buildLoop(b, loc, begin, end, lanes,
              [&](OpBuilder &b, Location loc, Value column) {
                Value slot = arith::SubIOp::create(b, loc, column, begin);
                buildTile(b, loc, shape, firstRow, column, slot);
              });
  };
  if (isOneGroup(shape))
    return buildTiles(b, loc, zero, numColumns, zero);
  buildLoop(b, loc, zero, numColumns, blockSize,
            [&](OpBuilder &b, Location loc, Value begin) {
              Value end = arith::AddIOp::create(b, loc, begin, blockSize);
              end = arith::MinSIOp::create(b, loc, end, numColumns);
              buildLoop(b, loc, zero, numRows, groupSize,
                        [&](OpBuilder &b, Location loc, Value firstRow) {
                          buildTiles(b, loc, begin, end, firstRow);
                        });
            });
}

SmallVector<TileShape> StridedLowering::getShapes() const {
  const VectorTarget &target = reduction.target;
  int64_t lanes = target.getNumLanes(keyType);
  // No more rows than can be counted. Those of a few columns are read more than
  // once, and should stay in the first cache.
  int64_t limit = keyType.getIntOrFloatBitWidth() == 8 ? 256 : 65536;
  int64_t wideGroup = std::min<int64_t>(limit, 16);
  int64_t narrowGroup = std::min<int64_t>(limit, 64);
  // Half of the registers for keys and counters.
  SmallVector<TileShape> shapes{{target.numRegisters / 4, lanes, wideGroup},
                                {2, lanes, narrowGroup}};
  if (target.hasMasks)
    shapes.push_back({1, lanes, narrowGroup, /*isMasked=*/true});
  else
    shapes.append({{1, lanes, narrowGroup}, {1, 1, narrowGroup}});
  return shapes;
}

void StridedLowering::buildAnyOf(OpBuilder &b, Location loc,
                                 ArrayRef<TileShape> shapes) {
  TileShape shape = shapes.front();
  ArrayRef<TileShape> others = shapes.drop_front();
  if (others.empty())
    return buildBlocks(b, loc, shape);
  std::optional<int64_t> known = getConstantIntValue(numColumns);
  int64_t lanes = shape.numVectors * shape.numLanes;
  if (known && *known < lanes)
    return buildAnyOf(b, loc, others);
  if (known && !reduction.target.isScalable)
    return buildBlocks(b, loc, shape);
  Value isEnough =
      arith::CmpIOp::create(b, loc, arith::CmpIPredicate::sge, numColumns,
                            createNumLanes(b, loc, shape, shape.numVectors));
  scf::IfOp::create(
      b, loc, isEnough,
      [&](OpBuilder &b, Location loc) {
        buildBlocks(b, loc, shape);
        scf::YieldOp::create(b, loc);
      },
      [&](OpBuilder &b, Location loc) {
        buildAnyOf(b, loc, others);
        scf::YieldOp::create(b, loc);
      });
}

void mlir::extrema::buildStrided(OpBuilder &b, Location loc,
                                 const ArgReduction &reduction, Value columns,
                                 LaneDestinations destinations) {
  StridedLowering lowering(b, loc, reduction, columns, destinations);
  lowering.buildAnyOf(b, loc, lowering.getShapes());
}
