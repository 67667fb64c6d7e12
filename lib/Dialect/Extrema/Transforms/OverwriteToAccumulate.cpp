//===- OverwriteToAccumulate.cpp - Overwrite ⇒ fill + accumulate ----------===//
//
// The other direction is a canonicalization of the structured operations.
//
//===----------------------------------------------------------------------===//

#include "extrema/Dialect/Extrema/IR/Extrema.h"
#include "extrema/Dialect/Extrema/Transforms/Passes.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Transforms/WalkPatternRewriteDriver.h"

namespace mlir::extrema {
#define GEN_PASS_DEF_EXTREMAOVERWRITETOACCUMULATE
#include "extrema/Dialect/Extrema/Transforms/Passes.h.inc"
} // namespace mlir::extrema

using namespace mlir;
using namespace mlir::extrema;

/// `destination`, or a new one of the same shape as `other` where it is left
/// out, filled with `identity`.
static Value fillDestination(OpBuilder &builder, Location loc,
                             Value destination, Value other,
                             TypedAttr identity) {
  if (!destination)
    destination = tensor::EmptyOp::create(
        builder, loc, tensor::getMixedSizes(builder, loc, other),
        identity.getType());
  Value scalar = arith::ConstantOp::create(builder, loc, identity);
  return linalg::FillOp::create(builder, loc, scalar, destination).getResult(0);
}

/// The op that accumulates, before its destinations are filled: same op, other
/// destinations.
static ArgReduceOp createAccumulating(OpBuilder &builder, ArgReduceOp op,
                                      Value values, Value indices) {
  return ArgReduceOp::create(
      builder, op.getLoc(), TypeRange{values.getType(), indices.getType()},
      op.getKind(), op.getDimension(), op.getSelectLast(), /*accumulate=*/true,
      op.getInput(), op.getInputIndices(), op.getIndexBase(), values, indices);
}

static TopKReduceOp createAccumulating(OpBuilder &builder, TopKReduceOp op,
                                       Value values, Value indices) {
  return TopKReduceOp::create(
      builder, op.getLoc(), TypeRange{values.getType(), indices.getType()},
      op.getKind(), op.getDimension(), op.getUnsorted(), /*accumulate=*/true,
      op.getInput(), op.getInputIndices(), op.getIndexBase(), values, indices);
}

namespace {
template <typename OpTy>
struct OverwriteToAccumulatePattern : OpRewritePattern<OpTy> {
  using OpRewritePattern<OpTy>::OpRewritePattern;

  LogicalResult matchAndRewrite(OpTy op,
                                PatternRewriter &rewriter) const override {
    if (op.getAccumulate())
      return rewriter.notifyMatchFailure(op, "accumulates already");
    if (!op.hasPureTensorSemantics())
      return rewriter.notifyMatchFailure(op, "not on tensors");
    Type elementType = op.getElementType();
    if (!elementType.isSignlessIntOrFloat())
      return rewriter.notifyMatchFailure(op, "no constant of such a type");

    Location loc = op.getLoc();
    Value valuesBefore = op.getValues(), indicesBefore = op.getIndices();
    Value values = fillDestination(rewriter, loc, valuesBefore, indicesBefore,
                                   getIdentityValue(op.getKind(), elementType));
    Value indices = fillDestination(
        rewriter, loc, indicesBefore, valuesBefore,
        getIdentityIndex(op.getTie(), op.getIndexElementType()));
    OpTy accumulating = createAccumulating(rewriter, op, values, indices);
    accumulating->setDiscardableAttrs(op->getDiscardableAttrDictionary());
    SmallVector<Value> results;
    if (valuesBefore)
      results.push_back(accumulating.getValuesResult());
    if (indicesBefore)
      results.push_back(accumulating.getIndicesResult());
    rewriter.replaceOp(op, results);
    return success();
  }
};

struct OverwriteToAccumulate
    : public extrema::impl::ExtremaOverwriteToAccumulateBase<
          OverwriteToAccumulate> {
  void runOnOperation() override {
    RewritePatternSet patterns(&getContext());
    populateOverwriteToAccumulatePatterns(patterns);
    walkAndApplyPatterns(getOperation(), std::move(patterns));
  }
};
} // namespace

void mlir::extrema::populateOverwriteToAccumulatePatterns(
    RewritePatternSet &patterns) {
  patterns.add<OverwriteToAccumulatePattern<ArgReduceOp>,
               OverwriteToAccumulatePattern<TopKReduceOp>>(
      patterns.getContext());
}
