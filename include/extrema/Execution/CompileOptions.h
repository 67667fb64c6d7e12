//===- CompileOptions.h - How models are compiled ---------------*- C++ -*-===//

#ifndef EXTREMA_EXECUTION_COMPILEOPTIONS_H
#define EXTREMA_EXECUTION_COMPILEOPTIONS_H

#include "extrema/Conversion/Common/ScratchMemory.h"
#include "extrema/Target/ONNX/Import.h"
#include "mlir/Support/LLVM.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/Error.h"
#include <optional>
#include <string>

namespace mlir {
class TimingScope;
} // namespace mlir

namespace mlir::extrema {

struct CompileOptions {
  /// How the model is read if it is one of ONNX.
  ImportOptions import;

  /// Whether what can go wrong at run time (an empty axis, k out of range) is
  /// checked. Without, the results of such a call are unspecified; where the
  /// model states extents that the inputs do not have, it reads beyond them.
  bool checks = true;

  /// LLVM's optimization level, 0 to 3, of both optimizer and code generation.
  unsigned optLevel = 3;

  /// What the code is to run on: a target triple, or "host".
  std::string target = "host";

  /// The processor, by LLVM's name, "generic" or "host". Empty is the host's
  /// for the target "host", generic for any other.
  std::string cpu;

  /// Whether loops are over vectors; else they are the scalar ones by which the
  /// others are judged.
  bool vectorize = true;

  /// Bits of a vector: 128, 256, 512 or "scalable"; the target's if empty.
  std::string vectorBits;

  /// Bytes of the caches, "LEVEL1,LEVEL2,LAST"; the target's if empty.
  std::string cacheSizes;

  /// Where the memory comes from that loops over vectors need besides inputs
  /// and results.
  ScratchMemory scratch = ScratchMemory::Alloca;

  /// Whether loops over vectors verify what they rely on when they run. Where
  /// it does not hold, a message is printed and the process aborts.
  bool verifyInvariants = false;

  /// The name that the entry point has in what `printStage` writes: that of the
  /// module's one public function F. It is `_mlir_ciface_F` if none is given.
  std::optional<std::string> entry;

  /// Where the times that the steps of compiling take are reported, if
  /// anywhere.
  TimingScope *timing = nullptr;
};

/// What the pipelines make of a model on its way to machine code.
enum class Stage {
  /// As imported: the dialect's value operations on tensors.
  Value,
  /// The dialect's structured operations, still on tensors.
  Structured,
  /// Loops on memrefs, over vectors unless scalar ones are asked for.
  Loops,
  /// The LLVM dialect of MLIR.
  LLVMDialect,
  /// LLVM IR, not yet optimized.
  LLVM,
  /// LLVM IR, optimized for the target.
  LLVMOptimized,
  /// The target's assembly.
  Assembly,
  /// An object file.
  Object
};

/// The stages that are text, as values of a command line option.
llvm::cl::ValuesClass getTextStages();

/// The options of the command line that say how to compile, the same for all
/// programs. One object a program, made before the command line is parsed.
class CompileFlags {
public:
  CompileFlags();

  /// What `--help` lists the options under.
  llvm::cl::OptionCategory &getCategory() { return category; }

  /// The options given. Fails if there is no such level, target or CPU.
  llvm::Expected<CompileOptions> getOptions() const;

  /// Whether the times of compiling are to be shown.
  bool isTimed() const { return timing; }

  /// The stage to print, if one is asked for.
  std::optional<Stage> getShownStage() const;

private:
  enum class Switch { Off, On };

  llvm::cl::OptionCategory category;
  llvm::cl::opt<bool> allowNewerOpset;
  llvm::cl::opt<Switch> checks;
  llvm::cl::opt<unsigned> optLevel;
  llvm::cl::opt<std::string> target;
  llvm::cl::opt<std::string> cpu;
  llvm::cl::opt<std::string> vectorBits;
  llvm::cl::opt<std::string> cacheSizes;
  llvm::cl::opt<bool> noVector;
  llvm::cl::opt<ScratchMemory> scratch;
  llvm::cl::opt<bool> verifyInvariants;
  llvm::cl::opt<bool> timing;
  llvm::cl::opt<Stage> show;
};

} // namespace mlir::extrema

#endif // EXTREMA_EXECUTION_COMPILEOPTIONS_H
