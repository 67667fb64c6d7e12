//===- ArithmeticOperators.cpp - Import of Add, Max, Neg ... ----*- C++ -*-===//

#include "Elementwise.h"
#include "NodeImporter.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace mlir::extrema;

/// The element type that all inputs share, or failure and a message.
static FailureOr<Type> getSharedType(NodeImporter &node) {
  Type type = node.getInputType(0).getElementType();
  for (unsigned position = 1; position < node.getNumInputs(); ++position)
    if (Type other = node.getInputType(position).getElementType();
        other != type)
      return node.emitError() << "the inputs have different element types: "
                              << getElementTypeName(type) << " and "
                              << getElementTypeName(other);
  return type;
}

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

// Older versions broadcast in another way, which an attribute asks for.
static constexpr int64_t kBinaryVersions[] = {7, 13, 14};
static constexpr int64_t kExtremumVersions[] = {8, 12, 13};
static constexpr int64_t kNegVersions[] = {6, 13};

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

static constexpr InputRule kNegInputs[] = {
    {0, "X", /*since=*/6, kSignedTypes | kFloatTypes},
    {0, "X", /*since=*/13, kSignedTypes | kFloatTypes | kBFloat16Type}};

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
    {"Mul", kBinaryVersions, kBinaryInputs, /*attributes=*/{}, /*numOutputs=*/1,
     importBinary<arith::MulFOp, arith::MulIOp>},
    {"Neg", kNegVersions, kNegInputs, /*attributes=*/{}, /*numOutputs=*/1,
     importNeg},
    {"Sub", kBinaryVersions, kBinaryInputs, /*attributes=*/{}, /*numOutputs=*/1,
     importBinary<arith::SubFOp, arith::SubIOp>}};

ArrayRef<Operator> mlir::extrema::getArithmeticOperators() {
  return kOperators;
}
