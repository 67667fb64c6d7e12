//===- EntryName.h - The entry point under a name of choice -----*- C++ -*-===//
//
// So that several models can be linked into one program. Private to the
// library.
//
//===----------------------------------------------------------------------===//

#ifndef EXTREMA_LIB_EXECUTION_ENTRYNAME_H
#define EXTREMA_LIB_EXECUTION_ENTRYNAME_H

#include "mlir/IR/BuiltinOps.h"
#include "llvm/Support/Error.h"

namespace mlir::extrema {

/// Gives the one public function of `module` the name `name`. Fails if C has no
/// such identifier, if a program could not be linked with it, if another symbol
/// of the module has it, or if there are several public functions.
llvm::Error renameEntryFunction(ModuleOp module, StringRef name);

/// Gives the C interface of the function `name` that very name, and that of
/// `NAME_scratch_size` too if there is one. `module` is in the LLVM dialect;
/// the functions behind the interfaces get other names.
llvm::Error exportEntryFunction(ModuleOp module, StringRef name);

} // namespace mlir::extrema

#endif // EXTREMA_LIB_EXECUTION_ENTRYNAME_H
