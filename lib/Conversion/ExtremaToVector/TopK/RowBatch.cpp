//===- RowBatch.cpp - Rows as the lanes of vectors ------------------------===//

#include "RowBatch.h"

#include "../TransposeLanes.h"

#include "extrema/Conversion/Common/StructuredOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace mlir::extrema;

BatchShape::BatchShape(const TopKReduction &reduction, int64_t k)
    : width(llvm::PowerOf2Ceil(k)),
      sorted(std::min(width, tuning::rowBatches::kMostSorted)) {
  const ElementOrder &order = reduction.order;
  // The records' type does not depend on the number of lanes.
  numLanes =
      reduction.target.getNumLanes(LaneRecords(order, 1).getIntegerType());
  pieceLength =
      std::min(numLanes, kTransposedPieceBits /
                             order.getWorkingType().getIntOrFloatBitWidth());
  step = std::max(sorted, pieceLength);
}

//===----------------------------------------------------------------------===//
// Loads
//===----------------------------------------------------------------------===//

SmallVector<Value> RowBatch::loadPiece(function_ref<Value(int64_t)> getBegin) {
  assert(static_cast<int64_t>(laneRows.size()) == shape.numLanes &&
         "a batch of other rows than lanes");
  auto type = VectorType::get({shape.pieceLength}, order.getWorkingType());
  SmallVector<Value> pieces;
  for (auto [lane, row] : llvm::enumerate(laneRows))
    pieces.push_back(b.load(type, rows, {row, getBegin(lane)}));
  return transposeLanes(b, b.getLoc(), pieces);
}

SmallVector<Value> RowBatch::loadPiece(Value begin) {
  return loadPiece([&](int64_t) { return begin; });
}

Value RowBatch::createIndices(Value position) {
  return b.broadcast(
      getIntegerVector(),
      b.bitNot(b.castUnsigned(position, records.getIntegerType())));
}

//===----------------------------------------------------------------------===//
// Networks
//===----------------------------------------------------------------------===//

RowBatch::Columns RowBatch::createWorst() {
  SmallVector<RecordVector> column(records.getNumParts(),
                                   records.createWorst(b));
  return Columns(shape.width, column);
}

/// One part of columns, for a network.
static SmallVector<RecordVector>
getPart(ArrayRef<SmallVector<RecordVector>> columns, size_t part) {
  return llvm::map_to_vector(columns,
                             [&](const auto &parts) { return parts[part]; });
}

static void setPart(MutableArrayRef<SmallVector<RecordVector>> columns,
                    size_t part, ArrayRef<RecordVector> words) {
  for (auto [parts, column] : llvm::zip_equal(columns, words))
    parts[part] = column;
}

void RowBatch::addColumns(Columns &best, const Columns &columns,
                          Value isFirst) {
  for (int64_t first = 0; first < shape.step; first += shape.sorted) {
    Columns next(ArrayRef(columns).slice(first, shape.sorted));
    for (unsigned part = 0; part < records.getNumParts(); ++part) {
      SmallVector<RecordVector> words = getPart(next, part);
      sortLanes(b, words);
      setPart(next, part, words);
    }
    auto merge = [&] {
      Columns merged(best.begin(), best.end());
      for (unsigned part = 0; part < records.getNumParts(); ++part) {
        SmallVector<RecordVector> words = getPart(best, part);
        mergeBestOfLanes(b, words, getPart(next, part));
        setPart(merged, part, words);
      }
      return merged;
    };
    // The first ones, and what is worse than everything.
    auto fill = [&] {
      Columns filled = createWorst();
      llvm::copy(next, filled.begin());
      return filled;
    };
    if (best.empty())
      best = fill();
    else if (isFirst && first == 0)
      best = b.ifThen(isFirst, fill, merge);
    else
      best = merge();
  }
}

RowBatch::Columns
RowBatch::reduceColumns(Value numColumns, bool hasRest,
                        function_ref<Columns(Value, Value)> load) {
  // Networks make up most of the code: one is enough where it is large, or
  // where there is code for rows of other lengths, too.
  std::optional<int64_t> known = getConstantIntValue(numColumns);
  int64_t step = shape.step;
  b.invariant("RowBatch: fewer columns than are loaded at once",
              [&] { return b.atLeast(numColumns, step); });
  if (!hasRest)
    b.invariant("RowBatch: a rest of columns where there should be none", [&] {
      return b.equal(b.mul(b.divideUnsigned(numColumns, step), step),
                     numColumns);
    });
  if (!known || shape.width > 8) {
    // The last columns overlap those before.
    Value last = b.sub(numColumns, step);
    return b.forLoop(0, numColumns, step, createWorst(),
                     [&](Value position, Columns best) {
                       Value begin = position, numSeen;
                       if (hasRest) {
                         begin = b.minSigned(position, last);
                         numSeen = b.sub(position, begin);
                       }
                       Columns next = load(begin, numSeen);
                       addColumns(best, next, b.equal(position, 0));
                       return best;
                     });
  }
  Columns best;
  addColumns(best, load(b.index(0), Value()));
  int64_t rest = *known % step;
  best = b.forLoop(step, *known - rest, step, best,
                   [&](Value position, Columns best) {
                     addColumns(best, load(position, Value()));
                     return best;
                   });
  if (rest != 0)
    addColumns(best, load(b.index(*known - step), b.index(step - rest)));
  return best;
}

//===----------------------------------------------------------------------===//
// Results
//===----------------------------------------------------------------------===//

/// Returns the lanes in which `before` has no worse record than `behind`.
static Value getLanesInOrder(KernelBuilder &b, const RecordVector &before,
                             const RecordVector &behind) {
  RecordVector better = compareExchange(b, before, behind).first;
  Value areInOrder;
  for (auto [lhs, rhs] : llvm::zip_equal(before, better)) {
    auto type = cast<VectorType>(lhs.getType()).clone(b.getI64Type());
    Value areSame = b.equal(b.createOrFold<vector::BitCastOp>(type, lhs),
                            b.createOrFold<vector::BitCastOp>(type, rhs));
    areInOrder = areInOrder ? b.bitAnd(areInOrder, areSame) : areSame;
  }
  return areInOrder;
}

/// Returns the row of a lane of the current batch. The rows follow one another
/// from the first lane's row on. Lanes beyond the last row have the last row.
Value RowBatch::getRow(Value lane) {
  return b.minSigned(b.add(laneRows.front(), lane), b.sub(numRows, 1));
}

/// Stores results into the rows of `memref`. `columns` is a memref that holds
/// one column for each result. `convert` makes what is stored of them.
void RowBatch::storeColumns(Value columns, Value memref,
                            function_ref<Value(Value)> convert) {
  Type type = cast<MemRefType>(columns.getType()).getElementType();
  int64_t length =
      std::min({shape.width, shape.numLanes,
                int64_t(kTransposedPieceBits / type.getIntOrFloatBitWidth())});
  auto pieceType = VectorType::get({length}, type);
  // This is a loop over scratch memory, for the sake of compile time: a
  // transpose of all rows at once, from the registers in which they were
  // selected, took most of the time in which the kernel was compiled.
  b.forLoop(0, shape.numLanes, length, [&](Value lane) {
    SmallVector<Value> pieces;
    for (int64_t j = 0; j < shape.width; ++j) {
      // Columns beyond the last result are not stored.
      int64_t column = std::min(j, k - 1) * shape.numLanes;
      pieces.push_back(b.load(pieceType, columns, b.add(lane, column)));
    }
    for (auto [i, results] :
         llvm::enumerate(transposeLanes(b, b.getLoc(), pieces))) {
      SmallVector<Value> at{getRow(b.add(lane, i)), b.index(0)};
      // Converted before the slice: of three i64 truncated to i8, LLVM's store
      // on AArch64 writes the first one again and not the others.
      b.store(b.slice(convert(results), 0, k), memref, ValueRange(at));
    }
  });
}

/// Copies values as they are in memory.
void RowBatch::fetchValues() {
  b.forLoop(0, shape.numLanes, 1, [&](Value lane) {
    Value row = getRow(lane);
    b.forLoop(0, k, 1, [&](Value j) {
      Value position = b.load(positions, b.add(b.mul(j, shape.numLanes), lane));
      position = b.castUnsigned(position, b.getIndexType());
      b.store(b.load(rows, {row, position}), destinations.values, {row, j});
    });
  });
}

void RowBatch::storeResults(const Columns &best) {
  for (int64_t j = 1; j < k; ++j)
    for (auto [before, behind] : llvm::zip_equal(best[j - 1], best[j]))
      b.invariant("RowBatch: results are not sorted",
                  [&, before = before, behind = behind] {
                    return getLanesInOrder(b, before, behind);
                  });
  Value ambiguous;
  for (auto [j, parts] : llvm::enumerate(ArrayRef(best).take_front(k))) {
    LaneRecords::Elements elements = records.takeApart(b, parts);
    b.invariant("RowBatch: a result outside of its row", [&] {
      Value end = b.castUnsigned(extent, records.getIntegerType());
      return b.lessUnsigned(elements.positions, end);
    });
    Value place = b.index(j * shape.numLanes);
    b.store(elements.values, values, place);
    b.store(elements.positions, positions, place);
    if (Value areAmbiguous = elements.areAmbiguous)
      ambiguous = ambiguous ? b.bitOr(ambiguous, areAmbiguous) : areAmbiguous;
  }
  storeColumns(positions, destinations.indices, [&](Value results) {
    return createIndicesOfPositions(b, reduction, results);
  });
  auto storeValues = [&] {
    storeColumns(values, destinations.values,
                 [](Value results) { return results; });
  };
  if (!ambiguous) {
    storeValues();
    return;
  }
  b.ifThen(b.any(ambiguous), [&] { fetchValues(); }, storeValues);
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
  return !ShapedType::isDynamic(k) && k <= tuning::rowBatches::kMostResults &&
         view.getRank() > 1 &&
         isUnitStride(view.destinations.values, view.reduced) &&
         isUnitStride(view.destinations.indices, view.reduced);
}

/// Sets the row of each lane. If there are fewer rows than lanes, several lanes
/// have the last row.
void RowBatch::findRows(Value firstRow) {
  std::optional<int64_t> known = getConstantIntValue(numRows);
  Value last = b.sub(numRows, 1);
  laneRows.clear();
  for (int64_t lane = 0; lane < shape.numLanes; ++lane) {
    Value row = b.add(firstRow, lane);
    laneRows.push_back(
        known && *known >= shape.numLanes ? row : b.minSigned(row, last));
  }
}

void RowBatch::build(const View &view, function_ref<void()> buildBatch) {
  Value numResults = b.index(shape.width * shape.numLanes);
  positions = scratch.allocate(records.getIntegerType(), numResults);
  values = scratch.allocate(order.getWorkingType(), numResults);
  int64_t batch = findBatch(view);
  buildOuterLoops(b, view, {batch, view.reduced}, [&](ValueRange outer) {
    auto slice = [&](Value memref) {
      return createMatrix(b, memref, outer, batch, view.reduced);
    };
    rows = slice(view.input);
    destinations = {slice(view.destinations.values),
                    slice(view.destinations.indices)};
    numRows = b.extent(rows, 0);
    extent = b.extent(rows, 1);
    b.invariant("RowBatch: fewer elements than results",
                [&] { return b.atLeast(extent, k); });
    if (records.arePacked())
      b.invariant("RowBatch: a row is longer than records count", [&] {
        return b.atMost(extent, int64_t(1) << RecordFormat::kPositionBits);
      });
    Value last = b.sub(numRows, shape.numLanes);
    last = b.maxSigned(last, 0);
    b.forLoop(0, numRows, shape.numLanes, [&](Value row) {
      findRows(b.minSigned(row, last));
      buildBatch();
    });
  });
  scratch.release();
}
