//===- SplatCanonicalization.cpp - Reductions of equal elements -----------===//
//
// Among equal elements, be they NaNs or zeros, only the position decides, so
// the answer of a constant splat is known. It has to be found here: memory for
// the constant may be more than there is.
//
//===----------------------------------------------------------------------===//

#include "SplatCanonicalization.h"

#include "ResultTypes.h"
#include "extrema/Dialect/Extrema/IR/Extrema.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace mlir::extrema;

/// The elements of `tensor` if it is a constant of one for all of them. It may
/// have no elements and yet be one.
static SplatElementsAttr getSplat(Value tensor) {
  SplatElementsAttr splat;
  matchPattern(tensor, m_Constant(&splat));
  return splat;
}

static Value createIndex(OpBuilder &builder, Location loc, Type type,
                         int64_t value) {
  return arith::ConstantOp::create(builder, loc,
                                   builder.getIntegerAttr(type, value));
}

//===----------------------------------------------------------------------===//
// Value operations
//===----------------------------------------------------------------------===//

namespace {
template <typename OpTy> struct FoldArgOfSplat : OpRewritePattern<OpTy> {
  using OpRewritePattern<OpTy>::OpRewritePattern;

  LogicalResult matchAndRewrite(OpTy op,
                                PatternRewriter &rewriter) const override {
    // A less static type is refined by another pattern before.
    auto type = dyn_cast<RankedTensorType>(op.getType());
    if (!type || !type.hasStaticShape() || !getSplat(op.getInput()))
      return rewriter.notifyMatchFailure(op, "not a splat of known extents");
    int64_t position = op.getSelectLast() ? op.getStaticExtent() - 1 : 0;
    rewriter.replaceOpWithNewOp<arith::ConstantOp>(
        op, DenseElementsAttr::get(type, rewriter.getIntegerAttr(
                                             type.getElementType(), position)));
    return success();
  }
};

struct FoldTopKOfSplat : OpRewritePattern<TopKOp> {
  using OpRewritePattern<TopKOp>::OpRewritePattern;

  LogicalResult matchAndRewrite(TopKOp op,
                                PatternRewriter &rewriter) const override {
    auto valuesType = dyn_cast<RankedTensorType>(op.getValues().getType());
    auto indicesType = dyn_cast<RankedTensorType>(op.getIndices().getType());
    // The verifier has held a constant k against the extent.
    if (!op.getStaticKAttr() || !valuesType || !valuesType.hasStaticShape() ||
        !indicesType || !indicesType.hasStaticShape())
      return rewriter.notifyMatchFailure(op, "results of unknown extents");
    // Upstream cannot bufferize a tensor.generate into a memory space.
    if (indicesType.getEncoding())
      return rewriter.notifyMatchFailure(op, "indices with an encoding");
    SplatElementsAttr splat = getSplat(op.getInput());
    if (!splat)
      return rewriter.notifyMatchFailure(op, "not a splat");

    Location loc = op.getLoc();
    int64_t axis = *op.getAxisFromFront();
    Value values =
        arith::ConstantOp::create(rewriter, loc, splat.resizeSplat(valuesType));
    auto createElement = [&](OpBuilder &builder, Location loc,
                             ValueRange position) {
      Value element = position[axis];
      if (!indicesType.getElementType().isIndex())
        element = arith::IndexCastOp::create(
            builder, loc, indicesType.getElementType(), element);
      tensor::YieldOp::create(builder, loc, element);
    };
    Value indices = tensor::GenerateOp::create(rewriter, loc, indicesType,
                                               /*dynamicExtents=*/ValueRange(),
                                               createElement);
    rewriter.replaceOp(op, {values, indices});
    return success();
  }
};
} // namespace

//===----------------------------------------------------------------------===//
// Structured operations
//===----------------------------------------------------------------------===//

/// The elements of the input of `op` if it is a constant splat and nothing but
/// its positions, of which there are `extent`, decides.
template <typename OpTy>
static SplatElementsAttr getReducedSplat(OpTy op, int64_t &extent) {
  if (!op.hasPureTensorSemantics() || op.getAccumulate() ||
      op.getInputIndices())
    return {};
  extent = op.getInputType().getDimSize(op.getReducedDimension());
  return getSplat(op.getInput());
}

/// The element of `splat` as a value. Nothing for a type that arithmetic does
/// not have: signed and unsigned integers.
static Value createElement(OpBuilder &builder, Location loc,
                           SplatElementsAttr splat) {
  Type type = splat.getElementType();
  if (!type.isSignlessIntOrIndexOrFloat())
    return {};
  return arith::ConstantOp::create(builder, loc,
                                   splat.getSplatValue<TypedAttr>());
}

/// A tensor of the type of `destination` that holds the element of `splat`
/// everywhere. Nothing if that cannot be said of its type.
static Value createSplat(OpBuilder &builder, Location loc,
                         SplatElementsAttr splat, Value destination) {
  auto type = cast<RankedTensorType>(destination.getType());
  if (type.hasStaticShape())
    return arith::ConstantOp::create(builder, loc, splat.resizeSplat(type));
  Value element = createElement(builder, loc, splat);
  return element ? linalg::FillOp::create(builder, loc, element, destination)
                       .getResult(0)
                 : Value();
}

/// `position`, of type `index`, from `base` on, if there is one, as an element
/// of `type`.
static Value createPosition(OpBuilder &builder, Location loc, Value position,
                            Value base, Type type) {
  if (base)
    position = arith::AddIOp::create(builder, loc, base, position);
  return type.isIndex()
             ? position
             : arith::IndexCastOp::create(builder, loc, type, position);
}

namespace {
struct FoldArgReduceOfSplat : OpRewritePattern<ArgReduceOp> {
  using OpRewritePattern<ArgReduceOp>::OpRewritePattern;

  LogicalResult matchAndRewrite(ArgReduceOp op,
                                PatternRewriter &rewriter) const override {
    int64_t extent = 0;
    SplatElementsAttr splat = getReducedSplat(op, extent);
    // Of no elements, identities are the result.
    if (!splat || extent == 0)
      return rewriter.notifyMatchFailure(op, "not a splat to be numbered");
    Location loc = op.getLoc();
    SmallVector<Value> results;
    if (Value values = op.getValues()) {
      Value filled = createSplat(rewriter, loc, splat, values);
      if (!filled)
        return rewriter.notifyMatchFailure(op, "no arithmetic on the type");
      results.push_back(filled);
    }
    if (Value indices = op.getIndices()) {
      int64_t best = op.getTie() == Tie::Last ? extent - 1 : 0;
      Value index = createPosition(
          rewriter, loc,
          createIndex(rewriter, loc, rewriter.getIndexType(), best),
          op.getIndexBase(), op.getIndexElementType());
      results.push_back(
          linalg::FillOp::create(rewriter, loc, index, indices).getResult(0));
    }
    rewriter.replaceOp(op, results);
    return success();
  }
};

/// The best first, then, if there are fewer elements than `k`, identities.
struct FoldTopKReduceOfSplat : OpRewritePattern<TopKReduceOp> {
  using OpRewritePattern<TopKReduceOp>::OpRewritePattern;

  LogicalResult matchAndRewrite(TopKReduceOp op,
                                PatternRewriter &rewriter) const override {
    int64_t extent = 0;
    SplatElementsAttr splat = getReducedSplat(op, extent);
    if (!splat)
      return rewriter.notifyMatchFailure(op, "not a splat to be numbered");
    int64_t k = cast<ShapedType>(op.getValues().getType())
                    .getDimSize(op.getReducedDimension());
    bool isFull = ShapedType::isStatic(k) && k <= extent;
    Location loc = op.getLoc();
    Value element, values;
    if (isFull)
      values = createSplat(rewriter, loc, splat, op.getValues());
    else
      element = createElement(rewriter, loc, splat);
    if (!element && !values)
      return rewriter.notifyMatchFailure(op, "no arithmetic on the type");

    auto yieldElements = [&](OpBuilder &builder, Location loc, ValueRange) {
      Value position =
          linalg::IndexOp::create(builder, loc, op.getReducedDimension());
      Type indexType = op.getIndexElementType();
      SmallVector<Value> found = {
          createPosition(builder, loc, position, op.getIndexBase(), indexType)};
      if (!isFull) {
        found.insert(found.begin(), element);
        Value isThere = arith::CmpIOp::create(
            builder, loc, arith::CmpIPredicate::ult, position,
            createIndex(builder, loc, builder.getIndexType(), extent));
        TypedAttr identities[] = {
            getIdentityValue(op.getKind(), op.getElementType()),
            getIdentityIndex(op.getTie(), indexType)};
        for (auto [value, identity] : llvm::zip_equal(found, identities))
          value = arith::SelectOp::create(
              builder, loc, isThere, value,
              arith::ConstantOp::create(builder, loc, identity));
      }
      linalg::YieldOp::create(builder, loc, found);
    };
    SmallVector<Value> destinations(op.getDpsInits());
    if (isFull)
      destinations.erase(destinations.begin());
    int64_t rank = op.getInputType().getRank();
    SmallVector<AffineMap> maps(destinations.size(),
                                rewriter.getMultiDimIdentityMap(rank));
    SmallVector<utils::IteratorType> iterators(rank,
                                               utils::IteratorType::parallel);
    auto filled = linalg::GenericOp::create(
        rewriter, loc, TypeRange(ValueRange(destinations)),
        /*inputs=*/ValueRange(), destinations, maps, iterators, yieldElements);
    SmallVector<Value> results(filled.getResults());
    if (isFull)
      results.insert(results.begin(), values);
    rewriter.replaceOp(op, results);
    return success();
  }
};
} // namespace

//===----------------------------------------------------------------------===//
// Registration
//===----------------------------------------------------------------------===//

void mlir::extrema::populateArgMinSplatPatterns(RewritePatternSet &patterns) {
  patterns.add<FoldArgOfSplat<ArgMinOp>>(patterns.getContext());
}

void mlir::extrema::populateArgMaxSplatPatterns(RewritePatternSet &patterns) {
  patterns.add<FoldArgOfSplat<ArgMaxOp>>(patterns.getContext());
}

void mlir::extrema::populateTopKSplatPatterns(RewritePatternSet &patterns) {
  patterns.add<FoldTopKOfSplat>(patterns.getContext());
}

void mlir::extrema::populateArgReduceSplatPatterns(
    RewritePatternSet &patterns) {
  patterns.add<FoldArgReduceOfSplat>(patterns.getContext());
}

void mlir::extrema::populateTopKReduceSplatPatterns(
    RewritePatternSet &patterns) {
  patterns.add<FoldTopKReduceOfSplat>(patterns.getContext());
}
