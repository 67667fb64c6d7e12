//===- Diagnostics.h - MLIR's diagnostics as errors -------------*- C++ -*-===//

#ifndef EXTREMA_EXECUTION_DIAGNOSTICS_H
#define EXTREMA_EXECUTION_DIAGNOSTICS_H

#include "mlir/IR/Diagnostics.h"
#include "mlir/Support/LLVM.h"
#include "llvm/Support/Error.h"
#include <string>

namespace mlir::extrema {

/// `error` with `path` before its text, unless it names a file already.
llvm::Error addFileName(StringRef path, llvm::Error error);

/// "FILE:LINE:COLUMN: text", or "'FILE': node 'NAME': text" for what comes from
/// a graph: what is reported, with what its location tells.
std::string formatDiagnostic(const Diagnostic &diagnostic);

/// Keeps the errors that a context reports while this object lives, one a line,
/// each as `formatDiagnostic` has it. Warnings and remarks go on to whoever
/// else listens.
class DiagnosticCollector {
public:
  explicit DiagnosticCollector(MLIRContext *context);

  /// What was reported so far, or `fallback` if there is nothing, as an error.
  llvm::Error takeError(const llvm::Twine &fallback);

private:
  std::string text;
  ScopedDiagnosticHandler handler;
};

} // namespace mlir::extrema

#endif // EXTREMA_EXECUTION_DIAGNOSTICS_H
