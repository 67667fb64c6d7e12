//===- Targets.h - What code can be made for --------------------*- C++ -*-===//
//
// From the names in CompileOptions to LLVM's targets. LLVM ends the process
// over some combinations of target and CPU; they are refused here before.
// Private to the library.
//
//===----------------------------------------------------------------------===//

#ifndef EXTREMA_LIB_EXECUTION_TARGETS_H
#define EXTREMA_LIB_EXECUTION_TARGETS_H

#include "extrema/Conversion/ExtremaToVector/VectorTarget.h"
#include "extrema/Execution/CompileOptions.h"

#include "llvm/TargetParser/Triple.h"
#include <memory>

namespace llvm {
class Target;
class TargetMachine;
} // namespace llvm

namespace mlir::extrema {

/// A target, and what the code may use of it.
struct TargetCPU {
  const llvm::Target *target;
  llvm::Triple triple;
  std::string cpu;
  /// LLVM's features beyond those of the CPU: "+a,-b".
  std::string features;
  /// Whether the CPU is this one.
  bool isHost = false;
};

/// Fails if the names mean nothing to LLVM, or a target that the pipelines do
/// not compile for.
llvm::Expected<TargetCPU> resolveTarget(const CompileOptions &options);

/// Fails if this process cannot run what is compiled for `target`.
llvm::Error checkRunsHere(const TargetCPU &target);

/// The vectors of `target`. Fails if it has not those that are asked for.
llvm::Expected<VectorTarget> getVectorTarget(const CompileOptions &options,
                                             const TargetCPU &target);

/// A machine that makes position-independent code, for programs and shared
/// libraries both.
std::unique_ptr<llvm::TargetMachine>
createTargetMachine(const TargetCPU &target, unsigned optLevel);

} // namespace mlir::extrema

#endif // EXTREMA_LIB_EXECUTION_TARGETS_H
