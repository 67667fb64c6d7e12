//===- Views.cpp - The memrefs of an operation, simplified ----------------===//

#include "Views.h"

#include "extrema/Conversion/Common/StructuredOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/PatternMatch.h"

using namespace mlir;
using namespace mlir::extrema;

//===----------------------------------------------------------------------===//
// Strides
//===----------------------------------------------------------------------===//

/// The static strides, ShapedType::kDynamic where unknown; none if the layout
/// is no strided one.
static std::optional<SmallVector<int64_t>> getStrides(MemRefType type) {
  SmallVector<int64_t> strides;
  int64_t offset;
  if (failed(type.getStridesAndOffset(strides, offset)))
    return std::nullopt;
  return strides;
}

LogicalResult mlir::extrema::checkViewable(RewriterBase &rewriter,
                                           DestinationStyleOpInterface op,
                                           const VectorTarget &target) {
  if (!op.hasPureBufferSemantics() || !hasSignlessElements(op))
    return rewriter.notifyMatchFailure(
        op, "needs memrefs of floats or signless integers");
  if (!target.hasVectors)
    return rewriter.notifyMatchFailure(op, "the target has no vectors");
  for (Type type : op->getOperandTypes()) {
    auto memref = dyn_cast<MemRefType>(type);
    if (!memref)
      continue;
    if (!getStrides(memref))
      return rewriter.notifyMatchFailure(op, "a layout is not strided");
    // Dimensions of no elements do not merge with dynamic ones, and a view of
    // none lies outside of every memref, to its verifier.
    if (llvm::is_contained(memref.getShape(), 0))
      return rewriter.notifyMatchFailure(op, "there are no elements");
  }
  return success();
}

int64_t mlir::extrema::getStride(Value memref, int64_t dimension) {
  return (*getStrides(cast<MemRefType>(memref.getType())))[dimension];
}

bool mlir::extrema::isUnitStride(Value memref, int64_t dimension) {
  return !memref || getStride(memref, dimension) == 1;
}

/// The grouping that merges `dimension` with the one after it.
static SmallVector<ReassociationIndices> getMerge(int64_t rank,
                                                  int64_t dimension) {
  SmallVector<ReassociationIndices> groups;
  for (int64_t i = 0; i < rank; ++i) {
    if (i == dimension + 1)
      groups.back().push_back(i);
    else
      groups.push_back({i});
  }
  return groups;
}

static bool canMerge(Value memref, int64_t dimension) {
  if (!memref)
    return true;
  auto type = cast<MemRefType>(memref.getType());
  return memref::CollapseShapeOp::isGuaranteedCollapsible(
      type, getMerge(type.getRank(), dimension));
}

static Value merge(KernelBuilder &b, Value memref, int64_t dimension) {
  if (!memref)
    return memref;
  int64_t rank = cast<MemRefType>(memref.getType()).getRank();
  return memref::CollapseShapeOp::create(b, memref, getMerge(rank, dimension));
}

View mlir::extrema::mergeDimensions(KernelBuilder &b, View view) {
  for (int64_t i = view.getRank() - 2; i >= 0; --i) {
    if (i == view.reduced || i + 1 == view.reduced)
      continue;
    int64_t outer = view.getOuterNumber(i);
    Destinations &to = view.destinations;
    if (!canMerge(view.input, i) || !canMerge(view.inputIndices, i) ||
        !canMerge(to.values, outer) || !canMerge(to.indices, outer))
      continue;
    view.input = merge(b, view.input, i);
    view.inputIndices = merge(b, view.inputIndices, i);
    to = {merge(b, to.values, outer), merge(b, to.indices, outer)};
    view.reduced -= i < view.reduced;
  }
  return view;
}

/// What createSlice makes, from addresses.
static Value createSliceByStrides(KernelBuilder &b, Value memref,
                                  ValueRange coordinates,
                                  ArrayRef<int64_t> kept) {
  auto metadata = memref::ExtractStridedMetadataOp::create(b, memref);
  SmallVector<OpFoldResult> allSizes = metadata.getConstifiedMixedSizes();
  SmallVector<OpFoldResult> allStrides = metadata.getConstifiedMixedStrides();
  ArithBuilder arith(b, b.getLoc());
  Value offset = getValueOrCreateConstantIndexOp(
      b, b.getLoc(), metadata.getConstifiedMixedOffset());
  SmallVector<OpFoldResult> sizes, strides;
  auto coordinate = coordinates.begin();
  for (auto [i, stride] : llvm::enumerate(allStrides)) {
    if (llvm::is_contained(kept, i)) {
      sizes.push_back(allSizes[i]);
      strides.push_back(stride);
    } else {
      Value step = getValueOrCreateConstantIndexOp(b, b.getLoc(), stride);
      offset = arith.add(offset, arith.mul(*coordinate++, step));
    }
  }
  return memref::ReinterpretCastOp::create(
      b, metadata.getBaseBuffer(), OpFoldResult(offset), sizes, strides);
}

Value mlir::extrema::createSlice(KernelBuilder &b, Value memref,
                                 ValueRange coordinates,
                                 ArrayRef<int64_t> kept) {
  assert(llvm::is_sorted(kept) && "dimensions that do not ascend");
  if (!memref)
    return memref;
  auto type = cast<MemRefType>(memref.getType());
  assert(coordinates.size() + kept.size() ==
             static_cast<size_t>(type.getRank()) &&
         "not one coordinate for each dimension that is dropped");
  if (static_cast<int64_t>(kept.size()) == type.getRank())
    return memref;
  b.invariant("Views: a slice outside of its memref", [&] {
    Value isInside = b.truth(true);
    auto coordinate = coordinates.begin();
    for (int64_t i = 0; i < type.getRank(); ++i)
      if (!llvm::is_contained(kept, i)) {
        Value isBelow = b.less(*coordinate, b.extent(memref, i));
        isInside =
            b.bitAnd(isInside, b.bitAnd(b.atLeast(*coordinate++, 0), isBelow));
      }
    return isInside;
  });
  // A subview does not say which of its dimensions of size 1 it drops: upstream
  // guesses by their strides, wrongly where these are not known.
  if (llvm::any_of(kept, [&](int64_t i) { return type.getDimSize(i) == 1; }))
    return createSliceByStrides(b, memref, coordinates, kept);
  SmallVector<OpFoldResult> offsets, sizes;
  SmallVector<OpFoldResult> strides(type.getRank(), b.getIndexAttr(1));
  SmallVector<int64_t> shape;
  auto coordinate = coordinates.begin();
  for (int64_t i = 0; i < type.getRank(); ++i) {
    if (llvm::is_contained(kept, i)) {
      offsets.push_back(b.getIndexAttr(0));
      sizes.push_back(memref::getMixedSize(b, b.getLoc(), memref, i));
      shape.push_back(type.getDimSize(i));
    } else {
      offsets.push_back(getAsOpFoldResult(*coordinate++));
      sizes.push_back(b.getIndexAttr(1));
    }
  }
  MemRefType slice = memref::SubViewOp::inferRankReducedResultType(
      shape, type, offsets, sizes, strides);
  return memref::SubViewOp::create(b, slice, memref, offsets, sizes, strides);
}

Value mlir::extrema::createMatrix(KernelBuilder &b, Value memref,
                                  ValueRange coordinates, int64_t rows,
                                  int64_t columns) {
  assert(rows != columns && "rows and columns of one dimension");
  memref = createSlice(b, memref, coordinates,
                       {std::min(rows, columns), std::max(rows, columns)});
  if (!memref || rows < columns)
    return memref;
  auto swap =
      AffineMap::getPermutationMap(ArrayRef<int64_t>{1, 0}, b.getContext());
  return memref::TransposeOp::create(b, memref, AffineMapAttr::get(swap));
}

Value mlir::extrema::assumeUnitStride(KernelBuilder &b, Value memref,
                                      int64_t dimension) {
  assert((!memref || getStride(memref, dimension) == 1 ||
          getStride(memref, dimension) == ShapedType::kDynamic) &&
         "the stride is known to be another one");
  if (!memref || isUnitStride(memref, dimension))
    return memref;
  auto metadata = memref::ExtractStridedMetadataOp::create(b, memref);
  SmallVector<OpFoldResult> strides = metadata.getConstifiedMixedStrides();
  strides[dimension] = b.getIndexAttr(1);
  return memref::ReinterpretCastOp::create(
      b, memref, metadata.getConstifiedMixedOffset(),
      metadata.getConstifiedMixedSizes(), strides);
}

Value mlir::extrema::createHasUnitStrides(
    KernelBuilder &b,
    ArrayRef<std::pair<Value, int64_t>> memrefsAndDimensions) {
  Value one = arith::ConstantIndexOp::create(b, 1);
  Value all;
  for (auto [memref, dimension] : memrefsAndDimensions) {
    if (isUnitStride(memref, dimension))
      continue;
    auto metadata = memref::ExtractStridedMetadataOp::create(b, memref);
    Value isOne = arith::CmpIOp::create(b, arith::CmpIPredicate::eq,
                                        metadata.getStrides()[dimension], one);
    all = all ? arith::AndIOp::create(b, all, isOne).getResult() : isOne;
  }
  return all;
}

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

void mlir::extrema::buildOuterLoops(KernelBuilder &b, const View &view,
                                    ArrayRef<int64_t> kept,
                                    function_ref<void(ValueRange)> buildBody) {
  Value zero = b.index(0), one = b.index(1);
  SmallVector<Value> extents;
  for (int64_t i = 0; i < view.getRank(); ++i)
    if (!llvm::is_contained(kept, i))
      extents.push_back(b.extent(view.input, i));
  b.loopNest(SmallVector<Value>(extents.size(), zero), extents,
             SmallVector<Value>(extents.size(), one), buildBody);
}

//===----------------------------------------------------------------------===//
// Lanes
//===----------------------------------------------------------------------===//

/// The innermost dimension, not the reduced one and of more than one element,
/// along which `suits` says yes to every memref.
static std::optional<int64_t>
findDimension(const View &view, function_ref<bool(Value, int64_t)> suits) {
  for (int64_t i = view.getRank() - 1; i >= 0; --i) {
    int64_t outer = view.getOuterNumber(i);
    if (i != view.reduced && view.getInputType().getDimSize(i) != 1 &&
        suits(view.input, i) && suits(view.inputIndices, i) &&
        suits(view.destinations.values, outer) &&
        suits(view.destinations.indices, outer))
      return i;
  }
  return std::nullopt;
}

std::optional<int64_t> mlir::extrema::findLanes(const View &view) {
  return findDimension(view, isUnitStride);
}

std::optional<int64_t> mlir::extrema::findPossibleLanes(const View &view) {
  return findDimension(view, [](Value memref, int64_t dimension) {
    return isUnitStride(memref, dimension) ||
           getStride(memref, dimension) == ShapedType::kDynamic;
  });
}
