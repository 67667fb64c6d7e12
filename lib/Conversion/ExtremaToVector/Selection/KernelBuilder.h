//===- KernelBuilder.h - Short names for the IR of a kernel -----*- C++ -*-===//

#ifndef EXTREMA_LIB_CONVERSION_EXTREMATOVECTOR_SELECTION_KERNELBUILDER_H
#define EXTREMA_LIB_CONVERSION_EXTREMATOVECTOR_SELECTION_KERNELBUILDER_H

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace mlir::extrema {

/// A builder that spells the arithmetic and the loops of a kernel briefly. The
/// bodies of loops are built with it too: it stands in them meanwhile. Operands
/// of one operation must have one type, but for a scalar beside a vector, which
/// is broadcast. Operations of constants are folded.
class KernelBuilder : public ImplicitLocOpBuilder {
public:
  using ImplicitLocOpBuilder::ImplicitLocOpBuilder;
  using Values = SmallVector<Value>;

  //===--------------------------------------------------------------------===//
  // Constants
  //===--------------------------------------------------------------------===//

  Value index(int64_t value);
  /// A scalar or a vector of copies.
  Value constant(Type type, const APInt &value);
  Value constant(Type type, int64_t value);

  //===--------------------------------------------------------------------===//
  // Arithmetic on integers, scalars or vectors
  //===--------------------------------------------------------------------===//

  Value add(Value lhs, Value rhs);
  Value sub(Value lhs, Value rhs);
  Value mul(Value lhs, Value rhs);
  Value mul(Value lhs, int64_t rhs);
  Value divideUnsigned(Value lhs, int64_t rhs);
  Value bitAnd(Value lhs, Value rhs);
  Value bitOr(Value lhs, Value rhs);
  Value bitXor(Value lhs, Value rhs);
  Value bitNot(Value value);
  Value shiftLeft(Value value, Value bits);
  Value shiftRight(Value value, Value bits);
  Value minSigned(Value lhs, Value rhs);
  Value maxSigned(Value lhs, Value rhs);
  Value compare(arith::CmpIPredicate predicate, Value lhs, Value rhs);
  Value select(Value condition, Value ifTrue, Value ifFalse);

  /// Another width, or `index`: cut, or filled with copies of the sign or with
  /// zeros.
  Value castSigned(Value value, Type type);
  Value castUnsigned(Value value, Type type);

  /// The number of ones, and of zeros below the lowest one: of the value's
  /// type.
  Value popCount(Value value);
  Value countTrailingZeros(Value value);

  //===--------------------------------------------------------------------===//
  // Vectors
  //===--------------------------------------------------------------------===//

  Value load(VectorType type, Value memref, Value position);
  Value load(Value memref, Value position);
  /// Stores a scalar or a vector.
  void store(Value value, Value memref, Value position);
  Value broadcast(VectorType type, Value scalar);
  /// The lanes `offset` and following.
  Value slice(Value vector, int64_t offset, int64_t size);
  /// The lanes of two vectors by number, those of `rhs` after those of `lhs`.
  Value shuffle(Value lhs, Value rhs, ArrayRef<int64_t> lanes);
  /// An integer of as many bits as `mask` has lanes, lane 0 the lowest.
  Value toBits(Value mask);
  /// Whether any lane of `mask` is true.
  Value any(Value mask);
  /// How many lanes of `mask` are true, of type `index`.
  Value count(Value mask);

  //===--------------------------------------------------------------------===//
  // Control flow
  //===--------------------------------------------------------------------===//

  /// Repeats `body`, which gets the position and the state and returns the next
  /// state; returns the last.
  Values forLoop(Value begin, Value end, int64_t step, ValueRange state,
                 function_ref<Values(Value, ValueRange)> body);
  /// The same without a state.
  void forLoop(Value begin, Value end, int64_t step,
               function_ref<void(Value)> body);
  /// Repeats `body` while `condition` holds.
  Values whileLoop(ValueRange state, function_ref<Value(ValueRange)> condition,
                   function_ref<Values(ValueRange)> body);
  /// One of two branches, which yield as many values; without `otherwise`,
  /// none. Only that branch is built where the condition is a constant.
  Values ifThen(Value condition, function_ref<Values()> then,
                function_ref<Values()> otherwise = {});

private:
  /// Gives two operands one type.
  void unify(Value &lhs, Value &rhs);
};

} // namespace mlir::extrema

#endif // EXTREMA_LIB_CONVERSION_EXTREMATOVECTOR_SELECTION_KERNELBUILDER_H
