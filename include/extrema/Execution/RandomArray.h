//===- RandomArray.h - Arrays of random elements ----------------*- C++ -*-===//

#ifndef EXTREMA_EXECUTION_RANDOMARRAY_H
#define EXTREMA_EXECUTION_RANDOMARRAY_H

#include "extrema/Execution/Array.h"

namespace mlir::extrema {

/// What "random:SHAPE:TYPE:SEED" asks for.
struct RandomArraySpec {
  SmallVector<int64_t> shape;
  ElementType type;
  uint64_t seed = 0;
};

/// True if `text` begins with "random:".
bool isRandomArraySpec(StringRef text);

/// Parses "random:4x8:f32:1". The shape of a scalar is empty ("random::f32"),
/// and the seed, 0 if left out, is any number of 64 bits.
llvm::Expected<RandomArraySpec> parseRandomArraySpec(StringRef text);

/// An array of standard normal floats, rounded to the element type, or of
/// integers from the type's full range. The elements depend on type, number and
/// seed alone: they are the same on every machine.
llvm::Expected<Array> createRandomArray(const RandomArraySpec &spec);

} // namespace mlir::extrema

#endif // EXTREMA_EXECUTION_RANDOMARRAY_H
