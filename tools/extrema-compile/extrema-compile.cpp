//===- extrema-compile.cpp - Compiles models to files -----------*- C++ -*-===//

#include "extrema/Execution/CompileOptions.h"
#include "extrema/Execution/Diagnostics.h"
#include "extrema/Execution/FatalErrors.h"
#include "extrema/Execution/Model.h"
#include "extrema/Execution/Output.h"
#include "extrema/Execution/Stages.h"
#include "extrema/InitAll.h"

#include "mlir/Support/Timing.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace mlir::extrema;
namespace cl = llvm::cl;

//===----------------------------------------------------------------------===//
// Command line
//===----------------------------------------------------------------------===//

static constexpr const char *kOverview =
    R"(Compiles a model to an object file, assembly, LLVM IR or MLIR.

  extrema-compile MODEL -o FILE                what the suffix of FILE says
  extrema-compile MODEL --emit=STAGE -o FILE   MODEL at that stage

MODEL is an ONNX model (.onnx) or a module of MLIR; - is MLIR on standard input.
FILE ends in .o, .s or .ll (optimized), or --emit says what it holds; - is
standard output. The public functions F of the model become functions
_mlir_ciface_F with C's calling convention, or the only one that of the name that
--entry gives, see docs/EntryPoint.md.
)";

static constexpr const char *kExamples = R"(
EXAMPLES:
  extrema-compile top5.onnx -o top5.o
  extrema-compile top5.onnx -o top5.o --entry=top5
  extrema-compile top5.onnx -o top5.o --target=aarch64-linux-gnu
  extrema-compile top5.onnx -o top5.s --cpu=haswell -O2
  extrema-compile top5.onnx -o top5.mlir --emit=loops
  extrema-compile top5.onnx --show=structured

EXIT STATUS:
  0 if FILE is written; 1, with a message on standard error, if the command
  line, the model or a file is at fault. FILE is then as it was before.
)";

static cl::OptionCategory fileCategory("Files");
static cl::opt<std::string> modelFile(cl::Positional, cl::desc("MODEL"),
                                      cl::cat(fileCategory));
static cl::opt<std::string> outputFile("o",
                                       cl::desc("Write to this file, or - for "
                                                "standard output"),
                                       cl::value_desc("FILE"),
                                       cl::cat(fileCategory));
static cl::opt<Stage>
    emit("emit", cl::desc("What to write (default: what FILE's suffix says)"),
         getTextStages(),
         cl::values(clEnumValN(Stage::Object, "object", "an object file")),
         cl::cat(fileCategory));
static cl::opt<std::string>
    entryName("entry",
              cl::desc("Name the entry point NAME, and the function of its\n"
                       "scratch memory NAME_scratch_size (default:\n"
                       "_mlir_ciface_F for each public function F)"),
              cl::value_desc("NAME"), cl::cat(fileCategory));
static CompileFlags compileFlags;

//===----------------------------------------------------------------------===//
// What it does
//===----------------------------------------------------------------------===//

namespace {
/// What to write where; "-" is standard output.
struct Request {
  Stage stage;
  std::string path;
};
} // namespace

static llvm::Expected<Request> getRequest() {
  if (modelFile.empty())
    return llvm::createStringError(
        "no model is given; see extrema-compile --help");
  bool isEmitted = emit.getNumOccurrences() != 0;
  if (std::optional<Stage> shown = compileFlags.getShownStage()) {
    if (isEmitted || !outputFile.empty())
      return llvm::createStringError(
          "--show prints a stage and writes no file: use either it or -o "
          "and --emit");
    return Request{*shown, "-"};
  }
  if (outputFile.empty())
    return llvm::createStringError("no output is given: -o FILE, or -o - for "
                                   "standard output");
  if (!isEmitted) {
    llvm::Expected<Stage> stage = getStageOfFile(outputFile);
    if (!stage)
      return stage.takeError();
    return Request{*stage, outputFile};
  }
  if (emit == Stage::Object && outputFile == "-")
    return llvm::createStringError("an object file is not text to print: -o "
                                   "names a file for it");
  return Request{emit, outputFile};
}

static llvm::Error compileModel() {
  llvm::Expected<Request> request = getRequest();
  if (!request)
    return request.takeError();
  llvm::Expected<CompileOptions> options = compileFlags.getOptions();
  if (!options)
    return options.takeError();
  if (entryName.getNumOccurrences() != 0)
    options->entry = entryName.getValue();
  DefaultTimingManager timingManager;
  timingManager.setEnabled(compileFlags.isTimed());
  TimingScope timing = timingManager.getRootScope();
  options->timing = &timing;

  DialectRegistry registry;
  registerAll(registry);
  MLIRContext context(registry);
  setModelOfFatalErrors(modelFile);
  llvm::Expected<OwningOpRef<ModuleOp>> module =
      readModel(modelFile, &context, options->import);
  if (!module)
    return module.takeError();
  std::string result;
  llvm::raw_string_ostream os(result);
  if (llvm::Error error = printStage(os, **module, request->stage, *options))
    return addFileName(modelFile, std::move(error));
  if (request->path != "-")
    return writeFile(request->path,
                     [&](llvm::raw_ostream &file) { file << result; });
  llvm::outs() << result;
  return llvm::Error::success();
}

int main(int argc, char **argv) {
  llvm::InitLLVM init(argc, argv, /*InstallPipeSignalExitHandler=*/false);
  ignoreWriteSignals();
  reportFatalErrors();
  cl::HideUnrelatedOptions({&fileCategory, &compileFlags.getCategory()});
  cl::extrahelp examples(kExamples);
  cl::ParseCommandLineOptions(argc, argv, kOverview);
  return finishOutput(reportError(compileModel()));
}
