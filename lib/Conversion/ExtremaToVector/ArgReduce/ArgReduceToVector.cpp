//===- ArgReduceToVector.cpp - Which strategy lowers an arg_reduce --------===//
//
// The one place that picks. Dimensions that lie next to each other in every
// memref are merged; then the dimension of unit stride decides:
//
//   the reduced one                     rows, short ones in batches
//   another one, in all memrefs         columns, as the lanes of vectors
//   none, or the row may be empty       a copy of the operation, for scalar
//   loops
//
// Rows and columns whose elements bring their indices have strategies too, but
// where strides are known only.
//
// What is not known before run time is asked there, by a condition in the IR.
//
//===----------------------------------------------------------------------===//

#include "ArgReduction.h"

#include "extrema/Conversion/Common/StructuredOps.h"
#include "extrema/Conversion/ExtremaToVector/ExtremaToVector.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/PatternMatch.h"

using namespace mlir;
using namespace mlir::extrema;

//===----------------------------------------------------------------------===//
// Rows and columns
//===----------------------------------------------------------------------===//

/// Each row by itself; `findBest` returns the position of its best element.
static void
buildRows(OpBuilder &b, Location loc, const ArgReduction &reduction,
          const View &view,
          function_ref<Value(OpBuilder &, Location, Value)> findBest) {
  buildOuterLoops(
      b, loc, view, {view.reduced},
      [&](OpBuilder &b, Location loc, ValueRange outer) {
        Value row = createSlice(b, loc, view.input, outer, {view.reduced});
        Value position = findBest(b, loc, row);
        Element best{memref::LoadOp::create(b, loc, row, position),
                     createIndexOfPosition(b, loc, position,
                                           reduction.indexBase,
                                           reduction.indexType)};
        storeBest(b, loc, reduction, view.destinations, outer, best);
      });
}

/// Each row of pairs by itself.
static void buildRowsOfPairs(OpBuilder &b, Location loc,
                             const ArgReduction &reduction, const View &view) {
  buildOuterLoops(
      b, loc, view, {view.reduced},
      [&](OpBuilder &b, Location loc, ValueRange outer) {
        auto slice = [&](Value memref) {
          return createSlice(b, loc, memref, outer, {view.reduced});
        };
        Element best = buildRowOfPairs(b, loc, reduction, slice(view.input),
                                       slice(view.inputIndices));
        storeBest(b, loc, reduction, view.destinations, outer, best);
      });
}

/// The lanes of a vector are columns; the other dimensions are looped over.
static void buildColumns(OpBuilder &b, Location loc,
                         const ArgReduction &reduction, const View &view,
                         int64_t lanes) {
  int64_t outerLanes = view.getOuterNumber(lanes);
  buildOuterLoops(
      b, loc, view, {view.reduced, lanes},
      [&](OpBuilder &b, Location loc, ValueRange outer) {
        auto slice = [&](Value memref) {
          return createMatrix(b, loc, memref, outer, view.reduced, lanes);
        };
        ColumnInputs columns{slice(view.input), slice(view.inputIndices)};
        Destinations to{
            createSlice(b, loc, view.destinations.values, outer, {outerLanes}),
            createSlice(b, loc, view.destinations.indices, outer,
                        {outerLanes})};
        buildStrided(b, loc, reduction, columns, to);
      });
}

/// Whether rows lie one after the other, as buildShortRows wants it, and their
/// results too.
static bool hasPackedRows(const View &view) {
  if (view.getRank() != 2 || view.reduced != 1 ||
      !isUnitStride(view.destinations.values, 0) ||
      !isUnitStride(view.destinations.indices, 0))
    return false;
  // A batch may be one of the rows or a copy on the stack, by one type.
  if (view.getInputType().getMemorySpace())
    return false;
  return view.getInputType().getLayout().isIdentity() ||
         memref::CollapseShapeOp::isGuaranteedCollapsible(view.getInputType(),
                                                          {{0, 1}});
}

/// Rows of unit stride with at least two elements.
static void buildRowsOfAnyLength(OpBuilder &b, Location loc,
                                 const ArgReduction &reduction,
                                 const View &view) {
  auto buildEach = [&](OpBuilder &b, Location loc) {
    buildRows(b, loc, reduction, view,
              [&](OpBuilder &b, Location loc, Value row) {
                return buildLongRow(b, loc, reduction, row);
              });
  };
  int64_t limit = getShortRowLimit(reduction);
  if (limit == 0 || !hasPackedRows(view))
    return buildEach(b, loc);
  Value numRows = createExtent(b, loc, view.input, 0);
  Value extent = createExtent(b, loc, view.input, 1);
  buildIf(
      b, loc, isAtMost(b, loc, extent, limit),
      [&](OpBuilder &b, Location loc) {
        buildIf(
            b, loc, isAtMost(b, loc, numRows, getShortRowBatch(reduction) - 1),
            buildEach, [&](OpBuilder &b, Location loc) {
              buildShortRows(b, loc, reduction, view.input, view.destinations);
            });
      },
      buildEach);
}

/// Rows of one element: no more than copies.
static void buildRowsOfOne(OpBuilder &b, Location loc,
                           const ArgReduction &reduction, const View &view) {
  buildRows(b, loc, reduction, view, [](OpBuilder &b, Location loc, Value) {
    return arith::ConstantIndexOp::create(b, loc, 0);
  });
}

//===----------------------------------------------------------------------===//
// The choice
//===----------------------------------------------------------------------===//

LogicalResult mlir::extrema::vectorizeArgReduce(RewriterBase &rewriter,
                                                ArgReduceOp op,
                                                const VectorTarget &target) {
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

  Location loc = op.getLoc();
  OpBuilder::InsertionGuard guard(rewriter);
  rewriter.setInsertionPoint(op);
  ArgReduction reduction{
      op,
      target,
      ElementOrder(op.getKind(), op.getTie(), op.getElementType()),
      op.getIndexElementType(),
      op.getIndexBase(),
      op.getAccumulate(),
      /*previous=*/op->getPrevNode()};
  View view{reduction.order.toWorkingType(rewriter, loc, op.getInput()),
            {op.getValues()
                 ? reduction.order.toWorkingType(rewriter, loc, op.getValues())
                 : Value(),
             op.getIndices()},
            dimension,
            /*keepsReduced=*/false,
            op.getInputIndices()};
  // Of merged dimensions less may be known: the stride of 1 x ? elements as one
  // dimension is not. Pairs are taken where it is known only.
  View merged = mergeDimensions(rewriter, loc, view);
  if (!view.inputIndices || areRows || findLanes(merged))
    view = merged;
  Value extent = createExtent(rewriter, loc, view.input, view.reduced);

  auto buildScalar = [&](OpBuilder &b, Location) { b.clone(*op); };
  constexpr int64_t anyExtent = std::numeric_limits<int64_t>::max();
  constexpr int64_t columnLimit = tuning::limits::kMostCounted;

  auto buildRowsOr = [&](const View &view) {
    buildIf(
        rewriter, loc, isInRange(rewriter, loc, extent, 1, anyExtent),
        [&](OpBuilder &b, Location loc) {
          // One row of one element is not worth the code.
          Value isOne = KernelBuilder(loc, b).truth(false);
          if (view.getRank() > 1)
            isOne = isAtMost(b, loc, extent, 1);
          buildIf(
              b, loc, isOne,
              [&](OpBuilder &b, Location loc) {
                buildRowsOfOne(b, loc, reduction, view);
              },
              [&](OpBuilder &b, Location loc) {
                buildRowsOfAnyLength(b, loc, reduction, view);
              });
        },
        buildScalar);
  };
  auto buildColumnsOr = [&](const View &view, int64_t lanes) {
    buildIf(
        rewriter, loc, isInRange(rewriter, loc, extent, 1, columnLimit),
        [&](OpBuilder &b, Location loc) {
          buildColumns(b, loc, reduction, view, lanes);
        },
        buildScalar);
  };

  if (areRows && view.inputIndices) {
    buildIf(
        rewriter, loc, isInRange(rewriter, loc, extent, 1, anyExtent),
        [&](OpBuilder &b, Location loc) {
          buildRowsOfPairs(b, loc, reduction, view);
        },
        buildScalar);
  } else if (areRows) {
    buildRowsOr(view);
  } else if (std::optional<int64_t> lanes = findLanes(view)) {
    buildColumnsOr(view, *lanes);
  } else {
    // One after the other, the dimensions whose strides may turn out to be 1.
    if (getStride(view.input, view.reduced) == ShapedType::kDynamic) {
      Value isRow =
          createHasUnitStrides(rewriter, loc, {{view.input, view.reduced}});
      View rows = view;
      auto choice = scf::IfOp::create(rewriter, loc, isRow, /*withElse=*/true);
      rewriter.setInsertionPointToStart(choice.thenBlock());
      rows.input = assumeUnitStride(rewriter, loc, rows.input, rows.reduced);
      buildRowsOr(rows);
      rewriter.setInsertionPointToStart(choice.elseBlock());
    }
    if (std::optional<int64_t> lanes = findPossibleLanes(view)) {
      int64_t outer = view.getOuterNumber(*lanes);
      Destinations &to = view.destinations;
      Value areColumns = createHasUnitStrides(
          rewriter, loc,
          {{view.input, *lanes}, {to.values, outer}, {to.indices, outer}});
      auto choice =
          scf::IfOp::create(rewriter, loc, areColumns, /*withElse=*/true);
      rewriter.setInsertionPointToStart(choice.thenBlock());
      View columns{assumeUnitStride(rewriter, loc, view.input, *lanes),
                   {assumeUnitStride(rewriter, loc, to.values, outer),
                    assumeUnitStride(rewriter, loc, to.indices, outer)},
                   view.reduced,
                   /*keepsReduced=*/false};
      buildColumnsOr(columns, *lanes);
      rewriter.setInsertionPointToStart(choice.elseBlock());
    }
    buildScalar(rewriter, loc);
  }
  rewriter.eraseOp(op);
  return success();
}
