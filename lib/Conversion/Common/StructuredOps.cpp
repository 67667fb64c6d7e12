//===- StructuredOps.cpp - What their lowerings have in common ------------===//

#include "extrema/Conversion/Common/StructuredOps.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mlir::extrema;

/// The type of the elements that `op` orders: its first operand's, which is the
/// input of a reduction and the values of an identity.
static Type getElementType(DestinationStyleOpInterface op) {
  return getElementTypeOrSelf(op->getOperand(0).getType());
}

bool mlir::extrema::hasSignlessElements(DestinationStyleOpInterface op) {
  return getElementType(op).isSignlessIntOrFloat();
}

LogicalResult
mlir::extrema::verifySignlessElements(DestinationStyleOpInterface op) {
  if (hasSignlessElements(op))
    return success();
  return op->emitOpError("orders elements of type ")
         << getElementType(op)
         << ", but can be lowered on signless integers only: run "
            "extrema-strip-signedness before";
}

Value mlir::extrema::createIndexOfPosition(OpBuilder &builder, Location loc,
                                           Value position, Value indexBase,
                                           Type indexType) {
  Value index = position;
  if (indexBase)
    index = arith::AddIOp::create(builder, loc, indexBase, position);
  if (isa<IndexType>(indexType))
    return index;
  return arith::IndexCastOp::create(builder, loc, indexType, index);
}

Value mlir::extrema::createExtent(OpBuilder &builder, Location loc,
                                  Value memref, int64_t dimension) {
  return getValueOrCreateConstantIndexOp(
      builder, loc, memref::getMixedSize(builder, loc, memref, dimension));
}
