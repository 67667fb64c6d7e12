//===- BackendTest.h - Tests in the form of ONNX's backend tests *- C++ -*-===//
//
// A case is a folder with model.onnx and folders test_data_set_N, which hold
// input_N.pb and output_N.pb (see ONNX's docs/OnnxBackendTest.md). Outputs have
// to equal the stored ones to the bit, all NaNs being equal. Where the folder
// has a file unordered.txt, "axis N", the order along that axis is left open:
// what the outputs hold there is compared as a set of tuples.
//
//===----------------------------------------------------------------------===//

#ifndef EXTREMA_EXECUTION_BACKENDTEST_H
#define EXTREMA_EXECUTION_BACKENDTEST_H

#include "extrema/Execution/Compiler.h"

namespace mlir::extrema {

/// Runs one case in a context of its own. An error says what is wrong, with the
/// file, node or output that it concerns.
llvm::Error runBackendTest(StringRef folder, const DialectRegistry &registry,
                           const CompileOptions &options);

/// Runs each of `folders`: a case, or a folder of cases. Prints a line for each
/// case ("PASS name" or "FAIL name: why") and the counts to `output`, and what
/// went wrong in full to `errors`. Returns true if all passed, and there was at
/// least one.
bool runBackendTests(ArrayRef<std::string> folders,
                     const DialectRegistry &registry,
                     const CompileOptions &options, llvm::raw_ostream &output,
                     llvm::raw_ostream &errors);

} // namespace mlir::extrema

#endif // EXTREMA_EXECUTION_BACKENDTEST_H
