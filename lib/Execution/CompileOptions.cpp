//===- CompileOptions.cpp - How models are compiled -------------*- C++ -*-===//

#include "extrema/Execution/CompileOptions.h"

#include "Targets.h"

using namespace mlir;
using namespace mlir::extrema;
namespace cl = llvm::cl;

cl::ValuesClass mlir::extrema::getTextStages() {
  return cl::values(
      clEnumValN(Stage::Value, "value", "value operations, as imported"),
      clEnumValN(Stage::Structured, "structured",
                 "structured operations on tensors"),
      clEnumValN(Stage::Loops, "loops", "loops on memrefs"),
      clEnumValN(Stage::LLVMDialect, "llvm-dialect", "MLIR's LLVM dialect"),
      clEnumValN(Stage::LLVM, "llvm", "LLVM IR before optimization"),
      clEnumValN(Stage::LLVMOptimized, "llvm-optimized",
                 "LLVM IR after optimization"),
      clEnumValN(Stage::Assembly, "assembly", "assembly of the target"));
}

CompileFlags::CompileFlags()
    : category("Compilation"),
      allowNewerOpset(kAllowNewerOpsetFlag, cl::desc(kAllowNewerOpsetHelp),
                      cl::cat(category)),
      checks(
          "checks",
          cl::desc("Checks at run time of what is not known before:\n"
                   "empty axes, the range of k, extents that the model\n"
                   "states"),
          cl::values(clEnumValN(Switch::On, "on",
                                "a failed check is an error (default)"),
                     clEnumValN(Switch::Off, "off",
                                "unspecified results instead; you vouch for\n"
                                "extents: they are not looked at")),
          cl::init(Switch::On), cl::cat(category)),
      optLevel("O", cl::desc("LLVM's optimization level, 0 to 3 (default: 3)"),
               cl::value_desc("level"), cl::Prefix, cl::init(3),
               cl::cat(category)),
      target("target",
             cl::desc("Compile for this target (default: host), such as\n"
                      "aarch64-linux-gnu or riscv64-linux-gnu"),
             cl::value_desc("triple"), cl::init("host"), cl::cat(category)),
      cpu("cpu",
          cl::desc("Use what this CPU has: host, generic, or LLVM's name\n"
                   "of one (default: host if the target is the host,\n"
                   "else generic)"),
          cl::value_desc("name"), cl::cat(category)),
      vectorBits("vector-bits",
                 cl::desc("Bits of a vector: 128, 256, 512 or scalable\n"
                          "(default: what the CPU has)"),
                 cl::value_desc("bits"), cl::cat(category)),
      cacheSizes("cache-sizes",
                 cl::desc("Bytes of the caches of level 1 (data), level 2 and\n"
                          "the last level, such as 32768,1048576,33554432\n"
                          "(default: the host's, or these)"),
                 cl::value_desc("sizes"), cl::cat(category)),
      noVector("no-vector",
               cl::desc("Scalar loops: slower, plainer, the same results"),
               cl::cat(category)),
      scratch("scratch",
              cl::desc("Where memory comes from that is needed on the way"),
              cl::values(
                  clEnumValN(ScratchMemory::Alloca, "alloca",
                             "the stack, up to 96 KB, else malloc (default)"),
                  clEnumValN(ScratchMemory::Alloc, "alloc", "malloc"),
                  clEnumValN(ScratchMemory::Argument, "argument",
                             "the caller: an argument more, whose size\n"
                             "function F_scratch_size tells")),
              cl::init(ScratchMemory::Alloca), cl::cat(category)),
      verifyInvariants(
          "verify-invariants",
          cl::desc("Let kernels verify what they rely on when they run, and\n"
                   "end the program where it does not hold: for those who\n"
                   "change kernels"),
          cl::cat(category)),
      timing("timing",
             cl::desc("Show on standard error what the steps of compiling\n"
                      "take, and the passes of the first"),
             cl::cat(category)),
      show("show",
           cl::desc("Print the model at a stage of compilation, and do\n"
                    "nothing else"),
           getTextStages(), cl::cat(category)) {}

llvm::Expected<CompileOptions> CompileFlags::getOptions() const {
  if (optLevel.getValue() > 3)
    return llvm::createStringError("-O" + Twine(optLevel.getValue()) +
                                   ": the levels are 0 to 3");
  CompileOptions options;
  options.import.allowNewerOpset = allowNewerOpset;
  options.checks = checks.getValue() == Switch::On;
  options.optLevel = optLevel.getValue();
  options.target = target.getValue();
  options.cpu = cpu.getValue();
  options.vectorBits = vectorBits.getValue();
  options.cacheSizes = cacheSizes.getValue();
  options.vectorize = !noVector;
  options.scratch = scratch.getValue();
  options.verifyInvariants = verifyInvariants;
  llvm::Expected<TargetCPU> resolved = resolveTarget(options);
  if (!resolved)
    return resolved.takeError();
  if (llvm::Expected<VectorTarget> vectors =
          getVectorTarget(options, *resolved);
      !vectors)
    return vectors.takeError();
  return options;
}

std::optional<Stage> CompileFlags::getShownStage() const {
  if (show.getNumOccurrences() == 0)
    return std::nullopt;
  return show.getValue();
}
