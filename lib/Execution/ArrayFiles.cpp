//===- ArrayFiles.cpp - Array files by suffix -------------------*- C++ -*-===//

#include "extrema/Execution/ArrayFiles.h"

#include "FileBytes.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace mlir;
using namespace mlir::extrema;

llvm::Error mlir::extrema::checkArrayFileSuffix(StringRef path) {
  StringRef suffix = llvm::sys::path::extension(path);
  if (suffix == ".npy" || suffix == ".pb")
    return llvm::Error::success();
  return makeFileError(path, "arrays are read from and written to files that "
                             "end in .npy or .pb");
}

llvm::Expected<Array> mlir::extrema::readArrayFile(StringRef path) {
  if (llvm::Error error = checkArrayFileSuffix(path))
    return std::move(error);
  return llvm::sys::path::extension(path) == ".npy" ? readNpyFile(path)
                                                    : readTensorProtoFile(path);
}

llvm::Error mlir::extrema::writeArrayFile(StringRef path, const Array &array,
                                          StringRef name) {
  if (llvm::Error error = checkArrayFileSuffix(path))
    return error;
  return llvm::sys::path::extension(path) == ".npy"
             ? writeNpyFile(path, array)
             : writeTensorProtoFile(path, array, name);
}

//===----------------------------------------------------------------------===//
// Bytes of files
//===----------------------------------------------------------------------===//

llvm::Error mlir::extrema::makeFileError(StringRef path, const Twine &message) {
  return llvm::createFileError(path, llvm::inconvertibleErrorCode(), message);
}

llvm::Expected<InputFile> InputFile::open(StringRef path) {
  llvm::Expected<llvm::sys::fs::file_t> handle =
      llvm::sys::fs::openNativeFileForRead(path);
  if (!handle)
    return llvm::createFileError(path, handle.takeError());
  InputFile file(path, *handle);
  llvm::sys::fs::file_status status;
  if (std::error_code code = llvm::sys::fs::status(*handle, status))
    return llvm::createFileError(path, code);
  // Only a regular file tells its size, which every header is checked against.
  if (status.type() != llvm::sys::fs::file_type::regular_file)
    return makeFileError(path, "not a regular file");
  file.remaining = static_cast<int64_t>(status.getSize());
  return file;
}

InputFile::~InputFile() {
  if (handle != llvm::sys::fs::kInvalidFile)
    llvm::consumeError(
        llvm::errorCodeToError(llvm::sys::fs::closeFile(handle)));
}

llvm::Error InputFile::read(char *data, int64_t size) {
  if (size > remaining)
    return makeFileError(path, "the file ends too early: " + Twine(size) +
                                   " bytes wanted, " + Twine(remaining) +
                                   " left");
  remaining -= size;
  while (size > 0) {
    llvm::Expected<size_t> count = llvm::sys::fs::readNativeFile(
        handle, {data, static_cast<size_t>(size)});
    if (!count)
      return llvm::createFileError(path, count.takeError());
    if (*count == 0)
      return makeFileError(path, "the file became shorter while it was read");
    data += *count;
    size -= static_cast<int64_t>(*count);
  }
  return llvm::Error::success();
}
