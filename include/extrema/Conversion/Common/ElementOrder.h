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

private:
  Value compareValues(OpBuilder &builder, Location loc, Value lhs, Value rhs,
                      bool orEqual) const;
  Value createOrderKey(OpBuilder &builder, Location loc, Value bits) const;

  Kind kind;
  Tie tie;
  Type elementType;
};

} // namespace extrema
} // namespace mlir

#endif // EXTREMA_CONVERSION_COMMON_ELEMENTORDER_H
