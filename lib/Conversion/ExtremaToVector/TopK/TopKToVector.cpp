//===- TopKToVector.cpp - Which strategy lowers a topk_reduce -------------===//
//
// The one place that picks. Dimensions that lie next to each other in every
// memref are merged; then the number of results and the dimension of unit
// stride decide:
//
//   k = 1                             an arg_reduce
//   the reduced one                   rows: short and medium ones in batches,
//                                     where results are few, else sorted or
//                                     left to the scalar loops; long ones one
//                                     at a time, by one of two strategies, as k
//                                     decides
//   another one, and few results      columns, as the lanes of vectors: row by
//                                     row, or by groups where there are many
//   any other                         blocks, copied to rows
//
// Other short rows and columns stay a copy of the operation, for scalar loops.
// What is not known before run time is asked there, by a condition in the IR.
//
//===----------------------------------------------------------------------===//

#include "TopKReduction.h"

#include "../Selection/Records.h"

#include "extrema/Conversion/Common/StructuredOps.h"
#include "extrema/Conversion/ExtremaToVector/ExtremaToVector.h"
#include "extrema/Dialect/Extrema/Utils/RegionRuns.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/PatternMatch.h"

using namespace mlir;
using namespace mlir::extrema;

/// `memref` without `dimension`, which has one element.
static Value dropDimension(KernelBuilder &b, Value memref, int64_t dimension) {
  SmallVector<int64_t> kept = llvm::to_vector(
      llvm::seq<int64_t>(cast<MemRefType>(memref.getType()).getRank()));
  kept.erase(kept.begin() + dimension);
  return createSlice(b, memref, b.index(0), kept);
}

/// The best one alone is what arg_reduce finds.
static void replaceByArgReduce(RewriterBase &rewriter, TopKReduceOp op,
                               const VectorTarget &target) {
  KernelBuilder b(op.getLoc(), rewriter);
  int64_t dimension = op.getReducedDimension();
  auto reduction = ArgReduceOp::create(
      b, /*results=*/TypeRange(), op.getKind(), dimension,
      /*select_last=*/false, op.getAccumulate(), op.getInput(),
      op.getInputIndices(), op.getIndexBase(),
      dropDimension(b, op.getValues(), dimension),
      dropDimension(b, op.getIndices(), dimension));
  rewriter.eraseOp(op);
  // If it fails the operation stays, as every other would.
  (void)vectorizeArgReduce(rewriter, reduction, target);
}

/// What strategies count in 32 bits, twice k included.
static constexpr int64_t extentLimit = tuning::limits::kMostCounted;
static constexpr int64_t resultLimit = extentLimit / 2;
static constexpr int64_t anyNumber = std::numeric_limits<int64_t>::max();

/// How many elements a row may have that becomes records.
static int64_t getRowLimit(const TopKReduction &reduction) {
  RecordFormat format(reduction.order, reduction.target);
  return format.areDoubles() ? int64_t(1) << RecordFormat::positionBits
                             : extentLimit;
}

namespace {
/// How rows are reduced if a condition, an i1, holds.
struct RowStrategy {
  Value condition;
  std::function<void()> build;
};
} // namespace

/// Rows of unit stride that `buildLongRows` takes.
static void buildLongOrLarge(KernelBuilder &b, const TopKReduction &reduction,
                             const View &rows) {
  Value extent = b.extent(rows.input, rows.reduced);
  Value k = b.extent(rows.destinations.values, rows.reduced);
  b.ifThen(
      isLargeK(b, reduction, extent, k),
      [&] { buildLargeK(b, reduction, rows); },
      [&] { buildLongRows(b, reduction, rows); });
}

/// Whether rows of `extent` elements, too few for a long row, are sorted to
/// find `k` results, `least` or more.
static Value areSortedRows(KernelBuilder &b, const TopKReduction &reduction,
                           Value extent, Value k, int64_t least) {
  if (reduction.hasIndices)
    least = std::max(least, tuning::sortedRows::kLeastExplicit);
  Value isShort = isInRange(b, extent, getSortedRowMinimum(reduction),
                            getLongRowMinimum(reduction) - 1);
  Value condition = b.bitAnd(isShort, isInRange(b, k, least, resultLimit));
  if (!reduction.hasIndices)
    return condition;
  return b.bitAnd(
      condition,
      b.atLeast(b.mul(k, tuning::sortedRows::kExplicitShare), extent));
}

/// Any layout, by copies to rows, where these take so many elements.
static void buildCopies(KernelBuilder &b, const TopKReduction &reduction,
                        const View &view, function_ref<void()> buildScalar) {
  Value extent = b.extent(view.input, view.reduced);
  Value k = b.extent(view.destinations.values, view.reduced);
  Value isLong = isInRange(b, extent, getLongRowMinimum(reduction), anyNumber);
  Value areFew = isInRange(b, k, 1, tuning::copies::kMostResults);
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

/// The strategies for rows of unit stride, the first one that takes a row
/// before those that would take it too.
static SmallVector<RowStrategy> getRowStrategies(KernelBuilder &b,
                                                 const TopKReduction &reduction,
                                                 const View &rows, int64_t k) {
  Value extent = b.extent(rows.input, rows.reduced);
  bool isKnown = getConstantIntValue(extent).has_value();
  int64_t longMinimum = getLongRowMinimum(reduction);
  constexpr int64_t leastSorted = tuning::sortedRows::kLeastResults;
  SmallVector<RowStrategy> strategies;
  auto addBatches = [&](Value condition, auto build) {
    strategies.push_back(
        {condition, [&b, &reduction, &rows, k, build] {
           if (!reduction.accumulates)
             return build(b, reduction, rows, k);
           buildMergedBlocks(
               b, reduction, rows, findBatch(rows),
               getTopKRowBatch(reduction, k), k,
               [&](KernelBuilder &b, const TopKReduction &reduction,
                   const View &rows) { build(b, reduction, rows, k); });
         }});
  };
  bool hasBatches = !reduction.hasIndices && takesRowBatches(rows, k);
  if (hasBatches) {
    int64_t shortMinimum = getShortTopKRowMinimum(reduction, k);
    int64_t mediumMinimum = getMediumTopKRowMinimum(reduction, k);
    int64_t mediumLimit = getMediumTopKRowLimit(reduction);
    // Rows that can be taken one at a time need not fill the lanes: long ones
    // are as fast as by batches, sorted ones if they are less than a quarter.
    Value numRows = b.extent(rows.input, findBatch(rows));
    int64_t batch = getTopKRowBatch(reduction, k);
    Value isBatch = isInRange(b, numRows, batch, anyNumber);
    bool areSorted = k >= leastSorted && isKnown;
    Value isPart = isInRange(
        b, numRows, areSorted ? batch / tuning::rowBatches::kLeastShare : 0,
        anyNumber);
    Value isShort =
        b.bitAnd(isInRange(b, extent, shortMinimum,
                           std::min(mediumMinimum, longMinimum) - 1),
                 isPart);
    if (mediumMinimum > mediumLimit) {
      int64_t chunks =
          reduction.target.hasMasks ? tuning::rowBatches::kMaskedChunks : 1;
      int64_t limit = chunks * longMinimum - 1;
      Value isLonger =
          b.bitAnd(isInRange(b, extent, longMinimum, limit), isBatch);
      addBatches(b.bitOr(isShort, isLonger), buildShortTopKRows);
    } else {
      Value isNoLongRow = b.bitAnd(b.atMost(extent, longMinimum - 1), isPart);
      Value isMedium =
          b.bitAnd(isInRange(b, extent, mediumMinimum, mediumLimit),
                   b.bitOr(isBatch, isNoLongRow));
      if (isKnown) {
        addBatches(isShort, buildShortTopKRows);
        addBatches(isMedium, buildMediumTopKRows);
      } else {
        // One code for both.
        addBatches(b.bitOr(isShort, isMedium), buildMediumTopKRows);
      }
    }
  }
  auto add = [&](Value condition, auto build) {
    strategies.push_back({condition, [&b, &reduction, &rows, build] {
                            build(b, reduction, rows);
                          }});
  };
  // Beside the code for batches of any extent, one for the few rows that make
  // none would take longer to compile than it saves.
  Value results = b.extent(rows.destinations.values, rows.reduced);
  if (!hasBatches || isKnown)
    add(areSortedRows(b, reduction, extent, results, leastSorted),
        buildSortedRows);
  Value isLong = isInRange(b, extent, longMinimum, getRowLimit(reduction));
  add(b.bitAnd(isLong, isInRange(b, results, 1, resultLimit)),
      buildLongOrLarge);
  return strategies;
}

/// Reduces rows by the first strategy whose condition holds.
static void buildRows(KernelBuilder &b, ArrayRef<RowStrategy> strategies,
                      function_ref<void()> others) {
  if (strategies.empty())
    return others();
  b.ifThen(strategies.front().condition, strategies.front().build,
           [&] { buildRows(b, strategies.drop_front(), others); });
}

/// Reduces columns, of a form that both of their strategies take.
static void buildColumns(KernelBuilder &b, const TopKReduction &reduction,
                         const View &view, int64_t lanes, int64_t k) {
  if (reduction.accumulates)
    return buildMergedBlocks(
        b, reduction, view, lanes, getStridedTopKColumns(reduction), k,
        [&](KernelBuilder &b, const TopKReduction &reduction,
            const View &columns) {
          buildColumns(b, reduction, columns, 1 - columns.reduced, k);
        });
  Value extent = b.extent(view.input, view.reduced);
  int64_t minimum = getStridedGroupsMinimum(reduction, k);
  b.ifThen(
      isInRange(b, extent, minimum, extentLimit),
      [&] { buildStridedGroups(b, reduction, view, lanes, k); },
      [&] { buildStridedTopK(b, reduction, view, lanes, k); });
}

/// Whether a stride of 1 is known or worth asking for at run time. Of a matrix
/// without gaps, columns are rows only if there is just one.
static bool mayHaveUnitStride(Value memref, int64_t dimension) {
  return isUnitStride(memref, dimension) ||
         (getStride(memref, dimension) == ShapedType::kDynamic &&
          !cast<MemRefType>(memref.getType()).getLayout().isIdentity());
}

LogicalResult mlir::extrema::vectorizeTopKReduce(RewriterBase &rewriter,
                                                 TopKReduceOp op,
                                                 const VectorTarget &target) {
  if (failed(checkViewable(rewriter, op, target)))
    return failure();

  OpBuilder::InsertionGuard guard(rewriter);
  rewriter.setInsertionPoint(op);
  int64_t dimension = op.getReducedDimension();
  auto resultType = cast<MemRefType>(op.getValues().getType());
  int64_t k = resultType.getDimSize(dimension);
  if (k == 1) {
    replaceByArgReduce(rewriter, op, target);
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
      /*mayUseStack=*/target.scratch == ScratchMemory::Alloca &&
          runsOnceInFrame(op)};
  reduction.target.isScalable = false;
  const ElementOrder &order = reduction.order;
  KernelBuilder b(op.getLoc(), rewriter);
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
  auto buildAsRows = [&](const View &rows) {
    buildRows(b, getRowStrategies(b, reduction, rows, k), buildScalar);
  };

  bool areRows = isUnitStride(view.input, view.reduced) &&
                 isUnitStride(view.inputIndices, view.reduced);
  if (areRows) {
    buildAsRows(view);
  } else if (std::optional<int64_t> lanes = findLanes(view);
             lanes && !reduction.hasIndices && k != ShapedType::kDynamic &&
             k <= getStridedTopKLimit(reduction)) {
    Value numColumns = b.extent(view.input, *lanes);
    int64_t columnMinimum = getStridedTopKColumns(reduction);
    Value areEnough = b.truth(true);
    if (columnMinimum > 1)
      areEnough = isInRange(b, numColumns, columnMinimum, anyNumber);
    b.ifThen(
        isInRange(b, extent, k, extentLimit),
        [&] {
          b.ifThen(
              areEnough, [&] { buildColumns(b, reduction, view, *lanes, k); },
              buildAsCopies);
        },
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
