//===- TensorProto.cpp - The elements of an ONNX tensor ---------*- C++ -*-===//

#include "extrema/Target/ONNX/TensorProto.h"

#include "ElementTypes.h"

#include "llvm/ADT/Twine.h"
#include "llvm/Support/CheckedArithmetic.h"
#include "llvm/Support/ErrorHandling.h"
#include <cstring>

using namespace mlir::extrema;
using llvm::Twine;
using onnx::TensorProto;

/// Calls `action` with the typed field in which ONNX keeps elements of the
/// tensor's type. An element of the field may be wider than the tensor's.
template <typename Action>
static auto withTypedField(const TensorProto &tensor, Action action) {
  switch (tensor.data_type()) {
  case TensorProto::FLOAT:
    return action(tensor.float_data());
  case TensorProto::DOUBLE:
    return action(tensor.double_data());
  case TensorProto::INT64:
    return action(tensor.int64_data());
  case TensorProto::UINT32:
  case TensorProto::UINT64:
    return action(tensor.uint64_data());
  default:
    return action(tensor.int32_data());
  }
}

llvm::Expected<int64_t>
mlir::extrema::checkTensorProto(const TensorProto &tensor) {
  // Arrays have no bool.
  std::optional<int64_t> elementSize = getElementSize(tensor.data_type());
  if (!elementSize || tensor.data_type() == TensorProto::BOOL)
    return llvm::createStringError(
        "element type " + Twine(getElementTypeName(tensor.data_type())) +
        " is not supported: supported are " + kAllTypes.getNames());
  if (tensor.data_location() == TensorProto::EXTERNAL)
    return llvm::createStringError(
        Twine("the tensor's data lies in another file, which is not "
              "supported"));
  if (tensor.has_segment())
    return llvm::createStringError(
        Twine("the tensor is a segment of a larger one, which is not "
              "supported"));

  std::optional<int64_t> count = 1;
  bool isEmpty = false;
  for (int64_t extent : tensor.dims()) {
    if (extent < 0)
      return llvm::createStringError("the tensor has the negative extent " +
                                     Twine(extent));
    isEmpty |= extent == 0;
    if (extent != 0 && count)
      count = llvm::checkedMul<int64_t>(*count, extent);
  }
  std::optional<int64_t> size =
      count ? llvm::checkedMul(*count, *elementSize) : std::nullopt;
  if (!size)
    return llvm::createStringError(Twine("the tensor is too large"));
  if (isEmpty)
    count = size = 0;

  int64_t held =
      withTypedField(tensor, [](const auto &field) { return field.size(); });
  if (!tensor.has_raw_data()) {
    if (held != *count)
      return llvm::createStringError("the tensor's shape needs " +
                                     Twine(*count) +
                                     " elements, but it holds " + Twine(held));
    return *size;
  }
  if (held != 0)
    return llvm::createStringError(
        Twine("the tensor holds its elements twice: as raw bytes and in a "
              "typed field"));
  held = static_cast<int64_t>(tensor.raw_data().size());
  if (held != *size)
    return llvm::createStringError("the tensor's shape needs " + Twine(*size) +
                                   " bytes, but it holds " + Twine(held));
  return *size;
}

void mlir::extrema::copyTensorElements(const TensorProto &tensor,
                                       char *destination) {
  if (tensor.has_raw_data()) {
    std::memcpy(destination, tensor.raw_data().data(),
                tensor.raw_data().size());
    return;
  }
  int64_t size = *getElementSize(tensor.data_type());
  withTypedField(tensor, [&](const auto &field) {
    for (const auto &element : field) {
      // Little-endian: the low bytes, all that counts of a wider field, come
      // first.
      std::memcpy(destination, &element, size);
      destination += size;
    }
  });
}
