//===- harness.cpp - The loop over calls, and one that reads ----*- C++ -*-===//
//
// Compiled for the CPU that runs it, with the width of its vectors defined as
// VECTOR_BYTES. What is timed is a function of C's calling convention over
// memref descriptors, as extrema-compile makes them (docs/EntryPoint.md).
//
//===----------------------------------------------------------------------===//

#include <cstdint>
#include <cstring>
#include <ctime>

static int64_t now() {
  timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return int64_t(time.tv_sec) * 1000000000 + time.tv_nsec;
}

using ArgKernel = void (*)(const void *input, void *indices);
using TopKKernel = void (*)(const void *input, void *values, void *indices);

/// Calls `kernel` on inputs[first], inputs[first + 1] and so on, around and
/// around, `calls` times; returns the nanoseconds that all of it took. `values`
/// is null for kernels that have only indices.
extern "C" int64_t extremaBenchmarkRun(void *kernel, const void *const *inputs,
                                       int64_t count, int64_t first,
                                       int64_t calls, void *values,
                                       void *indices) {
  int64_t at = first % count;
  int64_t begin = now();
  if (values) {
    for (int64_t call = 0; call < calls; ++call) {
      reinterpret_cast<TopKKernel>(kernel)(inputs[at], values, indices);
      at = at + 1 == count ? 0 : at + 1;
    }
  } else {
    for (int64_t call = 0; call < calls; ++call) {
      reinterpret_cast<ArgKernel>(kernel)(inputs[at], indices);
      at = at + 1 == count ? 0 : at + 1;
    }
  }
  return now() - begin;
}

using Vector = float __attribute__((vector_size(VECTOR_BYTES)));
static Vector load(const char *bytes) {
  Vector vector;
  std::memcpy(&vector, bytes, VECTOR_BYTES);
  return vector;
}

// One instruction on x86, the load with it: the second is kept where one of the
// two is a NaN.
static Vector maximum(Vector a, Vector b) { return a > b ? a : b; }

struct Bytes {
  const char *data;
  int64_t size;
};

/// Reads the input: the maximum of its bytes taken as f32, in four
/// accumulators. There is no index, no rule for ties and none for NaNs. The
/// bytes after the last whole vector are not read. The time of this is no lower
/// bound: other code may read faster.
extern "C" void extremaBenchmarkReading(const void *input, void *result) {
  const auto *bytes = static_cast<const Bytes *>(input);
  const char *data = bytes->data;
  int64_t size = bytes->size, at = 0;
  Vector a = {}, b = {}, c = {}, d = {};
  for (; at + 4 * VECTOR_BYTES <= size; at += 4 * VECTOR_BYTES) {
    a = maximum(a, load(data + at));
    b = maximum(b, load(data + at + VECTOR_BYTES));
    c = maximum(c, load(data + at + 2 * VECTOR_BYTES));
    d = maximum(d, load(data + at + 3 * VECTOR_BYTES));
  }
  for (; at + VECTOR_BYTES <= size; at += VECTOR_BYTES)
    a = maximum(a, load(data + at));
  Vector all = maximum(maximum(a, b), maximum(c, d));
  std::memcpy(result, &all, VECTOR_BYTES);
}
