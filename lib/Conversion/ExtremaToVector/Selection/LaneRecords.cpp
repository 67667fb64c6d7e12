//===- LaneRecords.cpp - Records that lanes exchange fast -----------------===//
//
// This is what the halves of a double hold. The index is the complement of the
// position.
//
// f32:
// - upper half: the bits of the number. The bits of -0 become those of 0. The
//   upper half of the least normal double is added to the magnitude.
// - lower half: the index, with its bits inverted if the number is negative.
//
// Up to 16 bits:
// - upper half: the rank, made positive.
// - lower half: the index.
//
// Integers of 32 bits:
// - upper half: all but two bits of the rank, made positive.
// - lower half: the other two bits of the rank, and 30 bits of the index.
//
//===----------------------------------------------------------------------===//

#include "LaneRecords.h"

#include "../TransposeLanes.h"

#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace mlir::extrema;

static constexpr int64_t kSignMask = 0x80000000;
/// The upper half of the least normal double. All magnitudes are above it.
static constexpr int64_t kLeastNormal = 0x00100000;
/// The upper half of the magnitude of a NaN, and the upper half of a negative
/// double that is worse than every element.
static constexpr int64_t kNanMagnitude = 0x7fc00000 + kLeastNormal;
static constexpr int64_t kWorstHigh = 0xffefffff;
static constexpr int64_t kNarrowOffset = 0x40000000;
static constexpr int64_t kWideOffset = 0x20000000 + kLeastNormal;
static constexpr int64_t kWideIndexMask = 0x3fffffff;

LaneRecords::LaneRecords(const ElementOrder &order, int64_t numLanes)
    : order(order), numLanes(numLanes) {
  Type type = order.getRankType();
  unsigned width = type.getIntOrFloatBitWidth();
  integerType = IntegerType::get(type.getContext(), width <= 32 ? 32 : 64);
  form = width > 32                               ? Form::Words
         : isa<FloatType>(order.getWorkingType()) ? Form::Float
         : width == 32                            ? Form::Wide
                                                  : Form::Narrow;
}

/// Returns all ones where `value`, of 32 bits, is negative, and zeros
/// elsewhere.
static Value getSigns(KernelBuilder &b, Value value) {
  return b.createOrFold<arith::ShRSIOp>(value, b.constant(value.getType(), 31));
}

/// Returns the bits to invert so that a smaller number becomes a better one, or
/// 0 if larger numbers are better.
static int64_t getFlip(const ElementOrder &order) {
  return isMaxKind(order.getKind()) ? 0 : kSignMask;
}

/// Returns the upper half for a NaN. A NaN is the best or the worst of all.
static int64_t getNanHigh(const ElementOrder &order) {
  return order.isNanBestValue() ? kNanMagnitude : kSignMask + kNanMagnitude;
}

LaneRecords::Halves LaneRecords::createFloat(KernelBuilder &b, Value high,
                                             Value indices) const {
  // Of two negative doubles, the one with the larger lower half is worse.
  return {high, b.bitXor(indices, getSigns(b, high))};
}

LaneRecords::Halves LaneRecords::createInteger(KernelBuilder &b, Value ranks,
                                               Value indices) const {
  if (form == Form::Narrow)
    return {b.add(ranks, constant(b, kNarrowOffset)), indices};
  Value upper = b.createOrFold<arith::ShRSIOp>(ranks, constant(b, 2));
  return {b.add(upper, constant(b, kWideOffset)),
          b.bitOr(b.shiftLeft(ranks, constant(b, 30)),
                  b.bitAnd(indices, constant(b, kWideIndexMask)))};
}

SmallVector<RecordVector> LaneRecords::interleave(KernelBuilder &b,
                                                  Halves halves) const {
  auto type = VectorType::get({numLanes / 2}, b.getF64Type());
  SmallVector<RecordVector> parts;
  // One half of each 128 bits: shuffles within 128 bits are the cheapest.
  for (bool upper : {false, true}) {
    Value words = interleaveHalves(b, b.getLoc(), halves.low, halves.high,
                                   /*length=*/4, upper);
    parts.push_back({vector::BitCastOp::create(b, type, words)});
  }
  return parts;
}

SmallVector<RecordVector> LaneRecords::create(KernelBuilder &b, Value values,
                                              Value indices,
                                              Value areOthers) const {
  Location loc = b.getLoc();
  auto type = VectorType::get({numLanes}, integerType);
  if (form == Form::Words) {
    Value ranks = order.createRank(b, loc, values);
    if (areOthers) {
      Value worst = b.constant(type, APInt::getSignedMinValue(64));
      ranks = b.select(areOthers, worst, ranks);
      indices = b.select(areOthers, worst, indices);
    }
    return {{ranks, indices}};
  }
  Halves halves;
  if (form == Form::Float) {
    Value bits = arith::BitcastOp::create(b, type, values);
    int64_t offset = kLeastNormal + getFlip(order);
    // Bits are compared, since a comparison of floats may take denormals for
    // zeros.
    Value isNegativeZero = b.equal(bits, constant(b, kSignMask));
    Value high = b.select(isNegativeZero, constant(b, offset),
                          b.add(bits, constant(b, offset)));
    Value isNan = order.isNanInEither(b, loc, values, values);
    high = b.select(isNan, constant(b, getNanHigh(order)), high);
    halves = createFloat(b, high, indices);
  } else {
    Value ranks = b.castSigned(order.createRank(b, loc, values), type);
    halves = createInteger(b, ranks, indices);
  }
  if (areOthers)
    halves.high = b.select(areOthers, constant(b, kWorstHigh), halves.high);
  return interleave(b, halves);
}

SmallVector<RecordVector>
LaneRecords::createOfRanks(KernelBuilder &b, Value ranks, Value indices) const {
  if (form == Form::Words)
    return {{ranks, indices}};
  if (form != Form::Float)
    return interleave(b, createInteger(b, ranks, indices));
  // A rank of a float is the magnitude with the sign. These are the ranks of
  // groups. Only the order of groups is needed, so a zero may be negative.
  Value limit = constant(b, kNanMagnitude - kLeastNormal);
  Value signs = getSigns(b, ranks);
  Value magnitudes = b.minSigned(b.bitXor(ranks, signs), limit);
  Value high = b.bitOr(b.add(magnitudes, constant(b, kLeastNormal)),
                       b.bitAnd(signs, constant(b, kSignMask)));
  return interleave(b, createFloat(b, high, indices));
}

LaneRecords::Halves
LaneRecords::deinterleave(KernelBuilder &b,
                          ArrayRef<RecordVector> parts) const {
  auto type = VectorType::get({numLanes}, integerType);
  Value first = vector::BitCastOp::create(b, type, parts[0][0]);
  Value second = vector::BitCastOp::create(b, type, parts[1][0]);
  auto take = [&](int64_t half) {
    SmallVector<int64_t> lanes;
    for (int64_t i = 0; i < numLanes; ++i)
      lanes.push_back(i / 4 * 4 + i % 4 / 2 * numLanes + i % 2 * 2 + half);
    return b.shuffle(first, second, lanes);
  };
  return {take(1), take(0)};
}

LaneRecords::Elements
LaneRecords::takeApart(KernelBuilder &b, ArrayRef<RecordVector> parts) const {
  Location loc = b.getLoc();
  Value ranks, positions;
  if (form == Form::Words) {
    ranks = parts[0][0];
    positions = b.bitNot(parts[0][1]);
  } else {
    Halves halves = deinterleave(b, parts);
    Value high = halves.high, low = halves.low;
    if (form == Form::Float) {
      int64_t offset = kLeastNormal + getFlip(order);
      auto values = VectorType::get({numLanes}, order.getWorkingType());
      auto is = [&](int64_t number) {
        return b.equal(high, constant(b, number));
      };
      Value bits = b.sub(high, constant(b, offset));
      return {arith::BitcastOp::create(b, values, bits),
              b.bitNot(b.bitXor(low, getSigns(b, high))),
              b.bitOr(is(offset), is(getNanHigh(order)))};
    }
    if (form == Form::Narrow) {
      ranks = b.sub(high, constant(b, kNarrowOffset));
      positions = b.bitNot(low);
    } else {
      Value upper =
          b.shiftLeft(b.sub(high, constant(b, kWideOffset)), constant(b, 2));
      ranks = b.bitOr(upper, b.shiftRight(low, constant(b, 30)));
      positions = b.bitAnd(b.bitNot(low), constant(b, kWideIndexMask));
    }
  }
  ranks = b.castSigned(ranks, VectorType::get({numLanes}, order.getRankType()));
  return {order.createValueOfRank(b, loc, ranks), positions,
          order.isAmbiguousRank(b, loc, ranks)};
}

RecordVector LaneRecords::createWorst(KernelBuilder &b) const {
  if (form == Form::Words) {
    auto type = VectorType::get({numLanes}, integerType);
    return RecordVector(2, b.constant(type, APInt::getSignedMinValue(64)));
  }
  auto type = VectorType::get({numLanes / 2}, b.getF64Type());
  APFloat worst = APFloat::getInf(APFloat::IEEEdouble(), /*Negative=*/true);
  return {arith::ConstantOp::create(b, DenseElementsAttr::get(type, worst))};
}
