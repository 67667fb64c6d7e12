//===- Parts.cpp - Parts of tensors, and elements ---------------*- C++ -*-===//

#include "Parts.h"

#include "Elementwise.h"
#include "Sizes.h"
#include "SmallTensors.h"

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mlir::extrema;

bool mlir::extrema::hasNoElements(RankedTensorType type) {
  return llvm::is_contained(type.getShape(), 0);
}

Value mlir::extrema::buildEmpty(NodeImporter &node, Type elementType,
                                ArrayRef<Value> sizes) {
  Value result =
      tensor::EmptyOp::create(node.getBuilder(), node.getLoc(),
                              SizeBuilder(node).toMixed(sizes), elementType);
  node.setSizes(result, sizes);
  return result;
}

/// `tensor` without dimension `dropped`, the size of which is 1. A slice of a
/// lower rank does not say which of its dimensions of size 1 it drops: upstream
/// guesses by their strides, wrongly where these are not known.
static Value buildWithout(NodeImporter &node, Value tensor, int64_t dropped) {
  auto type = cast<RankedTensorType>(tensor.getType());
  SmallVector<ReassociationIndices> groups;
  for (int64_t i = 0; i < type.getRank(); ++i)
    if (i != dropped)
      groups.push_back({i});
  // With the dimension behind, or before if it is the last.
  if (dropped < static_cast<int64_t>(groups.size()))
    groups[dropped].insert(groups[dropped].begin(), dropped);
  else if (!groups.empty())
    groups.back().push_back(dropped);
  return tensor::CollapseShapeOp::create(node.getBuilder(), node.getLoc(),
                                         tensor, groups);
}

Value mlir::extrema::buildPart(NodeImporter &node, Value tensor,
                               ArrayRef<Value> offsets, ArrayRef<Value> sizes,
                               ArrayRef<int64_t> steps,
                               std::optional<int64_t> dropped) {
  OpBuilder &builder = node.getBuilder();
  SizeBuilder arithmetic(node);
  auto from = cast<RankedTensorType>(tensor.getType());
  SmallVector<Value> kept(sizes);
  // Upstream's verifier refuses an offset behind the last element, where a part
  // without elements may begin.
  for (auto [offset, size, extent] :
       llvm::zip_equal(offsets, kept, from.getShape()))
    if (std::optional<int64_t> known = getConstantInt(offset);
        known && ShapedType::isStatic(extent) && *known >= extent)
      size = arithmetic.constant(0);
  if (dropped)
    kept.erase(kept.begin() + *dropped);
  RankedTensorType type = getTypeOfSizes(from.getElementType(), kept);
  if (hasNoElements(type) || hasNoElements(from))
    return buildEmpty(node, from.getElementType(), kept);
  Value result = tensor::ExtractSliceOp::create(
      builder, node.getLoc(), tensor, arithmetic.toMixed(offsets),
      arithmetic.toMixed(sizes),
      getAsIndexOpFoldResult(builder.getContext(), steps));
  if (dropped)
    result = buildWithout(node, result, *dropped);
  node.setSizes(result, kept);
  return result;
}

Value mlir::extrema::buildFront(NodeImporter &node, Value tensor,
                                ArrayRef<Value> sizes) {
  SmallVector<Value> offsets(sizes.size(), SizeBuilder(node).constant(0));
  SmallVector<int64_t> steps(sizes.size(), 1);
  return buildPart(node, tensor, offsets, sizes, steps);
}

Value mlir::extrema::buildLimited(NodeImporter &node, Value tensor,
                                  ArrayRef<Value> limits) {
  SizeBuilder arithmetic(node);
  SmallVector<Value> sizes = node.getSizes(tensor);
  for (auto [size, limit] :
       llvm::zip_equal(sizes, limits.take_back(sizes.size())))
    if (getConstantInt(size) != 1 && size != limit)
      size = arithmetic.build<arith::MinSIOp>(size, limit);
  return buildFront(node, tensor, sizes);
}

Value mlir::extrema::buildElementIf(NodeImporter &node, Value holds, Value data,
                                    Value place) {
  OpBuilder &builder = node.getBuilder();
  Location loc = node.getLoc();
  SizeBuilder arithmetic(node);
  Type elementType = getElementTypeOrSelf(data.getType());
  // A float of 16 bits that comes from two branches would be rounded by a
  // function of a compiler's run-time library; one of 32 bits holds it exactly.
  Type type = elementType;
  bool isNarrow = isa<FloatType>(type) && type.getIntOrFloatBitWidth() < 32;
  if (isNarrow)
    type = builder.getF32Type();
  else if (isa<IntegerType>(type))
    type = builder.getIntegerType(type.getIntOrFloatBitWidth());
  auto yieldElement = [&](OpBuilder &builder, Location loc) {
    Value element = builder.createOrFold<tensor::ExtractOp>(
        loc, data, arithmetic.toIndex(place));
    element = isNarrow ? arith::ExtFOp::create(builder, loc, type, element)
                       : castSignedness(builder, loc, element, type);
    scf::YieldOp::create(builder, loc, element);
  };
  auto yieldZero = [&](OpBuilder &builder, Location loc) {
    Value zero =
        arith::ConstantOp::create(builder, loc, builder.getZeroAttr(type));
    scf::YieldOp::create(builder, loc, zero);
  };
  Value element =
      scf::IfOp::create(builder, loc, holds, yieldElement, yieldZero)
          .getResult(0);
  if (isNarrow)
    return arith::TruncFOp::create(builder, loc, elementType, element);
  return castSignedness(builder, loc, element, elementType);
}
