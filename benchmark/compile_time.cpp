//===- compile_time.cpp - How long a TopK takes to compile ----------------===//
//
// Lowering, optimization and code generation of one function of one operation,
// in a process that has compiled before: what a just-in-time compiler pays.
//
//===----------------------------------------------------------------------===//

#include "extrema/Execution/Compiler.h"
#include "extrema/InitAll.h"

#include "mlir/IR/MLIRContext.h"
#include "mlir/Parser/Parser.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/InitLLVM.h"
#include <benchmark/benchmark.h>

using namespace mlir;
using namespace mlir::extrema;

namespace {
/// A topk. Numbers that only a run tells are '?'.
struct Subject {
  const char *name;
  /// The extents, each with an 'x' behind it.
  std::vector<std::string> shape;
  std::string k;
  const char *type = "f32";
  unsigned axis = 1;
};
} // namespace

/// Those of the benchmark's workloads, and what takes the longest.
static const Subject operations[] = {
    {"static LLM sampling", {"1", "128256"}, "50"},
    {"static LLM sampling bf16", {"1", "128256"}, "50", "bf16"},
    {"static MoE routing 64", {"1024", "64"}, "8"},
    {"static MoE routing 256", {"1024", "256"}, "8"},
    {"static image top-5", {"64", "1000"}, "5"},
    {"static image top-5 f16", {"64", "1000"}, "5", "f16"},
    {"static detection", {"1", "100800"}, "1000"},
    {"static retrieval", {"1", "10000000"}, "100"},
    {"static large k", {"1", "1048576"}, "262144"},
    {"static full sort", {"1", "4096"}, "4096"},
    {"static axis 0", {"1000", "1000"}, "10", "f32", 0},
    {"static axis 0 many results", {"1000", "1000"}, "20", "f32", 0},
    {"static channel axis", {"64", "16384"}, "3", "f32", 0},
    {"static rows k=16", {"1024", "256"}, "16"},
    {"static rows k=10 f16", {"1024", "256"}, "10", "f16"},
    {"static rows k=16 i64", {"1024", "64"}, "16", "i64"},
    {"static columns k=16", {"1000", "1000"}, "16", "f32", 0},
    {"dynamic rows k=5", {"?", "?"}, "5"},
    {"dynamic rows k=5 f16", {"?", "?"}, "5", "f16"},
    {"dynamic rows k=8", {"?", "?"}, "8"},
    {"dynamic rows k=8 i64", {"?", "?"}, "8", "i64"},
    {"dynamic rows k=16", {"?", "?"}, "16"},
    {"dynamic rows k=50", {"?", "?"}, "50"},
    {"dynamic rows any k", {"?", "?"}, "?"},
    {"dynamic rows any k f64", {"?", "?"}, "?", "f64"},
    {"dynamic columns k=3", {"?", "?"}, "3", "f32", 0},
    {"dynamic columns k=8", {"?", "?"}, "8", "f32", 0},
    {"dynamic columns k=16", {"?", "?"}, "16", "f32", 0},
    {"dynamic columns any k", {"?", "?"}, "?", "f32", 0},
};

/// A module with the operation as its only function.
static std::string createModule(const Subject &op) {
  auto print = [&](ArrayRef<std::string> shape, StringRef type) {
    return ("tensor<" + llvm::join(shape, "x") + "x" + type + ">").str();
  };
  std::vector<std::string> kept = op.shape;
  kept[op.axis] = op.k;
  std::string input = print(op.shape, op.type), values = print(kept, op.type),
              indices = print(kept, "i64"), k = op.k, parameter, extract;
  if (op.k == "?") {
    k = "%k : i64";
    parameter = ", %ks: tensor<i64>";
    extract = "  %k = tensor.extract %ks[] : tensor<i64>\n";
  }
  return llvm::formatv("func.func @main(%x: {0}{1}) -> ({2}, {3}) {{\n{4}"
                       "  %v, %i = extrema.topk %x k({5}) axis({6})\n"
                       "    : {0} -> {2}, {3}\n"
                       "  return %v, %i : {2}, {3}\n}",
                       input, parameter, values, indices, extract, k, op.axis);
}

static void compile(benchmark::State &state, const Subject &op) {
  DialectRegistry registry;
  registerAll(registry);
  MLIRContext context(registry);
  OwningOpRef<ModuleOp> module =
      parseSourceString<ModuleOp>(createModule(op), &context);
  if (!module)
    return state.SkipWithError("the module is malformed");
  for (auto _ : state) {
    state.PauseTiming();
    OwningOpRef<ModuleOp> copy = module->clone();
    state.ResumeTiming();
    llvm::Expected<std::unique_ptr<CompiledModule>> compiled =
        CompiledModule::compile(*copy);
    state.PauseTiming();
    if (!compiled)
      return state.SkipWithError(llvm::toString(compiled.takeError()).c_str());
    compiled->reset();
    state.ResumeTiming();
  }
}

int main(int argc, char **argv) {
  llvm::InitLLVM init(argc, argv);
  // Other programs make single runs slow; none is fast by chance.
  auto findMinimum = [](const std::vector<double> &times) {
    return *llvm::min_element(times);
  };
  for (const Subject &op : operations)
    benchmark::RegisterBenchmark(
        op.name, [&op](benchmark::State &state) { compile(state, op); })
        ->Unit(benchmark::kMillisecond)
        ->Iterations(1)
        ->Repetitions(15)
        ->ReportAggregatesOnly()
        ->ComputeStatistics("min", findMinimum);
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv))
    return 1;
  benchmark::RunSpecifiedBenchmarks();
  benchmark::Shutdown();
  return 0;
}
