//===- VectorOperators.cpp - Import of Gather and Slice ---------*- C++ -*-===//
//
// As exporters use them on shapes: on vectors of a few integers, which are
// taken apart. Gather and Slice of other data are in TensorSlices.cpp.
//
//===----------------------------------------------------------------------===//

#include "Axes.h"
#include "NodeImporter.h"
#include "SmallTensors.h"
#include "TensorSlices.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace mlir::extrema;
using onnx::AttributeProto;

/// Fails with a message unless input `position`, which is called `name`, can be
/// taken apart.
static LogicalResult checkVector(NodeImporter &node, unsigned position,
                                 StringRef name) {
  RankedTensorType type = node.getInputType(position);
  if (type.getRank() != 1 || !isSmallVector(type))
    return node.emitError()
           << "input " << name << " is " << type
           << "; supported are vectors of "
           << "a known number of elements, at most " << kMaxSmallElements;
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
// Gather
//===----------------------------------------------------------------------===//

static LogicalResult importGather(NodeImporter &node) {
  if (!isSmallVector(node.getInputType(0)) ||
      node.getInputType(0).getRank() != 1)
    return importTensorGather(node);
  if (failed(normalizeAxis(node, node.getInt("axis"), /*rank=*/1)))
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

/// The integers of `name`, an attribute in version 1 and else an input, as i64.
static FailureOr<SmallVector<Value>>
getBounds(NodeImporter &node, unsigned position, StringRef name) {
  OpBuilder &builder = node.getBuilder();
  Location loc = node.getLoc();
  SmallVector<Value> bounds;
  if (std::optional<ArrayRef<int64_t>> given = node.getInts(name)) {
    for (int64_t bound : *given)
      bounds.push_back(
          arith::ConstantIntOp::create(builder, loc, bound, /*width=*/64));
    return bounds;
  }
  if (failed(checkVector(node, position, name)))
    return failure();
  for (Value bound : getInputElements(node, position))
    bounds.push_back(bound.getType().isInteger(64)
                         ? bound
                         : builder.createOrFold<arith::ExtSIOp>(
                               loc, builder.getI64Type(), bound));
  return bounds;
}

/// The integers of `name`, which may be left out and must be constants.
static FailureOr<SmallVector<int64_t>>
getKnownInts(NodeImporter &node, unsigned position, StringRef name,
             ArrayRef<int64_t> defaults) {
  if (std::optional<ArrayRef<int64_t>> given = node.getInts(name))
    return llvm::to_vector(*given);
  if (!node.hasInput(position))
    return llvm::to_vector(defaults);
  return getConstantInts(node, position, name);
}

/// What the node says, one entry for each of its axes.
static FailureOr<SmallVector<DimensionSlice>> getSlices(NodeImporter &node) {
  FailureOr<SmallVector<Value>> starts = getBounds(node, 1, "starts");
  if (failed(starts))
    return failure();
  FailureOr<SmallVector<Value>> ends = getBounds(node, 2, "ends");
  if (failed(ends))
    return failure();
  size_t count = starts->size();
  FailureOr<SmallVector<int64_t>> axes = getKnownInts(
      node, 3, "axes", llvm::to_vector(llvm::seq<int64_t>(0, count)));
  if (failed(axes))
    return failure();
  FailureOr<SmallVector<int64_t>> steps =
      getKnownInts(node, 4, "steps", SmallVector<int64_t>(count, 1));
  if (failed(steps))
    return failure();
  if (ends->size() != count || axes->size() != count || steps->size() != count)
    return node.emitError() << "starts, ends, axes and steps must hold as many "
                               "integers as each other, but hold "
                            << count << ", " << ends->size() << ", "
                            << axes->size() << " and " << steps->size();
  SmallVector<DimensionSlice> slices;
  llvm::SmallDenseSet<int64_t> seen;
  for (auto [start, end, axis, step] :
       llvm::zip_equal(*starts, *ends, *axes, *steps)) {
    FailureOr<int64_t> dimension =
        normalizeAxis(node, axis, node.getInputType(0).getRank());
    if (failed(dimension))
      return failure();
    if (!seen.insert(*dimension).second)
      return node.emitError() << "the axes name a dimension twice";
    if (step == 0)
      return node.emitError() << "the step must not be 0";
    slices.push_back({*dimension, start, end, step});
  }
  return slices;
}

/// Takes what lies between two constants from the elements of a vector.
static LogicalResult sliceElements(NodeImporter &node, int64_t start,
                                   int64_t end, int64_t step) {
  SmallVector<Value> elements = getInputElements(node, 0), sliced;
  int64_t count = elements.size();
  // Backwards there is no place to clamp to.
  if (count == 0)
    return setElements(node, count, sliced);
  // Clamped to where the first and the last element can be, as the operator's
  // definition has it. Exporters write 2^63 - 1 for "to the end".
  int64_t first = step > 0 ? 0 : -1;
  auto clamp = [&](int64_t bound, int64_t least) {
    if (bound < 0)
      bound = std::max(bound, -count - 1) + count;
    return std::clamp(bound, least, count + first);
  };
  start = clamp(start, /*least=*/0);
  end = clamp(end, /*least=*/first);
  // No step is longer than the vector, so nothing overflows.
  step = std::clamp(step, -count - 1, count + 1);
  for (int64_t index = start; step > 0 ? index < end : index > end;
       index += step)
    sliced.push_back(elements[index]);
  return setElements(node, static_cast<int64_t>(sliced.size()), sliced);
}

static LogicalResult importSlice(NodeImporter &node) {
  FailureOr<SmallVector<DimensionSlice>> slices = getSlices(node);
  if (failed(slices))
    return failure();
  RankedTensorType type = node.getInputType(0);
  if (type.getRank() == 1 && isSmallVector(type) && slices->size() == 1) {
    const DimensionSlice &slice = slices->front();
    std::optional<int64_t> start = getConstantInt(slice.start);
    std::optional<int64_t> end = getConstantInt(slice.end);
    if (start && end)
      return sliceElements(node, *start, *end, slice.step);
  }
  for (const DimensionSlice &slice : *slices)
    if (slice.step < 0)
      return node.emitError()
             << "step " << slice.step << ", and data is " << type
             << "; negative steps are supported for vectors of a known number "
                "of elements, at most "
             << kMaxSmallElements << ", between constants";
  return importTensorSlice(node, *slices);
}

//===----------------------------------------------------------------------===//
// Rules
//===----------------------------------------------------------------------===//

static constexpr int64_t kGatherVersions[] = {1, 11, 13};
static constexpr int64_t kSliceVersions[] = {1, 10, 11, 13};

static constexpr InputRule kGatherInputs[] = {
    {0, "data", /*since=*/1, kIntegerTypes | kFloatTypes | kBoolType},
    {1, "indices", /*since=*/1, kIndexTypes},
    {0, "data", /*since=*/13, kAllTypes | kBoolType}};

static constexpr InputRule kSliceInputs[] = {
    {0, "data", /*since=*/1, kIntegerTypes | kFloatTypes | kBoolType},
    {1, "starts", /*since=*/10, kIndexTypes},
    {2, "ends", /*since=*/10, kIndexTypes},
    {3, "axes", /*since=*/10, kIndexTypes, InputCount::ZeroOrOne},
    {4, "steps", /*since=*/10, kIndexTypes, InputCount::ZeroOrOne},
    {0, "data", /*since=*/13, kAllTypes | kBoolType}};

static constexpr AttributeRule kGatherAttributes[] = {
    {"axis", AttributeProto::INT, /*defaultInt=*/0}};

static constexpr AttributeRule kSliceAttributes[] = {
    {"starts", AttributeProto::INTS, /*defaultInt=*/0, /*since=*/1, /*last=*/1,
     /*isRequired=*/true},
    {"ends", AttributeProto::INTS, /*defaultInt=*/0, /*since=*/1, /*last=*/1,
     /*isRequired=*/true},
    {"axes", AttributeProto::INTS, /*defaultInt=*/0, /*since=*/1, /*last=*/1}};

static constexpr Operator kOperators[] = {
    {"Gather", kGatherVersions, kGatherInputs, kGatherAttributes,
     /*numOutputs=*/1, importGather},
    {"Slice", kSliceVersions, kSliceInputs, kSliceAttributes,
     /*numOutputs=*/1, importSlice}};

ArrayRef<Operator> mlir::extrema::getVectorOperators() { return kOperators; }
