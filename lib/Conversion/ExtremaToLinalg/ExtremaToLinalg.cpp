//===- ExtremaToLinalg.cpp - arg_reduce and identity to linalg ------------===//

#include "extrema/Conversion/ExtremaToLinalg/ExtremaToLinalg.h"

#include "extrema/Conversion/Common/ElementOrder.h"
#include "extrema/Conversion/Common/StructuredOps.h"
#include "extrema/Conversion/Passes.h"
#include "extrema/Dialect/Extrema/IR/Encoding.h"
#include "extrema/Dialect/Extrema/IR/Extrema.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Transforms/WalkPatternRewriteDriver.h"

namespace mlir::extrema {
#define GEN_PASS_DEF_CONVERTEXTREMATOLINALG
#include "extrema/Conversion/Passes.h.inc"
} // namespace mlir::extrema

using namespace mlir;
using namespace mlir::extrema;

/// A tensor or memref of the shape of `like`, of elements that are not set.
static Value createScratch(OpBuilder &b, Location loc, Value like,
                           Type elementType) {
  if (isa<TensorType>(like.getType()))
    return tensor::EmptyOp::create(b, loc, tensor::getMixedSizes(b, loc, like),
                                   elementType, getEncoding(like));
  SmallVector<int64_t> shape;
  SmallVector<Value> dynamicExtents;
  dispatchIndexOpFoldResults(memref::getMixedSizes(b, loc, like),
                             dynamicExtents, shape);
  return memref::AllocOp::create(b, loc, MemRefType::get(shape, elementType),
                                 dynamicExtents);
}

/// Fills `destination`; returns the tensor that holds it then, or the memref.
static Value createFill(OpBuilder &b, Location loc, TypedAttr element,
                        Value destination) {
  Value constant = arith::ConstantOp::create(b, loc, element);
  auto fill = linalg::FillOp::create(b, loc, constant, destination);
  return fill->getNumResults() ? fill.getResult(0) : destination;
}

/// Fills both destinations with the identity, as `createFill` does.
static void fillWithIdentity(OpBuilder &b, Location loc, Kind kind, Tie tie,
                             Value &values, Value &indices) {
  values = createFill(
      b, loc, getIdentityValue(kind, getElementTypeOrSelf(values)), values);
  indices = createFill(
      b, loc, getIdentityIndex(tie, getElementTypeOrSelf(indices)), indices);
}

namespace {
/// A reduction over pairs: linalg.generic carries the best value and its index
/// in two destinations. Both are always there, since a tie of values is settled
/// by indices; one that the operation leaves out is scratch.
struct ArgReduceToLinalg : OpRewritePattern<ArgReduceOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(ArgReduceOp op,
                                PatternRewriter &rewriter) const override {
    if (!hasSignlessElements(op))
      return rewriter.notifyMatchFailure(op,
                                         "needs floats or signless integers");
    Location loc = op.getLoc();
    ElementOrder order(op.getKind(), op.getTie(), op.getElementType());
    Type indexType = op.getIndexElementType();
    Value values = op.getValues(), indices = op.getIndices();
    Value scratch;
    if (!values)
      scratch = values =
          createScratch(rewriter, loc, indices, op.getElementType());
    if (!indices)
      scratch = indices = createScratch(rewriter, loc, values, indexType);
    if (!op.getAccumulate())
      fillWithIdentity(rewriter, loc, op.getKind(), op.getTie(), values,
                       indices);

    int64_t rank = op.getInputType().getRank();
    int64_t dimension = op.getReducedDimension();
    AffineMap inputMap = rewriter.getMultiDimIdentityMap(rank);
    AffineMap destinationMap = inputMap.dropResult(dimension);
    SmallVector<utils::IteratorType> iterators(rank,
                                               utils::IteratorType::parallel);
    iterators[dimension] = utils::IteratorType::reduction;
    SmallVector<Value> inputs = {op.getInput()};
    SmallVector<AffineMap> maps = {inputMap};
    if (Value explicitIndices = op.getInputIndices()) {
      inputs.push_back(explicitIndices);
      maps.push_back(inputMap);
    }
    maps.append(2, destinationMap);

    auto buildBody = [&](OpBuilder &b, Location loc, ValueRange arguments) {
      ValueRange state = arguments.take_back(2);
      Value index;
      if (op.getInputIndices())
        index = arguments[1];
      else
        index = createIndexOfPosition(
            b, loc, linalg::IndexOp::create(b, loc, dimension),
            op.getIndexBase(), indexType);
      Value value = order.toWorkingType(b, loc, arguments[0]);
      Value best = order.toWorkingType(b, loc, state[0]);
      Element reduced = order.reduce(b, loc, {best, state[1]}, {value, index});
      linalg::YieldOp::create(
          b, loc, {order.toElementType(b, loc, reduced.value), reduced.index});
    };
    SmallVector<Type> resultTypes;
    if (op.hasPureTensorSemantics())
      resultTypes = {values.getType(), indices.getType()};
    auto generic = linalg::GenericOp::create(rewriter, loc, resultTypes, inputs,
                                             ValueRange{values, indices}, maps,
                                             iterators, buildBody);

    if (op.hasPureBufferSemantics()) {
      if (scratch)
        memref::DeallocOp::create(rewriter, loc, scratch);
      rewriter.eraseOp(op);
      return success();
    }
    SmallVector<Value> results;
    if (op.getValues())
      results.push_back(generic.getResult(0));
    if (op.getIndices())
      results.push_back(generic.getResult(1));
    rewriter.replaceOp(op, results);
    return success();
  }
};
} // namespace

namespace {
/// One fill a destination.
struct IdentityToLinalg : OpRewritePattern<IdentityOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(IdentityOp op,
                                PatternRewriter &rewriter) const override {
    if (!hasSignlessElements(op))
      return rewriter.notifyMatchFailure(op,
                                         "needs floats or signless integers");
    Value values = op.getValues(), indices = op.getIndices();
    fillWithIdentity(rewriter, op.getLoc(), op.getKind(), op.getTie(), values,
                     indices);
    if (op.hasPureTensorSemantics())
      rewriter.replaceOp(op, {values, indices});
    else
      rewriter.eraseOp(op);
    return success();
  }
};
} // namespace

void mlir::extrema::populateExtremaToLinalgPatterns(
    RewritePatternSet &patterns) {
  patterns.add<ArgReduceToLinalg, IdentityToLinalg>(patterns.getContext());
}

//===----------------------------------------------------------------------===//
// Pass
//===----------------------------------------------------------------------===//

namespace {
struct ConvertExtremaToLinalg
    : extrema::impl::ConvertExtremaToLinalgBase<ConvertExtremaToLinalg> {
  void runOnOperation() override {
    // Said here, since a pattern that does not match says nothing.
    auto verify = [](DestinationStyleOpInterface op) {
      return WalkResult(isa<ArgReduceOp, IdentityOp>(op)
                            ? verifySignlessElements(op)
                            : success());
    };
    if (getOperation()->walk(verify).wasInterrupted())
      return signalPassFailure();

    RewritePatternSet patterns(&getContext());
    populateExtremaToLinalgPatterns(patterns);
    walkAndApplyPatterns(getOperation(), std::move(patterns));
  }
};
} // namespace
