//===- RowKeys.cpp - A row in memory as vectors of keys -------------------===//

#include "RowKeys.h"

using namespace mlir;
using namespace mlir::extrema;
using vector::CombiningKind;

//===----------------------------------------------------------------------===//
// Vectors of keys
//===----------------------------------------------------------------------===//

Value RowKeys::loadValues(Value begin, int64_t numRegisters) const {
  VectorType one = getRegister();
  auto type = VectorType::get({one.getDimSize(0) * numRegisters},
                              one.getElementType(), one.getScalableDims());
  return b.load(type, row, begin);
}

Value RowKeys::load(Value begin, int64_t numRegisters) const {
  return getOrder().createKey(b, b.getLoc(), loadValues(begin, numRegisters));
}

Value mlir::extrema::reduceKeys(KernelBuilder &b, const ElementOrder &order,
                                Value keys) {
  bool isMax = isMaxKind(order.getKind());
  if (order.mayHaveNans())
    // Without the flag, code for NaNs is made: five times as much on x86.
    return b.reduce(isMax ? CombiningKind::MAXNUMF : CombiningKind::MINNUMF,
                    keys, arith::FastMathFlags::nnan);
  if (isUnsignedKind(order.getKind()))
    return b.reduce(isMax ? CombiningKind::MAXUI : CombiningKind::MINUI, keys);
  return b.reduce(isMax ? CombiningKind::MAXSI : CombiningKind::MINSI, keys);
}

//===----------------------------------------------------------------------===//
// Searches
//===----------------------------------------------------------------------===//

Value mlir::extrema::findTrueLane(KernelBuilder &b,
                                  const ArgReduction &reduction, Value mask) {
  auto maskType = cast<VectorType>(mask.getType());
  bool isFirst = reduction.order.getTie() == Tie::First;
  Type indexType = b.getIndexType();

  if (reduction.target.hasMaskToBits) {
    Value bits = b.toBits(mask);
    if (isFirst)
      return b.castUnsigned(b.countTrailingZeros(bits), indexType);
    Value fromEnd = b.castUnsigned(b.countLeadingZeros(bits), indexType);
    return b.sub(maskType.getDimSize(0) - 1, fromEnd);
  }

  // The least, or greatest, number of a lane.
  Value numbers =
      b.castSigned(b.step(maskType), maskType.clone(b.getI32Type()));
  numbers = b.select(mask, numbers, isFirst ? -1 : 0);
  Value lane =
      b.reduce(isFirst ? CombiningKind::MINUI : CombiningKind::MAXUI, numbers);
  return b.castUnsigned(lane, indexType);
}

Value RowKeys::findInBlock(Value begin, int64_t numRegisters,
                           KeyTest test) const {
  Value hits = test(load(begin, numRegisters));
  b.invariant("ArgReduce/LongRows: the best element is not in the best block",
              [&] { return b.any(hits); });
  return b.add(begin, findTrueLane(b, reduction, hits));
}

RowKeys::Place RowKeys::findInRow(Value begin, int64_t numRegisters,
                                  KeyTest test) const {
  Value step = createNumLanes(numRegisters);
  // The last block of a row overlaps the one before: what it reads again has
  // not passed.
  Value lastBlock = b.sub(extent, step);

  /// A block, and whether an element in it passes.
  struct Searched {
    Value block, isFound;
    auto carried() { return std::tie(block, isFound); }
  };
  Value start = isFirst() ? b.minSigned(begin, lastBlock) : lastBlock;
  Searched last = b.searchLoop<Searched>(
      start,
      [&](Value block) -> std::pair<Value, Searched> {
        Value hits;
        for (int64_t i = 0; i < numRegisters; ++i) {
          Value more = test(load(b.add(block, createNumLanes(i)), 1));
          hits = hits ? b.bitOr(hits, more) : more;
        }
        Value isFound = b.any(hits);
        Value isEnd = b.equal(block, isFirst() ? lastBlock : b.index(0));
        return {b.bitNot(b.bitOr(isFound, isEnd)), {block, isFound}};
      },
      [&](Searched before) -> Value {
        if (isFirst())
          return b.minSigned(b.add(before.block, step), lastBlock);
        return b.maxSigned(b.sub(before.block, step), 0);
      });
  // There may be none.
  Value hits = test(load(last.block, numRegisters));
  return {last.isFound, b.add(last.block, findTrueLane(b, reduction, hits))};
}
