//===- Signature.cpp - What a compiled function takes and gives -*- C++ -*-===//

#include "extrema/Execution/Signature.h"

#include "mlir/AsmParser/AsmParser.h"
#include "mlir/IR/BuiltinTypes.h"

using namespace mlir;
using namespace mlir::extrema;

/// True if `original` is `type`, or was before its signedness was stripped.
static bool isSameButForSignedness(Type original, Type type) {
  auto lhs = dyn_cast<RankedTensorType>(original);
  auto rhs = dyn_cast<RankedTensorType>(type);
  if (original == type || !lhs || !rhs)
    return original == type;
  auto lhsInteger = dyn_cast<IntegerType>(lhs.getElementType());
  auto rhsInteger = dyn_cast<IntegerType>(rhs.getElementType());
  return lhs.getShape() == rhs.getShape() && lhsInteger && rhsInteger &&
         lhsInteger.getWidth() == rhsInteger.getWidth();
}

/// The type that the function had before its signedness was stripped.
static FunctionType getOriginalType(func::FuncOp function) {
  FunctionType type = function.getFunctionType();
  auto text = function->getAttrOfType<StringAttr>("extrema.original_type");
  if (!text)
    return type;
  auto original =
      dyn_cast_or_null<FunctionType>(parseType(text, function.getContext()));
  // Other passes may have changed the function since.
  if (original &&
      llvm::equal(original.getInputs(), type.getInputs(),
                  isSameButForSignedness) &&
      llvm::equal(original.getResults(), type.getResults(),
                  isSameButForSignedness))
    return original;
  return type;
}

static llvm::Expected<ArrayType> getArrayType(func::FuncOp function, Type type,
                                              StringAttr givenName,
                                              StringRef role, unsigned index) {
  std::string name = givenName ? givenName.str() : (role + Twine(index)).str();
  auto tensor = dyn_cast<RankedTensorType>(type);
  std::optional<ElementType> elementType =
      tensor ? getElementType(tensor.getElementType()) : std::nullopt;
  if (!elementType) {
    std::string text;
    llvm::raw_string_ostream(text) << type;
    return llvm::createStringError(
        "function '" + function.getName() + "': '" + name + "' has the type " +
        text +
        ", but only ranked tensors of integers of 8 to 64 bits, index, "
        "f16, bf16, f32 or f64 can be passed in and out");
  }
  return ArrayType{std::move(name), *elementType,
                   SmallVector<int64_t>(tensor.getShape())};
}

llvm::Expected<Signature> mlir::extrema::getSignature(func::FuncOp function) {
  Signature signature;
  signature.functionName = function.getName().str();
  FunctionType type = getOriginalType(function);
  for (auto [index, input] : llvm::enumerate(type.getInputs())) {
    auto name = function.getArgAttrOfType<StringAttr>(index, "extrema.name");
    llvm::Expected<ArrayType> array =
        getArrayType(function, input, name, "arg", index);
    if (!array)
      return array.takeError();
    signature.inputs.push_back(std::move(*array));
  }
  for (auto [index, result] : llvm::enumerate(type.getResults())) {
    auto name = function.getResultAttrOfType<StringAttr>(index, "extrema.name");
    llvm::Expected<ArrayType> array =
        getArrayType(function, result, name, "result", index);
    if (!array)
      return array.takeError();
    signature.results.push_back(std::move(*array));
  }
  return signature;
}

static bool hasShape(const Array &array, const ArrayType &type) {
  return llvm::all_of_zip(
      array.getShape(), type.shape, [](int64_t extent, int64_t wanted) {
        return ShapedType::isDynamic(wanted) || extent == wanted;
      });
}

llvm::Error mlir::extrema::checkInputs(const Signature &signature,
                                       ArrayRef<const Array *> inputs) {
  if (inputs.size() != signature.inputs.size())
    return llvm::createStringError("function '" + signature.functionName +
                                   "' takes " + Twine(signature.inputs.size()) +
                                   " inputs, but " + Twine(inputs.size()) +
                                   " are given");
  for (auto [array, type] : llvm::zip_equal(inputs, signature.inputs)) {
    StringRef what;
    if (array->getElementType() != type.elementType)
      what = "element type";
    else if (array->getRank() != static_cast<int64_t>(type.shape.size()))
      what = "rank";
    else if (!hasShape(*array, type))
      what = "shape";
    else
      continue;
    return llvm::createStringError("input '" + type.name + "' has the wrong " +
                                   what + ": wanted is " + type.format() +
                                   ", given is " + array->formatType());
  }
  return llvm::Error::success();
}
