//===- ValueOpsCanonicalization.cpp - ArgMin, ArgMax, TopK made simpler ---===//
//
// No pattern makes an op that the verifier would refuse: a program whose
// failure shows only once its shapes are known keeps the op that fails when it
// runs.
//
//===----------------------------------------------------------------------===//

#include "ResultTypes.h"
#include "SplatCanonicalization.h"
#include "extrema/Dialect/Extrema/IR/Encoding.h"
#include "extrema/Dialect/Extrema/IR/Extrema.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/PatternMatch.h"

using namespace mlir;
using namespace mlir::extrema;

//===----------------------------------------------------------------------===//
// Shapes
//===----------------------------------------------------------------------===//

/// What both shapes say of a tensor: each dimension static where either has it
/// so. Nothing if they contradict each other.
static std::optional<SmallVector<int64_t>> mergeShapes(ShapedType lhs,
                                                       ShapedType rhs) {
  SmallVector<int64_t> merged;
  for (auto [left, right] : llvm::zip_equal(lhs.getShape(), rhs.getShape())) {
    if (ShapedType::isStatic(left) && ShapedType::isStatic(right) &&
        left != right)
      return std::nullopt;
    merged.push_back(ShapedType::isStatic(left) ? left : right);
  }
  return merged;
}

/// The result types of `op` with all that its operands say of their shape and
/// all that they say themselves. Failure if nothing can be said.
template <typename OpTy>
static FailureOr<SmallVector<Type>> getRefinedResultTypes(OpTy op) {
  if (!op.getInputType().hasRank())
    return failure();
  FailureOr<SmallVector<Type>> inferred =
      inferResultTypes(op, op->getOperands());
  if (failed(inferred))
    return failure();
  SmallVector<Type> refined;
  for (auto [inferredType, type] :
       llvm::zip_equal(*inferred, op->getResultTypes())) {
    auto known = cast<ShapedType>(inferredType);
    auto stated = cast<ShapedType>(type);
    std::optional<SmallVector<int64_t>> shape =
        stated.hasRank() ? mergeShapes(known, stated)
                         : llvm::to_vector(known.getShape());
    if (!shape)
      return failure();
    refined.push_back(RankedTensorType::get(*shape, stated.getElementType(),
                                            getEncoding(stated)));
  }
  return refined;
}

/// The most elements that the axis of `op` can have without the verifier
/// refusing it.
template <typename OpTy> static int64_t getLargestValidExtent(OpTy op) {
  return getLargestExtent(op.getIndicesType().getElementType());
}

static bool isValidExtent(ArgMinOp op, int64_t extent) {
  return extent > 0 && extent <= getLargestValidExtent(op);
}
static bool isValidExtent(ArgMaxOp op, int64_t extent) {
  return extent > 0 && extent <= getLargestValidExtent(op);
}
static bool isValidExtent(TopKOp op, int64_t extent) {
  IntegerAttr k = op.getStaticKAttr();
  return (!k || k.getInt() <= extent) && extent <= getLargestValidExtent(op);
}

//===----------------------------------------------------------------------===//
// Patterns of all value operations
//===----------------------------------------------------------------------===//

namespace {
/// axis(-1) ⇒ axis(rank - 1).
template <typename OpTy> struct CountAxisFromFront : OpRewritePattern<OpTy> {
  using OpRewritePattern<OpTy>::OpRewritePattern;

  LogicalResult matchAndRewrite(OpTy op,
                                PatternRewriter &rewriter) const override {
    std::optional<int64_t> axis = op.getAxisFromFront();
    if (!axis || *axis == static_cast<int64_t>(op.getAxis()))
      return failure();
    rewriter.modifyOpInPlace(op, [&] { op.setAxis(*axis); });
    return success();
  }
};

/// Takes the input from before a cast that forgets extents or the rank.
template <typename OpTy> struct FoldInputCast : OpRewritePattern<OpTy> {
  using OpRewritePattern<OpTy>::OpRewritePattern;

  LogicalResult matchAndRewrite(OpTy op,
                                PatternRewriter &rewriter) const override {
    auto cast = op.getInput().template getDefiningOp<tensor::CastOp>();
    if (!cast)
      return rewriter.notifyMatchFailure(op, "the input is not a cast");
    auto source = dyn_cast<RankedTensorType>(cast.getSource().getType());
    if (!source)
      return rewriter.notifyMatchFailure(op, "the source has no rank");
    ShapedType inputType = op.getInputType();
    if (source.getEncoding() != getEncoding(inputType))
      return rewriter.notifyMatchFailure(op, "the cast changes the encoding");
    if (!inputType.hasRank()) {
      // The axis may not exist, which only a ranked input shows.
      int64_t axis = static_cast<int64_t>(op.getAxis());
      if (axis < -source.getRank() || axis >= source.getRank())
        return rewriter.notifyMatchFailure(op, "the source has no such axis");
    } else if (!tensor::canFoldIntoConsumerOp(cast)) {
      return rewriter.notifyMatchFailure(op, "the cast adds to what is known");
    }
    int64_t axis = static_cast<int64_t>(op.getAxis());
    int64_t extent =
        source.getDimSize(axis < 0 ? axis + source.getRank() : axis);
    if (ShapedType::isStatic(extent) && !isValidExtent(op, extent))
      return rewriter.notifyMatchFailure(op, "the op fails when it runs");

    // Would the results still be compatible?
    SmallVector<Value> operands(op->getOperands());
    operands[0] = cast.getSource();
    FailureOr<SmallVector<Type>> inferred = inferResultTypes(op, operands);
    if (failed(inferred) ||
        !OpTy::isCompatibleReturnTypes(*inferred, op->getResultTypes()))
      return rewriter.notifyMatchFailure(op, "the op fails when it runs");
    rewriter.modifyOpInPlace(
        op, [&] { op.getInputMutable().assign(cast.getSource()); });
    return success();
  }
};

/// Gives the results every extent that is known, and casts them back.
template <typename OpTy> struct RefineResultTypes : OpRewritePattern<OpTy> {
  using OpRewritePattern<OpTy>::OpRewritePattern;

  LogicalResult matchAndRewrite(OpTy op,
                                PatternRewriter &rewriter) const override {
    FailureOr<SmallVector<Type>> types = getRefinedResultTypes(op);
    if (failed(types) || TypeRange(*types) == op->getResultTypes())
      return failure();
    Operation *refined = rewriter.clone(*op);
    SmallVector<Value> results;
    for (auto [result, type] : llvm::zip_equal(refined->getResults(), *types)) {
      Type before = result.getType();
      result.setType(type);
      results.push_back(
          rewriter.createOrFold<tensor::CastOp>(op.getLoc(), before, result));
    }
    rewriter.replaceOp(op, results);
    return success();
  }
};
} // namespace

//===----------------------------------------------------------------------===//
// Results that are known
//===----------------------------------------------------------------------===//

/// True if `createZeros` can make a tensor of this type: upstream does not
/// bufferize a tensor.splat whose encoding is a memory space.
static bool canBeZeros(RankedTensorType type) {
  return type.hasStaticShape() || !type.getEncoding();
}

/// A tensor of zeros of the given type, whose dynamic extents are among
/// `sizes`.
static Value createZeros(OpBuilder &builder, Location loc,
                         RankedTensorType type, ArrayRef<OpFoldResult> sizes) {
  TypedAttr zero = builder.getZeroAttr(type.getElementType());
  if (type.hasStaticShape())
    return arith::ConstantOp::create(builder, loc,
                                     DenseElementsAttr::get(type, zero));
  SmallVector<Value> dynamicSizes;
  for (auto [size, extent] : llvm::zip_equal(sizes, type.getShape()))
    if (ShapedType::isDynamic(extent))
      dynamicSizes.push_back(
          getValueOrCreateConstantIndexOp(builder, loc, size));
  Value scalar = arith::ConstantOp::create(builder, loc, zero);
  return tensor::SplatOp::create(builder, loc, scalar, type, dynamicSizes);
}

namespace {
/// Along an axis of one element the answer is 0.
template <typename OpTy> struct FoldExtentOne : OpRewritePattern<OpTy> {
  using OpRewritePattern<OpTy>::OpRewritePattern;

  LogicalResult matchAndRewrite(OpTy op,
                                PatternRewriter &rewriter) const override {
    auto type = dyn_cast<RankedTensorType>(op.getType());
    // An op that fails when it runs must stay, with its run-time check.
    if (op.getStaticExtent() != 1 || !type || !canBeZeros(type) ||
        statesUnknownExtents(op))
      return failure();
    SmallVector<OpFoldResult> sizes =
        tensor::getMixedSizes(rewriter, op.getLoc(), op.getInput());
    if (!op.getKeepdims())
      sizes.erase(sizes.begin() + *op.getAxisFromFront());
    rewriter.replaceOp(op, createZeros(rewriter, op.getLoc(), type, sizes));
    return success();
  }
};

/// The one best of one element is that element; the best none of any are none.
struct FoldTopKOfAllOrNothing : OpRewritePattern<TopKOp> {
  using OpRewritePattern<TopKOp>::OpRewritePattern;

  LogicalResult matchAndRewrite(TopKOp op,
                                PatternRewriter &rewriter) const override {
    IntegerAttr k = op.getStaticKAttr();
    auto valuesType = dyn_cast<RankedTensorType>(op.getValues().getType());
    auto indicesType = dyn_cast<RankedTensorType>(op.getIndices().getType());
    if (!k || !valuesType || !indicesType || !op.getInputType().hasRank() ||
        ShapedType::isDynamic(op.getStaticExtent()) || statesUnknownExtents(op))
      return failure();
    bool isNothing = k.getInt() == 0;
    if (!isNothing && (op.getStaticExtent() != 1 || !canBeZeros(indicesType) ||
                       getEncoding(op.getInput()) != valuesType.getEncoding()))
      return failure();

    Location loc = op.getLoc();
    SmallVector<OpFoldResult> sizes =
        tensor::getMixedSizes(rewriter, loc, op.getInput());
    sizes[*op.getAxisFromFront()] = rewriter.getIndexAttr(k.getInt());
    auto createEmpty = [&](RankedTensorType type) {
      return rewriter.createOrFold<tensor::CastOp>(
          loc, type,
          tensor::EmptyOp::create(rewriter, loc, sizes, type.getElementType(),
                                  type.getEncoding()));
    };
    rewriter.replaceOp(
        op, {isNothing ? createEmpty(valuesType)
                       : rewriter.createOrFold<tensor::CastOp>(loc, valuesType,
                                                               op.getInput()),
             isNothing ? createEmpty(indicesType)
                       : createZeros(rewriter, loc, indicesType, sizes)});
    return success();
  }
};

/// A constant k becomes the attribute, unless it is one that fails when the
/// program runs.
struct FoldConstantK : OpRewritePattern<TopKOp> {
  using OpRewritePattern<TopKOp>::OpRewritePattern;

  LogicalResult matchAndRewrite(TopKOp op,
                                PatternRewriter &rewriter) const override {
    APInt constant;
    if (!op.getDynamicK() ||
        !matchPattern(op.getDynamicK(), m_ConstantInt(&constant)))
      return failure();
    int64_t k = constant.getSExtValue();
    int64_t extent = op.getStaticExtent();
    if (k < 0 || (ShapedType::isStatic(extent) && k > extent))
      return rewriter.notifyMatchFailure(op, "k is out of range");
    if (std::optional<int64_t> axis = op.getAxisFromFront())
      for (ShapedType type : {op.getValuesType(), op.getIndicesType()})
        if (type.hasRank() && !type.isDynamicDim(*axis) &&
            type.getDimSize(*axis) != k)
          return rewriter.notifyMatchFailure(op, "the results state another k");
    rewriter.modifyOpInPlace(op, [&] {
      op.getDynamicKMutable().clear();
      op.setStaticK(k);
    });
    return success();
  }
};
} // namespace

//===----------------------------------------------------------------------===//
// Registration
//===----------------------------------------------------------------------===//

template <typename OpTy>
static void addCommonPatterns(RewritePatternSet &patterns) {
  patterns.add<CountAxisFromFront<OpTy>, FoldInputCast<OpTy>,
               RefineResultTypes<OpTy>>(patterns.getContext());
}

void ArgMinOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                           MLIRContext *context) {
  addCommonPatterns<ArgMinOp>(patterns);
  patterns.add<FoldExtentOne<ArgMinOp>>(context);
  populateArgMinSplatPatterns(patterns);
}

void ArgMaxOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                           MLIRContext *context) {
  addCommonPatterns<ArgMaxOp>(patterns);
  patterns.add<FoldExtentOne<ArgMaxOp>>(context);
  populateArgMaxSplatPatterns(patterns);
}

void TopKOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                         MLIRContext *context) {
  addCommonPatterns<TopKOp>(patterns);
  patterns.add<FoldConstantK, FoldTopKOfAllOrNothing>(context);
  populateTopKSplatPatterns(patterns);
}
