//===- ElementOrder.cpp - Comparing (value, index) pairs in IR ------------===//

#include "extrema/Conversion/Common/ElementOrder.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mlir::extrema;

//===----------------------------------------------------------------------===//
// The working type
//===----------------------------------------------------------------------===//

Type ElementOrder::getWorkingType() const {
  if (elementType.isF16() || elementType.isBF16())
    return IntegerType::get(elementType.getContext(), 16);
  return elementType;
}

/// Gives `value` the element type `type`, with the bits that it has.
static Value castElements(OpBuilder &builder, Location loc, Value value,
                          Type type) {
  if (getElementTypeOrSelf(value.getType()) == type)
    return value;
  if (auto memrefType = dyn_cast<MemRefType>(value.getType()))
    return UnrealizedConversionCastOp::create(builder, loc,
                                              memrefType.clone(type), value)
        .getResult(0);
  if (auto vectorType = dyn_cast<VectorType>(value.getType()))
    type = vectorType.clone(type);
  return arith::BitcastOp::create(builder, loc, type, value);
}

Value ElementOrder::toWorkingType(OpBuilder &builder, Location loc,
                                  Value value) const {
  return castElements(builder, loc, value, getWorkingType());
}

Value ElementOrder::toElementType(OpBuilder &builder, Location loc,
                                  Value value) const {
  return castElements(builder, loc, value, elementType);
}

//===----------------------------------------------------------------------===//
// Comparisons
//===----------------------------------------------------------------------===//

/// Whether NaNs are larger than all numbers, else they are smaller.
static bool isNanLargest(Kind kind) {
  return isMaxKind(kind) == isNanBest(kind);
}

static APInt getInfinity(Type elementType) {
  return APFloat::getInf(cast<FloatType>(elementType).getFloatSemantics())
      .bitcastToAPInt();
}

/// The bits of a negative float, which are the sign bit plus the magnitude, to
/// the negated magnitude, and back; others stay as they are.
static Value createNegation(OpBuilder &builder, Location loc, Value bits) {
  unsigned width = getElementTypeOrSelf(bits.getType()).getIntOrFloatBitWidth();
  auto constant = [&](const APInt &value) {
    return createScalarOrSplatConstant(builder, loc, bits.getType(), value);
  };
  Value isNegative =
      arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::slt, bits,
                            constant(APInt::getZero(width)));
  Value negated = arith::SubIOp::create(
      builder, loc, constant(APInt::getSignMask(width)), bits);
  return arith::SelectOp::create(builder, loc, isNegative, negated, bits);
}

/// True where `number`, a magnitude or a negated one, is outside of [-inf,
/// +inf], as one unsigned comparison.
static Value isBeyondInfinity(OpBuilder &builder, Location loc, Value number,
                              const APInt &inf) {
  auto constant = [&](const APInt &value) {
    return createScalarOrSplatConstant(builder, loc, number.getType(), value);
  };
  Value shifted = arith::AddIOp::create(builder, loc, number, constant(inf));
  return arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ugt, shifted,
                               constant(inf.shl(1)));
}

/// Integers of the width of floats with these bits that order, as signed, like
/// the floats: the larger one is the larger float, both zeros are 0, and every
/// NaN is the integer at its end of the order. Nothing here masks the sign out:
/// LLVM would turn that into the absolute value of a float.
Value ElementOrder::createOrderKey(OpBuilder &builder, Location loc,
                                   Value bits) const {
  APInt inf = getInfinity(elementType);
  unsigned width = inf.getBitWidth();
  Value number = createNegation(builder, loc, bits);
  Value isNan = isBeyondInfinity(builder, loc, number, inf);
  Value nan = createScalarOrSplatConstant(
      builder, loc, bits.getType(),
      isNanLargest(kind) ? APInt::getSignedMaxValue(width)
                         : APInt::getSignedMinValue(width));
  return arith::SelectOp::create(builder, loc, isNan, nan, number);
}

/// True where the value, or order key, `lhs` is better than `rhs`, or, with
/// `orEqual`, where `rhs` is not better than `lhs`.
Value ElementOrder::compareValues(OpBuilder &builder, Location loc, Value lhs,
                                  Value rhs, bool orEqual) const {
  using arith::CmpFPredicate;
  using arith::CmpIPredicate;

  Value larger = isMaxKind(kind) ? lhs : rhs;
  Value smaller = isMaxKind(kind) ? rhs : lhs;
  if (getElementTypeOrSelf(lhs.getType()).isInteger()) {
    CmpIPredicate predicate =
        isUnsignedKind(kind)
            ? (orEqual ? CmpIPredicate::uge : CmpIPredicate::ugt)
            : (orEqual ? CmpIPredicate::sge : CmpIPredicate::sgt);
    return arith::CmpIOp::create(builder, loc, predicate, larger, smaller);
  }

  // "Larger or unordered" says better wherever there is a NaN. That is wrong
  // only if rhs is a NaN and nothing is better than one, or lhs is a NaN and
  // one is better than nothing. `orEqual` is the negation with lhs and rhs
  // swapped.
  Value decisive = isNanBest(kind) == orEqual ? lhs : rhs;
  Value ordered = arith::CmpFOp::create(
      builder, loc, orEqual ? CmpFPredicate::OGE : CmpFPredicate::UGT, larger,
      smaller);
  Value corrected = arith::CmpFOp::create(
      builder, loc, orEqual ? CmpFPredicate::UNO : CmpFPredicate::ORD, decisive,
      decisive);
  if (orEqual)
    return arith::OrIOp::create(builder, loc, ordered, corrected);
  return arith::AndIOp::create(builder, loc, ordered, corrected);
}

Value ElementOrder::isBetter(OpBuilder &builder, Location loc, Element lhs,
                             Element rhs) const {
  Value lhsValue = lhs.value, rhsValue = rhs.value;
  if (getWorkingType() != elementType) {
    lhsValue = createOrderKey(builder, loc, lhsValue);
    rhsValue = createOrderKey(builder, loc, rhsValue);
  }
  Value better =
      compareValues(builder, loc, lhsValue, rhsValue, /*orEqual=*/false);
  Value notWorse =
      compareValues(builder, loc, lhsValue, rhsValue, /*orEqual=*/true);
  Value betterIndex = arith::CmpIOp::create(
      builder, loc,
      tie == Tie::First ? arith::CmpIPredicate::slt : arith::CmpIPredicate::sgt,
      lhs.index, rhs.index);
  Value winsTie = arith::AndIOp::create(builder, loc, notWorse, betterIndex);
  return arith::OrIOp::create(builder, loc, better, winsTie);
}

//===----------------------------------------------------------------------===//
// Reductions
//===----------------------------------------------------------------------===//

Element ElementOrder::reduce(OpBuilder &builder, Location loc, Element state,
                             Element element) const {
  Value keep = isBetter(builder, loc, state, element);
  return {
      arith::SelectOp::create(builder, loc, keep, state.value, element.value),
      arith::SelectOp::create(builder, loc, keep, state.index, element.index)};
}

Element ElementOrder::createIdentity(OpBuilder &builder, Location loc,
                                     Type indexType) const {
  TypedAttr value = getIdentityValue(kind, elementType);
  if (getWorkingType() != elementType)
    value = IntegerAttr::get(
        getWorkingType(), cast<FloatAttr>(value).getValue().bitcastToAPInt());
  return {arith::ConstantOp::create(builder, loc, value),
          arith::ConstantOp::create(builder, loc,
                                    getIdentityIndex(tie, indexType))};
}

//===----------------------------------------------------------------------===//
// Keys
//===----------------------------------------------------------------------===//

/// How far keys are from the integers that order as the values do, 0 for both
/// zeros. Of 16-bit floats, -inf has the smallest key, or +inf the largest.
static APInt getKeyDistance(Kind kind, Type elementType) {
  unsigned width = elementType.getIntOrFloatBitWidth();
  if (!isa<FloatType>(elementType) || width > 16)
    return APInt::getZero(width);
  APInt inf = getInfinity(elementType);
  return isNanLargest(kind) ? APInt::getSignedMinValue(width) + inf
                            : APInt::getSignedMaxValue(width) - inf;
}

// The integers that order as 16-bit floats do, with the NaNs of either sign
// beyond the infinities, are moved so far, modulo 2^16, that all NaNs come to
// lie next to each other: one maximum or minimum then makes them the same.
// Nothing masks the sign out: LLVM would turn that into the absolute value of a
// float.
Value ElementOrder::createUnmergedKey(OpBuilder &builder, Location loc,
                                      Value value) const {
  if (areKeysValues())
    return value;
  auto constant = [&](const APInt &bits) {
    return createScalarOrSplatConstant(builder, loc, value.getType(), bits);
  };
  APInt distance = getKeyDistance(kind, elementType);
  unsigned width = distance.getBitWidth();
  // The bits of a negative float are the sign bit plus the magnitude.
  Value isNegative =
      arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::slt, value,
                            constant(APInt::getZero(width)));
  Value negative = arith::SubIOp::create(
      builder, loc, constant(APInt::getSignMask(width) + distance), value);
  Value positive =
      arith::AddIOp::create(builder, loc, value, constant(distance));
  return arith::SelectOp::create(builder, loc, isNegative, negative, positive);
}

/// The key of all NaNs of a 16-bit float, next to that of an infinity.
APInt ElementOrder::getNanKey() const {
  APInt inf = getInfinity(elementType);
  unsigned width = inf.getBitWidth();
  return isNanLargest(kind) ? APInt::getSignedMinValue(width) + inf.shl(1) + 1
                            : APInt::getSignedMaxValue(width) - inf.shl(1) - 1;
}

Value ElementOrder::mergeNans(OpBuilder &builder, Location loc,
                              Value key) const {
  if (areKeysValues())
    return key;
  Value nan =
      createScalarOrSplatConstant(builder, loc, key.getType(), getNanKey());
  if (isNanLargest(kind))
    return arith::MinSIOp::create(builder, loc, key, nan);
  return arith::MaxSIOp::create(builder, loc, key, nan);
}

Value ElementOrder::createKey(OpBuilder &builder, Location loc,
                              Value value) const {
  return mergeNans(builder, loc, createUnmergedKey(builder, loc, value));
}

bool ElementOrder::mayHaveNans() const { return isa<FloatType>(getKeyType()); }

Value ElementOrder::isBetterKey(OpBuilder &builder, Location loc, Value lhs,
                                Value rhs, bool orSame) const {
  using arith::CmpFPredicate;
  using arith::CmpIPredicate;
  Value larger = isMaxKind(kind) ? lhs : rhs;
  Value smaller = isMaxKind(kind) ? rhs : lhs;
  if (mayHaveNans())
    return arith::CmpFOp::create(
        builder, loc, orSame ? CmpFPredicate::OGE : CmpFPredicate::OGT, larger,
        smaller);
  CmpIPredicate predicate =
      isUnsignedKind(kind) ? (orSame ? CmpIPredicate::uge : CmpIPredicate::ugt)
                           : (orSame ? CmpIPredicate::sge : CmpIPredicate::sgt);
  return arith::CmpIOp::create(builder, loc, predicate, larger, smaller);
}

Value ElementOrder::isSameKey(OpBuilder &builder, Location loc, Value lhs,
                              Value rhs) const {
  if (mayHaveNans())
    return arith::CmpFOp::create(builder, loc, arith::CmpFPredicate::OEQ, lhs,
                                 rhs);
  return arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq, lhs,
                               rhs);
}

Value ElementOrder::selectBetterKey(OpBuilder &builder, Location loc, Value lhs,
                                    Value rhs) const {
  Value isBetter = isBetterKey(builder, loc, lhs, rhs);
  return arith::SelectOp::create(builder, loc, isBetter, lhs, rhs);
}

Value ElementOrder::isNanInEither(OpBuilder &builder, Location loc, Value lhs,
                                  Value rhs) const {
  return arith::CmpFOp::create(builder, loc, arith::CmpFPredicate::UNO, lhs,
                               rhs);
}

TypedAttr ElementOrder::getLimitKey(bool isLargest) const {
  Type type = getKeyType();
  if (auto floatType = dyn_cast<FloatType>(type))
    return FloatAttr::get(type, APFloat::getInf(floatType.getFloatSemantics(),
                                                /*Negative=*/!isLargest));
  if (!areKeysValues() && isLargest == isNanLargest(kind))
    return IntegerAttr::get(type, getNanKey());
  unsigned width = type.getIntOrFloatBitWidth();
  if (isUnsignedKind(kind))
    return IntegerAttr::get(type, isLargest ? APInt::getMaxValue(width)
                                            : APInt::getMinValue(width));
  return IntegerAttr::get(type, isLargest ? APInt::getSignedMaxValue(width)
                                          : APInt::getSignedMinValue(width));
}

TypedAttr ElementOrder::getWorstKey() const {
  return getLimitKey(!isMaxKind(kind));
}

TypedAttr ElementOrder::getBestKey() const {
  return getLimitKey(isMaxKind(kind));
}

Value ElementOrder::isAtLeastKey(OpBuilder &builder, Location loc, Value key,
                                 Value bound) const {
  if (!mayHaveNans() || !isNanBest(kind))
    return isBetterKey(builder, loc, key, bound, /*orSame=*/true);
  using arith::CmpFPredicate;
  return arith::CmpFOp::create(
      builder, loc, isMaxKind(kind) ? CmpFPredicate::UGE : CmpFPredicate::ULE,
      key, bound);
}

//===----------------------------------------------------------------------===//
// Ranks
//===----------------------------------------------------------------------===//

Type ElementOrder::getRankType() const {
  return IntegerType::get(elementType.getContext(),
                          elementType.getIntOrFloatBitWidth());
}

/// The bits in which a rank differs from the integer (of a float, the order
/// key) that it ranks.
APInt ElementOrder::getRankFlip() const {
  unsigned width = elementType.getIntOrFloatBitWidth();
  APInt flip =
      isUnsignedKind(kind) ? APInt::getSignMask(width) : APInt::getZero(width);
  return isMaxKind(kind) ? flip : ~flip;
}

/// `integers` with the bits of `flip` turned.
static Value createFlip(OpBuilder &builder, Location loc, Value integers,
                        const APInt &flip) {
  if (flip.isZero())
    return integers;
  return arith::XOrIOp::create(
      builder, loc, integers,
      createScalarOrSplatConstant(builder, loc, integers.getType(), flip));
}

Value ElementOrder::createRank(OpBuilder &builder, Location loc,
                               Value value) const {
  return createRankOfKey(builder, loc, createKey(builder, loc, value));
}

Value ElementOrder::createRankOfKey(OpBuilder &builder, Location loc,
                                    Value key) const {
  if (mayHaveNans())
    key = createOrderKey(builder, loc,
                         castElements(builder, loc, key, getRankType()));
  return createFlip(builder, loc, key, getRankFlip());
}

Value ElementOrder::createKeyOfRank(OpBuilder &builder, Location loc,
                                    Value rank) const {
  APInt flip = getRankFlip();
  if (!mayHaveNans())
    return createFlip(builder, loc, rank, flip);

  auto constant = [&](const APInt &value) {
    return arith::ConstantOp::create(builder, loc,
                                     IntegerAttr::get(getRankType(), value));
  };
  // The order keys of the infinities are their magnitude and its negation.
  APInt inf = getInfinity(elementType);
  APInt best = (isMaxKind(kind) ? inf : -inf) ^ flip;
  APInt worst = (isMaxKind(kind) ? -inf : inf) ^ flip;
  rank = arith::MaxSIOp::create(builder, loc, rank, constant(worst));
  rank = arith::MinSIOp::create(builder, loc, rank, constant(best + 1));
  Value key = createFlip(builder, loc, rank, flip);
  return arith::BitcastOp::create(builder, loc, elementType,
                                  createNegation(builder, loc, key));
}

/// The integers that order as the values do, 0 for both zeros, of their ranks.
static Value createOrderKeyOfRank(OpBuilder &builder, Location loc, Value rank,
                                  const APInt &flip, const APInt &distance) {
  Value key = createFlip(builder, loc, rank, flip);
  if (distance.isZero())
    return key;
  return arith::SubIOp::create(
      builder, loc, key,
      createScalarOrSplatConstant(builder, loc, key.getType(), distance));
}

Value ElementOrder::createValueOfRank(OpBuilder &builder, Location loc,
                                      Value rank) const {
  Value value = createOrderKeyOfRank(builder, loc, rank, getRankFlip(),
                                     getKeyDistance(kind, elementType));
  if (isa<FloatType>(elementType))
    value = createNegation(builder, loc, value);
  return castElements(builder, loc, value, getWorkingType());
}

Value ElementOrder::isAmbiguousRank(OpBuilder &builder, Location loc,
                                    Value rank) const {
  if (!isa<FloatType>(elementType))
    return Value();
  Value key = createOrderKeyOfRank(builder, loc, rank, getRankFlip(),
                                   getKeyDistance(kind, elementType));
  APInt inf = getInfinity(elementType);
  Value zero = createScalarOrSplatConstant(builder, loc, rank.getType(),
                                           APInt::getZero(inf.getBitWidth()));
  Value isZero =
      arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq, key, zero);
  Value isNan = isBeyondInfinity(builder, loc, key, inf);
  return arith::OrIOp::create(builder, loc, isZero, isNan);
}
