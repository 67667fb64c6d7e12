//===- ArgReduction.cpp - arg_reduce as its strategies see it -------------===//

#include "ArgReduction.h"

#include "extrema/Dialect/Extrema/IR/Scratch.h"
#include "extrema/Dialect/Extrema/Utils/RegionRuns.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mlir::extrema;

void mlir::extrema::storeBest(OpBuilder &b, Location loc,
                              const ArgReduction &reduction,
                              Destinations destinations, ValueRange coordinates,
                              Element best) {
  if (reduction.accumulates) {
    Element state{
        memref::LoadOp::create(b, loc, destinations.values, coordinates),
        memref::LoadOp::create(b, loc, destinations.indices, coordinates)};
    best = reduction.order.reduce(b, loc, state, best);
  }
  if (destinations.values)
    memref::StoreOp::create(b, loc, best.value, destinations.values,
                            coordinates);
  if (destinations.indices)
    memref::StoreOp::create(b, loc, best.index, destinations.indices,
                            coordinates);
}

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

/// Stores the lanes of `vector` that `mask` selects, one by one.
static void storeEachLane(OpBuilder &b, Location loc, Value vector,
                          Value memref, Value begin, Value mask) {
  auto type = cast<VectorType>(vector.getType());
  Value lanes = arith::ConstantIndexOp::create(b, loc, type.getNumElements());
  if (type.isScalable())
    lanes = arith::MulIOp::create(b, loc, lanes,
                                  vector::VectorScaleOp::create(b, loc));
  scf::buildLoopNest(
      b, loc, arith::ConstantIndexOp::create(b, loc, 0).getResult(), lanes,
      arith::ConstantIndexOp::create(b, loc, 1).getResult(),
      [&](OpBuilder &b, Location loc, ValueRange ivs) {
        Value lane = ivs.front();
        Value isIn = vector::ExtractOp::create(b, loc, mask, lane);
        scf::IfOp::create(b, loc, isIn, [&](OpBuilder &b, Location loc) {
          memref::StoreOp::create(
              b, loc, vector::ExtractOp::create(b, loc, vector, lane), memref,
              arith::AddIOp::create(b, loc, begin, lane).getResult());
          scf::YieldOp::create(b, loc);
        });
      });
}

static void storeVector(OpBuilder &b, Location loc,
                        const ArgReduction &reduction, Value vector,
                        Value memref, Value begin, LaneStore how) {
  if (how.mask) {
    vector::MaskedStoreOp::create(b, loc, memref, begin, how.mask, vector);
    return;
  }
  llvm::MaybeAlign alignment;
  if (how.streams) {
    // That of the vector, or of a register if it takes several.
    auto type = cast<VectorType>(vector.getType());
    Type elementType = type.getElementType();
    int64_t bits =
        type.getNumElements() * (elementType.isIndex()
                                     ? IndexType::kInternalStorageBitWidth
                                     : elementType.getIntOrFloatBitWidth());
    alignment = llvm::Align(std::min(bits, reduction.target.vectorBits) / 8);
  }
  vector::StoreOp::create(b, loc, vector, memref, begin, how.streams,
                          alignment);
}

void mlir::extrema::storeLanes(OpBuilder &b, Location loc,
                               const ArgReduction &reduction,
                               LaneDestinations destinations, Value begin,
                               Element best, LaneStore how) {
  if (reduction.accumulates) {
    Element state{
        loadLanes(b, loc, destinations.values, begin, how.mask, best.value),
        loadLanes(b, loc, destinations.indices, begin, how.mask, best.index)};
    best = reduction.order.reduce(b, loc, state, best);
  }
  if (destinations.values)
    storeVector(b, loc, reduction, best.value, destinations.values, begin, how);
  if (destinations.indices)
    storeVector(b, loc, reduction, best.index, destinations.indices, begin,
                how);
}

void mlir::extrema::storeLanes(OpBuilder &b, Location loc,
                               const ArgReduction &reduction,
                               LaneDestinations destinations, Value begin,
                               Value values, Value positions, LaneStore how) {
  Element best{values, Value()};
  if (destinations.indices)
    best.index = createIndices(b, loc, reduction, positions);
  bool isNarrowed = best.index && best.index.getDefiningOp<arith::TruncIOp>();
  if (!how.mask || !isNarrowed || reduction.accumulates)
    return storeLanes(b, loc, reduction, destinations, begin, best, how);
  // LLVM 22 makes a masked store of truncated lanes, if the mask is known and
  // has one lane, a store of what is truncated, which writes beyond the end.
  if (destinations.values)
    storeVector(b, loc, reduction, best.value, destinations.values, begin, how);
  storeEachLane(b, loc, best.index, destinations.indices, begin, how.mask);
}

Value mlir::extrema::createScratch(
    OpBuilder &b, Location loc, const ArgReduction &reduction, MemRefType type,
    function_ref<Value(OpBuilder &, Location)> createSize) {
  OpBuilder::InsertionGuard guard(b);
  IntegerAttr alignment = b.getI64IntegerAttr(64);
  Operation *scratch;
  auto createSizes = [&] {
    return createSize ? SmallVector<Value>{createSize(b, loc)}
                      : SmallVector<Value>();
  };
  // Asked of the operation, since what is being built in its place may not be
  // part of anything yet.
  if (Block *block = findStackBlock(reduction.op)) {
    b.setInsertionPointToStart(block);
    scratch = memref::AllocaOp::create(b, loc, type, createSizes(), alignment);
  } else {
    if (reduction.previous)
      b.setInsertionPointAfter(reduction.previous);
    else
      b.setInsertionPointToStart(reduction.op->getBlock());
    scratch = memref::AllocOp::create(b, loc, type, createSizes(), alignment);
    b.setInsertionPointAfter(reduction.op);
    memref::DeallocOp::create(b, loc, scratch->getResult(0));
  }
  if (reduction.target.scratch == ScratchMemory::Argument)
    scratch->setAttr(kScratchAttr, b.getUnitAttr());
  return scratch->getResult(0);
}
