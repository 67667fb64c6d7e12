//===- Pairs.cpp - Rows whose elements bring their indices ----------------===//
//
// Such rows are the partial results of others, so each lane carries whole pairs
// and compares them exactly. The last vector is moved back to end where the row
// does: that a pair takes part twice changes nothing.
//
//===----------------------------------------------------------------------===//

#include "Pairs.h"

using namespace mlir;
using namespace mlir::extrema;

namespace {
/// A pair of each lane, and where in the row it is. Pairs that the order finds
/// equal may differ in the bits of a zero or a NaN: then the last one counts.
struct PlacedPairs {
  Element pairs;
  Value positions;
  auto carried() { return std::tie(pairs, positions); }
};

/// Reduces one row.
class RowOfPairs {
public:
  RowOfPairs(KernelBuilder &b, const ArgReduction &reduction, Value values,
             Value indices)
      : b(b), loc(b.getLoc()), order(reduction.order), values(values),
        indices(indices), extent(b.extent(values, 0)) {}

  /// The best pair; by vectors, if there are at least `lanes` elements.
  Element build(int64_t lanes) const;

private:
  PlacedPairs select(Value condition, PlacedPairs yes, PlacedPairs no) const;
  PlacedPairs combine(PlacedPairs lhs, PlacedPairs rhs) const;
  Element reduceLanes(PlacedPairs best) const;
  Element buildByVectors(int64_t lanes) const;
  Element buildOneByOne() const;

  KernelBuilder &b;
  Location loc;
  const ElementOrder &order;
  Value values, indices, extent;
};
} // namespace

PlacedPairs RowOfPairs::select(Value condition, PlacedPairs yes,
                               PlacedPairs no) const {
  return {{b.select(condition, yes.pairs.value, no.pairs.value),
           b.select(condition, yes.pairs.index, no.pairs.index)},
          b.select(condition, yes.positions, no.positions)};
}

/// The better of pairs in different lanes.
PlacedPairs RowOfPairs::combine(PlacedPairs lhs, PlacedPairs rhs) const {
  Value isBetter = order.isBetter(b, loc, lhs.pairs, rhs.pairs);
  Value isWorse = order.isBetter(b, loc, rhs.pairs, lhs.pairs);
  Value isLater = b.greater(lhs.positions, rhs.positions);
  // Better, or the same and later.
  Value keeps = b.bitOr(isBetter, b.select(isWorse, isBetter, isLater));
  return select(keeps, lhs, rhs);
}

/// The best pair of all lanes, whose number is a power of 2.
Element RowOfPairs::reduceLanes(PlacedPairs best) const {
  int64_t lanes = cast<VectorType>(best.positions.getType()).getNumElements();
  for (; lanes > 1; lanes /= 2) {
    auto half = [&](int64_t offset) -> PlacedPairs {
      return {{b.slice(best.pairs.value, offset, lanes / 2),
               b.slice(best.pairs.index, offset, lanes / 2)},
              b.slice(best.positions, offset, lanes / 2)};
    };
    PlacedPairs lower = half(0), upper = half(lanes / 2);
    best = combine(lower, upper);
  }
  return {b.extract(best.pairs.value, 0), b.extract(best.pairs.index, 0)};
}

/// A row of at least `lanes` elements.
Element RowOfPairs::buildByVectors(int64_t lanes) const {
  auto positionType = VectorType::get({lanes}, b.getIndexType());
  auto load = [&](Value begin) -> PlacedPairs {
    auto loadFrom = [&](Value memref) {
      Type type = cast<MemRefType>(memref.getType()).getElementType();
      return b.load(VectorType::get({lanes}, type), memref, begin);
    };
    return {{loadFrom(values), loadFrom(indices)},
            b.broadcast(positionType, begin)};
  };
  Value last = b.sub(extent, lanes);
  PlacedPairs best =
      b.forLoop(lanes, extent, lanes, load(b.index(0)),
                [&](Value begin, const PlacedPairs &best) {
                  PlacedPairs next = load(b.minSigned(begin, last));
                  Value keeps = order.isBetter(b, loc, best.pairs, next.pairs);
                  return select(keeps, best, next);
                });
  // So far all lanes of a vector have the position of its first.
  best.positions = b.add(best.positions, b.step(positionType));
  return reduceLanes(best);
}

Element RowOfPairs::buildOneByOne() const {
  auto load = [&](Value position) -> Element {
    return {b.load(values, position), b.load(indices, position)};
  };
  return b.forLoop(1, extent, 1, load(b.index(0)),
                   [&](Value position, const Element &best) {
                     return order.reduce(b, loc, best, load(position));
                   });
}

Element RowOfPairs::build(int64_t lanes) const {
  b.invariant("Pairs: an empty row, or fewer indices than elements", [&] {
    return b.bitAnd(b.greater(extent, 0),
                    b.atLeast(b.extent(indices, 0), extent));
  });
  return b.ifThen(
      b.atMost(extent, lanes - 1), [&] { return buildOneByOne(); },
      [&] { return buildByVectors(lanes); });
}

/// The best pair of a row.
static Element buildRowOfPairs(KernelBuilder &b, const ArgReduction &reduction,
                               Value values, Value indices) {
  const VectorTarget &target = reduction.target;
  // Indices are mostly the wider ones. Scalable registers hold at least as
  // much, too.
  int64_t indexBits = reduction.indexType.isIndex()
                          ? IndexType::kInternalStorageBitWidth
                          : reduction.indexType.getIntOrFloatBitWidth();
  int64_t lanes = std::min(target.getNumLanes(reduction.order.getWorkingType()),
                           std::max<int64_t>(2, target.vectorBits / indexBits));
  return RowOfPairs(b, reduction, values, indices).build(lanes);
}

void mlir::extrema::buildRowsOfPairs(KernelBuilder &b,
                                     const ArgReduction &reduction,
                                     const View &view) {
  buildOuterLoops(b, view, {view.reduced}, [&](ValueRange outer) {
    auto slice = [&](Value memref) {
      return createSlice(b, memref, outer, {view.reduced});
    };
    Value values = slice(view.input), indices = slice(view.inputIndices);
    storeBest(b, reduction, view.destinations, outer,
              buildRowOfPairs(b, reduction, values, indices));
  });
}
