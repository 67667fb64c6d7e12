//===- Lowering.cpp - The pipelines as the programs run them ----*- C++ -*-===//

#include "Lowering.h"

#include "CheckModule.h"
#include "Targets.h"
#include "extrema/Execution/Diagnostics.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Target/LLVMIR/Dialect/Builtin/BuiltinToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/LLVMIR/LLVMToLLVMIRTranslation.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/Target/TargetMachine.h"

using namespace mlir;
using namespace mlir::extrema;

llvm::Error mlir::extrema::runPipeline(ModuleOp module,
                                       void (*build)(OpPassManager &,
                                                     const PipelineOptions &),
                                       const CompileOptions &options) {
  llvm::Expected<TargetCPU> target = resolveTarget(options);
  if (!target)
    return target.takeError();
  DiagnosticCollector diagnostics(module.getContext());
  PassManager passes(module.getContext());
  PipelineOptions pipelineOptions;
  pipelineOptions.checks = options.checks ? Checks::Record : Checks::None;
  pipelineOptions.vectorize = options.vectorize;
  pipelineOptions.triple = target->triple.str();
  pipelineOptions.cpu = target->isHost ? "host" : target->cpu;
  pipelineOptions.features = target->features;
  pipelineOptions.vectorBits = options.vectorBits;
  pipelineOptions.cacheSizes = options.cacheSizes;
  pipelineOptions.scratch = options.scratch;
  pipelineOptions.verifyInvariants = options.verifyInvariants;
  build(passes, pipelineOptions);
  TimingScope scope = nest(options.timing, "Lowering");
  passes.enableTiming(scope);
  // What comes out is verified, and by the pipeline what it makes of the user's
  // own operations; not what goes from pass to pass: that would take a third of
  // the time. extrema-opt does so.
  passes.enableVerifier(false);
  if (failed(passes.run(module)) || failed(verify(module)))
    return diagnostics.takeError("the module cannot be lowered");
  return llvm::Error::success();
}

/// What recorded checks bring with them.
static void exportCInterfaces(ModuleOp module) {
  MLIRContext *context = module.getContext();
  context->loadDialect<LLVM::LLVMDialect>();
  for (auto function : module.getOps<func::FuncOp>()) {
    if (function.isDeclaration())
      continue;
    function->setAttr("llvm.linkage",
                      LLVM::LinkageAttr::get(context, LLVM::Linkage::Internal));
    if (function.isPublic())
      function->setAttr(LLVM::LLVMDialect::getEmitCWrapperAttrName(),
                        UnitAttr::get(context));
  }
}

llvm::Error mlir::extrema::lowerToLLVM(ModuleOp module,
                                       const CompileOptions &options,
                                       const llvm::TargetMachine &machine) {
  if (llvm::Error error = checkModule(module, machine))
    return error;
  if (!options.checks)
    exportCInterfaces(module);
  if (llvm::Error error = runPipeline(module, buildToLLVMPipeline, options))
    return error;
  if (llvm::Error error = checkLoweredModule(module))
    return error;

  MLIRContext *context = module.getContext();
  // The translation asks it for the alignment of each load and store.
  module->setAttr(
      LLVM::LLVMDialect::getDataLayoutAttrName(),
      StringAttr::get(context,
                      machine.createDataLayout().getStringRepresentation()));
  module->setAttr(LLVM::LLVMDialect::getTargetTripleAttrName(),
                  StringAttr::get(context, machine.getTargetTriple().str()));

  DialectRegistry translations;
  registerBuiltinDialectTranslation(translations);
  registerLLVMDialectTranslation(translations);
  context->appendDialectRegistry(translations);
  return llvm::Error::success();
}
