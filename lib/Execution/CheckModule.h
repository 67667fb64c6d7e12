//===- CheckModule.h - What LLVM cannot make code of ------------*- C++ -*-===//
//
// Refused before LLVM is asked, which would end the process over it. Private to
// the library.
//
//===----------------------------------------------------------------------===//

#ifndef EXTREMA_LIB_EXECUTION_CHECKMODULE_H
#define EXTREMA_LIB_EXECUTION_CHECKMODULE_H

#include "mlir/IR/BuiltinOps.h"
#include "llvm/Support/Error.h"

namespace llvm {
class TargetMachine;
} // namespace llvm

namespace mlir::extrema {

/// Whether compiled code may call a C function of that name.
bool isCalledByCode(StringRef function);

/// Fails if compiled code would call a function of the module instead of the
/// one of the C library, or has scalable vectors that `machine` has not. For
/// the module as it is given.
llvm::Error checkModule(ModuleOp module, const llvm::TargetMachine &machine);

/// Fails if a constant, a global, a vector or an integer is larger than LLVM
/// can cope with. For the module in the LLVM dialect.
llvm::Error checkLoweredModule(ModuleOp module);

} // namespace mlir::extrema

#endif // EXTREMA_LIB_EXECUTION_CHECKMODULE_H
