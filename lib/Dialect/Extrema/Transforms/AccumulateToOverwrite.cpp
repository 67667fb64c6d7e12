//===- AccumulateToOverwrite.cpp - Accumulate into identity ⇒ overwrite ---===//
//
// The other direction is OverwriteToAccumulate.cpp.
//
//===----------------------------------------------------------------------===//

#include "extrema/Dialect/Extrema/IR/Extrema.h"
#include "extrema/Dialect/Extrema/Transforms/Passes.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

namespace mlir::extrema {
#define GEN_PASS_DEF_EXTREMAACCUMULATETOOVERWRITE
#include "extrema/Dialect/Extrema/Transforms/Passes.h.inc"
} // namespace mlir::extrema

using namespace mlir;
using namespace mlir::extrema;

/// The tensor that `tensor` is another type or a part of; null if it is none.
static Value getViewedTensor(Value tensor) {
  Operation *op = tensor.getDefiningOp();
  return isa_and_nonnull<tensor::CastOp, tensor::ExtractSliceOp>(op)
             ? op->getOperand(0)
             : Value();
}

/// True if every element of `tensor` is `element`, filled in by an identity
/// or a fill.
static bool isFilledWith(Value tensor, TypedAttr element) {
  // Graph regions and code that is never reached may hold cycles.
  llvm::SmallDenseSet<Value> seen;
  while (Value viewed = getViewedTensor(tensor)) {
    if (!seen.insert(tensor).second)
      return false;
    tensor = viewed;
  }
  if (auto identity = tensor.getDefiningOp<IdentityOp>()) {
    bool isIndices = cast<OpResult>(tensor).getResultNumber() == 1;
    return element == (isIndices
                           ? getIdentityIndex(identity.getTie(),
                                              identity.getIndexElementType())
                           : getIdentityValue(identity.getKind(),
                                              identity.getElementType()));
  }
  auto fill = tensor.getDefiningOp<linalg::FillOp>();
  Attribute filled;
  return fill && matchPattern(fill.value(), m_Constant(&filled)) &&
         filled == element;
}

/// What `tensor`, of which `isFilledWith` holds, is without being filled.
static Value createUnfilled(OpBuilder &builder, Value tensor) {
  Operation *op = tensor.getDefiningOp();
  if (Value viewed = getViewedTensor(tensor)) {
    IRMapping mapping;
    mapping.map(viewed, createUnfilled(builder, viewed));
    return builder.clone(*op, mapping)->getResult(0);
  }
  return cast<DestinationStyleOpInterface>(op)
      .getTiedOpOperand(cast<OpResult>(tensor))
      ->get();
}

namespace {
template <typename OpTy>
struct AccumulateToOverwritePattern : OpRewritePattern<OpTy> {
  using OpRewritePattern<OpTy>::OpRewritePattern;

  LogicalResult matchAndRewrite(OpTy op,
                                PatternRewriter &rewriter) const override {
    if (!op.getAccumulate() || !op.hasPureTensorSemantics())
      return rewriter.notifyMatchFailure(op, "no accumulation of tensors");
    if (!isFilledWith(op.getValues(),
                      getIdentityValue(op.getKind(), op.getElementType())) ||
        !isFilledWith(op.getIndices(),
                      getIdentityIndex(op.getTie(), op.getIndexElementType())))
      return rewriter.notifyMatchFailure(op, "a state that is no identity");
    Value values = createUnfilled(rewriter, op.getValues());
    Value indices = createUnfilled(rewriter, op.getIndices());
    rewriter.modifyOpInPlace(op, [&] {
      op.setAccumulate(false);
      MutableOperandRange destinations = op.getDpsInitsMutable();
      destinations[0].set(values);
      destinations[1].set(indices);
    });
    return success();
  }
};

struct AccumulateToOverwrite
    : public extrema::impl::ExtremaAccumulateToOverwriteBase<
          AccumulateToOverwrite> {
  void runOnOperation() override {
    RewritePatternSet patterns(&getContext());
    populateAccumulateToOverwritePatterns(patterns);
    // What overwrites may drop a result, and may be one with another.
    ArgReduceOp::getCanonicalizationPatterns(patterns, &getContext());
    GreedyRewriteConfig config;
    config.enableFolding(false)
        .enableConstantCSE(false)
        .setRegionSimplificationLevel(GreedySimplifyRegionLevel::Disabled);
    if (failed(
            applyPatternsGreedily(getOperation(), std::move(patterns), config)))
      getOperation()->emitWarning(
          "extrema-accumulate-to-overwrite came to no end");
  }
};
} // namespace

void mlir::extrema::populateAccumulateToOverwritePatterns(
    RewritePatternSet &patterns) {
  patterns.add<AccumulateToOverwritePattern<ArgReduceOp>,
               AccumulateToOverwritePattern<TopKReduceOp>>(
      patterns.getContext());
}
