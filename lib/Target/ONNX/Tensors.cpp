//===- Tensors.cpp - ONNX's tensors and their types as MLIR's ---*- C++ -*-===//

#include "Tensors.h"

#include "ElementTypes.h"
#include "extrema/Target/ONNX/TensorProto.h"

#include "mlir/IR/TypeUtilities.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/CheckedArithmetic.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace mlir::extrema;

std::string mlir::extrema::escape(StringRef text) {
  std::string escaped;
  llvm::raw_string_ostream os(escaped);
  llvm::printEscapedString(text, os);
  return escaped;
}

std::string mlir::extrema::quote(StringRef name) {
  return '"' + escape(name) + '"';
}

/// A tensor of bool has its elements where one of uint8 has them.
static FailureOr<DenseElementsAttr> importBools(const onnx::TensorProto &tensor,
                                                MLIRContext *context,
                                                EmitError emitError) {
  onnx::TensorProto bytes = tensor;
  bytes.set_data_type(onnx::TensorProto::UINT8);
  llvm::Expected<int64_t> size = checkTensorProto(bytes);
  if (!size)
    return emitError() << llvm::toString(size.takeError());
  SmallVector<char> elements(*size);
  copyTensorElements(bytes, elements.data());
  auto bools =
      llvm::map_to_vector(elements, [](char element) { return element != 0; });
  ArrayRef<int64_t> shape(tensor.dims().data(), tensor.dims_size());
  return DenseElementsAttr::get(
      RankedTensorType::get(shape, IntegerType::get(context, 1)),
      ArrayRef<bool>(bools));
}

FailureOr<DenseElementsAttr>
mlir::extrema::importTensor(const onnx::TensorProto &tensor,
                            MLIRContext *context, EmitError emitError) {
  if (tensor.data_type() == onnx::TensorProto::BOOL)
    return importBools(tensor, context, emitError);
  llvm::Expected<int64_t> size = checkTensorProto(tensor);
  if (!size)
    return emitError() << llvm::toString(size.takeError());
  ArrayRef<int64_t> shape(tensor.dims().data(), tensor.dims_size());
  auto type =
      RankedTensorType::get(shape, getElementType(context, tensor.data_type()));
  // Where large ones are: not copied once more.
  if (tensor.has_raw_data())
    return DenseElementsAttr::getFromRawBuffer(
        type, ArrayRef(tensor.raw_data().data(), tensor.raw_data().size()));
  SmallVector<char> elements(*size);
  copyTensorElements(tensor, elements.data());
  return DenseElementsAttr::getFromRawBuffer(type, elements);
}

bool mlir::extrema::hasPossibleSize(RankedTensorType type) {
  std::optional<int64_t> size =
      llvm::divideCeil(type.getElementTypeBitWidth(), CHAR_BIT);
  for (int64_t extent : type.getShape())
    if (extent > 0 && size)
      size = llvm::checkedMul(*size, extent);
  return size.has_value() || llvm::is_contained(type.getShape(), 0);
}

FailureOr<TensorType>
mlir::extrema::importTensorType(const onnx::TypeProto &type,
                                MLIRContext *context, EmitError emitError) {
  if (!type.has_tensor_type())
    return emitError() << "has no tensor type (sequences, maps, optional and "
                          "sparse values are not supported)";
  const onnx::TypeProto::Tensor &tensor = type.tensor_type();
  Type elementType = getElementType(context, tensor.elem_type());
  if (!elementType)
    return emitError() << "element type "
                       << getElementTypeName(tensor.elem_type())
                       << " is not supported: supported are "
                       << kAllTypes.getNames();
  if (!tensor.has_shape())
    return TensorType(UnrankedTensorType::get(elementType));
  SmallVector<int64_t> shape;
  for (const onnx::TensorShapeProto::Dimension &dim : tensor.shape().dim()) {
    // Exporters write -1 for a size that is not known. ONNX Runtime takes every
    // negative number for that.
    bool isKnown = dim.has_dim_value() && dim.dim_value() >= 0;
    shape.push_back(isKnown ? dim.dim_value() : ShapedType::kDynamic);
  }
  auto ranked = RankedTensorType::get(shape, elementType);
  if (!hasPossibleSize(ranked))
    return emitError() << "its shape is too large: " << ranked
                       << " has more than 2^63 - 1 bytes";
  return TensorType(ranked);
}

bool mlir::extrema::isPossibleType(RankedTensorType inferred,
                                   TensorType declared) {
  return inferred.getElementType() == declared.getElementType() &&
         (!declared.hasRank() ||
          succeeded(verifyCompatibleShape(inferred, declared)));
}
