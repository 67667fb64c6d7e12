//===- ReshapeOperators.cpp - Import of Reshape, Squeeze ... ----*- C++ -*-===//

#include "Axes.h"
#include "NodeImporter.h"
#include "Reshape.h"
#include "Sizes.h"
#include "SmallTensors.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace mlir::extrema;
using onnx::AttributeProto;

static LogicalResult setResultOf(NodeImporter &node, FailureOr<Value> result) {
  return failed(result) ? failure() : node.setResult(*result);
}

static LogicalResult importFlatten(NodeImporter &node) {
  int64_t rank = node.getInputType(0).getRank(), axis = node.getInt("axis");
  if (axis < -rank || axis > rank)
    return node.emitError() << "axis " << axis << " is out of range [" << -rank
                            << ", " << rank << "]";
  if (axis < 0)
    axis += rank;
  Value data = node.getInput(0);
  SmallVector<Value> sizes = node.getSizes(data);
  ArrayRef<Value> all = sizes;
  SizeBuilder builder(node);
  SmallVector<Value> products;
  for (ArrayRef<Value> factors : {all.take_front(axis), all.drop_front(axis)}) {
    // Beside a size of 0 the others may be of any size.
    if (!hasPossibleProduct(factors))
      return node.emitError() << "the result's shape is too large: the data is "
                              << data.getType();
    products.push_back(builder.product(factors));
  }
  return node.setResult(buildReshape(node, data, products));
}

static LogicalResult importReshape(NodeImporter &node) {
  RankedTensorType type = node.getInputType(1);
  if (type.getRank() != 1 || !isSmallVector(type))
    return node.emitError() << "input shape is " << type
                            << "; supported are vectors of a known number of "
                               "elements, at most "
                            << kMaxSmallElements;
  Value data = node.getInput(0);
  SmallVector<Value> wanted =
      getElements(node.getBuilder(), node.getLoc(), node.getInput(1));
  return setResultOf(node, buildReshapeByRules(node, data, wanted,
                                               node.getInt("allowzero") != 0));
}

static LogicalResult importSqueeze(NodeImporter &node) {
  RankedTensorType type = node.getInputType(0);
  int64_t rank = type.getRank();
  SmallVector<int64_t> axes;
  if (node.findAttribute("axes") || node.hasInput(1)) {
    FailureOr<SmallVector<int64_t>> given = getAxes(node, rank);
    if (failed(given))
      return failure();
    axes = *given;
  } else {
    if (!type.hasStaticShape())
      return node.emitError()
             << "without axes the sizes must be known, but the data is "
             << type;
    for (auto [axis, size] : llvm::enumerate(type.getShape()))
      if (size == 1)
        axes.push_back(axis);
  }
  bool isKnown = true;
  OpBuilder &builder = node.getBuilder();
  Location loc = node.getLoc();
  Value data = node.getInput(0);
  Value one =
      arith::ConstantIntOp::create(builder, loc, /*value=*/1, /*width=*/64);
  Value holds =
      arith::ConstantIntOp::create(builder, loc, /*value=*/1, /*width=*/1);
  for (int64_t axis : axes) {
    int64_t size = type.getDimSize(axis);
    if (size != 1 && !ShapedType::isDynamic(size))
      return node.emitError() << "axis " << axis << " has size " << size
                              << ", and only 1 can be squeezed";
    isKnown &= size == 1;
    Value isOne = builder.createOrFold<arith::CmpIOp>(
        loc, arith::CmpIPredicate::eq, node.getSize(data, axis), one);
    holds = builder.createOrFold<arith::AndIOp>(loc, holds, isOne);
  }
  SmallVector<Value> sizes;
  for (auto [axis, size] : llvm::enumerate(node.getSizes(data)))
    if (!llvm::is_contained(axes, static_cast<int64_t>(axis)))
      sizes.push_back(size);
  if (isKnown)
    return node.setResult(buildReshape(node, data, sizes));
  return setResultOf(
      node, buildCheckedReshape(node, data, sizes, holds,
                                "a dimension to be squeezed must have size 1"));
}

static LogicalResult importUnsqueeze(NodeImporter &node) {
  // A repeated axis is no dimension more, but an error below.
  size_t count = 0;
  if (std::optional<ArrayRef<int64_t>> given = node.getInts("axes"))
    count = given->size();
  else if (node.getConstantInput(1))
    count = node.getInputType(1).getNumElements();
  if (node.getInputType(0).getRank() + count > kMaxSmallElements)
    return node.emitError() << "the result has more than " << kMaxSmallElements
                            << " dimensions, which is not supported";
  int64_t rank = node.getInputType(0).getRank() + count;
  FailureOr<SmallVector<int64_t>> axes = getAxes(node, rank);
  if (failed(axes))
    return failure();
  Value data = node.getInput(0);
  SmallVector<Value> sizes = node.getSizes(data);
  // In ascending order, each is where it will stay.
  for (int64_t axis : *axes)
    sizes.insert(sizes.begin() + axis,
                 arith::ConstantIntOp::create(node.getBuilder(), node.getLoc(),
                                              /*value=*/1, /*width=*/64));
  return node.setResult(buildReshape(node, data, sizes));
}

static constexpr int64_t kFlattenVersions[] = {1, 9, 11, 13, 21, 23, 24, 25};
// Before version 5 the shape was an attribute.
static constexpr int64_t kReshapeVersions[] = {5, 13, 14, 19, 21, 23, 24, 25};
static constexpr int64_t kSqueezeVersions[] = {1, 11, 13, 21, 23, 24, 25};

static constexpr InputRule kFlattenInputs[] = {
    {0, "input", /*since=*/1, kFloatTypes},
    {0, "input", /*since=*/9, kIntegerTypes | kFloatTypes | kBoolType},
    {0, "input", /*since=*/13, kAllTypes | kBoolType}};

static constexpr InputRule kReshapeInputs[] = {
    {0, "data", /*since=*/5, kIntegerTypes | kFloatTypes | kBoolType},
    {1, "shape", /*since=*/5, kInt64Type},
    {0, "data", /*since=*/13, kAllTypes | kBoolType}};

static constexpr InputRule kSqueezeInputs[] = {
    {0, "data", /*since=*/1, kIntegerTypes | kFloatTypes | kBoolType},
    {0, "data", /*since=*/13, kAllTypes | kBoolType},
    {1, "axes", /*since=*/13, kInt64Type, InputCount::ZeroOrOne}};

static constexpr InputRule kUnsqueezeInputs[] = {
    {0, "data", /*since=*/1, kIntegerTypes | kFloatTypes | kBoolType},
    {0, "data", /*since=*/13, kAllTypes | kBoolType},
    {1, "axes", /*since=*/13, kInt64Type}};

static constexpr AttributeRule kFlattenAttributes[] = {
    {"axis", AttributeProto::INT, /*defaultInt=*/1}};

static constexpr AttributeRule kReshapeAttributes[] = {
    {"allowzero", AttributeProto::INT, /*defaultInt=*/0, /*since=*/14}};

static constexpr AttributeRule kSqueezeAttributes[] = {
    {"axes", AttributeProto::INTS, /*defaultInt=*/0, /*since=*/1, /*last=*/12}};

static constexpr AttributeRule kUnsqueezeAttributes[] = {
    {"axes", AttributeProto::INTS, /*defaultInt=*/0, /*since=*/1, /*last=*/12,
     /*isRequired=*/true}};

static constexpr Operator kOperators[] = {
    {"Flatten", kFlattenVersions, kFlattenInputs, kFlattenAttributes,
     /*numOutputs=*/1, importFlatten},
    {"Reshape", kReshapeVersions, kReshapeInputs, kReshapeAttributes,
     /*numOutputs=*/1, importReshape},
    {"Squeeze", kSqueezeVersions, kSqueezeInputs, kSqueezeAttributes,
     /*numOutputs=*/1, importSqueeze},
    {"Unsqueeze", kSqueezeVersions, kUnsqueezeInputs, kUnsqueezeAttributes,
     /*numOutputs=*/1, importUnsqueeze}};

ArrayRef<Operator> mlir::extrema::getReshapeOperators() { return kOperators; }
