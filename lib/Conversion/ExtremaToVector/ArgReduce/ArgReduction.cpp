//===- ArgReduction.cpp - arg_reduce as its strategies see it -------------===//

#include "ArgReduction.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Interfaces/LoopLikeInterface.h"

using namespace mlir;
using namespace mlir::extrema;

/// The indices, of the type of the destination, of elements at `positions`.
static Value createIndices(OpBuilder &b, Location loc,
                           const ArgReduction &reduction, Value positions) {
  auto vectorType = cast<VectorType>(positions.getType());
  auto indexVector = cast<VectorType>(vectorType.clone(reduction.indexType));
  Value indices = positions;
  if (reduction.indexType.isIndex())
    indices = arith::IndexCastUIOp::create(b, loc, indexVector, positions);
  else if (reduction.indexType.getIntOrFloatBitWidth() >
           vectorType.getElementTypeBitWidth())
    indices = arith::ExtUIOp::create(b, loc, indexVector, positions);
  else if (reduction.indexType.getIntOrFloatBitWidth() <
           vectorType.getElementTypeBitWidth())
    indices = arith::TruncIOp::create(b, loc, indexVector, positions);
  if (!reduction.indexBase)
    return indices;
  Value base = reduction.indexBase;
  if (!reduction.indexType.isIndex())
    base = arith::IndexCastOp::create(b, loc, reduction.indexType, base);
  base = vector::BroadcastOp::create(b, loc, indexVector, base);
  return arith::AddIOp::create(b, loc, base, indices);
}

/// The lanes of `memref` from `begin` on; those that `mask` leaves out are
/// those of `others`.
static Value loadLanes(OpBuilder &b, Location loc, Value memref, Value begin,
                       Value mask, Value others) {
  if (mask)
    return vector::MaskedLoadOp::create(b, loc, others.getType(), memref, begin,
                                        mask, others);
  return vector::LoadOp::create(b, loc, cast<VectorType>(others.getType()),
                                memref, begin);
}

static void storeVector(OpBuilder &b, Location loc, Value vector, Value memref,
                        Value begin, Value mask) {
  if (mask)
    vector::MaskedStoreOp::create(b, loc, memref, begin, mask, vector);
  else
    vector::StoreOp::create(b, loc, vector, memref, begin);
}

void mlir::extrema::storeLanes(OpBuilder &b, Location loc,
                               const ArgReduction &reduction,
                               LaneDestinations destinations, Value begin,
                               Value values, Value positions, Value mask) {
  Element best{values, Value()};
  if (destinations.indices)
    best.index = createIndices(b, loc, reduction, positions);
  if (reduction.accumulates) {
    Element state{
        loadLanes(b, loc, destinations.values, begin, mask, best.value),
        loadLanes(b, loc, destinations.indices, begin, mask, best.index)};
    best = reduction.order.reduce(b, loc, state, best);
  }
  if (destinations.values)
    storeVector(b, loc, best.value, destinations.values, begin, mask);
  if (destinations.indices)
    storeVector(b, loc, best.index, destinations.indices, begin, mask);
}

Value mlir::extrema::createScratch(OpBuilder &b, Location loc,
                                   const ArgReduction &reduction,
                                   MemRefType type) {
  // Asked of the operation, since what is being built in its place may not be
  // part of anything yet.
  Block *block = reduction.op->getBlock();
  while (Operation *parent = block->getParentOp()) {
    bool isSequentialLoop = isa<LoopLikeOpInterface>(parent) &&
                            !parent->hasTrait<OpTrait::HasParallelRegion>();
    if (parent->hasTrait<OpTrait::AutomaticAllocationScope>() &&
        !isSequentialLoop)
      break;
    block = parent->getBlock();
  }
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(&block->getParent()->front());
  return memref::AllocaOp::create(b, loc, type, b.getI64IntegerAttr(64));
}
