//===- RecordResults.cpp - Results of topk_reduce from records ------------===//

#include "RecordResults.h"

using namespace mlir;
using namespace mlir::extrema;
using Values = KernelBuilder::Values;

static void storeInPlace(KernelBuilder &b, const TopKReduction &reduction,
                         const RecordFormat &format, const Records &records,
                         Value begin, Value number, InputRow row,
                         Destinations to, Value first) {
  Location loc = b.getLoc();
  const ElementOrder &order = reduction.order;
  auto storeEach = [&](Value from, Value end) {
    b.forLoop(from, end, 1, [&](Value i) {
      Value position =
          format.getPosition(b, records.loadOne(b, b.add(begin, i)));
      storeResult(b, reduction, to, row, position, b.add(first, i));
    });
  };
  if (row.indices || !isUnitStride(to.values, 0) ||
      !isUnitStride(to.indices, 0))
    return storeEach(b.index(0), number);

  // Stores a register of results. Returns whether the rank does not tell the
  // value of one of them.
  auto storeVector = [&](Value i) -> Value {
    SmallVector<Value> words = records.load(b, b.add(begin, i));
    Value place = b.add(first, i);
    Value positions = format.getPositions(b, words);
    b.invariant("RecordResults: a result outside of its row", [&] {
      Type type = cast<VectorType>(positions.getType()).getElementType();
      Value end = b.castUnsigned(b.extent(row.values, 0), type);
      return b.lessUnsigned(positions, end);
    });
    b.store(createIndicesOfPositions(b, reduction, positions), to.indices,
            place);
    Value ranks = format.getRanks(b, words);
    ranks = b.castSigned(
        ranks, cast<VectorType>(ranks.getType()).clone(order.getRankType()));
    b.store(order.createValueOfRank(b, loc, ranks), to.values, place);
    if (Value isAmbiguous = order.isAmbiguousRank(b, loc, ranks))
      return b.any(isAmbiguous);
    return b.constant(b.getI1Type(), int64_t(0));
  };
  int64_t lanes = records.vectorType.getNumElements();
  b.forLoop(0, number, lanes, [&](Value i) {
    Value next = b.add(i, lanes);
    Value isTail = b.greater(next, number);
    Value areLeft = b.ifThen(
                         isTail, [&]() -> Values { return {isTail}; },
                         [&]() -> Values { return {storeVector(i)}; })
                        .front();
    b.ifThen(areLeft, [&] {
      storeEach(i, b.minSigned(next, number));
      return Values();
    });
  });
}

void mlir::extrema::storeRecords(KernelBuilder &b,
                                 const TopKReduction &reduction,
                                 const RecordFormat &format,
                                 const Records &records, Value begin,
                                 Value number, InputRow row, Destinations to,
                                 Value first) {
  auto hasSize = [](Value memref) {
    return cast<MemRefType>(memref.getType()).hasStaticShape();
  };
  // If sizes are known, only one strategy takes the rows. Its code then stays
  // in place, so that the pass sees stores to a destination that nobody reads.
  bool isShared = !hasSize(row.values) || !hasSize(to.values);
  Values others{begin, number, first, row.values, to.values, to.indices};
  if (row.indices)
    others.push_back(row.indices);
  if (reduction.indexBase)
    others.push_back(reduction.indexBase);
  records.callPrivate(
      b, "extrema_store_results", isShared, others,
      [&](const Records &records, ValueRange others) -> Values {
        TopKReduction own = reduction;
        if (own.indexBase)
          own.indexBase = others.back();
        InputRow ownRow{others[3], row.indices ? others[6] : Value()};
        storeInPlace(b, own, format, records, others[0], others[1], ownRow,
                     {others[4], others[5]}, others[2]);
        return {};
      });
}
