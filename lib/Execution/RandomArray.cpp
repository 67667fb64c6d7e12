//===- RandomArray.cpp - Arrays of random elements --------------*- C++ -*-===//
//
// The distributions of the C++ library differ from one library to the next, and
// logarithms differ in the last bit. So integers are the low bits of the
// Mersenne twister, which the C++ standard fixes, and normal floats come from
// comparisons of uniform ones alone: C. F. F. Karney, "Sampling exactly from
// the normal distribution", ACM Transactions on Mathematical Software 42
// (2016), algorithm N, on uniform numbers of 53 bits.
//
//===----------------------------------------------------------------------===//

#include "extrema/Execution/RandomArray.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <cstring>
#include <random>

using namespace mlir;
using namespace mlir::extrema;

static constexpr StringLiteral kPrefix = "random:";

bool mlir::extrema::isRandomArraySpec(StringRef text) {
  return text.starts_with(kPrefix);
}

llvm::Expected<RandomArraySpec>
mlir::extrema::parseRandomArraySpec(StringRef text) {
  auto fail = [&](const Twine &message) {
    return llvm::createStringError("'" + text + "': " + message +
                                   "; wanted is random:SHAPE:TYPE[:SEED], for "
                                   "example random:4x8:f32:1");
  };
  SmallVector<StringRef> fields;
  text.substr(kPrefix.size()).split(fields, ':');
  if (fields.size() != 2 && fields.size() != 3)
    return fail("a shape, an element type and a seed are separated by colons");

  RandomArraySpec spec;
  SmallVector<StringRef> extents;
  if (!fields[0].empty())
    fields[0].split(extents, 'x');
  for (StringRef field : extents) {
    int64_t extent;
    if (field.getAsInteger(10, extent) || extent < 0)
      return fail("'" + field + "' is no extent");
    spec.shape.push_back(extent);
  }
  std::optional<ElementType> type = getElementTypeByName(fields[1]);
  if (!type)
    return fail("'" + fields[1] +
                "' is no element type (u8 to u64, i8 to i64, f16, bf16, f32 "
                "and f64 are)");
  spec.type = *type;
  if (fields.size() == 3 && fields[2].getAsInteger(10, spec.seed))
    return fail("'" + fields[2] + "' is no seed");
  return spec;
}

namespace {
class NormalGenerator {
public:
  explicit NormalGenerator(uint64_t seed) : engine(seed) {}

  double next() {
    while (true) {
      // The integer part, of probability exp(-k * k / 2) up to a factor.
      int k = 0;
      while (bernoulliExp(0.5, 1))
        ++k;
      bool isAccepted = true;
      for (int i = 0; i < k * (k - 1) && isAccepted; ++i)
        isAccepted = bernoulliExp(0.5, 1);
      if (!isAccepted)
        continue;
      // The fraction, accepted with probability exp(-x * (2 * k + x) / 2).
      double x = uniform();
      double p = (2 * k + x) / (2 * k + 2);
      for (int i = 0; i <= k && isAccepted; ++i)
        isAccepted = bernoulliExp(x, p);
      if (isAccepted)
        return engine() & 1 ? -(k + x) : k + x;
    }
  }

private:
  /// A number in [0, 1), a multiple of 2^-53.
  double uniform() { return static_cast<double>(engine() >> 11) * 0x1p-53; }

  /// True with probability exp(-x * p), for x and p in [0, 1]: von Neumann's
  /// method, the parity of the length of a falling run that starts at x and
  /// goes on with probability p.
  bool bernoulliExp(double x, double p) {
    bool isEven = true;
    for (double last = x;; isEven = !isEven) {
      double next = uniform();
      if (next >= last || (p < 1 && uniform() >= p))
        return isEven;
      last = next;
    }
  }

  std::mt19937_64 engine;
};
} // namespace

llvm::Expected<Array>
mlir::extrema::createRandomArray(const RandomArraySpec &spec) {
  llvm::Expected<Array> array = Array::create(spec.type, spec.shape);
  if (!array)
    return array.takeError();
  int64_t size = getByteSize(spec.type);
  char *end = array->getData() + array->getSizeInBytes();
  if (isFloat(spec.type)) {
    NormalGenerator normal(spec.seed);
    for (char *element = array->getData(); element != end; element += size)
      storeFloat(spec.type, normal.next(), element);
    return array;
  }
  std::mt19937_64 engine(spec.seed);
  for (char *element = array->getData(); element != end; element += size) {
    uint64_t bits = engine();
    std::memcpy(element, &bits, size);
  }
  return array;
}
