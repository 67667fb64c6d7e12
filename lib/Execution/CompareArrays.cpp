//===- CompareArrays.cpp - Equality of results ------------------*- C++ -*-===//

#include "extrema/Execution/CompareArrays.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include <cstring>
#include <vector>

using namespace mlir;
using namespace mlir::extrema;

/// The bits of an element, those of one NaN standing for all.
static uint64_t getComparableBits(const Array &array, int64_t position) {
  return array.isNaN(position) ? ~uint64_t(0) : array.getBits(position);
}

std::optional<std::string>
mlir::extrema::describeDifference(const Array &wanted, const Array &got) {
  if (wanted.getElementType() != got.getElementType() ||
      wanted.getShape() != got.getShape())
    return "wanted is " + wanted.formatType() + ", got is " + got.formatType();

  int64_t count = wanted.getNumElements();
  int64_t differing = 0, first = 0;
  for (int64_t i = count; i-- > 0;) {
    if (getComparableBits(wanted, i) == getComparableBits(got, i))
      continue;
    ++differing;
    first = i;
  }
  if (differing == 0)
    return std::nullopt;
  return llvm::formatv(
             "{0} of {1} elements differ, first [{2}]: wanted is {3}, "
             "got is {4}",
             differing, count, formatPosition(wanted.getShape(), first),
             wanted.formatElement(first), got.formatElement(first))
      .str();
}

void mlir::extrema::sortTuples(MutableArrayRef<Array> arrays, int64_t axis) {
  if (arrays.empty())
    return;
  ArrayRef<int64_t> shape = arrays.front().getShape();
  int64_t extent = shape[axis];
  int64_t inner = 1, outer = 1;
  for (int64_t d : shape.drop_front(axis + 1))
    inner *= d;
  for (int64_t d : shape.take_front(axis))
    outer *= d;

  std::vector<SmallVector<uint64_t>> tuples(extent);
  for (int64_t row = 0; row < outer * inner; ++row) {
    auto getPosition = [&](int64_t i) {
      return (row / inner * extent + i) * inner + row % inner;
    };
    // A tuple: the bits to compare, then those to write back.
    for (int64_t i = 0; i < extent; ++i) {
      tuples[i].clear();
      for (const Array &array : arrays)
        tuples[i].push_back(getComparableBits(array, getPosition(i)));
      for (const Array &array : arrays)
        tuples[i].push_back(array.getBits(getPosition(i)));
    }
    llvm::sort(tuples);
    for (int64_t i = 0; i < extent; ++i)
      for (auto [array, element] : llvm::zip_equal(
               arrays, ArrayRef(tuples[i]).take_back(arrays.size()))) {
        int64_t size = getByteSize(array.getElementType());
        std::memcpy(array.getData() + getPosition(i) * size, &element, size);
      }
  }
}
