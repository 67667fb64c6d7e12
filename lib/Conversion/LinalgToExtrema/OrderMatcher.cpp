//===- OrderMatcher.cpp - Which order a region picks by -------------------===//
//
// In every case that can come about, what the region yields is compared with
// what each order would keep. Two kinds of pairs meet an element: the pair
// found earlier in the row, whose index is lower, since a row is read from its
// front; and, until an element has taken its place, the initial pair.
//
//===----------------------------------------------------------------------===//

#include "OrderMatcher.h"

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Operation.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace mlir::extrema;

//===----------------------------------------------------------------------===//
// What an order keeps
//===----------------------------------------------------------------------===//

namespace {
enum class Winner { Element, Accumulator, Either };
} // namespace

/// Above 0 if the element's value is better, below if it is worse, 0 if the
/// order finds the two equal.
static int compareByKind(Kind kind, ValueRelation values) {
  switch (values) {
  case ValueRelation::Less:
    return isMaxKind(kind) ? -1 : 1;
  case ValueRelation::Greater:
    return isMaxKind(kind) ? 1 : -1;
  case ValueRelation::ElementIsNan:
    return isNanBest(kind) ? 1 : -1;
  case ValueRelation::AccumulatorIsNan:
    return isNanBest(kind) ? -1 : 1;
  case ValueRelation::Equal:
  case ValueRelation::NegativeZero:
  case ValueRelation::PositiveZero:
  case ValueRelation::BothAreNan:
    return 0;
  }
  llvm_unreachable("unknown relation");
}

static Winner getWinner(Kind kind, Tie tie, Case theCase) {
  int order = compareByKind(kind, theCase.values);
  if (order == 0 && theCase.indices != IndexRelation::Same)
    order = (theCase.indices == IndexRelation::Lower) == (tie == Tie::First)
                ? 1
                : -1;
  return order == 0  ? Winner::Either
         : order > 0 ? Winner::Element
                     : Winner::Accumulator;
}

//===----------------------------------------------------------------------===//
// How what the region keeps compares with it
//===----------------------------------------------------------------------===//

namespace {
enum class Agreement { Same, ValueDeviates, Differs };
} // namespace

static Agreement compareValue(Winner winner, ValueRelation values, Term term) {
  if (term == Term::Poison || term == Term::EitherValue)
    return Agreement::Same;
  if (term == Term::SomeZero)
    return Agreement::ValueDeviates;
  if (term != Term::Element && term != Term::Accumulator)
    return Agreement::Differs;
  if (values == ValueRelation::Equal ||
      (term == Term::Element && winner == Winner::Element) ||
      (term == Term::Accumulator && winner == Winner::Accumulator))
    return Agreement::Same;
  bool isTie = values == ValueRelation::NegativeZero ||
               values == ValueRelation::PositiveZero ||
               values == ValueRelation::BothAreNan;
  return isTie ? Agreement::ValueDeviates : Agreement::Differs;
}

static Agreement compareIndex(Winner winner, IndexRelation indices, Term term) {
  bool isIndex = term == Term::Index || term == Term::AccumulatorIndex ||
                 term == Term::EitherIndex;
  bool isRight =
      term == Term::Poison ||
      (winner == Winner::Element && term == Term::Index) ||
      (winner == Winner::Accumulator && term == Term::AccumulatorIndex) ||
      (indices == IndexRelation::Same && isIndex);
  return isRight ? Agreement::Same : Agreement::Differs;
}

//===----------------------------------------------------------------------===//
// Cases that can come about
//===----------------------------------------------------------------------===//

static bool isUnsignedOrder(Kind kind) {
  return !isFloatKind(kind) && isUnsignedKind(kind);
}

/// How an element's value can relate to the initial one.
static SmallVector<ValueRelation>
getInitialRelations(const OrderQuery &query, bool isUnsigned, bool hasNans) {
  SmallVector<ValueRelation> relations;
  auto addIf = [&](bool condition, ValueRelation relation) {
    if (condition)
      relations.push_back(relation);
  };
  if (!isa<FloatType>(query.elementType)) {
    bool isLowest = false, isHighest = false;
    if (auto attr = dyn_cast_or_null<IntegerAttr>(query.initialValue)) {
      APInt value = attr.getValue();
      isLowest = isUnsigned ? value.isMinValue() : value.isMinSignedValue();
      isHighest = isUnsigned ? value.isMaxValue() : value.isMaxSignedValue();
    }
    addIf(!isLowest, ValueRelation::Less);
    relations.push_back(ValueRelation::Equal);
    addIf(!isHighest, ValueRelation::Greater);
    return relations;
  }

  std::optional<APFloat> value;
  if (auto attr = dyn_cast_or_null<FloatAttr>(query.initialValue))
    value = attr.getValue();
  if (!value || !value->isNaN()) {
    addIf(!value || !value->isInfinity() || !value->isNegative(),
          ValueRelation::Less);
    relations.push_back(ValueRelation::Equal);
    addIf(!value || !value->isInfinity() || value->isNegative(),
          ValueRelation::Greater);
    addIf(!value || value->isPosZero(), ValueRelation::NegativeZero);
    addIf(!value || value->isNegZero(), ValueRelation::PositiveZero);
    addIf(hasNans, ValueRelation::ElementIsNan);
  }
  // An initial value that is known to be a NaN is one, whatever is vouched for.
  bool isNan = value && value->isNaN();
  addIf(isNan || (!value && hasNans), ValueRelation::AccumulatorIsNan);
  addIf((isNan || !value) && hasNans, ValueRelation::BothAreNan);
  return relations;
}

/// How an element's index can relate to the initial one.
static SmallVector<IndexRelation>
getInitialIndexRelations(const OrderQuery &query) {
  auto attr = dyn_cast_or_null<IntegerAttr>(query.initialIndex);
  if (!attr)
    return {IndexRelation::Lower, IndexRelation::Same, IndexRelation::Higher};
  int64_t initial = attr.getValue().getSExtValue();
  bool isDynamic = ShapedType::isDynamic(query.extent);
  SmallVector<IndexRelation> relations;
  if (initial > 0)
    relations.push_back(IndexRelation::Lower);
  if (initial >= 0 && (isDynamic || initial < query.extent))
    relations.push_back(IndexRelation::Same);
  if (isDynamic || initial < query.extent - 1)
    relations.push_back(IndexRelation::Higher);
  return relations;
}

namespace {
struct PossibleCase {
  Case theCase;
  bool isInitial;
};
} // namespace

/// The cases that a region's reduction can meet. `hasNans`: elements may be
/// NaNs.
static SmallVector<PossibleCase>
getPossibleCases(const OrderQuery &query, bool isUnsigned, bool hasNans) {
  SmallVector<ValueRelation> inRow = {ValueRelation::Less, ValueRelation::Equal,
                                      ValueRelation::Greater};
  if (isa<FloatType>(query.elementType)) {
    inRow.append({ValueRelation::NegativeZero, ValueRelation::PositiveZero});
    if (hasNans)
      inRow.push_back(ValueRelation::ElementIsNan);
  }
  SmallVector<PossibleCase> cases;
  for (ValueRelation values : inRow)
    cases.push_back({{values, IndexRelation::Higher}, /*isInitial=*/false});
  for (ValueRelation values : getInitialRelations(query, isUnsigned, hasNans))
    for (IndexRelation indices : getInitialIndexRelations(query))
      cases.push_back({{values, indices}, /*isInitial=*/true});

  // A NaN of the row is met as the accumulator only if one is ever kept.
  bool keepsNan = llvm::any_of(cases, [&](const PossibleCase &possible) {
    if (possible.theCase.values != ValueRelation::ElementIsNan &&
        possible.theCase.values != ValueRelation::BothAreNan)
      return false;
    BodyEvaluator evaluator(query.roles, possible.theCase, isUnsigned,
                            /*mayBeNegative=*/false);
    Term kept = evaluator.evaluate(query.roles.newValue);
    return kept != Term::Accumulator && kept != Term::Poison;
  });
  if (keepsNan)
    for (ValueRelation values :
         {ValueRelation::AccumulatorIsNan, ValueRelation::BothAreNan})
      cases.push_back({{values, IndexRelation::Higher}, /*isInitial=*/false});
  return cases;
}

//===----------------------------------------------------------------------===//
// Messages
//===----------------------------------------------------------------------===//

static std::string describe(const PossibleCase &possible) {
  std::string other =
      possible.isInitial ? "the initial value" : "the accumulator";
  std::string text;
  switch (possible.theCase.values) {
  case ValueRelation::Less:
    text = "the element is less than " + other;
    break;
  case ValueRelation::Equal:
    text = "the element equals " + other;
    break;
  case ValueRelation::Greater:
    text = "the element is greater than " + other;
    break;
  case ValueRelation::NegativeZero:
    text = "the element is -0.0 and " + other + " 0.0";
    break;
  case ValueRelation::PositiveZero:
    text = "the element is 0.0 and " + other + " -0.0";
    break;
  case ValueRelation::ElementIsNan:
    text = "the element is a NaN and " + other + " a number";
    break;
  case ValueRelation::AccumulatorIsNan:
    text = "the element is a number and " + other + " a NaN";
    break;
  case ValueRelation::BothAreNan:
    text = "the element and " + other + " are NaNs";
    break;
  }
  if (!possible.isInitial)
    return text;
  switch (possible.theCase.indices) {
  case IndexRelation::Lower:
    return text + ", at an index lower than the initial one";
  case IndexRelation::Same:
    return text + ", at the initial index";
  case IndexRelation::Higher:
    return text + ", at an index higher than the initial one";
  }
  llvm_unreachable("unknown relation");
}

static StringRef describe(Term term) {
  switch (term) {
  case Term::Element:
  case Term::Index:
    return "the element's";
  case Term::Accumulator:
  case Term::AccumulatorIndex:
    return "the accumulator's";
  case Term::EitherValue:
  case Term::EitherIndex:
  case Term::SomeZero:
  case Term::Poison:
    return "either";
  case Term::Unknown:
  case Term::True:
  case Term::False:
    return "neither";
  }
  llvm_unreachable("unknown term");
}

namespace {
/// How the region compares with one order.
struct Comparison {
  Kind kind;
  Tie tie;
  unsigned numDifferences;
  bool valueDeviates;
  /// Of the first case that differs.
  std::string difference;
};
} // namespace

static std::string describeDifference(const PossibleCase &possible, Kind kind,
                                      Tie tie, Term value, Term index,
                                      Operation *unreadOp) {
  bool isUnread = value == Term::Unknown || index == Term::Unknown;
  if (isUnread && unreadOp)
    return ("its '" + unreadOp->getName().getStringRef() +
            "' does not follow from how the element and the accumulator, and "
            "their indices, compare")
        .str();
  Winner winner = getWinner(kind, tie, possible.theCase);
  StringRef expected = winner == Winner::Element       ? "the element"
                       : winner == Winner::Accumulator ? "the accumulator"
                                                       : "one of the two";
  return ("where " + describe(possible) + ", it keeps " + describe(value) +
          " value and " + describe(index) + " index, but <" +
          stringifyKind(kind) + ">, the " +
          (tie == Tie::First ? "first" : "last") + " of equals, keeps " +
          expected)
      .str();
}

//===----------------------------------------------------------------------===//
// Matching
//===----------------------------------------------------------------------===//

static Comparison compareWithOrder(const OrderQuery &query, Kind kind, Tie tie,
                                   bool hasNans) {
  Comparison comparison{kind, tie, 0, false, {}};
  bool isUnsigned = isUnsignedOrder(kind);
  auto initialIndex = dyn_cast_or_null<IntegerAttr>(query.initialIndex);
  bool initialMayBeNegative =
      !initialIndex || initialIndex.getValue().isNegative();
  for (const PossibleCase &possible :
       getPossibleCases(query, isUnsigned, hasNans)) {
    BodyEvaluator evaluator(query.roles, possible.theCase, isUnsigned,
                            possible.isInitial && initialMayBeNegative);
    Term value = evaluator.evaluate(query.roles.newValue);
    Term index = evaluator.evaluate(query.roles.newIndex);
    Winner winner = getWinner(kind, tie, possible.theCase);
    Agreement ofValue = compareValue(winner, possible.theCase.values, value);
    Agreement ofIndex = compareIndex(winner, possible.theCase.indices, index);
    if (ofValue == Agreement::ValueDeviates)
      comparison.valueDeviates = true;
    if (ofValue != Agreement::Differs && ofIndex != Agreement::Differs)
      continue;
    // What cannot be read at all is the better reason.
    if (comparison.numDifferences++ == 0 ||
        (value == Term::Unknown && comparison.difference.empty()))
      comparison.difference = describeDifference(
          possible, kind, tie, value, index, evaluator.getUnreadOp());
  }
  return comparison;
}

/// True if what the destinations hold can neither win against a row nor be the
/// answer for one without elements.
static bool isNeutral(const OrderQuery &query, Kind kind, Tie tie,
                      bool hasNans) {
  auto index = dyn_cast_or_null<IntegerAttr>(query.initialIndex);
  if (!index || !query.initialValue)
    return false;
  TypedAttr identity = getIdentityValue(kind, query.elementType);
  if (query.initialValue == identity &&
      index == getIdentityIndex(tie, index.getType()))
    return true;
  if (ShapedType::isDynamic(query.extent) || query.extent == 0)
    return false;
  for (ValueRelation values :
       getInitialRelations(query, isUnsignedOrder(kind), hasNans))
    if (values != ValueRelation::Equal && compareByKind(kind, values) <= 0)
      return false;
  // A row that is equal throughout answers its first index, or its last.
  int64_t initial = index.getValue().getSExtValue();
  return tie == Tie::First ? initial >= 0 : initial < query.extent;
}

/// The order that the region agrees with; if there is none, the nearest.
static Comparison findNearestOrder(const OrderQuery &query, bool hasNans) {
  static constexpr Kind kinds[] = {
      Kind::maximumf, Kind::minimumf, Kind::maxnumf, Kind::minnumf,
      Kind::maxsi,    Kind::minsi,    Kind::maxui,   Kind::minui};
  std::optional<Comparison> nearest;
  for (Kind kind : kinds) {
    if (!isKindOfType(kind, query.elementType))
      continue;
    for (Tie tie : {Tie::First, Tie::Last}) {
      Comparison comparison = compareWithOrder(query, kind, tie, hasNans);
      if (!nearest || comparison.numDifferences < nearest->numDifferences)
        nearest = comparison;
    }
  }
  return *nearest;
}

FailureOr<OrderMatch> mlir::extrema::matchOrder(const OrderQuery &query,
                                                NanPolicy policy,
                                                std::string &reason) {
  bool isFloat = isa<FloatType>(query.elementType);
  bool hasNans = isFloat;
  Comparison found = findNearestOrder(query, hasNans);
  if (isFloat && found.numDifferences > 0) {
    Comparison withoutNans = findNearestOrder(query, /*hasNans=*/false);
    if (policy != NanPolicy::Exact) {
      found = withoutNans;
      hasNans = false;
    } else if (withoutNans.numDifferences == 0) {
      reason = found.difference + " (only NaNs tell the two apart: see the "
                                  "option 'nan')";
      return failure();
    }
  }
  if (found.numDifferences > 0) {
    reason = found.difference;
    return failure();
  }
  return OrderMatch{found.kind, found.tie,
                    found.valueDeviates && policy != NanPolicy::Source,
                    isNeutral(query, found.kind, found.tie, hasNans)};
}
