//===- SmallTensors.cpp - Tensors as their elements -------------*- C++ -*-===//

#include "SmallTensors.h"

#include "NodeImporter.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace mlir::extrema;

bool mlir::extrema::isSmallVector(RankedTensorType type) {
  return type.hasStaticShape() && type.getRank() <= 1 &&
         type.getNumElements() <= kMaxSmallElements;
}

bool mlir::extrema::hasKnownElements(Value tensor) {
  return cast<RankedTensorType>(tensor.getType()).getNumElements() == 1 ||
         isa_and_nonnull<arith::ConstantOp, tensor::FromElementsOp>(
             tensor.getDefiningOp());
}

SmallVector<Value> mlir::extrema::getElements(OpBuilder &builder, Location loc,
                                              Value tensor) {
  auto type = cast<RankedTensorType>(tensor.getType());
  SmallVector<Value> elements;
  for (int64_t index = 0, e = type.getNumElements(); index < e; ++index) {
    SmallVector<Value> indices;
    if (type.getRank() == 1)
      indices.push_back(arith::ConstantIndexOp::create(builder, loc, index));
    elements.push_back(
        builder.createOrFold<tensor::ExtractOp>(loc, tensor, indices));
  }
  return elements;
}

Value mlir::extrema::buildFromElements(OpBuilder &builder, Location loc,
                                       RankedTensorType type,
                                       ValueRange elements) {
  // Without elements there is nothing that tells the element type.
  if (elements.empty())
    return arith::ConstantOp::create(
        builder, loc, DenseElementsAttr::get(type, ArrayRef<Attribute>()));
  return builder.createOrFold<tensor::FromElementsOp>(loc, type, elements);
}

FailureOr<SmallVector<int64_t>>
mlir::extrema::getConstantInts(NodeImporter &node, unsigned position,
                               StringRef name) {
  DenseElementsAttr constant = node.getConstantInput(position);
  if (!constant)
    return node.emitError() << "input " << name
                            << " is not a constant of the model, which is not "
                               "supported";
  SmallVector<int64_t> values;
  for (const APInt &value : constant.getValues<APInt>())
    values.push_back(value.getSExtValue());
  return values;
}

std::optional<int64_t> mlir::extrema::getConstantInt(Value scalar) {
  return getConstantIntValue(scalar);
}
