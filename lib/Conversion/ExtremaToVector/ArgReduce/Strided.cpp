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

#include "Strided.h"

#include "ColumnTile.h"

#include "extrema/Dialect/Extrema/IR/Extrema.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace mlir::extrema;
using namespace tuning::argColumns;

namespace {
class StridedLowering {
public:
  StridedLowering(KernelBuilder &b, const ArgReduction &reduction,
                  const ColumnInputs &columns, LaneDestinations destinations)
      : b(b), reduction(reduction), columns(columns),
        destinations(destinations), numRows(b.extent(columns.values, 0)),
        numColumns(b.extent(columns.values, 1)) {}

  /// The shapes of tiles, each for fewer columns than the one before.
  SmallVector<TileShape> getShapes() const;
  /// Reduces the columns by tiles of the first of `shapes` for which there are
  /// enough of them.
  void buildAnyOf(ArrayRef<TileShape> shapes);

private:
  void buildBlocks(const ColumnTile &tile, Value streams);
  void buildTile(const ColumnTile &tile, Value firstRow, Value column,
                 Value slot, Value streams);
  Tile addFirstRow(const ColumnTile &tile, Tile group, Value firstRow) const;
  void allocateScratch(const ColumnTile &tile);
  Tile mergeWithScratch(const ColumnTile &tile, const Tile &group,
                        Value slot) const;
  void storeToScratch(const ColumnTile &tile, const Tile &best,
                      Value slot) const;
  void storeResults(const ColumnTile &tile, const Tile &best, Value column,
                    LaneStore how) const;
  Value createStreams() const;

  bool isOneGroup(TileShape shape) const {
    std::optional<int64_t> known = getConstantIntValue(numRows);
    return known && *known <= shape.groupSize;
  }
  /// For how many columns there is scratch memory.
  int64_t getCapacity() const;
  Value createCapacity(const ColumnTile &tile) const;
  /// What counts all rows; the type of explicit indices.
  Type getPositionType(const ColumnTile &tile) const;

  KernelBuilder &b;
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
  if (lanes > kFewLanes && !target.isScalable)
    shapes.append({{1, lanes, narrowGroup, /*isMasked=*/true, kFewLanes + 1},
                   {1, kFewLanes, narrowGroup, /*isMasked=*/true}});
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
Value StridedLowering::createCapacity(const ColumnTile &tile) const {
  return b.maxUnsigned(getCapacity(), tile.createNumLanes());
}

//===----------------------------------------------------------------------===//
// Groups after one another
//===----------------------------------------------------------------------===//

Type StridedLowering::getPositionType(const ColumnTile &tile) const {
  Type type = tile.getCounterType();
  if (!columns.indices && getBitWidth(type) < 32)
    return b.getI32Type();
  return type;
}

void StridedLowering::allocateScratch(const ColumnTile &tile) {
  if (scratch.key)
    return;
  auto allocate = [&](Type type) {
    if (!reduction.target.isScalable)
      return reduction.createScratch(b, MemRefType::get({getCapacity()}, type));
    return reduction.createScratch(
        b, MemRefType::get({ShapedType::kDynamic}, type),
        [&] { return createCapacity(tile); });
  };
  scratch = {allocate(tile.getKeyType()), allocate(getPositionType(tile)),
             tile.hasValues() ? allocate(tile.getKeyType()) : Value()};
}

/// With positions counted from the first row of all.
Tile StridedLowering::addFirstRow(const ColumnTile &tile, Tile group,
                                  Value firstRow) const {
  if (columns.indices)
    return group;
  Type positionType = getPositionType(tile);
  VectorType type = tile.getVectorType(positionType);
  Value first = b.broadcast(type, b.castSigned(firstRow, positionType));
  for (Candidates &candidates : group)
    candidates.position =
        b.add(b.castUnsigned(candidates.position, type), first);
  return group;
}

Tile StridedLowering::mergeWithScratch(const ColumnTile &tile,
                                       const Tile &group, Value slot) const {
  Tile merged;
  for (auto [i, candidates] : llvm::enumerate(group)) {
    Value begin = tile.createBegin(slot, i);
    auto load = [&](Value memref, Value like) {
      return like ? b.load(cast<VectorType>(like.getType()), memref, begin)
                  : like;
    };
    Candidates earlier{load(scratch.key, candidates.key),
                       load(scratch.position, candidates.position),
                       load(scratch.value, candidates.value)};
    merged.push_back(tile.combine(earlier, candidates));
  }
  return merged;
}

void StridedLowering::storeToScratch(const ColumnTile &tile, const Tile &best,
                                     Value slot) const {
  for (auto [i, candidates] : llvm::enumerate(best)) {
    Value begin = tile.createBegin(slot, i);
    b.store(candidates.key, scratch.key, begin);
    b.store(candidates.position, scratch.position, begin);
    if (candidates.value)
      b.store(candidates.value, scratch.value, begin);
  }
}

void StridedLowering::storeResults(const ColumnTile &tile, const Tile &best,
                                   Value column, LaneStore how) const {
  for (auto [i, candidates] : llvm::enumerate(best)) {
    Value begin = tile.createBegin(column, i);
    Value value = candidates.value ? candidates.value : candidates.key;
    if (!columns.indices)
      b.invariant("ArgReduce/Strided: a result outside of its column",
                  [&, positions = candidates.position] {
                    Type type = getElementTypeOrSelf(positions);
                    Value end = b.castUnsigned(numRows, type);
                    return b.lessUnsigned(positions, end);
                  });
    if (columns.indices)
      storeLanes(b, reduction, destinations, begin,
                 Element{value, candidates.position}, how);
    else
      storeLanes(b, reduction, destinations, begin, value, candidates.position,
                 how);
  }
}

/// One group of rows of one tile. Its candidates are at `slot` in the scratch
/// memory. `streams` may be null: false.
void StridedLowering::buildTile(const ColumnTile &tile, Value firstRow,
                                Value column, Value slot, Value streams) {
  Value lanes = tile.createNumLanes();
  TilePlace place{column, Value()};
  if (tile.shape.isMasked) {
    // create_mask cuts its operand to 32 bits.
    Value left = b.minSigned(b.sub(numColumns, column), lanes);
    place.mask = b.firstLanes(tile.getVectorType(b.getI1Type()), left);
  } else {
    place.column = b.minSigned(column, b.sub(numColumns, lanes));
  }
  b.invariant("ArgReduce/Strided: fewer columns than a tile has",
              [&] { return b.atLeast(place.column, 0); });
  auto buildStore = [&](const Tile &best) {
    auto store = [&](LaneStore how) {
      storeResults(tile, best, place.column, how);
    };
    if (!streams)
      return store(LaneStore{place.mask});
    // Not a tile that was moved: it is not aligned.
    Value isInPlace = b.equal(place.column, column);
    b.ifThen(
        b.bitAnd(streams, isInPlace),
        [&] { store(LaneStore{Value(), /*streams=*/true}); },
        [&] { store(LaneStore{}); });
  };
  if (isOneGroup(tile.shape))
    return buildStore(tile.reduceGroup(firstRow, numRows, place));

  allocateScratch(tile);
  int64_t groupSize = tile.shape.groupSize;
  Value rowsLeft = b.sub(numRows, firstRow);
  b.invariant("ArgReduce/Strided: a group without rows",
              [&] { return b.greater(rowsLeft, 0); });
  Value groupRows = b.minSigned(rowsLeft, groupSize);
  Tile group =
      addFirstRow(tile, tile.reduceGroup(firstRow, groupRows, place), firstRow);
  Tile best = b.ifThen(
      b.equal(firstRow, 0), [&] { return group; },
      [&] { return mergeWithScratch(tile, group, slot); });
  b.ifThen(
      b.atMost(rowsLeft, groupSize), [&] { buildStore(best); },
      [&] { storeToScratch(tile, best, slot); });
}

//===----------------------------------------------------------------------===//
// Stores past the caches
//===----------------------------------------------------------------------===//

/// Whether the destinations are aligned and so large that storing through the
/// caches, which reads each line before, costs more than it is worth to whoever
/// reads them next: an i1, or null for no.
Value StridedLowering::createStreams() const {
  const VectorTarget &target = reduction.target;
  if (!target.hasStreamingStores || target.isScalable || reduction.accumulates)
    return Value();
  // Of the whole operation, of which these columns may be a slice.
  auto op = cast<ArgReduceOp>(reduction.op);
  Value destination = op.getIndices() ? op.getIndices() : op.getValues();
  Value numResults = b.index(1);
  int64_t rank = cast<MemRefType>(destination.getType()).getRank();
  for (int64_t i = 0; i < rank; ++i)
    numResults = b.mul(numResults, b.extent(destination, i));
  int64_t keyBytes = getBitWidth(reduction.order.getKeyType()) / 8;
  int64_t resultBytes =
      (destinations.values ? keyBytes : 0) +
      (destinations.indices ? getBitWidth(reduction.indexType) / 8 : 0);
  int64_t cacheSize =
      std::min(target.lastLevelSize, kLastLevelShare * target.level2Size);
  Value written = b.mul(numResults, resultBytes);
  Value read = b.mul(b.mul(numResults, keyBytes), numRows);
  Value streams = b.bitAnd(b.greater(written, target.level2Size),
                           b.greater(b.add(read, written), cacheSize));
  if (std::optional<int64_t> known = getConstantIntValue(streams);
      known && *known == 0)
    return Value();

  Value bits = b.index(0);
  for (Value memref : {destinations.values, destinations.indices}) {
    if (!memref)
      continue;
    auto type = cast<MemRefType>(memref.getType());
    Value address = memref::ExtractAlignedPointerAsIndexOp::create(b, memref);
    Value offset =
        memref::ExtractStridedMetadataOp::create(b, memref).getOffset();
    int64_t size = getBitWidth(type.getElementType()) / 8;
    bits = b.bitOr(bits, b.add(address, b.mul(offset, size)));
  }
  Value below = b.bitAnd(bits, target.vectorBits / 8 - 1);
  return b.bitAnd(streams, b.equal(below, 0));
}

//===----------------------------------------------------------------------===//
// All rows and columns
//===----------------------------------------------------------------------===//

void StridedLowering::buildBlocks(const ColumnTile &tile, Value streams) {
  Value lanes = tile.createNumLanes();
  auto buildTiles = [&](Value begin, Value end, Value firstRow) {
    b.forLoop(begin, end, lanes, [&](Value column) {
      buildTile(tile, firstRow, column, b.sub(column, begin), streams);
    });
  };
  if (isOneGroup(tile.shape))
    return buildTiles(b.index(0), numColumns, b.index(0));
  Value blockSize = b.index(getCapacity());
  if (reduction.target.isScalable)
    blockSize = b.mul(b.divideUnsigned(createCapacity(tile), lanes), lanes);
  b.forLoop(0, numColumns, blockSize, [&](Value begin) {
    Value end = b.minSigned(b.add(begin, blockSize), numColumns);
    b.forLoop(0, numRows, tile.shape.groupSize,
              [&](Value firstRow) { buildTiles(begin, end, firstRow); });
  });
}

void StridedLowering::buildAnyOf(ArrayRef<TileShape> shapes) {
  ColumnTile tile(b, reduction, columns, shapes.front(),
                  /*wantsValues=*/destinations.values != nullptr);
  ArrayRef<TileShape> others = shapes.drop_front();
  if (others.empty())
    return buildBlocks(tile, /*streams=*/Value());
  std::optional<int64_t> known = getConstantIntValue(numColumns);
  bool isMasked = tile.shape.isMasked;
  int64_t least = isMasked ? tile.shape.minColumns
                           : tile.shape.numVectors * tile.shape.numLanes;
  // Too few for the shortest registers are too few for all.
  Value isEnough =
      known && *known < least
          ? b.truth(false)
          : b.atLeast(numColumns,
                      isMasked ? b.index(least) : tile.createNumLanes());
  b.ifThen(
      isEnough,
      [&] {
        // Only the widest tiles are for as many results.
        bool isWidest = tile.shape.groupSize == getShapes().front().groupSize;
        Value streams = isWidest ? createStreams() : Value();
        buildBlocks(tile, streams);
        // Later stores of this thread may otherwise be seen before.
        if (streams)
          b.ifThen(streams, [&] {
            LLVM::FenceOp::create(b, LLVM::AtomicOrdering::seq_cst, "");
          });
      },
      [&] { buildAnyOf(others); });
}

void mlir::extrema::buildColumns(KernelBuilder &b,
                                 const ArgReduction &reduction,
                                 const View &view) {
  int64_t lanes = *findLanes(view), outerLanes = view.getOuterNumber(lanes);
  buildOuterLoops(b, view, {view.reduced, lanes}, [&](ValueRange outer) {
    auto slice = [&](Value memref) {
      return createMatrix(b, memref, outer, view.reduced, lanes);
    };
    ColumnInputs columns{slice(view.input), slice(view.inputIndices)};
    Destinations to{
        createSlice(b, view.destinations.values, outer, {outerLanes}),
        createSlice(b, view.destinations.indices, outer, {outerLanes})};
    StridedLowering lowering(b, reduction, columns, to);
    lowering.buildAnyOf(lowering.getShapes());
  });
}
