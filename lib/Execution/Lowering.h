//===- Lowering.h - The pipelines as the programs run them ------*- C++ -*-===//
//
// What compiling in process and to files share. Private to the library.
//
//===----------------------------------------------------------------------===//

#ifndef EXTREMA_LIB_EXECUTION_LOWERING_H
#define EXTREMA_LIB_EXECUTION_LOWERING_H

#include "extrema/Execution/CompileOptions.h"
#include "extrema/Pipelines/Pipelines.h"

#include "mlir/IR/BuiltinOps.h"

#include "mlir/Support/Timing.h"

namespace llvm {
class TargetMachine;
} // namespace llvm

namespace mlir::extrema {

/// A scope of that name in `timing`; one that measures nothing if it is null.
inline TimingScope nest(TimingScope *timing, const char *name) {
  return timing ? timing->nest(name) : TimingScope();
}

/// Runs the pipeline that `build` builds; checks are recorded.
llvm::Error runPipeline(ModuleOp module,
                        void (*build)(OpPassManager &, const PipelineOptions &),
                        const CompileOptions &options);

/// Takes `module` to the LLVM dialect, with the data layout of `machine`. Of
/// its functions, only the C interfaces of the public ones are seen from
/// outside. The context can translate it to LLVM IR afterwards.
llvm::Error lowerToLLVM(ModuleOp module, const CompileOptions &options,
                        const llvm::TargetMachine &machine);

} // namespace mlir::extrema

#endif // EXTREMA_LIB_EXECUTION_LOWERING_H
