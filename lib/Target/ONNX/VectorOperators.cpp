//===- VectorOperators.cpp - Import of Concat, Gather, Slice ----*- C++ -*-===//
//
// As exporters use them on shapes: on vectors of a few integers.
//
//===----------------------------------------------------------------------===//

#include "NodeImporter.h"
#include "SmallTensors.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::extrema;
using onnx::AttributeProto;

/// Fails with a message unless input `position`, which is called `name`, can be
/// taken apart along `axis`.
static LogicalResult checkVector(NodeImporter &node, unsigned position,
                                 StringRef name, int64_t axis) {
  RankedTensorType type = node.getInputType(position);
  if (type.getRank() != 1 || !isSmallVector(type))
    return node.emitError()
           << "input " << name << " is " << type
           << "; supported are vectors of "
           << "a known number of elements, at most " << kMaxSmallElements;
  if (axis != 0 && axis != -1)
    return node.emitError() << "axis " << axis << " is out of range [-1, 0]";
  return success();
}

static SmallVector<Value> getInputElements(NodeImporter &node,
                                           unsigned position) {
  return getElements(node.getBuilder(), node.getLoc(), node.getInput(position));
}

static LogicalResult setElements(NodeImporter &node, ArrayRef<int64_t> shape,
                                 ValueRange elements) {
  Type elementType = node.getInputType(0).getElementType();
  return node.setResult(
      buildFromElements(node.getBuilder(), node.getLoc(),
                        RankedTensorType::get(shape, elementType), elements));
}

//===----------------------------------------------------------------------===//
// Concat
//===----------------------------------------------------------------------===//

static LogicalResult importConcat(NodeImporter &node) {
  SmallVector<Value> elements;
  for (unsigned position = 0; position < node.getNumInputs(); ++position) {
    if (failed(checkVector(node, position, ("#" + Twine(position)).str(),
                           node.getInt("axis"))))
      return failure();
    if (node.getInputType(position).getElementType() !=
        node.getInputType(0).getElementType())
      return node.emitError() << "the inputs have different element types";
    llvm::append_range(elements, getInputElements(node, position));
  }
  int64_t count = elements.size();
  if (count > kMaxSmallElements)
    return node.emitError()
           << "the result has " << count << " elements; supported are at most "
           << kMaxSmallElements;
  return setElements(node, count, elements);
}

//===----------------------------------------------------------------------===//
// Gather
//===----------------------------------------------------------------------===//

static LogicalResult importGather(NodeImporter &node) {
  if (failed(checkVector(node, 0, "data", node.getInt("axis"))))
    return failure();
  FailureOr<SmallVector<int64_t>> indices = getConstantInts(node, 1, "indices");
  if (failed(indices))
    return failure();
  SmallVector<Value> elements = getInputElements(node, 0), gathered;
  int64_t count = elements.size();
  for (int64_t index : *indices) {
    if (index < -count || index >= count)
      return node.emitError() << "index " << index << " is out of range ["
                              << -count << ", " << count - 1 << "]";
    gathered.push_back(elements[index < 0 ? index + count : index]);
  }
  if (gathered.size() > kMaxSmallElements)
    return node.emitError()
           << "the result has " << gathered.size()
           << " elements; supported are at most " << kMaxSmallElements;
  return setElements(node, node.getInputType(1).getShape(), gathered);
}

//===----------------------------------------------------------------------===//
// Slice
//===----------------------------------------------------------------------===//

namespace {
/// What the node says of the one dimension.
struct SliceOfVector {
  int64_t start = 0, end = 0, axis = 0, step = 1;
};
} // namespace

/// Reads the one integer of `name`: an attribute in version 1, else an input.
/// Leaves `result` alone if it is not given.
static LogicalResult importSliceInt(NodeImporter &node, unsigned position,
                                    StringRef name, int64_t &result) {
  SmallVector<int64_t> values;
  if (std::optional<ArrayRef<int64_t>> given = node.getInts(name)) {
    values.assign(given->begin(), given->end());
  } else if (node.hasInput(position)) {
    FailureOr<SmallVector<int64_t>> constant =
        getConstantInts(node, position, name);
    if (failed(constant))
      return failure();
    values = *constant;
  } else {
    return success();
  }
  if (values.size() != 1)
    return node.emitError() << name << " must hold one integer for a vector, "
                            << "but holds " << values.size();
  result = values.front();
  return success();
}

static LogicalResult importSlice(NodeImporter &node) {
  SliceOfVector slice;
  if (failed(importSliceInt(node, 1, "starts", slice.start)) ||
      failed(importSliceInt(node, 2, "ends", slice.end)) ||
      failed(importSliceInt(node, 3, "axes", slice.axis)) ||
      failed(importSliceInt(node, 4, "steps", slice.step)) ||
      failed(checkVector(node, 0, "data", slice.axis)))
    return failure();
  if (slice.step == 0)
    return node.emitError() << "the step must not be 0";

  SmallVector<Value> elements = getInputElements(node, 0), sliced;
  int64_t count = elements.size();
  // Clamped to where the first and the last element can be, as the operator's
  // definition has it. Exporters write 2^63 - 1 for "to the end".
  int64_t first = slice.step > 0 ? 0 : -1;
  auto clamp = [&](int64_t bound, int64_t least) {
    if (bound < 0)
      bound = std::max(bound, -count - 1) + count;
    return std::clamp(bound, least, count + first);
  };
  int64_t start = clamp(slice.start, /*least=*/0);
  int64_t end = clamp(slice.end, /*least=*/first);
  // No step is longer than the vector, so nothing overflows.
  int64_t step = std::clamp(slice.step, -count - 1, count + 1);
  for (int64_t index = start; step > 0 ? index < end : index > end;
       index += step)
    sliced.push_back(elements[index]);
  return setElements(node, static_cast<int64_t>(sliced.size()), sliced);
}

//===----------------------------------------------------------------------===//
// Rules
//===----------------------------------------------------------------------===//

static constexpr int64_t kConcatVersions[] = {4, 11, 13};
static constexpr int64_t kGatherVersions[] = {1, 11, 13};
static constexpr int64_t kSliceVersions[] = {1, 10, 11, 13};

static constexpr InputRule kConcatInputs[] = {
    {0, "inputs", /*since=*/4, kIntegerTypes | kFloatTypes,
     InputCount::OneOrMore},
    {0, "inputs", /*since=*/13, kAllTypes, InputCount::OneOrMore}};

static constexpr InputRule kGatherInputs[] = {
    {0, "data", /*since=*/1, kIntegerTypes | kFloatTypes},
    {1, "indices", /*since=*/1, kIndexTypes},
    {0, "data", /*since=*/13, kAllTypes}};

static constexpr InputRule kSliceInputs[] = {
    {0, "data", /*since=*/1, kIntegerTypes | kFloatTypes},
    {1, "starts", /*since=*/10, kIndexTypes},
    {2, "ends", /*since=*/10, kIndexTypes},
    {3, "axes", /*since=*/10, kIndexTypes, InputCount::ZeroOrOne},
    {4, "steps", /*since=*/10, kIndexTypes, InputCount::ZeroOrOne},
    {0, "data", /*since=*/13, kAllTypes}};

static constexpr AttributeRule kConcatAttributes[] = {
    {"axis", AttributeProto::INT, /*defaultInt=*/0, /*since=*/4,
     /*last=*/kNewest, /*isRequired=*/true}};

static constexpr AttributeRule kGatherAttributes[] = {
    {"axis", AttributeProto::INT, /*defaultInt=*/0}};

static constexpr AttributeRule kSliceAttributes[] = {
    {"starts", AttributeProto::INTS, /*defaultInt=*/0, /*since=*/1, /*last=*/1,
     /*isRequired=*/true},
    {"ends", AttributeProto::INTS, /*defaultInt=*/0, /*since=*/1, /*last=*/1,
     /*isRequired=*/true},
    {"axes", AttributeProto::INTS, /*defaultInt=*/0, /*since=*/1, /*last=*/1}};

static constexpr Operator kOperators[] = {
    {"Concat", kConcatVersions, kConcatInputs, kConcatAttributes,
     /*numOutputs=*/1, importConcat},
    {"Gather", kGatherVersions, kGatherInputs, kGatherAttributes,
     /*numOutputs=*/1, importGather},
    {"Slice", kSliceVersions, kSliceInputs, kSliceAttributes,
     /*numOutputs=*/1, importSlice}};

ArrayRef<Operator> mlir::extrema::getVectorOperators() { return kOperators; }
