//===- BodyEvaluator.cpp - What a region yields, case by case -------------===//

#include "BodyEvaluator.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::extrema;

static bool isValueTerm(Term term) {
  return term == Term::Element || term == Term::Accumulator ||
         term == Term::EitherValue || term == Term::SomeZero;
}

static bool isIndexTerm(Term term) {
  return term == Term::Index || term == Term::AccumulatorIndex ||
         term == Term::EitherIndex;
}

static bool isTruth(Term term) {
  return term == Term::True || term == Term::False;
}

/// The bits of an index; `index` is taken as 64 bits wide.
static unsigned getWidth(Type type) {
  return type.isIndex() ? IndexType::kInternalStorageBitWidth
                        : type.getIntOrFloatBitWidth();
}

static Term asTerm(bool truth) { return truth ? Term::True : Term::False; }

//===----------------------------------------------------------------------===//
// Relations of terms
//===----------------------------------------------------------------------===//

bool BodyEvaluator::isNan(Term term) const {
  switch (theCase.values) {
  case ValueRelation::ElementIsNan:
    return term == Term::Element;
  case ValueRelation::AccumulatorIsNan:
    return term == Term::Accumulator;
  case ValueRelation::BothAreNan:
    return true;
  default:
    return false;
  }
}

BodyEvaluator::Order BodyEvaluator::compareValues(Term lhs, Term rhs) const {
  if (isNan(lhs) || isNan(rhs))
    return Order::Unordered;
  bool isForward = lhs == Term::Element && rhs == Term::Accumulator;
  bool isBackward = lhs == Term::Accumulator && rhs == Term::Element;
  if (isForward || isBackward) {
    if (theCase.values == ValueRelation::Less)
      return isForward ? Order::Less : Order::Greater;
    if (theCase.values == ValueRelation::Greater)
      return isForward ? Order::Greater : Order::Less;
  }
  return Order::Equal;
}

BodyEvaluator::Order BodyEvaluator::compareIndices(Term lhs, Term rhs) const {
  if (lhs == rhs || lhs == Term::EitherIndex || rhs == Term::EitherIndex ||
      theCase.indices == IndexRelation::Same)
    return Order::Equal;
  bool isLower = theCase.indices == IndexRelation::Lower;
  return (lhs == Term::Index) == isLower ? Order::Less : Order::Greater;
}

//===----------------------------------------------------------------------===//
// Operations
//===----------------------------------------------------------------------===//

static bool isSignedPredicate(arith::CmpIPredicate predicate) {
  using arith::CmpIPredicate;
  return predicate == CmpIPredicate::slt || predicate == CmpIPredicate::sle ||
         predicate == CmpIPredicate::sgt || predicate == CmpIPredicate::sge;
}

static bool isUnsignedPredicate(arith::CmpIPredicate predicate) {
  using arith::CmpIPredicate;
  return predicate == CmpIPredicate::ult || predicate == CmpIPredicate::ule ||
         predicate == CmpIPredicate::ugt || predicate == CmpIPredicate::uge;
}

Term BodyEvaluator::evaluateCompare(Operation *op) {
  Extended lhs = evaluateExtended(op->getOperand(0));
  Extended rhs = evaluateExtended(op->getOperand(1));
  if (lhs.term == Term::Poison || rhs.term == Term::Poison)
    return Term::Poison;

  if (auto compare = dyn_cast<arith::CmpFOp>(op)) {
    if (!isValueTerm(lhs.term) || !isValueTerm(rhs.term))
      return Term::Unknown;
    Order order = compareValues(lhs.term, rhs.term);
    if (order == Order::Unordered &&
        bitEnumContainsAny(compare.getFastmath(), arith::FastMathFlags::nnan))
      return Term::Poison;
    // Upstream's own meaning of a predicate: of numbers that stand for the two.
    APFloat one(1.0), other(order == Order::Less      ? 2.0
                            : order == Order::Greater ? 0.0
                                                      : 1.0);
    if (order == Order::Unordered)
      other = APFloat::getNaN(other.getSemantics());
    return asTerm(arith::applyCmpPredicate(compare.getPredicate(), one, other));
  }

  auto compare = cast<arith::CmpIOp>(op);
  arith::CmpIPredicate predicate = compare.getPredicate();
  Order order;
  if (isValueTerm(lhs.term) && isValueTerm(rhs.term)) {
    if (lhs.isZeroExtended != rhs.isZeroExtended)
      return Term::Unknown;
    bool readsUnsigned = lhs.isZeroExtended || isUnsignedPredicate(predicate);
    bool readsSigned = !readsUnsigned && isSignedPredicate(predicate);
    if (isUnsigned ? readsSigned : readsUnsigned)
      return Term::Unknown;
    order = compareValues(lhs.term, rhs.term);
  } else if (isIndexTerm(lhs.term) && isIndexTerm(rhs.term)) {
    if (mayBeNegative && isUnsignedPredicate(predicate))
      return Term::Unknown;
    order = compareIndices(lhs.term, rhs.term);
  } else if (isTruth(lhs.term) && isTruth(rhs.term) &&
             (predicate == arith::CmpIPredicate::eq ||
              predicate == arith::CmpIPredicate::ne)) {
    order = lhs.term == rhs.term ? Order::Equal : Order::Less;
  } else {
    return Term::Unknown;
  }
  APInt one(2, 1), other(2, order == Order::Greater ? 0 : 1);
  if (order == Order::Less)
    one = APInt(2, 0);
  return asTerm(arith::applyCmpPredicate(predicate, one, other));
}

/// Where the two are zeros of different signs: the one of the wanted sign.
Term BodyEvaluator::pickZero(Term lhs, Term rhs, bool isPositive) {
  if (lhs == rhs)
    return lhs;
  if (lhs == Term::SomeZero || rhs == Term::SomeZero ||
      lhs == Term::EitherValue || rhs == Term::EitherValue)
    return Term::SomeZero;
  bool isElementPositive = theCase.values == ValueRelation::PositiveZero;
  return isElementPositive == isPositive ? Term::Element : Term::Accumulator;
}

Term BodyEvaluator::pickExtreme(Term lhs, Term rhs, bool isMax) {
  switch (compareValues(lhs, rhs)) {
  case Order::Less:
    return isMax ? rhs : lhs;
  case Order::Greater:
    return isMax ? lhs : rhs;
  case Order::Equal:
  case Order::Unordered:
    return lhs == rhs ? lhs : Term::EitherValue;
  }
  llvm_unreachable("unknown order");
}

Term BodyEvaluator::evaluateMinMax(Operation *op) {
  Extended lhs = evaluateExtended(op->getOperand(0));
  Extended rhs = evaluateExtended(op->getOperand(1));
  if (lhs.term == Term::Poison || rhs.term == Term::Poison)
    return Term::Poison;
  bool isMax =
      isa<arith::MaxSIOp, arith::MaxUIOp, arith::MaximumFOp, arith::MaxNumFOp>(
          op);
  bool readsUnsigned = isa<arith::MaxUIOp, arith::MinUIOp>(op);

  if (isIndexTerm(lhs.term) && isIndexTerm(rhs.term)) {
    if (readsUnsigned && mayBeNegative)
      return Term::Unknown;
    switch (compareIndices(lhs.term, rhs.term)) {
    case Order::Less:
      return isMax ? rhs.term : lhs.term;
    case Order::Greater:
      return isMax ? lhs.term : rhs.term;
    default:
      return lhs.term == rhs.term ? lhs.term : Term::EitherIndex;
    }
  }
  if (!isValueTerm(lhs.term) || !isValueTerm(rhs.term))
    return Term::Unknown;

  if (isa<arith::MaxSIOp, arith::MinSIOp, arith::MaxUIOp, arith::MinUIOp>(op)) {
    if (lhs.isZeroExtended || rhs.isZeroExtended || readsUnsigned != isUnsigned)
      return Term::Unknown;
    return pickExtreme(lhs.term, rhs.term, isMax);
  }

  arith::FastMathFlags flags =
      cast<arith::ArithFastMathInterface>(op).getFastMathFlagsAttr().getValue();
  bool lhsIsNan = isNan(lhs.term), rhsIsNan = isNan(rhs.term);
  if (lhsIsNan || rhsIsNan) {
    if (bitEnumContainsAny(flags, arith::FastMathFlags::nnan))
      return Term::Poison;
    if (lhsIsNan && rhsIsNan)
      return lhs.term == rhs.term ? lhs.term : Term::EitherValue;
    bool takesNan = isa<arith::MaximumFOp, arith::MinimumFOp>(op);
    return lhsIsNan == takesNan ? lhs.term : rhs.term;
  }
  if (theCase.values == ValueRelation::NegativeZero ||
      theCase.values == ValueRelation::PositiveZero) {
    if (bitEnumContainsAny(flags, arith::FastMathFlags::nsz))
      return lhs.term == rhs.term ? lhs.term : Term::EitherValue;
    if (isa<arith::MaxNumFOp, arith::MinNumFOp>(op))
      return lhs.term == rhs.term ? lhs.term : Term::SomeZero;
    return pickZero(lhs.term, rhs.term, isMax);
  }
  return pickExtreme(lhs.term, rhs.term, isMax);
}

Term BodyEvaluator::evaluateLogic(Operation *op) {
  Term lhs = evaluate(op->getOperand(0)), rhs = evaluate(op->getOperand(1));
  if (lhs == Term::Poison || rhs == Term::Poison)
    return Term::Poison;
  if (isa<arith::AndIOp>(op)) {
    if (lhs == Term::False || rhs == Term::False)
      return Term::False;
    return lhs == Term::True && rhs == Term::True ? Term::True : Term::Unknown;
  }
  if (isa<arith::OrIOp>(op)) {
    if (lhs == Term::True || rhs == Term::True)
      return Term::True;
    return lhs == Term::False && rhs == Term::False ? Term::False
                                                    : Term::Unknown;
  }
  if (!isTruth(lhs) || !isTruth(rhs))
    return Term::Unknown;
  return asTerm(lhs != rhs);
}

BodyEvaluator::Extended BodyEvaluator::evaluateOp(Operation *op) {
  return llvm::TypeSwitch<Operation *, Extended>(op)
      .Case<arith::CmpIOp, arith::CmpFOp>(
          [&](Operation *op) { return Extended{evaluateCompare(op)}; })
      .Case<arith::AndIOp, arith::OrIOp, arith::XOrIOp>([&](Operation *op) {
        return Extended{op->getResult(0).getType().isInteger(1)
                            ? evaluateLogic(op)
                            : Term::Unknown};
      })
      .Case<arith::MaxSIOp, arith::MinSIOp, arith::MaxUIOp, arith::MinUIOp,
            arith::MaximumFOp, arith::MinimumFOp, arith::MaxNumFOp,
            arith::MinNumFOp>([&](Operation *op) {
        bool isSignExtended =
            evaluateExtended(op->getOperand(0)).isSignExtended ||
            evaluateExtended(op->getOperand(1)).isSignExtended;
        return Extended{evaluateMinMax(op), /*isZeroExtended=*/false,
                        isSignExtended};
      })
      .Case([&](arith::SelectOp op) {
        Term condition = evaluate(op.getCondition());
        if (condition == Term::Poison)
          return Extended{Term::Poison};
        if (isTruth(condition))
          return evaluateExtended(condition == Term::True ? op.getTrueValue()
                                                          : op.getFalseValue());
        Extended lhs = evaluateExtended(op.getTrueValue());
        Extended rhs = evaluateExtended(op.getFalseValue());
        return lhs == rhs ? lhs : Extended{Term::Unknown};
      })
      // Keeps the order, the zeros and the NaNs.
      .Case([&](arith::ExtFOp op) { return evaluateExtended(op.getIn()); })
      .Case([&](arith::ExtUIOp op) {
        Extended in = evaluateExtended(op.getIn());
        if (isIndexTerm(in.term) && mayBeNegative)
          return Extended{Term::Unknown};
        if (in.isSignExtended && !in.isZeroExtended)
          return Extended{Term::Unknown};
        if (isValueTerm(in.term))
          in.isZeroExtended = true;
        return isTruth(in.term) ? Extended{Term::Unknown} : in;
      })
      // Unsigned comparisons too have the answer that they have before: the
      // upper half of the integers goes to the upper half.
      .Case([&](arith::ExtSIOp op) {
        Extended in = evaluateExtended(op.getIn());
        if (isValueTerm(in.term))
          in.isSignExtended = true;
        return isTruth(in.term) ? Extended{Term::Unknown} : in;
      })
      .Case<arith::IndexCastOp, arith::IndexCastUIOp, arith::TruncIOp>(
          [&](Operation *op) {
            Extended in = evaluateExtended(op->getOperand(0));
            bool isLost = getWidth(op->getResult(0).getType()) <
                              getWidth(roles.accumulatorIndex.getType()) ||
                          (mayBeNegative && isa<arith::IndexCastUIOp>(op));
            return isIndexTerm(in.term) && !isLost ? in
                                                   : Extended{Term::Unknown};
          })
      .Default([](Operation *) { return Extended{Term::Unknown}; });
}

BodyEvaluator::Extended BodyEvaluator::evaluateExtended(Value value) {
  if (value == roles.accumulatorValue)
    return {Term::Accumulator};
  if (value == roles.accumulatorIndex)
    return {Term::AccumulatorIndex};
  if (roles.elements.contains(value))
    return {Term::Element};
  if (roles.positions.contains(value))
    return {Term::Index};
  APInt truth;
  if (value.getType().isInteger(1) &&
      matchPattern(value, m_ConstantInt(&truth)))
    return {asTerm(truth.isOne())};
  auto it = known.find(value);
  if (it != known.end())
    return it->second;
  Extended result = {Term::Unknown};
  if (Operation *op = value.getDefiningOp()) {
    result = evaluateOp(op);
    // Not a constant, but what compares with it.
    if (result.term == Term::Unknown && !unreadOp && op->getNumOperands() != 0)
      unreadOp = op;
  }
  return known[value] = result;
}
