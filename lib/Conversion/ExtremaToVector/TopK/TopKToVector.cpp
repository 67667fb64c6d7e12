//===- TopKToVector.cpp - Which strategy lowers a topk_reduce -------------===//
//
// The one place that picks. Dimensions that lie next to each other in every
// memref are merged; then the number of results and the dimension of unit
// stride decide:
//
//   k = 1                             an arg_reduce
//   the reduced one                   rows: short ones, where results are few,
//                                     in batches, long ones one at a time, by
//                                     one of two strategies, as k decides
//   another one, and few results      columns, as the lanes of vectors
//   none, or short rows               a copy of the operation, for scalar loops
//
// What is not known before run time is asked there, by a condition in the IR.
//
//===----------------------------------------------------------------------===//

#include "TopKReduction.h"

#include "extrema/Conversion/Common/StructuredOps.h"
#include "extrema/Conversion/ExtremaToVector/ExtremaToVector.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Interfaces/LoopLikeInterface.h"

using namespace mlir;
using namespace mlir::extrema;

/// `memref` without `dimension`, which has one element.
static Value dropDimension(OpBuilder &b, Location loc, Value memref,
                           int64_t dimension) {
  auto type = cast<MemRefType>(memref.getType());
  SmallVector<OpFoldResult> offsets(type.getRank(), b.getIndexAttr(0));
  SmallVector<OpFoldResult> strides(type.getRank(), b.getIndexAttr(1));
  SmallVector<OpFoldResult> sizes = memref::getMixedSizes(b, loc, memref);
  SmallVector<int64_t> shape(type.getShape());
  shape.erase(shape.begin() + dimension);
  MemRefType dropped = memref::SubViewOp::inferRankReducedResultType(
      shape, type, offsets, sizes, strides);
  return memref::SubViewOp::create(b, loc, dropped, memref, offsets, sizes,
                                   strides);
}

/// The best one alone is what arg_reduce finds.
static void replaceByArgReduce(RewriterBase &rewriter, TopKReduceOp op,
                               const VectorTarget &target) {
  Location loc = op.getLoc();
  int64_t dimension = op.getReducedDimension();
  auto reduction = ArgReduceOp::create(
      rewriter, loc, /*resultTypes=*/TypeRange(), op.getKind(), dimension,
      /*select_last=*/false, op.getAccumulate(), op.getInput(),
      op.getInputIndices(), op.getIndexBase(),
      dropDimension(rewriter, loc, op.getValues(), dimension),
      dropDimension(rewriter, loc, op.getIndices(), dimension));
  rewriter.eraseOp(op);
  // If it fails the operation stays, as every other would.
  (void)vectorizeArgReduce(rewriter, reduction, target);
}

/// Whether `op` may be run more than once in a call of its function.
static bool isInLoop(Operation *op) {
  while (Operation *parent = op->getParentOp()) {
    // Several blocks may form a cycle.
    if (isa<LoopLikeOpInterface>(parent) ||
        !llvm::hasSingleElement(*op->getParentRegion()))
      return true;
    if (parent->hasTrait<OpTrait::AutomaticAllocationScope>())
      return false;
    op = parent;
  }
  return true;
}

LogicalResult mlir::extrema::vectorizeTopKReduce(RewriterBase &rewriter,
                                                 TopKReduceOp op,
                                                 const VectorTarget &target) {
  if (!op.hasPureBufferSemantics() || !hasSignlessElements(op))
    return rewriter.notifyMatchFailure(
        op, "needs memrefs of floats or signless integers");
  if (!target.hasVectors)
    return rewriter.notifyMatchFailure(op, "the target has no vectors");
  if (!hasStridedLayouts(op))
    return rewriter.notifyMatchFailure(op, "a layout is not strided");

  Location loc = op.getLoc();
  OpBuilder::InsertionGuard guard(rewriter);
  rewriter.setInsertionPoint(op);
  int64_t dimension = op.getReducedDimension();
  auto resultType = cast<MemRefType>(op.getValues().getType());
  int64_t k = resultType.getDimSize(dimension);
  if (k == 1) {
    replaceByArgReduce(rewriter, op, target);
    return success();
  }
  if (op.getInputIndices())
    return rewriter.notifyMatchFailure(op, "has explicit indices");
  if (op.getAccumulate())
    return rewriter.notifyMatchFailure(op, "accumulates");
  // Dimensions of no elements do not merge with dynamic ones, either.
  if (llvm::is_contained(resultType.getShape(), 0) ||
      llvm::is_contained(op.getInputType().getShape(), 0))
    return rewriter.notifyMatchFailure(op, "there is nothing to select");

  TopKReduction reduction{
      target,
      ElementOrder(op.getKind(), op.getTie(), op.getElementType()),
      op.getIndexElementType(),
      op.getIndexBase(),
      op.getAccumulate(),
      /*isSorted=*/!op.getUnsorted(),
      /*mayUseStack=*/!isInLoop(op)};
  reduction.target.isScalable = false;
  const ElementOrder &order = reduction.order;
  View view{
      order.toWorkingType(rewriter, loc, op.getInput()),
      {order.toWorkingType(rewriter, loc, op.getValues()), op.getIndices()},
      dimension,
      /*keepsReduced=*/true};
  view = mergeDimensions(rewriter, loc, view);
  Value extent = createExtent(rewriter, loc, view.input, view.reduced);
  Value results =
      createExtent(rewriter, loc, view.destinations.values, view.reduced);

  auto buildScalar = [&](OpBuilder &b, Location) { b.clone(*op); };
  // What strategies count in 32 bits, twice k included.
  constexpr int64_t extentLimit = std::numeric_limits<int32_t>::max();
  constexpr int64_t resultLimit = extentLimit / 2;
  auto buildLongRowsOr = [&](OpBuilder &b, Location loc, const View &rows) {
    buildIf(
        b, loc,
        isInRange(b, loc, extent, getLongRowMinimum(reduction), extentLimit),
        [&](OpBuilder &b, Location loc) {
          buildIf(
              b, loc, isInRange(b, loc, results, 1, resultLimit),
              [&](OpBuilder &b, Location loc) {
                buildIf(
                    b, loc, isLargeK(b, loc, reduction, extent, results),
                    [&](OpBuilder &b, Location loc) {
                      buildLargeK(b, loc, reduction, rows);
                    },
                    [&](OpBuilder &b, Location loc) {
                      buildLongRows(b, loc, reduction, rows);
                    });
              },
              buildScalar);
        },
        buildScalar);
  };
  auto buildRowsOr = [&](const View &rows) {
    auto buildOthers = [&](OpBuilder &b, Location loc) {
      buildLongRowsOr(b, loc, rows);
    };
    if (!takesShortTopKRows(rows, k))
      return buildOthers(rewriter, loc);
    buildIf(
        rewriter, loc,
        isInRange(rewriter, loc, extent, getShortTopKRowMinimum(reduction, k),
                  getShortTopKRowLimit(reduction)),
        [&](OpBuilder &b, Location loc) {
          buildShortTopKRows(b, loc, reduction, rows, k);
        },
        buildOthers);
  };

  if (isUnitStride(view.input, view.reduced)) {
    buildRowsOr(view);
  } else if (std::optional<int64_t> lanes = findLanes(view);
             lanes && k != ShapedType::kDynamic &&
             k <= getStridedTopKLimit(reduction)) {
    Value numColumns = createExtent(rewriter, loc, view.input, *lanes);
    buildIf(
        rewriter, loc, isInRange(rewriter, loc, extent, k, extentLimit),
        [&](OpBuilder &b, Location loc) {
          buildIf(
              b, loc,
              isInRange(b, loc, numColumns, getStridedTopKColumns(reduction),
                        std::numeric_limits<int64_t>::max()),
              [&](OpBuilder &b, Location loc) {
                buildStridedTopK(b, loc, reduction, view, *lanes, k);
              },
              buildScalar);
        },
        buildScalar);
  } else if (getStride(view.input, view.reduced) == ShapedType::kDynamic) {
    Value isRow =
        createHasUnitStrides(rewriter, loc, {{view.input, view.reduced}});
    auto choice = scf::IfOp::create(rewriter, loc, isRow, /*withElse=*/true);
    rewriter.setInsertionPointToStart(choice.thenBlock());
    View rows = view;
    rows.input = assumeUnitStride(rewriter, loc, rows.input, rows.reduced);
    buildRowsOr(rows);
    rewriter.setInsertionPointToStart(choice.elseBlock());
    buildScalar(rewriter, loc);
  } else {
    buildScalar(rewriter, loc);
  }
  rewriter.eraseOp(op);
  return success();
}
