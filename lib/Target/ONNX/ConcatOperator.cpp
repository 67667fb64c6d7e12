//===- ConcatOperator.cpp - Import of Concat --------------------*- C++ -*-===//
//
// Vectors of a few integers, which exporters write shapes with, are put
// together from their elements. All else is copied into a tensor.
//
//===----------------------------------------------------------------------===//

#include "Axes.h"
#include "Elementwise.h"
#include "Parts.h"
#include "Sizes.h"
#include "SmallTensors.h"

#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "llvm/Support/CheckedArithmetic.h"

using namespace mlir;
using namespace mlir::extrema;
using onnx::AttributeProto;

/// The elements of all inputs, if these are vectors to be taken apart.
static std::optional<SmallVector<Value>> getAllElements(NodeImporter &node) {
  SmallVector<Value> elements;
  for (unsigned position = 0; position < node.getNumInputs(); ++position) {
    RankedTensorType type = node.getInputType(position);
    if (type.getRank() != 1 || !isSmallVector(type))
      return std::nullopt;
    llvm::append_range(elements, getElements(node.getBuilder(), node.getLoc(),
                                             node.getInput(position)));
  }
  if (elements.size() > kMaxSmallElements)
    return std::nullopt;
  return elements;
}

/// Fails with a message unless all inputs have the rank of the first.
static LogicalResult checkRanks(NodeImporter &node) {
  int64_t rank = node.getInputType(0).getRank();
  for (unsigned position = 1; position < node.getNumInputs(); ++position)
    if (int64_t other = node.getInputType(position).getRank(); other != rank)
      return node.emitError() << "the inputs must have one rank, but have "
                              << rank << " and " << other;
  return success();
}

/// What all inputs' size in `dimension` is, if the program finds that it is
/// one, else 0; fails with a message, now or then, if it is not.
static FailureOr<Value> getSharedSize(NodeImporter &node,
                                      ArrayRef<SmallVector<Value>> sizes,
                                      int64_t dimension) {
  SizeBuilder builder(node);
  Value shared = sizes.front()[dimension], holds = builder.truth(true);
  for (ArrayRef<Value> others : sizes.drop_front()) {
    Value size = others[dimension];
    if (size != shared)
      holds = builder.both(holds, builder.equals(shared, size));
    if (getConstantInt(size))
      shared = size;
  }
  if (failed(node.require(holds, "the inputs must have the same size in "
                                 "dimension " +
                                     Twine(dimension))))
    return failure();
  return builder.select(holds, shared, builder.constant(0));
}

/// The size of the result along the axis. Fails with a message if it overflows.
static FailureOr<Value> getTotalSize(NodeImporter &node,
                                     ArrayRef<SmallVector<Value>> sizes,
                                     int64_t axis) {
  SizeBuilder builder(node);
  Value total = builder.constant(0);
  std::optional<int64_t> known = 0;
  for (ArrayRef<Value> input : sizes) {
    total = builder.build<arith::AddIOp>(total, input[axis]);
    if (std::optional<int64_t> size = getConstantInt(input[axis]))
      known = llvm::checkedAdd(*known, *size);
    if (!known)
      return node.emitError() << "the result has more than 2^63 - 1 elements";
  }
  return total;
}

static LogicalResult importConcat(NodeImporter &node) {
  FailureOr<Type> elementType = getSharedType(node);
  if (failed(elementType) || failed(checkRanks(node)))
    return failure();
  int64_t rank = node.getInputType(0).getRank();
  if (rank == 0)
    return node.emitError() << "the inputs must have a dimension, but are "
                            << node.getInputType(0);
  FailureOr<int64_t> axis = normalizeAxis(node, node.getInt("axis"), rank);
  if (failed(axis))
    return failure();
  if (node.getNumInputs() == 1)
    return node.setResultToInput(0);
  OpBuilder &builder = node.getBuilder();
  Location loc = node.getLoc();
  if (std::optional<SmallVector<Value>> elements = getAllElements(node)) {
    auto type = RankedTensorType::get(elements->size(), *elementType);
    return node.setResult(buildFromElements(builder, loc, type, *elements));
  }

  SmallVector<SmallVector<Value>> sizes;
  for (unsigned position = 0; position < node.getNumInputs(); ++position)
    sizes.push_back(node.getSizes(node.getInput(position)));
  SmallVector<Value> resultSizes;
  for (int64_t dimension = 0; dimension < rank; ++dimension) {
    FailureOr<Value> size = dimension == *axis
                                ? getTotalSize(node, sizes, *axis)
                                : getSharedSize(node, sizes, dimension);
    if (failed(size))
      return failure();
    resultSizes.push_back(*size);
  }

  SizeBuilder arithmetic(node);
  Value result = buildEmpty(node, *elementType, resultSizes);
  SmallVector<Value> offsets(rank, arithmetic.constant(0));
  SmallVector<OpFoldResult> strides(rank, builder.getIndexAttr(1));
  for (unsigned position = 0; position < node.getNumInputs(); ++position) {
    SmallVector<Value> partSizes(resultSizes);
    partSizes[*axis] = sizes[position][*axis];
    RankedTensorType partType = getTypeOfSizes(*elementType, partSizes);
    if (hasNoElements(partType) || hasNoElements(node.getInputType(position)))
      continue;
    Value part = buildFront(node, node.getInput(position), partSizes);
    result = tensor::InsertSliceOp::create(
        builder, loc, part, result, arithmetic.toMixed(offsets),
        arithmetic.toMixed(partSizes), strides);
    offsets[*axis] =
        arithmetic.build<arith::AddIOp>(offsets[*axis], partSizes[*axis]);
  }
  node.setSizes(result, resultSizes);
  return node.setResult(result);
}

static constexpr int64_t kVersions[] = {4, 11, 13};

static constexpr InputRule kInputs[] = {
    {0, "inputs", /*since=*/4, kIntegerTypes | kFloatTypes | kBoolType,
     InputCount::OneOrMore},
    {0, "inputs", /*since=*/13, kAllTypes | kBoolType, InputCount::OneOrMore}};

static constexpr AttributeRule kAttributes[] = {
    {"axis", AttributeProto::INT, /*defaultInt=*/0, /*since=*/4,
     /*last=*/kNewest, /*isRequired=*/true}};

static constexpr Operator kOperators[] = {{"Concat", kVersions, kInputs,
                                           kAttributes, /*numOutputs=*/1,
                                           importConcat}};

ArrayRef<Operator> mlir::extrema::getConcatOperators() { return kOperators; }
