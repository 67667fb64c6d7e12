//===- Strided.cpp - Lanes are columns --------------------------*- C++ -*-===//

#include "ArgReduction.h"

#include "extrema/Conversion/Common/StructuredOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace mlir::extrema;

void mlir::extrema::buildStrided(OpBuilder &b, Location loc,
                                 const ArgReduction &reduction, Value columns,
                                 LaneDestinations destinations) {
  Type keyType = reduction.order.getKeyType();
  VectorType valueVector = reduction.target.getVectorType(keyType);
  auto positionVector = cast<VectorType>(valueVector.clone(b.getI32Type()));
  auto maskType = cast<VectorType>(valueVector.clone(b.getI1Type()));
  Value zero = arith::ConstantIndexOp::create(b, loc, 0);
  Value one = arith::ConstantIndexOp::create(b, loc, 1);
  Value lanes =
      arith::ConstantIndexOp::create(b, loc, valueVector.getNumElements());
  if (reduction.target.isScalable)
    lanes = arith::MulIOp::create(b, loc, lanes,
                                  vector::VectorScaleOp::create(b, loc));
  Value numRows = createExtent(b, loc, columns, 0);
  Value numColumns = createExtent(b, loc, columns, 1);
  scf::buildLoopNest(
      b, loc, zero, numColumns, lanes,
      [&](OpBuilder &b, Location loc, ValueRange ivs) {
        Value begin = ivs.front();
        // create_mask cuts its operand to 32 bits.
        Value left = arith::SubIOp::create(b, loc, numColumns, begin);
        left = arith::MinSIOp::create(b, loc, left, lanes);
        Value mask = vector::CreateMaskOp::create(b, loc, maskType, left);
        Element identity =
            reduction.order.createIdentity(b, loc, b.getI32Type());
        Value others =
            vector::BroadcastOp::create(b, loc, valueVector, identity.value);
        auto load = [&](OpBuilder &b, Location loc, Value row) {
          return vector::MaskedLoadOp::create(b, loc, valueVector, columns,
                                              ValueRange{row, begin}, mask,
                                              others);
        };
        Value firstPositions = vector::BroadcastOp::create(
            b, loc, positionVector,
            arith::ConstantIntOp::create(b, loc, 0, 32));
        auto loop = scf::ForOp::create(
            b, loc, one, numRows, one,
            ValueRange{load(b, loc, zero), firstPositions},
            [&](OpBuilder &b, Location loc, Value row, ValueRange state) {
              Value position =
                  arith::IndexCastOp::create(b, loc, b.getI32Type(), row);
              Element element{load(b, loc, row),
                              vector::BroadcastOp::create(
                                  b, loc, positionVector, position)};
              Element best =
                  reduction.order.reduce(b, loc, {state[0], state[1]}, element);
              scf::YieldOp::create(b, loc, {best.value, best.index});
            });
        storeLanes(b, loc, reduction, destinations, begin, loop.getResult(0),
                   loop.getResult(1), mask);
      });
}
