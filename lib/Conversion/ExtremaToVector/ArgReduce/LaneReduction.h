//===- LaneReduction.h - Reducing columns, lanes being rows -----*- C++ -*-===//
//
// The comparisons of short rows: no loads, no loops.
//
//===----------------------------------------------------------------------===//

#ifndef EXTREMA_LIB_CONVERSION_EXTREMATOVECTOR_ARGREDUCE_LANEREDUCTION_H
#define EXTREMA_LIB_CONVERSION_EXTREMATOVECTOR_ARGREDUCE_LANEREDUCTION_H

#include "../KernelLanguage/KernelBuilder.h"

#include "extrema/Conversion/Common/ElementOrder.h"

namespace mlir::extrema {

/// Of each lane's row, the best among some elements: vectors of a lane for each
/// row.
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
  auto carried() {
    return std::tie(keys, values, positions, nanPositions, nanValues);
  }
};

/// Reduces rows of elements, each in a lane of its own.
class LaneReduction {
public:
  /// Reduces `numLanes` rows; `wantsValues`: not only positions.
  LaneReduction(KernelBuilder &b, const ElementOrder &order, int64_t numLanes,
                bool wantsValues);

  VectorType getKeyVector() const { return keyVector; }
  VectorType getPositionVector() const { return positionVector; }

  /// A reduction that no column was added to: it has no keys and positions.
  Best createEmpty() const;

  /// The same for loops, with all vectors. It loses all ties, and no column is
  /// worse.
  Best createStart() const;

  /// Adds consecutive columns, vectors of the working type, the first of which
  /// is numbered `firstPosition`, plus `begins` in each lane if that is not
  /// null. They win ties against those in `before`: for Tie::First add columns
  /// from right to left, for Tie::Last from left to right; adding one twice
  /// changes nothing. With `extents`, a vector, columns are left out that are
  /// numbered as that or higher, `begins` not counted.
  Best addColumns(const Best &before, ArrayRef<Value> columns,
                  int64_t firstPosition, Value begins = {},
                  Value extents = {}) const;

  /// The best values and positions. Sets `isAmbiguous` if there may be rows for
  /// which they are wrong: where NaNs are the worst values, those in which
  /// nothing is better than the worst number. It is true in their lanes.
  Element finish(const Best &best, Value &isAmbiguous) const;

  /// `position`, of type `index`, in each lane.
  Value broadcastPosition(Value position) const {
    return b.broadcast(positionVector,
                       b.castSigned(position, positionVector.getElementType()));
  }

private:
  Best reduceColumns(ArrayRef<Value> columns, int64_t firstPosition,
                     Value extents) const;
  void addNans(Best &best, ArrayRef<Value> columns, int64_t firstPosition,
               Value extents) const;
  Best takeBetter(const Best &lower, const Best &upper,
                  Value isUpperThere = {}) const;
  /// True in the lanes whose rows, of `extents` elements, have one at
  /// `position`.
  Value isInside(int64_t position, Value extents) const {
    return b.greaterUnsigned(extents, position);
  }
  Value createWorstKeys() const {
    return b.constant(keyVector, order.getWorstKey());
  }
  Value createPositions(int64_t position) const {
    return b.constant(positionVector, position);
  }

  KernelBuilder &b;
  Location loc;
  const ElementOrder &order;
  bool wantsValues;
  /// Whether values are carried beside the keys.
  bool carriesValues;
  VectorType keyVector, positionVector;
};

} // namespace mlir::extrema

#endif // EXTREMA_LIB_CONVERSION_EXTREMATOVECTOR_ARGREDUCE_LANEREDUCTION_H
