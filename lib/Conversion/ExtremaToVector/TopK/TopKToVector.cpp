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
static Value dropDimension(OpBuilder &b, Location loc, Value memref,
                           int64_t dimension) {
  SmallVector<int64_t> kept = llvm::to_vector(
      llvm::seq<int64_t>(cast<MemRefType>(memref.getType()).getRank()));
  kept.erase(kept.begin() + dimension);
  Value zero = arith::ConstantIndexOp::create(b, loc, 0);
  return createSlice(b, loc, memref, zero, kept);
}

/// The best one alone is what arg_reduce finds.
static void replaceByArgReduce(RewriterBase &rewriter, TopKReduceOp op,
                               const VectorTarget &target) {
  Location loc = op.getLoc();
  int64_t dimension = op.getReducedDimension();
  auto reduction = ArgReduceOp::create(
      rewriter, loc, /*results=*/TypeRange(), op.getKind(), dimension,
      /*select_last=*/false, op.getAccumulate(), op.getInput(),
      op.getInputIndices(), op.getIndexBase(),
      dropDimension(rewriter, loc, op.getValues(), dimension),
      dropDimension(rewriter, loc, op.getIndices(), dimension));
  rewriter.eraseOp(op);
  // If it fails the operation stays, as every other would.
  (void)vectorizeArgReduce(rewriter, reduction, target);
}

/// What strategies count in 32 bits, twice k included.
static constexpr int64_t extentLimit = tuning::limits::kMostCounted;
static constexpr int64_t resultLimit = extentLimit / 2;

/// How many elements a row may have that becomes records.
static int64_t getRowLimit(const TopKReduction &reduction) {
  RecordFormat format(reduction.order, reduction.target);
  return format.areDoubles() ? int64_t(1) << RecordFormat::positionBits
                             : extentLimit;
}

namespace {
using BuildBody = std::function<void(OpBuilder &, Location)>;

/// How rows are reduced if a condition holds: an i1 that may be known.
struct RowStrategy {
  OpFoldResult condition;
  BuildBody build;
};
} // namespace

/// `lhs` and `rhs`, or one of them: conditions that may be known.
template <typename CombiningOp>
static OpFoldResult combine(OpBuilder &b, Location loc, OpFoldResult lhs,
                            OpFoldResult rhs) {
  auto toValue = [&](OpFoldResult condition) -> Value {
    if (auto value = dyn_cast<Value>(condition))
      return value;
    return arith::ConstantOp::create(
        b, loc, cast<TypedAttr>(cast<Attribute>(condition)));
  };
  auto result = b.createOrFold<CombiningOp>(loc, toValue(lhs), toValue(rhs));
  if (std::optional<int64_t> known = getConstantIntValue(result))
    return b.getBoolAttr(*known != 0);
  return result;
}

/// Rows of unit stride that `buildLongRows` takes.
static void buildLongOrLarge(OpBuilder &b, Location loc,
                             const TopKReduction &reduction, const View &rows) {
  Value extent = createExtent(b, loc, rows.input, rows.reduced);
  Value k = createExtent(b, loc, rows.destinations.values, rows.reduced);
  buildIf(
      b, loc, isLargeK(b, loc, reduction, extent, k),
      [&](OpBuilder &b, Location loc) { buildLargeK(b, loc, reduction, rows); },
      [&](OpBuilder &b, Location loc) {
        buildLongRows(b, loc, reduction, rows);
      });
}

/// Whether rows of `extent` elements, too few for a long row, are sorted to
/// find `k` results, `least` or more.
static OpFoldResult areSortedRows(OpBuilder &b, Location loc,
                                  const TopKReduction &reduction, Value extent,
                                  Value k, int64_t least) {
  if (reduction.hasIndices)
    least = std::max(least, tuning::sortedRows::kLeastExplicit);
  OpFoldResult condition = combine<arith::AndIOp>(
      b, loc,
      isInRange(b, loc, extent, getSortedRowMinimum(reduction),
                getLongRowMinimum(reduction) - 1),
      isInRange(b, loc, k, least, resultLimit));
  if (!reduction.hasIndices)
    return condition;
  KernelBuilder kernel(loc, b);
  return combine<arith::AndIOp>(
      b, loc, condition,
      getAsOpFoldResult(kernel.atLeast(
          kernel.mul(k, tuning::sortedRows::kExplicitShare), extent)));
}

/// Any layout, by copies to rows, where these take so many elements.
static void buildCopies(OpBuilder &b, Location loc,
                        const TopKReduction &reduction, const View &view,
                        const BuildBody &buildScalar) {
  Value extent = createExtent(b, loc, view.input, view.reduced);
  Value k = createExtent(b, loc, view.destinations.values, view.reduced);
  OpFoldResult isLong = isInRange(b, loc, extent, getLongRowMinimum(reduction),
                                  std::numeric_limits<int64_t>::max());
  OpFoldResult isTaken = combine<arith::AndIOp>(
      b, loc, isInRange(b, loc, k, 1, tuning::copies::kMostResults),
      combine<arith::OrIOp>(
          b, loc, isLong,
          areSortedRows(b, loc, reduction, extent, k, /*least=*/1)));
  buildIf(
      b, loc, isTaken,
      [&](OpBuilder &b, Location loc) {
        buildIf(
            b, loc, isLong,
            [&](OpBuilder &b, Location loc) {
              buildBlockedCopies(b, loc, reduction, view, buildLongOrLarge);
            },
            [&](OpBuilder &b, Location loc) {
              buildShortCopies(b, loc, reduction, view, buildSortedRows);
            });
      },
      buildScalar);
}

/// The strategies for rows of unit stride, the first one that takes a row
/// before those that would take it too.
static SmallVector<RowStrategy> getRowStrategies(OpBuilder &b, Location loc,
                                                 const TopKReduction &reduction,
                                                 const View &rows, int64_t k) {
  Value extent = createExtent(b, loc, rows.input, rows.reduced);
  int64_t longMinimum = getLongRowMinimum(reduction);
  constexpr int64_t leastSorted = tuning::sortedRows::kLeastResults;
  SmallVector<RowStrategy> strategies;
  auto add = [&](OpFoldResult condition, auto build) {
    strategies.push_back(
        {condition, [=, &reduction, &rows](OpBuilder &b, Location loc) {
           build(b, loc, reduction, rows, k);
         }});
  };
  auto addBatches = [&](OpFoldResult condition, auto build) {
    if (!reduction.accumulates)
      return add(condition, build);
    add(condition,
        [build](OpBuilder &b, Location loc, const TopKReduction &reduction,
                const View &rows, int64_t k) {
          buildMergedBlocks(
              b, loc, reduction, rows, findBatch(rows),
              getTopKRowBatch(reduction, k), k,
              [&](OpBuilder &b, Location loc, const TopKReduction &reduction,
                  const View &rows) { build(b, loc, reduction, rows, k); });
        });
  };
  bool hasBatches = !reduction.hasIndices && takesRowBatches(rows, k);
  if (hasBatches) {
    int64_t shortMinimum = getShortTopKRowMinimum(reduction, k);
    int64_t mediumMinimum = getMediumTopKRowMinimum(reduction, k);
    int64_t mediumLimit = getMediumTopKRowLimit(reduction);
    // Rows that can be taken one at a time need not fill the lanes: long ones
    // are as fast as by batches, sorted ones if they are less than a quarter.
    Value numRows = createExtent(b, loc, rows.input, findBatch(rows));
    int64_t batch = getTopKRowBatch(reduction, k);
    constexpr int64_t anyNumber = std::numeric_limits<int64_t>::max();
    OpFoldResult isBatch = isInRange(b, loc, numRows, batch, anyNumber);
    bool areSorted = k >= leastSorted && getConstantIntValue(extent);
    OpFoldResult isPart = isInRange(
        b, loc, numRows,
        areSorted ? batch / tuning::rowBatches::kLeastShare : 0, anyNumber);
    OpFoldResult isShort = combine<arith::AndIOp>(
        b, loc,
        isInRange(b, loc, extent, shortMinimum,
                  std::min(mediumMinimum, longMinimum) - 1),
        isPart);
    if (mediumMinimum > mediumLimit) {
      int64_t chunks =
          reduction.target.hasMasks ? tuning::rowBatches::kMaskedChunks : 1;
      int64_t limit = chunks * longMinimum - 1;
      OpFoldResult isLonger = combine<arith::AndIOp>(
          b, loc, isInRange(b, loc, extent, longMinimum, limit), isBatch);
      addBatches(combine<arith::OrIOp>(b, loc, isShort, isLonger),
                 buildShortTopKRows);
    } else {
      OpFoldResult isNoLongRow = combine<arith::AndIOp>(
          b, loc, isAtMost(b, loc, extent, longMinimum - 1), isPart);
      OpFoldResult isMedium = combine<arith::AndIOp>(
          b, loc, isInRange(b, loc, extent, mediumMinimum, mediumLimit),
          combine<arith::OrIOp>(b, loc, isBatch, isNoLongRow));
      if (getConstantIntValue(extent)) {
        addBatches(isShort, buildShortTopKRows);
        addBatches(isMedium, buildMediumTopKRows);
      } else {
        // One code for both.
        addBatches(combine<arith::OrIOp>(b, loc, isShort, isMedium),
                   buildMediumTopKRows);
      }
    }
  }
  // Beside the code for batches of any extent, one for the few rows that make
  // none would take longer to compile than it saves.
  Value results = createExtent(b, loc, rows.destinations.values, rows.reduced);
  if (!hasBatches || getConstantIntValue(extent)) {
    add(areSortedRows(b, loc, reduction, extent, results, leastSorted),
        [](OpBuilder &b, Location loc, const TopKReduction &reduction,
           const View &rows,
           int64_t) { buildSortedRows(b, loc, reduction, rows); });
  }
  add(combine<arith::AndIOp>(
          b, loc,
          isInRange(b, loc, extent, longMinimum, getRowLimit(reduction)),
          isInRange(b, loc, results, 1, resultLimit)),
      [](OpBuilder &b, Location loc, const TopKReduction &reduction,
         const View &rows,
         int64_t) { buildLongOrLarge(b, loc, reduction, rows); });
  return strategies;
}

/// Reduces rows by the first strategy whose condition holds.
static void buildRows(OpBuilder &b, Location loc,
                      ArrayRef<RowStrategy> strategies,
                      const BuildBody &others) {
  if (strategies.empty())
    return others(b, loc);
  buildIf(b, loc, strategies.front().condition, strategies.front().build,
          [&](OpBuilder &b, Location loc) {
            buildRows(b, loc, strategies.drop_front(), others);
          });
}

/// Reduces columns, of a form that both of their strategies take.
static void buildColumns(OpBuilder &b, Location loc,
                         const TopKReduction &reduction, const View &view,
                         int64_t lanes, int64_t k) {
  if (reduction.accumulates)
    return buildMergedBlocks(
        b, loc, reduction, view, lanes, getStridedTopKColumns(reduction), k,
        [&](OpBuilder &b, Location loc, const TopKReduction &reduction,
            const View &columns) {
          buildColumns(b, loc, reduction, columns, 1 - columns.reduced, k);
        });
  Value extent = createExtent(b, loc, view.input, view.reduced);
  int64_t minimum = getStridedGroupsMinimum(reduction, k);
  buildIf(
      b, loc, isInRange(b, loc, extent, minimum, extentLimit),
      [&](OpBuilder &b, Location loc) {
        buildStridedGroups(b, loc, reduction, view, lanes, k);
      },
      [&](OpBuilder &b, Location loc) {
        buildStridedTopK(b, loc, reduction, view, lanes, k);
      });
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
  View view{
      order.toWorkingType(rewriter, loc, op.getInput()),
      {order.toWorkingType(rewriter, loc, op.getValues()), op.getIndices()},
      dimension,
      /*keepsReduced=*/true,
      op.getInputIndices()};
  view = mergeDimensions(rewriter, loc, view);
  Value extent = createExtent(rewriter, loc, view.input, view.reduced);

  auto buildScalar = [&](OpBuilder &b, Location) { b.clone(*op); };
  auto buildAsCopies = [&](OpBuilder &b, Location loc) {
    buildCopies(b, loc, reduction, view, buildScalar);
  };
  auto buildAsRows = [&](const View &rows) {
    buildRows(rewriter, loc,
              getRowStrategies(rewriter, loc, reduction, rows, k), buildScalar);
  };

  bool areRows = isUnitStride(view.input, view.reduced) &&
                 isUnitStride(view.inputIndices, view.reduced);
  if (areRows) {
    buildAsRows(view);
  } else if (std::optional<int64_t> lanes = findLanes(view);
             lanes && !reduction.hasIndices && k != ShapedType::kDynamic &&
             k <= getStridedTopKLimit(reduction)) {
    Value numColumns = createExtent(rewriter, loc, view.input, *lanes);
    int64_t columnMinimum = getStridedTopKColumns(reduction);
    OpFoldResult areEnough = rewriter.getBoolAttr(true);
    if (columnMinimum > 1)
      areEnough = isInRange(rewriter, loc, numColumns, columnMinimum,
                            std::numeric_limits<int64_t>::max());
    buildIf(
        rewriter, loc, isInRange(rewriter, loc, extent, k, extentLimit),
        [&](OpBuilder &b, Location loc) {
          buildIf(
              b, loc, areEnough,
              [&](OpBuilder &b, Location loc) {
                buildColumns(b, loc, reduction, view, *lanes, k);
              },
              buildAsCopies);
        },
        buildScalar);
  } else if (mayHaveUnitStride(view.input, view.reduced) &&
             mayHaveUnitStride(view.inputIndices, view.reduced)) {
    Value isRow = createHasUnitStrides(
        rewriter, loc,
        {{view.input, view.reduced}, {view.inputIndices, view.reduced}});
    auto choice = scf::IfOp::create(rewriter, loc, isRow, /*withElse=*/true);
    rewriter.setInsertionPointToStart(choice.thenBlock());
    View rows = view;
    rows.input = assumeUnitStride(rewriter, loc, rows.input, rows.reduced);
    rows.inputIndices =
        assumeUnitStride(rewriter, loc, rows.inputIndices, rows.reduced);
    buildAsRows(rows);
    rewriter.setInsertionPointToStart(choice.elseBlock());
    buildAsCopies(rewriter, loc);
  } else {
    buildAsCopies(rewriter, loc);
  }
  rewriter.eraseOp(op);
  return success();
}
