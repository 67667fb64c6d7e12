//===- ExtremaToLoops.cpp - Structured operations to scalar loops ---------===//
//
// The judge of every faster lowering. It compares whole (value, index) pairs
// and relies on nothing but their order, addresses memrefs only by their
// coordinates, and needs no scratch memory.
//
//===----------------------------------------------------------------------===//

#include "extrema/Conversion/ExtremaToLoops/ExtremaToLoops.h"

#include "MemRefElements.h"
#include "RowHeap.h"
#include "extrema/Conversion/Common/ElementOrder.h"
#include "extrema/Conversion/Common/StructuredOps.h"
#include "extrema/Conversion/Passes.h"
#include "extrema/Dialect/Extrema/IR/Extrema.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Transforms/WalkPatternRewriteDriver.h"

namespace mlir::extrema {
#define GEN_PASS_DEF_CONVERTEXTREMATOLOOPS
#include "extrema/Conversion/Passes.h.inc"
} // namespace mlir::extrema

using namespace mlir;
using namespace mlir::extrema;

//===----------------------------------------------------------------------===//
// Rows
//===----------------------------------------------------------------------===//

/// Loops over every dimension of `memref` but `dimension`, over all if that is
/// negative; `buildRow` gets their coordinates.
static void buildLoopsOverRows(
    OpBuilder &b, Location loc, Value memref, int64_t dimension,
    function_ref<void(OpBuilder &, Location, ValueRange)> buildRow) {
  int64_t rank = cast<MemRefType>(memref.getType()).getRank();
  SmallVector<Value> extents;
  for (int64_t i = 0; i < rank; ++i)
    if (i != dimension)
      extents.push_back(createExtent(b, loc, memref, i));
  SmallVector<Value> zeros(extents.size(),
                           arith::ConstantIndexOp::create(b, loc, 0));
  SmallVector<Value> ones(extents.size(),
                          arith::ConstantIndexOp::create(b, loc, 1));
  scf::buildLoopNest(b, loc, zeros, extents, ones, buildRow);
}

/// The input's element at `position` of the row at `outer`; `input` is the
/// op's, of the working type.
template <typename OpTy>
static Element loadInput(OpBuilder &b, Location loc, OpTy op, Value input,
                         Type indexType, ValueRange outer, Value position) {
  SmallVector<Value> coordinates =
      getCoordinates(outer, op.getReducedDimension(), position);
  if (op.getInputIndices())
    return loadElement(b, loc, input, op.getInputIndices(), coordinates);
  return {
      memref::LoadOp::create(b, loc, input, coordinates),
      createIndexOfPosition(b, loc, position, op.getIndexBase(), indexType)};
}

//===----------------------------------------------------------------------===//
// arg_reduce
//===----------------------------------------------------------------------===//

namespace {
struct ArgReduceToLoops : OpRewritePattern<ArgReduceOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(ArgReduceOp op,
                                PatternRewriter &rewriter) const override {
    if (!op.hasPureBufferSemantics() || !hasSignlessElements(op))
      return rewriter.notifyMatchFailure(
          op, "needs memrefs of floats or signless integers");
    ElementOrder order(op.getKind(), op.getTie(), op.getElementType());
    Type indexType = op.getIndexElementType();
    Location loc = op.getLoc();
    Value input = order.toWorkingType(rewriter, loc, op.getInput());
    Value indices = op.getIndices();
    Value values = op.getValues();
    if (values)
      values = order.toWorkingType(rewriter, loc, values);
    Value zero = arith::ConstantIndexOp::create(rewriter, loc, 0);
    Value one = arith::ConstantIndexOp::create(rewriter, loc, 1);
    Value extent =
        createExtent(rewriter, loc, op.getInput(), op.getReducedDimension());

    auto buildRow = [&](OpBuilder &b, Location loc, ValueRange outer) {
      Element start = op.getAccumulate()
                          ? loadElement(b, loc, values, indices, outer)
                          : order.createIdentity(b, loc, indexType);
      auto loop = scf::ForOp::create(
          b, loc, zero, extent, one, ValueRange{start.value, start.index},
          [&](OpBuilder &b, Location loc, Value position, ValueRange state) {
            Element element =
                loadInput(b, loc, op, input, indexType, outer, position);
            Element best = order.reduce(b, loc, {state[0], state[1]}, element);
            scf::YieldOp::create(b, loc, {best.value, best.index});
          });
      storeElement(b, loc, {loop.getResult(0), loop.getResult(1)}, values,
                   indices, outer);
    };
    buildLoopsOverRows(rewriter, loc, op.getInput(), op.getReducedDimension(),
                       buildRow);
    rewriter.eraseOp(op);
    return success();
  }
};

//===----------------------------------------------------------------------===//
// topk_reduce
//===----------------------------------------------------------------------===//

/// The destination's row is a heap while the input's elements arrive, with the
/// worst of the k best at its root, and is then sorted in place.
struct TopKReduceToLoops : OpRewritePattern<TopKReduceOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(TopKReduceOp op,
                                PatternRewriter &rewriter) const override {
    if (!op.hasPureBufferSemantics() || !hasSignlessElements(op))
      return rewriter.notifyMatchFailure(
          op, "needs memrefs of floats or signless integers");
    ElementOrder order(op.getKind(), op.getTie(), op.getElementType());
    Type indexType = getElementTypeOrSelf(op.getIndices().getType());
    Location loc = op.getLoc();
    Value input = order.toWorkingType(rewriter, loc, op.getInput());
    Value values = order.toWorkingType(rewriter, loc, op.getValues());
    Value zero = arith::ConstantIndexOp::create(rewriter, loc, 0);
    Value one = arith::ConstantIndexOp::create(rewriter, loc, 1);
    Value extent =
        createExtent(rewriter, loc, op.getInput(), op.getReducedDimension());
    Value k =
        createExtent(rewriter, loc, op.getValues(), op.getReducedDimension());
    // What the heap holds before the elements after `first` arrive: the state,
    // or the first elements, as many as there is room for.
    Value size = k, first = zero;
    if (!op.getAccumulate())
      size = first = rewriter.createOrFold<arith::MinSIOp>(loc, k, extent);
    // With k = 0 there is no root to compare with.
    Value isEmpty = rewriter.createOrFold<arith::CmpIOp>(
        loc, arith::CmpIPredicate::eq, k, zero);
    Value end =
        rewriter.createOrFold<arith::SelectOp>(loc, isEmpty, zero, extent);

    auto buildRow = [&](OpBuilder &b, Location loc, ValueRange outer) {
      RowHeap heap(order, values, op.getIndices(), outer,
                   op.getReducedDimension());
      auto forEach = [&](Value begin, Value end,
                         function_ref<void(OpBuilder &, Location, Value)> f) {
        scf::buildLoopNest(b, loc, begin, end, one,
                           [&](OpBuilder &b, Location loc, ValueRange ivs) {
                             f(b, loc, ivs.front());
                           });
      };
      auto load = [&](OpBuilder &b, Location loc, Value position) {
        return loadInput(b, loc, op, input, indexType, outer, position);
      };

      if (!op.getAccumulate()) {
        forEach(zero, size, [&](OpBuilder &b, Location loc, Value position) {
          heap.store(b, loc, position, load(b, loc, position));
        });
        // Where there are fewer elements than k: no element is worse.
        forEach(size, k, [&](OpBuilder &b, Location loc, Value position) {
          heap.store(b, loc, position, order.createIdentity(b, loc, indexType));
        });
      }
      heap.heapify(b, loc, size);
      forEach(first, end, [&](OpBuilder &b, Location loc, Value position) {
        Element element = load(b, loc, position);
        Value isOut = order.isBetter(b, loc, heap.load(b, loc, zero), element);
        Value yes = arith::ConstantIntOp::create(b, loc, 1, /*width=*/1);
        Value isIn = arith::XOrIOp::create(b, loc, isOut, yes);
        scf::IfOp::create(b, loc, isIn, [&](OpBuilder &b, Location loc) {
          heap.replaceRoot(b, loc, size, element);
          scf::YieldOp::create(b, loc);
        });
      });
      if (!op.getUnsorted())
        heap.sort(b, loc, size);
    };
    buildLoopsOverRows(rewriter, loc, op.getInput(), op.getReducedDimension(),
                       buildRow);
    rewriter.eraseOp(op);
    return success();
  }
};

//===----------------------------------------------------------------------===//
// identity
//===----------------------------------------------------------------------===//

struct IdentityToLoops : OpRewritePattern<IdentityOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(IdentityOp op,
                                PatternRewriter &rewriter) const override {
    if (!op.hasPureBufferSemantics() || !hasSignlessElements(op))
      return rewriter.notifyMatchFailure(
          op, "needs memrefs of floats or signless integers");
    ElementOrder order(op.getKind(), op.getTie(), op.getElementType());
    Location loc = op.getLoc();
    Value values = order.toWorkingType(rewriter, loc, op.getValues());
    Element identity =
        order.createIdentity(rewriter, loc, op.getIndexElementType());
    buildLoopsOverRows(rewriter, loc, op.getValues(), /*dimension=*/-1,
                       [&](OpBuilder &b, Location loc, ValueRange coordinates) {
                         storeElement(b, loc, identity, values, op.getIndices(),
                                      coordinates);
                       });
    rewriter.eraseOp(op);
    return success();
  }
};
} // namespace

void mlir::extrema::populateExtremaToLoopsPatterns(
    RewritePatternSet &patterns) {
  patterns.add<ArgReduceToLoops, TopKReduceToLoops, IdentityToLoops>(
      patterns.getContext());
}

//===----------------------------------------------------------------------===//
// Pass
//===----------------------------------------------------------------------===//

namespace {
struct ConvertExtremaToLoops
    : extrema::impl::ConvertExtremaToLoopsBase<ConvertExtremaToLoops> {
  void runOnOperation() override {
    // Said here, since a pattern that does not match says nothing.
    auto verify = [](DestinationStyleOpInterface op) -> LogicalResult {
      if (!isa<ArgReduceOp, TopKReduceOp, IdentityOp>(op))
        return success();
      if (!op.hasPureBufferSemantics())
        return op->emitOpError("is on tensors, but can be lowered to loops on "
                               "memrefs only: bufferize before");
      return verifySignlessElements(op);
    };
    if (getOperation()
            ->walk([&](DestinationStyleOpInterface op) {
              return WalkResult(verify(op));
            })
            .wasInterrupted())
      return signalPassFailure();

    RewritePatternSet patterns(&getContext());
    populateExtremaToLoopsPatterns(patterns);
    walkAndApplyPatterns(getOperation(), std::move(patterns));
  }
};
} // namespace
