//===- ReduceOperators.cpp - Import of ReduceMax, ReduceMin -----*- C++ -*-===//
//
// What exporters write beside ArgMax where a model asks for the value, too.
//
//===----------------------------------------------------------------------===//

#include "Axes.h"
#include "Elementwise.h"
#include "Reshape.h"
#include "Sizes.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mlir::extrema;
using onnx::AttributeProto;

/// The least value of the type, or the greatest if it is to be reduced to the
/// least: what the reduction of no elements gives.
static TypedAttr getNeutral(Builder &builder, Type elementType, bool isMax) {
  if (auto type = dyn_cast<FloatType>(elementType))
    return builder.getFloatAttr(
        type, APFloat::getInf(type.getFloatSemantics(), /*Negative=*/isMax));
  unsigned width = elementType.getIntOrFloatBitWidth();
  bool isUnsigned = elementType.isUnsignedInteger();
  APInt least =
      isUnsigned ? APInt::getMinValue(width) : APInt::getSignedMinValue(width);
  APInt most =
      isUnsigned ? APInt::getMaxValue(width) : APInt::getSignedMaxValue(width);
  return builder.getIntegerAttr(builder.getIntegerType(width),
                                isMax ? least : most);
}

/// The dimensions to be reduced, in ascending order.
static FailureOr<SmallVector<int64_t>> getDimensions(NodeImporter &node) {
  int64_t rank = node.getInputType(0).getRank();
  SmallVector<int64_t> axes;
  if (node.findAttribute("axes") || node.hasInput(1)) {
    FailureOr<SmallVector<int64_t>> given = getAxes(node, rank);
    if (failed(given))
      return failure();
    axes = *given;
  }
  if (axes.empty() && node.getInt("noop_with_empty_axes") == 0)
    axes = llvm::to_vector(llvm::seq<int64_t>(0, rank));
  return axes;
}

template <typename FloatOp, typename SignedOp, typename UnsignedOp, bool isMax>
static LogicalResult importReduction(NodeImporter &node) {
  FailureOr<SmallVector<int64_t>> axes = getDimensions(node);
  if (failed(axes))
    return failure();
  if (axes->empty())
    return node.setResultToInput(0);
  OpBuilder &builder = node.getBuilder();
  Location loc = node.getLoc();
  Value data = node.getInput(0);
  Type elementType = node.getInputType(0).getElementType();
  SizeBuilder arithmetic(node);
  SmallVector<Value> sizes, keptSizes;
  for (auto [dimension, size] : llvm::enumerate(node.getSizes(data))) {
    bool isReduced = llvm::is_contained(*axes, static_cast<int64_t>(dimension));
    keptSizes.push_back(isReduced ? arithmetic.constant(1) : size);
    if (!isReduced)
      sizes.push_back(size);
  }
  Value empty = tensor::EmptyOp::create(
      builder, loc, arithmetic.toMixed(ArrayRef(sizes)), elementType);
  Value neutral =
      castSignedness(builder, loc,
                     arith::ConstantOp::create(
                         builder, loc, getNeutral(builder, elementType, isMax)),
                     elementType);
  Value filled =
      linalg::FillOp::create(builder, loc, neutral, empty).getResult(0);
  auto build = [&](OpBuilder &builder, Location loc,
                   ValueRange scalars) -> Value {
    if (isa<FloatType>(elementType))
      return FloatOp::create(builder, loc, scalars[0], scalars[1]);
    if (elementType.isUnsignedInteger())
      return UnsignedOp::create(builder, loc, scalars[0], scalars[1]);
    return SignedOp::create(builder, loc, scalars[0], scalars[1]);
  };
  Value result =
      linalg::ReduceOp::create(
          builder, loc, data, filled, *axes,
          [&](OpBuilder &builder, Location loc, ValueRange scalars) {
            linalg::YieldOp::create(
                builder, loc,
                buildSignless(builder, loc, scalars, elementType, build));
          })
          ->getResult(0);
  node.setSizes(result, sizes);
  if (node.getInt("keepdims") == 1)
    result = buildReshape(node, result, keptSizes);
  return node.setResult(result);
}

static constexpr int64_t kVersions[] = {1, 11, 12, 13, 18, 20};

static constexpr ElementTypeSet kBytes = {onnx::TensorProto::UINT8,
                                          onnx::TensorProto::INT8};

static constexpr InputRule kInputs[] = {
    {0, "data", /*since=*/1, kWideIntegerTypes | kFloatTypes},
    {0, "data", /*since=*/12, kWideIntegerTypes | kFloatTypes | kBytes},
    {0, "data", /*since=*/13,
     kWideIntegerTypes | kFloatTypes | kBytes | kBFloat16Type},
    {1, "axes", /*since=*/18, kInt64Type, InputCount::ZeroOrOne}};

static constexpr AttributeRule kAttributes[] = {
    {"axes", AttributeProto::INTS, /*defaultInt=*/0, /*since=*/1, /*last=*/17},
    {"keepdims", AttributeProto::INT, /*defaultInt=*/1},
    {"noop_with_empty_axes", AttributeProto::INT, /*defaultInt=*/0,
     /*since=*/18}};

static constexpr Operator kOperators[] = {
    {"ReduceMax", kVersions, kInputs, kAttributes, /*numOutputs=*/1,
     importReduction<arith::MaximumFOp, arith::MaxSIOp, arith::MaxUIOp,
                     /*isMax=*/true>},
    {"ReduceMin", kVersions, kInputs, kAttributes, /*numOutputs=*/1,
     importReduction<arith::MinimumFOp, arith::MinSIOp, arith::MinUIOp,
                     /*isMax=*/false>}};

ArrayRef<Operator> mlir::extrema::getReduceOperators() { return kOperators; }
