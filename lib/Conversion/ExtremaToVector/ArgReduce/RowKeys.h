//===- RowKeys.h - A row in memory as vectors of keys -----------*- C++ -*-===//

#ifndef EXTREMA_LIB_CONVERSION_EXTREMATOVECTOR_ARGREDUCE_ROWKEYS_H
#define EXTREMA_LIB_CONVERSION_EXTREMATOVECTOR_ARGREDUCE_ROWKEYS_H

#include "ArgReduction.h"
#include "mlir/IR/BuiltinTypes.h"

namespace mlir::extrema {

/// A test of vectors of keys; returns a vector of i1.
using KeyTest = function_ref<Value(OpBuilder &, Location, Value keys)>;

/// A row of unit stride and what it is searched for.
struct RowKeys {
  const ArgReduction &reduction;
  /// A memref of one dimension, of the working type.
  Value row;
  /// Its number of elements, of type `index`.
  Value extent;

  const ElementOrder &getOrder() const { return reduction.order; }
  bool isFirst() const { return getOrder().getTie() == Tie::First; }

  /// Vectors as long as `numRegisters` registers of keys.
  VectorType getKeyVector(int64_t numRegisters) const;

  /// The number of elements in such a vector, of type `index`.
  Value createNumLanes(OpBuilder &b, Location loc, int64_t numRegisters) const;

  /// The keys of the elements from `begin` on, as such a vector. The row must
  /// have that many.
  Value load(OpBuilder &b, Location loc, Value begin,
             int64_t numRegisters) const;

  /// The elements themselves.
  Value loadValues(OpBuilder &b, Location loc, Value begin,
                   int64_t numRegisters) const;
};

/// A vector, fixed or scalable, with `value` in each lane.
Value createSplat(OpBuilder &b, Location loc, VectorType type, TypedAttr value);

/// The best of the lanes of `keys`, none of which is a NaN.
Value reduceKeys(OpBuilder &b, Location loc, const ElementOrder &order,
                 Value keys);

/// Whether any lane of a vector of i1 is true.
Value isAnyTrue(OpBuilder &b, Location loc, Value mask);

/// The first (or, by the tie, last) lane of `mask` that is true, of type
/// `index`. There must be one.
Value findTrueLane(OpBuilder &b, Location loc, const ArgReduction &reduction,
                   Value mask);

/// The position of the first (or last) element that passes `test` among the
/// `numRegisters` registers of elements from `begin` on. There must be one.
Value findInBlock(OpBuilder &b, Location loc, const RowKeys &row, Value begin,
                  int64_t numRegisters, KeyTest test);

/// What `findInRow` finds.
struct RowPosition {
  /// Whether an element passes, an i1.
  Value isFound;
  /// The position of the first (or last) one, of type `index`; else any.
  Value position;
};

/// Searches the row for the first element from `begin` on, or, by the tie, for
/// the last one of the whole row, that passes `test`. The row must have as many
/// elements as `numRegisters` registers, by which it is read.
RowPosition findInRow(OpBuilder &b, Location loc, const RowKeys &row,
                      Value begin, int64_t numRegisters, KeyTest test);

} // namespace mlir::extrema

#endif // EXTREMA_LIB_CONVERSION_EXTREMATOVECTOR_ARGREDUCE_ROWKEYS_H
