//===- Pairs.cpp - Rows whose elements bring their indices ----------------===//
//
// Such rows are the partial results of others, so each lane carries whole pairs
// and compares them exactly. The last vector is moved back to end where the row
// does: that a pair takes part twice changes nothing.
//
//===----------------------------------------------------------------------===//

#include "ArgReduction.h"

#include "extrema/Conversion/Common/StructuredOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace mlir::extrema;

namespace {
/// A pair of each lane, and where in the row it is. Pairs that the order finds
/// equal may differ in the bits of a zero or a NaN: then the last one counts.
struct PlacedPairs {
  Element pairs;
  Value positions;
};
} // namespace

/// The better of pairs in different lanes.
static PlacedPairs combine(OpBuilder &b, Location loc,
                           const ElementOrder &order, PlacedPairs lhs,
                           PlacedPairs rhs) {
  Value isBetter = order.isBetter(b, loc, lhs.pairs, rhs.pairs);
  Value isWorse = order.isBetter(b, loc, rhs.pairs, lhs.pairs);
  Value isLater = arith::CmpIOp::create(b, loc, arith::CmpIPredicate::sgt,
                                        lhs.positions, rhs.positions);
  // Better, or the same and later.
  Value keeps = arith::SelectOp::create(b, loc, isWorse, isBetter, isLater);
  keeps = arith::OrIOp::create(b, loc, isBetter, keeps);
  auto select = [&](Value lhs, Value rhs) -> Value {
    return arith::SelectOp::create(b, loc, keeps, lhs, rhs);
  };
  return {{select(lhs.pairs.value, rhs.pairs.value),
           select(lhs.pairs.index, rhs.pairs.index)},
          select(lhs.positions, rhs.positions)};
}

/// The best pair of all lanes, whose number is a power of 2.
static Element reduceLanes(OpBuilder &b, Location loc,
                           const ElementOrder &order, PlacedPairs best) {
  int64_t lanes = cast<VectorType>(best.positions.getType()).getNumElements();
  for (; lanes > 1; lanes /= 2) {
    auto half = [&](int64_t offset) -> PlacedPairs {
      auto extract = [&](Value vector) -> Value {
        return vector::ExtractStridedSliceOp::create(
            b, loc, vector, ArrayRef<int64_t>{offset},
            ArrayRef<int64_t>{lanes / 2}, ArrayRef<int64_t>{1});
      };
      return {{extract(best.pairs.value), extract(best.pairs.index)},
              extract(best.positions)};
    };
    best = combine(b, loc, order, half(0), half(lanes / 2));
  }
  return {vector::ExtractOp::create(b, loc, best.pairs.value, 0),
          vector::ExtractOp::create(b, loc, best.pairs.index, 0)};
}

/// Rows of at least `lanes` elements.
static Element buildByVectors(OpBuilder &b, Location loc,
                              const ArgReduction &reduction, Value values,
                              Value indices, Value extent, int64_t lanes) {
  auto getVectorType = [&](Type type) {
    return VectorType::get({lanes}, type);
  };
  VectorType positionType = getVectorType(b.getIndexType());
  auto load = [&](OpBuilder &b, Location loc, Value begin) -> PlacedPairs {
    auto loadFrom = [&](Value memref) -> Value {
      Type type = cast<MemRefType>(memref.getType()).getElementType();
      return vector::LoadOp::create(b, loc, getVectorType(type), memref, begin);
    };
    return {{loadFrom(values), loadFrom(indices)},
            vector::BroadcastOp::create(b, loc, positionType, begin)};
  };
  Value step = arith::ConstantIndexOp::create(b, loc, lanes);
  Value last = arith::SubIOp::create(b, loc, extent, step);
  PlacedPairs first = load(b, loc, arith::ConstantIndexOp::create(b, loc, 0));
  auto loop = scf::ForOp::create(
      b, loc, step, extent, step,
      ValueRange{first.pairs.value, first.pairs.index, first.positions},
      [&](OpBuilder &b, Location loc, Value begin, ValueRange state) {
        begin = arith::MinSIOp::create(b, loc, begin, last);
        PlacedPairs next = load(b, loc, begin);
        Element best{state[0], state[1]};
        Value keeps = reduction.order.isBetter(b, loc, best, next.pairs);
        auto select = [&](Value lhs, Value rhs) -> Value {
          return arith::SelectOp::create(b, loc, keeps, lhs, rhs);
        };
        scf::YieldOp::create(b, loc,
                             {select(best.value, next.pairs.value),
                              select(best.index, next.pairs.index),
                              select(state[2], next.positions)});
      });
  // So far all lanes of a vector have the position of its first.
  Value inVector = vector::StepOp::create(b, loc, positionType);
  PlacedPairs best{{loop.getResult(0), loop.getResult(1)},
                   arith::AddIOp::create(b, loc, loop.getResult(2), inVector)};
  return reduceLanes(b, loc, reduction.order, best);
}

static Element buildOneByOne(OpBuilder &b, Location loc,
                             const ArgReduction &reduction, Value values,
                             Value indices, Value extent) {
  auto load = [&](OpBuilder &b, Location loc, Value position) -> Element {
    return {memref::LoadOp::create(b, loc, values, position),
            memref::LoadOp::create(b, loc, indices, position)};
  };
  Value one = arith::ConstantIndexOp::create(b, loc, 1);
  Element first = load(b, loc, arith::ConstantIndexOp::create(b, loc, 0));
  auto loop = scf::ForOp::create(
      b, loc, one, extent, one, ValueRange{first.value, first.index},
      [&](OpBuilder &b, Location loc, Value position, ValueRange state) {
        Element best = reduction.order.reduce(b, loc, {state[0], state[1]},
                                              load(b, loc, position));
        scf::YieldOp::create(b, loc, {best.value, best.index});
      });
  return {loop.getResult(0), loop.getResult(1)};
}

Element mlir::extrema::buildRowOfPairs(OpBuilder &b, Location loc,
                                       const ArgReduction &reduction,
                                       Value values, Value indices) {
  const VectorTarget &target = reduction.target;
  // Indices are mostly the wider ones. Scalable registers hold at least as
  // much, too.
  int64_t indexBits = reduction.indexType.isIndex()
                          ? IndexType::kInternalStorageBitWidth
                          : reduction.indexType.getIntOrFloatBitWidth();
  int64_t lanes = std::min(target.getNumLanes(reduction.order.getWorkingType()),
                           std::max<int64_t>(2, target.vectorBits / indexBits));
  Value extent = createExtent(b, loc, values, 0);
  auto buildVectors = [&](OpBuilder &b, Location loc) {
    return buildByVectors(b, loc, reduction, values, indices, extent, lanes);
  };
  auto buildElements = [&](OpBuilder &b, Location loc) {
    return buildOneByOne(b, loc, reduction, values, indices, extent);
  };
  Value isShort = isAtMost(b, loc, extent, lanes - 1);
  if (std::optional<int64_t> known = getConstantIntValue(isShort))
    return *known ? buildElements(b, loc) : buildVectors(b, loc);
  auto yield = [](OpBuilder &b, Location loc, Element best) {
    scf::YieldOp::create(b, loc, {best.value, best.index});
  };
  auto choice = scf::IfOp::create(
      b, loc, isShort,
      [&](OpBuilder &b, Location loc) { yield(b, loc, buildElements(b, loc)); },
      [&](OpBuilder &b, Location loc) { yield(b, loc, buildVectors(b, loc)); });
  return {choice.getResult(0), choice.getResult(1)};
}
