//===- ArithmeticOperators.cpp - Import of Add, Max, Neg ... ----*- C++ -*-===//

#include "Elementwise.h"
#include "NodeImporter.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace mlir::extrema;
using onnx::AttributeProto;

/// Imports an operator that has an operation for floats, signed and unsigned
/// integers. Of more than two inputs it takes one after the other.
template <typename FloatOp, typename SignedOp, typename UnsignedOp = SignedOp>
static LogicalResult importBinary(NodeImporter &node) {
  FailureOr<Type> elementType = getSharedType(node);
  if (failed(elementType))
    return failure();
  auto build = [&](OpBuilder &builder, Location loc, ValueRange scalars) {
    Value result = scalars.front();
    for (Value scalar : scalars.drop_front())
      if (isa<FloatType>(*elementType))
        result = builder.createOrFold<FloatOp>(loc, result, scalar);
      else if (elementType->isUnsignedInteger())
        result = builder.createOrFold<UnsignedOp>(loc, result, scalar);
      else
        result = builder.createOrFold<SignedOp>(loc, result, scalar);
    return result;
  };
  FailureOr<Value> result = buildElementwise(node, *elementType, build);
  return failed(result) ? failure() : node.setResult(*result);
}

/// An integer division that rounds toward zero. ONNX does not say what a
/// division by zero gives, nor one that overflows; the processor must not trap
/// on them. By zero gives the dividend, and an overflow wraps around.
static Value buildIntegerDiv(OpBuilder &builder, Location loc, Value lhs,
                             Value rhs, bool isUnsigned) {
  Type type = lhs.getType();
  auto constant = [&](int64_t value) -> Value {
    return arith::ConstantOp::create(builder, loc,
                                     builder.getIntegerAttr(type, value));
  };
  auto equals = [&](Value value) {
    return builder.createOrFold<arith::CmpIOp>(loc, arith::CmpIPredicate::eq,
                                               rhs, value);
  };
  auto select = [&](Value condition, Value yes, Value no) {
    return builder.createOrFold<arith::SelectOp>(loc, condition, yes, no);
  };
  Value zero = constant(0), one = constant(1);
  Value divisor = select(equals(zero), one, rhs);
  if (isUnsigned)
    return builder.createOrFold<arith::DivUIOp>(loc, lhs, divisor);
  Value isMinusOne = equals(constant(-1));
  divisor = select(isMinusOne, one, divisor);
  Value quotient = builder.createOrFold<arith::DivSIOp>(loc, lhs, divisor);
  Value negated = builder.createOrFold<arith::SubIOp>(loc, zero, lhs);
  return select(isMinusOne, negated, quotient);
}

static LogicalResult importDiv(NodeImporter &node) {
  FailureOr<Type> elementType = getSharedType(node);
  if (failed(elementType))
    return failure();
  auto build = [&](OpBuilder &builder, Location loc, ValueRange scalars) {
    if (isa<FloatType>(*elementType))
      return builder.createOrFold<arith::DivFOp>(loc, scalars[0], scalars[1]);
    return buildIntegerDiv(builder, loc, scalars[0], scalars[1],
                           elementType->isUnsignedInteger());
  };
  FailureOr<Value> result = buildElementwise(node, *elementType, build);
  return failed(result) ? failure() : node.setResult(*result);
}

/// What the division above leaves, so that nothing traps here either; with the
/// sign of the divisor unless `fmod` is 1.
static LogicalResult importMod(NodeImporter &node) {
  FailureOr<Type> elementType = getSharedType(node);
  if (failed(elementType))
    return failure();
  if (isa<FloatType>(*elementType))
    return node.emitError()
           << "element type " << getElementTypeName(*elementType)
           << " is not supported: supported are " << kIntegerTypes.getNames();
  bool isUnsigned = elementType->isUnsignedInteger();
  bool isFloored = node.getInt("fmod") != 1 && !isUnsigned;
  auto build = [&](OpBuilder &builder, Location loc, ValueRange scalars) {
    Value lhs = scalars[0], rhs = scalars[1];
    Value whole = builder.createOrFold<arith::MulIOp>(
        loc, buildIntegerDiv(builder, loc, lhs, rhs, isUnsigned), rhs);
    Value rest = builder.createOrFold<arith::SubIOp>(loc, lhs, whole);
    if (!isFloored)
      return rest;
    auto compare = [&](arith::CmpIPredicate predicate, Value lhs, Value rhs) {
      return builder.createOrFold<arith::CmpIOp>(loc, predicate, lhs, rhs);
    };
    Value zero = arith::ConstantOp::create(builder, loc,
                                           builder.getZeroAttr(lhs.getType()));
    Value isBelow = compare(arith::CmpIPredicate::slt, rest, zero);
    Value isDivisorBelow = compare(arith::CmpIPredicate::slt, rhs, zero);
    Value hasOtherSign =
        compare(arith::CmpIPredicate::ne, isBelow, isDivisorBelow);
    Value isSome = compare(arith::CmpIPredicate::ne, rest, zero);
    return builder.createOrFold<arith::SelectOp>(
        loc, builder.createOrFold<arith::AndIOp>(loc, isSome, hasOtherSign),
        builder.createOrFold<arith::AddIOp>(loc, rest, rhs), rest);
  };
  FailureOr<Value> result = buildElementwise(node, *elementType, build);
  return failed(result) ? failure() : node.setResult(*result);
}

static LogicalResult importNeg(NodeImporter &node) {
  Type elementType = node.getInputType(0).getElementType();
  auto build = [&](OpBuilder &builder, Location loc, ValueRange scalars) {
    if (isa<FloatType>(elementType))
      return builder.createOrFold<arith::NegFOp>(loc, scalars[0]);
    Value zero = arith::ConstantOp::create(builder, loc,
                                           builder.getZeroAttr(elementType));
    return builder.createOrFold<arith::SubIOp>(loc, zero, scalars[0]);
  };
  FailureOr<Value> result = buildElementwise(node, elementType, build);
  return failed(result) ? failure() : node.setResult(*result);
}

/// -1, 0 or 1; NaN of NaN.
static LogicalResult importSign(NodeImporter &node) {
  Type elementType = node.getInputType(0).getElementType();
  auto build = [&](OpBuilder &builder, Location loc, ValueRange scalars) {
    Value value = scalars.front();
    auto constant = [&](int64_t number) -> Value {
      if (auto type = dyn_cast<FloatType>(value.getType()))
        return arith::ConstantOp::create(
            builder, loc,
            builder.getFloatAttr(type, static_cast<double>(number)));
      return arith::ConstantOp::create(
          builder, loc, builder.getIntegerAttr(value.getType(), number));
    };
    auto compare = [&](arith::CmpFPredicate ofFloats,
                       arith::CmpIPredicate ofIntegers) -> Value {
      if (isa<FloatType>(elementType))
        return builder.createOrFold<arith::CmpFOp>(loc, ofFloats, value,
                                                   constant(0));
      return builder.createOrFold<arith::CmpIOp>(loc, ofIntegers, value,
                                                 constant(0));
    };
    auto select = [&](Value condition, Value yes, Value no) {
      return builder.createOrFold<arith::SelectOp>(loc, condition, yes, no);
    };
    Value isZero = compare(arith::CmpFPredicate::OEQ, arith::CmpIPredicate::eq);
    if (elementType.isUnsignedInteger())
      return select(isZero, value, constant(1));
    Value isBelow =
        compare(arith::CmpFPredicate::OLT, arith::CmpIPredicate::slt);
    Value isAbove =
        compare(arith::CmpFPredicate::OGT, arith::CmpIPredicate::sgt);
    return select(
        isAbove, constant(1),
        select(isBelow, constant(-1), select(isZero, constant(0), value)));
  };
  FailureOr<Value> result = buildElementwise(node, elementType, build);
  return failed(result) ? failure() : node.setResult(*result);
}

// Older versions broadcast in another way, which an attribute asks for.
static constexpr int64_t kBinaryVersions[] = {7, 13, 14};
static constexpr int64_t kExtremumVersions[] = {8, 12, 13};
static constexpr int64_t kModVersions[] = {10, 13};
static constexpr int64_t kNegVersions[] = {6, 13};
static constexpr int64_t kSignVersions[] = {9, 13};

static constexpr InputRule kBinaryInputs[] = {
    {0, "A", /*since=*/7, kWideIntegerTypes | kFloatTypes},
    {1, "B", /*since=*/7, kWideIntegerTypes | kFloatTypes},
    {0, "A", /*since=*/13, kWideIntegerTypes | kFloatTypes | kBFloat16Type},
    {1, "B", /*since=*/13, kWideIntegerTypes | kFloatTypes | kBFloat16Type},
    {0, "A", /*since=*/14, kAllTypes},
    {1, "B", /*since=*/14, kAllTypes}};

static constexpr InputRule kExtremumInputs[] = {
    {0, "data_0", /*since=*/8, kFloatTypes, InputCount::OneOrMore},
    {0, "data_0", /*since=*/12, kIntegerTypes | kFloatTypes,
     InputCount::OneOrMore},
    {0, "data_0", /*since=*/13, kAllTypes, InputCount::OneOrMore}};

static constexpr InputRule kModInputs[] = {
    {0, "A", /*since=*/10, kIntegerTypes | kFloatTypes},
    {1, "B", /*since=*/10, kIntegerTypes | kFloatTypes},
    {0, "A", /*since=*/13, kAllTypes},
    {1, "B", /*since=*/13, kAllTypes}};

static constexpr InputRule kSignInputs[] = {
    {0, "input", /*since=*/9, kIntegerTypes | kFloatTypes},
    {0, "input", /*since=*/13, kAllTypes}};

static constexpr InputRule kNegInputs[] = {
    {0, "X", /*since=*/6, kSignedTypes | kFloatTypes},
    {0, "X", /*since=*/13, kSignedTypes | kFloatTypes | kBFloat16Type}};

static constexpr AttributeRule kModAttributes[] = {
    {"fmod", AttributeProto::INT, /*defaultInt=*/0}};

static constexpr Operator kOperators[] = {
    {"Add", kBinaryVersions, kBinaryInputs, /*attributes=*/{}, /*numOutputs=*/1,
     importBinary<arith::AddFOp, arith::AddIOp>},
    {"Div", kBinaryVersions, kBinaryInputs, /*attributes=*/{}, /*numOutputs=*/1,
     importDiv},
    {"Max", kExtremumVersions, kExtremumInputs, /*attributes=*/{},
     /*numOutputs=*/1,
     importBinary<arith::MaximumFOp, arith::MaxSIOp, arith::MaxUIOp>},
    {"Min", kExtremumVersions, kExtremumInputs, /*attributes=*/{},
     /*numOutputs=*/1,
     importBinary<arith::MinimumFOp, arith::MinSIOp, arith::MinUIOp>},
    {"Mod", kModVersions, kModInputs, kModAttributes, /*numOutputs=*/1,
     importMod},
    {"Mul", kBinaryVersions, kBinaryInputs, /*attributes=*/{}, /*numOutputs=*/1,
     importBinary<arith::MulFOp, arith::MulIOp>},
    {"Neg", kNegVersions, kNegInputs, /*attributes=*/{}, /*numOutputs=*/1,
     importNeg},
    {"Sign", kSignVersions, kSignInputs, /*attributes=*/{}, /*numOutputs=*/1,
     importSign},
    {"Sub", kBinaryVersions, kBinaryInputs, /*attributes=*/{}, /*numOutputs=*/1,
     importBinary<arith::SubFOp, arith::SubIOp>}};

ArrayRef<Operator> mlir::extrema::getArithmeticOperators() {
  return kOperators;
}
