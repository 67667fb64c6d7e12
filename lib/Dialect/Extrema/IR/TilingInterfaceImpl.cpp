//===- TilingInterfaceImpl.cpp - Reductions tile by tile ------------------===//
//
// The loops of a reduction run over its input's dimensions; all are parallel
// but the reduced one. Tiles of the reduced dimension fold into the state that
// the tiles before them left in the destinations: the operation must
// accumulate, and the loop over them must be sequential. By the one rule all
// that an element must keep is its index: index_base grows by a tile's offset,
// explicit indices go along.
//
// PartialReductionOpInterfaceImpl.cpp goes through the reduced dimension in
// parallel.
//
//===----------------------------------------------------------------------===//

#include "StructuredTiling.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Interfaces/LoopLikeInterface.h"

using namespace mlir;
using namespace mlir::extrema;

using Tiles = ArrayRef<SmallVector<OpFoldResult>>;

//===----------------------------------------------------------------------===//
// Slices
//===----------------------------------------------------------------------===//

LogicalResult extrema::checkSlices(Operation *op) {
  for (Type operandType : op->getOperandTypes()) {
    auto type = dyn_cast<ShapedType>(operandType);
    if (type && llvm::is_contained(type.getShape(), 0))
      return op->emitOpError("cannot be tiled: there are no slices of a type "
                             "without elements, ")
             << type;
    auto memRefType = dyn_cast<MemRefType>(operandType);
    if (memRefType && !memRefType.isStrided())
      return op->emitOpError("cannot be tiled: there are no subviews of a "
                             "memref whose layout is not strided, ")
             << memRefType;
  }
  return success();
}

LogicalResult extrema::unpackTile(const FailureOr<Tile> &tile,
                                  SmallVectorImpl<OpFoldResult> &offsets,
                                  SmallVectorImpl<OpFoldResult> &sizes) {
  if (failed(tile))
    return failure();
  offsets.assign(tile->offsets);
  sizes.assign(tile->sizes);
  return success();
}

OpFoldResult extrema::getExtent(OpBuilder &builder, Value value,
                                int64_t dimension) {
  return linalg::createFoldedDimOp(builder, value.getLoc(), value, dimension);
}

Value extrema::createSlice(OpBuilder &builder, Location loc, Value source,
                           const Tile &tile,
                           SmallVectorImpl<Operation *> &slices,
                           int64_t droppedDimension) {
  if (!source)
    return {};
  SmallVector<OpFoldResult> strides(tile.sizes.size(), builder.getIndexAttr(1));
  Operation *slice;
  if (isa<MemRefType>(source.getType())) {
    slice = memref::SubViewOp::create(builder, loc, source, tile.offsets,
                                      tile.sizes, strides);
  } else {
    SmallVector<int64_t> shape = decomposeMixedValues(tile.sizes).first;
    if (droppedDimension >= 0)
      shape.erase(shape.begin() + droppedDimension);
    auto type = cast<RankedTensorType>(source.getType());
    slice = tensor::ExtractSliceOp::create(
        builder, loc,
        RankedTensorType::get(shape, type.getElementType(), type.getEncoding()),
        source, tile.offsets, tile.sizes, strides);
  }
  slices.push_back(slice);
  return slice->getResult(0);
}

Value extrema::createIndexBase(OpBuilder &builder, Location loc, Value base,
                               OpFoldResult offset) {
  if (isZeroInteger(offset))
    return base;
  Value start = getValueOrCreateConstantIndexOp(builder, loc, offset);
  return base ? builder.createOrFold<arith::AddIOp>(loc, base, start) : start;
}

/// The value that gives `value` its shape: results have that of their
/// destinations, and drivers of tiling clone what made them.
static Value getShapeSource(Value value) {
  // Graph regions and code that is never reached may hold cycles.
  llvm::SmallDenseSet<Value> seen;
  while (auto op = value.getDefiningOp<DestinationStyleOpInterface>()) {
    if (!seen.insert(value).second)
      break;
    value = op.getTiedOpOperand(cast<OpResult>(value))->get();
  }
  return value;
}

/// True if `size` is known to be all of `value`'s dimension.
static bool isExtent(OpBuilder &builder, OpFoldResult size, Value value,
                     int64_t dimension) {
  if (auto sizeValue = dyn_cast<Value>(size))
    if (auto dimOp = sizeValue.getDefiningOp<ShapedDimOpInterface>();
        dimOp && getConstantIntValue(dimOp.getDimension()) == dimension &&
        getShapeSource(dimOp.getShapedValue()) == getShapeSource(value))
      return true;
  return isEqualConstantIntOrValue(size, getExtent(builder, value, dimension));
}

/// True unless the tile is known to hold whole rows. Since tiles lie within the
/// iteration domain, its size says it all.
template <typename OpTy>
static bool isReducedDimensionTiled(OpBuilder &builder, OpTy op,
                                    const Tile &tile) {
  int64_t dimension = op.getReducedDimension();
  return !isExtent(builder, tile.sizes[dimension], op.getInput(), dimension);
}

//===----------------------------------------------------------------------===//
// Common to both operations
//===----------------------------------------------------------------------===//

/// The tile of the iteration domain that makes `tile` of a destination.
static FailureOr<Tile> getIterationTile(OpBuilder &builder, ArgReduceOp op,
                                        Tile tile);
static FailureOr<Tile> getIterationTile(OpBuilder &builder, TopKReduceOp op,
                                        Tile tile);

template <typename OpTy>
static SmallVector<utils::IteratorType> getIteratorTypes(OpTy op) {
  SmallVector<utils::IteratorType> types(op.getInputType().getRank(),
                                         utils::IteratorType::parallel);
  types[op.getReducedDimension()] = utils::IteratorType::reduction;
  return types;
}

template <typename OpTy>
static SmallVector<Range> getDomain(OpBuilder &builder, OpTy op) {
  SmallVector<Range> domain;
  for (int64_t dimension : llvm::seq(op.getInputType().getRank()))
    domain.push_back({builder.getIndexAttr(0),
                      getExtent(builder, op.getInput(), dimension),
                      builder.getIndexAttr(1)});
  return domain;
}

/// True if `offset` is made from the indices of a parallel loop, as far as one
/// look at it tells.
static bool isOffsetOfParallelLoop(OpFoldResult offset) {
  auto value = dyn_cast<Value>(offset);
  Operation *parent = value ? value.getParentRegion()->getParentOp() : nullptr;
  return parent && parent->hasTrait<OpTrait::HasParallelRegion>();
}

template <typename OpTy>
static FailureOr<TilingResult> tileReduction(OpBuilder &builder, OpTy op,
                                             const Tile &tile) {
  Location loc = op.getLoc();
  if (failed(checkSlices(op)))
    return failure();
  Value indexBase = op.getIndexBase();
  if (isReducedDimensionTiled(builder, op, tile)) {
    OpFoldResult offset = tile.offsets[op.getReducedDimension()];
    if (!op.getAccumulate()) {
      op.emitOpError("overwrites its destinations, so a tile of the reduced "
                     "dimension would lose what the tiles before it found: run "
                     "extrema-overwrite-to-accumulate before tiling it");
      return failure();
    }
    if (isOffsetOfParallelLoop(offset)) {
      op.emitOpError("cannot be tiled along the reduced dimension by a "
                     "parallel loop, whose iterations would race for the same "
                     "destination: use tile_reduction_using_forall");
      return failure();
    }
    if (!op.getInputIndices())
      indexBase = createIndexBase(builder, loc, indexBase, offset);
  }

  TilingResult result;
  auto slice = [&](Value source, const Tile &tile) {
    return createSlice(builder, loc, source, tile, result.generatedSlices);
  };
  Tile destinationTile =
      getDestinationTile(builder, op, op.getDpsInits()[0], tile);
  OpTy tiled =
      createLike(builder, op, op.getAccumulate(),
                 {slice(op.getInput(), tile), slice(op.getInputIndices(), tile),
                  indexBase, slice(op.getValues(), destinationTile),
                  slice(op.getIndices(), destinationTile)});
  result.tiledOps.push_back(tiled);
  llvm::append_range(result.tiledValues, tiled->getResults());
  return result;
}

/// The reduction that makes `tile` of result `number`, fused into a consumer.
template <typename OpTy>
static FailureOr<TilingResult> tileResult(OpBuilder &builder, OpTy op,
                                          unsigned number, const Tile &tile) {
  FailureOr<Tile> iterationTile = getIterationTile(builder, op, tile);
  if (failed(iterationTile))
    return failure();
  FailureOr<TilingResult> result = tileReduction(builder, op, *iterationTile);
  if (succeeded(result))
    result->tiledValues = {result->tiledValues[number]};
  return result;
}

/// The tile of the iteration domain that takes the tiles of operands, fused
/// into their producers; all must say the same.
template <typename OpTy>
static FailureOr<Tile> getOperandsTile(OpBuilder &builder, OpTy op,
                                       ArrayRef<unsigned> numbers,
                                       Tiles offsets, Tiles sizes) {
  std::optional<Tile> common;
  for (auto [number, offset, size] : llvm::zip_equal(numbers, offsets, sizes)) {
    FailureOr<Tile> tile = Tile(offset, size);
    if (op.isDpsInit(&op->getOpOperand(number)))
      tile = getIterationTile(builder, op, *tile);
    if (failed(tile) || (common && !(*common == *tile)))
      return failure();
    common = *tile;
  }
  // What would be an error of tiling is here the answer to a question.
  if (!common ||
      (!op.getAccumulate() && isReducedDimensionTiled(builder, op, *common)))
    return failure();
  return *common;
}

template <typename OpTy>
static FailureOr<TilingResult> tileOperands(OpBuilder &builder, OpTy op,
                                            ArrayRef<unsigned> numbers,
                                            Tiles offsets, Tiles sizes) {
  FailureOr<Tile> tile = getOperandsTile(builder, op, numbers, offsets, sizes);
  if (failed(tile))
    return failure();
  return tileReduction(builder, op, *tile);
}

//===----------------------------------------------------------------------===//
// ArgReduceOp
//===----------------------------------------------------------------------===//

// A destination has the input's dimensions without the reduced one.

Tile extrema::getDestinationTile(OpBuilder &, ArgReduceOp op, Value,
                                 Tile tile) {
  tile.offsets.erase(tile.offsets.begin() + op.getReducedDimension());
  tile.sizes.erase(tile.sizes.begin() + op.getReducedDimension());
  return tile;
}

static FailureOr<Tile> getIterationTile(OpBuilder &builder, ArgReduceOp op,
                                        Tile tile) {
  int64_t dimension = op.getReducedDimension();
  tile.insert(dimension, builder.getIndexAttr(0),
              getExtent(builder, op.getInput(), dimension));
  return tile;
}

SmallVector<utils::IteratorType> ArgReduceOp::getLoopIteratorTypes() {
  return getIteratorTypes(*this);
}

SmallVector<Range> ArgReduceOp::getIterationDomain(OpBuilder &builder) {
  return getDomain(builder, *this);
}

FailureOr<TilingResult> ArgReduceOp::getTiledImplementation(OpBuilder &builder,
                                                            MixedSizes offsets,
                                                            MixedSizes sizes) {
  return tileReduction(builder, *this, {offsets, sizes});
}

LogicalResult
ArgReduceOp::getResultTilePosition(OpBuilder &builder, unsigned number,
                                   MixedSizes offsets, MixedSizes sizes,
                                   SmallVector<OpFoldResult> &resultOffsets,
                                   SmallVector<OpFoldResult> &resultSizes) {
  return unpackTile(getDestinationTile(builder, *this, getDpsInits()[number],
                                       {offsets, sizes}),
                    resultOffsets, resultSizes);
}

FailureOr<TilingResult> ArgReduceOp::generateResultTileValue(OpBuilder &builder,
                                                             unsigned number,
                                                             MixedSizes offsets,
                                                             MixedSizes sizes) {
  return tileResult(builder, *this, number, {offsets, sizes});
}

LogicalResult ArgReduceOp::getIterationDomainTileFromResultTile(
    OpBuilder &builder, unsigned, MixedSizes offsets, MixedSizes sizes,
    SmallVectorImpl<OpFoldResult> &domainOffsets,
    SmallVectorImpl<OpFoldResult> &domainSizes) {
  return unpackTile(getIterationTile(builder, *this, {offsets, sizes}),
                    domainOffsets, domainSizes);
}

FailureOr<TilingResult> ArgReduceOp::getTiledImplementationFromOperandTiles(
    OpBuilder &builder, ArrayRef<unsigned> numbers, Tiles offsets,
    Tiles sizes) {
  return tileOperands(builder, *this, numbers, offsets, sizes);
}

LogicalResult ArgReduceOp::getIterationDomainTileFromOperandTiles(
    OpBuilder &builder, ArrayRef<unsigned> numbers, Tiles offsets, Tiles sizes,
    SmallVectorImpl<OpFoldResult> &domainOffsets,
    SmallVectorImpl<OpFoldResult> &domainSizes) {
  return unpackTile(getOperandsTile(builder, *this, numbers, offsets, sizes),
                    domainOffsets, domainSizes);
}

//===----------------------------------------------------------------------===//
// TopKReduceOp
//===----------------------------------------------------------------------===//

// A destination has the input's dimensions, with k in place of the reduced one,
// which is never tiled.

Tile extrema::getDestinationTile(OpBuilder &builder, TopKReduceOp op,
                                 Value destination, Tile tile) {
  int64_t dimension = op.getReducedDimension();
  // A tensor of parts has one dimension more, the first.
  int64_t moreDimensions = cast<ShapedType>(destination.getType()).getRank() -
                           op.getInputType().getRank();
  tile.offsets[dimension] = builder.getIndexAttr(0);
  tile.sizes[dimension] =
      getExtent(builder, destination, dimension + moreDimensions);
  return tile;
}

static FailureOr<Tile> getIterationTile(OpBuilder &builder, TopKReduceOp op,
                                        Tile tile) {
  int64_t dimension = op.getReducedDimension();
  OpFoldResult k = tile.sizes[dimension];
  if (!isExtent(builder, k, op.getValues(), dimension) &&
      !isExtent(builder, k, op.getIndices(), dimension))
    return failure();
  tile.offsets[dimension] = builder.getIndexAttr(0);
  tile.sizes[dimension] = getExtent(builder, op.getInput(), dimension);
  return tile;
}

SmallVector<utils::IteratorType> TopKReduceOp::getLoopIteratorTypes() {
  return getIteratorTypes(*this);
}

SmallVector<Range> TopKReduceOp::getIterationDomain(OpBuilder &builder) {
  return getDomain(builder, *this);
}

FailureOr<TilingResult> TopKReduceOp::getTiledImplementation(OpBuilder &builder,
                                                             MixedSizes offsets,
                                                             MixedSizes sizes) {
  return tileReduction(builder, *this, {offsets, sizes});
}

LogicalResult
TopKReduceOp::getResultTilePosition(OpBuilder &builder, unsigned number,
                                    MixedSizes offsets, MixedSizes sizes,
                                    SmallVector<OpFoldResult> &resultOffsets,
                                    SmallVector<OpFoldResult> &resultSizes) {
  return unpackTile(getDestinationTile(builder, *this, getDpsInits()[number],
                                       {offsets, sizes}),
                    resultOffsets, resultSizes);
}

FailureOr<TilingResult>
TopKReduceOp::generateResultTileValue(OpBuilder &builder, unsigned number,
                                      MixedSizes offsets, MixedSizes sizes) {
  return tileResult(builder, *this, number, {offsets, sizes});
}

LogicalResult TopKReduceOp::getIterationDomainTileFromResultTile(
    OpBuilder &builder, unsigned, MixedSizes offsets, MixedSizes sizes,
    SmallVectorImpl<OpFoldResult> &domainOffsets,
    SmallVectorImpl<OpFoldResult> &domainSizes) {
  return unpackTile(getIterationTile(builder, *this, {offsets, sizes}),
                    domainOffsets, domainSizes);
}

FailureOr<TilingResult> TopKReduceOp::getTiledImplementationFromOperandTiles(
    OpBuilder &builder, ArrayRef<unsigned> numbers, Tiles offsets,
    Tiles sizes) {
  return tileOperands(builder, *this, numbers, offsets, sizes);
}

LogicalResult TopKReduceOp::getIterationDomainTileFromOperandTiles(
    OpBuilder &builder, ArrayRef<unsigned> numbers, Tiles offsets, Tiles sizes,
    SmallVectorImpl<OpFoldResult> &domainOffsets,
    SmallVectorImpl<OpFoldResult> &domainSizes) {
  return unpackTile(getOperandsTile(builder, *this, numbers, offsets, sizes),
                    domainOffsets, domainSizes);
}
