//===- Arguments.cpp - Files for inputs and results -------------*- C++ -*-===//

#include "extrema/Execution/Arguments.h"

#include "extrema/Execution/ArrayFiles.h"
#include "extrema/Execution/RandomArray.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace mlir::extrema;

/// "'scores' (f32[?x10]) and 'K' (i64[1])".
static std::string formatTypes(ArrayRef<ArrayType> types) {
  std::string text;
  llvm::raw_string_ostream os(text);
  llvm::interleaveComma(types, os, [&](const ArrayType &type) {
    os << '\'' << type.name << "' (" << type.format() << ')';
  });
  return types.empty() ? "none" : text;
}

llvm::Expected<std::vector<std::string>>
mlir::extrema::assignFiles(ArrayRef<std::string> arguments,
                           ArrayRef<ArrayType> types, StringRef role) {
  std::vector<std::string> files(types.size());
  SmallVector<StringRef> unnamed;
  for (StringRef argument : arguments) {
    size_t nameSize = argument.find('=');
    if (nameSize == StringRef::npos) {
      unnamed.push_back(argument);
      continue;
    }
    StringRef name = argument.take_front(nameSize);
    StringRef file = argument.drop_front(nameSize + 1);
    const ArrayType *type = llvm::find_if(
        types, [&](const ArrayType &type) { return type.name == name; });
    if (type == types.end())
      return llvm::createStringError("'" + argument + "': there is no " + role +
                                     " '" + name + "'; the " + role +
                                     "s are: " + formatTypes(types));
    std::string &assigned = files[type - types.begin()];
    if (!assigned.empty())
      return llvm::createStringError("'" + argument + "': the " + role + " '" +
                                     name + "' is given twice");
    if (file.empty())
      return llvm::createStringError("'" + argument + "': the file is missing");
    assigned = file.str();
  }

  auto next = files.begin();
  for (StringRef argument : unnamed) {
    next = std::find(next, files.end(), "");
    if (next == files.end())
      return llvm::createStringError(
          "'" + argument + "': all " + role +
          "s have a file already; they are: " + formatTypes(types));
    *next = argument.str();
  }
  return files;
}

static llvm::Expected<Array> readInput(StringRef file, uint64_t seedOffset) {
  if (!isRandomArraySpec(file))
    return readArrayFile(file);
  llvm::Expected<RandomArraySpec> spec = parseRandomArraySpec(file);
  if (!spec)
    return spec.takeError();
  spec->seed += seedOffset;
  return createRandomArray(*spec);
}

llvm::Expected<std::vector<Array>>
mlir::extrema::readInputs(ArrayRef<std::string> files,
                          ArrayRef<ArrayType> types, uint64_t seedOffset) {
  std::vector<Array> arrays;
  for (auto [file, type] : llvm::zip_equal(files, types)) {
    if (file.empty())
      return llvm::createStringError("no file is given for the input '" +
                                     type.name + "' (" + type.format() + ")");
    llvm::Expected<Array> array = readInput(file, seedOffset);
    if (!array)
      return array.takeError();
    arrays.push_back(std::move(*array));
  }
  return arrays;
}
