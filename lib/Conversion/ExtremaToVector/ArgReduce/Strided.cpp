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
//===----------------------------------------------------------------------===//

#include "ColumnTile.h"

#include "extrema/Conversion/Common/StructuredOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace mlir::extrema;
using namespace tuning::argColumns;

namespace {
class StridedLowering {
public:
  StridedLowering(OpBuilder &b, Location loc, const ArgReduction &reduction,
                  const ColumnInputs &columns, LaneDestinations destinations)
      : reduction(reduction), columns(columns), destinations(destinations),
        numRows(createExtent(b, loc, columns.values, 0)),
        numColumns(createExtent(b, loc, columns.values, 1)) {}

  /// The shapes of tiles, each for fewer columns than the one before.
  SmallVector<TileShape> getShapes() const;
  /// Reduces the columns by tiles of the first of `shapes` for which there are
  /// enough of them.
  void buildAnyOf(OpBuilder &b, Location loc, ArrayRef<TileShape> shapes);

private:
  void buildBlocks(OpBuilder &b, Location loc, const ColumnTile &tile,
                   Value streams);
  void buildTile(OpBuilder &b, Location loc, const ColumnTile &tile,
                 Value firstRow, Value column, Value slot, Value streams);
  Tile addFirstRow(OpBuilder &b, Location loc, const ColumnTile &tile,
                   Tile group, Value firstRow) const;
  void createScratch(OpBuilder &b, Location loc, const ColumnTile &tile);
  Tile mergeWithScratch(OpBuilder &b, Location loc, const ColumnTile &tile,
                        const Tile &group, Value slot) const;
  void storeToScratch(OpBuilder &b, Location loc, const ColumnTile &tile,
                      const Tile &best, Value slot) const;
  void storeResults(OpBuilder &b, Location loc, const ColumnTile &tile,
                    const Tile &best, Value column, LaneStore how) const;
  Value createStreams(OpBuilder &b, Location loc) const;

  bool isOneGroup(TileShape shape) const {
    std::optional<int64_t> known = getConstantIntValue(numRows);
    return known && *known <= shape.groupSize;
  }
  /// For how many columns there is scratch memory.
  int64_t getCapacity() const;
  Value createCapacity(OpBuilder &b, Location loc,
                       const ColumnTile &tile) const;
  /// What counts all rows; the type of explicit indices.
  Type getPositionType(const ColumnTile &tile) const;

  const ArgReduction &reduction;
  ColumnInputs columns;
  LaneDestinations destinations;
  Value numRows, numColumns;
  /// The scratch memory of a block, as candidates.
  Candidates scratch;
};
} // namespace

static unsigned getBitWidth(Type type) {
  return type.isIndex() ? IndexType::kInternalStorageBitWidth
                        : type.getIntOrFloatBitWidth();
}

//===----------------------------------------------------------------------===//
// Shapes
//===----------------------------------------------------------------------===//

SmallVector<TileShape> StridedLowering::getShapes() const {
  const VectorTarget &target = reduction.target;
  Type keyType = reduction.order.getKeyType();
  int64_t lanes = target.getNumLanes(keyType);
  // Half of the registers for keys and counters; if these are narrow, a quarter
  // and the rest for the wide ones that groups are merged by.
  int64_t numVectors = target.numRegisters / kTileShare;
  if (getBitWidth(keyType) < kNarrowBits)
    numVectors /= 2;
  // No more rows than can be counted. Those of a few columns are read more than
  // once, and should stay in the first cache.
  int64_t wideGroup = kWideGroup, narrowGroup = kNarrowGroup;
  if (columns.indices) {
    unsigned width =
        std::max(getBitWidth(keyType), getBitWidth(reduction.indexType));
    lanes = std::max<int64_t>(1, target.vectorBits / width);
    numVectors = target.numRegisters / kPairsShare;
  }
  SmallVector<TileShape> shapes{{numVectors, lanes, wideGroup}};
  if (!target.hasMasks) {
    shapes.append({{1, lanes, narrowGroup}, {1, 1, narrowGroup}});
    return shapes;
  }
  constexpr int64_t fewLanes = kFewLanes;
  if (lanes > fewLanes && !target.isScalable)
    shapes.append({{1, lanes, narrowGroup, /*isMasked=*/true, fewLanes + 1},
                   {1, fewLanes, narrowGroup, /*isMasked=*/true}});
  else
    shapes.push_back({1, lanes, narrowGroup, /*isMasked=*/true});
  return shapes;
}

int64_t StridedLowering::getCapacity() const {
  // In tiles of the widest shape, at least one.
  TileShape widest = getShapes().front();
  unsigned width = getBitWidth(reduction.order.getKeyType());
  int64_t numBytes = (width + std::max(width, 32u)) / 8;
  int64_t bytes = std::clamp<int64_t>(reduction.target.level1Size / kCacheShare,
                                      numBytes, kMostScratchBytes);
  return llvm::alignTo(bytes / numBytes, widest.numVectors * widest.numLanes);
}

/// That of a scalable target: at least one tile, whatever the length of its
/// registers.
Value StridedLowering::createCapacity(OpBuilder &b, Location loc,
                                      const ColumnTile &tile) const {
  return arith::MaxUIOp::create(
      b, loc, arith::ConstantIndexOp::create(b, loc, getCapacity()),
      tile.createNumLanes(b, loc, tile.shape.numVectors));
}

//===----------------------------------------------------------------------===//
// Groups after one another
//===----------------------------------------------------------------------===//

Type StridedLowering::getPositionType(const ColumnTile &tile) const {
  Type type = tile.getCounterType();
  if (!columns.indices && getBitWidth(type) < 32)
    return IntegerType::get(type.getContext(), 32);
  return type;
}

void StridedLowering::createScratch(OpBuilder &b, Location loc,
                                    const ColumnTile &tile) {
  if (scratch.key)
    return;
  auto allocate = [&](Type type) {
    if (!reduction.target.isScalable)
      return extrema::createScratch(b, loc, reduction,
                                    MemRefType::get({getCapacity()}, type));
    return extrema::createScratch(b, loc, reduction,
                                  MemRefType::get({ShapedType::kDynamic}, type),
                                  [&](OpBuilder &b, Location loc) {
                                    return createCapacity(b, loc, tile);
                                  });
  };
  scratch = {allocate(tile.getKeyType()), allocate(getPositionType(tile)),
             tile.hasValues() ? allocate(tile.getKeyType()) : Value()};
}

/// With positions counted from the first row of all.
Tile StridedLowering::addFirstRow(OpBuilder &b, Location loc,
                                  const ColumnTile &tile, Tile group,
                                  Value firstRow) const {
  if (columns.indices)
    return group;
  Type positionType = getPositionType(tile);
  VectorType type = tile.getVectorType(positionType);
  Value first = vector::BroadcastOp::create(
      b, loc, type, arith::IndexCastOp::create(b, loc, positionType, firstRow));
  for (Candidates &candidates : group) {
    if (candidates.position.getType() != type)
      candidates.position =
          arith::ExtUIOp::create(b, loc, type, candidates.position);
    candidates.position =
        arith::AddIOp::create(b, loc, candidates.position, first);
  }
  return group;
}

Tile StridedLowering::mergeWithScratch(OpBuilder &b, Location loc,
                                       const ColumnTile &tile,
                                       const Tile &group, Value slot) const {
  Tile merged;
  for (auto [i, candidates] : llvm::enumerate(group)) {
    Value begin = tile.createBegin(b, loc, slot, i);
    auto load = [&](Value memref, Value like) -> Value {
      if (!like)
        return like;
      return vector::LoadOp::create(b, loc, cast<VectorType>(like.getType()),
                                    memref, begin);
    };
    Candidates earlier{load(scratch.key, candidates.key),
                       load(scratch.position, candidates.position),
                       load(scratch.value, candidates.value)};
    merged.push_back(tile.combine(b, loc, earlier, candidates));
  }
  return merged;
}

void StridedLowering::storeToScratch(OpBuilder &b, Location loc,
                                     const ColumnTile &tile, const Tile &best,
                                     Value slot) const {
  for (auto [i, candidates] : llvm::enumerate(best)) {
    Value begin = tile.createBegin(b, loc, slot, i);
    vector::StoreOp::create(b, loc, candidates.key, scratch.key, begin);
    vector::StoreOp::create(b, loc, candidates.position, scratch.position,
                            begin);
    if (candidates.value)
      vector::StoreOp::create(b, loc, candidates.value, scratch.value, begin);
  }
}

void StridedLowering::storeResults(OpBuilder &b, Location loc,
                                   const ColumnTile &tile, const Tile &best,
                                   Value column, LaneStore how) const {
  for (auto [i, candidates] : llvm::enumerate(best)) {
    Value begin = tile.createBegin(b, loc, column, i);
    Value value = candidates.value ? candidates.value : candidates.key;
    if (columns.indices)
      storeLanes(b, loc, reduction, destinations, begin,
                 Element{value, candidates.position}, how);
    else
      storeLanes(b, loc, reduction, destinations, begin, value,
                 candidates.position, how);
  }
}

/// One group of rows of one tile. Its candidates are at `slot` in the scratch
/// memory. `streams` may be null: false.
void StridedLowering::buildTile(OpBuilder &b, Location loc,
                                const ColumnTile &tile, Value firstRow,
                                Value column, Value slot, Value streams) {
  Value lanes = tile.createNumLanes(b, loc, tile.shape.numVectors);
  TilePlace place{column, Value()};
  if (tile.shape.isMasked) {
    // create_mask cuts its operand to 32 bits.
    Value left = b.createOrFold<arith::SubIOp>(loc, numColumns, column);
    left = b.createOrFold<arith::MinSIOp>(loc, left, lanes);
    place.mask = vector::CreateMaskOp::create(
        b, loc, tile.getVectorType(b.getI1Type()), left);
  } else {
    Value last = b.createOrFold<arith::SubIOp>(loc, numColumns, lanes);
    place.column = b.createOrFold<arith::MinSIOp>(loc, column, last);
  }
  auto buildStore = [&](OpBuilder &b, Location loc, const Tile &best) {
    auto store = [&](OpBuilder &b, Location loc, LaneStore how) {
      storeResults(b, loc, tile, best, place.column, how);
    };
    if (!streams)
      return store(b, loc, LaneStore{place.mask});
    // Not a tile that was moved: it is not aligned.
    Value isInPlace = arith::CmpIOp::create(b, loc, arith::CmpIPredicate::eq,
                                            place.column, column);
    buildIf(
        b, loc, arith::AndIOp::create(b, loc, streams, isInPlace).getResult(),
        [&](OpBuilder &b, Location loc) {
          store(b, loc, LaneStore{Value(), /*streams=*/true});
        },
        [&](OpBuilder &b, Location loc) { store(b, loc, LaneStore{}); });
  };
  if (isOneGroup(tile.shape))
    return buildStore(b, loc,
                      tile.reduceGroup(b, loc, firstRow, numRows, place));

  createScratch(b, loc, tile);
  Value groupSize =
      arith::ConstantIndexOp::create(b, loc, tile.shape.groupSize);
  Value rowsLeft = arith::SubIOp::create(b, loc, numRows, firstRow);
  Value groupRows = arith::MinSIOp::create(b, loc, rowsLeft, groupSize);
  Tile group = tile.reduceGroup(b, loc, firstRow, groupRows, place);
  group = addFirstRow(b, loc, tile, group, firstRow);
  Value isFirst =
      arith::CmpIOp::create(b, loc, arith::CmpIPredicate::eq, firstRow,
                            arith::ConstantIndexOp::create(b, loc, 0));
  auto merge = scf::IfOp::create(
      b, loc, isFirst,
      [&](OpBuilder &b, Location loc) {
        scf::YieldOp::create(b, loc, flatten(group));
      },
      [&](OpBuilder &b, Location loc) {
        Tile merged = mergeWithScratch(b, loc, tile, group, slot);
        scf::YieldOp::create(b, loc, flatten(merged));
      });
  Tile best = unflatten(merge.getResults(), group);
  Value isLast = arith::CmpIOp::create(b, loc, arith::CmpIPredicate::sle,
                                       rowsLeft, groupSize);
  buildIf(
      b, loc, isLast,
      [&](OpBuilder &b, Location loc) { buildStore(b, loc, best); },
      [&](OpBuilder &b, Location loc) {
        storeToScratch(b, loc, tile, best, slot);
      });
}

//===----------------------------------------------------------------------===//
// Stores past the caches
//===----------------------------------------------------------------------===//

/// Whether the destinations are aligned and so large that storing through the
/// caches, which reads each line before, costs more than it is worth to whoever
/// reads them next: an i1, or null for no.
Value StridedLowering::createStreams(OpBuilder &b, Location loc) const {
  const VectorTarget &target = reduction.target;
  if (!target.hasStreamingStores || target.isScalable || reduction.accumulates)
    return Value();
  // Of the whole operation, of which these columns may be a slice.
  auto op = cast<ArgReduceOp>(reduction.op);
  Value destination = op.getIndices() ? op.getIndices() : op.getValues();
  Value numResults = arith::ConstantIndexOp::create(b, loc, 1);
  int64_t rank = cast<MemRefType>(destination.getType()).getRank();
  for (int64_t i = 0; i < rank; ++i)
    numResults = b.createOrFold<arith::MulIOp>(
        loc, numResults, createExtent(b, loc, destination, i));
  int64_t keyBytes = getBitWidth(reduction.order.getKeyType()) / 8;
  int64_t resultBytes =
      (destinations.values ? keyBytes : 0) +
      (destinations.indices ? getBitWidth(reduction.indexType) / 8 : 0);
  auto isLarger = [&](Value numBytes, int64_t size) {
    return b.createOrFold<arith::CmpIOp>(
        loc, arith::CmpIPredicate::sgt, numBytes,
        arith::ConstantIndexOp::create(b, loc, size));
  };
  auto multiply = [&](Value number, int64_t factor) {
    return b.createOrFold<arith::MulIOp>(
        loc, number, arith::ConstantIndexOp::create(b, loc, factor));
  };
  int64_t cacheSize =
      std::min(target.lastLevelSize, kLastLevelShare * target.level2Size);
  Value written = multiply(numResults, resultBytes);
  Value read = b.createOrFold<arith::MulIOp>(
      loc, multiply(numResults, keyBytes), numRows);
  Value streams = b.createOrFold<arith::AndIOp>(
      loc, isLarger(written, target.level2Size),
      isLarger(b.createOrFold<arith::AddIOp>(loc, read, written), cacheSize));
  if (std::optional<int64_t> known = getConstantIntValue(streams);
      known && *known == 0)
    return Value();

  Value bits = arith::ConstantIndexOp::create(b, loc, 0);
  for (Value memref : {destinations.values, destinations.indices}) {
    if (!memref)
      continue;
    auto type = cast<MemRefType>(memref.getType());
    Value address =
        memref::ExtractAlignedPointerAsIndexOp::create(b, loc, memref);
    Value offset =
        memref::ExtractStridedMetadataOp::create(b, loc, memref).getOffset();
    Value size = arith::ConstantIndexOp::create(
        b, loc, getBitWidth(type.getElementType()) / 8);
    address = arith::AddIOp::create(
        b, loc, address, arith::MulIOp::create(b, loc, offset, size));
    bits = b.createOrFold<arith::OrIOp>(loc, bits, address);
  }
  Value below = arith::AndIOp::create(
      b, loc, bits,
      arith::ConstantIndexOp::create(b, loc, target.vectorBits / 8 - 1));
  Value isAligned =
      arith::CmpIOp::create(b, loc, arith::CmpIPredicate::eq, below,
                            arith::ConstantIndexOp::create(b, loc, 0));
  return b.createOrFold<arith::AndIOp>(loc, streams, isAligned);
}

//===----------------------------------------------------------------------===//
// All rows and columns
//===----------------------------------------------------------------------===//

static void buildLoop(OpBuilder &b, Location loc, Value begin, Value end,
                      Value step,
                      function_ref<void(OpBuilder &, Location, Value)> build) {
  scf::ForOp::create(b, loc, begin, end, step, ValueRange(),
                     [&](OpBuilder &b, Location loc, Value i, ValueRange) {
                       build(b, loc, i);
                       scf::YieldOp::create(b, loc);
                     });
}

void StridedLowering::buildBlocks(OpBuilder &b, Location loc,
                                  const ColumnTile &tile, Value streams) {
  Value zero = arith::ConstantIndexOp::create(b, loc, 0);
  Value groupSize =
      arith::ConstantIndexOp::create(b, loc, tile.shape.groupSize);
  Value lanes = tile.createNumLanes(b, loc, tile.shape.numVectors);
  Value blockSize = arith::ConstantIndexOp::create(b, loc, getCapacity());
  if (reduction.target.isScalable) {
    blockSize = createCapacity(b, loc, tile);
    Value numTiles = arith::DivUIOp::create(b, loc, blockSize, lanes);
    blockSize = arith::MulIOp::create(b, loc, numTiles, lanes);
  }
  auto buildTiles = [&](OpBuilder &b, Location loc, Value begin, Value end,
                        Value firstRow) {
    buildLoop(b, loc, begin, end, lanes,
              [&](OpBuilder &b, Location loc, Value column) {
                Value slot = arith::SubIOp::create(b, loc, column, begin);
                buildTile(b, loc, tile, firstRow, column, slot, streams);
              });
  };
  if (isOneGroup(tile.shape))
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

void StridedLowering::buildAnyOf(OpBuilder &b, Location loc,
                                 ArrayRef<TileShape> shapes) {
  ColumnTile tile(reduction, columns, shapes.front(),
                  /*wantsValues=*/destinations.values != nullptr);
  ArrayRef<TileShape> others = shapes.drop_front();
  if (others.empty())
    return buildBlocks(b, loc, tile, /*streams=*/Value());
  Value isEnough = KernelBuilder(loc, b).truth(true);
  std::optional<int64_t> known = getConstantIntValue(numColumns);
  int64_t least = tile.shape.isMasked
                      ? tile.shape.minColumns
                      : tile.shape.numVectors * tile.shape.numLanes;
  if (known && *known < least)
    isEnough = KernelBuilder(loc, b).truth(false);
  else if (!known || reduction.target.isScalable)
    isEnough =
        arith::CmpIOp::create(
            b, loc, arith::CmpIPredicate::sge, numColumns,
            tile.shape.isMasked
                ? arith::ConstantIndexOp::create(b, loc, least).getResult()
                : tile.createNumLanes(b, loc, tile.shape.numVectors))
            .getResult();
  buildIf(
      b, loc, isEnough,
      [&](OpBuilder &b, Location loc) {
        // Only the widest tiles are for as many results.
        bool isWidest = tile.shape.groupSize == getShapes().front().groupSize;
        Value streams = isWidest ? createStreams(b, loc) : Value();
        buildBlocks(b, loc, tile, streams);
        if (!streams)
          return;
        // Later stores of this thread may otherwise be seen before.
        scf::IfOp::create(b, loc, streams, [&](OpBuilder &b, Location loc) {
          LLVM::FenceOp::create(b, loc, LLVM::AtomicOrdering::seq_cst, "");
          scf::YieldOp::create(b, loc);
        });
      },
      [&](OpBuilder &b, Location loc) { buildAnyOf(b, loc, others); });
}

void mlir::extrema::buildStrided(OpBuilder &b, Location loc,
                                 const ArgReduction &reduction,
                                 const ColumnInputs &columns,
                                 LaneDestinations destinations) {
  StridedLowering lowering(b, loc, reduction, columns, destinations);
  lowering.buildAnyOf(b, loc, lowering.getShapes());
}
