//===- TensorSlices.cpp - Gather and Slice of whole tensors -----*- C++ -*-===//
//
// As exporters write `x[:, -1]` and `x[:, :n]`: views of the data, whatever the
// sizes turn out to be.
//
//===----------------------------------------------------------------------===//

#include "TensorSlices.h"

#include "Axes.h"
#include "Sizes.h"
#include "SmallTensors.h"

#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mlir::extrema;

/// The part of the data of these `sizes`, or those but the dimension `dropped`
/// of size 1. It must lie within the data.
static Value buildSlice(NodeImporter &node, ArrayRef<Value> offsets,
                        ArrayRef<Value> sizes, ArrayRef<int64_t> steps,
                        std::optional<int64_t> dropped = std::nullopt) {
  OpBuilder &builder = node.getBuilder();
  SizeBuilder arithmetic(node);
  SmallVector<Value> kept(sizes);
  if (dropped)
    kept.erase(kept.begin() + *dropped);
  Type elementType = node.getInputType(0).getElementType();
  RankedTensorType type = getTypeOfSizes(elementType, kept);
  Value result;
  // There is nothing to take, and upstream refuses to take it at the very end.
  if (llvm::is_contained(type.getShape(), 0))
    result = tensor::EmptyOp::create(builder, node.getLoc(),
                                     arithmetic.toMixed(ArrayRef(kept)),
                                     elementType);
  else
    result = tensor::ExtractSliceOp::create(
        builder, node.getLoc(), type, node.getInput(0),
        arithmetic.toMixed(offsets), arithmetic.toMixed(sizes),
        getAsIndexOpFoldResult(builder.getContext(), steps));
  node.setSizes(result, kept);
  return result;
}

//===----------------------------------------------------------------------===//
// Gather
//===----------------------------------------------------------------------===//

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
  if (indices->size() != 1 || indicesType.getRank() > 1)
    return node.emitError()
           << "input indices is " << indicesType << ", and data is " << type
           << "; supported is one index, or data that is a vector of a known "
              "number of elements, at most "
           << kMaxSmallElements;

  SizeBuilder arithmetic(node);
  SmallVector<Value> sizes = node.getSizes(node.getInput(0));
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
      return node.emitError()
             << "it is not known whether the data, which is " << type
             << ", has index " << index << ": that is not supported";
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
    dropped = *axis;
  return node.setResult(buildSlice(node, offsets, sizes, steps, dropped));
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
  return builder.build<arith::MinSIOp>(bound, size);
}

LogicalResult
mlir::extrema::importTensorSlice(NodeImporter &node,
                                 ArrayRef<DimensionSlice> slices) {
  SizeBuilder builder(node);
  SmallVector<Value> sizes = node.getSizes(node.getInput(0));
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
    // One element is taken without a step.
    steps[slice.axis] = getConstantInt(size) == 1 ? 1 : slice.step;
  }
  return node.setResult(buildSlice(node, offsets, sizes, steps));
}
