//===- StaticSize.cpp - How much memory a type asks for -------------------===//

#include "StaticSize.h"

#include "llvm/Support/CheckedArithmetic.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::extrema;

std::optional<int64_t> mlir::extrema::countElements(ArrayRef<int64_t> shape) {
  if (llvm::is_contained(shape, 0))
    return 0;
  std::optional<int64_t> count = 1;
  for (int64_t extent : shape)
    if (count && ShapedType::isStatic(extent))
      count = llvm::checkedMul(*count, extent);
  return count;
}

int64_t mlir::extrema::getElementSizeInBytes(Type elementType) {
  constexpr int64_t pointerSize = 8;
  if (elementType.isIntOrFloat())
    // As LLVM stores them: in whole bytes, of which there is a power of two.
    return llvm::PowerOf2Ceil(
        llvm::divideCeil(elementType.getIntOrFloatBitWidth(), 8));
  if (auto complex = dyn_cast<ComplexType>(elementType))
    return 2 * getElementSizeInBytes(complex.getElementType());
  if (auto vector = dyn_cast<VectorType>(elementType))
    return llvm::PowerOf2Ceil(llvm::SaturatingMultiply<uint64_t>(
        vector.getNumElements(),
        getElementSizeInBytes(vector.getElementType())));
  return pointerSize;
}

uint64_t mlir::extrema::getSizeInBytes(ShapedType type) {
  constexpr uint64_t tooMany = std::numeric_limits<uint64_t>::max();
  std::optional<int64_t> count = countElements(type.getShape());
  return count ? llvm::SaturatingMultiply<uint64_t>(
                     *count, getElementSizeInBytes(type.getElementType()))
               : tooMany;
}
