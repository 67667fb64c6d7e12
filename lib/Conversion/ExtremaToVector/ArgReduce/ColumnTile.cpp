//===- ColumnTile.cpp - Some columns, as vectors side by side -------------===//
//
// Comparisons that ignore NaNs take half as many instructions as those that do
// not. So a group is first reduced by these; if it turns out that there was a
// NaN, it is reduced once more, from the caches.
//
//===----------------------------------------------------------------------===//

#include "ColumnTile.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace mlir::extrema;

SmallVector<Value> mlir::extrema::flatten(const Tile &tile) {
  SmallVector<Value> values;
  for (const Candidates &candidates : tile) {
    values.append({candidates.key, candidates.position});
    if (candidates.value)
      values.push_back(candidates.value);
  }
  return values;
}

Tile mlir::extrema::unflatten(ValueRange values, const Tile &tile) {
  Tile result;
  auto next = values.begin();
  for (const Candidates &candidates : tile) {
    Value key = *next++, position = *next++;
    result.push_back({key, position, candidates.value ? *next++ : Value()});
  }
  return result;
}

ColumnTile::ColumnTile(const ArgReduction &reduction,
                       const ColumnInputs &columns, TileShape shape,
                       bool wantsValues)
    : shape(shape), reduction(reduction), order(reduction.order),
      columns(columns), keyType(order.getKeyType()),
      // As wide as keys, so that a mask of keys is one of counters.
      counterType(IntegerType::get(keyType.getContext(),
                                   keyType.getIntOrFloatBitWidth())),
      carriesValues(wantsValues && !order.areKeysValues() && !columns.indices) {
  if (columns.indices)
    counterType = reduction.indexType;
}

Value ColumnTile::createNumLanes(OpBuilder &b, Location loc,
                                 int64_t numVectors) const {
  Value number =
      arith::ConstantIndexOp::create(b, loc, numVectors * shape.numLanes);
  if (!reduction.target.isScalable || numVectors == 0)
    return number;
  return arith::MulIOp::create(b, loc, number,
                               vector::VectorScaleOp::create(b, loc));
}

Value ColumnTile::createBegin(OpBuilder &b, Location loc, Value begin,
                              int64_t i) const {
  return b.createOrFold<arith::AddIOp>(loc, begin, createNumLanes(b, loc, i));
}

/// One row of a tile; `counter`, a vector, is its position.
Tile ColumnTile::loadRow(OpBuilder &b, Location loc, Value row, TilePlace place,
                         Value counter) const {
  Tile tile;
  for (int64_t i = 0; i < shape.numVectors; ++i) {
    SmallVector<Value> begin{row, createBegin(b, loc, place.column, i)};
    auto load = [&](Value memref, Type type) -> Value {
      VectorType vectorType = getVectorType(type);
      if (!place.mask)
        return vector::LoadOp::create(b, loc, vectorType, memref, begin);
      // Zero is no NaN.
      Value others =
          arith::ConstantOp::create(b, loc, b.getZeroAttr(vectorType));
      return vector::MaskedLoadOp::create(b, loc, vectorType, memref, begin,
                                          place.mask, others);
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
Candidates ColumnTile::combine(OpBuilder &b, Location loc,
                               const Candidates &earlier,
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
  auto select = [&](Value later, Value earlier) -> Value {
    return arith::SelectOp::create(b, loc, takesLater, later, earlier);
  };
  Candidates best;
  // The second operand is taken where the keys are the same.
  if (isExact)
    best.key = select(later.key, earlier.key);
  else if (isLast)
    best.key = order.selectBetterKey(b, loc, earlier.key, later.key);
  else
    best.key = order.selectBetterKey(b, loc, later.key, earlier.key);
  best.position = select(later.position, earlier.position);
  if (later.value)
    best.value = select(later.value, earlier.value);
  return best;
}

/// `found`, which may be null, or where one of the keys is a NaN.
Value ColumnTile::addNans(OpBuilder &b, Location loc, Value found, Value lhs,
                          Value rhs) const {
  Value isNan = order.isNanInEither(b, loc, lhs, rhs);
  // Where there are no masks, they are packed and unpacked from one block to
  // the next.
  if (!reduction.target.hasMasks)
    isNan = arith::ExtSIOp::create(b, loc, getVectorType(counterType), isNan);
  return found ? arith::OrIOp::create(b, loc, found, isNan).getResult() : isNan;
}

/// If `hasNans` is null, exact; otherwise right only where that, a vector, is
/// all zero.
Tile ColumnTile::reduceRows(OpBuilder &b, Location loc, Value firstRow,
                            Value groupRows, TilePlace place,
                            Value *hasNans) const {
  // Two rows a step. If their number is even, the first row takes part twice.
  // (The exact form of floats is rarely run: one row.)
  bool isExact = !hasNans && order.mayHaveNans();
  int64_t step = isExact ? 1 : 2;
  Value one = arith::ConstantIndexOp::create(b, loc, 1);
  Value start =
      isExact ? one : b.createOrFold<arith::AndIOp>(loc, groupRows, one);

  VectorType counters = getVectorType(counterType);
  auto createCounter = [&](OpBuilder &b, int64_t value) {
    TypedAttr scalar = b.getIntegerAttr(counterType, value);
    return arith::ConstantOp::create(b, loc,
                                     DenseElementsAttr::get(counters, scalar));
  };
  auto findNans = [&](OpBuilder &b, Location loc, Value found,
                      const Tile &first, const Tile &second) {
    for (auto [lhs, rhs] : llvm::zip_equal(first, second))
      found = addNans(b, loc, found, lhs.key, rhs.key);
    return found;
  };

  Tile first = loadRow(b, loc, firstRow, place, createCounter(b, 0));
  SmallVector<Value> inits = flatten(first);
  size_t numBest = inits.size();
  Value startCounter = start;
  if (!counterType.isIndex())
    startCounter = arith::IndexCastOp::create(b, loc, counterType, start);
  inits.push_back(vector::BroadcastOp::create(b, loc, counters, startCounter));
  if (hasNans)
    inits.push_back(findNans(b, loc, Value(), first, first));
  auto loop = scf::ForOp::create(
      b, loc, start, groupRows, arith::ConstantIndexOp::create(b, loc, step),
      inits, [&](OpBuilder &b, Location loc, Value i, ValueRange state) {
        Tile best = unflatten(state.take_front(numBest), first);
        Value counter = state[numBest];
        Value row = arith::AddIOp::create(b, loc, firstRow, i);
        Tile next = loadRow(b, loc, row, place, counter);
        Value found;
        if (!isExact) {
          row = arith::AddIOp::create(b, loc, row, one);
          Value second =
              arith::AddIOp::create(b, loc, counter, createCounter(b, 1));
          Tile after = loadRow(b, loc, row, place, second);
          if (hasNans)
            found = findNans(b, loc, state.back(), next, after);
          for (auto [candidates, later] : llvm::zip_equal(next, after))
            candidates = combine(b, loc, candidates, later, isExact);
        }
        for (auto [candidates, later] : llvm::zip_equal(best, next))
          candidates = combine(b, loc, candidates, later, isExact);
        SmallVector<Value> results = flatten(best);
        results.push_back(
            arith::AddIOp::create(b, loc, counter, createCounter(b, step)));
        if (found)
          results.push_back(found);
        scf::YieldOp::create(b, loc, results);
      });
  if (hasNans)
    *hasNans = loop.getResults().back();
  return unflatten(loop.getResults().take_front(numBest), first);
}

Tile ColumnTile::reduceGroup(OpBuilder &b, Location loc, Value firstRow,
                             Value groupRows, TilePlace place) const {
  if (!order.mayHaveNans() || columns.indices)
    return reduceRows(b, loc, firstRow, groupRows, place, nullptr);
  Value nans;
  Tile fast = reduceRows(b, loc, firstRow, groupRows, place, &nans);
  Value hasNans =
      vector::ReductionOp::create(b, loc, vector::CombiningKind::OR, nans);
  if (!hasNans.getType().isInteger(1))
    hasNans = arith::CmpIOp::create(
        b, loc, arith::CmpIPredicate::ne, hasNans,
        arith::ConstantIntOp::create(b, loc, hasNans.getType(), 0));
  auto redo = scf::IfOp::create(
      b, loc, hasNans,
      [&](OpBuilder &b, Location loc) {
        Tile exact = reduceRows(b, loc, firstRow, groupRows, place, nullptr);
        scf::YieldOp::create(b, loc, flatten(exact));
      },
      [&](OpBuilder &b, Location loc) {
        scf::YieldOp::create(b, loc, flatten(fast));
      });
  return unflatten(redo.getResults(), fast);
}
