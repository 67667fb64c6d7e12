//===- ColumnTile.h - Some columns, as vectors side by side -----*- C++ -*-===//

#ifndef EXTREMA_LIB_CONVERSION_EXTREMATOVECTOR_ARGREDUCE_COLUMNTILE_H
#define EXTREMA_LIB_CONVERSION_EXTREMATOVECTOR_ARGREDUCE_COLUMNTILE_H

#include "ArgReduction.h"

namespace mlir::extrema {

/// Memrefs of two dimensions whose last one has unit stride, and whose first
/// one has at least 1 and at most 2^31 - 1 elements.
struct ColumnInputs {
  Value values;
  /// The explicit indices, or null.
  Value indices;
};

/// The vectors of a tile, and how many rows make a group.
struct TileShape {
  int64_t numVectors;
  int64_t numLanes;
  int64_t groupSize;
  /// Whether it is one vector, some lanes of which may be beyond the columns.
  bool isMasked = false;
  /// If it is: for how many columns at least.
  int64_t minColumns = 1;
};

/// Of one vector of a tile: the best key of each lane, the row that it is in,
/// counted from the first of the group or from the first of all, and, where it
/// is wanted and the key does not tell, the value. With explicit indices: the
/// value and its index.
struct Candidates {
  Value key, position, value;
  auto carried() { return std::tie(key, position, value); }
};

/// The candidates of each vector.
using Tile = SmallVector<Candidates>;

/// Where a tile begins; its lanes that are columns, if not all are, as a vector
/// of i1.
struct TilePlace {
  Value column;
  Value mask;
};

/// Builds the reduction of the tiles of one shape by one group of rows at a
/// time.
class ColumnTile {
public:
  /// Values are carried beside keys, if a key does not tell, with
  /// `wantsValues`.
  ColumnTile(KernelBuilder &b, const ArgReduction &reduction,
             const ColumnInputs &columns, TileShape shape, bool wantsValues);

  /// The best of `groupRows` rows (at least 1) from `firstRow` on, positions
  /// counted from there.
  Tile reduceGroup(Value firstRow, Value groupRows, TilePlace place) const;

  /// The better of two, lane by lane, where `later` has the higher positions.
  Candidates combine(const Candidates &earlier, const Candidates &later) const {
    return combine(earlier, later, order.mayHaveNans());
  }

  bool hasValues() const { return carriesValues; }
  Type getKeyType() const { return keyType; }
  /// What counts the rows of a group; the type of explicit indices.
  Type getCounterType() const { return counterType; }
  VectorType getVectorType(Type type) const {
    return VectorType::get({shape.numLanes}, type,
                           {reduction.target.isScalable});
  }
  /// The number of columns.
  Value createNumLanes() const { return createNumLanes(shape.numVectors); }
  /// Where vector `i` begins in a tile that begins at `begin`.
  Value createBegin(Value begin, int64_t i) const {
    return b.add(begin, createNumLanes(i));
  }

  const TileShape shape;

private:
  /// What is found in some rows: right only where `nans`, a vector, is zero,
  /// unless it is null.
  struct RowsFound {
    Tile best;
    /// Of the next row.
    Value counter;
    Value nans;
    auto carried() { return std::tie(best, counter, nans); }
  };

  /// The number of columns in `numVectors` vectors.
  Value createNumLanes(int64_t numVectors) const {
    return b.numLanes(getVectorType(keyType), numVectors);
  }
  Candidates combine(const Candidates &earlier, const Candidates &later,
                     bool isExact) const;
  Tile combine(const Tile &earlier, const Tile &later, bool isExact) const;
  Tile loadRow(Value row, TilePlace place, Value counter) const;
  Value addNans(Value found, const Tile &first, const Tile &second) const;
  RowsFound reduceRows(Value firstRow, Value groupRows, TilePlace place,
                       bool findsNans) const;

  KernelBuilder &b;
  Location loc;
  const ArgReduction &reduction;
  const ElementOrder &order;
  ColumnInputs columns;
  Type keyType, counterType;
  bool carriesValues;
};

} // namespace mlir::extrema

#endif // EXTREMA_LIB_CONVERSION_EXTREMATOVECTOR_ARGREDUCE_COLUMNTILE_H
