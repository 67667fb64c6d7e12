//===- Stages.h - Models as text and object files ---------------*- C++ -*-===//

#ifndef EXTREMA_EXECUTION_STAGES_H
#define EXTREMA_EXECUTION_STAGES_H

#include "extrema/Execution/CompileOptions.h"

#include "mlir/IR/BuiltinOps.h"

namespace mlir::extrema {

/// Prints what `module` is at `stage`, without changing it. Nothing is printed
/// if it cannot be compiled so far.
llvm::Error printStage(llvm::raw_ostream &os, ModuleOp module, Stage stage,
                       const CompileOptions &options = {});

/// The stage that a file of that name holds by its suffix: .ll (optimized), .s
/// or .o. Fails for any other.
llvm::Expected<Stage> getStageOfFile(StringRef path);

} // namespace mlir::extrema

#endif // EXTREMA_EXECUTION_STAGES_H
