//===- Compiler.h - A module compiled in this process -----------*- C++ -*-===//

#ifndef EXTREMA_EXECUTION_COMPILER_H
#define EXTREMA_EXECUTION_COMPILER_H

#include "extrema/Execution/Kernel.h"

#include "mlir/IR/BuiltinOps.h"

namespace mlir {
class ExecutionEngine;
} // namespace mlir

namespace mlir::extrema {

struct CompileOptions {
  /// Whether what can go wrong at run time (an empty axis, k out of range) is
  /// checked. Without, the results of such a call are unspecified.
  bool checks = true;

  /// LLVM's optimization level, 0 to 3, of both optimizer and code generation.
  unsigned optLevel = 3;
};

/// What the pipelines make of a model on its way to machine code.
enum class Stage {
  /// As imported: the dialect's value operations on tensors.
  Value,
  /// The dialect's structured operations, still on tensors.
  Structured,
  /// Loops on memrefs.
  Loops,
  /// LLVM IR, not yet optimized.
  LLVM
};

/// Prints what `module` is at `stage`, without changing it.
llvm::Error printStage(llvm::raw_ostream &os, ModuleOp module, Stage stage,
                       const CompileOptions &options = {});

/// Machine code for the host, and its kernels.
class CompiledModule {
public:
  /// Compiles `module`, which is consumed on the way: its public functions
  /// become kernels. It holds whatever the pipeline extrema-to-llvm takes.
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
