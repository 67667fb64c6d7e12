//===- ColumnBatch.cpp - Columns as lanes, with sorted lists --------------===//

#include "ColumnBatch.h"

#include "../Regimes.h"

#include "extrema/Conversion/Common/StructuredOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace mlir::extrema;

ColumnBatch::ColumnBatch(KernelBuilder &b, const TopKReduction &reduction,
                         int64_t k)
    : b(b), reduction(reduction), order(reduction.order), k(k),
      scratch(b, reduction.mayUseStack),
      wideType(RecordFormat(order, reduction.target).getRankType()),
      numLanes(reduction.target.getNumLanes(wideType)),
      // Both lists are in registers, and six registers are left for the rest.
      numVectors(std::clamp<int64_t>((reduction.target.numRegisters -
                                      tuning::columns::kReservedRegisters) /
                                         (2 * k),
                                     1, tuning::columns::kMostVectors)) {}

Value ColumnBatch::loadValues(VectorType type, Value row, Value column) {
  if (!mask)
    return b.load(type, columns, {row, column});
  Value zeros = arith::ConstantOp::create(b, b.getZeroAttr(type));
  return b.loadMasked(columns, {row, column}, mask, zeros);
}

void ColumnBatch::prefetch(Value row, Value column, int64_t numElements) {
  int64_t elementSize = order.getWorkingType().getIntOrFloatBitWidth() / 8;
  int64_t bytes = numElements * elementSize;
  for (int64_t offset = 0; offset < bytes;
       offset += tuning::hardware::kLineBytes) {
    Value at = b.add(column, offset / elementSize);
    memref::PrefetchOp::create(b, columns, ValueRange{row, at},
                               /*isWrite=*/false, /*localityHint=*/3,
                               /*isDataCache=*/true);
  }
}

/// Inserts one more element of each column into its list. `filled` says how
/// many places of a list hold an element; null means all. The other places
/// count as worse than everything.
void ColumnBatch::insert(Lists &lists, Value ranks, Value positions,
                         Value filled) {
  SmallVector<Value> isBetter;
  for (int64_t j = 0; j < k; ++j) {
    Value better = b.greater(ranks, lists.ranks[j]);
    if (filled) {
      Value isFree = b.atMostUnsigned(filled, j);
      better =
          b.bitOr(better, b.broadcast(getVectorType(b.getI1Type()), isFree));
    }
    isBetter.push_back(better);
  }
  for (int64_t j = k - 1; j >= 0; --j) {
    Value &rank = lists.ranks[j];
    Value &position = lists.positions[j];
    if (filled || j == 0)
      rank = b.select(isBetter[j], ranks, rank);
    position = b.select(isBetter[j], positions, position);
    if (j == 0)
      break;
    if (filled)
      rank = b.select(isBetter[j - 1], lists.ranks[j - 1], rank);
    else
      rank = b.maxSigned(rank, b.minSigned(ranks, lists.ranks[j - 1]));
    position = b.select(isBetter[j - 1], lists.positions[j - 1], position);
  }
}

SmallVector<ColumnBatch::Lists>
ColumnBatch::reduce(Value count, int64_t numVectors,
                    function_ref<SmallVector<Element>(Value)> load) {
  // Whether `worst` is worse than every rank.
  bool hasWorse = order.getRankType() != wideType ||
                  (order.mayHaveNans() && order.isNanBestValue());
  VectorType type = getVectorType(wideType);
  Value zeros = b.constant(type, 0);
  Value worst = b.constant(
      type, APInt::getSignedMinValue(wideType.getIntOrFloatBitWidth()));
  SmallVector<Lists> tile(
      numVectors, {SmallVector<Value>(k, worst), SmallVector<Value>(k, zeros)});
  auto insertAll = [&](Value begin, Value end, bool isFilling) {
    return b.forLoop(begin, end, 1, tile, [&](Value number, auto tile) {
      for (auto [lists, element] : llvm::zip_equal(tile, load(number)))
        insert(lists, element.value, element.index,
               isFilling ? number : Value());
      return tile;
    });
  };
  Value numFilled = b.index(hasWorse ? 0 : k);
  b.invariant("ColumnBatch: fewer elements than places of a list",
              [&] { return b.atLeast(count, k); });
  if (!hasWorse)
    tile = insertAll(b.index(0), numFilled, /*isFilling=*/true);
  tile = insertAll(numFilled, count, /*isFilling=*/false);
  for (const Lists &lists : tile)
    for (int64_t j = 1; j < k; ++j)
      b.invariant("ColumnBatch: a list is not sorted", [&] {
        return b.atLeast(lists.ranks[j - 1], lists.ranks[j]);
      });
  return tile;
}

/// Stores the elements at `positions` as results number `place`, lane by lane.
void ColumnBatch::storeOneByOne(Value positions, Value column, Value place,
                                bool withValues, bool withIndices) {
  b.store(positions, spilled, 0);
  Value lanesLeft = b.minSigned(b.sub(numColumns, column), numLanes);
  b.forLoop(0, lanesLeft, 1, [&](Value lane) {
    Value position = b.castUnsigned(b.load(spilled, lane), b.getIndexType());
    Value at = b.add(column, lane);
    if (withValues) {
      Value value = b.load(columns, {position, at});
      b.store(value, destinations.values, {place, at});
    }
    if (withIndices) {
      Value index = createIndexOfPosition(
          b, b.getLoc(), position, reduction.indexBase, reduction.indexType);
      b.store(index, destinations.indices, {place, at});
    }
  });
}

/// Stores result number `place` of the vector of columns from `column` on.
void ColumnBatch::storeResult(Value ranks, Value positions, Value column,
                              Value place) {
  auto store = [&](Value vector, Value memref) {
    b.storeMasked(vector, memref, {place, column}, mask);
  };
  b.invariant("ColumnBatch: a result outside of its column", [&] {
    Value end = b.castUnsigned(numRows, wideType);
    Value areInside = b.lessUnsigned(positions, end);
    return mask ? b.bitOr(areInside, b.bitNot(mask)) : areInside;
  });
  // LLVM 22 may store too many bytes of lanes that are cut and masked.
  bool isNarrow = !reduction.indexType.isIndex() &&
                  reduction.indexType.getIntOrFloatBitWidth() <
                      wideType.getIntOrFloatBitWidth();
  ranks = b.castSigned(ranks, getVectorType(order.getRankType()));
  Value ambiguous = order.isAmbiguousRank(b, b.getLoc(), ranks);
  if (ambiguous && mask)
    ambiguous = b.bitAnd(ambiguous, mask);
  auto storeValues = [&] {
    if (mask && order.getRankType() != wideType)
      storeOneByOne(positions, column, place, /*withValues=*/true,
                    /*withIndices=*/false);
    else
      store(order.createValueOfRank(b, b.getLoc(), ranks), destinations.values);
  };
  if (ambiguous)
    b.ifThen(
        b.any(ambiguous),
        [&] {
          storeOneByOne(positions, column, place, /*withValues=*/true,
                        /*withIndices=*/false);
        },
        storeValues);
  else
    storeValues();
  if (mask && isNarrow)
    storeOneByOne(positions, column, place, /*withValues=*/false,
                  /*withIndices=*/true);
  else
    store(createIndicesOfPositions(b, reduction, positions),
          destinations.indices);
}

void ColumnBatch::storeResults(const Lists &lists, Value column) {
  // From registers, as long as that makes little code.
  if (k <= tuning::columns::kFewResults) {
    for (int64_t j = 0; j < k; ++j)
      storeResult(lists.ranks[j], lists.positions[j], column, b.index(j));
    return;
  }
  auto getPlace = [&](Value j) { return b.mul(j, numLanes); };
  for (int64_t j = 0; j < k; ++j) {
    b.store(lists.ranks[j], listedRanks, getPlace(b.index(j)));
    b.store(lists.positions[j], listedPositions, getPlace(b.index(j)));
  }
  b.forLoop(0, k, 1, [&](Value j) {
    VectorType type = getVectorType(wideType);
    storeResult(b.load(type, listedRanks, getPlace(j)),
                b.load(type, listedPositions, getPlace(j)), column, j);
  });
}

void ColumnBatch::withMask(Value column, function_ref<void()> build) {
  assert(!mask && reduction.target.hasMasks && "a mask within a mask");
  // create_mask cuts its operand to 32 bits.
  Value left = b.minSigned(b.sub(numColumns, column), numLanes);
  mask = vector::CreateMaskOp::create(b, getVectorType(b.getI1Type()), left);
  build();
  mask = Value();
}

void ColumnBatch::ifColumns(int64_t size, function_ref<void()> build,
                            function_ref<void()> otherwise) {
  b.ifThen(isIn(b, numColumns, {size}), build, otherwise);
}

void ColumnBatch::build(const View &view, int64_t lanes,
                        function_ref<void()> buildColumns) {
  spilled = scratch.allocate(wideType, b.index(numLanes));
  listedRanks = scratch.allocate(wideType, b.index(k * numLanes));
  listedPositions = scratch.allocate(wideType, b.index(k * numLanes));
  buildOuterLoops(b, view, {view.reduced, lanes}, [&](ValueRange outer) {
    auto slice = [&](Value memref) {
      return createMatrix(b, memref, outer, view.reduced, lanes);
    };
    columns = slice(view.input);
    destinations = {slice(view.destinations.values),
                    slice(view.destinations.indices)};
    numRows = b.extent(columns, 0);
    numColumns = b.extent(columns, 1);
    b.invariant("ColumnBatch: fewer rows than results, or too many", [&] {
      return b.bitAnd(b.atLeast(numRows, k),
                      b.atMost(numRows, tuning::limits::kMostCounted));
    });
    buildColumns();
  });
  scratch.release();
}
