//===- RowBatch.cpp - Rows as the lanes of vectors ------------------------===//

#include "RowBatch.h"

#include "../Selection/Records.h"
#include "../TransposeLanes.h"

#include "extrema/Conversion/Common/StructuredOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace mlir::extrema;
using arith::CmpIPredicate;
using Values = KernelBuilder::Values;

/// What no record's word is less than.
static constexpr int64_t worstWord = std::numeric_limits<int64_t>::min();

BatchShape::BatchShape(const TopKReduction &reduction, int64_t k)
    : width(llvm::PowerOf2Ceil(k)) {
  const ElementOrder &order = reduction.order;
  rankType = RecordFormat(order, reduction.target).getRankType();
  numLanes = reduction.target.getNumLanes(rankType);
  pieceLength =
      std::min(numLanes, transposedPieceBits /
                             order.getWorkingType().getIntOrFloatBitWidth());
}

/// The row of a lane.
Value RowBatch::getRow(Value lane) {
  Value row = b.add(firstRow, lane);
  std::optional<int64_t> known = getConstantIntValue(numRows);
  if (known && *known >= shape.numLanes)
    return row;
  return b.minSigned(row, b.sub(numRows, b.index(1)));
}

//===----------------------------------------------------------------------===//
// Loads
//===----------------------------------------------------------------------===//

SmallVector<Value> RowBatch::loadPiece(function_ref<Value(int64_t)> getBegin) {
  auto type = VectorType::get({shape.pieceLength}, order.getWorkingType());
  SmallVector<Value> pieces;
  for (int64_t lane = 0; lane < shape.numLanes; ++lane)
    pieces.push_back(vector::LoadOp::create(
        b, type, rows, ValueRange{getRow(b.index(lane)), getBegin(lane)}));
  return transposeLanes(b, b.getLoc(), pieces);
}

SmallVector<Value> RowBatch::loadPiece(Value begin) {
  return loadPiece([&](int64_t) { return begin; });
}

Value RowBatch::createRanks(Value values) {
  return b.castSigned(order.createRank(b, b.getLoc(), values), getRankVector());
}

Value RowBatch::createIndices(Value position) {
  return b.broadcast(getRankVector(),
                     b.bitNot(b.castUnsigned(position, shape.rankType)));
}

//===----------------------------------------------------------------------===//
// Records
//===----------------------------------------------------------------------===//

/// The records of one part of the rows.
RecordVector RowBatch::createRecords(Value ranks, Value indices, int64_t part) {
  if (!isPacked)
    return {ranks, indices};
  // Of each 128 bits, the shuffles of which are the cheapest, one half. The
  // lower part of a word is the first one.
  Value words = interleaveHalves(b, b.getLoc(), indices, ranks, /*length=*/4,
                                 /*upper=*/part == 1);
  auto type = VectorType::get({shape.numLanes / 2}, b.getI64Type());
  return {vector::BitCastOp::create(b, type, words)};
}

std::pair<Value, Value> RowBatch::takeApart(const Best &best, int64_t j) {
  if (!isPacked)
    return {best.parts[0][j][0], b.bitNot(best.parts[0][j][1])};
  Value words[2];
  for (auto [part, columns] : llvm::enumerate(best.parts))
    words[part] = vector::BitCastOp::create(b, getRankVector(), columns[j][0]);
  // The inverse of the interleaving.
  auto takeHalves = [&](int64_t half) {
    SmallVector<int64_t> lanes;
    for (int64_t i = 0; i < shape.numLanes; ++i)
      lanes.push_back(i / 4 * 4 + i % 4 / 2 * shape.numLanes + i % 2 * 2 +
                      half);
    return b.shuffle(words[0], words[1], lanes);
  };
  return {takeHalves(1), b.bitNot(takeHalves(0))};
}

Values RowBatch::flatten(const Best &best) const {
  Values values;
  for (ArrayRef<RecordVector> columns : best.parts)
    for (const RecordVector &words : columns)
      llvm::append_range(values, words);
  return values;
}

RowBatch::Best RowBatch::unflatten(ValueRange values) const {
  Best best;
  best.parts.resize(isPacked ? 2 : 1);
  unsigned numWords = isPacked ? 1 : 2;
  for (SmallVector<RecordVector> &columns : best.parts)
    for (int64_t i = 0; i < shape.width; ++i) {
      columns.emplace_back(values.take_front(numWords));
      values = values.drop_front(numWords);
    }
  return best;
}

RowBatch::Best RowBatch::createWorst() {
  auto type = VectorType::get({isPacked ? shape.numLanes / 2 : shape.numLanes},
                              b.getI64Type());
  // As many vectors with one word as with two.
  return unflatten(Values(2 * shape.width, b.constant(type, worstWord)));
}

void RowBatch::addColumns(Best &best, const Columns &columns, Value numSeen) {
  best.parts.resize(isPacked ? 2 : 1);
  auto isSeen = [&](int64_t column, Type wordVector) {
    if (getConstantIntValue(numSeen))
      return b.compare(CmpIPredicate::sgt, numSeen, b.index(column));
    // As a vector, it needs not be moved to a mask.
    Value bound = b.broadcast(cast<VectorType>(wordVector),
                              b.castUnsigned(numSeen, b.getI64Type()));
    return b.compare(CmpIPredicate::sgt, bound, b.constant(wordVector, column));
  };
  int64_t size = columns.ranks.size();
  for (int64_t first = 0; first < size; first += shape.width)
    for (auto [part, kept] : llvm::enumerate(best.parts)) {
      SmallVector<RecordVector> records;
      for (int64_t i = first; i < first + shape.width; ++i) {
        RecordVector words =
            createRecords(columns.ranks[i], columns.indices[i], part);
        if (numSeen)
          for (Value &word : words)
            word = b.select(isSeen(i, word.getType()),
                            b.constant(word.getType(), worstWord), word);
        records.push_back(words);
      }
      sortLanes(b, records);
      if (kept.empty())
        kept = records;
      else
        mergeBestOfLanes(b, kept, records);
    }
}

RowBatch::Best RowBatch::reduceColumns(Value numColumns, int64_t step,
                                       function_ref<Columns(Value)> load) {
  auto add = [&](ValueRange state, Value begin, Value numSeen = Value()) {
    Best best = unflatten(state);
    addColumns(best, load(begin), numSeen);
    return flatten(best);
  };
  // Networks make up most of the code: one is enough where it is large, or
  // beside the code for rows of other lengths.
  std::optional<int64_t> known = getConstantIntValue(numColumns);
  bool isOne = !known || shape.width > 8;
  Best first;
  if (isOne)
    first = createWorst();
  else
    addColumns(first, load(b.index(0)));
  // The last columns overlap those before.
  Value last = b.sub(numColumns, b.index(step));
  Value end =
      known ? b.mul(b.divideUnsigned(numColumns, step), step) : numColumns;
  Values state = b.forLoop(b.index(isOne ? 0 : step), end, step, flatten(first),
                           [&](Value position, ValueRange state) {
                             if (known)
                               return add(state, position);
                             Value begin = b.minSigned(position, last);
                             return add(state, begin, b.sub(position, begin));
                           });
  if (known && *known % step != 0)
    state = add(state, last, b.index(step - *known % step));
  return unflatten(state);
}

//===----------------------------------------------------------------------===//
// Results
//===----------------------------------------------------------------------===//

/// Stores `columns`, one for each result, into the rows of `memref`.
void RowBatch::storeColumns(ArrayRef<Value> columns, Value memref) {
  // By squares. Those beyond the last result are not stored.
  SmallVector<Value> padded(columns);
  padded.resize(shape.width, columns.back());
  int64_t size = std::min(shape.width, shape.numLanes);
  for (int64_t lane = 0; lane < shape.numLanes; lane += size) {
    SmallVector<Value> pieces;
    for (Value column : padded)
      pieces.push_back(b.slice(column, lane, size));
    for (auto [i, results] :
         llvm::enumerate(transposeLanes(b, b.getLoc(), pieces))) {
      SmallVector<Value> at{getRow(b.index(lane + i)), b.index(0)};
      vector::StoreOp::create(b, b.slice(results, 0, k), memref, at);
    }
  }
}

/// Copies values as they are in memory.
void RowBatch::fetchValues(ArrayRef<Value> positions) {
  for (auto [j, column] : llvm::enumerate(positions))
    b.store(column, spilled, b.index(j * shape.numLanes));
  b.forLoop(b.index(0), b.index(shape.numLanes), 1, [&](Value lane) {
    Value row = getRow(lane);
    b.forLoop(b.index(0), b.index(k), 1, [&](Value j) {
      Value position = b.load(spilled, b.add(b.mul(j, shape.numLanes), lane));
      position = b.castUnsigned(position, b.getIndexType());
      Value value = memref::LoadOp::create(b, rows, ValueRange{row, position});
      memref::StoreOp::create(b, value, destinations.values,
                              ValueRange{row, j});
    });
  });
}

void RowBatch::storeResults(const Best &best) {
  SmallVector<Value> values, positions, indices;
  Value ambiguous;
  for (int64_t j = 0; j < k; ++j) {
    auto [ranks, position] = takeApart(best, j);
    ranks = b.castSigned(ranks, getColumnType(order.getRankType()));
    values.push_back(order.createValueOfRank(b, b.getLoc(), ranks));
    positions.push_back(position);
    if (Value isAmbiguous = order.isAmbiguousRank(b, b.getLoc(), ranks))
      ambiguous = ambiguous ? b.bitOr(ambiguous, isAmbiguous) : isAmbiguous;
    indices.push_back(createIndicesOfPositions(b, reduction, position));
  }
  storeColumns(indices, destinations.indices);
  if (!ambiguous)
    return storeColumns(values, destinations.values);
  b.ifThen(
      b.any(ambiguous),
      [&] {
        fetchValues(positions);
        return Values();
      },
      [&] {
        storeColumns(values, destinations.values);
        return Values();
      });
}

//===----------------------------------------------------------------------===//
// Batches
//===----------------------------------------------------------------------===//

int64_t mlir::extrema::findBatch(const View &view) {
  auto getSize = [&](int64_t dimension) {
    int64_t size = view.getInputType().getDimSize(dimension);
    return ShapedType::isDynamic(size) ? std::numeric_limits<int64_t>::max()
                                       : size;
  };
  int64_t best = view.reduced == 0 ? 1 : 0;
  for (int64_t i = best + 1; i < view.getRank(); ++i)
    if (i != view.reduced && getSize(i) >= getSize(best))
      best = i;
  return best;
}

int64_t mlir::extrema::getTopKRowBatch(const TopKReduction &reduction,
                                       int64_t k) {
  return BatchShape(reduction, k).numLanes;
}

bool mlir::extrema::takesRowBatches(const View &view, int64_t k) {
  constexpr int64_t mostResults = 16;
  return !ShapedType::isDynamic(k) && k <= mostResults && view.getRank() > 1 &&
         isUnitStride(view.destinations.values, view.reduced) &&
         isUnitStride(view.destinations.indices, view.reduced);
}

void RowBatch::build(const View &view, function_ref<void()> buildBatch) {
  Location loc = b.getLoc();
  spilled =
      scratch.allocate(shape.rankType, b.index(shape.width * shape.numLanes));
  int64_t batch = findBatch(view);
  buildOuterLoops(
      b, loc, view, {batch, view.reduced},
      [&](OpBuilder &inner, Location, ValueRange outer) {
        OpBuilder::InsertionGuard guard(b);
        b.restoreInsertionPoint(inner.saveInsertionPoint());
        auto slice = [&](Value memref) {
          return createMatrix(b, loc, memref, outer, batch, view.reduced);
        };
        rows = slice(view.input);
        destinations = {slice(view.destinations.values),
                        slice(view.destinations.indices)};
        numRows = createExtent(b, loc, rows, 0);
        extent = createExtent(b, loc, rows, 1);
        Value last = b.sub(numRows, b.index(shape.numLanes));
        last = b.maxSigned(last, b.index(0));
        b.forLoop(b.index(0), numRows, shape.numLanes, [&](Value row) {
          firstRow = b.minSigned(row, last);
          buildBatch();
        });
        inner.restoreInsertionPoint(b.saveInsertionPoint());
      });
  scratch.release();
}
