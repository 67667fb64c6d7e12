//===- ConstantOperator.cpp - Import of Constant ----------------*- C++ -*-===//

#include "NodeImporter.h"
#include "Tensors.h"

using namespace mlir;
using namespace mlir::extrema;
using onnx::AttributeProto;

static FailureOr<DenseElementsAttr> importValue(NodeImporter &node,
                                                const AttributeProto &value) {
  Builder &builder = node.getBuilder();
  Type i64 = builder.getI64Type(), f32 = builder.getF32Type();
  auto getVector = [](const auto &elements, Type type) {
    return DenseElementsAttr::get(RankedTensorType::get(elements.size(), type),
                                  ArrayRef(elements.data(), elements.size()));
  };
  switch (value.type()) {
  case AttributeProto::TENSOR:
    return importTensor(value.t(), builder.getContext(), [&] {
      return node.emitError() << "attribute value: ";
    });
  case AttributeProto::INT:
    return DenseElementsAttr::get(RankedTensorType::get({}, i64), value.i());
  case AttributeProto::INTS:
    return getVector(value.ints(), i64);
  case AttributeProto::FLOAT:
    return DenseElementsAttr::get(RankedTensorType::get({}, f32), value.f());
  case AttributeProto::FLOATS:
    return getVector(value.floats(), f32);
  default:
    llvm_unreachable("not in the table of attributes");
  }
}

static LogicalResult importConstant(NodeImporter &node) {
  const auto &attributes = node.getAttributes();
  if (attributes.size() != 1)
    return node.emitError() << "must have its value in one attribute, but has "
                            << attributes.size();
  FailureOr<DenseElementsAttr> value = importValue(node, attributes[0]);
  if (failed(value))
    return failure();
  return node.setConstantResult(*value);
}

// Versions differ in the value's element types, too. A type that the model's
// opset does not have yet is refused where the constant is used.
static constexpr int64_t kVersions[] = {1, 9, 11, 12, 13, 19, 21, 23, 24, 25};

static constexpr AttributeRule kAttributes[] = {
    {"value", AttributeProto::TENSOR},
    {"value_float", AttributeProto::FLOAT, /*defaultInt=*/0, /*since=*/12},
    {"value_floats", AttributeProto::FLOATS, /*defaultInt=*/0, /*since=*/12},
    {"value_int", AttributeProto::INT, /*defaultInt=*/0, /*since=*/12},
    {"value_ints", AttributeProto::INTS, /*defaultInt=*/0, /*since=*/12}};

static constexpr Operator kOperators[] = {{"Constant", kVersions,
                                           /*inputs=*/{}, kAttributes,
                                           /*numOutputs=*/1, importConstant}};

ArrayRef<Operator> mlir::extrema::getConstantOperators() { return kOperators; }
