//===- ValueToStructured.cpp - From value to structured operations --------===//
//
// Where ONNX's words (largest, NaN mode, signedness of the type) become a kind.
//
//===----------------------------------------------------------------------===//

#include "ResultSizes.h"
#include "extrema/Dialect/Extrema/IR/Encoding.h"
#include "extrema/Dialect/Extrema/IR/Extrema.h"
#include "extrema/Dialect/Extrema/Transforms/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Transforms/WalkPatternRewriteDriver.h"

namespace mlir::extrema {
#define GEN_PASS_DEF_EXTREMAVALUETOSTRUCTURED
#include "extrema/Dialect/Extrema/Transforms/Passes.h.inc"
} // namespace mlir::extrema

using namespace mlir;
using namespace mlir::extrema;

/// The kind that orders `elementType` as a value operation does.
static Kind getKind(Type elementType, bool isMax, bool isNanBest) {
  if (isa<FloatType>(elementType)) {
    if (isNanBest)
      return isMax ? Kind::maximumf : Kind::minimumf;
    return isMax ? Kind::maxnumf : Kind::minnumf;
  }
  if (elementType.isUnsignedInteger())
    return isMax ? Kind::maxui : Kind::minui;
  return isMax ? Kind::maxsi : Kind::minsi;
}

/// Gives the dropped dimension `axis` back, with extent 1. `sizes` are those of
/// the result.
static Value expandAxis(OpBuilder &builder, Location loc, Value reduced,
                        int64_t axis, ArrayRef<OpFoldResult> sizes) {
  int64_t rank = sizes.size();
  // The new dimension shares a group with the one before it, or behind it.
  SmallVector<ReassociationIndices> groups;
  for (int64_t dimension = 0; dimension < rank; ++dimension) {
    bool joins = !groups.empty() && dimension == (axis == 0 ? 1 : axis);
    if (joins)
      groups.back().push_back(dimension);
    else if (rank > 1)
      groups.push_back({dimension});
  }
  SmallVector<int64_t> shape;
  SmallVector<Value> dynamicSizes;
  dispatchIndexOpFoldResults(sizes, dynamicSizes, shape);
  auto type = RankedTensorType::get(
      shape, cast<ShapedType>(reduced.getType()).getElementType(),
      getEncoding(reduced));
  return tensor::ExpandShapeOp::create(builder, loc, type, reduced, groups,
                                       llvm::to_vector(sizes));
}

namespace {
template <typename OpTy> struct ArgOpToArgReduce : OpRewritePattern<OpTy> {
  using OpRewritePattern<OpTy>::OpRewritePattern;

  LogicalResult matchAndRewrite(OpTy op,
                                PatternRewriter &rewriter) const override {
    std::optional<int64_t> axis = op.getAxisFromFront();
    if (!axis)
      return rewriter.notifyMatchFailure(op, "unranked");
    Location loc = op.getLoc();
    Kind kind = getKind(op.getInputType().getElementType(),
                        std::is_same_v<OpTy, ArgMaxOp>,
                        op.getNan() == NanMode::propagate);

    ShapedType resultType = op.getIndicesType();
    SmallVector<OpFoldResult> sizes = getResultSizes(rewriter, loc, op);
    SmallVector<OpFoldResult> reducedSizes(sizes);
    if (op.getKeepdims())
      reducedSizes.erase(reducedSizes.begin() + *axis);

    Value destination = tensor::EmptyOp::create(rewriter, loc, reducedSizes,
                                                resultType.getElementType(),
                                                getEncoding(resultType));
    Value indices = ArgReduceOp::create(
                        rewriter, loc, destination.getType(), kind, *axis,
                        op.getSelectLast(), /*accumulate=*/false, op.getInput(),
                        /*input_indices=*/Value(),
                        /*index_base=*/Value(), /*values=*/Value(), destination)
                        .getIndicesResult();
    if (op.getKeepdims())
      indices = expandAxis(rewriter, loc, indices, *axis, sizes);
    rewriter.replaceOp(
        op, rewriter.createOrFold<tensor::CastOp>(loc, resultType, indices));
    return success();
  }
};

struct TopKToTopKReduce : OpRewritePattern<TopKOp> {
  using OpRewritePattern<TopKOp>::OpRewritePattern;

  LogicalResult matchAndRewrite(TopKOp op,
                                PatternRewriter &rewriter) const override {
    std::optional<int64_t> axis = op.getAxisFromFront();
    if (!axis)
      return rewriter.notifyMatchFailure(op, "unranked");
    Location loc = op.getLoc();
    // A NaN ranks above every number: first among the largest, last among the
    // smallest.
    bool isMax = !op.getSmallest();
    Kind kind =
        getKind(op.getInputType().getElementType(), isMax, /*isNanBest=*/isMax);

    SmallVector<OpFoldResult> sizes = getResultSizes(rewriter, loc, op);
    auto createDestination = [&](ShapedType type) -> Value {
      return tensor::EmptyOp::create(rewriter, loc, sizes,
                                     type.getElementType(), getEncoding(type));
    };
    Value values = createDestination(op.getValuesType());
    Value indices = createDestination(op.getIndicesType());
    auto reduced = TopKReduceOp::create(
        rewriter, loc, TypeRange{values.getType(), indices.getType()}, kind,
        *axis, op.getUnsorted(), /*accumulate=*/false, op.getInput(),
        /*input_indices=*/Value(), /*index_base=*/Value(), values, indices);
    rewriter.replaceOp(
        op, {rewriter.createOrFold<tensor::CastOp>(loc, op.getValuesType(),
                                                   reduced.getValuesResult()),
             rewriter.createOrFold<tensor::CastOp>(
                 loc, op.getIndicesType(), reduced.getIndicesResult())});
    return success();
  }
};

struct ValueToStructured
    : public extrema::impl::ExtremaValueToStructuredBase<ValueToStructured> {
  void runOnOperation() override {
    RewritePatternSet patterns(&getContext());
    populateValueToStructuredPatterns(patterns);
    walkAndApplyPatterns(getOperation(), std::move(patterns));
    WalkResult remaining = getOperation()->walk([](Operation *op) {
      if (!isa<ArgMinOp, ArgMaxOp, TopKOp>(op))
        return WalkResult::advance();
      op->emitOpError("cannot become a structured operation: its input is of "
                      "unknown rank, and its loops depend on the rank");
      return WalkResult::interrupt();
    });
    if (remaining.wasInterrupted())
      signalPassFailure();
  }
};
} // namespace

void mlir::extrema::populateValueToStructuredPatterns(
    RewritePatternSet &patterns) {
  patterns.add<ArgOpToArgReduce<ArgMinOp>, ArgOpToArgReduce<ArgMaxOp>,
               TopKToTopKReduce>(patterns.getContext());
}
