//===- Arguments.h - Files for a function's inputs and results --*- C++ -*-===//

#ifndef EXTREMA_EXECUTION_ARGUMENTS_H
#define EXTREMA_EXECUTION_ARGUMENTS_H

#include "extrema/Execution/Signature.h"

#include <vector>

namespace mlir::extrema {

/// Assigns each of `arguments`, "FILE" or "NAME=FILE", to one of `types`: by
/// its name, else to the first that no other one has. `role` is "input" or
/// "result". Returns a file for each type, empty where there is none. Fails on
/// an unknown name, one given twice, and on too many files.
llvm::Expected<std::vector<std::string>>
assignFiles(ArrayRef<std::string> arguments, ArrayRef<ArrayType> types,
            StringRef role);

/// The array that each of `files`, .npy, .pb or "random:SHAPE:TYPE:SEED",
/// stands for. Random ones have `seedOffset` added to their seeds. Fails on an
/// empty name, naming the input that is missing.
llvm::Expected<std::vector<Array>> readInputs(ArrayRef<std::string> files,
                                              ArrayRef<ArrayType> types,
                                              uint64_t seedOffset = 0);

} // namespace mlir::extrema

#endif // EXTREMA_EXECUTION_ARGUMENTS_H
