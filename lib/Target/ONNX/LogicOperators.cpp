//===- LogicOperators.cpp - Import of Equal, And, Where ... -----*- C++ -*-===//

#include "Elementwise.h"
#include "NodeImporter.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace mlir::extrema;

static LogicalResult setElementwise(NodeImporter &node, Type elementType,
                                    BuildScalar buildScalar) {
  FailureOr<Value> result = buildElementwise(node, elementType, buildScalar);
  return failed(result) ? failure() : node.setResult(*result);
}

/// Nothing is equal to, below or above NaN.
template <arith::CmpFPredicate ofFloats, arith::CmpIPredicate ofSigned,
          arith::CmpIPredicate ofUnsigned = ofSigned>
static LogicalResult importComparison(NodeImporter &node) {
  FailureOr<Type> elementType = getSharedType(node);
  if (failed(elementType))
    return failure();
  auto build = [&](OpBuilder &builder, Location loc, ValueRange scalars) {
    if (isa<FloatType>(*elementType))
      return builder.createOrFold<arith::CmpFOp>(loc, ofFloats, scalars[0],
                                                 scalars[1]);
    return builder.createOrFold<arith::CmpIOp>(
        loc, elementType->isUnsignedInteger() ? ofUnsigned : ofSigned,
        scalars[0], scalars[1]);
  };
  return setElementwise(node, node.getBuilder().getI1Type(), build);
}

template <typename OpTy> static LogicalResult importLogic(NodeImporter &node) {
  auto build = [](OpBuilder &builder, Location loc, ValueRange scalars) {
    return builder.createOrFold<OpTy>(loc, scalars[0], scalars[1]);
  };
  return setElementwise(node, node.getBuilder().getI1Type(), build);
}

static LogicalResult importNot(NodeImporter &node) {
  auto build = [](OpBuilder &builder, Location loc, ValueRange scalars) {
    Value yes =
        arith::ConstantIntOp::create(builder, loc, /*value=*/1, /*width=*/1);
    return builder.createOrFold<arith::XOrIOp>(loc, scalars[0], yes);
  };
  return setElementwise(node, node.getBuilder().getI1Type(), build);
}

static LogicalResult importWhere(NodeImporter &node) {
  FailureOr<Type> elementType = getSharedType(node, /*first=*/1);
  if (failed(elementType))
    return failure();
  auto build = [](OpBuilder &builder, Location loc, ValueRange scalars) {
    return builder.createOrFold<arith::SelectOp>(loc, scalars[0], scalars[1],
                                                 scalars[2]);
  };
  return setElementwise(node, *elementType, build);
}

// Older versions broadcast in another way, which an attribute asks for.
static constexpr int64_t kEqualVersions[] = {7, 11, 13, 19};
static constexpr int64_t kOrderVersions[] = {7, 9, 13};
static constexpr int64_t kOrderOrEqualVersions[] = {12, 16};
static constexpr int64_t kLogicVersions[] = {7};
static constexpr int64_t kNotVersions[] = {1};
static constexpr int64_t kWhereVersions[] = {9, 16};

/// What Equal compared at first.
static constexpr ElementTypeSet kOldEqualTypes = {onnx::TensorProto::BOOL,
                                                  onnx::TensorProto::INT32,
                                                  onnx::TensorProto::INT64};

static constexpr InputRule kEqualInputs[] = {
    {0, "A", /*since=*/7, kOldEqualTypes},
    {1, "B", /*since=*/7, kOldEqualTypes},
    {0, "A", /*since=*/11, kIntegerTypes | kFloatTypes | kBoolType},
    {1, "B", /*since=*/11, kIntegerTypes | kFloatTypes | kBoolType},
    {0, "A", /*since=*/13, kAllTypes | kBoolType},
    {1, "B", /*since=*/13, kAllTypes | kBoolType}};

static constexpr InputRule kOrderInputs[] = {
    {0, "A", /*since=*/7, kFloatTypes},
    {1, "B", /*since=*/7, kFloatTypes},
    {0, "A", /*since=*/9, kIntegerTypes | kFloatTypes},
    {1, "B", /*since=*/9, kIntegerTypes | kFloatTypes},
    {0, "A", /*since=*/13, kAllTypes},
    {1, "B", /*since=*/13, kAllTypes}};

static constexpr InputRule kOrderOrEqualInputs[] = {
    {0, "A", /*since=*/12, kIntegerTypes | kFloatTypes},
    {1, "B", /*since=*/12, kIntegerTypes | kFloatTypes},
    {0, "A", /*since=*/16, kAllTypes},
    {1, "B", /*since=*/16, kAllTypes}};

static constexpr InputRule kLogicInputs[] = {{0, "A", /*since=*/7, kBoolType},
                                             {1, "B", /*since=*/7, kBoolType}};

static constexpr InputRule kNotInputs[] = {{0, "X", /*since=*/1, kBoolType}};

static constexpr InputRule kWhereInputs[] = {
    {0, "condition", /*since=*/9, kBoolType},
    {1, "X", /*since=*/9, kIntegerTypes | kFloatTypes | kBoolType},
    {2, "Y", /*since=*/9, kIntegerTypes | kFloatTypes | kBoolType},
    {1, "X", /*since=*/16, kAllTypes | kBoolType},
    {2, "Y", /*since=*/16, kAllTypes | kBoolType}};

static constexpr Operator kOperators[] = {
    {"And", kLogicVersions, kLogicInputs, /*attributes=*/{}, /*numOutputs=*/1,
     importLogic<arith::AndIOp>},
    {"Equal", kEqualVersions, kEqualInputs, /*attributes=*/{},
     /*numOutputs=*/1,
     importComparison<arith::CmpFPredicate::OEQ, arith::CmpIPredicate::eq>},
    {"Greater", kOrderVersions, kOrderInputs, /*attributes=*/{},
     /*numOutputs=*/1,
     importComparison<arith::CmpFPredicate::OGT, arith::CmpIPredicate::sgt,
                      arith::CmpIPredicate::ugt>},
    {"GreaterOrEqual", kOrderOrEqualVersions, kOrderOrEqualInputs,
     /*attributes=*/{}, /*numOutputs=*/1,
     importComparison<arith::CmpFPredicate::OGE, arith::CmpIPredicate::sge,
                      arith::CmpIPredicate::uge>},
    {"Less", kOrderVersions, kOrderInputs, /*attributes=*/{}, /*numOutputs=*/1,
     importComparison<arith::CmpFPredicate::OLT, arith::CmpIPredicate::slt,
                      arith::CmpIPredicate::ult>},
    {"LessOrEqual", kOrderOrEqualVersions, kOrderOrEqualInputs,
     /*attributes=*/{}, /*numOutputs=*/1,
     importComparison<arith::CmpFPredicate::OLE, arith::CmpIPredicate::sle,
                      arith::CmpIPredicate::ule>},
    {"Not", kNotVersions, kNotInputs, /*attributes=*/{}, /*numOutputs=*/1,
     importNot},
    {"Or", kLogicVersions, kLogicInputs, /*attributes=*/{}, /*numOutputs=*/1,
     importLogic<arith::OrIOp>},
    {"Where", kWhereVersions, kWhereInputs, /*attributes=*/{},
     /*numOutputs=*/1, importWhere}};

ArrayRef<Operator> mlir::extrema::getLogicOperators() { return kOperators; }
