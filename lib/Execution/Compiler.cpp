//===- Compiler.cpp - A module compiled in this process ---------*- C++ -*-===//

#include "extrema/Execution/Compiler.h"

#include "extrema/Execution/Diagnostics.h"
#include "extrema/Pipelines/Pipelines.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/ExecutionEngine/ExecutionEngine.h"
#include "mlir/ExecutionEngine/OptUtils.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Target/LLVMIR/Dialect/Builtin/BuiltinToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/LLVMIR/LLVMToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Export.h"
#include "llvm/ExecutionEngine/Orc/JITTargetMachineBuilder.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Target/TargetMachine.h"

using namespace mlir;
using namespace mlir::extrema;

static llvm::Expected<std::vector<Signature>> getSignatures(ModuleOp module) {
  std::vector<Signature> signatures;
  for (auto function : module.getOps<func::FuncOp>()) {
    if (!function.isPublic() || function.isDeclaration())
      continue;
    llvm::Expected<Signature> signature = getSignature(function);
    if (!signature)
      return signature.takeError();
    signatures.push_back(std::move(*signature));
  }
  if (signatures.empty())
    return llvm::createStringError(
        Twine("the module has no public function to compile"));
  return signatures;
}

using PipelineBuilder = void (*)(OpPassManager &, const PipelineOptions &);

static llvm::Error runPipeline(ModuleOp module, PipelineBuilder build,
                               const CompileOptions &options) {
  DiagnosticCollector diagnostics(module.getContext());
  PassManager passes(module.getContext());
  PipelineOptions pipelineOptions;
  pipelineOptions.checks = options.checks ? Checks::Record : Checks::None;
  build(passes, pipelineOptions);
  if (failed(passes.run(module)))
    return diagnostics.takeError("the module cannot be lowered");
  return llvm::Error::success();
}

static llvm::Error lowerToLLVM(ModuleOp module, const CompileOptions &options) {
  // Recorded checks bring the C interface with them.
  if (!options.checks)
    for (auto function : module.getOps<func::FuncOp>())
      if (function.isPublic() && !function.isDeclaration())
        function->setAttr(LLVM::LLVMDialect::getEmitCWrapperAttrName(),
                          UnitAttr::get(module.getContext()));
  return runPipeline(module, buildToLLVMPipeline, options);
}

static void registerTranslations(MLIRContext *context) {
  DialectRegistry translations;
  registerBuiltinDialectTranslation(translations);
  registerLLVMDialectTranslation(translations);
  context->appendDialectRegistry(translations);
}

//===----------------------------------------------------------------------===//
// Stages
//===----------------------------------------------------------------------===//

static llvm::Error printLLVMIR(llvm::raw_ostream &os, ModuleOp module,
                               const CompileOptions &options) {
  registerTranslations(module.getContext());
  if (llvm::Error error = lowerToLLVM(module, options))
    return error;
  DiagnosticCollector diagnostics(module.getContext());
  llvm::LLVMContext llvmContext;
  std::unique_ptr<llvm::Module> llvmModule =
      translateModuleToLLVMIR(module, llvmContext);
  if (!llvmModule)
    return diagnostics.takeError("no LLVM IR can be made of the module");
  os << *llvmModule;
  return llvm::Error::success();
}

llvm::Error mlir::extrema::printStage(llvm::raw_ostream &os, ModuleOp module,
                                      Stage stage,
                                      const CompileOptions &options) {
  OwningOpRef<ModuleOp> copy = module.clone();
  if (stage == Stage::LLVM)
    return printLLVMIR(os, *copy, options);
  if (stage != Stage::Value)
    if (llvm::Error error =
            runPipeline(*copy,
                        stage == Stage::Structured ? buildStructuredPipeline
                                                   : buildToLoopsPipeline,
                        options))
      return error;
  copy->print(os);
  os << '\n';
  return llvm::Error::success();
}

//===----------------------------------------------------------------------===//
// Machine code
//===----------------------------------------------------------------------===//

static llvm::Expected<std::unique_ptr<llvm::TargetMachine>>
createHostMachine(unsigned optLevel) {
  // Once a process; LLVM takes repeated calls.
  llvm::InitializeNativeTarget();
  llvm::InitializeNativeTargetAsmPrinter();
  llvm::Expected<llvm::orc::JITTargetMachineBuilder> builder =
      llvm::orc::JITTargetMachineBuilder::detectHost();
  if (!builder)
    return builder.takeError();
  // The engine's own option for this has no effect on a machine passed to it.
  if (auto level = llvm::CodeGenOpt::getLevel(optLevel))
    builder->setCodeGenOptLevel(*level);
  return builder->createTargetMachine();
}

static llvm::Expected<std::unique_ptr<ExecutionEngine>>
createEngine(ModuleOp module, unsigned optLevel) {
  llvm::Expected<std::unique_ptr<llvm::TargetMachine>> machine =
      createHostMachine(optLevel);
  if (!machine)
    return machine.takeError();

  // The engine has no use for an error of its transformer, so it is kept here.
  llvm::Error optimizerError = llvm::Error::success();
  auto optimize =
      makeOptimizingTransformer(optLevel, /*sizeLevel=*/0, machine->get());
  auto transformer = [&](llvm::Module *llvmModule) {
    optimizerError =
        llvm::joinErrors(std::move(optimizerError), optimize(llvmModule));
    return llvm::Error::success();
  };

  ExecutionEngineOptions options;
  options.transformer = transformer;
  options.enableGDBNotificationListener = false;
  options.enablePerfNotificationListener = false;
  DiagnosticCollector diagnostics(module.getContext());
  llvm::Expected<std::unique_ptr<ExecutionEngine>> engine =
      ExecutionEngine::create(module, options, std::move(*machine));
  if (!engine)
    return llvm::joinErrors(
        diagnostics.takeError("no machine code can be made of the module"),
        llvm::joinErrors(engine.takeError(), std::move(optimizerError)));
  if (optimizerError)
    return std::move(optimizerError);
  return engine;
}

CompiledModule::CompiledModule(std::unique_ptr<ExecutionEngine> engine)
    : engine(std::move(engine)) {}

CompiledModule::~CompiledModule() = default;

llvm::Expected<std::unique_ptr<CompiledModule>>
CompiledModule::compile(ModuleOp module, const CompileOptions &options) {
  llvm::Expected<std::vector<Signature>> signatures = getSignatures(module);
  if (!signatures)
    return signatures.takeError();

  registerTranslations(module.getContext());
  if (llvm::Error error = lowerToLLVM(module, options))
    return std::move(error);
  llvm::Expected<std::unique_ptr<ExecutionEngine>> engine =
      createEngine(module, options.optLevel);
  if (!engine)
    return engine.takeError();

  std::unique_ptr<CompiledModule> compiled(
      new CompiledModule(std::move(*engine)));
  for (Signature &signature : *signatures) {
    auto entry = compiled->engine->lookupPacked("_mlir_ciface_" +
                                                signature.functionName);
    if (!entry)
      return entry.takeError();
    compiled->kernels.emplace_back(std::move(signature), *entry,
                                   /*isChecked=*/options.checks);
  }
  return compiled;
}

const Kernel *CompiledModule::lookup(StringRef functionName) const {
  for (const Kernel &kernel : kernels)
    if (kernel.getSignature().functionName == functionName)
      return &kernel;
  return nullptr;
}
