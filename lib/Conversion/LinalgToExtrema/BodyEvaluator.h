//===- BodyEvaluator.h - What a region yields, case by case -----*- C++ -*-===//
//
// A region that picks the better of two (value, index) pairs can ask only how
// they relate: which value is larger, whether one is a NaN, which index is
// lower. There are few such cases. In each of them, every comparison has a
// known answer, and the region can be evaluated over symbols, without values.
// What it yields in all cases is what it means, however it is spelled.
//
//===----------------------------------------------------------------------===//

#ifndef EXTREMA_LIB_CONVERSION_LINALGTOEXTREMA_BODYEVALUATOR_H
#define EXTREMA_LIB_CONVERSION_LINALGTOEXTREMA_BODYEVALUATOR_H

#include "mlir/IR/Value.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"

namespace mlir::extrema {

/// How the value of the element relates to that of the accumulator.
enum class ValueRelation {
  Less,
  /// Equal in all bits.
  Equal,
  Greater,
  /// The element is -0.0, the accumulator 0.0.
  NegativeZero,
  /// The element is 0.0, the accumulator -0.0.
  PositiveZero,
  ElementIsNan,
  AccumulatorIsNan,
  BothAreNan
};

/// How the index of the element relates to that of the accumulator, as signed.
enum class IndexRelation { Lower, Same, Higher };

/// One way in which an element and the accumulator can meet.
struct Case {
  ValueRelation values;
  IndexRelation indices;
};

/// The parts that values of a region play in a reduction over pairs.
struct BodyRoles {
  /// All values that are the element.
  llvm::SmallDenseSet<Value> elements;
  /// All values that are its index: its position along the reduced dimension.
  llvm::SmallDenseSet<Value> positions;
  /// The block arguments that carry the pair found so far.
  Value accumulatorValue, accumulatorIndex;
  /// What the region yields.
  Value newValue, newIndex;
};

/// What a value of the region is, in one case.
enum class Term {
  /// Nothing that can be told from the case.
  Unknown,
  /// Anything may be put in its place.
  Poison,
  False,
  True,
  Element,
  Accumulator,
  /// Either, where the two are equal or NaNs.
  EitherValue,
  /// One of two zeros, by the target's choice.
  SomeZero,
  Index,
  AccumulatorIndex,
  EitherIndex
};

/// Evaluates values of a region in one case.
class BodyEvaluator {
public:
  /// `isUnsigned` says how `theCase` compares integers. `mayBeNegative`: so may
  /// the accumulator's index, and an unsigned comparison of it has no answer.
  BodyEvaluator(const BodyRoles &roles, Case theCase, bool isUnsigned,
                bool mayBeNegative)
      : roles(roles), theCase(theCase), isUnsigned(isUnsigned),
        mayBeNegative(mayBeNegative) {}

  Term evaluate(Value value) { return evaluateExtended(value).term; }

  /// The first operation on others that has no known answer, or null.
  Operation *getUnreadOp() const { return unreadOp; }

private:
  /// A term, and how it was extended. A signed comparison of what was
  /// zero-extended is an unsigned one of what it was. What was sign-extended
  /// and then zero-extended is neither: two of these need not have had the same
  /// width in between.
  struct Extended {
    Term term;
    bool isZeroExtended = false;
    bool isSignExtended = false;

    bool operator==(const Extended &other) const {
      return term == other.term && isZeroExtended == other.isZeroExtended &&
             isSignExtended == other.isSignExtended;
    }
  };

  enum class Order { Less, Equal, Greater, Unordered };

  Extended evaluateExtended(Value value);
  Extended evaluateOp(Operation *op);
  Term evaluateCompare(Operation *op);
  Term evaluateMinMax(Operation *op);
  Term evaluateLogic(Operation *op);
  Term pickExtreme(Term lhs, Term rhs, bool isMax);
  Term pickZero(Term lhs, Term rhs, bool isPositive);
  bool isNan(Term term) const;
  Order compareValues(Term lhs, Term rhs) const;
  Order compareIndices(Term lhs, Term rhs) const;

  const BodyRoles &roles;
  Case theCase;
  bool isUnsigned;
  bool mayBeNegative;
  llvm::SmallDenseMap<Value, Extended> known;
  Operation *unreadOp = nullptr;
};

} // namespace mlir::extrema

#endif // EXTREMA_LIB_CONVERSION_LINALGTOEXTREMA_BODYEVALUATOR_H
