//===- FatalErrors.h - LLVM's last words as messages ------------*- C++ -*-===//

#ifndef EXTREMA_EXECUTION_FATALERRORS_H
#define EXTREMA_EXECUTION_FATALERRORS_H

#include "mlir/Support/LLVM.h"

namespace mlir::extrema {

/// Makes what LLVM calls a fatal error (an instruction that its code generator
/// cannot select, no memory) a message on standard error and the exit code 1,
/// instead of a dump and an abort. For the whole process, which ends all the
/// same: LLVM cannot be used after it.
void reportFatalErrors();

/// The model that messages of fatal errors name from now on; copied.
void setModelOfFatalErrors(StringRef path);

} // namespace mlir::extrema

#endif // EXTREMA_EXECUTION_FATALERRORS_H
