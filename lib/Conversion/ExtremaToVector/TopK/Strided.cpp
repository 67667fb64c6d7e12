//===- Strided.cpp - Columns, of which each row is inserted -----*- C++ -*-===//
//
// This strategy takes columns of few elements. Every row is inserted into the
// lists of its columns (ColumnBatch.h).
//
//===----------------------------------------------------------------------===//

#include "Strided.h"

#include "ColumnBatch.h"

using namespace mlir;
using namespace mlir::extrema;

namespace {
class StridedTopK {
public:
  StridedTopK(KernelBuilder &b, const TopKReduction &reduction, int64_t k)
      : b(b), batch(b, reduction, k) {}

  void build(const View &view, int64_t lanes) {
    batch.build(view, lanes, [&] { buildColumns(); });
  }

private:
  void prefetch(Value row, Value column, int64_t numVectors, Value nextColumn);
  void buildTile(Value column, int64_t numVectors, Value nextColumn = Value());
  void buildTiles(int64_t numVectors);
  void buildNarrow();
  void buildColumns();

  KernelBuilder &b;
  ColumnBatch batch;
};
} // namespace

/// Prefetches what is read some rows after `row` of a tile. What is fetched
/// much earlier would often be gone before it is needed: rows that are a power
/// of two apart share few places in the caches.
void StridedTopK::prefetch(Value row, Value column, int64_t numVectors,
                           Value nextColumn) {
  Value ahead = b.add(row, tuning::columns::kRowsAhead);
  Value isNext = b.atLeast(ahead, batch.numRows);
  Value nextRow =
      b.minSigned(b.sub(ahead, batch.numRows), b.sub(batch.numRows, 1));
  batch.prefetch(b.select(isNext, nextRow, ahead),
                 b.select(isNext, nextColumn, column),
                 numVectors * batch.numLanes);
}

/// Reduces the columns of `numVectors` vectors from `column` on. The next
/// columns begin at `nextColumn`, if that is not null.
void StridedTopK::buildTile(Value column, int64_t numVectors,
                            Value nextColumn) {
  VectorType type = batch.getVectorType(batch.order.getWorkingType());
  auto getBegin = [&](int64_t i) { return b.add(column, i * batch.numLanes); };
  auto loadRow = [&](Value row) {
    if (nextColumn)
      prefetch(row, column, numVectors, nextColumn);
    Value positions = batch.createPositions(row);
    SmallVector<Element> elements;
    for (int64_t i = 0; i < numVectors; ++i) {
      Value values = batch.loadValues(type, row, getBegin(i));
      elements.push_back({batch.createRanks(values), positions});
    }
    return elements;
  };
  auto tile = batch.reduce(batch.numRows, numVectors, loadRow);
  for (auto [i, lists] : llvm::enumerate(tile))
    batch.storeResults(lists, getBegin(i));
}

/// Reduces all columns, by tiles. The last tile is moved back so that it ends
/// where the columns do.
void StridedTopK::buildTiles(int64_t numVectors) {
  int64_t width = numVectors * batch.numLanes;
  Value last = b.sub(batch.numColumns, width);
  b.forLoop(0, batch.numColumns, width, [&](Value column) {
    b.invariant("Strided: fewer columns than a tile has",
                [&] { return b.atLeast(last, 0); });
    // Rows are too far apart for the hardware to prefetch what is read next.
    Value nextColumn = b.minSigned(b.add(column, width), last);
    buildTile(b.minSigned(column, last), numVectors, nextColumn);
  });
}

void StridedTopK::buildNarrow() {
  std::optional<int64_t> known = getConstantIntValue(batch.numColumns);
  if (!batch.reduction.target.hasMasks || (known && *known >= batch.numLanes))
    return buildTiles(1);
  // The same code takes whole vectors and the rest.
  b.forLoop(0, batch.numColumns, batch.numLanes, [&](Value column) {
    batch.withMask(column, [&] { buildTile(column, 1); });
  });
}

void StridedTopK::buildColumns() {
  if (batch.numVectors == 1)
    return buildNarrow();
  batch.ifColumns(
      batch.numVectors * batch.numLanes, [&] { buildTiles(batch.numVectors); },
      [&] { buildNarrow(); });
}

int64_t mlir::extrema::getStridedTopKLimit(const TopKReduction &) {
  return tuning::columns::kMostResults;
}

int64_t mlir::extrema::getStridedTopKColumns(const TopKReduction &reduction) {
  if (reduction.target.hasMasks)
    return 1;
  RecordFormat format(reduction.order, reduction.target);
  return reduction.target.getNumLanes(format.getRankType());
}

void mlir::extrema::buildStridedTopK(KernelBuilder &b,
                                     const TopKReduction &reduction,
                                     const View &view, int64_t lanes,
                                     int64_t k) {
  assert(isUnitStride(view.input, lanes) && !view.inputIndices && k >= 1 &&
         k <= getStridedTopKLimit(reduction) &&
         "no columns, or too many results");
  StridedTopK(b, reduction, k).build(view, lanes);
}
