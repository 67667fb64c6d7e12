//===- ShortRows.cpp - Many rows of few elements ----------------*- C++ -*-===//
//
// Rows as the lanes of vectors: of a batch of rows, pieces of consecutive
// elements are loaded and transposed in registers (TransposeLanes.h), so that
// each vector then holds one column of the batch, and columns are compared. No
// gathers, no reductions across lanes, no branches.
//
// The last batch overlaps the one before it, and the last piece of a row the
// one before it. Elements that are compared twice change nothing. Only where a
// row is shorter than a piece, loads reach beyond it, into the rows that
// follow; the batch whose loads would reach beyond the last row is copied
// before.
//
// f32 and f64 are compared by one comparison that no NaN passes. Where a NaN is
// the best value, the best NaN is looked for beside; where it is the worst one,
// NaNs are taken for the worst number, and a batch with a row in which nothing
// is better than that is reduced again, exactly.
//
//===----------------------------------------------------------------------===//

#include "../TransposeLanes.h"
#include "../Views.h"
#include "ArgReduction.h"
#include "LaneReduction.h"

#include "extrema/Conversion/Common/StructuredOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace mlir::extrema;
using namespace tuning::argShortRows;

namespace {
/// Builds the loop over batches of one width.
class BatchBuilder {
public:
  BatchBuilder(const ArgReduction &reduction, LaneDestinations destinations,
               int64_t vectorBits);

  int64_t getNumLanes() const { return lanes.getKeyVector().getNumElements(); }

  /// Reduces all rows of `rows`: at least as many as there are lanes.
  void build(OpBuilder &b, Location loc, Value rows) const;

private:
  /// Whether rows are known to be no shorter than a piece.
  bool isAtLeastPiece(Value extent) const {
    constexpr int64_t minExtent = 2;
    return getConstantIntValue(extent).value_or(minExtent) >=
           pieceType.getNumElements();
  }
  Value createReadable(OpBuilder &b, Location loc, Value batch, Value extent,
                       Value numRowsLeft) const;
  SmallVector<Value> loadColumns(OpBuilder &b, Location loc, Value batch,
                                 Value begin) const;
  Best reduceUnrolled(OpBuilder &b, Location loc, Value batch,
                      int64_t extent) const;
  Best reduceInLoop(OpBuilder &b, Location loc, Value batch,
                    Value extent) const;
  Element reduceExactly(OpBuilder &b, Location loc, Value batch,
                        Value extent) const;
  const ArgReduction &reduction;
  const ElementOrder &order;
  LaneDestinations destinations;
  LaneReduction lanes;
  /// What is loaded at once: consecutive elements of a row.
  VectorType pieceType;
};
} // namespace

BatchBuilder::BatchBuilder(const ArgReduction &reduction,
                           LaneDestinations destinations, int64_t vectorBits)
    : reduction(reduction), order(reduction.order), destinations(destinations),
      lanes(order, vectorBits / order.getKeyType().getIntOrFloatBitWidth(),
            /*wantsValues=*/destinations.values != nullptr) {
  Type keyType = order.getKeyType();
  pieceType = VectorType::get(
      transposedPieceBits / keyType.getIntOrFloatBitWidth(), keyType);
}

//===----------------------------------------------------------------------===//
// Loads
//===----------------------------------------------------------------------===//

/// `batch`, or, where loads of pieces from its `numRowsLeft` last rows reached
/// beyond the end of all rows, a copy of it in front of enough memory.
Value BatchBuilder::createReadable(OpBuilder &b, Location loc, Value batch,
                                   Value extent, Value numRowsLeft) const {
  int64_t pieceLength = pieceType.getNumElements();
  if (isAtLeastPiece(extent))
    return batch;

  Value length = arith::ConstantIndexOp::create(b, loc, pieceLength);
  Value left = arith::MulIOp::create(b, loc, numRowsLeft, extent);
  Value isInside =
      arith::CmpIOp::create(b, loc, arith::CmpIPredicate::sge, left, length);
  Value scratch = createScratch(b, loc, reduction,
                                MemRefType::get({getNumLanes() * pieceLength},
                                                pieceType.getElementType()));
  auto copy = [&](OpBuilder &b, Location loc) {
    Value zero = arith::ConstantIndexOp::create(b, loc, 0);
    Value numLanes = arith::ConstantIndexOp::create(b, loc, getNumLanes());
    Value end = arith::MulIOp::create(b, loc, numLanes, extent);
    // As many vectors as a row has elements.
    scf::buildLoopNest(
        b, loc, zero, end, numLanes,
        [&](OpBuilder &b, Location loc, ValueRange ivs) {
          Value vector =
              vector::LoadOp::create(b, loc, lanes.getKeyVector(), batch,
                                     ValueRange{zero, ivs.front()});
          vector::StoreOp::create(b, loc, vector, scratch, ivs.front());
        });
    // Else what lies behind would be undefined, and so would comparisons of it.
    Value others = arith::ConstantOp::create(
        b, loc, pieceType, cast<TypedAttr>(b.getZeroAttr(pieceType)));
    vector::StoreOp::create(b, loc, others, scratch, end);
    auto shape = cast<MemRefType>(batch.getType()).getShape();
    OpFoldResult stride = getAsOpFoldResult(extent);
    Value view = memref::ReinterpretCastOp::create(
        b, loc, scratch, b.getIndexAttr(0), {b.getIndexAttr(shape[0]), stride},
        {stride, b.getIndexAttr(1)});
    view = memref::CastOp::create(b, loc, batch.getType(), view);
    scf::YieldOp::create(b, loc, view);
  };
  return scf::IfOp::create(
             b, loc, isInside,
             [&](OpBuilder &b, Location loc) {
               scf::YieldOp::create(b, loc, batch);
             },
             copy)
      .getResult(0);
}

/// The columns of `batch` from `begin` on, as many as a piece has elements.
SmallVector<Value> BatchBuilder::loadColumns(OpBuilder &b, Location loc,
                                             Value batch, Value begin) const {
  SmallVector<Value> pieces;
  for (int64_t i = 0; i < getNumLanes(); ++i) {
    Value row = arith::ConstantIndexOp::create(b, loc, i);
    pieces.push_back(vector::LoadOp::create(b, loc, pieceType, batch,
                                            ValueRange{row, begin}));
  }
  return transposeLanes(b, loc, pieces);
}

//===----------------------------------------------------------------------===//
// Reductions
//===----------------------------------------------------------------------===//

/// Reduces rows of a known number of elements, piece by piece.
Best BatchBuilder::reduceUnrolled(OpBuilder &b, Location loc, Value batch,
                                  int64_t extent) const {
  int64_t length = pieceType.getNumElements();
  auto pieces =
      llvm::to_vector(llvm::seq<int64_t>(0, llvm::divideCeil(extent, length)));
  if (order.getTie() == Tie::First)
    std::reverse(pieces.begin(), pieces.end());
  Best best = lanes.createEmpty(b, loc);
  for (int64_t piece : pieces) {
    int64_t position = piece * length;
    int64_t begin = std::max<int64_t>(0, std::min(position, extent - length));
    SmallVector<Value> columns = loadColumns(
        b, loc, batch, arith::ConstantIndexOp::create(b, loc, begin));
    // Not those that an overlapping piece has too, nor those of other rows.
    ArrayRef<Value> used = ArrayRef(columns).slice(
        position - begin, std::min(length, extent - position));
    best = lanes.addColumns(b, loc, best, used, position);
  }
  return best;
}

/// Reduces rows of any number of elements, pieces in a loop; of those that
/// overlap, columns are added twice.
Best BatchBuilder::reduceInLoop(OpBuilder &b, Location loc, Value batch,
                                Value extent) const {
  bool isFirst = order.getTie() == Tie::First;
  Value zero = arith::ConstantIndexOp::create(b, loc, 0);
  Value length =
      arith::ConstantIndexOp::create(b, loc, pieceType.getNumElements());
  Value last = arith::SubIOp::create(b, loc, extent, length);
  Value extents;
  if (!isAtLeastPiece(extent))
    extents = lanes.broadcastPosition(b, loc, extent);

  Best start = lanes.createStart(b, loc);
  auto loop = scf::ForOp::create(
      b, loc, zero, extent, length, start.getVectors(),
      [&](OpBuilder &b, Location loc, Value position, ValueRange state) {
        Value begin =
            isFirst ? arith::SubIOp::create(b, loc, last, position).getResult()
                    : arith::MinSIOp::create(b, loc, last, position);
        begin = arith::MaxSIOp::create(b, loc, begin, zero);
        SmallVector<Value> columns = loadColumns(b, loc, batch, begin);
        Best best = lanes.addColumns(
            b, loc, start.withVectors(state), columns, /*firstPosition=*/0,
            lanes.broadcastPosition(b, loc, begin), extents);
        scf::YieldOp::create(b, loc, best.getVectors());
      });
  return start.withVectors(loop.getResults());
}

/// Reduces rows by the order itself.
Element BatchBuilder::reduceExactly(OpBuilder &b, Location loc, Value batch,
                                    Value extent) const {
  Value zero = arith::ConstantIndexOp::create(b, loc, 0);
  Value one = arith::ConstantIndexOp::create(b, loc, 1);
  VectorType keyVector = lanes.getKeyVector();
  VectorType positionVector = lanes.getPositionVector();
  Element identity =
      order.createIdentity(b, loc, positionVector.getElementType());
  auto loop = scf::ForOp::create(
      b, loc, zero, extent, one,
      ValueRange{
          vector::BroadcastOp::create(b, loc, keyVector, identity.value),
          vector::BroadcastOp::create(b, loc, positionVector, identity.index)},
      [&](OpBuilder &b, Location loc, Value position, ValueRange state) {
        SmallVector<Value> elements;
        for (int64_t i = 0; i < getNumLanes(); ++i) {
          Value row = arith::ConstantIndexOp::create(b, loc, i);
          elements.push_back(
              memref::LoadOp::create(b, loc, batch, ValueRange{row, position}));
        }
        Element column{
            vector::FromElementsOp::create(b, loc, keyVector, elements),
            lanes.broadcastPosition(b, loc, position)};
        Element best = order.reduce(b, loc, {state[0], state[1]}, column);
        scf::YieldOp::create(b, loc, {best.value, best.index});
      });
  return {loop.getResult(0), loop.getResult(1)};
}

//===----------------------------------------------------------------------===//
// Batches
//===----------------------------------------------------------------------===//

void BatchBuilder::build(OpBuilder &b, Location loc, Value rows) const {
  Value numRows = createExtent(b, loc, rows, 0);
  Value extent = createExtent(b, loc, rows, 1);
  std::optional<int64_t> known = getConstantIntValue(extent);
  // Of a piece of each row: loads, insertions, shuffles, and what is done about
  // a column.
  int64_t length = pieceType.getNumElements();
  int64_t numOps = getNumLanes() + (getNumLanes() - length) +
                   length * llvm::Log2_64(length) +
                   length * (order.areKeysValues() ? 4 : 8);
  bool isUnrolled =
      known && llvm::divideCeil(*known, length) * numOps <= kMostUnrolled;

  Value zero = arith::ConstantIndexOp::create(b, loc, 0);
  Value step = arith::ConstantIndexOp::create(b, loc, getNumLanes());
  Value last = arith::SubIOp::create(b, loc, numRows, step);
  scf::buildLoopNest(
      b, loc, zero, numRows, step,
      [&](OpBuilder &b, Location loc, ValueRange ivs) {
        Value begin = arith::MinSIOp::create(b, loc, ivs.front(), last);
        Value batch = memref::SubViewOp::create(
            b, loc, rows, {begin, b.getIndexAttr(0)},
            {b.getIndexAttr(getNumLanes()), getAsOpFoldResult(extent)},
            {b.getIndexAttr(1), b.getIndexAttr(1)});
        // Of the batch's last row and those behind.
        Value numRowsLeft = arith::SubIOp::create(b, loc, last, begin);
        numRowsLeft = arith::AddIOp::create(
            b, loc, numRowsLeft, arith::ConstantIndexOp::create(b, loc, 1));
        batch = createReadable(b, loc, batch, extent, numRowsLeft);

        Best best = isUnrolled ? reduceUnrolled(b, loc, batch, *known)
                               : reduceInLoop(b, loc, batch, extent);
        Value isAmbiguous;
        Element element = lanes.finish(b, loc, best, isAmbiguous);
        if (isAmbiguous) {
          Value isAny = vector::ReductionOp::create(
              b, loc, vector::CombiningKind::OR, isAmbiguous);
          auto choice = scf::IfOp::create(
              b, loc, isAny,
              [&](OpBuilder &b, Location loc) {
                Element exact = reduceExactly(b, loc, batch, extent);
                scf::YieldOp::create(b, loc, {exact.value, exact.index});
              },
              [&](OpBuilder &b, Location loc) {
                scf::YieldOp::create(b, loc, {element.value, element.index});
              });
          element = {choice.getResult(0), choice.getResult(1)};
        }
        storeLanes(b, loc, reduction, destinations, begin, element.value,
                   element.index);
      });
}

int64_t mlir::extrema::getShortRowLimit(const ArgReduction &reduction) {
  const VectorTarget &target = reduction.target;
  int64_t bits = reduction.order.getKeyType().getIntOrFloatBitWidth();
  if (target.isScalable || !llvm::isPowerOf2_64(bits) || bits < 8 || bits > 64)
    return 0;
  int64_t rowBits =
      target.vectorBits >= kWideBits ? kWideRowBits : kNarrowRowBits;
  return rowBits / bits - 1;
}

int64_t mlir::extrema::getShortRowBatch(const ArgReduction &reduction) {
  // Measured: where masks are cheap, batches of registers shorter than the
  // target's gain nothing over one row after the other.
  const VectorTarget &target = reduction.target;
  int64_t vectorBits =
      target.hasMasks ? target.vectorBits : transposedPieceBits;
  return vectorBits / reduction.order.getKeyType().getIntOrFloatBitWidth();
}

void mlir::extrema::buildShortRows(OpBuilder &b, Location loc,
                                   const ArgReduction &reduction, Value rows,
                                   LaneDestinations destinations) {
  BatchBuilder wide(reduction, destinations, reduction.target.vectorBits);
  if (wide.getNumLanes() <= getShortRowBatch(reduction))
    return wide.build(b, loc, rows);
  BatchBuilder narrow(reduction, destinations, transposedPieceBits);
  buildIf(
      b, loc,
      isAtMost(b, loc, createExtent(b, loc, rows, 0), wide.getNumLanes() - 1),
      [&](OpBuilder &b, Location loc) { narrow.build(b, loc, rows); },
      [&](OpBuilder &b, Location loc) { wide.build(b, loc, rows); });
}
