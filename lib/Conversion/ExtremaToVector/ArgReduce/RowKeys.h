//===- RowKeys.h - A row in memory as vectors of keys -----------*- C++ -*-===//

#ifndef EXTREMA_LIB_CONVERSION_EXTREMATOVECTOR_ARGREDUCE_ROWKEYS_H
#define EXTREMA_LIB_CONVERSION_EXTREMATOVECTOR_ARGREDUCE_ROWKEYS_H

#include "ArgReduction.h"

namespace mlir::extrema {

/// A test of vectors of keys; returns a vector of i1.
using KeyTest = function_ref<Value(Value keys)>;

/// A row of unit stride and what it is searched for.
struct RowKeys {
  KernelBuilder &b;
  const ArgReduction &reduction;
  /// A memref of one dimension, of the working type.
  Value row;
  /// Its number of elements, of type `index`.
  Value extent;

  const ElementOrder &getOrder() const { return reduction.order; }
  bool isFirst() const { return getOrder().getTie() == Tie::First; }

  /// Vectors as long as a register of keys.
  VectorType getRegister() const {
    return reduction.target.getVectorType(getOrder().getKeyType());
  }

  /// The number of elements in so many registers, of type `index`.
  Value createNumLanes(int64_t numRegisters) const {
    return b.numLanes(getRegister(), numRegisters);
  }

  /// The keys of the elements from `begin` on, as a vector of so many
  /// registers. The row must have that many.
  Value load(Value begin, int64_t numRegisters) const;

  /// The elements themselves.
  Value loadValues(Value begin, int64_t numRegisters) const;

  /// The position of the first (or, by the tie, last) element that passes
  /// `test` among the `numRegisters` registers of elements from `begin` on.
  /// There must be one.
  Value findInBlock(Value begin, int64_t numRegisters, KeyTest test) const;

  /// What `findInRow` finds.
  struct Place {
    /// Whether an element passes, an i1.
    Value isFound;
    /// The position of the first (or last) one, of type `index`; else any.
    Value position;
  };

  /// Searches the row for the first element from `begin` on, or, by the tie,
  /// for the last one of the whole row, that passes `test`. The row must have
  /// as many elements as `numRegisters` registers, by which it is read.
  Place findInRow(Value begin, int64_t numRegisters, KeyTest test) const;
};

/// The best of the lanes of `keys`, none of which is a NaN.
Value reduceKeys(KernelBuilder &b, const ElementOrder &order, Value keys);

/// The first (or, by the tie, last) lane of `mask` that is true, of type
/// `index`. There must be one.
Value findTrueLane(KernelBuilder &b, const ArgReduction &reduction, Value mask);

} // namespace mlir::extrema

#endif // EXTREMA_LIB_CONVERSION_EXTREMATOVECTOR_ARGREDUCE_ROWKEYS_H
