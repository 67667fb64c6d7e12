//===- Optimizer.cpp - LLVM's passes over compiled modules ------*- C++ -*-===//

#include "Optimizer.h"

#include "llvm/IR/Module.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Target/TargetMachine.h"
#include <string>

using namespace mlir;
using namespace mlir::extrema;

/// In the syntax of LLVM's opt. Lowering leaves unrotated loops, memref
/// descriptors in registers, and the same address computed more than once.
/// Named alone, instcombine ends the process where once was not enough.
static std::string getPasses(unsigned level) {
  std::string combine = "instcombine<no-verify-fixpoint>";
  std::string passes =
      "cgscc(inline),function(sroa,early-cse<memssa>,simplifycfg," + combine +
      ",loop-mssa(loop-rotate,licm),gvn,";
  if (level > 1)
    passes += "loop-vectorize,";
  return passes + combine + ",simplifycfg),globaldce";
}

llvm::Error mlir::extrema::optimize(llvm::Module &module,
                                    llvm::TargetMachine &machine,
                                    unsigned level) {
  if (level == 0)
    return llvm::Error::success();
  llvm::LoopAnalysisManager loops;
  llvm::FunctionAnalysisManager functions;
  llvm::CGSCCAnalysisManager components;
  llvm::ModuleAnalysisManager modules;
  llvm::PassBuilder builder(&machine);
  builder.registerModuleAnalyses(modules);
  builder.registerCGSCCAnalyses(components);
  builder.registerFunctionAnalyses(functions);
  builder.registerLoopAnalyses(loops);
  builder.crossRegisterProxies(loops, functions, components, modules);

  llvm::ModulePassManager passes;
  if (llvm::Error error = builder.parsePassPipeline(passes, getPasses(level)))
    return error;
  module.setDataLayout(machine.createDataLayout());
  module.setTargetTriple(machine.getTargetTriple());
  passes.run(module, modules);
  return llvm::Error::success();
}
