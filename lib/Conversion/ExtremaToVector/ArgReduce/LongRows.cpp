//===- LongRows.cpp - One row at a time -------------------------*- C++ -*-===//
//
// By the extent, known or asked at run time: blocks of several registers,
// blocks of one, and, for rows shorter than a register, a masked one or a
// scalar loop.
//
//===----------------------------------------------------------------------===//

#include "BlockedRow.h"

#include "extrema/Conversion/Common/StructuredOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace mlir::extrema;
using namespace tuning::argLongRows;

/// One element after the other.
static Value buildScalarRow(OpBuilder &b, Location loc, const RowKeys &row) {
  Value zero = arith::ConstantIndexOp::create(b, loc, 0);
  Value one = arith::ConstantIndexOp::create(b, loc, 1);
  Element first = row.getOrder().createIdentity(b, loc, b.getIndexType());
  auto loop = scf::ForOp::create(
      b, loc, zero, row.extent, one, ValueRange{first.value, first.index},
      [&](OpBuilder &b, Location loc, Value position, ValueRange state) {
        Element element{memref::LoadOp::create(b, loc, row.row, position),
                        position};
        Element best =
            row.getOrder().reduce(b, loc, {state[0], state[1]}, element);
        scf::YieldOp::create(b, loc, {best.value, best.index});
      });
  return loop.getResult(1);
}

/// A row of at most as many elements as a register has lanes, masked.
static Value buildMaskedRow(OpBuilder &b, Location loc, const RowKeys &row) {
  const ElementOrder &order = row.getOrder();
  VectorType keyType = row.getKeyVector(1);
  auto maskType = cast<VectorType>(keyType.clone(b.getI1Type()));
  Value zero = arith::ConstantIndexOp::create(b, loc, 0);
  Value isElement = vector::CreateMaskOp::create(b, loc, maskType, row.extent);
  Element identity = order.createIdentity(b, loc, b.getIndexType());
  Value others = vector::BroadcastOp::create(b, loc, keyType, identity.value);
  Value keys = vector::MaskedLoadOp::create(b, loc, keyType, row.row, zero,
                                            isElement, others);
  keys = order.createKey(b, loc, keys);

  Value numbers = keys, isNan;
  if (order.mayHaveNans()) {
    isNan = order.isNanInEither(b, loc, keys, keys);
    numbers = arith::SelectOp::create(
        b, loc, isNan, createSplat(b, loc, keyType, order.getWorstKey()), keys);
  }
  Value best = reduceKeys(b, loc, order, numbers);
  best = vector::BroadcastOp::create(b, loc, keyType, best);
  Value hits = order.isSameKey(b, loc, keys, best);
  hits = arith::AndIOp::create(b, loc, hits, isElement);
  if (order.mayHaveNans()) {
    // NaNs if there are any, or if there is nothing else.
    Value preferred = order.isNanBestValue() ? isNan : hits;
    Value fallback = order.isNanBestValue() ? hits : isElement;
    if (order.isNanBestValue())
      preferred = arith::AndIOp::create(b, loc, preferred, isElement);
    hits = arith::SelectOp::create(b, loc, isAnyTrue(b, loc, preferred),
                                   preferred, fallback);
  }
  return findTrueLane(b, loc, row.reduction, hits);
}

/// The result of `build` if there are at least `lanes` elements in the row, as
/// may be known, else of `buildElse`.
static Value
buildIfAtLeast(OpBuilder &b, Location loc, const RowKeys &row, Value lanes,
               function_ref<Value(OpBuilder &, Location)> build,
               function_ref<Value(OpBuilder &, Location)> buildElse) {
  std::optional<int64_t> extent = getConstantIntValue(row.extent);
  std::optional<int64_t> bound = getConstantIntValue(lanes);
  if (extent && bound)
    return *extent >= *bound ? build(b, loc) : buildElse(b, loc);
  Value isLong = arith::CmpIOp::create(b, loc, arith::CmpIPredicate::sge,
                                       row.extent, lanes);
  auto choice = scf::IfOp::create(
      b, loc, isLong,
      [&](OpBuilder &b, Location loc) {
        scf::YieldOp::create(b, loc, build(b, loc));
      },
      [&](OpBuilder &b, Location loc) {
        scf::YieldOp::create(b, loc, buildElse(b, loc));
      });
  return choice.getResult(0);
}

Value mlir::extrema::buildLongRow(OpBuilder &b, Location loc,
                                  const ArgReduction &reduction, Value memref) {
  RowKeys row{reduction, memref, createExtent(b, loc, memref, 0)};
  int64_t numRegisters =
      reduction.target.vectorBits >= kWideBits ? kWideBlock : kNarrowBlock;
  auto buildShort = [&](OpBuilder &b, Location loc) -> Value {
    if (!reduction.target.hasMasks)
      return buildScalarRow(b, loc, row);
    // What a masked register costs is the same for one element.
    return buildIfAtLeast(
        b, loc, row, arith::ConstantIndexOp::create(b, loc, kLeastMasked),
        [&](OpBuilder &b, Location loc) { return buildMaskedRow(b, loc, row); },
        [&](OpBuilder &b, Location loc) -> Value {
          return arith::ConstantIndexOp::create(b, loc, 0);
        });
  };
  auto buildMedium = [&](OpBuilder &b, Location loc) {
    return buildIfAtLeast(
        b, loc, row, row.createNumLanes(b, loc, 1),
        [&](OpBuilder &b, Location loc) {
          return buildBlockedRow(b, loc, row, 1);
        },
        buildShort);
  };
  return buildIfAtLeast(
      b, loc, row, row.createNumLanes(b, loc, numRegisters),
      [&](OpBuilder &b, Location loc) {
        return buildBlockedRow(b, loc, row, numRegisters);
      },
      buildMedium);
}
