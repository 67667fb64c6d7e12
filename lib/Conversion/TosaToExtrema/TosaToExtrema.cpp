//===- TosaToExtrema.cpp - tosa.argmax to extrema.argmax ------------------===//

#include "extrema/Conversion/TosaToExtrema/TosaToExtrema.h"

#include "extrema/Conversion/Passes.h"
#include "extrema/Dialect/Extrema/IR/Encoding.h"
#include "extrema/Dialect/Extrema/IR/Extrema.h"
#include "mlir/Dialect/Tosa/IR/TosaOps.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Transforms/WalkPatternRewriteDriver.h"

namespace mlir::extrema {
#define GEN_PASS_DEF_CONVERTTOSATOEXTREMA
#include "extrema/Conversion/Passes.h.inc"
} // namespace mlir::extrema

using namespace mlir;
using namespace mlir::extrema;

/// True if `extrema.argmax` takes elements of `type`.
static bool isElementType(Type type) {
  if (auto integer = dyn_cast<IntegerType>(type))
    return llvm::is_contained({8, 16, 32, 64}, integer.getWidth());
  return type.isF16() || type.isBF16() || type.isF32() || type.isF64();
}

/// True if `extrema.argmax` gives indices of `type`.
static bool isIndexType(Type type) {
  auto integer = dyn_cast<IntegerType>(type);
  return type.isIndex() ||
         (integer && integer.isSignless() &&
          llvm::is_contained({8, 16, 32, 64}, integer.getWidth()));
}

namespace {
struct ConvertArgMax : OpRewritePattern<tosa::ArgMaxOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(tosa::ArgMaxOp op,
                                PatternRewriter &rewriter) const override {
    auto inputType = cast<ShapedType>(op.getInput().getType());
    auto outputType = cast<ShapedType>(op.getType());
    if (!isElementType(inputType.getElementType()) ||
        !isIndexType(outputType.getElementType()) ||
        isSparseTensor(inputType) || isSparseTensor(outputType))
      return rewriter.notifyMatchFailure(op, "types");
    // Its own verifier would refuse these.
    if (inputType.hasRank()) {
      int64_t axis = op.getAxis();
      if (axis < 0 || axis >= inputType.getRank())
        return rewriter.notifyMatchFailure(op, "axis");
      int64_t extent = inputType.getDimSize(axis);
      if (extent == 0 || extent > getLargestExtent(outputType.getElementType()))
        return rewriter.notifyMatchFailure(op, "extent");
    }
    NanMode nan = op.getNanMode() == tosa::NanPropagationMode::IGNORE
                      ? NanMode::ignore
                      : NanMode::propagate;
    rewriter.replaceOpWithNewOp<ArgMaxOp>(op, outputType, op.getInput(),
                                          op.getAxis(), /*keepdims=*/false,
                                          /*select_last=*/false, nan);
    return success();
  }
};
} // namespace

void mlir::extrema::populateTosaToExtremaPatterns(RewritePatternSet &patterns) {
  patterns.add<ConvertArgMax>(patterns.getContext());
}

//===----------------------------------------------------------------------===//
// Pass
//===----------------------------------------------------------------------===//

namespace {
struct ConvertTosaToExtrema
    : extrema::impl::ConvertTosaToExtremaBase<ConvertTosaToExtrema> {
  void runOnOperation() override {
    RewritePatternSet patterns(&getContext());
    populateTosaToExtremaPatterns(patterns);
    walkAndApplyPatterns(getOperation(), std::move(patterns));
    getOperation()->walk([](tosa::ArgMaxOp op) {
      op.emitRemark("is not converted to extrema.argmax, which does not have "
                    "its types or its axis");
    });
  }
};
} // namespace
