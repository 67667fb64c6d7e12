//===- Stages.cpp - Models as text and object files -------------*- C++ -*-===//

#include "extrema/Execution/Stages.h"

#include "EntryName.h"
#include "Lowering.h"
#include "Optimizer.h"
#include "Targets.h"
#include "extrema/Execution/Diagnostics.h"

#include "mlir/Target/LLVMIR/Export.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/DiagnosticPrinter.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Target/TargetMachine.h"

using namespace mlir;
using namespace mlir::extrema;

static llvm::Error printModule(llvm::raw_ostream &os, ModuleOp module) {
  module.print(os);
  os << '\n';
  return llvm::Error::success();
}

//===----------------------------------------------------------------------===//
// LLVM IR
//===----------------------------------------------------------------------===//

/// Keeps LLVM's errors, over which it would end the process otherwise.
static void collectDiagnostic(const llvm::DiagnosticInfo *info, void *text) {
  if (info->getSeverity() != llvm::DS_Error)
    return;
  llvm::raw_string_ostream os(*static_cast<std::string *>(text));
  llvm::DiagnosticPrinterRawOStream printer(os);
  if (!os.str().empty())
    os << '\n';
  info->print(printer);
}

/// What clang would add to the functions: the CPU, so that whoever goes on from
/// the text compiles for the same one, and how the ABI returns an int.
static void addAttributes(llvm::Module &module, const TargetCPU &target) {
  for (llvm::Function &function : module) {
    if (function.isDeclaration())
      continue;
    function.addFnAttr("target-cpu", target.cpu);
    if (!target.features.empty())
      function.addFnAttr("target-features", target.features);
    // RISC-V's callers expect it; to others it does not matter.
    if (!function.hasLocalLinkage() &&
        function.getReturnType()->isIntegerTy(32))
      function.addRetAttr(llvm::Attribute::SExt);
  }
}

static llvm::Expected<std::unique_ptr<llvm::Module>>
translate(ModuleOp module, const TargetCPU &target,
          llvm::LLVMContext &llvmContext) {
  DiagnosticCollector diagnostics(module.getContext());
  std::unique_ptr<llvm::Module> llvmModule =
      translateModuleToLLVMIR(module, llvmContext);
  if (!llvmModule)
    return diagnostics.takeError("no LLVM IR can be made of the module");
  addAttributes(*llvmModule, target);
  return llvmModule;
}

//===----------------------------------------------------------------------===//
// Code generation
//===----------------------------------------------------------------------===//

static bool hasEntryPoint(const llvm::Module &module) {
  return llvm::any_of(module, [](const llvm::Function &function) {
    return !function.isDeclaration() && !function.hasLocalLinkage();
  });
}

static llvm::Error generateCode(llvm::raw_ostream &os, llvm::Module &module,
                                llvm::TargetMachine &machine, bool isObject) {
  llvm::SmallString<0> code;
  llvm::raw_svector_ostream codeStream(code);
  llvm::legacy::PassManager passes;
  if (machine.addPassesToEmitFile(passes, codeStream, /*DwoOut=*/nullptr,
                                  isObject
                                      ? llvm::CodeGenFileType::ObjectFile
                                      : llvm::CodeGenFileType::AssemblyFile))
    return llvm::createStringError(
        Twine("the target has no such form of machine code"));
  passes.run(module);
  os << code;
  return llvm::Error::success();
}

static llvm::Error printLLVM(llvm::raw_ostream &os, ModuleOp module,
                             Stage stage, const CompileOptions &options) {
  llvm::Expected<TargetCPU> target = resolveTarget(options);
  if (!target)
    return target.takeError();
  std::unique_ptr<llvm::TargetMachine> machine =
      createTargetMachine(*target, options.optLevel);
  if (llvm::Error error = lowerToLLVM(module, options, *machine))
    return error;
  if (options.entry)
    if (llvm::Error error = exportEntryFunction(module, *options.entry))
      return error;
  if (stage == Stage::LLVMDialect)
    return printModule(os, module);

  std::string errors;
  llvm::LLVMContext llvmContext;
  llvmContext.setDiagnosticHandlerCallBack(collectDiagnostic, &errors);
  llvm::Expected<std::unique_ptr<llvm::Module>> llvmModule =
      translate(module, *target, llvmContext);
  if (!llvmModule)
    return llvmModule.takeError();
  if (stage != Stage::LLVM) {
    // All would be optimized away.
    if (!hasEntryPoint(**llvmModule))
      return llvm::createStringError(
          Twine("the module has no public function to compile"));
    TimingScope scope = nest(options.timing, "Optimization");
    if (llvm::Error error = optimize(**llvmModule, *machine, options.optLevel))
      return error;
  }

  // Not written yet: code generation may still report errors.
  std::string text;
  llvm::raw_string_ostream textStream(text);
  if (stage == Stage::Assembly || stage == Stage::Object) {
    TimingScope scope = nest(options.timing, "Code generation");
    if (llvm::Error error = generateCode(textStream, **llvmModule, *machine,
                                         stage == Stage::Object))
      return error;
  } else {
    textStream << **llvmModule;
  }
  if (!errors.empty())
    return llvm::createStringError(Twine(errors));
  os << text;
  return llvm::Error::success();
}

//===----------------------------------------------------------------------===//
// Stages
//===----------------------------------------------------------------------===//

llvm::Error mlir::extrema::printStage(llvm::raw_ostream &os, ModuleOp module,
                                      Stage stage,
                                      const CompileOptions &options) {
  OwningOpRef<ModuleOp> copy = module.clone();
  if (options.entry)
    if (llvm::Error error = renameEntryFunction(*copy, *options.entry))
      return error;
  switch (stage) {
  case Stage::Value:
    break;
  case Stage::Structured:
    if (llvm::Error error =
            runPipeline(*copy, buildStructuredPipeline, options))
      return error;
    break;
  case Stage::Loops:
    if (llvm::Error error = runPipeline(
            *copy,
            options.vectorize ? buildToVectorPipeline : buildToLoopsPipeline,
            options))
      return error;
    break;
  case Stage::LLVMDialect:
  case Stage::LLVM:
  case Stage::LLVMOptimized:
  case Stage::Assembly:
  case Stage::Object:
    return printLLVM(os, *copy, stage, options);
  }
  return printModule(os, *copy);
}

llvm::Expected<Stage> mlir::extrema::getStageOfFile(StringRef path) {
  std::optional<Stage> stage =
      llvm::StringSwitch<std::optional<Stage>>(llvm::sys::path::extension(path))
          .Case(".ll", Stage::LLVMOptimized)
          .Case(".s", Stage::Assembly)
          .Case(".o", Stage::Object)
          .Default(std::nullopt);
  if (stage)
    return *stage;
  if (path == "-")
    return llvm::createStringError(
        "for standard output --emit says what to print, for example "
        "--emit=assembly");
  return llvm::createFileError(
      path, llvm::createStringError(
                "the suffix does not say what to write, as .ll, .s and .o do: "
                "--emit does, for example --emit=loops for a .mlir file"));
}
