//===- Lowering.cpp - The pipelines as the programs run them ----*- C++ -*-===//

#include "Lowering.h"

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
  build(passes, pipelineOptions);
  TimingScope scope = nest(options.timing, "Lowering");
  passes.enableTiming(scope);
  // What comes out is verified, not what goes from pass to pass: that would
  // take a third of the time. extrema-opt does so.
  passes.enableVerifier(false);
  if (failed(passes.run(module)) || failed(verify(module)))
    return diagnostics.takeError("the module cannot be lowered");
  return llvm::Error::success();
}

bool mlir::extrema::isCalledByCode(StringRef function) {
  return llvm::is_contained({"malloc", "free", "memcpy", "memmove", "memset"},
                            function);
}

/// Fails if the module has a symbol of its own with the name of a function that
/// compiled code calls: upstream's lowering would call another name, or LLVM
/// the module's function.
static llvm::Error checkNames(ModuleOp module) {
  for (Operation &op : *module.getBody()) {
    auto symbol = dyn_cast<SymbolOpInterface>(op);
    // A declaration in the LLVM dialect is the very same function.
    auto function = dyn_cast<LLVM::LLVMFuncOp>(op);
    if (!symbol || (function && function.isExternal()))
      continue;
    StringRef name = symbol.getName();
    if (isCalledByCode(name))
      return llvm::createStringError(
          "'%s' is the name of a function that compiled code calls: the module "
          "must not have another one",
          name.str().c_str());
  }
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
  if (llvm::Error error = checkNames(module))
    return error;
  if (!options.checks)
    exportCInterfaces(module);
  if (llvm::Error error = runPipeline(module, buildToLLVMPipeline, options))
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
