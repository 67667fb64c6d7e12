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
// What is not known before run time is asked there, by a condition in the IR.
//
//===----------------------------------------------------------------------===//

#include "ArgReduction.h"

#include "extrema/Conversion/Common/StructuredOps.h"
#include "extrema/Conversion/ExtremaToVector/ExtremaToVector.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/PatternMatch.h"

using namespace mlir;
using namespace mlir::extrema;

//===----------------------------------------------------------------------===//
// Views
//===----------------------------------------------------------------------===//

namespace {
/// The memrefs of an operation, with some dimensions merged. The destinations,
/// each of which may be null, have the dimensions of the input but the reduced
/// one.
struct View {
  Value input;
  LaneDestinations destinations;
  int64_t reduced;

  MemRefType getInputType() const { return cast<MemRefType>(input.getType()); }
  int64_t getRank() const { return getInputType().getRank(); }
  /// The destinations' number of the dimension `dimension` of the input.
  int64_t getOuterNumber(int64_t dimension) const {
    return dimension - (dimension > reduced);
  }
};
} // namespace

/// The static strides, ShapedType::kDynamic where unknown; none if the layout
/// is no strided one.
static std::optional<SmallVector<int64_t>> getStrides(MemRefType type) {
  SmallVector<int64_t> strides;
  int64_t offset;
  if (failed(type.getStridesAndOffset(strides, offset)))
    return std::nullopt;
  return strides;
}

static int64_t getStride(Value memref, int64_t dimension) {
  return (*getStrides(cast<MemRefType>(memref.getType())))[dimension];
}

static bool isUnitStride(Value memref, int64_t dimension) {
  return !memref || getStride(memref, dimension) == 1;
}

/// The grouping that merges `dimension` with the one after it.
static SmallVector<ReassociationIndices> getMerge(int64_t rank,
                                                  int64_t dimension) {
  SmallVector<ReassociationIndices> groups;
  for (int64_t i = 0; i < rank; ++i) {
    if (i == dimension + 1)
      groups.back().push_back(i);
    else
      groups.push_back({i});
  }
  return groups;
}

static bool canMerge(Value memref, int64_t dimension) {
  if (!memref)
    return true;
  auto type = cast<MemRefType>(memref.getType());
  return memref::CollapseShapeOp::isGuaranteedCollapsible(
      type, getMerge(type.getRank(), dimension));
}

static Value merge(OpBuilder &b, Location loc, Value memref,
                   int64_t dimension) {
  if (!memref)
    return memref;
  int64_t rank = cast<MemRefType>(memref.getType()).getRank();
  return memref::CollapseShapeOp::create(b, loc, memref,
                                         getMerge(rank, dimension));
}

/// Merges all dimensions that are not reduced and lie so in every memref that a
/// walk through one is a walk through the other.
static View mergeDimensions(OpBuilder &b, Location loc, View view) {
  for (int64_t i = view.getRank() - 2; i >= 0; --i) {
    if (i == view.reduced || i + 1 == view.reduced)
      continue;
    int64_t outer = view.getOuterNumber(i);
    LaneDestinations &to = view.destinations;
    if (!canMerge(view.input, i) || !canMerge(to.values, outer) ||
        !canMerge(to.indices, outer))
      continue;
    view.input = merge(b, loc, view.input, i);
    to = {merge(b, loc, to.values, outer), merge(b, loc, to.indices, outer)};
    view.reduced -= i < view.reduced;
  }
  return view;
}

/// The part of `memref` at `coordinates`, one for each dimension that is not
/// among `kept`, with the dimensions `kept` (ascending) alone.
static Value createSlice(OpBuilder &b, Location loc, Value memref,
                         ValueRange coordinates, ArrayRef<int64_t> kept) {
  if (!memref)
    return memref;
  auto type = cast<MemRefType>(memref.getType());
  if (static_cast<int64_t>(kept.size()) == type.getRank())
    return memref;
  SmallVector<OpFoldResult> offsets, sizes;
  SmallVector<OpFoldResult> strides(type.getRank(), b.getIndexAttr(1));
  SmallVector<int64_t> shape;
  auto coordinate = coordinates.begin();
  for (int64_t i = 0; i < type.getRank(); ++i) {
    if (llvm::is_contained(kept, i)) {
      offsets.push_back(b.getIndexAttr(0));
      sizes.push_back(memref::getMixedSize(b, loc, memref, i));
      shape.push_back(type.getDimSize(i));
    } else {
      offsets.push_back(*coordinate++);
      sizes.push_back(b.getIndexAttr(1));
    }
  }
  MemRefType slice = memref::SubViewOp::inferRankReducedResultType(
      shape, type, offsets, sizes, strides);
  return memref::SubViewOp::create(b, loc, slice, memref, offsets, sizes,
                                   strides);
}

/// `memref` seen as one whose stride along `dimension` is 1: the caller has
/// made sure of it.
static Value assumeUnitStride(OpBuilder &b, Location loc, Value memref,
                              int64_t dimension) {
  if (!memref || isUnitStride(memref, dimension))
    return memref;
  auto metadata = memref::ExtractStridedMetadataOp::create(b, loc, memref);
  SmallVector<OpFoldResult> strides = metadata.getConstifiedMixedStrides();
  strides[dimension] = b.getIndexAttr(1);
  return memref::ReinterpretCastOp::create(
      b, loc, memref, metadata.getConstifiedMixedOffset(),
      metadata.getConstifiedMixedSizes(), strides);
}

/// True, at run time, if the stride of each memref along its dimension is 1.
static Value
createHasUnitStrides(OpBuilder &b, Location loc,
                     ArrayRef<std::pair<Value, int64_t>> memrefsAndDimensions) {
  Value one = arith::ConstantIndexOp::create(b, loc, 1);
  Value all;
  for (auto [memref, dimension] : memrefsAndDimensions) {
    if (isUnitStride(memref, dimension))
      continue;
    auto metadata = memref::ExtractStridedMetadataOp::create(b, loc, memref);
    Value isOne = arith::CmpIOp::create(b, loc, arith::CmpIPredicate::eq,
                                        metadata.getStrides()[dimension], one);
    all = all ? arith::AndIOp::create(b, loc, all, isOne).getResult() : isOne;
  }
  return all;
}

//===----------------------------------------------------------------------===//
// Rows and columns
//===----------------------------------------------------------------------===//

/// Loops over the dimensions of the input that are not among `kept`.
static void buildOuterLoops(
    OpBuilder &b, Location loc, const View &view, ArrayRef<int64_t> kept,
    function_ref<void(OpBuilder &, Location, ValueRange)> buildBody) {
  Value zero = arith::ConstantIndexOp::create(b, loc, 0);
  Value one = arith::ConstantIndexOp::create(b, loc, 1);
  SmallVector<Value> extents;
  for (int64_t i = 0; i < view.getRank(); ++i)
    if (!llvm::is_contained(kept, i))
      extents.push_back(createExtent(b, loc, view.input, i));
  scf::buildLoopNest(b, loc, SmallVector<Value>(extents.size(), zero), extents,
                     SmallVector<Value>(extents.size(), one), buildBody);
}

/// Each row by itself.
static void buildRows(OpBuilder &b, Location loc, const ArgReduction &reduction,
                      const View &view) {
  const LaneDestinations &to = view.destinations;
  buildOuterLoops(
      b, loc, view, {view.reduced},
      [&](OpBuilder &b, Location loc, ValueRange outer) {
        Value row = createSlice(b, loc, view.input, outer, {view.reduced});
        Value position = buildLongRow(b, loc, reduction, row);
        Element best{memref::LoadOp::create(b, loc, row, position),
                     createIndexOfPosition(b, loc, position,
                                           reduction.indexBase,
                                           reduction.indexType)};
        if (reduction.accumulates) {
          Element state{memref::LoadOp::create(b, loc, to.values, outer),
                        memref::LoadOp::create(b, loc, to.indices, outer)};
          best = reduction.order.reduce(b, loc, state, best);
        }
        if (to.values)
          memref::StoreOp::create(b, loc, best.value, to.values, outer);
        if (to.indices)
          memref::StoreOp::create(b, loc, best.index, to.indices, outer);
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
        SmallVector<int64_t> kept{view.reduced, lanes};
        llvm::sort(kept);
        Value columns = createSlice(b, loc, view.input, outer, kept);
        // The strategy wants the lanes last.
        if (lanes < view.reduced)
          columns = memref::TransposeOp::create(
              b, loc, columns,
              AffineMapAttr::get(AffineMap::getPermutationMap(
                  ArrayRef<int64_t>{1, 0}, b.getContext())));
        LaneDestinations to{
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
  return view.getInputType().getLayout().isIdentity() ||
         memref::CollapseShapeOp::isGuaranteedCollapsible(view.getInputType(),
                                                          {{0, 1}});
}

/// Rows of unit stride with at least one element.
static void buildRowsOfAnyLength(OpBuilder &b, Location loc,
                                 const ArgReduction &reduction,
                                 const View &view) {
  auto buildEach = [&](OpBuilder &b, Location loc) {
    buildRows(b, loc, reduction, view);
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

//===----------------------------------------------------------------------===//
// The choice
//===----------------------------------------------------------------------===//

/// A dimension, not the reduced one, that lanes can be taken from: of unit
/// stride in every memref and with more than one element. The innermost, if
/// there are several.
static std::optional<int64_t> findLanes(const View &view) {
  for (int64_t i = view.getRank() - 1; i >= 0; --i) {
    int64_t outer = view.getOuterNumber(i);
    if (i != view.reduced && view.getInputType().getDimSize(i) != 1 &&
        isUnitStride(view.input, i) &&
        isUnitStride(view.destinations.values, outer) &&
        isUnitStride(view.destinations.indices, outer))
      return i;
  }
  return std::nullopt;
}

/// The innermost dimension, not the reduced one, whose strides are 1 or may
/// turn out to be.
static std::optional<int64_t> findPossibleLanes(const View &view) {
  auto mayBeUnit = [](Value memref, int64_t dimension) {
    return isUnitStride(memref, dimension) ||
           getStride(memref, dimension) == ShapedType::kDynamic;
  };
  for (int64_t i = view.getRank() - 1; i >= 0; --i) {
    int64_t outer = view.getOuterNumber(i);
    if (i != view.reduced && view.getInputType().getDimSize(i) != 1 &&
        mayBeUnit(view.input, i) &&
        mayBeUnit(view.destinations.values, outer) &&
        mayBeUnit(view.destinations.indices, outer))
      return i;
  }
  return std::nullopt;
}

/// True, at run time, if the row has from 1 to `limit` elements.
static OpFoldResult isInRange(OpBuilder &b, Location loc, Value extent,
                              int64_t limit) {
  if (std::optional<int64_t> known = getConstantIntValue(extent))
    return b.getBoolAttr(*known >= 1 && *known <= limit);
  Value one = arith::ConstantIndexOp::create(b, loc, 1);
  Value bound = arith::ConstantIndexOp::create(b, loc, limit);
  Value before = arith::SubIOp::create(b, loc, extent, one);
  return arith::CmpIOp::create(b, loc, arith::CmpIPredicate::ult, before, bound)
      .getResult();
}

LogicalResult mlir::extrema::vectorizeArgReduce(RewriterBase &rewriter,
                                                ArgReduceOp op,
                                                const VectorTarget &target) {
  if (!op.hasPureBufferSemantics() || !hasSignlessElements(op))
    return rewriter.notifyMatchFailure(
        op, "needs memrefs of floats or signless integers");
  if (op.getInputIndices())
    return rewriter.notifyMatchFailure(op, "has explicit indices");
  if (!target.hasVectors)
    return rewriter.notifyMatchFailure(op, "the target has no vectors");
  for (Value memref : op->getOperands())
    if (auto type = dyn_cast<MemRefType>(memref.getType());
        type && !getStrides(type))
      return rewriter.notifyMatchFailure(op, "a layout is not strided");
  int64_t dimension = op.getReducedDimension();
  auto inputType = cast<MemRefType>(op.getInput().getType());
  if (inputType.getDimSize(dimension) == 0)
    return rewriter.notifyMatchFailure(op, "there is nothing to reduce");

  Location loc = op.getLoc();
  OpBuilder::InsertionGuard guard(rewriter);
  rewriter.setInsertionPoint(op);
  ArgReduction reduction{
      target, ElementOrder(op.getKind(), op.getTie(), op.getElementType()),
      op.getIndexElementType(), op.getIndexBase(), op.getAccumulate()};
  View view{reduction.order.toWorkingType(rewriter, loc, op.getInput()),
            {op.getValues()
                 ? reduction.order.toWorkingType(rewriter, loc, op.getValues())
                 : Value(),
             op.getIndices()},
            dimension};
  view = mergeDimensions(rewriter, loc, view);
  Value extent = createExtent(rewriter, loc, view.input, view.reduced);

  auto buildScalar = [&](OpBuilder &b, Location) { b.clone(*op); };
  constexpr int64_t anyExtent = std::numeric_limits<int64_t>::max();
  // Positions are counted in lanes of 32 bits.
  constexpr int64_t columnLimit = std::numeric_limits<int32_t>::max();

  auto buildRowsOr = [&](const View &view) {
    buildIf(
        rewriter, loc, isInRange(rewriter, loc, extent, anyExtent),
        [&](OpBuilder &b, Location loc) {
          buildRowsOfAnyLength(b, loc, reduction, view);
        },
        buildScalar);
  };
  auto buildColumnsOr = [&](const View &view, int64_t lanes) {
    buildIf(
        rewriter, loc, isInRange(rewriter, loc, extent, columnLimit),
        [&](OpBuilder &b, Location loc) {
          buildColumns(b, loc, reduction, view, lanes);
        },
        buildScalar);
  };

  if (isUnitStride(view.input, view.reduced)) {
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
      LaneDestinations &to = view.destinations;
      Value areColumns = createHasUnitStrides(
          rewriter, loc,
          {{view.input, *lanes}, {to.values, outer}, {to.indices, outer}});
      auto choice =
          scf::IfOp::create(rewriter, loc, areColumns, /*withElse=*/true);
      rewriter.setInsertionPointToStart(choice.thenBlock());
      View columns{assumeUnitStride(rewriter, loc, view.input, *lanes),
                   {assumeUnitStride(rewriter, loc, to.values, outer),
                    assumeUnitStride(rewriter, loc, to.indices, outer)},
                   view.reduced};
      buildColumnsOr(columns, *lanes);
      rewriter.setInsertionPointToStart(choice.elseBlock());
    }
    buildScalar(rewriter, loc);
  }
  rewriter.eraseOp(op);
  return success();
}
