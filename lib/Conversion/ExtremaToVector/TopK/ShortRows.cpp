//===- ShortRows.cpp - Many rows of few elements ----------------*- C++ -*-===//
//
// All columns of a batch of rows are sorted and merged, a few at a time
// (RowBatch.h).
//
//===----------------------------------------------------------------------===//

#include "ShortRows.h"

#include "RowBatch.h"

using namespace mlir;
using namespace mlir::extrema;

int64_t mlir::extrema::getShortTopKRowMinimum(const TopKReduction &reduction,
                                              int64_t k) {
  BatchShape shape(reduction, k);
  return std::max(shape.step, shape.width);
}

void mlir::extrema::buildShortTopKRows(KernelBuilder &b,
                                       const TopKReduction &reduction,
                                       const View &view, int64_t k) {
  assert(takesRowBatches(view, k) && !view.inputIndices &&
         "rows that make no batch");
  RowBatch batch(b, reduction, k);
  auto load = [&](Value begin, Value numSeen) {
    RowBatch::Columns columns;
    VectorType type = batch.getIntegerVector();
    Value indices = batch.createIndices(begin);
    for (int64_t i = 0; i < batch.shape.step; i += batch.shape.pieceLength)
      for (Value values : batch.loadPiece(b.add(begin, i))) {
        int64_t number = columns.size();
        Value offset = b.constant(type, number), isSeen;
        if (numSeen)
          isSeen =
              b.greater(b.castUnsigned(numSeen, type.getElementType()), offset);
        columns.push_back(
            batch.records.create(b, values, b.sub(indices, offset), isSeen));
      }
    return columns;
  };
  batch.build(view, [&] {
    std::optional<int64_t> known = getConstantIntValue(batch.extent);
    bool hasRest = !known || *known % batch.shape.step != 0;
    batch.storeResults(batch.reduceColumns(batch.extent, hasRest, load));
  });
}
