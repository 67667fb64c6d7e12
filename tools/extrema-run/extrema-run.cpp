//===- extrema-run.cpp - Runs models on arrays ------------------*- C++ -*-===//

#include "extrema/Execution/Arguments.h"
#include "extrema/Execution/ArrayFiles.h"
#include "extrema/Execution/BackendTest.h"
#include "extrema/Execution/Benchmark.h"
#include "extrema/Execution/Compiler.h"
#include "extrema/Execution/Diagnostics.h"
#include "extrema/Execution/FatalErrors.h"
#include "extrema/Execution/Model.h"
#include "extrema/Execution/Output.h"
#include "extrema/Execution/PrintArrays.h"
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
    R"(Compiles a model in this process and runs it once on arrays.

  extrema-run MODEL [NAME=]FILE...   run MODEL, print the results
  extrema-run MODEL --show=STAGE     print what MODEL is compiled to
  extrema-run --onnx-test FOLDER...  run tests in ONNX's form

MODEL is an ONNX model (.onnx) or a module of MLIR whose function main, or only
public function, takes and returns tensors. Inputs are given by name, or in
order: as a .npy file, as a .pb file (an ONNX TensorProto), or as
random:SHAPE:TYPE[:SEED], standard normal floats or integers of the full range.
)";

static constexpr const char *kExamples = R"(
EXAMPLES:
  extrema-run top5.onnx scores.npy --labels labels.txt
  extrema-run top5.onnx scores=random:4x20:f32:1 -o indices=best.npy
  extrema-run argmax.mlir random:1000x1000:f32 --benchmark
  extrema-run top5.onnx --show=loops

EXIT STATUS:
  0 if all went well; 1, with a message on standard error, if the command line,
  a file or the model is at fault, a check fails at run time or a test fails.
)";

static cl::OptionCategory inputCategory("Model and inputs");
static cl::OptionCategory outputCategory("Results");

static cl::list<std::string> arguments(cl::Positional,
                                       cl::desc("MODEL [NAME=]FILE..."),
                                       cl::cat(inputCategory));
static cl::opt<bool>
    onnxTest("onnx-test",
             cl::desc("Run tests in the form of ONNX's backend tests: each\n"
                      "argument is a case (model.onnx, test_data_set_*) or\n"
                      "a folder of cases. Outputs are compared to the bit"),
             cl::cat(inputCategory));

static cl::list<std::string>
    outputFiles("o",
                cl::desc("Write a result to this .npy or .pb file instead of\n"
                         "printing it (may be repeated)"),
                cl::value_desc("[NAME=]FILE"), cl::cat(outputCategory));
static cl::opt<std::string>
    labelsFile("labels",
               cl::desc("Print indices as the lines of this file, the first\n"
                        "for index 0"),
               cl::value_desc("FILE"), cl::cat(outputCategory));
static cl::opt<bool>
    printAll("print-all",
             cl::desc("Print large results whole, not only the first and\n"
                      "last elements"),
             cl::cat(outputCategory));
static cl::opt<bool> benchmarkFlag(
    "benchmark",
    cl::desc("Time the calls instead of printing results: median\n"
             "after a warm-up, GB/s of input, and beside it the\n"
             "time to only read the inputs. random: inputs vary\n"
             "from call to call (8 of them, or 32 MB)"),
    cl::cat(outputCategory));

static CompileFlags compileFlags;

//===----------------------------------------------------------------------===//
// What it does
//===----------------------------------------------------------------------===//

static SmallVector<const Array *> getPointers(ArrayRef<Array> arrays) {
  return llvm::map_to_vector(arrays, [](const Array &array) { return &array; });
}

static llvm::Error runBenchmark(const Kernel &kernel,
                                ArrayRef<std::string> files,
                                MLIRContext *context) {
  constexpr int64_t minSets = 8, enoughBytes = 32 << 20;
  std::vector<std::vector<Array>> inputSets;
  int64_t bytes = 0;
  do {
    llvm::Expected<std::vector<Array>> inputs = readInputs(
        files, kernel.getSignature().inputs, /*seedOffset=*/inputSets.size());
    if (!inputs)
      return inputs.takeError();
    for (const Array &input : *inputs)
      bytes += input.getSizeInBytes();
    inputSets.push_back(std::move(*inputs));
  } while (inputSets.size() < minSets && bytes < enoughBytes);

  llvm::Expected<BenchmarkResult> result =
      benchmark(kernel, inputSets, context);
  if (!result)
    return result.takeError();
  print(llvm::outs(), *result);
  return llvm::Error::success();
}

/// Runs the kernel, then writes the results that have a file and prints the
/// others.
static llvm::Error runOnce(const Kernel &kernel, ArrayRef<std::string> files) {
  const Signature &signature = kernel.getSignature();
  // Whatever can be wrong with the command line is found before the run.
  llvm::Expected<std::vector<std::string>> outputs =
      assignFiles(outputFiles, signature.results, "result");
  if (!outputs)
    return outputs.takeError();
  for (auto [index, file] : llvm::enumerate(*outputs)) {
    if (file.empty())
      continue;
    if (llvm::Error error = checkArrayFileSuffix(file))
      return error;
    if (llvm::is_contained(ArrayRef(*outputs).take_front(index), file))
      return llvm::createStringError("'" + file +
                                     "': two results cannot go to one file");
  }
  std::optional<Labels> labels;
  if (!labelsFile.empty()) {
    llvm::Expected<Labels> read = Labels::read(labelsFile);
    if (!read)
      return read.takeError();
    labels = std::move(*read);
  }

  llvm::Expected<std::vector<Array>> inputs =
      readInputs(files, signature.inputs);
  if (!inputs)
    return inputs.takeError();
  llvm::Expected<std::vector<Array>> results = kernel.run(getPointers(*inputs));
  if (!results)
    return results.takeError();

  Signature printedTypes;
  std::vector<Array> printed;
  for (auto [file, type, array] :
       llvm::zip_equal(*outputs, signature.results, *results)) {
    if (!file.empty()) {
      if (llvm::Error error = writeArrayFile(file, array, type.name))
        return error;
      continue;
    }
    printedTypes.results.push_back(type);
    printed.push_back(std::move(array));
  }
  return printResults(llvm::outs(), printedTypes, printed,
                      labels ? &*labels : nullptr, printAll);
}

static llvm::Error runModel(StringRef path, ArrayRef<std::string> inputs,
                            const CompileOptions &options,
                            MLIRContext *context) {
  setModelOfFatalErrors(path);
  llvm::Expected<OwningOpRef<ModuleOp>> module =
      readModel(path, context, options.import);
  if (!module)
    return module.takeError();
  auto nameFile = [&](llvm::Error error) {
    return addFileName(path, std::move(error));
  };
  if (std::optional<Stage> stage = compileFlags.getShownStage())
    return nameFile(printStage(llvm::outs(), **module, *stage, options));

  llvm::Expected<func::FuncOp> entry = findEntryFunction(**module);
  if (!entry)
    return nameFile(entry.takeError());
  std::string name = entry->getName().str();
  // The inputs are looked at before the model is compiled: what is wrong with
  // the command line is said at once.
  llvm::Expected<Signature> signature = getSignature(*entry);
  if (!signature)
    return nameFile(signature.takeError());
  llvm::Expected<std::vector<std::string>> files =
      assignFiles(inputs, signature->inputs, "input");
  if (!files)
    return nameFile(files.takeError());

  llvm::Expected<std::unique_ptr<CompiledModule>> compiled =
      CompiledModule::compile(**module, options);
  if (!compiled)
    return nameFile(compiled.takeError());
  const Kernel &kernel = *(*compiled)->lookup(name);
  llvm::Error error = benchmarkFlag ? runBenchmark(kernel, *files, context)
                                    : runOnce(kernel, *files);
  return nameFile(std::move(error));
}

/// The exit code.
static int runProgram() {
  if (arguments.empty())
    return reportError(llvm::createStringError(
        Twine(onnxTest ? "no folder is given; see extrema-run --help"
                       : "no model is given; see extrema-run --help")));
  if (benchmarkFlag && !outputFiles.empty())
    return reportError(llvm::createStringError(
        "--benchmark keeps no results, so there is nothing for -o to write"));
  llvm::Expected<CompileOptions> options = compileFlags.getOptions();
  if (!options)
    return reportError(options.takeError());
  DefaultTimingManager timingManager;
  timingManager.setEnabled(compileFlags.isTimed());
  TimingScope timing = timingManager.getRootScope();
  options->timing = &timing;

  DialectRegistry registry;
  registerAll(registry);
  if (onnxTest)
    return runBackendTests(arguments, registry, *options, llvm::outs(),
                           llvm::errs())
               ? 0
               : 1;
  MLIRContext context(registry);
  return reportError(runModel(arguments.front(),
                              ArrayRef<std::string>(arguments).drop_front(),
                              *options, &context));
}

int main(int argc, char **argv) {
  llvm::InitLLVM init(argc, argv, /*InstallPipeSignalExitHandler=*/false);
  ignoreWriteSignals();
  reportFatalErrors();
  cl::HideUnrelatedOptions(
      {&inputCategory, &outputCategory, &compileFlags.getCategory()});
  cl::extrahelp examples(kExamples);
  cl::ParseCommandLineOptions(argc, argv, kOverview);
  return finishOutput(runProgram());
}
