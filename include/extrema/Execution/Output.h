//===- Output.h - What programs write ---------------------------*- C++ -*-===//
//
// A write that fails is an error like any other: LLVM's streams end the process
// over it, and a closed pipe or a limit on the size of files would by a signal.
//
//===----------------------------------------------------------------------===//

#ifndef EXTREMA_EXECUTION_OUTPUT_H
#define EXTREMA_EXECUTION_OUTPUT_H

#include "mlir/Support/LLVM.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/Error.h"

namespace mlir::extrema {

/// Writes a file that is there whole or not at all: a temporary one beside
/// `path`, renamed to `path` at the end. What is there under that name and is
/// no regular file, such as a device, is written to itself. An error names the
/// file.
llvm::Error writeFile(StringRef path,
                      llvm::function_ref<void(llvm::raw_ostream &)> write);

/// Makes a closed pipe and a file that is too large errors of the write, for
/// the whole process.
void ignoreWriteSignals();

/// Prints `error`, if there is one, to standard error. Returns the exit code, 0
/// or 1.
int reportError(llvm::Error error);

/// Ends the standard output of a program that is to exit with `exitCode`. The
/// exit code returned is 1 if not all that was printed could be written.
int finishOutput(int exitCode);

} // namespace mlir::extrema

#endif // EXTREMA_EXECUTION_OUTPUT_H
