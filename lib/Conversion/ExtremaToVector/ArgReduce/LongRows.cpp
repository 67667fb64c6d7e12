//===- LongRows.cpp - One row at a time -------------------------*- C++ -*-===//
//
// By the extent, known or asked at run time: blocks of several registers,
// blocks of one, and, for rows shorter than a register, a masked one or a
// scalar loop.
//
//===----------------------------------------------------------------------===//

#include "LongRows.h"

#include "BlockedRow.h"

using namespace mlir;
using namespace mlir::extrema;
using namespace tuning::argLongRows;

/// One element after the other.
static Value buildScalarRow(KernelBuilder &b, const RowKeys &row) {
  const ElementOrder &order = row.getOrder();
  Element identity = order.createIdentity(b, b.getLoc(), b.getIndexType());
  Element best =
      b.forLoop(0, row.extent, 1, identity, [&](Value position, Element best) {
        Element element{b.load(row.row, position), position};
        return order.reduce(b, b.getLoc(), best, element);
      });
  return best.index;
}

/// A row of at most as many elements as a register has lanes, masked.
static Value buildMaskedRow(KernelBuilder &b, const RowKeys &row) {
  const ElementOrder &order = row.getOrder();
  Location loc = b.getLoc();
  VectorType keyType = row.getRegister();
  b.invariant("ArgReduce/LongRows: a masked row that is longer than a "
              "register, or empty",
              [&] {
                return b.bitAnd(b.greater(row.extent, 0),
                                b.atMost(row.extent, b.numLanes(keyType)));
              });
  Value isElement = b.firstLanes(keyType, row.extent);
  Element identity = order.createIdentity(b, loc, b.getIndexType());
  Value keys =
      order.createKey(b, loc,
                      b.loadMasked(row.row, 0, isElement,
                                   b.broadcast(keyType, identity.value)));

  Value numbers = keys, isNan;
  if (order.mayHaveNans()) {
    isNan = order.isNanInEither(b, loc, keys, keys);
    numbers = b.select(isNan, b.constant(keyType, order.getWorstKey()), keys);
  }
  Value best = b.broadcast(keyType, reduceKeys(b, order, numbers));
  Value hits = b.bitAnd(order.isSameKey(b, loc, keys, best), isElement);
  if (order.mayHaveNans()) {
    // NaNs if there are any, or if there is nothing else.
    Value preferred = hits, fallback = isElement;
    if (order.isNanBestValue()) {
      preferred = b.bitAnd(isNan, isElement);
      fallback = hits;
    }
    hits = b.select(b.any(preferred), preferred, fallback);
  }
  return findTrueLane(b, row.reduction, hits);
}

/// The position (type `index`) of the best element of a row.
static Value buildLongRow(KernelBuilder &b, const ArgReduction &reduction,
                          Value memref) {
  RowKeys row{b, reduction, memref, b.extent(memref, 0)};
  int64_t numRegisters =
      reduction.target.vectorBits >= kWideBits ? kWideBlock : kNarrowBlock;
  auto buildShort = [&] {
    if (!reduction.target.hasMasks)
      return buildScalarRow(b, row);
    // What a masked register costs is the same for one element.
    return b.ifThen(
        b.atLeast(row.extent, kLeastMasked),
        [&] { return buildMaskedRow(b, row); }, [&] { return b.index(0); });
  };
  auto buildMedium = [&] {
    return b.ifThen(
        b.atLeast(row.extent, row.createNumLanes(1)),
        [&] { return buildBlockedRow(row, 1); }, buildShort);
  };
  return b.ifThen(
      b.atLeast(row.extent, row.createNumLanes(numRegisters)),
      [&] { return buildBlockedRow(row, numRegisters); }, buildMedium);
}

void mlir::extrema::buildLongRows(KernelBuilder &b,
                                  const ArgReduction &reduction,
                                  const View &view) {
  buildEachRow(b, reduction, view,
               [&](Value row) { return buildLongRow(b, reduction, row); });
}
