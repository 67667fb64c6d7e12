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

#include "extrema/Conversion/Common/StructuredOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace mlir::extrema;

namespace {
/// Of each lane's row, the best among some elements.
struct Best {
  /// Of numbers, if keys may be NaNs.
  Value keys;
  /// Of the working type; null where the keys are the values, or nobody asks.
  Value values;
  Value positions;
  /// Those of the best NaN, or -1. Null if keys are no NaNs or a NaN is worst.
  Value nanPositions;
  /// Null like those, or if nobody asks.
  Value nanValues;

  /// The vectors that are there.
  SmallVector<Value> getVectors() const {
    return llvm::filter_to_vector<5>(
        ArrayRef<Value>{keys, values, positions, nanPositions, nanValues},
        [](Value vector) { return vector != nullptr; });
  }

  /// With each vector that is there replaced by one of `vectors`, in order.
  Best withVectors(ValueRange vectors) const {
    Best result = *this;
    for (Value *vector : {&result.keys, &result.values, &result.positions,
                          &result.nanPositions, &result.nanValues})
      if (*vector) {
        *vector = vectors.front();
        vectors = vectors.drop_front();
      }
    return result;
  }
};

/// Builds the loop over batches of one width.
class BatchBuilder {
public:
  BatchBuilder(const ArgReduction &reduction, LaneDestinations destinations,
               int64_t vectorBits);

  int64_t getNumLanes() const { return keyVector.getNumElements(); }

  /// Reduces all rows of `rows`: at least as many as there are lanes.
  void build(OpBuilder &b, Location loc, Value rows) const;

private:
  Value createReadable(OpBuilder &b, Location loc, Value batch, Value extent,
                       Value numRowsLeft) const;
  SmallVector<Value> loadColumns(OpBuilder &b, Location loc, Value batch,
                                 Value begin) const;
  Best createStart(OpBuilder &b, Location loc) const;
  void addNans(OpBuilder &b, Location loc, Best &best, ArrayRef<Value> columns,
               int64_t firstPosition, Value extents = {}) const;
  Best takeBetter(OpBuilder &b, Location loc, const Best &lower,
                  const Best &upper, Value isUpperThere = {}) const;
  Best reduceColumns(OpBuilder &b, Location loc, ArrayRef<Value> columns,
                     int64_t firstPosition, Value extents = {}) const;
  Best reduceUnrolled(OpBuilder &b, Location loc, Value batch,
                      int64_t extent) const;
  Best reduceInLoop(OpBuilder &b, Location loc, Value batch,
                    Value extent) const;
  Element reduceExactly(OpBuilder &b, Location loc, Value batch,
                        Value extent) const;
  Element resolveNans(OpBuilder &b, Location loc, const Best &best, Value batch,
                      Value extent) const;

  Value createWorstKeys(OpBuilder &b, Location loc) const {
    return arith::ConstantOp::create(
        b, loc, keyVector,
        DenseElementsAttr::get(keyVector, order.getWorstKey()));
  }
  /// True in all lanes if rows of `extents` elements have one at `position`.
  Value isInside(OpBuilder &b, Location loc, int64_t position,
                 Value extents) const {
    return arith::CmpIOp::create(b, loc, arith::CmpIPredicate::ugt, extents,
                                 createPositions(b, loc, position));
  }
  Value createPositions(OpBuilder &b, Location loc, int64_t position) const {
    return createScalarOrSplatConstant(b, loc, positionVector, position);
  }
  Value broadcastPosition(OpBuilder &b, Location loc, Value position) const {
    Value cast = arith::IndexCastOp::create(
        b, loc, positionVector.getElementType(), position);
    return vector::BroadcastOp::create(b, loc, positionVector, cast);
  }

  const ArgReduction &reduction;
  const ElementOrder &order;
  LaneDestinations destinations;
  VectorType keyVector, positionVector, maskVector;
  /// Elements of a row that are loaded at once.
  int64_t pieceLength;
  /// Whether values are carried beside the keys.
  bool carriesValues;
};
} // namespace

BatchBuilder::BatchBuilder(const ArgReduction &reduction,
                           LaneDestinations destinations, int64_t vectorBits)
    : reduction(reduction), order(reduction.order), destinations(destinations) {
  Type keyType = order.getKeyType();
  int64_t keyBits = keyType.getIntOrFloatBitWidth();
  keyVector = VectorType::get(vectorBits / keyBits, keyType);
  positionVector = cast<VectorType>(
      keyVector.clone(IntegerType::get(keyType.getContext(), keyBits)));
  maskVector = cast<VectorType>(
      keyVector.clone(IntegerType::get(keyType.getContext(), 1)));
  pieceLength = transposedPieceBits / keyBits;
  carriesValues = destinations.values && !order.areKeysValues();
}

//===----------------------------------------------------------------------===//
// Loads
//===----------------------------------------------------------------------===//

/// `batch`, or, where loads of pieces from its `numRowsLeft` last rows reached
/// beyond the end of all rows, a copy of it in front of enough memory.
Value BatchBuilder::createReadable(OpBuilder &b, Location loc, Value batch,
                                   Value extent, Value numRowsLeft) const {
  std::optional<int64_t> known = getConstantIntValue(extent);
  if (known && *known >= pieceLength)
    return batch;

  Value length = arith::ConstantIndexOp::create(b, loc, pieceLength);
  Value left = arith::MulIOp::create(b, loc, numRowsLeft, extent);
  Value isInside =
      arith::CmpIOp::create(b, loc, arith::CmpIPredicate::sge, left, length);
  Value scratch = createScratch(b, loc, reduction,
                                MemRefType::get({getNumLanes() * pieceLength},
                                                keyVector.getElementType()));
  auto copy = [&](OpBuilder &b, Location loc) {
    Value zero = arith::ConstantIndexOp::create(b, loc, 0);
    Value lanes = arith::ConstantIndexOp::create(b, loc, getNumLanes());
    Value end = arith::MulIOp::create(b, loc, lanes, extent);
    // As many vectors as a row has elements.
    scf::buildLoopNest(
        b, loc, zero, end, lanes,
        [&](OpBuilder &b, Location loc, ValueRange ivs) {
          Value vector = vector::LoadOp::create(b, loc, keyVector, batch,
                                                ValueRange{zero, ivs.front()});
          vector::StoreOp::create(b, loc, vector, scratch, ivs.front());
        });
    // Else what lies behind would be undefined, and so would comparisons of it.
    VectorType pieceType =
        VectorType::get(pieceLength, keyVector.getElementType());
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
  VectorType pieceType =
      VectorType::get(pieceLength, keyVector.getElementType());
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

/// The better of two, `lower` being of the columns before those of `upper`.
/// With `isUpperThere`, a mask, `lower` where that is false.
Best BatchBuilder::takeBetter(OpBuilder &b, Location loc, const Best &lower,
                              const Best &upper, Value isUpperThere) const {
  bool isFirst = order.getTie() == Tie::First;
  // The one that wins a tie, and the one that has to be better.
  const Best &winner = isFirst ? lower : upper;
  const Best &other = isFirst ? upper : lower;
  Value isOther = order.isBetterKey(b, loc, other.keys, winner.keys);
  Best best;
  if (isUpperThere) {
    if (isFirst) {
      isOther = arith::AndIOp::create(b, loc, isOther, isUpperThere);
    } else {
      Value all = arith::ConstantOp::create(
          b, loc, DenseElementsAttr::get(maskVector, true));
      Value isMissing = arith::XOrIOp::create(b, loc, isUpperThere, all);
      isOther = arith::OrIOp::create(b, loc, isOther, isMissing);
    }
    best.keys =
        arith::SelectOp::create(b, loc, isOther, other.keys, winner.keys);
  } else {
    best.keys = order.selectBetterKey(b, loc, other.keys, winner.keys);
  }
  if (carriesValues)
    best.values =
        arith::SelectOp::create(b, loc, isOther, other.values, winner.values);
  best.positions = arith::SelectOp::create(b, loc, isOther, other.positions,
                                           winner.positions);
  return best;
}

/// The state of a reduction before its first column, which loses all ties. No
/// column is worse, but for NaNs.
Best BatchBuilder::createStart(OpBuilder &b, Location loc) const {
  Best start;
  start.keys = createWorstKeys(b, loc);
  start.positions = createPositions(b, loc, 0);
  if (carriesValues)
    start.values = createPositions(b, loc, 0);
  if (order.mayHaveNans() && order.isNanBestValue()) {
    start.nanPositions = createPositions(b, loc, -1);
    if (destinations.values)
      start.nanValues = start.keys;
  }
  return start;
}

/// Looks for NaNs in columns, and keeps in `best` the best of them and that
/// which is there. All columns win ties against that.
void BatchBuilder::addNans(OpBuilder &b, Location loc, Best &best,
                           ArrayRef<Value> columns, int64_t firstPosition,
                           Value extents) const {
  auto numbers = llvm::to_vector(llvm::seq<int64_t>(0, columns.size()));
  if (order.getTie() == Tie::First)
    std::reverse(numbers.begin(), numbers.end());
  for (int64_t i : numbers) {
    Value isNan = order.isNanInEither(b, loc, columns[i], columns[i]);
    if (extents && i != 0)
      isNan = arith::AndIOp::create(
          b, loc, isNan, isInside(b, loc, firstPosition + i, extents));
    best.nanPositions = arith::SelectOp::create(
        b, loc, isNan, createPositions(b, loc, firstPosition + i),
        best.nanPositions);
    if (best.nanValues)
      best.nanValues =
          arith::SelectOp::create(b, loc, isNan, columns[i], best.nanValues);
  }
}

/// Reduces consecutive columns, the first of which is numbered `firstPosition`.
/// With `extents`, a vector, those numbered as that or higher are left out.
Best BatchBuilder::reduceColumns(OpBuilder &b, Location loc,
                                 ArrayRef<Value> columns, int64_t firstPosition,
                                 Value extents) const {
  SmallVector<Best> best;
  for (auto [i, column] : llvm::enumerate(columns)) {
    Best element;
    element.keys = order.createKey(b, loc, column);
    if (carriesValues)
      element.values = column;
    element.positions = createPositions(b, loc, firstPosition + i);
    if (order.mayHaveNans() && !order.isNanBestValue())
      element.keys = arith::SelectOp::create(
          b, loc, order.isNanInEither(b, loc, column, column),
          createWorstKeys(b, loc), column);
    best.push_back(element);
  }
  for (size_t distance = 1; distance < best.size(); distance *= 2)
    for (size_t i = 0; i + distance < best.size(); i += 2 * distance) {
      Value isUpperThere;
      if (extents)
        isUpperThere = isInside(b, loc, firstPosition + i + distance, extents);
      best[i] = takeBetter(b, loc, best[i], best[i + distance], isUpperThere);
    }
  return best.front();
}

/// Reduces rows of a known number of elements, piece by piece. Like the loop,
/// it goes such that a later piece wins ties.
Best BatchBuilder::reduceUnrolled(OpBuilder &b, Location loc, Value batch,
                                  int64_t extent) const {
  bool isFirst = order.getTie() == Tie::First;
  auto positions = llvm::to_vector(
      llvm::seq<int64_t>(0, llvm::divideCeil(extent, pieceLength)));
  if (isFirst)
    std::reverse(positions.begin(), positions.end());
  Best best = createStart(b, loc);
  for (auto [i, piece] : llvm::enumerate(positions)) {
    int64_t position = piece * pieceLength;
    int64_t begin =
        std::max<int64_t>(0, std::min(position, extent - pieceLength));
    SmallVector<Value> columns = loadColumns(
        b, loc, batch, arith::ConstantIndexOp::create(b, loc, begin));
    ArrayRef<Value> used = ArrayRef(columns).slice(
        position - begin, std::min(pieceLength, extent - position));
    Best next = reduceColumns(b, loc, used, position);
    if (i != 0)
      next = isFirst ? takeBetter(b, loc, next, best)
                     : takeBetter(b, loc, best, next);
    next.nanPositions = best.nanPositions;
    next.nanValues = best.nanValues;
    if (next.nanPositions)
      addNans(b, loc, next, used, position);
    best = next;
  }
  return best;
}

/// Reduces rows of any number of elements, pieces in a loop. It goes such that
/// a later piece wins ties, so that the last piece may overlap the one before
/// it, and the start loses them.
Best BatchBuilder::reduceInLoop(OpBuilder &b, Location loc, Value batch,
                                Value extent) const {
  std::optional<int64_t> known = getConstantIntValue(extent);
  bool isFirst = order.getTie() == Tie::First;
  Value zero = arith::ConstantIndexOp::create(b, loc, 0);
  Value length = arith::ConstantIndexOp::create(b, loc, pieceLength);
  Value last = arith::SubIOp::create(b, loc, extent, length);
  Value extents;
  if (!known || *known < pieceLength)
    extents = broadcastPosition(b, loc, extent);

  Best start = createStart(b, loc);
  auto loop = scf::ForOp::create(
      b, loc, zero, extent, length, start.getVectors(),
      [&](OpBuilder &b, Location loc, Value position, ValueRange state) {
        Value begin =
            isFirst ? arith::SubIOp::create(b, loc, last, position).getResult()
                    : arith::MinSIOp::create(b, loc, last, position);
        begin = arith::MaxSIOp::create(b, loc, begin, zero);
        Value begins = broadcastPosition(b, loc, begin);
        SmallVector<Value> columns = loadColumns(b, loc, batch, begin);
        Best before = start.withVectors(state);
        Best next = reduceColumns(b, loc, columns, 0, extents);
        next.positions = arith::AddIOp::create(b, loc, next.positions, begins);
        Best best = isFirst ? takeBetter(b, loc, next, before)
                            : takeBetter(b, loc, before, next);
        if (before.nanPositions) {
          // Positions from the beginning of the piece, for the time being.
          best.nanPositions =
              arith::SubIOp::create(b, loc, before.nanPositions, begins);
          best.nanValues = before.nanValues;
          addNans(b, loc, best, columns, 0, extents);
          best.nanPositions =
              arith::AddIOp::create(b, loc, best.nanPositions, begins);
        }
        scf::YieldOp::create(b, loc, best.getVectors());
      });
  return start.withVectors(loop.getResults());
}

/// Reduces rows by the order itself.
Element BatchBuilder::reduceExactly(OpBuilder &b, Location loc, Value batch,
                                    Value extent) const {
  Value zero = arith::ConstantIndexOp::create(b, loc, 0);
  Value one = arith::ConstantIndexOp::create(b, loc, 1);
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
            broadcastPosition(b, loc, position)};
        Element best = order.reduce(b, loc, {state[0], state[1]}, column);
        scf::YieldOp::create(b, loc, {best.value, best.index});
      });
  return {loop.getResult(0), loop.getResult(1)};
}

/// The best elements, values and positions, NaNs among them.
Element BatchBuilder::resolveNans(OpBuilder &b, Location loc, const Best &best,
                                  Value batch, Value extent) const {
  Element element{best.values ? best.values : best.keys, best.positions};
  if (!order.mayHaveNans())
    return element;
  if (best.nanPositions) {
    Value hasNan =
        arith::CmpIOp::create(b, loc, arith::CmpIPredicate::sge,
                              best.nanPositions, createPositions(b, loc, 0));
    element.index = arith::SelectOp::create(b, loc, hasNan, best.nanPositions,
                                            element.index);
    if (best.nanValues)
      element.value = arith::SelectOp::create(b, loc, hasNan, best.nanValues,
                                              element.value);
    return element;
  }
  Value isAmbiguous = vector::ReductionOp::create(
      b, loc, vector::CombiningKind::OR,
      order.isSameKey(b, loc, best.keys, createWorstKeys(b, loc)));
  auto choice = scf::IfOp::create(
      b, loc, isAmbiguous,
      [&](OpBuilder &b, Location loc) {
        Element exact = reduceExactly(b, loc, batch, extent);
        scf::YieldOp::create(b, loc, {exact.value, exact.index});
      },
      [&](OpBuilder &b, Location loc) {
        scf::YieldOp::create(b, loc, {element.value, element.index});
      });
  return {choice.getResult(0), choice.getResult(1)};
}

//===----------------------------------------------------------------------===//
// Batches
//===----------------------------------------------------------------------===//

void BatchBuilder::build(OpBuilder &b, Location loc, Value rows) const {
  Value numRows = createExtent(b, loc, rows, 0);
  Value extent = createExtent(b, loc, rows, 1);
  std::optional<int64_t> known = getConstantIntValue(extent);
  // Longer code would take long to compile and gain nothing.
  constexpr int64_t maxUnrolledPieces = 64;
  bool isUnrolled =
      known && getNumLanes() * llvm::divideCeil(*known, pieceLength) <=
                   maxUnrolledPieces;

  Value zero = arith::ConstantIndexOp::create(b, loc, 0);
  Value lanes = arith::ConstantIndexOp::create(b, loc, getNumLanes());
  Value last = arith::SubIOp::create(b, loc, numRows, lanes);
  scf::buildLoopNest(
      b, loc, zero, numRows, lanes,
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
        Element element = resolveNans(b, loc, best, batch, extent);
        storeLanes(b, loc, reduction, destinations, begin, element.value,
                   element.index);
      });
}

int64_t mlir::extrema::getShortRowLimit(const ArgReduction &reduction) {
  int64_t bits = reduction.order.getKeyType().getIntOrFloatBitWidth();
  if (reduction.target.isScalable || !llvm::isPowerOf2_64(bits) || bits < 8 ||
      bits > 64)
    return 0;
  return 64;
}

int64_t mlir::extrema::getShortRowBatch(const ArgReduction &reduction) {
  return transposedPieceBits /
         reduction.order.getKeyType().getIntOrFloatBitWidth();
}

void mlir::extrema::buildShortRows(OpBuilder &b, Location loc,
                                   const ArgReduction &reduction, Value rows,
                                   LaneDestinations destinations) {
  BatchBuilder narrow(reduction, destinations, transposedPieceBits);
  if (reduction.target.vectorBits == transposedPieceBits)
    return narrow.build(b, loc, rows);
  BatchBuilder wide(reduction, destinations, reduction.target.vectorBits);
  buildIf(
      b, loc,
      isAtMost(b, loc, createExtent(b, loc, rows, 0), wide.getNumLanes() - 1),
      [&](OpBuilder &b, Location loc) { narrow.build(b, loc, rows); },
      [&](OpBuilder &b, Location loc) { wide.build(b, loc, rows); });
}
