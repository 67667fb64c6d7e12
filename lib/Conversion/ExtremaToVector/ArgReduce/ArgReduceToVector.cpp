//===- ArgReduceToVector.cpp - Which strategy lowers an arg_reduce --------===//
//
// This file picks the strategy. It first merges dimensions that lie next to
// each other in every memref. Then the dimension of unit stride decides:
//
//   the reduced dimension         rows; short rows in batches
//   another one, in all memrefs   columns, as the lanes of vectors
//   none, or an empty row         a copy of the operation, for scalar loops
//
// Rows and columns whose elements bring their indices have strategies too, but
// only where strides are known.
//
// What is known only at run time is asked by a condition in the IR.
//
//===----------------------------------------------------------------------===//

#include "LongRows.h"
#include "Pairs.h"
#include "ShortRows.h"
#include "Strided.h"

#include "extrema/Conversion/Common/StructuredOps.h"
#include "extrema/Conversion/ExtremaToVector/ExtremaToVector.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/PatternMatch.h"

using namespace mlir;
using namespace mlir::extrema;

//===----------------------------------------------------------------------===//
// Rows and columns
//===----------------------------------------------------------------------===//

/// Reduces each row by itself. `findBest` returns the position of the row's
/// best element.
static void buildRows(KernelBuilder &b, const ArgReduction &reduction,
                      const View &view, function_ref<Value(Value)> findBest) {
  buildOuterLoops(b, view, {view.reduced}, [&](ValueRange outer) {
    Value row = createSlice(b, view.input, outer, {view.reduced});
    Value position = findBest(row);
    Element best{b.load(row, position),
                 createIndexOfPosition(b, b.getLoc(), position,
                                       reduction.indexBase,
                                       reduction.indexType)};
    storeBest(b, reduction, view.destinations, outer, best);
  });
}

/// Reduces each row of pairs by itself.
static void buildRowsOfPairs(KernelBuilder &b, const ArgReduction &reduction,
                             const View &view) {
  buildOuterLoops(b, view, {view.reduced}, [&](ValueRange outer) {
    auto slice = [&](Value memref) {
      return createSlice(b, memref, outer, {view.reduced});
    };
    Value values = slice(view.input), indices = slice(view.inputIndices);
    storeBest(b, reduction, view.destinations, outer,
              buildRowOfPairs(b, reduction, values, indices));
  });
}

/// Reduces columns, which are the lanes of vectors. Loops go over the other
/// dimensions.
static void buildColumns(KernelBuilder &b, const ArgReduction &reduction,
                         const View &view, int64_t lanes) {
  int64_t outerLanes = view.getOuterNumber(lanes);
  buildOuterLoops(b, view, {view.reduced, lanes}, [&](ValueRange outer) {
    auto slice = [&](Value memref) {
      return createMatrix(b, memref, outer, view.reduced, lanes);
    };
    ColumnInputs columns{slice(view.input), slice(view.inputIndices)};
    Destinations to{
        createSlice(b, view.destinations.values, outer, {outerLanes}),
        createSlice(b, view.destinations.indices, outer, {outerLanes})};
    buildStrided(b, reduction, columns, to);
  });
}

/// Returns whether rows lie one after the other, and so do their results, as
/// buildShortRows needs it.
static bool hasPackedRows(const View &view) {
  if (view.getRank() != 2 || view.reduced != 1 ||
      !isUnitStride(view.destinations.values, 0) ||
      !isUnitStride(view.destinations.indices, 0))
    return false;
  // A batch lies in the input or in a copy in scratch memory. Both need one
  // type, and scratch memory has no memory space.
  if (view.getInputType().getMemorySpace())
    return false;
  return view.getInputType().getLayout().isIdentity() ||
         memref::CollapseShapeOp::isGuaranteedCollapsible(view.getInputType(),
                                                          {{0, 1}});
}

/// Reduces rows of unit stride with at least two elements.
static void buildRowsOfAnyLength(KernelBuilder &b,
                                 const ArgReduction &reduction,
                                 const View &view) {
  auto buildEach = [&] {
    buildRows(b, reduction, view,
              [&](Value row) { return buildLongRow(b, reduction, row); });
  };
  int64_t limit = getShortRowLimit(reduction);
  if (limit == 0 || !hasPackedRows(view))
    return buildEach();
  Value numRows = b.extent(view.input, 0);
  Value extent = b.extent(view.input, 1);
  b.ifThen(
      b.atMost(extent, limit),
      [&] {
        b.ifThen(b.atMost(numRows, getShortRowBatch(reduction) - 1), buildEach,
                 [&] {
                   buildShortRows(b, reduction, view.input, view.destinations);
                 });
      },
      buildEach);
}

/// Reduces rows of one element: it only copies them.
static void buildRowsOfOne(KernelBuilder &b, const ArgReduction &reduction,
                           const View &view) {
  buildRows(b, reduction, view, [&](Value) { return b.index(0); });
}

//===----------------------------------------------------------------------===//
// The choice
//===----------------------------------------------------------------------===//

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
  bool areRows = isUnitStride(operands.input, dimension) &&
                 isUnitStride(operands.inputIndices, dimension);
  if (op.getInputIndices() && !areRows && !findLanes(operands))
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
  if (!view.inputIndices || areRows || findLanes(merged))
    view = merged;
  Value extent = b.extent(view.input, view.reduced);

  auto buildScalar = [&] { b.clone(*op); };
  constexpr int64_t anyExtent = std::numeric_limits<int64_t>::max();
  constexpr int64_t columnLimit = tuning::limits::kMostCounted;

  auto buildRowsOr = [&](const View &view) {
    b.ifThen(
        isInRange(b, extent, 1, anyExtent),
        [&] {
          // One row of one element is not worth the code.
          Value isOne =
              view.getRank() > 1 ? b.atMost(extent, 1) : b.truth(false);
          b.ifThen(
              isOne, [&] { buildRowsOfOne(b, reduction, view); },
              [&] { buildRowsOfAnyLength(b, reduction, view); });
        },
        buildScalar);
  };
  auto buildColumnsOr = [&](const View &view, int64_t lanes) {
    b.ifThen(
        isInRange(b, extent, 1, columnLimit),
        [&] { buildColumns(b, reduction, view, lanes); }, buildScalar);
  };
  // Lanes are from the innermost dimension whose strides may turn out to be 1.
  auto buildPossibleColumns = [&] {
    std::optional<int64_t> lanes = findPossibleLanes(view);
    if (!lanes)
      return buildScalar();
    int64_t outer = view.getOuterNumber(*lanes);
    Destinations &to = view.destinations;
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
          buildColumnsOr(columns, *lanes);
        },
        buildScalar);
  };

  if (areRows && view.inputIndices) {
    b.ifThen(
        isInRange(b, extent, 1, anyExtent),
        [&] { buildRowsOfPairs(b, reduction, view); }, buildScalar);
  } else if (areRows) {
    buildRowsOr(view);
  } else if (std::optional<int64_t> lanes = findLanes(view)) {
    buildColumnsOr(view, *lanes);
  } else if (getStride(view.input, view.reduced) == ShapedType::kDynamic) {
    // Rows come first, as where strides are known.
    Value isRow = createHasUnitStrides(b, {{view.input, view.reduced}});
    b.ifThen(
        isRow,
        [&] {
          View rows = view;
          rows.input = assumeUnitStride(b, rows.input, rows.reduced);
          buildRowsOr(rows);
        },
        buildPossibleColumns);
  } else {
    buildPossibleColumns();
  }
  rewriter.eraseOp(op);
  return success();
}
