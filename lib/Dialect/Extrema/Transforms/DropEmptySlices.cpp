//===- DropEmptySlices.cpp - Parts of tensors without elements ------------===//
//
// Upstream's verifiers refuse every offset, even 0, in a dimension that is
// known to have no elements, and its canonicalization of memrefs makes such
// dimensions known when it is too late to tell what an operation was.
//
//===----------------------------------------------------------------------===//

#include "extrema/Dialect/Extrema/Transforms/Passes.h"

#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Transforms/WalkPatternRewriteDriver.h"

namespace mlir::extrema {
#define GEN_PASS_DEF_EXTREMADROPEMPTYSLICES
#include "extrema/Dialect/Extrema/Transforms/Passes.h.inc"
} // namespace mlir::extrema

using namespace mlir;

/// Whether `tensor` has no elements, by its type or by that of what it is a
/// cast of.
static bool hasNoElements(Value tensor) {
  if (auto cast = tensor.getDefiningOp<tensor::CastOp>())
    if (auto from = dyn_cast<RankedTensorType>(cast.getSource().getType()))
      if (llvm::is_contained(from.getShape(), 0))
        return true;
  auto type = dyn_cast<RankedTensorType>(tensor.getType());
  return type && llvm::is_contained(type.getShape(), 0);
}

namespace {
struct DropEmptyExtractSlice : OpRewritePattern<tensor::ExtractSliceOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(tensor::ExtractSliceOp op,
                                PatternRewriter &rewriter) const override {
    if (!hasNoElements(op.getSource()))
      return rewriter.notifyMatchFailure(op, "may have elements");
    RankedTensorType type = op.getType();
    llvm::SmallBitVector dropped = op.getDroppedDims();
    SmallVector<OpFoldResult> sizes;
    for (auto [dimension, size] : llvm::enumerate(op.getMixedSizes()))
      if (!dropped.test(dimension))
        sizes.push_back(size);
    SmallVector<Value> dynamicSizes;
    for (auto [size, extent] : llvm::zip_equal(sizes, type.getShape()))
      if (ShapedType::isDynamic(extent))
        dynamicSizes.push_back(
            getValueOrCreateConstantIndexOp(rewriter, op.getLoc(), size));
    rewriter.replaceOpWithNewOp<tensor::EmptyOp>(op, type, dynamicSizes);
    return success();
  }
};

struct DropEmptyInsertSlice : OpRewritePattern<tensor::InsertSliceOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(tensor::InsertSliceOp op,
                                PatternRewriter &rewriter) const override {
    if (!hasNoElements(op.getSource()) && !hasNoElements(op.getDest()))
      return rewriter.notifyMatchFailure(op, "may have elements");
    rewriter.replaceOp(op, op.getDest());
    return success();
  }
};

struct DropEmptySlices
    : extrema::impl::ExtremaDropEmptySlicesBase<DropEmptySlices> {
  void runOnOperation() override {
    RewritePatternSet patterns(&getContext());
    patterns.add<DropEmptyExtractSlice, DropEmptyInsertSlice>(&getContext());
    walkAndApplyPatterns(getOperation(), std::move(patterns));
  }
};
} // namespace
