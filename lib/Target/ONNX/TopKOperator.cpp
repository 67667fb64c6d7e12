//===- TopKOperator.cpp - Import of TopK ------------------------*- C++ -*-===//

#include "NodeImporter.h"
#include "Parts.h"
#include "Sizes.h"

#include "extrema/Dialect/Extrema/IR/Extrema.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mlir::extrema;
using onnx::AttributeProto;

/// Sets k as the attribute or the operand that it is.
static LogicalResult importK(NodeImporter &node, TopKOp::Properties &properties,
                             SmallVectorImpl<Value> &operands) {
  OpBuilder &builder = node.getBuilder();
  if (node.findAttribute("k")) {
    int64_t k = node.getInt("k");
    if (k < 1)
      return node.emitError() << "k must be at least 1, but is " << k;
    properties.static_k = builder.getI64IntegerAttr(k);
    return success();
  }
  RankedTensorType type = node.getInputType(1);
  constexpr StringLiteral rule = "input K must be a 1-D tensor of one element";
  bool isOpen = type.getRank() == 1 && type.isDynamicDim(0);
  if (type.getShape() != ArrayRef<int64_t>(1) && !isOpen)
    return node.emitError() << rule << ", but is " << type;
  if (DenseElementsAttr constant = node.getConstantInput(1)) {
    properties.static_k =
        builder.getI64IntegerAttr(*constant.value_begin<int64_t>());
    return success();
  }
  if (isOpen) {
    SizeBuilder sizes(node);
    Value data = node.getInput(1);
    Value holds = sizes.equals(node.getSize(data, 0), 1);
    if (failed(node.require(holds, rule)))
      return failure();
    operands.push_back(buildElementIf(node, holds, data, sizes.constant(0)));
    return success();
  }
  Location loc = node.getLoc();
  Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
  Value k =
      builder.createOrFold<tensor::ExtractOp>(loc, node.getInput(1), zero);
  operands.push_back(k);
  return success();
}

static LogicalResult importTopK(NodeImporter &node) {
  OpBuilder &builder = node.getBuilder();
  SmallVector<Value> operands = {node.getInput(0)};
  TopKOp::Properties properties;
  if (failed(importK(node, properties, operands)))
    return failure();
  properties.axis = builder.getI64IntegerAttr(node.getInt("axis"));
  if (node.getInt("largest") == 0)
    properties.smallest = builder.getUnitAttr();
  if (node.getInt("sorted") == 0)
    properties.unsorted = builder.getUnitAttr();
  return node.createOp<TopKOp>(operands, properties);
}

static constexpr int64_t kVersions[] = {1, 10, 11, 24};

static constexpr InputRule kInputs[] = {
    {0, "X", /*since=*/1, kFloatTypes},
    {1, "K", /*since=*/10, kInt64Type},
    {0, "X", /*since=*/11, kIntegerTypes | kFloatTypes},
    {0, "X", /*since=*/24, kAllTypes}};

static constexpr AttributeRule kAttributes[] = {
    {"axis", AttributeProto::INT, /*defaultInt=*/-1},
    {"k", AttributeProto::INT, /*defaultInt=*/0, /*since=*/1, /*last=*/1,
     /*isRequired=*/true},
    {"largest", AttributeProto::INT, /*defaultInt=*/1, /*since=*/11},
    {"sorted", AttributeProto::INT, /*defaultInt=*/1, /*since=*/11}};

static constexpr Operator kOperators[] = {
    {"TopK", kVersions, kInputs, kAttributes, /*numOutputs=*/2, importTopK}};

ArrayRef<Operator> mlir::extrema::getTopKOperators() { return kOperators; }
