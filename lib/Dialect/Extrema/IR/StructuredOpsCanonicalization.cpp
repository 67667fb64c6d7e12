//===- StructuredOpsCanonicalization.cpp - Reductions made simpler --------===//
//
// Casts of operands fold by upstream's pattern for destination-style
// operations.
//
//===----------------------------------------------------------------------===//

#include "SplatCanonicalization.h"
#include "extrema/Dialect/Extrema/IR/Extrema.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/PatternMatch.h"

using namespace mlir;
using namespace mlir::extrema;

/// The fill that makes `destination`, if it fills with `identity`.
static linalg::FillOp getIdentityFill(Value destination, TypedAttr identity) {
  auto fill = destination.getDefiningOp<linalg::FillOp>();
  Attribute filled;
  if (!fill || !matchPattern(fill.value(), m_Constant(&filled)) ||
      filled != identity)
    return {};
  return fill;
}

namespace {
/// accumulate into identities ⇒ overwrite what was filled with them. The other
/// direction is a pass of its own, extrema-overwrite-to-accumulate: tiling of
/// the reduced dimension needs it.
template <typename OpTy>
struct AccumulateIntoIdentityToOverwrite : OpRewritePattern<OpTy> {
  using OpRewritePattern<OpTy>::OpRewritePattern;

  LogicalResult matchAndRewrite(OpTy op,
                                PatternRewriter &rewriter) const override {
    if (!op.getAccumulate() || !op.hasPureTensorSemantics())
      return rewriter.notifyMatchFailure(op, "no accumulation of tensors");
    Type indexType =
        cast<ShapedType>(op.getIndices().getType()).getElementType();
    linalg::FillOp values = getIdentityFill(
        op.getValues(), getIdentityValue(op.getKind(), op.getElementType()));
    linalg::FillOp indices = getIdentityFill(
        op.getIndices(), getIdentityIndex(op.getTie(), indexType));
    if (!values || !indices)
      return rewriter.notifyMatchFailure(op, "a state that is no identity");
    rewriter.modifyOpInPlace(op, [&] {
      op.setAccumulate(false);
      MutableOperandRange destinations = op.getDpsInitsMutable();
      destinations[0].set(values.getDpsInits()[0]);
      destinations[1].set(indices.getDpsInits()[0]);
    });
    return success();
  }
};

/// Leaves out the destination whose result nobody uses.
struct DropDeadResult : OpRewritePattern<ArgReduceOp> {
  using OpRewritePattern<ArgReduceOp>::OpRewritePattern;

  LogicalResult matchAndRewrite(ArgReduceOp op,
                                PatternRewriter &rewriter) const override {
    if (op.getAccumulate() || op.getNumResults() != 2)
      return rewriter.notifyMatchFailure(op, "needs what it has");
    Value values = op.getValuesResult(), indices = op.getIndicesResult();
    if (values.use_empty() == indices.use_empty())
      return rewriter.notifyMatchFailure(op, "both results are used, or none");
    Value live = values.use_empty() ? indices : values;
    auto reduced = ArgReduceOp::create(
        rewriter, op.getLoc(), live.getType(), op.getKind(), op.getDimension(),
        op.getSelectLast(), /*accumulate=*/false, op.getInput(),
        op.getInputIndices(), op.getIndexBase(),
        values.use_empty() ? Value() : op.getValues(),
        indices.use_empty() ? Value() : op.getIndices());
    reduced->setDiscardableAttrs(op->getDiscardableAttrDictionary());
    rewriter.replaceAllUsesWith(live, reduced.getResult(0));
    rewriter.eraseOp(op);
    return success();
  }
};
} // namespace

void ArgReduceOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                              MLIRContext *context) {
  patterns.add<AccumulateIntoIdentityToOverwrite<ArgReduceOp>, DropDeadResult>(
      context);
  populateArgReduceSplatPatterns(patterns);
}

void TopKReduceOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                               MLIRContext *context) {
  patterns.add<AccumulateIntoIdentityToOverwrite<TopKReduceOp>>(context);
  populateTopKReduceSplatPatterns(patterns);
}
