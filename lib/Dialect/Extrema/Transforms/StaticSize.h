//===- StaticSize.h - How much memory a type asks for -----------*- C++ -*-===//

#ifndef EXTREMA_LIB_DIALECT_EXTREMA_TRANSFORMS_STATICSIZE_H
#define EXTREMA_LIB_DIALECT_EXTREMA_TRANSFORMS_STATICSIZE_H

#include "mlir/IR/BuiltinTypes.h"
#include <optional>

namespace mlir::extrema {

/// The product of the extents of `shape` that are static, or nothing if 64 bits
/// with a sign cannot hold it. A 0 among them makes it 0, whatever the others.
std::optional<int64_t> countElements(ArrayRef<int64_t> shape);

/// The bytes that one element takes in memory: those of a pointer for what is
/// no number, complex number or vector.
int64_t getElementSizeInBytes(Type elementType);

/// The bytes of `type`, of static shape: the largest uint64_t if that cannot
/// hold them.
uint64_t getSizeInBytes(ShapedType type);

} // namespace mlir::extrema

#endif // EXTREMA_LIB_DIALECT_EXTREMA_TRANSFORMS_STATICSIZE_H
