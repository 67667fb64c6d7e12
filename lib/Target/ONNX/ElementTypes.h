//===- ElementTypes.h - ONNX's element types, MLIR's and sets ---*- C++ -*-===//

#ifndef EXTREMA_LIB_TARGET_ONNX_ELEMENTTYPES_H
#define EXTREMA_LIB_TARGET_ONNX_ELEMENTTYPES_H

#include "mlir/IR/Types.h"
#include "onnx/onnx_pb.h"
#include <initializer_list>
#include <optional>
#include <string>

namespace mlir::extrema {

/// The MLIR type of ONNX's element type `code` (a TensorProto::DataType), null
/// if it is not supported. Signed integers are signless.
Type getElementType(MLIRContext *context, int32_t code);

/// The size in bytes of an element in a TensorProto's raw data, or none if the
/// type is not supported.
std::optional<int64_t> getElementSize(int32_t code);

/// ONNX's own name, such as "bfloat16", of an element type that may be newer
/// than the protobuf classes, or no type at all.
std::string getElementTypeName(int32_t code);

/// ONNX's name of what `getElementType` returned.
std::string getElementTypeName(Type type);

/// A set of supported element types.
class ElementTypeSet {
public:
  constexpr ElementTypeSet(
      std::initializer_list<onnx::TensorProto::DataType> codes) {
    for (onnx::TensorProto::DataType code : codes)
      bits |= uint32_t(1) << code;
  }

  constexpr ElementTypeSet operator|(ElementTypeSet other) const {
    other.bits |= bits;
    return other;
  }

  /// True if `type` is the MLIR type of an element of the set.
  bool contains(Type type) const;

  /// ONNX's names of the elements: "float16, float".
  std::string getNames() const;

private:
  uint32_t bits = 0;
};

inline constexpr ElementTypeSet kInt64Type = {onnx::TensorProto::INT64};
inline constexpr ElementTypeSet kBFloat16Type = {onnx::TensorProto::BFLOAT16};

/// All floating-point types but bfloat16, which ONNX added later.
inline constexpr ElementTypeSet kFloatTypes = {onnx::TensorProto::FLOAT16,
                                               onnx::TensorProto::FLOAT,
                                               onnx::TensorProto::DOUBLE};

/// The integer types that most arithmetic had at first.
inline constexpr ElementTypeSet kWideIntegerTypes = {
    onnx::TensorProto::UINT32, onnx::TensorProto::UINT64,
    onnx::TensorProto::INT32, onnx::TensorProto::INT64};

inline constexpr ElementTypeSet kSignedTypes = {
    onnx::TensorProto::INT8, onnx::TensorProto::INT16, onnx::TensorProto::INT32,
    onnx::TensorProto::INT64};

/// Those of indices.
inline constexpr ElementTypeSet kIndexTypes = {onnx::TensorProto::INT32,
                                               onnx::TensorProto::INT64};

inline constexpr ElementTypeSet kIntegerTypes = {
    onnx::TensorProto::UINT8,  onnx::TensorProto::UINT16,
    onnx::TensorProto::UINT32, onnx::TensorProto::UINT64,
    onnx::TensorProto::INT8,   onnx::TensorProto::INT16,
    onnx::TensorProto::INT32,  onnx::TensorProto::INT64};

/// Those of arrays, and of the dialect's operations.
inline constexpr ElementTypeSet kAllTypes =
    kIntegerTypes | kFloatTypes | kBFloat16Type;

/// What comparisons give. Only values between nodes may be of it.
inline constexpr ElementTypeSet kBoolType = {onnx::TensorProto::BOOL};

} // namespace mlir::extrema

#endif // EXTREMA_LIB_TARGET_ONNX_ELEMENTTYPES_H
