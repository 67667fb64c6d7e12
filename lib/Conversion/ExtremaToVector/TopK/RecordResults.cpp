//===- RecordResults.cpp - Results of topk_reduce from records ------------===//

#include "RecordResults.h"

using namespace mlir;
using namespace mlir::extrema;
using Values = KernelBuilder::Values;

void mlir::extrema::storeRecords(KernelBuilder &b,
                                 const TopKReduction &reduction,
                                 const RecordFormat &format,
                                 const Records &records, Value begin,
                                 Value number, InputRow row, Destinations to,
                                 Value first) {
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

  int64_t lanes = records.vectorType.getNumElements();
  Value vectorEnd = b.mul(b.divideUnsigned(number, lanes), lanes);
  b.forLoop(b.index(0), vectorEnd, lanes, [&](Value i) {
    SmallVector<Value> words = records.load(b, b.add(begin, i));
    Value place = b.add(first, i);
    b.store(
        createIndicesOfPositions(b, reduction, format.getPositions(b, words)),
        to.indices, place);
    Value ranks = format.getRanks(b, words);
    ranks = b.castSigned(
        ranks, cast<VectorType>(ranks.getType()).clone(order.getRankType()));
    b.store(order.createValueOfRank(b, loc, ranks), to.values, place);
    if (Value isAmbiguous = order.isAmbiguousRank(b, loc, ranks))
      b.ifThen(b.any(isAmbiguous), [&] {
        storeEach(i, b.add(i, b.index(lanes)));
        return Values();
      });
  });
  storeEach(vectorEnd, number);
}
