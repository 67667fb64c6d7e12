//===- ShortRows.cpp - Many rows of few elements ----------------*- C++ -*-===//
//
// Rows as the lanes of vectors: of a batch of rows, pieces of consecutive
// elements are loaded and transposed in registers (TransposeLanes.h), so that
// each vector then holds one column of the batch. As many columns as there are
// results, rounded up to a power of two, are sorted lane by lane, and the best
// of them and of the columns before are kept: a sorting network, without
// branches, so that neither the order of the elements nor ties matter.
//
// What is sorted are ranks with positions (Records.h): no two are the same, and
// the values are made of the ranks in the end, but for zeros and NaNs, whose
// bits are fetched by position.
//
// The last batch overlaps the one before it, and stores the same results again.
// The last columns of a row overlap those before them, too; a column that has
// been seen is made one of records that are worse than every element.
//
//===----------------------------------------------------------------------===//

#include "TopKReduction.h"

#include "../Selection/LaneNetwork.h"
#include "../Selection/Records.h"
#include "../TransposeLanes.h"

#include "extrema/Conversion/Common/StructuredOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace mlir::extrema;
using arith::CmpIPredicate;
using Values = KernelBuilder::Values;

namespace {
/// How the rows of a batch are taken apart.
struct BatchShape {
  BatchShape(const TopKReduction &reduction, int64_t k)
      : width(llvm::PowerOf2Ceil(k)) {
    const ElementOrder &order = reduction.order;
    rankType = RecordFormat(order, reduction.target).getRankType();
    numRows = reduction.target.getNumLanes(rankType);
    pieceLength =
        std::min(numRows, transposedPieceBits /
                              order.getWorkingType().getIntOrFloatBitWidth());
    groupSize = std::max(width, pieceLength);
  }

  /// How many results are kept for each row.
  int64_t width;
  /// Beside which records are made: a vector of them is a column of a batch.
  Type rankType;
  int64_t numRows;
  /// What is loaded at once: consecutive elements of a row.
  int64_t pieceLength;
  /// What is sorted in one turn: columns.
  int64_t groupSize;
};

/// Vectors of records, sorted: as many as results are kept.
using RecordColumns = SmallVector<RecordVector>;

/// Lowers one operation, of the form that `buildShortTopKRows` describes.
class ShortTopKRows {
public:
  ShortTopKRows(KernelBuilder &b, const TopKReduction &reduction, int64_t k)
      : b(b), reduction(reduction), order(reduction.order), k(k),
        shape(reduction, k), scratch(b, reduction),
        isPacked(shape.rankType.getIntOrFloatBitWidth() == 32) {}

  void build(const View &view);

private:
  VectorType getColumnType(Type elementType) const {
    return VectorType::get({shape.numRows}, elementType);
  }
  /// Words of 64 bits are beside one another in two vectors: each of them has
  /// half of the rows.
  int64_t getNumParts() const { return isPacked ? 2 : 1; }
  unsigned getNumWords() const { return isPacked ? 1 : 2; }

  Value getRow(Value lane);
  SmallVector<Value> loadRanks(Value begin);
  RecordVector createRecords(Value ranks, Value indices, int64_t part);
  void addGroup(MutableArrayRef<RecordColumns> best, Value begin,
                Value numSeen);
  SmallVector<RecordColumns> reduceBatch();
  std::pair<Value, Value> takeApart(ArrayRef<RecordColumns> best, int64_t j);
  void storeColumns(ArrayRef<Value> columns, Value memref);
  void fetchValues(ArrayRef<Value> positions);
  void storeResults(ArrayRef<RecordColumns> best);
  void buildRows();

  KernelBuilder &b;
  const TopKReduction &reduction;
  const ElementOrder &order;
  int64_t k;
  BatchShape shape;
  Scratch scratch;
  bool isPacked;

  /// Memrefs of two dimensions, rows first.
  Value rows;
  Destinations destinations;
  Value numRows, extent;
  /// Of the batch at hand.
  Value firstRow;
  /// Positions of a batch, where they are needed one by one.
  Value spilled;
};
} // namespace

/// The row of a lane. Where there are fewer rows than lanes, the last one is
/// that of many.
Value ShortTopKRows::getRow(Value lane) {
  Value row = b.add(firstRow, lane);
  std::optional<int64_t> known = getConstantIntValue(numRows);
  if (known && *known >= shape.numRows)
    return row;
  return b.minSigned(row, b.sub(numRows, b.index(1)));
}

//===----------------------------------------------------------------------===//
// Columns
//===----------------------------------------------------------------------===//

/// The ranks of a group of columns, from `begin` on.
SmallVector<Value> ShortTopKRows::loadRanks(Value begin) {
  auto pieceType = VectorType::get({shape.pieceLength}, order.getWorkingType());
  SmallVector<Value> ranks;
  for (int64_t i = 0; i < shape.groupSize; i += shape.pieceLength) {
    Value position = b.add(begin, b.index(i));
    SmallVector<Value> pieces;
    for (int64_t lane = 0; lane < shape.numRows; ++lane)
      pieces.push_back(vector::LoadOp::create(
          b, pieceType, rows, ValueRange{getRow(b.index(lane)), position}));
    for (Value values : transposeLanes(b, b.getLoc(), pieces))
      ranks.push_back(b.castSigned(order.createRank(b, b.getLoc(), values),
                                   getColumnType(shape.rankType)));
  }
  return ranks;
}

/// The records of one part of the rows, of their ranks and ~positions.
RecordVector ShortTopKRows::createRecords(Value ranks, Value indices,
                                          int64_t part) {
  if (!isPacked)
    return {ranks, indices};
  // Of each 128 bits, the shuffles of which are the cheapest, one half. The
  // lower part of a word is the first one.
  Value words = interleaveHalves(b, b.getLoc(), indices, ranks,
                                 /*length=*/4, /*upper=*/part);
  auto type = VectorType::get({shape.numRows / 2}, b.getI64Type());
  return {vector::BitCastOp::create(b, type, words)};
}

/// The ranks and the positions of result number `j` of all rows.
std::pair<Value, Value> ShortTopKRows::takeApart(ArrayRef<RecordColumns> best,
                                                 int64_t j) {
  if (!isPacked)
    return {best[0][j][0], b.bitNot(best[0][j][1])};
  VectorType type = getColumnType(shape.rankType);
  Value parts[] = {vector::BitCastOp::create(b, type, best[0][j][0]),
                   vector::BitCastOp::create(b, type, best[1][j][0])};
  // The inverse of an interleaving.
  auto takeHalves = [&](int64_t half) {
    SmallVector<int64_t> lanes;
    for (int64_t i = 0; i < shape.numRows; ++i)
      lanes.push_back(i / 4 * 4 + i % 2 * 2 + half + i % 4 / 2 * shape.numRows);
    return b.shuffle(parts[0], parts[1], lanes);
  };
  return {takeHalves(1), b.bitNot(takeHalves(0))};
}

/// Takes a group of columns into the best ones. The first `numSeen` of them
/// (null: none) do not count.
void ShortTopKRows::addGroup(MutableArrayRef<RecordColumns> best, Value begin,
                             Value numSeen) {
  SmallVector<Value> ranks = loadRanks(begin);
  Value indices = b.broadcast(getColumnType(shape.rankType),
                              b.bitNot(b.castUnsigned(begin, shape.rankType)));
  for (int64_t first = 0; first < shape.groupSize; first += shape.width) {
    for (int64_t part = 0; part < getNumParts(); ++part) {
      RecordColumns columns;
      for (int64_t i = first; i < first + shape.width; ++i) {
        RecordVector words = createRecords(
            ranks[i], b.sub(indices, b.constant(shape.rankType, i)), part);
        for (Value &word : words)
          if (numSeen)
            word = b.select(
                b.compare(CmpIPredicate::sgt, numSeen, b.index(i)),
                b.constant(word.getType(), std::numeric_limits<int64_t>::min()),
                word);
        columns.push_back(words);
      }
      sortLanes(b, columns);
      if (best[part].empty())
        best[part] = columns;
      else
        mergeBestOfLanes(b, best[part], columns);
    }
  }
}

static Values flatten(ArrayRef<RecordColumns> parts) {
  Values values;
  for (const RecordColumns &columns : parts)
    for (const RecordVector &words : columns)
      llvm::append_range(values, words);
  return values;
}

static SmallVector<RecordColumns> unflatten(ValueRange values, int64_t numParts,
                                            int64_t width, unsigned numWords) {
  SmallVector<RecordColumns> parts(numParts);
  for (RecordColumns &columns : parts)
    for (int64_t i = 0; i < width; ++i) {
      columns.emplace_back(values.take_front(numWords));
      values = values.drop_front(numWords);
    }
  return parts;
}

/// The best records of each row of the batch, best first.
SmallVector<RecordColumns> ShortTopKRows::reduceBatch() {
  auto add = [&](ValueRange state, Value begin, Value numSeen) {
    SmallVector<RecordColumns> best =
        unflatten(state, getNumParts(), shape.width, getNumWords());
    addGroup(best, begin, numSeen);
    return flatten(best);
  };
  SmallVector<RecordColumns> first(getNumParts());
  addGroup(first, b.index(0), /*numSeen=*/Value());

  Value size = b.index(shape.groupSize);
  Value whole =
      b.mul(b.divideUnsigned(extent, shape.groupSize), shape.groupSize);
  Values state = b.forLoop(size, whole, shape.groupSize, flatten(first),
                           [&](Value begin, ValueRange state) {
                             return add(state, begin, /*numSeen=*/Value());
                           });
  Value rest = b.sub(extent, whole);
  auto addRest = [&]() {
    return add(state, b.sub(extent, size), b.sub(size, rest));
  };
  if (std::optional<int64_t> known = getConstantIntValue(rest)) {
    if (*known > 0)
      state = addRest();
  } else {
    state = b.ifThen(b.compare(CmpIPredicate::ne, rest, b.index(0)), addRest,
                     [&] { return state; });
  }
  return unflatten(state, getNumParts(), shape.width, getNumWords());
}

//===----------------------------------------------------------------------===//
// Results
//===----------------------------------------------------------------------===//

/// Stores `columns`, one for each result, into the rows of `memref`.
void ShortTopKRows::storeColumns(ArrayRef<Value> columns, Value memref) {
  // By squares. Those beyond the last result are not stored.
  SmallVector<Value> padded(columns);
  padded.resize(shape.width, columns.back());
  int64_t size = std::min(shape.width, shape.numRows);
  for (int64_t lane = 0; lane < shape.numRows; lane += size) {
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
void ShortTopKRows::fetchValues(ArrayRef<Value> positions) {
  for (auto [j, column] : llvm::enumerate(positions))
    b.store(column, spilled, b.index(j * shape.numRows));
  b.forLoop(b.index(0), b.index(shape.numRows), 1, [&](Value lane) {
    Value row = getRow(lane);
    b.forLoop(b.index(0), b.index(k), 1, [&](Value j) {
      Value position = b.load(spilled, b.add(b.mul(j, shape.numRows), lane));
      position = b.castUnsigned(position, b.getIndexType());
      Value value = memref::LoadOp::create(b, rows, ValueRange{row, position});
      memref::StoreOp::create(b, value, destinations.values,
                              ValueRange{row, j});
    });
  });
}

void ShortTopKRows::storeResults(ArrayRef<RecordColumns> best) {
  SmallVector<Value> values, positions, indices;
  Value ambiguous;
  for (int64_t j = 0; j < k; ++j) {
    auto [ranks, position] = takeApart(best, j);
    ranks = b.castSigned(ranks, getColumnType(order.getRankType()));
    values.push_back(order.createValueOfRank(b, b.getLoc(), ranks));
    positions.push_back(position);
    if (Value isAmbiguous = order.isAmbiguousRank(b, b.getLoc(), ranks))
      ambiguous = ambiguous ? b.bitOr(ambiguous, isAmbiguous) : isAmbiguous;
    Value index = b.castUnsigned(position, getColumnType(reduction.indexType));
    if (reduction.indexBase)
      index =
          b.add(index, b.castSigned(reduction.indexBase, reduction.indexType));
    indices.push_back(index);
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
// The strategy
//===----------------------------------------------------------------------===//

void ShortTopKRows::buildRows() {
  Value last = b.sub(numRows, b.index(shape.numRows));
  last = b.maxSigned(last, b.index(0));
  b.forLoop(b.index(0), numRows, shape.numRows, [&](Value row) {
    firstRow = b.minSigned(row, last);
    storeResults(reduceBatch());
  });
}

/// The dimension of most rows.
static int64_t findBatch(const View &view) {
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

void ShortTopKRows::build(const View &view) {
  Location loc = b.getLoc();
  spilled = scratch.allocate(shape.rankType, b.index(k * shape.numRows));
  int64_t batch = findBatch(view);
  SmallVector<int64_t> kept{batch, view.reduced};
  llvm::sort(kept);
  buildOuterLoops(
      b, loc, view, kept, [&](OpBuilder &inner, Location, ValueRange outer) {
        OpBuilder::InsertionGuard guard(b);
        b.restoreInsertionPoint(inner.saveInsertionPoint());
        // Rows first.
        auto slice = [&](Value memref) -> Value {
          Value matrix = createSlice(b, loc, memref, outer, kept);
          if (batch < view.reduced)
            return matrix;
          auto swap = AffineMapAttr::get(AffineMap::getPermutationMap(
              ArrayRef<int64_t>{1, 0}, b.getContext()));
          return memref::TransposeOp::create(b, matrix, swap);
        };
        rows = slice(view.input);
        destinations = {slice(view.destinations.values),
                        slice(view.destinations.indices)};
        numRows = createExtent(b, loc, rows, 0);
        extent = createExtent(b, loc, rows, 1);
        buildRows();
        inner.restoreInsertionPoint(b.saveInsertionPoint());
      });
  scratch.release();
}

bool mlir::extrema::takesShortTopKRows(const View &view, int64_t k) {
  constexpr int64_t mostResults = 16;
  return !ShapedType::isDynamic(k) && k <= mostResults && view.getRank() > 1 &&
         isUnitStride(view.destinations.values, view.reduced) &&
         isUnitStride(view.destinations.indices, view.reduced);
}

int64_t mlir::extrema::getShortTopKRowMinimum(const TopKReduction &reduction,
                                              int64_t k) {
  return BatchShape(reduction, k).groupSize;
}

int64_t mlir::extrema::getShortTopKRowLimit(const TopKReduction &reduction) {
  return getLongRowMinimum(reduction) - 1;
}

void mlir::extrema::buildShortTopKRows(OpBuilder &builder, Location loc,
                                       const TopKReduction &reduction,
                                       const View &view, int64_t k) {
  KernelBuilder b(loc, builder);
  ShortTopKRows(b, reduction, k).build(view);
  builder.restoreInsertionPoint(b.saveInsertionPoint());
}
