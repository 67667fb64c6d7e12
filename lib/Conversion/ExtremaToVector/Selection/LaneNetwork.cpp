//===- LaneNetwork.cpp - Sorting within the lanes of registers ------------===//

#include "LaneNetwork.h"

#include "llvm/Support/MathExtras.h"

#include "Records.h"

using namespace mlir;
using namespace mlir::extrema;

static void exchange(KernelBuilder &b, RecordVector &lhs, RecordVector &rhs) {
  std::tie(lhs, rhs) = compareExchange(b, lhs, rhs);
}

void mlir::extrema::sortLanes(KernelBuilder &b,
                              MutableArrayRef<RecordVector> records) {
  assert(llvm::isPowerOf2_64(records.size()) && "a network of no power of two");
  size_t size = records.size();
  // Sorted sequences of `merged` / 2 are merged, by exchanges over a distance
  // that never crosses the border between two merges.
  for (size_t merged = 2; merged <= size; merged *= 2)
    for (size_t distance = merged / 2; distance > 0; distance /= 2)
      for (size_t i = distance % (merged / 2); i + distance < size; ++i) {
        bool isFirst = (i - distance % (merged / 2)) / distance % 2 == 0;
        if (isFirst && i / merged == (i + distance) / merged)
          exchange(b, records[i], records[i + distance]);
      }
}

void mlir::extrema::mergeBestOfLanes(KernelBuilder &b,
                                     MutableArrayRef<RecordVector> best,
                                     ArrayRef<RecordVector> others) {
  assert(llvm::isPowerOf2_64(best.size()) && others.size() <= best.size() &&
         "a merge of no power of two, or of more than are kept");
  size_t size = best.size();
  for (size_t i = 0; i < others.size(); ++i) {
    RecordVector &worse = best[size - 1 - i];
    worse = compareExchange(b, worse, others[i]).first;
  }
  for (size_t distance = size / 2; distance > 0; distance /= 2)
    for (size_t i = 0; i < size; ++i)
      if ((i & distance) == 0)
        exchange(b, best[i], best[i + distance]);
}
