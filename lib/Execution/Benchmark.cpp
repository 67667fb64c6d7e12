//===- Benchmark.cpp - Times of a kernel ------------------------*- C++ -*-===//

#include "extrema/Execution/Benchmark.h"

#include "mlir/Parser/Parser.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include <chrono>

using namespace mlir;
using namespace mlir::extrema;

/// The read floor: no index, no ties, no NaN. LLVM makes of this loop vectors
/// and several accumulators.
static constexpr const char *kFloorModule = R"mlir(
func.func @read_floor(%x: tensor<?xi32>) -> tensor<i32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %lowest = arith.constant -2147483648 : i32
  %n = tensor.dim %x, %c0 : tensor<?xi32>
  %max = scf.for %i = %c0 to %n step %c1 iter_args(%best = %lowest) -> i32 {
    %element = tensor.extract %x[%i] : tensor<?xi32>
    %better = arith.maxsi %best, %element : i32
    scf.yield %better : i32
  }
  %result = tensor.from_elements %max : tensor<i32>
  return %result : tensor<i32>
}
)mlir";

static constexpr double kMinSampleTime = 1e-4;
static constexpr double kTotalTime = 1.0;
static constexpr int64_t kMinSamples = 5;
static constexpr int64_t kMaxSamples = 1001;

namespace {
/// The calls that make up one round: each set of inputs once.
class Round {
public:
  llvm::Error add(const Kernel &kernel, ArrayRef<const Array *> inputs) {
    llvm::Expected<Call> call = Call::prepare(kernel, inputs);
    if (!call)
      return call.takeError();
    calls.push_back(std::move(*call));
    // A first run, which also warms up, shows whether it works at all.
    calls.back().invoke();
    calls.back().releaseResults();
    return calls.back().getFailure();
  }

  /// Seconds for `count` rounds.
  double time(int64_t count) {
    auto start = std::chrono::steady_clock::now();
    for (int64_t i = 0; i < count; ++i)
      for (Call &call : calls) {
        call.invoke();
        call.releaseResults();
      }
    std::chrono::duration<double> duration =
        std::chrono::steady_clock::now() - start;
    return duration.count();
  }

private:
  std::vector<Call> calls;
};
} // namespace

static double getMedian(std::vector<double> &values) {
  llvm::sort(values);
  return values[values.size() / 2];
}

static llvm::Expected<std::unique_ptr<CompiledModule>>
compileReadFloor(MLIRContext *context) {
  context->loadAllAvailableDialects();
  OwningOpRef<ModuleOp> module =
      parseSourceString<ModuleOp>(kFloorModule, context);
  if (!module)
    return llvm::createStringError(Twine("the read floor does not parse"));
  CompileOptions options;
  options.checks = false;
  return CompiledModule::compile(*module, options);
}

llvm::Expected<BenchmarkResult>
mlir::extrema::benchmark(const Kernel &kernel,
                         ArrayRef<std::vector<Array>> inputSets,
                         MLIRContext *context) {
  llvm::Expected<std::unique_ptr<CompiledModule>> floorModule =
      compileReadFloor(context);
  if (!floorModule)
    return floorModule.takeError();
  const Kernel &floorKernel = (*floorModule)->getKernels().front();

  BenchmarkResult result = {};
  for (const Array &input : inputSets.front())
    result.inputBytes += input.getSizeInBytes();

  Round kernelRound, floorRound;
  // The calls refer to the views, which therefore stay where they are.
  std::vector<std::unique_ptr<Array>> views;
  for (const std::vector<Array> &inputs : inputSets) {
    SmallVector<const Array *> pointers;
    for (const Array &input : inputs) {
      pointers.push_back(&input);
      int64_t words = input.getSizeInBytes() / sizeof(int32_t);
      views.push_back(std::make_unique<Array>(
          Array::view(ElementType::I32, words, input.getData())));
      if (llvm::Error error = floorRound.add(floorKernel, views.back().get()))
        return std::move(error);
    }
    if (llvm::Error error = kernelRound.add(kernel, pointers))
      return std::move(error);
  }

  // As many rounds a sample as the clock needs to be exact.
  int64_t rounds = 1;
  double sampleTime = kernelRound.time(rounds);
  while (sampleTime < kMinSampleTime) {
    rounds *= 2;
    sampleTime = kernelRound.time(rounds);
  }
  double fullTime = sampleTime + floorRound.time(rounds);
  result.samples = std::clamp(static_cast<int64_t>(kTotalTime / fullTime),
                              kMinSamples, kMaxSamples);
  result.callsPerSample = rounds * static_cast<int64_t>(inputSets.size());

  std::vector<double> times, floorTimes;
  for (int64_t i = 0; i < result.samples; ++i) {
    times.push_back(kernelRound.time(rounds) / result.callsPerSample);
    floorTimes.push_back(floorRound.time(rounds) / result.callsPerSample);
  }
  result.time = getMedian(times);
  result.floorTime = getMedian(floorTimes);
  return result;
}

static std::string formatTime(double seconds) {
  if (seconds < 1e-6)
    return llvm::formatv("{0:F1} ns", seconds * 1e9);
  if (seconds < 1e-3)
    return llvm::formatv("{0:F2} us", seconds * 1e6);
  return llvm::formatv("{0:F2} ms", seconds * 1e3);
}

void mlir::extrema::print(llvm::raw_ostream &os,
                          const BenchmarkResult &result) {
  auto printLine = [&](StringRef what, double time) {
    os << llvm::formatv("{0}{1,10} a call, {2:F2} GB/s of input\n", what,
                        formatTime(time), result.inputBytes / time * 1e-9);
  };
  printLine("kernel:     ", result.time);
  printLine("read floor: ", result.floorTime);
  os << llvm::formatv("{0:F2} times the floor; medians of {1} samples of {2} "
                      "calls, {3} bytes of input a call\n",
                      result.time / result.floorTime, result.samples,
                      result.callsPerSample, result.inputBytes);
}
