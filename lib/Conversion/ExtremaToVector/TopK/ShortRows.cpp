//===- ShortRows.cpp - Many rows of few elements ----------------*- C++ -*-===//
//
// All columns of a batch of rows are sorted and merged, some at a time: see
// RowBatch.h.
//
//===----------------------------------------------------------------------===//

#include "RowBatch.h"

using namespace mlir;
using namespace mlir::extrema;

/// Columns that are sorted in one turn: at least as many as are kept.
static int64_t getStep(const BatchShape &shape) {
  return std::max(shape.width, shape.pieceLength);
}

int64_t mlir::extrema::getShortTopKRowMinimum(const TopKReduction &reduction,
                                              int64_t k) {
  return getStep(BatchShape(reduction, k));
}

void mlir::extrema::buildShortTopKRows(OpBuilder &builder, Location loc,
                                       const TopKReduction &reduction,
                                       const View &view, int64_t k) {
  KernelBuilder b(loc, builder);
  RowBatch batch(b, reduction, k);
  int64_t step = getStep(batch.shape);
  auto load = [&](Value begin) {
    RowBatch::Columns columns;
    for (int64_t i = 0; i < step; i += batch.shape.pieceLength)
      for (Value values : batch.loadPiece(b.add(begin, b.index(i))))
        columns.ranks.push_back(batch.createRanks(values));
    Value indices = batch.createIndices(begin);
    for (int64_t i = 0; i < step; ++i)
      columns.indices.push_back(
          b.sub(indices, b.constant(batch.shape.rankType, i)));
    return columns;
  };
  batch.build(view, [&] {
    batch.storeResults(batch.reduceColumns(batch.extent, step, load));
  });
  builder.restoreInsertionPoint(b.saveInsertionPoint());
}
