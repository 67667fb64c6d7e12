//===- ElementTypes.cpp - ONNX's element types, MLIR's and sets -*- C++ -*-===//

#include "ElementTypes.h"

#include "mlir/IR/BuiltinTypes.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace mlir::extrema;
using onnx::TensorProto;

namespace {
struct SupportedType {
  TensorProto::DataType code;
  int64_t bytes;
  Type (*get)(MLIRContext *);
};
} // namespace

template <unsigned width,
          IntegerType::SignednessSemantics signedness = IntegerType::Signless>
static Type getInteger(MLIRContext *context) {
  return IntegerType::get(context, width, signedness);
}

template <typename FloatTy> static Type getFloat(MLIRContext *context) {
  return FloatTy::get(context);
}

static constexpr SupportedType kSupportedTypes[] = {
    {TensorProto::UINT8, 1, getInteger<8, IntegerType::Unsigned>},
    {TensorProto::UINT16, 2, getInteger<16, IntegerType::Unsigned>},
    {TensorProto::UINT32, 4, getInteger<32, IntegerType::Unsigned>},
    {TensorProto::UINT64, 8, getInteger<64, IntegerType::Unsigned>},
    {TensorProto::INT8, 1, getInteger<8>},
    {TensorProto::INT16, 2, getInteger<16>},
    {TensorProto::INT32, 4, getInteger<32>},
    {TensorProto::INT64, 8, getInteger<64>},
    {TensorProto::FLOAT16, 2, getFloat<Float16Type>},
    {TensorProto::BFLOAT16, 2, getFloat<BFloat16Type>},
    {TensorProto::FLOAT, 4, getFloat<Float32Type>},
    {TensorProto::DOUBLE, 8, getFloat<Float64Type>},
    {TensorProto::BOOL, 1, getInteger<1>}};

/// Types that ONNX added after 1.12, whose protobuf classes may be in use.
static constexpr std::pair<int32_t, StringLiteral> kNewerTypes[] = {
    {17, "float8e4m3fn"}, {18, "float8e4m3fnuz"},
    {19, "float8e5m2"},   {20, "float8e5m2fnuz"},
    {21, "uint4"},        {22, "int4"},
    {23, "float4e2m1"},   {24, "float8e8m0"},
    {25, "uint2"},        {26, "int2"}};

Type mlir::extrema::getElementType(MLIRContext *context, int32_t code) {
  for (const SupportedType &supported : kSupportedTypes)
    if (supported.code == code)
      return supported.get(context);
  return Type();
}

std::optional<int64_t> mlir::extrema::getElementSize(int32_t code) {
  for (const SupportedType &supported : kSupportedTypes)
    if (supported.code == code)
      return supported.bytes;
  return std::nullopt;
}

std::string mlir::extrema::getElementTypeName(int32_t code) {
  for (auto [newer, name] : kNewerTypes)
    if (newer == code)
      return name.str();
  if (TensorProto::DataType_IsValid(code))
    return StringRef(TensorProto::DataType_Name(code)).lower();
  return "number " + llvm::itostr(code);
}

std::string mlir::extrema::getElementTypeName(Type type) {
  for (const SupportedType &supported : kSupportedTypes)
    if (supported.get(type.getContext()) == type)
      return getElementTypeName(supported.code);
  llvm_unreachable("not the type of an imported tensor's elements");
}

bool ElementTypeSet::contains(Type type) const {
  return llvm::any_of(kSupportedTypes, [&](const SupportedType &supported) {
    return (bits >> supported.code & 1) &&
           supported.get(type.getContext()) == type;
  });
}

std::string ElementTypeSet::getNames() const {
  SmallVector<std::string> names;
  for (const SupportedType &supported : kSupportedTypes)
    if (bits >> supported.code & 1)
      names.push_back(getElementTypeName(supported.code));
  return llvm::join(names, ", ");
}
