//===- PartialReductionOpInterfaceImpl.cpp - Reductions part by part ------===//
//
// Splits the reduced dimension into parts that know nothing of one another:
// each is reduced into a destination of its own, with the indices of its
// elements in the whole, and what they leave is reduced with these indices into
// the operation's destinations. Strategy PartialReductionOuterParallel: the
// loop over the parts is parallel.
//
// A tensor of parts has one dimension more than a destination, the first one,
// which numbers the parts: each is contiguous. Anywhere else, the rank-reducing
// slice of a part could be taken for one that drops another dimension of extent
// 1 (memrefs tell them apart by strides, if these are known).
//
// Parts overwrite: the operations are total, so that nothing needs to be filled
// before, and a part without elements, or with fewer than k, leaves identities,
// which are neutral.
//
//===----------------------------------------------------------------------===//

#include "StructuredTiling.h"
#include "extrema/Dialect/Extrema/IR/Encoding.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mlir::extrema;

//===----------------------------------------------------------------------===//
// Common to both operations
//===----------------------------------------------------------------------===//

template <typename OpTy>
static FailureOr<SmallVector<Value>>
createPartTensors(OpBuilder &builder, Location loc, OpTy op, MixedSizes sizes,
                  const SetVector<unsigned> &dimensions) {
  if (!op.hasPureTensorSemantics()) {
    op.emitOpError("can be split into parts on tensors only");
    return failure();
  }
  if (dimensions.size() != 1 || dimensions[0] != op.getDimension()) {
    op.emitOpError("can be split into parts along its reduced dimension only, ")
        << op.getDimension();
    return failure();
  }
  SmallVector<OpFoldResult> shape =
      tensor::getMixedSizes(builder, loc, op.getDpsInits()[0]);
  shape.insert(shape.begin(), sizes[dimensions[0]]);
  // Both, even if one result is left out: merging needs pairs.
  return SmallVector<Value>{
      tensor::EmptyOp::create(builder, loc, shape, op.getElementType(),
                              getEncoding(op.getDpsInits().front())),
      tensor::EmptyOp::create(builder, loc, shape, op.getIndexElementType(),
                              getEncoding(op.getDpsInits().back()))};
}

/// Where part number `part` lies in a tensor of parts. `destination` is one of
/// the operation's or a tensor of parts.
template <typename OpTy>
static Tile getPartTile(OpBuilder &builder, OpTy op, Value destination,
                        const Tile &tile, OpFoldResult part) {
  Tile partTile = getDestinationTile(builder, op, destination, tile);
  partTile.insert(0, part, builder.getIndexAttr(1));
  return partTile;
}

template <typename OpTy>
static FailureOr<TilingResult>
reducePart(OpBuilder &builder, Location loc, OpTy op,
           ReductionTilingStrategy strategy, ValueRange parts, const Tile &tile,
           OpFoldResult part) {
  if (strategy != ReductionTilingStrategy::PartialReductionOuterParallel) {
    op.emitOpError("can be split into parts in parallel only: use "
                   "tile_reduction_using_forall, or accumulate and tile "
                   "the reduced dimension by a sequential loop");
    return failure();
  }
  if (failed(checkSlices(op)))
    return failure();
  // Upstream has put the tensors of parts in place of this operation's
  // destinations, which need not be as many: no more is asked of these here.
  TilingResult result;
  Tile partTile = getPartTile(builder, op, parts[0], tile, part);
  auto slice = [&](Value source) {
    return createSlice(builder, loc, source, tile, result.generatedSlices);
  };
  auto slicePart = [&](Value source) {
    return createSlice(builder, loc, source, partTile, result.generatedSlices,
                       /*droppedDimension=*/0);
  };
  Value input = slice(op.getInput()),
        inputIndices = slice(op.getInputIndices());
  Value indexBase;
  if (!inputIndices)
    indexBase = createIndexBase(builder, loc, op.getIndexBase(),
                                tile.offsets[op.getReducedDimension()]);
  Value values = slicePart(parts[0]), indices = slicePart(parts[1]);
  OpTy reduced = createLike(builder, op, /*accumulate=*/false,
                            {input, inputIndices, indexBase, values, indices});
  // Candidates for merging may come in any order.
  if constexpr (std::is_same_v<OpTy, TopKReduceOp>)
    reduced.setUnsorted(true);
  result.tiledOps.push_back(reduced);
  llvm::append_range(result.tiledValues, reduced->getResults());
  return result;
}

/// Reduces `dimension` of pairs into the destinations of `op`.
template <typename OpTy>
static MergeResult mergeParts(OpBuilder &builder, OpTy op, int64_t dimension,
                              Value values, Value indices) {
  OpTy merged = createLike(
      builder, op, op.getAccumulate(),
      {values, indices, /*indexBase=*/{}, op.getValues(), op.getIndices()});
  merged.setDimension(dimension);
  return {{merged}, llvm::to_vector_of<Value>(merged->getResults())};
}

//===----------------------------------------------------------------------===//
// ArgReduceOp
//===----------------------------------------------------------------------===//

FailureOr<SmallVector<Value>>
ArgReduceOp::generateInitialTensorForPartialReduction(
    OpBuilder &builder, Location loc, MixedSizes sizes,
    const SetVector<unsigned> &dimensions) {
  return createPartTensors(builder, loc, *this, sizes, dimensions);
}

FailureOr<TilingResult> ArgReduceOp::tileToPartialReduction(
    OpBuilder &builder, Location loc, ReductionTilingStrategy strategy,
    ValueRange parts, MixedSizes offsets, MixedSizes sizes,
    const SetVector<unsigned> &, MixedSizes part) {
  return reducePart(builder, loc, *this, strategy, parts, {offsets, sizes},
                    part[0]);
}

LogicalResult ArgReduceOp::getPartialResultTilePosition(
    OpBuilder &builder, unsigned, ReductionTilingStrategy, MixedSizes offsets,
    MixedSizes sizes, const SetVector<unsigned> &, MixedSizes part,
    SmallVector<OpFoldResult> &resultOffsets,
    SmallVector<OpFoldResult> &resultSizes) {
  return unpackTile(
      getPartTile(builder, *this, getDpsInits()[0], {offsets, sizes}, part[0]),
      resultOffsets, resultSizes);
}

FailureOr<MergeResult>
ArgReduceOp::mergeReductions(OpBuilder &builder, Location, ValueRange parts,
                             const SetVector<unsigned> &) {
  return mergeParts(builder, *this, /*dimension=*/0, parts[0], parts[1]);
}

//===----------------------------------------------------------------------===//
// TopKReduceOp
//===----------------------------------------------------------------------===//

// Merging reduces the candidates of all parts, those of a row side by side:
// along the same dimension as before, so that it is one more reduction like the
// first.

/// Moves the dimension that numbers the parts to the one of k, and makes one of
/// the two. The copy, of k candidates a part and row, is small beside what was
/// reduced to them.
static Value collectCandidates(OpBuilder &builder, Location loc, Value parts,
                               int64_t dimension) {
  auto type = cast<RankedTensorType>(parts.getType());
  if (dimension > 0) {
    SmallVector<OpFoldResult> shape =
        tensor::getMixedSizes(builder, loc, parts);
    std::rotate(shape.begin(), shape.begin() + 1,
                shape.begin() + dimension + 1);
    auto permutation = llvm::to_vector(llvm::seq(type.getRank()));
    std::rotate(permutation.begin(), permutation.begin() + 1,
                permutation.begin() + dimension + 1);
    Value empty = tensor::EmptyOp::create(
        builder, loc, shape, type.getElementType(), type.getEncoding());
    parts = linalg::TransposeOp::create(builder, loc, parts, empty, permutation)
                ->getResult(0);
  }
  SmallVector<ReassociationIndices> groups;
  for (int64_t i : llvm::seq(type.getRank()))
    if (i == dimension + 1)
      groups.back().push_back(i);
    else
      groups.push_back({i});
  auto collapsed = tensor::CollapseShapeOp::inferCollapsedType(
      cast<RankedTensorType>(parts.getType()), groups);
  return tensor::CollapseShapeOp::create(
      builder, loc,
      RankedTensorType::get(collapsed.getShape(), collapsed.getElementType(),
                            type.getEncoding()),
      parts, groups);
}

FailureOr<SmallVector<Value>>
TopKReduceOp::generateInitialTensorForPartialReduction(
    OpBuilder &builder, Location loc, MixedSizes sizes,
    const SetVector<unsigned> &dimensions) {
  return createPartTensors(builder, loc, *this, sizes, dimensions);
}

FailureOr<TilingResult> TopKReduceOp::tileToPartialReduction(
    OpBuilder &builder, Location loc, ReductionTilingStrategy strategy,
    ValueRange parts, MixedSizes offsets, MixedSizes sizes,
    const SetVector<unsigned> &, MixedSizes part) {
  return reducePart(builder, loc, *this, strategy, parts, {offsets, sizes},
                    part[0]);
}

LogicalResult TopKReduceOp::getPartialResultTilePosition(
    OpBuilder &builder, unsigned, ReductionTilingStrategy, MixedSizes offsets,
    MixedSizes sizes, const SetVector<unsigned> &, MixedSizes part,
    SmallVector<OpFoldResult> &resultOffsets,
    SmallVector<OpFoldResult> &resultSizes) {
  return unpackTile(
      getPartTile(builder, *this, getDpsInits()[0], {offsets, sizes}, part[0]),
      resultOffsets, resultSizes);
}

FailureOr<MergeResult>
TopKReduceOp::mergeReductions(OpBuilder &builder, Location loc,
                              ValueRange parts, const SetVector<unsigned> &) {
  int64_t dimension = getReducedDimension();
  Value values = collectCandidates(builder, loc, parts[0], dimension);
  Value indices = collectCandidates(builder, loc, parts[1], dimension);
  return mergeParts(builder, *this, dimension, values, indices);
}
