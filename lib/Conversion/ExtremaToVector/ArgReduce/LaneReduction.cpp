//===- LaneReduction.cpp - Reducing columns, lanes being rows -------------===//

#include "LaneReduction.h"

using namespace mlir;
using namespace mlir::extrema;

LaneReduction::LaneReduction(KernelBuilder &b, const ElementOrder &order,
                             int64_t numLanes, bool wantsValues)
    : b(b), loc(b.getLoc()), order(order), wantsValues(wantsValues),
      carriesValues(wantsValues && !order.areKeysValues()) {
  Type keyType = order.getKeyType();
  keyVector = VectorType::get(numLanes, keyType);
  positionVector = cast<VectorType>(keyVector.clone(
      IntegerType::get(keyType.getContext(), keyType.getIntOrFloatBitWidth())));
}

//===----------------------------------------------------------------------===//
// Reductions
//===----------------------------------------------------------------------===//

Best LaneReduction::createEmpty() const {
  Best best;
  if (order.mayHaveNans() && order.isNanBestValue()) {
    best.nanPositions = createPositions(-1);
    if (wantsValues)
      best.nanValues = createWorstKeys();
  }
  return best;
}

Best LaneReduction::createStart() const {
  Best best = createEmpty();
  best.keys = createWorstKeys();
  best.positions = createPositions(0);
  if (carriesValues)
    best.values = best.keys;
  return best;
}

/// The better of two, `lower` being of the columns before those of `upper`.
/// With `isUpperThere`, a mask, `lower` where that is false.
Best LaneReduction::takeBetter(const Best &lower, const Best &upper,
                               Value isUpperThere) const {
  bool isFirst = order.getTie() == Tie::First;
  // The one that wins a tie, and the one that has to be better.
  const Best &winner = isFirst ? lower : upper;
  const Best &other = isFirst ? upper : lower;
  Value isOther = order.isBetterKey(b, loc, other.keys, winner.keys);
  Best best;
  if (isUpperThere) {
    isOther = isFirst ? b.bitAnd(isOther, isUpperThere)
                      : b.bitOr(isOther, b.bitNot(isUpperThere));
    best.keys = b.select(isOther, other.keys, winner.keys);
  } else {
    best.keys = order.selectBetterKey(b, loc, other.keys, winner.keys);
  }
  if (winner.values)
    best.values = b.select(isOther, other.values, winner.values);
  best.positions = b.select(isOther, other.positions, winner.positions);
  return best;
}

/// Looks for NaNs in columns, and keeps in `best` the best of them and that
/// which is there. All columns win ties against that.
void LaneReduction::addNans(Best &best, ArrayRef<Value> columns,
                            int64_t firstPosition, Value extents) const {
  auto numbers = llvm::to_vector(llvm::seq<int64_t>(0, columns.size()));
  if (order.getTie() == Tie::First)
    std::reverse(numbers.begin(), numbers.end());
  for (int64_t i : numbers) {
    int64_t position = firstPosition + i;
    Value isNan = order.isNanInEither(b, loc, columns[i], columns[i]);
    if (extents && i != 0)
      isNan = b.bitAnd(isNan, isInside(position, extents));
    best.nanPositions = b.select(isNan, position, best.nanPositions);
    if (best.nanValues)
      best.nanValues = b.select(isNan, columns[i], best.nanValues);
  }
}

/// Reduces consecutive columns, the first of which is numbered `firstPosition`.
/// With `extents`, a vector, those numbered as that or higher are left out.
Best LaneReduction::reduceColumns(ArrayRef<Value> columns,
                                  int64_t firstPosition, Value extents) const {
  SmallVector<Best> best;
  for (auto [i, column] : llvm::enumerate(columns)) {
    Best element;
    element.keys = order.createKey(b, loc, column);
    if (carriesValues)
      element.values = column;
    element.positions = createPositions(firstPosition + i);
    if (order.mayHaveNans() && !order.isNanBestValue())
      element.keys = b.select(order.isNanInEither(b, loc, column, column),
                              createWorstKeys(), column);
    best.push_back(element);
  }
  for (size_t distance = 1; distance < best.size(); distance *= 2)
    for (size_t i = 0; i + distance < best.size(); i += 2 * distance) {
      Value isUpperThere;
      if (extents)
        isUpperThere = isInside(firstPosition + i + distance, extents);
      best[i] = takeBetter(best[i], best[i + distance], isUpperThere);
    }
  return best.front();
}

Best LaneReduction::addColumns(const Best &before, ArrayRef<Value> columns,
                               int64_t firstPosition, Value begins,
                               Value extents) const {
  Best best = reduceColumns(columns, firstPosition, extents);
  if (begins)
    best.positions = b.add(best.positions, begins);
  if (before.keys)
    best = order.getTie() == Tie::First ? takeBetter(best, before)
                                        : takeBetter(before, best);
  best.nanPositions = before.nanPositions;
  best.nanValues = before.nanValues;
  if (!best.nanPositions)
    return best;
  // While NaNs are added, their positions are relative too.
  if (begins)
    best.nanPositions = b.sub(best.nanPositions, begins);
  addNans(best, columns, firstPosition, extents);
  if (begins)
    best.nanPositions = b.add(best.nanPositions, begins);
  return best;
}

Element LaneReduction::finish(const Best &best, Value &isAmbiguous) const {
  Element element{best.values ? best.values : best.keys, best.positions};
  if (best.nanPositions) {
    Value hasNan = b.atLeast(best.nanPositions, 0);
    element.index = b.select(hasNan, best.nanPositions, element.index);
    if (best.nanValues)
      element.value = b.select(hasNan, best.nanValues, element.value);
  } else if (order.mayHaveNans()) {
    isAmbiguous = order.isSameKey(b, loc, best.keys, createWorstKeys());
  }
  return element;
}
