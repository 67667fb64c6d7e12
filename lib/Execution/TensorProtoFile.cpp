//===- TensorProtoFile.cpp - ONNX tensors in .pb files ----------*- C++ -*-===//

#include "extrema/Execution/ArrayFiles.h"

#include "FileBytes.h"

#include "extrema/Execution/Output.h"
#include "extrema/Target/ONNX/TensorProto.h"
#include "onnx/onnx_pb.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/raw_ostream.h"
#include <limits>

using namespace mlir;
using namespace mlir::extrema;
using onnx::TensorProto;

/// ONNX's code of each element type, in the order of ElementType.
static constexpr TensorProto::DataType kDataTypes[] = {
    TensorProto::UINT8,    TensorProto::UINT16, TensorProto::UINT32,
    TensorProto::UINT64,   TensorProto::INT8,   TensorProto::INT16,
    TensorProto::INT32,    TensorProto::INT64,  TensorProto::FLOAT16,
    TensorProto::BFLOAT16, TensorProto::FLOAT,  TensorProto::DOUBLE};

llvm::Expected<Array> mlir::extrema::readTensorProtoFile(StringRef path) {
  llvm::Expected<InputFile> file = InputFile::open(path);
  if (!file)
    return file.takeError();
  if (file->getRemaining() > std::numeric_limits<int>::max())
    return makeFileError(path, "a protobuf file holds at most 2 GiB");
  std::string bytes(file->getRemaining(), '\0');
  if (llvm::Error error = file->read(bytes.data(), file->getRemaining()))
    return std::move(error);
  TensorProto tensor;
  if (!tensor.ParseFromString(bytes))
    return makeFileError(path, "cannot parse it as an ONNX TensorProto");
  // From here on the message holds the data.
  bytes = std::string();

  if (llvm::Error error = checkTensorProto(tensor).takeError())
    return llvm::createFileError(path, std::move(error));
  const auto *code = llvm::find(kDataTypes, tensor.data_type());
  auto type = static_cast<ElementType>(code - std::begin(kDataTypes));
  SmallVector<int64_t> shape(tensor.dims().begin(), tensor.dims().end());
  llvm::Expected<Array> array = Array::create(type, shape);
  if (!array)
    return llvm::createFileError(path, array.takeError());
  copyTensorElements(tensor, array->getData());
  return array;
}

llvm::Error mlir::extrema::writeTensorProtoFile(StringRef path,
                                                const Array &array,
                                                StringRef name) {
  // Protobuf's limit, with room for the rest of the message.
  if (array.getSizeInBytes() > std::numeric_limits<int>::max() - (1 << 20))
    return makeFileError(path, "the array " + array.formatType() +
                                   " is too large for a protobuf file");
  TensorProto tensor;
  tensor.set_name(name.str());
  tensor.set_data_type(
      kDataTypes[static_cast<unsigned>(array.getElementType())]);
  for (int64_t extent : array.getShape())
    tensor.add_dims(extent);
  tensor.set_raw_data(array.getData(), array.getSizeInBytes());
  std::string bytes = tensor.SerializeAsString();
  return writeFile(path, [&](llvm::raw_ostream &os) { os << bytes; });
}
