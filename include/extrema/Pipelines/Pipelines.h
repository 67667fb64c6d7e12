//===- Pipelines.h - From value operations to loops and LLVM ----*- C++ -*-===//
//
// Each pipeline is a function; the tools and `--pass-pipeline` call the same
// ones. docs/Pipelines.md says why each pass stands where it does.
//
//===----------------------------------------------------------------------===//

#ifndef EXTREMA_PIPELINES_PIPELINES_H
#define EXTREMA_PIPELINES_PIPELINES_H

#include "extrema/Conversion/Common/ScratchMemory.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassOptions.h"

namespace mlir::extrema {

/// What happens where a value operation's condition (an axis with elements, k
/// in range, ...) does not hold when the program runs.
enum class Checks {
  /// Nothing is checked: the caller vouches for the operands.
  None,
  /// cf.assert: a message on standard output, and the end of the process.
  Assert,
  /// extrema.record: every function takes a context, every public function
  /// returns a status, the program goes on. See docs/EntryPoint.md.
  Record,
};

/// Options of all pipelines below.
struct PipelineOptions : public PassPipelineOptions<PipelineOptions> {
  PassOptions::Option<Checks> checks{
      *this, "checks",
      llvm::cl::desc("What happens where an operand breaks a rule at run time"),
      llvm::cl::init(Checks::Assert),
      llvm::cl::values(
          clEnumValN(Checks::None, "none", "nothing is checked"),
          clEnumValN(Checks::Assert, "assert",
                     "a message on standard output, the process aborts"),
          clEnumValN(Checks::Record, "record",
                     "noted in a context that each function is given; the "
                     "entry point returns a status"))};

  // What the code is to run on, as options of convert-extrema-to-vector.
  PassOptions::Option<bool> vectorize{
      *this, "vectorize",
      llvm::cl::desc("Lower to loops over vectors where there is a strategy "
                     "(extrema-to-llvm; default: true)"),
      llvm::cl::init(true)};
  PassOptions::Option<std::string> triple{
      *this, "triple",
      llvm::cl::desc("The target's triple (default: that of this process)"),
      llvm::cl::init("")};
  PassOptions::Option<std::string> cpu{
      *this, "cpu",
      llvm::cl::desc("The CPU by LLVM's name, 'generic' (default) or 'host'"),
      llvm::cl::init("generic")};
  PassOptions::Option<std::string> features{
      *this, "features",
      llvm::cl::desc("Features that the CPU has besides, as LLVM's '+a,-b'"),
      llvm::cl::init("")};
  PassOptions::Option<std::string> vectorBits{
      *this, "vector-bits",
      llvm::cl::desc("Bits of a vector register: 128, 256, 512 or 'scalable' "
                     "(default: the target's)"),
      llvm::cl::init("")};
  PassOptions::Option<std::string> cacheSizes{
      *this, "cache-sizes",
      llvm::cl::desc("Bytes of the caches of level 1 (data), level 2 and the "
                     "last level, as '32768,1048576,33554432' (default: the "
                     "target's)"),
      llvm::cl::init("")};
  PassOptions::Option<ScratchMemory> scratch{
      *this, "scratch",
      llvm::cl::desc("Where the memory comes from that loops over vectors need "
                     "besides operands"),
      llvm::cl::init(ScratchMemory::Alloca),
      llvm::cl::values(
          clEnumValN(ScratchMemory::Alloca, "alloca",
                     "the stack, while it is small and of a constant size, "
                     "else the heap"),
          clEnumValN(ScratchMemory::Alloc, "alloc", "the heap"),
          clEnumValN(ScratchMemory::Argument, "argument",
                     "the caller: each public function F takes it as its last "
                     "argument, and F_scratch_size says how much"))};
  PassOptions::Option<bool> verifyInvariants{
      *this, "verify-invariants",
      llvm::cl::desc(
          "Let loops over vectors verify what they rely on when they "
          "run (default: false)"),
      llvm::cl::init(false)};
};

/// Value operations on tensors → structured operations on tensors of signless
/// integers, checks in place.
void buildStructuredPipeline(OpPassManager &manager,
                             const PipelineOptions &options);

/// `extrema-to-linalg`: value operations on tensors → linalg on tensors.
/// extrema.topk_reduce has no linalg form and stays.
void buildToLinalgPipeline(OpPassManager &manager,
                           const PipelineOptions &options);

/// `extrema-to-loops`: value operations on tensors → scf loops on memrefs.
/// Functions take and return memrefs of identity layout; a function's results
/// are the caller's to free, its arguments are not written to.
void buildToLoopsPipeline(OpPassManager &manager,
                          const PipelineOptions &options);

/// `extrema-to-vector`: value operations on tensors → scf loops on memrefs, as
/// `extrema-to-loops` makes them, but over vectors where
/// `convert-extrema-to-vector` has a strategy.
void buildToVectorPipeline(OpPassManager &manager,
                           const PipelineOptions &options);

/// `extrema-to-llvm`: value operations on tensors → the LLVM dialect, with
/// nothing left of any other; by way of vectors unless `vectorize` is false.
void buildToLLVMPipeline(OpPassManager &manager,
                         const PipelineOptions &options);

/// Makes the pipelines known by their names to `--pass-pipeline`.
void registerPipelines();

} // namespace mlir::extrema

#endif // EXTREMA_PIPELINES_PIPELINES_H
