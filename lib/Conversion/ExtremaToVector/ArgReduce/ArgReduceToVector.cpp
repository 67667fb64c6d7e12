//===- ArgReduceToVector.cpp - Which strategy lowers an arg_reduce --------===//
//
// The one place that picks. Dimensions that lie next to each other in every
// memref are merged. Then the dimension of unit stride decides on the form:
//
//   the reduced one           rows
//   another one, in all       columns, as the lanes of vectors
//
// Of the strategies for a form (Strategies.h) the first one takes the operation
// whose regime it is in. What none takes stays a copy of the operation, for
// scalar loops. What is not known before run time is asked there, by a
// condition in the IR. Where elements bring their indices, strides are not
// asked for at run time.
//
//===----------------------------------------------------------------------===//

#include "Strategies.h"

#include "extrema/Conversion/Common/StructuredOps.h"
#include "extrema/Conversion/ExtremaToVector/ExtremaToVector.h"
#include "mlir/IR/PatternMatch.h"

using namespace mlir;
using namespace mlir::extrema;

/// Whether a strategy takes the form of `view`.
static bool hasStrategy(const View &view) {
  return llvm::any_of(getArgReduceStrategies(),
                      [&](const ArgReduceStrategy &strategy) {
                        return hasForm(view, strategy.form);
                      });
}

namespace {
/// A line of the table, and its regime.
struct Choice {
  const ArgReduceStrategy *strategy;
  Regime regime;
};
} // namespace

/// Reduces `view` by the first of `choices` that takes it. The extent is known
/// to be in `left`.
static void buildFirst(KernelBuilder &b, const ArgReduction &reduction,
                       const View &view, Value extent, Interval left,
                       ArrayRef<Choice> choices) {
  const Choice &choice = choices.front();
  const Regime &regime = choice.regime;
  assert(regime.extents.first <= left.first && "a gap between strategies");
  auto build = [&] { choice.strategy->build(b, reduction, view); };
  if (regime.leastLanes == 0 && regime.extents.contains(left))
    return build();
  auto buildOthers = [&](Interval left) {
    buildFirst(b, reduction, view, extent, left, choices.drop_front());
  };
  Value numLanes = regime.leastLanes > 0 ? b.extent(view.input, 0) : b.index(0);
  b.ifThen(
      b.atMost(extent, regime.extents.last),
      [&] {
        b.ifThen(
            b.atMost(numLanes, regime.leastLanes - 1),
            [&] { buildOthers(left); }, build);
      },
      [&] { buildOthers({regime.extents.last + 1, left.last}); });
}

/// Reduces `view`, whose reduced dimension has `extent` elements, by the first
/// strategy that takes it, else by `others`.
static void pick(KernelBuilder &b, const ArgReduction &reduction,
                 const View &view, Value extent, function_ref<void()> others) {
  SmallVector<Choice> choices;
  Interval taken{kAnyNumber, 0};
  for (const ArgReduceStrategy &strategy : getArgReduceStrategies()) {
    if (!hasForm(view, strategy.form))
      continue;
    Regime regime = strategy.getRegime(reduction);
    if (regime.extents.isEmpty())
      continue;
    choices.push_back({&strategy, regime});
    taken = {std::min(taken.first, regime.extents.first),
             std::max(taken.last, regime.extents.last)};
  }
  b.ifThen(
      isIn(b, extent, taken),
      [&] { buildFirst(b, reduction, view, extent, taken, choices); }, others);
}

/// Reduces columns whose strides may turn out to be 1, else builds `others`.
/// The innermost such dimension is asked for.
static void buildPossibleColumns(KernelBuilder &b,
                                 const ArgReduction &reduction,
                                 const View &view, Value extent,
                                 function_ref<void()> others) {
  std::optional<int64_t> lanes = findPossibleLanes(view);
  if (!lanes)
    return others();
  int64_t outer = view.getOuterNumber(*lanes);
  const Destinations &to = view.destinations;
  Value areColumns = createHasUnitStrides(
      b, {{view.input, *lanes}, {to.values, outer}, {to.indices, outer}});
  b.ifThen(
      areColumns,
      [&] {
        View columns{assumeUnitStride(b, view.input, *lanes),
                     {assumeUnitStride(b, to.values, outer),
                      assumeUnitStride(b, to.indices, outer)},
                     view.reduced,
                     /*keepsReduced=*/false};
        pick(b, reduction, columns, extent, others);
      },
      others);
}

LogicalResult mlir::extrema::vectorizeArgReduce(RewriterBase &rewriter,
                                                ArgReduceOp op,
                                                const VectorTarget &target,
                                                const KernelOptions &options) {
  if (failed(checkViewable(rewriter, op, target)))
    return failure();
  int64_t dimension = op.getReducedDimension();
  View operands{op.getInput(),
                {op.getValues(), op.getIndices()},
                dimension,
                /*keepsReduced=*/false,
                op.getInputIndices()};
  if (op.getInputIndices() && !hasStrategy(operands))
    return rewriter.notifyMatchFailure(op,
                                       "has explicit indices, and no "
                                       "dimension is known to be contiguous");
  int64_t stride = getStride(op.getInput(), dimension);
  if (stride != 1 && stride != ShapedType::kDynamic &&
      !findPossibleLanes(operands))
    return rewriter.notifyMatchFailure(op, "no dimension is contiguous");

  OpBuilder::InsertionGuard guard(rewriter);
  rewriter.setInsertionPoint(op);
  KernelBuilder b(op.getLoc(), rewriter, options);
  // What marks would change here has not been measured.
  b.leaveLoopsUnmarked();
  ArgReduction reduction{
      op,
      target,
      ElementOrder(op.getKind(), op.getTie(), op.getElementType()),
      op.getIndexElementType(),
      op.getIndexBase(),
      op.getAccumulate(),
      /*previous=*/op->getPrevNode()};
  auto toWorkingType = [&](Value memref) {
    return memref ? reduction.order.toWorkingType(b, b.getLoc(), memref)
                  : memref;
  };
  View view{toWorkingType(op.getInput()),
            {toWorkingType(op.getValues()), op.getIndices()},
            dimension,
            /*keepsReduced=*/false,
            op.getInputIndices()};
  // Merging may lose a known stride: that of 1 x ? elements as one dimension is
  // unknown. Pairs need known strides.
  View merged = mergeDimensions(b, view);
  if (!view.inputIndices || hasStrategy(merged))
    view = merged;
  Value extent = b.extent(view.input, view.reduced);

  auto buildScalar = [&] { b.clone(*op); };
  auto buildAsColumns = [&] {
    buildPossibleColumns(b, reduction, view, extent, buildScalar);
  };
  if (hasStrategy(view)) {
    pick(b, reduction, view, extent, buildScalar);
  } else if (getStride(view.input, view.reduced) == ShapedType::kDynamic) {
    // Rows come first, as where strides are known.
    Value areRows = createHasUnitStrides(b, {{view.input, view.reduced}});
    b.ifThen(
        areRows,
        [&] {
          View rows = view;
          rows.input = assumeUnitStride(b, rows.input, rows.reduced);
          pick(b, reduction, rows, extent, buildScalar);
        },
        buildAsColumns);
  } else {
    buildAsColumns();
  }
  rewriter.eraseOp(op);
  return success();
}
