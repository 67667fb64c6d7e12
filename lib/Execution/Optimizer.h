//===- Optimizer.h - LLVM's passes over compiled modules --------*- C++ -*-===//
//
// Private to the library.
//
//===----------------------------------------------------------------------===//

#ifndef EXTREMA_LIB_EXECUTION_OPTIMIZER_H
#define EXTREMA_LIB_EXECUTION_OPTIMIZER_H

#include "llvm/Support/Error.h"

namespace llvm {
class Module;
class TargetMachine;
} // namespace llvm

namespace mlir::extrema {

/// Optimizes `module` for `machine` at `level`, 0 (not at all) to 3.
///
/// What the pipelines make is structured already: vectorized, unrolled where it
/// pays, hoisted. So the passes are few, those that clean up what lowering
/// leaves; LLVM's standard pipeline takes twice the time for the same code. Its
/// loop vectorizer runs at levels 2 and 3, for what stands around the
/// operations.
llvm::Error optimize(llvm::Module &module, llvm::TargetMachine &machine,
                     unsigned level);

} // namespace mlir::extrema

#endif // EXTREMA_LIB_EXECUTION_OPTIMIZER_H
