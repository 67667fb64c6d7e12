//===- TopKToVector.cpp - Which strategy lowers a topk_reduce -------------===//
//
// The one place that picks. Dimensions that lie next to each other in every
// memref are merged; then the number of results and the dimension of unit
// stride decide on the form:
//
//   k = 1                             an arg_reduce
//   the reduced one                   rows
//   another one, and few results      columns, as the lanes of vectors
//   any other                         blocks, copied to rows
//
// Of the strategies for a form (Strategies.h) the first one takes the operation
// whose regime it is in. What none takes stays a copy of the operation, for
// scalar loops. What is not known before run time is asked there, by a
// condition in the IR.
//
//===----------------------------------------------------------------------===//

#include "BlockMerge.h"
#include "BlockedCopies.h"
#include "LargeK.h"
#include "LongRows.h"
#include "RowBatch.h"
#include "SortedRows.h"
#include "Strategies.h"
#include "Strided.h"

#include "extrema/Conversion/Common/StructuredOps.h"
#include "extrema/Conversion/ExtremaToVector/ExtremaToVector.h"
#include "extrema/Dialect/Extrema/Utils/RegionRuns.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/PatternMatch.h"

using namespace mlir;
using namespace mlir::extrema;

/// Returns `memref` without `dimension`, which has one element.
static Value dropDimension(KernelBuilder &b, Value memref, int64_t dimension) {
  SmallVector<int64_t> kept = llvm::to_vector(
      llvm::seq<int64_t>(cast<MemRefType>(memref.getType()).getRank()));
  kept.erase(kept.begin() + dimension);
  return createSlice(b, memref, b.index(0), kept);
}

/// Replaces an operation with k = 1 by an arg_reduce.
static void replaceByArgReduce(RewriterBase &rewriter, TopKReduceOp op,
                               const VectorTarget &target,
                               const KernelOptions &options) {
  KernelBuilder b(op.getLoc(), rewriter, options);
  int64_t dimension = op.getReducedDimension();
  auto reduction = ArgReduceOp::create(
      b, /*results=*/TypeRange(), op.getKind(), dimension,
      /*select_last=*/false, op.getAccumulate(), op.getInput(),
      op.getInputIndices(), op.getIndexBase(),
      dropDimension(b, op.getValues(), dimension),
      dropDimension(b, op.getIndices(), dimension));
  rewriter.eraseOp(op);
  // If this fails, the arg_reduce stays for scalar loops.
  (void)vectorizeArgReduce(rewriter, reduction, target, options);
}

/// Reduces `view`, of that form, by the first of `strategies` that takes it,
/// else by `others`. `lanes` is the dimension of columns or of the rows of a
/// batch, `numLanes` their number; negative and null where there are none. The
/// extent is known to be in `assumed`.
static void pick(KernelBuilder &b, const TopKProblem &problem,
                 ArrayRef<const TopKStrategy *> strategies, const View &view,
                 int64_t lanes, Value numLanes, Interval assumed,
                 function_ref<void()> others) {
  struct Choice {
    Value condition;
    const TopKStrategy *strategy;
  };
  Value extent = b.extent(view.input, view.reduced);
  Value k = b.extent(view.destinations.values, view.reduced);
  SmallVector<Choice> choices;
  for (const TopKStrategy *strategy : strategies)
    choices.push_back(
        {takes(b, *strategy, problem, extent, k, numLanes, assumed), strategy});
  auto build = [&](const TopKStrategy &strategy) {
    const TopKReduction &reduction = problem.reduction;
    if (!reduction.accumulates || !strategy.getMergedLanes)
      return strategy.build(b, reduction, view, lanes, problem.k);
    buildMergedBlocks(b, reduction, view, lanes,
                      strategy.getMergedLanes(reduction, problem.k), problem.k,
                      [&](KernelBuilder &b, const TopKReduction &reduction,
                          const View &block) {
                        strategy.build(b, reduction, block,
                                       /*lanes=*/1 - block.reduced, problem.k);
                      });
  };
  auto buildFrom = [&](auto &buildFrom, ArrayRef<Choice> left) -> void {
    if (left.empty())
      return others();
    b.ifThen(
        left.front().condition, [&] { build(*left.front().strategy); },
        [&] { buildFrom(buildFrom, left.drop_front()); });
  };
  buildFrom(buildFrom, choices);
}

/// The strategies of one of the forms.
static SmallVector<const TopKStrategy *>
getStrategies(ArrayRef<TopKForm> forms) {
  SmallVector<const TopKStrategy *> found;
  for (const TopKStrategy &strategy : getTopKStrategies())
    if (llvm::is_contained(forms, strategy.form))
      found.push_back(&strategy);
  return found;
}

/// Rows of unit stride.
static void buildRows(KernelBuilder &b, TopKProblem problem, const View &rows,
                      function_ref<void()> others) {
  problem.hasBatches =
      !problem.reduction.hasIndices && takesRowBatches(rows, problem.k);
  int64_t lanes = problem.hasBatches ? findBatch(rows) : -1;
  Value numLanes = problem.hasBatches ? b.extent(rows.input, lanes) : Value();
  pick(b, problem, getStrategies({TopKForm::RowsAndResults, TopKForm::Rows}),
       rows, lanes, numLanes, /*assumed=*/{}, others);
}

/// Columns along `lanes`, of as many elements as `extents` says.
static void buildColumns(KernelBuilder &b, const TopKProblem &problem,
                         const View &view, int64_t lanes, Interval extents,
                         function_ref<void()> others) {
  const TopKReduction &reduction = problem.reduction;
  SmallVector<const TopKStrategy *> strategies =
      getStrategies(TopKForm::Columns);
  if (!reduction.accumulates)
    return pick(b, problem, strategies, view, lanes,
                b.extent(view.input, lanes), extents, others);
  // One code for states, whichever strategy takes them. Blocks have enough
  // columns.
  int64_t least = getStridedTopKColumns(reduction);
  auto buildBlock = [&](KernelBuilder &b, const TopKReduction &overwriting,
                        const View &block) {
    TopKProblem inner{overwriting, problem.k, problem.isExtentKnown,
                      problem.hasBatches};
    pick(b, inner, strategies, block, 1 - block.reduced, b.index(kAnyNumber),
         extents, [] {});
  };
  b.ifThen(
      isIn(b, b.extent(view.input, lanes), {least}),
      [&] {
        buildMergedBlocks(b, reduction, view, lanes, least, problem.k,
                          buildBlock);
      },
      others);
}

/// Rows of unit stride that are no shorter than a chunk: what copies make. All
/// of them are in the regime of long rows: a block has few enough elements, and
/// `buildCopies` asks at run time for the most results. So the table is not
/// asked. Its lines would ask for the same bounds again.
static void buildLongOrLarge(KernelBuilder &b, const TopKReduction &reduction,
                             const View &rows) {
  Value extent = b.extent(rows.input, rows.reduced);
  Value k = b.extent(rows.destinations.values, rows.reduced);
  b.ifThen(
      isLargeK(b, reduction, extent, k),
      [&] { buildLargeK(b, reduction, rows); },
      [&] { buildLongRows(b, reduction, rows); });
}

/// Reduces any layout by copies to rows, where a strategy for rows takes so
/// many elements. Elsewhere builds `buildScalar`.
static void buildCopies(KernelBuilder &b, const TopKReduction &reduction,
                        const View &view, function_ref<void()> buildScalar) {
  Value extent = b.extent(view.input, view.reduced);
  Value k = b.extent(view.destinations.values, view.reduced);
  Value isLong = isIn(b, extent, {getLongRowMinimum(reduction)});
  Value areFew = isIn(b, k, {1, tuning::copies::kMostResults});
  Value areSorted = areSortedRows(b, reduction, extent, k, /*least=*/1);
  b.ifThen(
      b.bitAnd(areFew, b.bitOr(isLong, areSorted)),
      [&] {
        b.ifThen(
            isLong,
            [&] { buildBlockedCopies(b, reduction, view, buildLongOrLarge); },
            [&] { buildShortCopies(b, reduction, view, buildSortedRows); });
      },
      buildScalar);
}

/// Returns whether a stride of 1 is known or worth asking for at run time. In a
/// matrix without gaps it is not worth it: there the stride of a column is 1
/// only if the matrix has one column.
static bool mayHaveUnitStride(Value memref, int64_t dimension) {
  return isUnitStride(memref, dimension) ||
         (getStride(memref, dimension) == ShapedType::kDynamic &&
          !cast<MemRefType>(memref.getType()).getLayout().isIdentity());
}

LogicalResult mlir::extrema::vectorizeTopKReduce(RewriterBase &rewriter,
                                                 TopKReduceOp op,
                                                 const VectorTarget &target,
                                                 const KernelOptions &options) {
  if (failed(checkViewable(rewriter, op, target)))
    return failure();

  OpBuilder::InsertionGuard guard(rewriter);
  rewriter.setInsertionPoint(op);
  int64_t dimension = op.getReducedDimension();
  auto resultType = cast<MemRefType>(op.getValues().getType());
  int64_t k = resultType.getDimSize(dimension);
  if (k == 1) {
    replaceByArgReduce(rewriter, op, target, options);
    return success();
  }

  TopKReduction reduction{
      target,
      ElementOrder(op.getKind(), op.getTie(), op.getElementType()),
      op.getIndexElementType(),
      op.getIndexBase(),
      op.getAccumulate(),
      /*hasIndices=*/!!op.getInputIndices(),
      /*isSorted=*/!op.getUnsorted(),
      /*mayUseStack=*/runsOnceInFrame(op)};
  reduction.target.isScalable = false;
  const ElementOrder &order = reduction.order;
  KernelBuilder b(op.getLoc(), rewriter, options);
  View view{
      order.toWorkingType(b, b.getLoc(), op.getInput()),
      {order.toWorkingType(b, b.getLoc(), op.getValues()), op.getIndices()},
      dimension,
      /*keepsReduced=*/true,
      op.getInputIndices()};
  view = mergeDimensions(b, view);
  Value extent = b.extent(view.input, view.reduced);

  auto buildScalar = [&] { b.clone(*op); };
  auto buildAsCopies = [&] { buildCopies(b, reduction, view, buildScalar); };
  TopKProblem problem{reduction, k, getConstantIntValue(extent).has_value(),
                      /*hasBatches=*/false};
  auto buildAsRows = [&](const View &rows) {
    buildRows(b, problem, rows, buildScalar);
  };

  bool areRows = isUnitStride(view.input, view.reduced) &&
                 isUnitStride(view.inputIndices, view.reduced);
  if (areRows) {
    buildAsRows(view);
  } else if (std::optional<int64_t> lanes = findLanes(view);
             lanes && !reduction.hasIndices && k != ShapedType::kDynamic &&
             k <= getStridedTopKLimit(reduction)) {
    Interval extents{k, tuning::limits::kMostCounted};
    b.ifThen(
        isIn(b, extent, extents),
        [&] { buildColumns(b, problem, view, *lanes, extents, buildAsCopies); },
        buildScalar);
  } else if (mayHaveUnitStride(view.input, view.reduced) &&
             mayHaveUnitStride(view.inputIndices, view.reduced)) {
    Value isRow = createHasUnitStrides(
        b, {{view.input, view.reduced}, {view.inputIndices, view.reduced}});
    b.ifThen(
        isRow,
        [&] {
          View rows = view;
          rows.input = assumeUnitStride(b, rows.input, rows.reduced);
          rows.inputIndices =
              assumeUnitStride(b, rows.inputIndices, rows.reduced);
          buildAsRows(rows);
        },
        buildAsCopies);
  } else {
    buildAsCopies();
  }
  rewriter.eraseOp(op);
  return success();
}
