//===- ColumnTile.cpp - Some columns, as vectors side by side -------------===//
//
// Comparisons that ignore NaNs take half as many instructions as those that do
// not. So a group is first reduced by these; if it turns out that there was a
// NaN, it is reduced once more, from the caches.
//
//===----------------------------------------------------------------------===//

#include "ColumnTile.h"

using namespace mlir;
using namespace mlir::extrema;

ColumnTile::ColumnTile(KernelBuilder &b, const ArgReduction &reduction,
                       const ColumnInputs &columns, TileShape shape,
                       bool wantsValues)
    : shape(shape), b(b), loc(b.getLoc()), reduction(reduction),
      order(reduction.order), columns(columns), keyType(order.getKeyType()),
      // As wide as keys, so that a mask of keys is one of counters.
      counterType(b.getIntegerType(keyType.getIntOrFloatBitWidth())),
      carriesValues(wantsValues && !order.areKeysValues() && !columns.indices) {
  if (columns.indices)
    counterType = reduction.indexType;
}

/// One row of a tile; `counter`, a vector, is its position.
Tile ColumnTile::loadRow(Value row, TilePlace place, Value counter) const {
  Tile tile;
  for (int64_t i = 0; i < shape.numVectors; ++i) {
    Value begin = createBegin(place.column, i);
    auto load = [&](Value memref, Type type) {
      // Zero is no NaN.
      return b.loadMasked(memref, {row, begin}, place.mask,
                          b.zero(getVectorType(type)));
    };
    Value value = load(columns.values, keyType);
    if (columns.indices)
      tile.push_back({value, load(columns.indices, counterType), Value()});
    else
      tile.push_back({order.createKey(b, loc, value), counter,
                      carriesValues ? value : Value()});
  }
  return tile;
}

/// Wrong where there is a NaN, unless `isExact`.
Candidates ColumnTile::combine(const Candidates &earlier,
                               const Candidates &later, bool isExact) const {
  if (columns.indices) {
    Element best = order.reduce(b, loc, Element{earlier.key, earlier.position},
                                Element{later.key, later.position});
    return {best.value, best.index, Value()};
  }
  bool isLast = order.getTie() == Tie::Last;
  Value takesLater =
      isExact ? order.isBetterKeyOrNan(b, loc, later.key, earlier.key, isLast)
              : order.isBetterKey(b, loc, later.key, earlier.key, isLast);
  Candidates best;
  // The second operand is taken where the keys are the same.
  if (isExact)
    best.key = b.select(takesLater, later.key, earlier.key);
  else if (isLast)
    best.key = order.selectBetterKey(b, loc, earlier.key, later.key);
  else
    best.key = order.selectBetterKey(b, loc, later.key, earlier.key);
  best.position = b.select(takesLater, later.position, earlier.position);
  if (later.value)
    best.value = b.select(takesLater, later.value, earlier.value);
  return best;
}

Tile ColumnTile::combine(const Tile &earlier, const Tile &later,
                         bool isExact) const {
  Tile best;
  for (auto [first, second] : llvm::zip_equal(earlier, later))
    best.push_back(combine(first, second, isExact));
  return best;
}

/// `found`, which may be null, or where a key of one of two rows is a NaN.
Value ColumnTile::addNans(Value found, const Tile &first,
                          const Tile &second) const {
  for (auto [lhs, rhs] : llvm::zip_equal(first, second)) {
    Value isNan = order.isNanInEither(b, loc, lhs.key, rhs.key);
    // Where there are no masks, they are packed and unpacked from one block to
    // the next.
    if (!reduction.target.hasMasks)
      isNan = b.castSigned(isNan, getVectorType(counterType));
    found = found ? b.bitOr(found, isNan) : isNan;
  }
  return found;
}

/// Exact, unless it `findsNans`.
ColumnTile::RowsFound ColumnTile::reduceRows(Value firstRow, Value groupRows,
                                             TilePlace place,
                                             bool findsNans) const {
  // Two rows a step. If their number is even, the first row takes part twice.
  // (The exact form of floats is rarely run: one row.)
  bool isExact = !findsNans && order.mayHaveNans();
  int64_t step = isExact ? 1 : 2;
  Value start = isExact ? b.index(1) : b.bitAnd(groupRows, 1);
  VectorType counters = getVectorType(counterType);

  RowsFound first;
  first.best = loadRow(firstRow, place, b.constant(counters, 0));
  first.counter = b.broadcast(counters, b.castSigned(start, counterType));
  if (findsNans)
    first.nans = addNans(Value(), first.best, first.best);
  return b.forLoop(
      start, groupRows, step, first, [&](Value i, RowsFound found) {
        Value row = b.add(firstRow, i);
        Tile next = loadRow(row, place, found.counter);
        if (!isExact) {
          row = b.add(row, 1);
          Tile after = loadRow(row, place, b.add(found.counter, 1));
          if (findsNans)
            found.nans = addNans(found.nans, next, after);
          next = combine(next, after, isExact);
        }
        found.best = combine(found.best, next, isExact);
        found.counter = b.add(found.counter, step);
        return found;
      });
}

Tile ColumnTile::reduceGroup(Value firstRow, Value groupRows,
                             TilePlace place) const {
  bool findsNans = order.mayHaveNans() && !columns.indices;
  RowsFound found = reduceRows(firstRow, groupRows, place, findsNans);
  if (!findsNans)
    return found.best;
  Value hasNans = b.any(found.nans);
  if (!hasNans.getType().isInteger(1))
    hasNans = b.differ(hasNans, 0);
  return b.ifThen(
      hasNans,
      [&] {
        return reduceRows(firstRow, groupRows, place, /*findsNans=*/false).best;
      },
      [&] { return found.best; });
}
