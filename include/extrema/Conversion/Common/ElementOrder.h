//===- ElementOrder.h - Comparing (value, index) pairs in IR ----*- C++ -*-===//
//
// The one place that turns the order of Order.h into IR. Every lowering asks
// it, so that all of them decide alike.
//
//===----------------------------------------------------------------------===//

#ifndef EXTREMA_CONVERSION_COMMON_ELEMENTORDER_H
#define EXTREMA_CONVERSION_COMMON_ELEMENTORDER_H

#include "extrema/Dialect/Extrema/IR/Order.h"
#include "mlir/IR/Value.h"

namespace mlir {
class Location;
class OpBuilder;

namespace extrema {

/// An element of a reduction, or, as vectors of one shape (also scalable), as
/// many elements. The value is of an order's working type, the index a signless
/// integer or of type `index`.
struct Element {
  Value value;
  Value index;
  /// As a loop of a kernel carries it (KernelLanguage/State.h).
  auto carried() { return std::tie(value, index); }
};

/// The strict total order of elements that a kind and a tie define.
///
/// Between loading and storing, values are of the *working type*: the element
/// type, but for f16 and bf16 an integer with their bits. Code generators
/// compare 16-bit floats, on targets without instructions for it, by run-time
/// functions that compiled code may not find. For bf16 they do so even to carry
/// one from block to block (x86), or convert it by an instruction that changes
/// NaNs and denormals.
class ElementOrder {
public:
  /// The order of elements of `elementType`, a float or a signless integer
  /// that `kind` orders.
  ElementOrder(Kind kind, Tie tie, Type elementType)
      : kind(kind), tie(tie), elementType(elementType) {}

  /// The type of a value while it is compared and carried.
  Type getWorkingType() const;

  /// Turns a scalar, vector or memref of elements to one of the working type. A
  /// memref becomes another view of the same memory by an unrealized cast,
  /// which disappears where memrefs are lowered to pointers.
  Value toWorkingType(OpBuilder &builder, Location loc, Value value) const;

  /// The inverse of `toWorkingType`.
  Value toElementType(OpBuilder &builder, Location loc, Value value) const;

  /// True where `lhs` is better than `rhs`, false where they are equal: an i1,
  /// or a vector of them.
  Value isBetter(OpBuilder &builder, Location loc, Element lhs,
                 Element rhs) const;

  /// Takes one more element into a reduction: the better of `state` and
  /// `element`. Where the two are equal, `element`: a NaN with the worst index
  /// is equal to the identity, but it is the element whose bits are the result.
  Element reduce(OpBuilder &builder, Location loc, Element state,
                 Element element) const;

  /// The element that no other is worse than, as scalar constants.
  Element createIdentity(OpBuilder &builder, Location loc,
                         Type indexType) const;

  //===--------------------------------------------------------------------===//
  // Keys: values as fast loops compare them
  //===--------------------------------------------------------------------===//

  /// The type of a key: the working type.
  Type getKeyType() const { return getWorkingType(); }

  /// Whether the keys are the values themselves: not of 16-bit floats.
  bool areKeysValues() const { return getWorkingType() == elementType; }

  /// Turns values of the working type, a scalar or a vector, into *keys*, which
  /// `isBetterKey` and `isSameKey` compare. Of a 16-bit float, the key is an
  /// integer that orders as the float does, with one key for both zeros and one
  /// for all NaNs, so that only f32 and f64, whose key is the value itself,
  /// have NaNs that comparisons do not order (`mayHaveNans`).
  Value createKey(OpBuilder &builder, Location loc, Value value) const;

  /// `createKey` in two steps. What the first one makes orders as keys do, but
  /// for NaNs, which are not the same. So the best of many is `mergeNans` of
  /// the best of what `createUnmergedKey` makes, which spares an instruction
  /// for each of them.
  Value createUnmergedKey(OpBuilder &builder, Location loc, Value value) const;
  Value mergeNans(OpBuilder &builder, Location loc, Value key) const;

  /// Whether keys may be NaNs. `isBetterKey` and `isSameKey` are then false for
  /// each of them, and their order is the caller's to see to.
  bool mayHaveNans() const;

  /// True where the key `lhs` is better than `rhs`, or, with `orSame`, where it
  /// is better or the same. One comparison; false where either is a NaN.
  Value isBetterKey(OpBuilder &builder, Location loc, Value lhs, Value rhs,
                    bool orSame = false) const;

  /// The same, but right for NaNs too: of keys that may be NaNs, two
  /// comparisons.
  Value isBetterKeyOrNan(OpBuilder &builder, Location loc, Value lhs, Value rhs,
                         bool orSame = false) const {
    return compareValues(builder, loc, lhs, rhs, orSame);
  }

  /// True where the keys are of values that the order finds equal. One
  /// comparison; false where either is a NaN.
  Value isSameKey(OpBuilder &builder, Location loc, Value lhs, Value rhs) const;

  /// The better of two keys, `rhs` where they are the same or `lhs` is a NaN:
  /// one instruction on x86, two on AArch64.
  Value selectBetterKey(OpBuilder &builder, Location loc, Value lhs,
                        Value rhs) const;

  /// True where one of two keys is a NaN: one comparison for both.
  Value isNanInEither(OpBuilder &builder, Location loc, Value lhs,
                      Value rhs) const;

  /// A key that no other is worse than: an infinity, the key of a 16-bit NaN,
  /// or the type's limit. Never a NaN if `mayHaveNans`.
  TypedAttr getWorstKey() const;

  /// The key that no other is better than; of keys that may be NaNs, an
  /// infinity.
  TypedAttr getBestKey() const;

  /// True where the value of `key` is not worse than that of `bound`: one
  /// comparison. A key that is a NaN counts as the order says. A bound that is
  /// one holds nothing back if a NaN is the best value, else everything.
  Value isAtLeastKey(OpBuilder &builder, Location loc, Value key,
                     Value bound) const;

  //===--------------------------------------------------------------------===//
  // Ranks: keys of one order for all kinds
  //===--------------------------------------------------------------------===//

  /// The type of a rank: a signless integer of the working type's width.
  Type getRankType() const;

  /// Turns values of the working type, a scalar or a vector, into *ranks*,
  /// integers which order as signed: the larger one is of the better value, and
  /// values that the order finds equal have one rank. So there is one rank for
  /// both zeros, and one for all NaNs: larger than those of all numbers where a
  /// NaN is the best value, else smaller.
  Value createRank(OpBuilder &builder, Location loc, Value value) const;

  /// The same, given the key.
  Value createRankOfKey(OpBuilder &builder, Location loc, Value key) const;

  /// A key of the values of the scalar `rank`. For keys that may be NaNs: of a
  /// rank that is worse than every number, the worst key, and of one that is
  /// better than every number, a NaN.
  Value createKeyOfRank(OpBuilder &builder, Location loc, Value rank) const;

  /// A value of the working type of each of `rank`, a scalar or a vector: the
  /// only one, unless the rank is ambiguous.
  Value createValueOfRank(OpBuilder &builder, Location loc, Value rank) const;

  /// True where `rank` is of more than one value: of both zeros, or of all
  /// NaNs. Null if no rank is.
  Value isAmbiguousRank(OpBuilder &builder, Location loc, Value rank) const;

  bool isNanBestValue() const { return isNanBest(kind); }
  Tie getTie() const { return tie; }
  Kind getKind() const { return kind; }

private:
  Value compareValues(OpBuilder &builder, Location loc, Value lhs, Value rhs,
                      bool orEqual) const;
  Value createOrderKey(OpBuilder &builder, Location loc, Value bits) const;
  APInt getRankFlip() const;
  APInt getNanKey() const;
  TypedAttr getLimitKey(bool isLargest) const;

  Kind kind;
  Tie tie;
  Type elementType;
};

} // namespace extrema
} // namespace mlir

#endif // EXTREMA_CONVERSION_COMMON_ELEMENTORDER_H
