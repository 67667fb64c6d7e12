//===- RowKeys.cpp - A row in memory as vectors of keys -------------------===//

#include "RowKeys.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace mlir::extrema;

//===----------------------------------------------------------------------===//
// Vectors of keys
//===----------------------------------------------------------------------===//

VectorType RowKeys::getKeyVector(int64_t numRegisters) const {
  VectorType one = reduction.target.getVectorType(getOrder().getKeyType());
  return VectorType::get({one.getDimSize(0) * numRegisters},
                         one.getElementType(), one.getScalableDims());
}

Value RowKeys::createNumLanes(OpBuilder &b, Location loc,
                              int64_t numRegisters) const {
  VectorType type = getKeyVector(numRegisters);
  Value lanes = arith::ConstantIndexOp::create(b, loc, type.getDimSize(0));
  if (!type.isScalable())
    return lanes;
  return arith::MulIOp::create(b, loc, lanes,
                               vector::VectorScaleOp::create(b, loc));
}

Value RowKeys::loadValues(OpBuilder &b, Location loc, Value begin,
                          int64_t numRegisters) const {
  return vector::LoadOp::create(b, loc, getKeyVector(numRegisters), row, begin);
}

Value RowKeys::load(OpBuilder &b, Location loc, Value begin,
                    int64_t numRegisters) const {
  return getOrder().createKey(b, loc, loadValues(b, loc, begin, numRegisters));
}

Value mlir::extrema::createSplat(OpBuilder &b, Location loc, VectorType type,
                                 TypedAttr value) {
  return arith::ConstantOp::create(b, loc, DenseElementsAttr::get(type, value));
}

Value mlir::extrema::reduceKeys(OpBuilder &b, Location loc,
                                const ElementOrder &order, Value keys) {
  using vector::CombiningKind;
  bool isMax = isMaxKind(order.getKind());
  if (order.mayHaveNans())
    // Without the flag, code for NaNs is made: five times as much on x86.
    return vector::ReductionOp::create(
        b, loc, isMax ? CombiningKind::MAXNUMF : CombiningKind::MINNUMF, keys,
        arith::FastMathFlags::nnan);
  CombiningKind kind =
      isUnsignedKind(order.getKind())
          ? (isMax ? CombiningKind::MAXUI : CombiningKind::MINUI)
          : (isMax ? CombiningKind::MAXSI : CombiningKind::MINSI);
  return vector::ReductionOp::create(b, loc, kind, keys);
}

//===----------------------------------------------------------------------===//
// Masks
//===----------------------------------------------------------------------===//

Value mlir::extrema::isAnyTrue(OpBuilder &b, Location loc, Value mask) {
  return vector::ReductionOp::create(b, loc, vector::CombiningKind::OR, mask);
}

Value mlir::extrema::findTrueLane(OpBuilder &b, Location loc,
                                  const ArgReduction &reduction, Value mask) {
  auto maskType = cast<VectorType>(mask.getType());
  int64_t numLanes = maskType.getDimSize(0);
  bool isFirst = reduction.order.getTie() == Tie::First;

  if (reduction.target.hasMaskToBits) {
    Type bitsType = b.getIntegerType(numLanes);
    Value bits =
        vector::BitCastOp::create(b, loc, VectorType::get({1}, bitsType), mask);
    bits = vector::ExtractOp::create(b, loc, bits, 0);
    if (isFirst) {
      Value lane = math::CountTrailingZerosOp::create(b, loc, bits);
      return arith::IndexCastUIOp::create(b, loc, b.getIndexType(), lane);
    }
    Value fromEnd = math::CountLeadingZerosOp::create(b, loc, bits);
    fromEnd = arith::IndexCastUIOp::create(b, loc, b.getIndexType(), fromEnd);
    Value last = arith::ConstantIndexOp::create(b, loc, numLanes - 1);
    return arith::SubIOp::create(b, loc, last, fromEnd);
  }

  // The least, or greatest, number of a lane.
  auto numberType = cast<VectorType>(maskType.clone(b.getI32Type()));
  Value numbers = vector::StepOp::create(
      b, loc, cast<VectorType>(maskType.clone(b.getIndexType())));
  numbers = arith::IndexCastOp::create(b, loc, numberType, numbers);
  Value others =
      createSplat(b, loc, numberType, b.getI32IntegerAttr(isFirst ? -1 : 0));
  numbers = arith::SelectOp::create(b, loc, mask, numbers, others);
  Value lane = vector::ReductionOp::create(
      b, loc,
      isFirst ? vector::CombiningKind::MINUI : vector::CombiningKind::MAXUI,
      numbers);
  return arith::IndexCastUIOp::create(b, loc, b.getIndexType(), lane);
}

//===----------------------------------------------------------------------===//
// Searches
//===----------------------------------------------------------------------===//

Value mlir::extrema::findInBlock(OpBuilder &b, Location loc, const RowKeys &row,
                                 Value begin, int64_t numRegisters,
                                 KeyTest test) {
  Value hits = test(b, loc, row.load(b, loc, begin, numRegisters));
  Value lane = findTrueLane(b, loc, row.reduction, hits);
  return arith::AddIOp::create(b, loc, begin, lane);
}

RowPosition mlir::extrema::findInRow(OpBuilder &b, Location loc,
                                     const RowKeys &row, Value begin,
                                     int64_t numRegisters, KeyTest test) {
  bool isFirst = row.isFirst();
  Type indexType = b.getIndexType();
  Value zero = arith::ConstantIndexOp::create(b, loc, 0);
  Value step = row.createNumLanes(b, loc, numRegisters);
  Value yes = arith::ConstantIntOp::create(b, loc, 1, /*width=*/1);
  // The last block of a row overlaps the one before: what it reads again has
  // not passed.
  Value lastBlock = arith::SubIOp::create(b, loc, row.extent, step);

  auto before = [&](OpBuilder &b, Location loc, ValueRange args) {
    Value block = args[0], hits;
    for (int64_t i = 0; i < numRegisters; ++i) {
      Value position = block;
      if (i > 0) {
        Value offset = row.createNumLanes(b, loc, i);
        position = arith::AddIOp::create(b, loc, block, offset);
      }
      Value more = test(b, loc, row.load(b, loc, position, 1));
      hits = hits ? arith::OrIOp::create(b, loc, hits, more).getResult() : more;
    }
    Value isFound = isAnyTrue(b, loc, hits);
    Value isEnd = arith::CmpIOp::create(b, loc, arith::CmpIPredicate::eq, block,
                                        isFirst ? lastBlock : zero);
    Value isOver = arith::OrIOp::create(b, loc, isFound, isEnd);
    Value goesOn = arith::XOrIOp::create(b, loc, isOver, yes);
    scf::ConditionOp::create(b, loc, goesOn, ValueRange{block, isFound});
  };
  auto after = [&](OpBuilder &b, Location loc, ValueRange args) {
    Value block;
    if (isFirst) {
      block = arith::AddIOp::create(b, loc, args[0], step);
      block = arith::MinSIOp::create(b, loc, block, lastBlock);
    } else {
      block = arith::SubIOp::create(b, loc, args[0], step);
      block = arith::MaxSIOp::create(b, loc, block, zero);
    }
    scf::YieldOp::create(b, loc, block);
  };
  Value start = lastBlock;
  if (isFirst)
    start = arith::MinSIOp::create(b, loc, begin, lastBlock);
  auto loop = scf::WhileOp::create(b, loc, TypeRange{indexType, b.getI1Type()},
                                   start, before, after);
  Value block = loop.getResult(0);
  return {loop.getResult(1),
          findInBlock(b, loc, row, block, numRegisters, test)};
}
