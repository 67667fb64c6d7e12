//===- Array.cpp - Dense row-major array on the host ------------*- C++ -*-===//

#include "extrema/Execution/Array.h"

#include "mlir/Dialect/Utils/IndexingUtils.h"
#include "mlir/IR/BuiltinTypes.h"
#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/ADT/bit.h"
#include "llvm/Support/CheckedArithmetic.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"
#include <charconv>
#include <cmath>
#include <cstring>

using namespace mlir;
using namespace mlir::extrema;

// Files and compiled code share these bytes, and the file formats are
// little-endian.
static_assert(llvm::endianness::native == llvm::endianness::little,
              "arrays are supported on little-endian hosts only");

//===----------------------------------------------------------------------===//
// Element types
//===----------------------------------------------------------------------===//

int64_t mlir::extrema::getByteSize(ElementType type) {
  switch (type) {
  case ElementType::U8:
  case ElementType::I8:
    return 1;
  case ElementType::U16:
  case ElementType::I16:
  case ElementType::F16:
  case ElementType::BF16:
    return 2;
  case ElementType::U32:
  case ElementType::I32:
  case ElementType::F32:
    return 4;
  case ElementType::U64:
  case ElementType::I64:
  case ElementType::F64:
    return 8;
  }
  llvm_unreachable("unknown element type");
}

bool mlir::extrema::isFloat(ElementType type) {
  return type >= ElementType::F16;
}

StringRef mlir::extrema::getName(ElementType type) {
  static constexpr StringRef names[] = {"u8",  "u16",  "u32", "u64",
                                        "i8",  "i16",  "i32", "i64",
                                        "f16", "bf16", "f32", "f64"};
  return names[static_cast<unsigned>(type)];
}

std::optional<ElementType> mlir::extrema::getElementTypeByName(StringRef name) {
  return llvm::StringSwitch<std::optional<ElementType>>(name)
      .Cases({"u8", "ui8"}, ElementType::U8)
      .Cases({"u16", "ui16"}, ElementType::U16)
      .Cases({"u32", "ui32"}, ElementType::U32)
      .Cases({"u64", "ui64"}, ElementType::U64)
      .Cases({"i8", "si8"}, ElementType::I8)
      .Cases({"i16", "si16"}, ElementType::I16)
      .Cases({"i32", "si32"}, ElementType::I32)
      .Cases({"i64", "si64"}, ElementType::I64)
      .Case("f16", ElementType::F16)
      .Case("bf16", ElementType::BF16)
      .Case("f32", ElementType::F32)
      .Case("f64", ElementType::F64)
      .Default(std::nullopt);
}

std::optional<ElementType> mlir::extrema::getElementType(Type type) {
  if (isa<IndexType>(type))
    return ElementType::I64;
  if (!isa<IntegerType, Float16Type, BFloat16Type, Float32Type, Float64Type>(
          type))
    return std::nullopt;
  // The names are MLIR's, so the type's own text picks the right one.
  std::string text;
  llvm::raw_string_ostream(text) << type;
  return getElementTypeByName(text);
}

std::string mlir::extrema::formatArrayType(StringRef elementType,
                                           ArrayRef<int64_t> shape) {
  std::string text;
  llvm::raw_string_ostream os(text);
  os << elementType << '[';
  llvm::interleave(
      shape, os,
      [&](int64_t extent) {
        if (ShapedType::isDynamic(extent))
          os << '?';
        else
          os << extent;
      },
      "x");
  os << ']';
  return text;
}

std::string mlir::extrema::formatPosition(ArrayRef<int64_t> shape,
                                          int64_t position) {
  SmallVector<int64_t> indices =
      delinearize(position, computeSuffixProduct(shape));
  std::string text;
  llvm::raw_string_ostream os(text);
  llvm::interleaveComma(indices, os);
  return text;
}

//===----------------------------------------------------------------------===//
// Floats
//===----------------------------------------------------------------------===//

static const llvm::fltSemantics &getSemantics(ElementType type) {
  switch (type) {
  case ElementType::F16:
    return llvm::APFloat::IEEEhalf();
  case ElementType::BF16:
    return llvm::APFloat::BFloat();
  case ElementType::F32:
    return llvm::APFloat::IEEEsingle();
  case ElementType::F64:
    return llvm::APFloat::IEEEdouble();
  default:
    llvm_unreachable("not a float type");
  }
}

static uint64_t roundToBits(ElementType type, double value) {
  llvm::APFloat rounded(value);
  bool losesInfo;
  rounded.convert(getSemantics(type), llvm::APFloat::rmNearestTiesToEven,
                  &losesInfo);
  return rounded.bitcastToAPInt().getZExtValue();
}

void mlir::extrema::storeFloat(ElementType type, double value,
                               char *destination) {
  if (type == ElementType::F64) {
    std::memcpy(destination, &value, sizeof(value));
    return;
  }
  if (type == ElementType::F32) {
    float narrow = static_cast<float>(value);
    std::memcpy(destination, &narrow, sizeof(narrow));
    return;
  }
  uint64_t bits = roundToBits(type, value);
  std::memcpy(destination, &bits, getByteSize(type));
}

/// The shortest decimal number that rounds to the 16-bit float `value`.
static std::string formatNarrowFloat(ElementType type, double value) {
  std::string text;
  // Five digits tell all f16 and bf16 numbers apart.
  for (int digits = 1; digits <= 5; ++digits) {
    text.clear();
    llvm::raw_string_ostream(text) << llvm::format("%.*g", digits, value);
    double parsed;
    if (!StringRef(text).getAsDouble(parsed) &&
        roundToBits(type, parsed) == roundToBits(type, value))
      break;
  }
  return text;
}

template <typename T> static std::string formatWideFloat(T value) {
  char buffer[32];
  auto [end, error] = std::to_chars(buffer, buffer + sizeof(buffer), value);
  return std::string(buffer, end);
}

//===----------------------------------------------------------------------===//
// Array
//===----------------------------------------------------------------------===//

llvm::Expected<int64_t>
mlir::extrema::computeSizeInBytes(ElementType type, ArrayRef<int64_t> shape) {
  // An empty array may have other extents, but none whose product overflows:
  // its strides are computed like those of any other.
  std::optional<int64_t> size = getByteSize(type);
  for (int64_t extent : shape) {
    if (extent < 0)
      return llvm::createStringError(
          Twine("an array cannot have the negative extent ") + Twine(extent));
    if (extent != 0 && size)
      size = llvm::checkedMul(*size, extent);
  }
  if (!size)
    return llvm::createStringError(
        "the array " + formatArrayType(getName(type), shape) + " is too large");
  return llvm::is_contained(shape, 0) ? 0 : *size;
}

llvm::Expected<Array> Array::create(ElementType type, ArrayRef<int64_t> shape) {
  llvm::Expected<int64_t> size = computeSizeInBytes(type, shape);
  if (!size)
    return size.takeError();
  // malloc(0) may give null, which is no error then.
  void *base = std::malloc(std::max<int64_t>(*size, 1));
  if (!base)
    return llvm::createStringError("no memory for the array " +
                                   formatArrayType(getName(type), shape));
  return Array(type, shape, base, base);
}

Array Array::adopt(ElementType type, ArrayRef<int64_t> shape, void *base,
                   void *data) {
  return Array(type, shape, base, data);
}

int64_t Array::getNumElements() const {
  return ShapedType::getNumElements(shape);
}

int64_t Array::getSizeInBytes() const {
  return getNumElements() * getByteSize(type);
}

uint64_t Array::getBits(int64_t position) const {
  int64_t size = getByteSize(type);
  uint64_t bits = 0;
  std::memcpy(&bits, data + position * size, size);
  return bits;
}

int64_t Array::getInteger(int64_t position) const {
  uint64_t bits = getBits(position);
  if (type <= ElementType::U64)
    return static_cast<int64_t>(bits);
  return llvm::SignExtend64(bits, 8 * getByteSize(type));
}

double Array::getFloat(int64_t position) const {
  uint64_t bits = getBits(position);
  if (type == ElementType::F64)
    return llvm::bit_cast<double>(bits);
  if (type == ElementType::F32)
    return llvm::bit_cast<float>(static_cast<uint32_t>(bits));
  return llvm::APFloat(getSemantics(type), llvm::APInt(16, bits))
      .convertToDouble();
}

bool Array::isNaN(int64_t position) const {
  return isFloat(type) && std::isnan(getFloat(position));
}

std::string Array::formatElement(int64_t position) const {
  if (!isFloat(type))
    return type == ElementType::U64 ? llvm::utostr(getBits(position))
                                    : llvm::itostr(getInteger(position));
  double value = getFloat(position);
  if (std::isnan(value))
    return "nan";
  if (type == ElementType::F64)
    return formatWideFloat(value);
  if (type == ElementType::F32)
    return formatWideFloat(static_cast<float>(value));
  return formatNarrowFloat(type, value);
}
