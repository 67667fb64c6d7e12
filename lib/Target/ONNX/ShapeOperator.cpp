//===- ShapeOperator.cpp - Import of Shape ----------------------*- C++ -*-===//

#include "NodeImporter.h"
#include "SmallTensors.h"

using namespace mlir;
using namespace mlir::extrema;
using onnx::AttributeProto;

static LogicalResult importShape(NodeImporter &node) {
  OpBuilder &builder = node.getBuilder();
  int64_t rank = node.getInputType(0).getRank();
  if (rank > kMaxSmallElements)
    return node.emitError()
           << "input data has " << rank << " dimensions; supported are at most "
           << kMaxSmallElements;
  // Both are clamped, as the operator's definition has it.
  auto getBound = [&](StringRef name, int64_t value) {
    if (node.findAttribute(name))
      value = node.getInt(name);
    if (value < 0)
      value = std::max(value, -rank) + rank;
    return std::min(value, rank);
  };
  int64_t start = getBound("start", 0), end = getBound("end", rank);
  SmallVector<Value> sizes;
  Value data = node.getInput(0);
  for (int64_t dimension = start; dimension < end; ++dimension)
    sizes.push_back(node.getSize(data, dimension));
  auto type = RankedTensorType::get(sizes.size(), builder.getI64Type());
  return node.setResult(buildFromElements(builder, node.getLoc(), type, sizes));
}

static constexpr int64_t kVersions[] = {1, 13, 15, 19, 21, 23, 24, 25};

static constexpr InputRule kInputs[] = {
    {0, "data", /*since=*/1, kIntegerTypes | kFloatTypes | kBoolType},
    {0, "data", /*since=*/13, kAllTypes | kBoolType}};

static constexpr AttributeRule kAttributes[] = {
    {"start", AttributeProto::INT, /*defaultInt=*/0, /*since=*/15},
    {"end", AttributeProto::INT, /*defaultInt=*/0, /*since=*/15}};

static constexpr Operator kOperators[] = {
    {"Shape", kVersions, kInputs, kAttributes, /*numOutputs=*/1, importShape}};

ArrayRef<Operator> mlir::extrema::getShapeOperators() { return kOperators; }
