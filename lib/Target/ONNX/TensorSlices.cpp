//===- TensorSlices.cpp - Gather and Slice of whole tensors -----*- C++ -*-===//
//
// As exporters write `x[:, -1]` and `x[:, :n]`: views of the data, whatever the
// sizes turn out to be.
//
//===----------------------------------------------------------------------===//

#include "TensorSlices.h"

#include "Axes.h"
#include "Parts.h"
#include "Sizes.h"
#include "SmallTensors.h"

#include "llvm/Support/CheckedArithmetic.h"

using namespace mlir;
using namespace mlir::extrema;

//===----------------------------------------------------------------------===//
// Gather
//===----------------------------------------------------------------------===//

/// No place of the data: what there is in the other dimensions does not matter.
static LogicalResult gatherNothing(NodeImporter &node, int64_t axis) {
  SmallVector<Value> sizes = node.getSizes(node.getInput(0));
  SmallVector<Value> places = node.getSizes(node.getInput(1));
  sizes.erase(sizes.begin() + axis);
  sizes.insert(sizes.begin() + axis, places.begin(), places.end());
  Type elementType = node.getInputType(0).getElementType();
  return node.setResult(buildEmpty(node, elementType, sizes));
}

LogicalResult mlir::extrema::importTensorGather(NodeImporter &node) {
  RankedTensorType type = node.getInputType(0);
  FailureOr<int64_t> axis =
      normalizeAxis(node, node.getInt("axis"), type.getRank());
  if (failed(axis))
    return failure();
  FailureOr<SmallVector<int64_t>> indices = getConstantInts(node, 1, "indices");
  if (failed(indices))
    return failure();
  RankedTensorType indicesType = node.getInputType(1);
  if (indices->empty())
    return gatherNothing(node, *axis);
  if (indices->size() != 1 || indicesType.getRank() > 1)
    return node.emitError()
           << "input indices is " << indicesType << ", and data is " << type
           << "; supported is one index, or data that is a vector of a known "
              "number of elements, at most "
           << kMaxSmallElements;

  SizeBuilder arithmetic(node);
  Value data = node.getInput(0);
  SmallVector<Value> sizes = node.getSizes(data);
  int64_t index = indices->front();
  Value size = sizes[*axis], place = arithmetic.constant(index);
  if (index < 0)
    place = arithmetic.build<arith::AddIOp>(size, place);
  Value holds = arithmetic.both(
      arithmetic.compare(arith::CmpIPredicate::sge, place, 0),
      arithmetic.compare(arith::CmpIPredicate::slt, place, size));
  if (failed(node.require(holds, "index " + Twine(index) +
                                     " must be one of dimension " +
                                     Twine(*axis) + " of the data")))
    return failure();

  sizes[*axis] = arithmetic.constant(1);
  if (!getConstantInt(holds)) {
    // No element is taken then, for which another dimension is needed.
    SmallVector<Value> others(sizes);
    others.erase(others.begin() + *axis);
    if (others.empty())
      return node.setResult(buildFromElements(
          node.getBuilder(), node.getLoc(),
          RankedTensorType::get(indicesType.getShape(), type.getElementType()),
          buildElementIf(node, holds, data, place)));
    others = makeSafeSizes(arithmetic, holds, others);
    others.insert(others.begin() + *axis, sizes[*axis]);
    sizes = others;
    place = arithmetic.select(holds, place, arithmetic.constant(0));
  }
  SmallVector<Value> offsets(sizes.size(), arithmetic.constant(0));
  offsets[*axis] = place;
  SmallVector<int64_t> steps(sizes.size(), 1);
  std::optional<int64_t> dropped;
  if (indicesType.getRank() == 0)
    dropped = axis;
  return node.setResult(buildPart(node, data, offsets, sizes, steps, dropped));
}

//===----------------------------------------------------------------------===//
// Slice
//===----------------------------------------------------------------------===//

/// `bound` from the front, within [0, size].
static Value clampBound(SizeBuilder &builder, Value bound, Value size) {
  Value fromEnd = builder.build<arith::AddIOp>(bound, size);
  bound = builder.select(builder.compare(arith::CmpIPredicate::slt, bound, 0),
                         fromEnd, bound);
  bound = builder.build<arith::MaxSIOp>(bound, builder.constant(0));
  // No size is below that.
  if (getConstantInt(bound) == 0)
    return bound;
  return builder.build<arith::MinSIOp>(bound, size);
}

/// True if no memory has two elements of a tensor of that `type` that are so
/// many steps apart: at most one is taken, and the step must not become a
/// stride, which could overflow.
static bool isLongerThanMemory(RankedTensorType type, int64_t axis,
                               int64_t step) {
  constexpr int64_t most = int64_t(1) << 48;
  std::optional<int64_t> distance = step;
  for (int64_t extent : type.getShape().drop_front(axis + 1))
    if (distance && extent > 0)
      distance = llvm::checkedMul(*distance, extent);
  return !distance || *distance > most;
}

LogicalResult
mlir::extrema::importTensorSlice(NodeImporter &node,
                                 ArrayRef<DimensionSlice> slices) {
  SizeBuilder builder(node);
  Value data = node.getInput(0);
  SmallVector<Value> sizes = node.getSizes(data);
  SmallVector<Value> offsets(sizes.size(), builder.constant(0));
  SmallVector<int64_t> steps(sizes.size(), 1);
  for (const DimensionSlice &slice : slices) {
    Value &size = sizes[slice.axis];
    Value start = clampBound(builder, slice.start, size);
    Value end = clampBound(builder, slice.end, size);
    // Rounded up, without an overflow.
    Value one = builder.constant(1);
    Value length = builder.build<arith::SubIOp>(end, start);
    Value rest = builder.build<arith::SubIOp>(length, one);
    Value count = builder.build<arith::AddIOp>(
        builder.build<arith::DivSIOp>(rest, builder.constant(slice.step)), one);
    size = builder.select(builder.compare(arith::CmpIPredicate::sgt, length, 0),
                          count, builder.constant(0));
    offsets[slice.axis] = start;
    if (isLongerThanMemory(node.getInputType(0), slice.axis, slice.step))
      size = builder.build<arith::MinSIOp>(size, one);
    else if (getConstantInt(size) != 1)
      steps[slice.axis] = slice.step;
  }
  return node.setResult(buildPart(node, data, offsets, sizes, steps));
}
