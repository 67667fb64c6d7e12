//===- Compiler.cpp - A module compiled in this process ---------*- C++ -*-===//

#include "extrema/Execution/Compiler.h"

#include "Allocation.h"
#include "Lowering.h"
#include "Optimizer.h"
#include "Targets.h"
#include "extrema/Execution/Diagnostics.h"

#include "mlir/ExecutionEngine/ExecutionEngine.h"
#include "llvm/ExecutionEngine/Orc/JITTargetMachineBuilder.h"
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

static llvm::Expected<std::unique_ptr<llvm::TargetMachine>>
createMachine(const CompileOptions &options) {
  llvm::Expected<TargetCPU> target = resolveTarget(options);
  if (!target)
    return target.takeError();
  if (llvm::Error error = checkRunsHere(*target))
    return std::move(error);
  llvm::orc::JITTargetMachineBuilder builder(target->triple);
  builder.setCPU(target->cpu).setFeatures(target->features);
  // The engine's own option for this has no effect on a machine passed to it.
  if (auto level = llvm::CodeGenOpt::getLevel(options.optLevel))
    builder.setCodeGenOptLevel(*level);
  return builder.createTargetMachine();
}

static llvm::Expected<std::unique_ptr<ExecutionEngine>>
createEngine(ModuleOp module, unsigned optLevel,
             std::unique_ptr<llvm::TargetMachine> machine,
             TimingScope *timing) {
  llvm::TargetMachine *optimizerMachine = machine.get();
  // The engine has no use for an error of its transformer, so it is kept here.
  llvm::Error optimizerError = llvm::Error::success();
  auto transformer = [&](llvm::Module *llvmModule) {
    TimingScope scope = nest(timing, "Optimization");
    optimizerError =
        llvm::joinErrors(std::move(optimizerError),
                         optimize(*llvmModule, *optimizerMachine, optLevel));
    return llvm::Error::success();
  };

  ExecutionEngineOptions options;
  options.transformer = transformer;
  options.enableGDBNotificationListener = false;
  options.enablePerfNotificationListener = false;
  DiagnosticCollector diagnostics(module.getContext());
  llvm::Expected<std::unique_ptr<ExecutionEngine>> engine =
      ExecutionEngine::create(module, options, std::move(machine));
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

  llvm::Expected<std::unique_ptr<llvm::TargetMachine>> machine =
      createMachine(options);
  if (!machine)
    return machine.takeError();
  if (llvm::Error error = lowerToLLVM(module, options, **machine))
    return std::move(error);
  llvm::Expected<std::unique_ptr<ExecutionEngine>> engine = createEngine(
      module, options.optLevel, std::move(*machine), options.timing);
  if (!engine)
    return engine.takeError();

  TimingScope scope = nest(options.timing, "Code generation");
  (*engine)->registerSymbols([](llvm::orc::MangleAndInterner mangle) {
    llvm::orc::SymbolMap symbols;
    auto define = [&](StringRef name, auto *function) {
      symbols[mangle(name)] = {llvm::orc::ExecutorAddr::fromPtr(function),
                               llvm::JITSymbolFlags::Exported};
    };
    define("malloc", &allocateOrLeave);
    define("free", &release);
    define("abort", &leaveByAbort);
    return symbols;
  });

  std::unique_ptr<CompiledModule> compiled(
      new CompiledModule(std::move(*engine)));
  for (Signature &signature : *signatures) {
    std::string name = "_mlir_ciface_" + signature.functionName;
    auto entry = compiled->engine->lookupPacked(name);
    if (!entry)
      return entry.takeError();
    void (*sizeEntry)(void **) = nullptr;
    if (options.scratch == ScratchMemory::Argument) {
      auto found = compiled->engine->lookupPacked(name + "_scratch_size");
      if (!found)
        return found.takeError();
      sizeEntry = *found;
    }
    compiled->kernels.emplace_back(std::move(signature), *entry,
                                   /*isChecked=*/options.checks, sizeEntry);
  }
  return compiled;
}

const Kernel *CompiledModule::lookup(StringRef functionName) const {
  for (const Kernel &kernel : kernels)
    if (kernel.getSignature().functionName == functionName)
      return &kernel;
  return nullptr;
}
