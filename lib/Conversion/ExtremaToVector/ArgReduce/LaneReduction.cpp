//===- LaneReduction.cpp - Reducing columns, lanes being rows -------------===//

#include "LaneReduction.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace mlir::extrema;

LaneReduction::LaneReduction(const ElementOrder &order, int64_t numLanes,
                             bool wantsValues)
    : order(order), wantsValues(wantsValues),
      carriesValues(wantsValues && !order.areKeysValues()) {
  Type keyType = order.getKeyType();
  keyVector = VectorType::get(numLanes, keyType);
  positionVector = cast<VectorType>(keyVector.clone(
      IntegerType::get(keyType.getContext(), keyType.getIntOrFloatBitWidth())));
}

//===----------------------------------------------------------------------===//
// Constants
//===----------------------------------------------------------------------===//

Value LaneReduction::createWorstKeys(OpBuilder &b, Location loc) const {
  return arith::ConstantOp::create(
      b, loc, keyVector,
      DenseElementsAttr::get(keyVector, order.getWorstKey()));
}

Value LaneReduction::createPositions(OpBuilder &b, Location loc,
                                     int64_t position) const {
  return createScalarOrSplatConstant(b, loc, positionVector, position);
}

Value LaneReduction::broadcastPosition(OpBuilder &b, Location loc,
                                       Value position) const {
  Value cast = arith::IndexCastOp::create(
      b, loc, positionVector.getElementType(), position);
  return vector::BroadcastOp::create(b, loc, positionVector, cast);
}

/// True in all lanes if rows of `extents` elements have one at `position`.
Value LaneReduction::isInside(OpBuilder &b, Location loc, int64_t position,
                              Value extents) const {
  return arith::CmpIOp::create(b, loc, arith::CmpIPredicate::ugt, extents,
                               createPositions(b, loc, position));
}

//===----------------------------------------------------------------------===//
// Reductions
//===----------------------------------------------------------------------===//

Best LaneReduction::createEmpty(OpBuilder &b, Location loc) const {
  Best best;
  if (order.mayHaveNans() && order.isNanBestValue()) {
    best.nanPositions = createPositions(b, loc, -1);
    if (wantsValues)
      best.nanValues = createWorstKeys(b, loc);
  }
  return best;
}

Best LaneReduction::createStart(OpBuilder &b, Location loc) const {
  Best best = createEmpty(b, loc);
  best.keys = createWorstKeys(b, loc);
  best.positions = createPositions(b, loc, 0);
  if (carriesValues)
    best.values = best.keys;
  return best;
}

/// The better of two, `lower` being of the columns before those of `upper`.
/// With `isUpperThere`, a mask, `lower` where that is false.
Best LaneReduction::takeBetter(OpBuilder &b, Location loc, const Best &lower,
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
          b, loc,
          DenseElementsAttr::get(cast<VectorType>(isUpperThere.getType()),
                                 true));
      Value isMissing = arith::XOrIOp::create(b, loc, isUpperThere, all);
      isOther = arith::OrIOp::create(b, loc, isOther, isMissing);
    }
    best.keys =
        arith::SelectOp::create(b, loc, isOther, other.keys, winner.keys);
  } else {
    best.keys = order.selectBetterKey(b, loc, other.keys, winner.keys);
  }
  if (winner.values)
    best.values =
        arith::SelectOp::create(b, loc, isOther, other.values, winner.values);
  best.positions = arith::SelectOp::create(b, loc, isOther, other.positions,
                                           winner.positions);
  return best;
}

/// Looks for NaNs in columns, and keeps in `best` the best of them and that
/// which is there. All columns win ties against that.
void LaneReduction::addNans(OpBuilder &b, Location loc, Best &best,
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
Best LaneReduction::reduceColumns(OpBuilder &b, Location loc,
                                  ArrayRef<Value> columns,
                                  int64_t firstPosition, Value extents) const {
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

Best LaneReduction::addColumns(OpBuilder &b, Location loc, const Best &before,
                               ArrayRef<Value> columns, int64_t firstPosition,
                               Value begins, Value extents) const {
  Best best = reduceColumns(b, loc, columns, firstPosition, extents);
  if (begins)
    best.positions = arith::AddIOp::create(b, loc, best.positions, begins);
  if (before.keys)
    best = order.getTie() == Tie::First ? takeBetter(b, loc, best, before)
                                        : takeBetter(b, loc, before, best);
  best.nanPositions = before.nanPositions;
  best.nanValues = before.nanValues;
  if (!best.nanPositions)
    return best;
  // While NaNs are added, their positions are relative too.
  if (begins)
    best.nanPositions =
        arith::SubIOp::create(b, loc, best.nanPositions, begins);
  addNans(b, loc, best, columns, firstPosition, extents);
  if (begins)
    best.nanPositions =
        arith::AddIOp::create(b, loc, best.nanPositions, begins);
  return best;
}

Element LaneReduction::finish(OpBuilder &b, Location loc, const Best &best,
                              Value &isAmbiguous) const {
  Element element{best.values ? best.values : best.keys, best.positions};
  if (best.nanPositions) {
    Value hasNan =
        arith::CmpIOp::create(b, loc, arith::CmpIPredicate::sge,
                              best.nanPositions, createPositions(b, loc, 0));
    element.index = arith::SelectOp::create(b, loc, hasNan, best.nanPositions,
                                            element.index);
    if (best.nanValues)
      element.value = arith::SelectOp::create(b, loc, hasNan, best.nanValues,
                                              element.value);
  } else if (order.mayHaveNans()) {
    isAmbiguous = order.isSameKey(b, loc, best.keys, createWorstKeys(b, loc));
  }
  return element;
}
