//===- GivenMemRef.h - A descriptor, and what it is to be -------*- C++ -*-===//
//
// The conditions that make a caller's descriptor one of a stated type. All
// numbers are of type i64.
//
//===----------------------------------------------------------------------===//

#ifndef EXTREMA_LIB_DIALECT_EXTREMA_TRANSFORMS_GIVENMEMREF_H
#define EXTREMA_LIB_DIALECT_EXTREMA_TRANSFORMS_GIVENMEMREF_H

#include "mlir/Conversion/LLVMCommon/TypeConverter.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace mlir::extrema {

class GivenMemRef {
public:
  /// The first of something in a memref's dimensions.
  struct Finding {
    /// Of type i1: whether there is one.
    Value isFound;
    /// Its dimension, what is wanted there, and what was given.
    Value dimension, wanted, given;
  };

  /// The type of the same rank about which nothing is stated: all extents,
  /// strides and the offset are open. Null if `stated` has no strides or no
  /// form in the LLVM dialect.
  static MemRefType getOpenType(MemRefType stated,
                                const LLVMTypeConverter &converter);

  /// Takes apart `argument`, of the open type of `stated`.
  GivenMemRef(ImplicitLocOpBuilder &b, Value argument, MemRefType stated,
              const LLVMTypeConverter &converter);

  /// An extent that is not the stated one; the first extent that is negative
  /// where none is stated.
  Finding findWrongExtent(ImplicitLocOpBuilder &b) const;
  Finding findNegativeExtent(ImplicitLocOpBuilder &b) const;

  /// A stride that is not the stated one, in a dimension where it matters: one
  /// of more than one element, in a memref that is not empty.
  Finding findWrongStride(ImplicitLocOpBuilder &b) const;

  // The rest are of type i1, or null for what is known to be false.

  /// Whether all extents and strides are the stated ones, also where it does
  /// not matter.
  Value hasStatedExtents(ImplicitLocOpBuilder &b) const;
  Value hasStatedStrides(ImplicitLocOpBuilder &b) const;

  /// Whether its elements have more bytes than 63 bits can count. Not to be
  /// asked of negative extents; true of some empty memrefs too.
  Value overflows(ImplicitLocOpBuilder &b) const;

  Value isEmpty(ImplicitLocOpBuilder &b) const;
  Value isNull(ImplicitLocOpBuilder &b) const;

  /// What the function gets: a memref of the stated type, with its first
  /// element at `first`, whose strides are the stated ones.
  Value getAsStated(ImplicitLocOpBuilder &b, Value first) const;

  /// The address of the element at the stated offset, by default the first.
  Value getData() const { return data; }
  ArrayRef<Value> getSizes() const { return sizes; }
  MemRefType getStatedType() const { return stated; }

private:
  Finding findFirst(ImplicitLocOpBuilder &b, ArrayRef<Value> wanted,
                    ArrayRef<Value> given,
                    function_ref<Value(Value, Value, unsigned)> isWrong) const;

  MemRefType stated;
  Type descriptorType;
  Value base, aligned, data, offset;
  SmallVector<Value> sizes, strides;
  /// Null where nothing is stated. An identity layout states all strides.
  SmallVector<Value> statedSizes, statedStrides;
};

} // namespace mlir::extrema

#endif // EXTREMA_LIB_DIALECT_EXTREMA_TRANSFORMS_GIVENMEMREF_H
