//===- StridedCopyToLoops.cpp - memref.copy of views as loops -------------===//
//
// Upstream lowers a memref.copy between views that are not contiguous to a call
// of its runner library, which a compiled kernel does not have.
//
//===----------------------------------------------------------------------===//

#include "extrema/Conversion/Passes.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Transforms/WalkPatternRewriteDriver.h"

namespace mlir::extrema {
#define GEN_PASS_DEF_CONVERTSTRIDEDCOPYTOLOOPS
#include "extrema/Conversion/Passes.h.inc"
} // namespace mlir::extrema

using namespace mlir;

namespace {
struct StridedCopyToLoopsPattern : OpRewritePattern<memref::CopyOp> {
  using OpRewritePattern<memref::CopyOp>::OpRewritePattern;

  LogicalResult matchAndRewrite(memref::CopyOp op,
                                PatternRewriter &rewriter) const override {
    auto source = dyn_cast<MemRefType>(op.getSource().getType());
    auto target = dyn_cast<MemRefType>(op.getTarget().getType());
    if (!source || !target)
      return rewriter.notifyMatchFailure(op, "unranked");
    if (source.getLayout().isIdentity() && target.getLayout().isIdentity())
      return rewriter.notifyMatchFailure(op, "one call of memcpy");
    auto copy = linalg::CopyOp::create(rewriter, op.getLoc(), op.getSource(),
                                       op.getTarget());
    if (failed(linalg::linalgOpToLoops(rewriter, copy)))
      return rewriter.notifyMatchFailure(op, "upstream makes no loops of it");
    rewriter.eraseOp(copy);
    rewriter.eraseOp(op);
    return success();
  }
};

struct ConvertStridedCopyToLoops
    : public extrema::impl::ConvertStridedCopyToLoopsBase<
          ConvertStridedCopyToLoops> {
  void runOnOperation() override {
    RewritePatternSet patterns(&getContext());
    patterns.add<StridedCopyToLoopsPattern>(&getContext());
    walkAndApplyPatterns(getOperation(), std::move(patterns));
  }
};
} // namespace
