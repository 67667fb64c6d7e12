//===- Benchmark.h - Times of a kernel --------------------------*- C++ -*-===//

#ifndef EXTREMA_EXECUTION_BENCHMARK_H
#define EXTREMA_EXECUTION_BENCHMARK_H

#include "extrema/Execution/Compiler.h"

namespace mlir::extrema {

struct BenchmarkResult {
  /// Medians over the samples, in seconds a call.
  double time;
  /// The same for a function that only reads the inputs: the read floor.
  double floorTime;
  /// What one call reads.
  int64_t inputBytes;
  int64_t samples;
  int64_t callsPerSample;
};

/// Times `kernel` on each of `inputSets` in turn, so that branch prediction
/// learns none by heart, and after each sample the read floor on the same
/// inputs: a running maximum over their bytes, taken as i32, with the vectors
/// and accumulators that LLVM chooses for the host. Warms up first; takes about
/// a second, or five calls where these take longer.
llvm::Expected<BenchmarkResult>
benchmark(const Kernel &kernel, ArrayRef<std::vector<Array>> inputSets,
          MLIRContext *context);

/// "12.3 us a call, ...".
void print(llvm::raw_ostream &os, const BenchmarkResult &result);

} // namespace mlir::extrema

#endif // EXTREMA_EXECUTION_BENCHMARK_H
