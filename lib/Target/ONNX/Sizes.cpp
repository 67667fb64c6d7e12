//===- Sizes.cpp - Arithmetic on the sizes of tensors -----------*- C++ -*-===//

#include "Sizes.h"

#include "SmallTensors.h"

#include "llvm/Support/CheckedArithmetic.h"

using namespace mlir;
using namespace mlir::extrema;

OpFoldResult SizeBuilder::toMixed(Value size) {
  if (std::optional<int64_t> known = getConstantInt(size))
    return builder.getIndexAttr(*known);
  return toIndex(size);
}

SmallVector<OpFoldResult> SizeBuilder::toMixed(ArrayRef<Value> sizes) {
  return llvm::map_to_vector(sizes, [&](Value size) { return toMixed(size); });
}

RankedTensorType mlir::extrema::getTypeOfSizes(Type elementType,
                                               ArrayRef<Value> sizes) {
  SmallVector<int64_t> shape;
  for (Value size : sizes)
    shape.push_back(getConstantInt(size).value_or(ShapedType::kDynamic));
  return RankedTensorType::get(shape, elementType);
}

bool mlir::extrema::hasPossibleProduct(ArrayRef<Value> sizes) {
  std::optional<int64_t> product = 1;
  for (Value size : sizes) {
    std::optional<int64_t> known = getConstantInt(size);
    if (known == 0)
      return true;
    if (known && product)
      product = llvm::checkedMul(*product, *known);
  }
  return product.has_value();
}

SmallVector<Value> mlir::extrema::makeSafeSizes(SizeBuilder &builder,
                                                Value holds,
                                                ArrayRef<Value> sizes) {
  SmallVector<Value> safe(sizes);
  Value zero = builder.constant(0);
  auto choose = [&](Value &size) { size = builder.select(holds, size, zero); };
  bool hasZero = false;
  for (Value &size : safe) {
    std::optional<int64_t> known = getConstantInt(size);
    if (!known)
      choose(size);
    hasZero |= !known || *known == 0;
  }
  if (hasZero || safe.empty())
    return safe;
  // What is known to be 1 can be broadcast: another one is given up.
  auto *size =
      llvm::find_if(safe, [](Value size) { return getConstantInt(size) != 1; });
  choose(size == safe.end() ? safe.front() : *size);
  return safe;
}
