//===- ExpandOperators.cpp - Import of ConstantOfShape, Expand --*- C++ -*-===//

#include "Elementwise.h"
#include "Parts.h"
#include "Sizes.h"
#include "SmallTensors.h"
#include "Tensors.h"

using namespace mlir;
using namespace mlir::extrema;
using onnx::AttributeProto;

/// How many elements may be made of fewer: else a model of a few bytes could
/// ask for any amount of memory.
static constexpr int64_t kMaxExpandedElements = int64_t(1) << 24;

/// An i1: true if `sizes` are not negative and hold at most so many elements.
static Value buildIsSmall(SizeBuilder &builder, ArrayRef<Value> sizes) {
  Value natural = builder.truth(true), small = builder.truth(true);
  Value hasZero = builder.truth(false), total = builder.constant(1);
  Value limit = builder.constant(kMaxExpandedElements);
  for (Value size : sizes) {
    natural = builder.both(natural,
                           builder.compare(arith::CmpIPredicate::sge, size, 0));
    hasZero = builder.either(hasZero, builder.equals(size, 0));
    Value isNotAbove = builder.compare(arith::CmpIPredicate::sle, size, limit);
    // Neither factor is above the limit: nothing overflows.
    Value factor = builder.build<arith::MinSIOp>(size, limit);
    total = builder.build<arith::MulIOp>(total, factor);
    isNotAbove = builder.both(
        isNotAbove, builder.compare(arith::CmpIPredicate::sle, total, limit));
    total = builder.build<arith::MinSIOp>(total, limit);
    small = builder.both(small, isNotAbove);
  }
  return builder.both(natural, builder.either(hasZero, small));
}

namespace {
/// What becomes of the data's sizes and the wanted ones.
struct ExpandedSizes {
  SmallVector<Value> sizes;
  /// An i1: the two go together.
  Value holds;
  bool isExpanded = false;
};
} // namespace

/// Only a size that is known to be 1 is expanded.
static ExpandedSizes getExpandedSizes(SizeBuilder &builder,
                                      ArrayRef<Value> sizes,
                                      ArrayRef<Value> wanted) {
  ExpandedSizes expanded{{}, builder.truth(true)};
  size_t rank = std::max(sizes.size(), wanted.size());
  for (size_t index = 0; index < rank; ++index) {
    // Both end with the last dimension.
    size_t lackingSizes = rank - sizes.size();
    size_t lackingWanted = rank - wanted.size();
    Value size = index < lackingSizes ? builder.constant(1)
                                      : sizes[index - lackingSizes];
    Value other = index < lackingWanted ? builder.constant(1)
                                        : wanted[index - lackingWanted];
    bool isOne = getConstantInt(size) == 1;
    expanded.isExpanded |= index < lackingSizes || isOne;
    expanded.sizes.push_back(isOne ? other : size);
    if (!isOne && size != other)
      expanded.holds = builder.both(
          expanded.holds, builder.either(builder.equals(other, 1),
                                         builder.equals(size, other)));
  }
  return expanded;
}

static LogicalResult setExpanded(NodeImporter &node, Value data,
                                 unsigned shapePosition) {
  RankedTensorType shapeType = node.getInputType(shapePosition);
  if (shapeType.getRank() != 1 || !isSmallVector(shapeType))
    return node.emitError() << "input " << (shapePosition ? "shape" : "input")
                            << " is " << shapeType
                            << "; supported are vectors of a known number of "
                               "elements, at most "
                            << kMaxSmallElements;
  SizeBuilder builder(node);
  OpBuilder &ops = node.getBuilder();
  Location loc = node.getLoc();
  ExpandedSizes expanded =
      getExpandedSizes(builder, node.getSizes(data),
                       getElements(ops, loc, node.getInput(shapePosition)));
  if (failed(node.require(expanded.holds,
                          "the new sizes must be 1 or those of the data, but "
                          "where the data is known to have size 1")))
    return failure();
  // No element is more, and none is taken.
  if (!expanded.isExpanded)
    return node.setResult(data);
  Value isSmall = buildIsSmall(builder, expanded.sizes);
  if (failed(node.require(isSmall, "supported are results of at most " +
                                       Twine(kMaxExpandedElements) +
                                       " elements, and sizes that are not "
                                       "negative")))
    return failure();

  Value holds = builder.both(expanded.holds, isSmall);
  ArrayRef<Value> sizes = expanded.sizes;
  SmallVector<Value> safe(sizes);
  if (!getConstantInt(holds)) {
    safe = makeSafeSizes(builder, holds, sizes);
    data = buildLimited(node, data, safe);
  }
  auto dataType = cast<RankedTensorType>(data.getType());
  RankedTensorType type = getTypeOfSizes(dataType.getElementType(), safe);
  if (isSmallVector(type) && isSmallVector(dataType) &&
      hasKnownElements(data)) {
    SmallVector<Value> elements = getElements(ops, loc, data);
    if (elements.size() == 1)
      elements.assign(type.getNumElements(), elements.front());
    return node.setResult(buildFromElements(ops, loc, type, elements));
  }
  Value result = buildGeneric(node, data, builder.toMixed(ArrayRef(safe)),
                              type.getElementType(),
                              [](OpBuilder &, Location, ValueRange scalars) {
                                return scalars.front();
                              });
  node.setSizes(result, safe);
  return node.setResult(result);
}

static LogicalResult importExpand(NodeImporter &node) {
  return setExpanded(node, node.getInput(0), /*shapePosition=*/1);
}

static LogicalResult importConstantOfShape(NodeImporter &node) {
  OpBuilder &builder = node.getBuilder();
  DenseElementsAttr constant = DenseElementsAttr::get(
      RankedTensorType::get(1, builder.getF32Type()), 0.0F);
  if (const AttributeProto *value = node.findAttribute("value")) {
    FailureOr<DenseElementsAttr> given =
        importTensor(value->t(), builder.getContext(),
                     [&] { return node.emitError() << "attribute value: "; });
    if (failed(given))
      return failure();
    constant = *given;
  }
  if (constant.getNumElements() != 1)
    return node.emitError() << "attribute value must hold one element, but is "
                            << constant.getType();
  Value data = arith::ConstantOp::create(
      builder, node.getLoc(),
      constant.reshape(RankedTensorType::get({}, constant.getElementType())));
  return setExpanded(node, data, /*shapePosition=*/0);
}

static constexpr int64_t kConstantOfShapeVersions[] = {9, 20, 21, 23, 24, 25};
static constexpr int64_t kExpandVersions[] = {8, 13};

static constexpr InputRule kConstantOfShapeInputs[] = {
    {0, "input", /*since=*/9, kInt64Type}};

static constexpr InputRule kExpandInputs[] = {
    {0, "input", /*since=*/8, kIntegerTypes | kFloatTypes | kBoolType},
    {1, "shape", /*since=*/8, kInt64Type},
    {0, "input", /*since=*/13, kAllTypes | kBoolType}};

static constexpr AttributeRule kConstantOfShapeAttributes[] = {
    {"value", AttributeProto::TENSOR}};

static constexpr Operator kOperators[] = {
    {"ConstantOfShape", kConstantOfShapeVersions, kConstantOfShapeInputs,
     kConstantOfShapeAttributes, /*numOutputs=*/1, importConstantOfShape},
    {"Expand", kExpandVersions, kExpandInputs, /*attributes=*/{},
     /*numOutputs=*/1, importExpand}};

ArrayRef<Operator> mlir::extrema::getExpandOperators() { return kOperators; }
