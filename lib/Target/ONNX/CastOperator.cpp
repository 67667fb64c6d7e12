//===- CastOperator.cpp - Import of Cast ------------------------*- C++ -*-===//

#include "Elementwise.h"
#include "NodeImporter.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include <cmath>

using namespace mlir;
using namespace mlir::extrema;
using onnx::AttributeProto;

/// Between floats, rounding to nearest even. A 16-bit float is reached from any
/// other by way of f32, as everyone's conversions do, but f16 from f64, which
/// they round once.
static Value castFloat(OpBuilder &builder, Location loc, Value scalar,
                       FloatType to) {
  auto from = cast<FloatType>(scalar.getType());
  if (from == to)
    return scalar;
  if (from.getWidth() < to.getWidth() && from.getWidth() == 16 &&
      to.getWidth() == 64)
    return castFloat(builder, loc,
                     castFloat(builder, loc, scalar, builder.getF32Type()), to);
  if (from.getWidth() < to.getWidth())
    return builder.createOrFold<arith::ExtFOp>(loc, to, scalar);
  if (from.getWidth() == to.getWidth() || (from.isF64() && to.isBF16()))
    return castFloat(builder, loc,
                     castFloat(builder, loc, scalar, builder.getF32Type()), to);
  return builder.createOrFold<arith::TruncFOp>(loc, to, scalar);
}

static Value castInteger(OpBuilder &builder, Location loc, Value scalar,
                         bool isUnsigned, IntegerType to) {
  unsigned width = scalar.getType().getIntOrFloatBitWidth();
  if (width == to.getWidth())
    return scalar;
  if (width > to.getWidth())
    return builder.createOrFold<arith::TruncIOp>(loc, to, scalar);
  if (isUnsigned)
    return builder.createOrFold<arith::ExtUIOp>(loc, to, scalar);
  return builder.createOrFold<arith::ExtSIOp>(loc, to, scalar);
}

static Value castIntegerToFloat(OpBuilder &builder, Location loc, Value scalar,
                                bool isUnsigned, FloatType to) {
  FloatType first = to.getWidth() == 16 ? builder.getF32Type() : to;
  Value result =
      isUnsigned ? builder.createOrFold<arith::UIToFPOp>(loc, first, scalar)
                 : builder.createOrFold<arith::SIToFPOp>(loc, first, scalar);
  return castFloat(builder, loc, result, to);
}

/// Toward zero. What ONNX leaves undefined becomes the nearest integer that
/// there is, and 0 for NaN: an undefined k could otherwise be anything at all.
static Value castFloatToInteger(OpBuilder &builder, Location loc, Value scalar,
                                bool isUnsigned, IntegerType to) {
  if (scalar.getType().getIntOrFloatBitWidth() == 16)
    scalar = castFloat(builder, loc, scalar, builder.getF32Type());
  auto from = cast<FloatType>(scalar.getType());
  unsigned width = to.getWidth();
  APInt least =
      isUnsigned ? APInt::getMinValue(width) : APInt::getSignedMinValue(width);
  APInt most =
      isUnsigned ? APInt::getMaxValue(width) : APInt::getSignedMaxValue(width);

  auto floatConstant = [&](double value) -> Value {
    return arith::ConstantOp::create(builder, loc,
                                     builder.getFloatAttr(from, value));
  };
  auto integerConstant = [&](const APInt &value) -> Value {
    return arith::ConstantOp::create(builder, loc,
                                     builder.getIntegerAttr(to, value));
  };
  auto compare = [&](arith::CmpFPredicate predicate, double bound) {
    return builder.createOrFold<arith::CmpFOp>(loc, predicate, scalar,
                                               floatConstant(bound));
  };
  auto select = [&](Value condition, Value yes, Value no) {
    return builder.createOrFold<arith::SelectOp>(loc, condition, yes, no);
  };
  // Powers of two: exact in either float type.
  double minimum = isUnsigned ? 0.0 : -std::ldexp(1.0, width - 1);
  double limit = std::ldexp(1.0, isUnsigned ? width : width - 1);
  Value isAtLeast = compare(arith::CmpFPredicate::OGE, minimum);
  Value isTooLarge = compare(arith::CmpFPredicate::OGE, limit);
  Value isTooSmall = compare(arith::CmpFPredicate::OLT, minimum);
  Value zero = floatConstant(0.0);
  Value safe = select(isAtLeast, select(isTooLarge, zero, scalar), zero);
  Value converted = isUnsigned
                        ? builder.createOrFold<arith::FPToUIOp>(loc, to, safe)
                        : builder.createOrFold<arith::FPToSIOp>(loc, to, safe);
  return select(isTooLarge, integerConstant(most),
                select(isTooSmall, integerConstant(least), converted));
}

/// True where it is not 0: NaN is not.
static Value castToBool(OpBuilder &builder, Location loc, Value scalar) {
  Value zero = arith::ConstantOp::create(builder, loc,
                                         builder.getZeroAttr(scalar.getType()));
  if (isa<FloatType>(scalar.getType()))
    return builder.createOrFold<arith::CmpFOp>(loc, arith::CmpFPredicate::UNE,
                                               scalar, zero);
  return builder.createOrFold<arith::CmpIOp>(loc, arith::CmpIPredicate::ne,
                                             scalar, zero);
}

static LogicalResult importCast(NodeImporter &node) {
  MLIRContext *context = node.getBuilder().getContext();
  int64_t code = node.getInt("to");
  Type from = node.getInputType(0).getElementType();
  Type to = code == static_cast<int32_t>(code)
                ? getElementType(context, static_cast<int32_t>(code))
                : Type();
  // The version that takes a type is the one that gives it.
  if (!to || (to.isBF16() && node.getVersion() < 13)) {
    ElementTypeSet types = kIntegerTypes | kFloatTypes | kBoolType;
    if (node.getVersion() >= 13)
      types = types | kBFloat16Type;
    return node.emitError() << "attribute to asks for element type "
                            << getElementTypeName(static_cast<int32_t>(
                                   std::clamp<int64_t>(code, -1, INT32_MAX)))
                            << "; supported in " << node.describeVersion()
                            << " are " << types.getNames();
  }
  if (from == to)
    return node.setResultToInput(0);

  bool fromUnsigned = from.isUnsignedInteger() || from.isInteger(1);
  auto build = [&](OpBuilder &builder, Location loc, ValueRange scalars) {
    Value scalar = scalars.front();
    if (to.isInteger(1))
      return castToBool(builder, loc, scalar);
    auto toFloat = dyn_cast<FloatType>(to);
    auto toInteger = toFloat
                         ? IntegerType()
                         : builder.getIntegerType(to.getIntOrFloatBitWidth());
    if (isa<FloatType>(from))
      return toFloat ? castFloat(builder, loc, scalar, toFloat)
                     : castFloatToInteger(builder, loc, scalar,
                                          to.isUnsignedInteger(), toInteger);
    return toFloat
               ? castIntegerToFloat(builder, loc, scalar, fromUnsigned, toFloat)
               : castInteger(builder, loc, scalar, fromUnsigned, toInteger);
  };
  FailureOr<Value> result = buildElementwise(node, to, build);
  return failed(result) ? failure() : node.setResult(*result);
}

// Before version 6 `to` was a string.
static constexpr int64_t kVersions[] = {6, 9, 13, 19, 21, 23, 24, 25};

static constexpr InputRule kInputs[] = {
    {0, "input", /*since=*/6, kIntegerTypes | kFloatTypes | kBoolType},
    {0, "input", /*since=*/13, kAllTypes | kBoolType}};

// `saturate` and `round_mode` count only for element types of 8 bits and less.
static constexpr AttributeRule kAttributes[] = {
    {"to", AttributeProto::INT, /*defaultInt=*/0, /*since=*/6,
     /*last=*/kNewest, /*isRequired=*/true},
    {"saturate", AttributeProto::INT, /*defaultInt=*/1, /*since=*/19},
    {"round_mode", AttributeProto::STRING, /*defaultInt=*/0, /*since=*/24}};

static constexpr Operator kOperators[] = {
    {"Cast", kVersions, kInputs, kAttributes, /*numOutputs=*/1, importCast}};

ArrayRef<Operator> mlir::extrema::getCastOperators() { return kOperators; }
