//===- Tuning.h - The thresholds of the strategies --------------*- C++ -*-===//
//
// Tuning.def is the table; this file makes constants of it, and says what must
// hold between them.
//
//===----------------------------------------------------------------------===//

#ifndef EXTREMA_LIB_CONVERSION_EXTREMATOVECTOR_TUNING_H
#define EXTREMA_LIB_CONVERSION_EXTREMATOVECTOR_TUNING_H

#include "llvm/Support/MathExtras.h"
#include <cstdint>
#include <limits>

namespace mlir::extrema::tuning {

#define EXTREMA_TUNING(GROUP, NAME, VALUE, UNIT, TEXT, COMMAND)                \
  namespace GROUP {                                                            \
  inline constexpr int64_t NAME = VALUE;                                       \
  }
#include "Tuning.def"

// A record holds a position of a row, and a double orders it.
static_assert(largeK::kMost * 6 <= limits::kMostCounted * int64_t(2),
              "places of records are counted in 32 bits");
static_assert(copies::kMostResults * copies::kLeastPerResult <=
                  limits::kMostCounted,
              "elements of a block are counted in 32 bits");
// A group's rows are counted in as many bits as its keys have.
static_assert(argColumns::kWideGroup <= 128 && argColumns::kNarrowGroup <= 128,
              "8 bits count the rows of a group");
static_assert(longRows::kBlockChunks % longRows::kLeastFirstChunks == 0,
              "the first block is a step of the others");
static_assert(llvm::isPowerOf2_64(tallColumns::kLeastGroup) &&
                  llvm::isPowerOf2_64(sorting::kDigits) &&
                  llvm::isPowerOf2_64(rowBatches::kMostSorted),
              "these are shifted by, and halved");
static_assert(tallColumns::kLeastGroup <= tallColumns::kLeast,
              "a column has a group");
static_assert(largeK::kLeastRatio <= largeK::kMostRatio, "an empty range");
static_assert(largeK::kRunBytes % (16 * records::kPadding) == 0,
              "a run is a multiple of registers");
static_assert(mediumRows::kNarrowMost <= mediumRows::kMost,
              "narrow rows end first");

} // namespace mlir::extrema::tuning

#endif // EXTREMA_LIB_CONVERSION_EXTREMATOVECTOR_TUNING_H
