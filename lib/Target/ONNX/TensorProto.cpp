//===- TensorProto.cpp - The elements of an ONNX tensor ---------*- C++ -*-===//

#include "extrema/Target/ONNX/TensorProto.h"

#include "onnx/onnx_pb.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/CheckedArithmetic.h"
#include "llvm/Support/ErrorHandling.h"
#include <cstring>
#include <optional>

using namespace mlir::extrema;
using llvm::Twine;
using onnx::TensorProto;

/// Size in bytes of an element, or none if the type is not supported.
static std::optional<int64_t> getElementSize(const TensorProto &tensor) {
  switch (tensor.data_type()) {
  case TensorProto::UINT8:
  case TensorProto::INT8:
    return 1;
  case TensorProto::UINT16:
  case TensorProto::INT16:
  case TensorProto::FLOAT16:
  case TensorProto::BFLOAT16:
    return 2;
  case TensorProto::UINT32:
  case TensorProto::INT32:
  case TensorProto::FLOAT:
    return 4;
  case TensorProto::UINT64:
  case TensorProto::INT64:
  case TensorProto::DOUBLE:
    return 8;
  default:
    return std::nullopt;
  }
}

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
  std::optional<int64_t> elementSize = getElementSize(tensor);
  if (!elementSize) {
    // Types that are newer than the protobuf classes have no name there.
    std::string name = TensorProto::DataType_IsValid(tensor.data_type())
                           ? TensorProto::DataType_Name(tensor.data_type())
                           : llvm::itostr(tensor.data_type());
    return llvm::createStringError("the tensor's element type " + Twine(name) +
                                   " is not supported (integers of 8 to 64 "
                                   "bits, FLOAT16, BFLOAT16, FLOAT and DOUBLE "
                                   "are)");
  }
  if (tensor.data_location() == TensorProto::EXTERNAL)
    return llvm::createStringError(
        Twine("the tensor's data lies in another file, which is not "
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

  if (tensor.has_raw_data()) {
    int64_t held = static_cast<int64_t>(tensor.raw_data().size());
    if (held != *size)
      return llvm::createStringError("the tensor's shape needs " +
                                     Twine(*size) + " bytes, but it holds " +
                                     Twine(held));
  } else {
    int64_t held =
        withTypedField(tensor, [](const auto &field) { return field.size(); });
    if (held != *count)
      return llvm::createStringError("the tensor's shape needs " +
                                     Twine(*count) +
                                     " elements, but it holds " + Twine(held));
  }
  return *size;
}

void mlir::extrema::copyTensorElements(const TensorProto &tensor,
                                       char *destination) {
  if (tensor.has_raw_data()) {
    std::memcpy(destination, tensor.raw_data().data(),
                tensor.raw_data().size());
    return;
  }
  int64_t size = *getElementSize(tensor);
  withTypedField(tensor, [&](const auto &field) {
    for (const auto &element : field) {
      // Little-endian: the low bytes, all that counts of a wider field, come
      // first.
      std::memcpy(destination, &element, size);
      destination += size;
    }
  });
}
