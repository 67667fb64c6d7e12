//===- ArgOperators.cpp - Import of ArgMin and ArgMax -----------*- C++ -*-===//

#include "NodeImporter.h"

#include "extrema/Dialect/Extrema/IR/Extrema.h"

using namespace mlir;
using namespace mlir::extrema;
using onnx::AttributeProto;

template <typename OpTy>
static LogicalResult importArgOperator(NodeImporter &node) {
  OpBuilder &builder = node.getBuilder();
  // A scalar has no axis for the operation, but with the default one ONNX
  // answers as for a vector of one element.
  if (node.getInputType(0).getRank() == 0 && !node.findAttribute("axis"))
    return node.setConstantResult(
        DenseElementsAttr::get(RankedTensorType::get({}, builder.getI64Type()),
                               builder.getI64IntegerAttr(0)));

  typename OpTy::Properties properties;
  properties.axis = builder.getI64IntegerAttr(node.getInt("axis"));
  if (node.getInt("keepdims") == 1)
    properties.keepdims = builder.getUnitAttr();
  if (node.getInt("select_last_index") != 0)
    properties.select_last = builder.getUnitAttr();
  return node.createOp<OpTy>(node.getInput(0), properties);
}

static constexpr int64_t kVersions[] = {1, 11, 12, 13};

static constexpr InputRule kInputs[] = {
    {0, "data", /*since=*/1, kIntegerTypes | kFloatTypes},
    {0, "data", /*since=*/13, kAllTypes}};

static constexpr AttributeRule kAttributes[] = {
    {"axis", AttributeProto::INT, /*defaultInt=*/0},
    {"keepdims", AttributeProto::INT, /*defaultInt=*/1},
    {"select_last_index", AttributeProto::INT, /*defaultInt=*/0, /*since=*/12}};

static constexpr Operator kOperators[] = {
    {"ArgMax", kVersions, kInputs, kAttributes, /*numOutputs=*/1,
     importArgOperator<ArgMaxOp>},
    {"ArgMin", kVersions, kInputs, kAttributes, /*numOutputs=*/1,
     importArgOperator<ArgMinOp>}};

ArrayRef<Operator> mlir::extrema::getArgOperators() { return kOperators; }
