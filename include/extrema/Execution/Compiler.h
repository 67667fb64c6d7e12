//===- Compiler.h - A module compiled in this process -----------*- C++ -*-===//

#ifndef EXTREMA_EXECUTION_COMPILER_H
#define EXTREMA_EXECUTION_COMPILER_H

#include "extrema/Execution/CompileOptions.h"
#include "extrema/Execution/Kernel.h"

#include "mlir/IR/BuiltinOps.h"

namespace mlir {
class ExecutionEngine;
} // namespace mlir

namespace mlir::extrema {

/// Machine code in this process, and its kernels.
class CompiledModule {
public:
  /// Compiles `module`, which is consumed on the way: its public functions
  /// become kernels. It holds whatever the pipeline extrema-to-llvm takes.
  /// Fails too if the code would not run in this process.
  static llvm::Expected<std::unique_ptr<CompiledModule>>
  compile(ModuleOp module, const CompileOptions &options = {});

  ~CompiledModule();

  ArrayRef<Kernel> getKernels() const { return kernels; }

  /// The kernel of the function of that name, or null.
  const Kernel *lookup(StringRef functionName) const;

private:
  explicit CompiledModule(std::unique_ptr<ExecutionEngine> engine);

  std::unique_ptr<ExecutionEngine> engine;
  std::vector<Kernel> kernels;
};

} // namespace mlir::extrema

#endif // EXTREMA_EXECUTION_COMPILER_H
