//===- Array.h - Dense row-major array on the host --------------*- C++ -*-===//
//
// What goes into a compiled function and comes out of it. Elements are kept as
// the bytes that the compiled code reads, so that 16-bit floats need no host
// type and NaN payloads survive.
//
//===----------------------------------------------------------------------===//

#ifndef EXTREMA_EXECUTION_ARRAY_H
#define EXTREMA_EXECUTION_ARRAY_H

#include "mlir/IR/Types.h"
#include "mlir/Support/LLVM.h"
#include "llvm/Support/Error.h"
#include <cstdlib>
#include <memory>
#include <optional>
#include <string>

namespace mlir::extrema {

/// The element types that arrays may have: all that the dialect's operations
/// compute on, signless integers being signed.
enum class ElementType {
  U8,
  U16,
  U32,
  U64,
  I8,
  I16,
  I32,
  I64,
  F16,
  BF16,
  F32,
  F64
};

/// Size of one element in bytes.
int64_t getByteSize(ElementType type);

bool isFloat(ElementType type);

/// "u8", "i64", "bf16", ...: the names in messages and on command lines.
StringRef getName(ElementType type);

/// The element type of that name, which may also be MLIR's: "ui8", "si64".
std::optional<ElementType> getElementTypeByName(StringRef name);

/// The element type that holds values of the MLIR type `type`; `index` is i64.
/// None for types that arrays cannot hold (i1, i4, f8E4M3FN, complex, ...).
std::optional<ElementType> getElementType(Type type);

/// "f32[4x8]"; a scalar is "f32[]". A dynamic extent is printed as "?".
std::string formatArrayType(StringRef elementType, ArrayRef<int64_t> shape);

/// "1, 0, 2": the indices of an element of a row-major array, none of whose
/// extents is 0.
std::string formatPosition(ArrayRef<int64_t> shape, int64_t position);

/// Size in bytes of a dense array. Fails on a negative extent and on a size
/// that does not fit 63 bits.
llvm::Expected<int64_t> computeSizeInBytes(ElementType type,
                                           ArrayRef<int64_t> shape);

/// A dense array in row-major order that owns its bytes. It moves, never
/// copies.
class Array {
public:
  /// An array of uninitialized elements. Fails where `computeSizeInBytes` does,
  /// and on lack of memory.
  static llvm::Expected<Array> create(ElementType type,
                                      ArrayRef<int64_t> shape);

  /// Takes ownership of `base`, which came from malloc and holds at `data` the
  /// elements of an array of that type and shape.
  static Array adopt(ElementType type, ArrayRef<int64_t> shape, void *base,
                     void *data);

  /// An array that does not own its elements at `data`, and only lets them be
  /// read.
  static Array view(ElementType type, ArrayRef<int64_t> shape,
                    const void *data) {
    return Array(type, shape, nullptr, const_cast<void *>(data));
  }

  ElementType getElementType() const { return type; }
  ArrayRef<int64_t> getShape() const { return shape; }
  int64_t getRank() const { return static_cast<int64_t>(shape.size()); }
  int64_t getNumElements() const;
  int64_t getSizeInBytes() const;

  char *getData() { return data; }
  const char *getData() const { return data; }

  /// The bits of the element at `position` (in row-major order), zero-extended.
  uint64_t getBits(int64_t position) const;

  /// The integer at `position`, sign- or zero-extended. A u64 above the range
  /// of int64_t wraps around. Integer arrays only.
  int64_t getInteger(int64_t position) const;

  /// The number at `position`; exact, as each float type fits. Float arrays
  /// only.
  double getFloat(int64_t position) const;

  /// True for NaNs of any sign and payload; false for all integers.
  bool isNaN(int64_t position) const;

  /// The element as text: integers in decimal, floats in the fewest digits that
  /// give the same element again.
  std::string formatElement(int64_t position) const;

  /// "f32[4x8]".
  std::string formatType() const {
    return formatArrayType(getName(type), shape);
  }

private:
  struct Free {
    void operator()(void *pointer) const { std::free(pointer); }
  };

  Array(ElementType type, ArrayRef<int64_t> shape, void *base, void *data)
      : type(type), shape(shape), base(base), data(static_cast<char *>(data)) {}

  ElementType type;
  SmallVector<int64_t> shape;
  std::unique_ptr<void, Free> base;
  char *data;
};

/// Stores `value`, rounded to the nearest f16, bf16, f32 or f64 (ties to even),
/// at `destination`.
void storeFloat(ElementType type, double value, char *destination);

} // namespace mlir::extrema

#endif // EXTREMA_EXECUTION_ARRAY_H
