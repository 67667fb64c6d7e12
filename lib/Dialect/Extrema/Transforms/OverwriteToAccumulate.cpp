//===- OverwriteToAccumulate.cpp - Overwrite ⇒ accumulate into identity ---===//
//
// The other direction is AccumulateToOverwrite.cpp.
//
//===----------------------------------------------------------------------===//

#include "extrema/Dialect/Extrema/IR/Encoding.h"
#include "extrema/Dialect/Extrema/IR/Extrema.h"
#include "extrema/Dialect/Extrema/Transforms/Passes.h"

#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Transforms/WalkPatternRewriteDriver.h"

namespace mlir::extrema {
#define GEN_PASS_DEF_EXTREMAOVERWRITETOACCUMULATE
#include "extrema/Dialect/Extrema/Transforms/Passes.h.inc"
} // namespace mlir::extrema

using namespace mlir;
using namespace mlir::extrema;

/// `destination`, or where it is left out a new one of the same shape, and in
/// the same place, as `other`.
static Value getOrCreateDestination(OpBuilder &builder, Location loc,
                                    Value destination, Value other,
                                    Type elementType) {
  if (destination)
    return destination;
  return tensor::EmptyOp::create(builder, loc,
                                 tensor::getMixedSizes(builder, loc, other),
                                 elementType, getEncoding(other));
}

/// The op that accumulates: same op, other destinations.
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
    Location loc = op.getLoc();
    Value valuesBefore = op.getValues(), indicesBefore = op.getIndices();
    Value values = getOrCreateDestination(rewriter, loc, valuesBefore,
                                          indicesBefore, op.getElementType());
    Value indices = getOrCreateDestination(
        rewriter, loc, indicesBefore, valuesBefore, op.getIndexElementType());
    auto identity = IdentityOp::create(
        rewriter, loc, TypeRange{values.getType(), indices.getType()},
        op.getKind(), /*select_last=*/op.getTie() == Tie::Last, values,
        indices);
    OpTy accumulating = createAccumulating(rewriter, op, identity.getResult(0),
                                           identity.getResult(1));
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
