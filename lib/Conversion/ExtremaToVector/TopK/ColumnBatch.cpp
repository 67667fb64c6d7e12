//===- ColumnBatch.cpp - Columns as lanes, with sorted lists --------------===//

#include "ColumnBatch.h"

#include "extrema/Conversion/Common/StructuredOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace mlir::extrema;

ColumnBatch::ColumnBatch(KernelBuilder &b, const TopKReduction &reduction,
                         int64_t k)
    : b(b), reduction(reduction), order(reduction.order), k(k),
      scratch(b, reduction),
      wideType(RecordFormat(order, reduction.target).getRankType()),
      numLanes(reduction.target.getNumLanes(wideType)),
      // Both lists in registers, and some left for what is computed.
      numVectors(std::clamp<int64_t>(
          (reduction.target.numRegisters - 6) / (2 * k), 1, 4)) {}

Value ColumnBatch::loadValues(VectorType type, Value row, Value column) {
  if (!mask)
    return vector::LoadOp::create(b, type, columns, ValueRange{row, column});
  Value zeros = arith::ConstantOp::create(b, b.getZeroAttr(type));
  return vector::MaskedLoadOp::create(b, type, columns, ValueRange{row, column},
                                      mask, zeros);
}

void ColumnBatch::prefetch(Value row, Value column, int64_t numElements) {
  constexpr int64_t lineSize = 64;
  int64_t elementSize = order.getWorkingType().getIntOrFloatBitWidth() / 8;
  int64_t bytes = numElements * elementSize;
  for (int64_t offset = 0; offset < bytes; offset += lineSize) {
    Value at = b.add(column, b.index(offset / elementSize));
    memref::PrefetchOp::create(b, columns, ValueRange{row, at},
                               /*isWrite=*/false, /*localityHint=*/3,
                               /*isDataCache=*/true);
  }
}

/// Takes one more element of each column into its list. If only the first
/// `filled` places are taken (null: all), the others are worse than anything.
void ColumnBatch::insert(Lists &lists, Value ranks, Value positions,
                         Value filled) {
  using arith::CmpIPredicate;
  SmallVector<Value> isBetter;
  for (int64_t j = 0; j < k; ++j) {
    Value better = b.compare(CmpIPredicate::sgt, ranks, lists.ranks[j]);
    if (filled) {
      Value isFree = b.compare(CmpIPredicate::ule, filled, b.index(j));
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

static SmallVector<Value> flatten(ArrayRef<ColumnBatch::Lists> tile) {
  SmallVector<Value> values;
  for (const ColumnBatch::Lists &lists : tile) {
    llvm::append_range(values, lists.ranks);
    llvm::append_range(values, lists.positions);
  }
  return values;
}

static SmallVector<ColumnBatch::Lists> unflatten(ValueRange values, int64_t k) {
  SmallVector<ColumnBatch::Lists> tile;
  for (; !values.empty(); values = values.drop_front(2 * k))
    tile.push_back({SmallVector<Value>(values.take_front(k)),
                    SmallVector<Value>(values.slice(k, k))});
  return tile;
}

SmallVector<ColumnBatch::Lists>
ColumnBatch::reduce(Value count, int64_t numVectors,
                    function_ref<SmallVector<Element>(Value)> load) {
  Value zeros = b.constant(getVectorType(wideType), 0);
  SmallVector<Lists> tile(
      numVectors, {SmallVector<Value>(k, zeros), SmallVector<Value>(k, zeros)});
  auto insertAll = [&](Value begin, Value end, ValueRange state,
                       bool isFilling) {
    return b.forLoop(begin, end, 1, state, [&](Value number, ValueRange state) {
      SmallVector<Lists> tile = unflatten(state, k);
      for (auto [lists, element] : llvm::zip_equal(tile, load(number)))
        insert(lists, element.value, element.index,
               isFilling ? number : Value());
      return flatten(tile);
    });
  };
  Values state =
      insertAll(b.index(0), b.index(k), flatten(tile), /*isFilling=*/true);
  state = insertAll(b.index(k), count, state, /*isFilling=*/false);
  return unflatten(state, k);
}

/// Stores what `positions` name, lane by lane, as results number `place`.
void ColumnBatch::storeOneByOne(Value positions, Value column, int64_t place,
                                bool withValues, bool withIndices) {
  b.store(positions, spilled, b.index(0));
  Value lanesLeft = b.minSigned(b.sub(numColumns, column), b.index(numLanes));
  b.forLoop(b.index(0), lanesLeft, 1, [&](Value lane) {
    Value position = b.castUnsigned(b.load(spilled, lane), b.getIndexType());
    Value at = b.add(column, lane);
    if (withValues) {
      Value value =
          memref::LoadOp::create(b, columns, ValueRange{position, at});
      memref::StoreOp::create(b, value, destinations.values,
                              ValueRange{b.index(place), at});
    }
    if (withIndices) {
      Value index = createIndexOfPosition(
          b, b.getLoc(), position, reduction.indexBase, reduction.indexType);
      memref::StoreOp::create(b, index, destinations.indices,
                              ValueRange{b.index(place), at});
    }
  });
}

void ColumnBatch::storeResults(const Lists &lists, Value column) {
  auto store = [&](Value vector, Value memref, int64_t place) {
    SmallVector<Value> at{b.index(place), column};
    if (mask)
      vector::MaskedStoreOp::create(b, memref, at, mask, vector);
    else
      vector::StoreOp::create(b, vector, memref, at);
  };
  // LLVM 22 may store too many bytes of lanes that are cut and masked.
  bool isNarrow = !reduction.indexType.isIndex() &&
                  reduction.indexType.getIntOrFloatBitWidth() <
                      wideType.getIntOrFloatBitWidth();
  for (int64_t j = 0; j < k; ++j) {
    Value positions = lists.positions[j];
    Value ranks =
        b.castSigned(lists.ranks[j], getVectorType(order.getRankType()));
    Value ambiguous = order.isAmbiguousRank(b, b.getLoc(), ranks);
    if (ambiguous && mask)
      ambiguous = b.bitAnd(ambiguous, mask);
    auto storeValues = [&] {
      if (mask && order.getRankType() != wideType)
        return storeOneByOne(positions, column, j, /*withValues=*/true,
                             /*withIndices=*/false);
      store(order.createValueOfRank(b, b.getLoc(), ranks), destinations.values,
            j);
    };
    if (ambiguous)
      b.ifThen(
          b.any(ambiguous),
          [&] {
            storeOneByOne(positions, column, j, /*withValues=*/true,
                          /*withIndices=*/false);
            return KernelBuilder::Values();
          },
          [&] {
            storeValues();
            return KernelBuilder::Values();
          });
    else
      storeValues();
    if (mask && isNarrow) {
      storeOneByOne(positions, column, j, /*withValues=*/false,
                    /*withIndices=*/true);
      continue;
    }
    store(createIndicesOfPositions(b, reduction, positions),
          destinations.indices, j);
  }
}

void ColumnBatch::withMask(Value column, function_ref<void()> build) {
  // create_mask cuts its operand to 32 bits.
  Value left = b.minSigned(b.sub(numColumns, column), b.index(numLanes));
  mask = vector::CreateMaskOp::create(b, getVectorType(b.getI1Type()), left);
  build();
  mask = Value();
}

void ColumnBatch::ifColumns(int64_t size, function_ref<void()> build,
                            function_ref<void()> otherwise) {
  buildIf(b,
          isInRange(b, b.getLoc(), numColumns, size,
                    std::numeric_limits<int64_t>::max()),
          build, otherwise);
}

void ColumnBatch::build(const View &view, int64_t lanes,
                        function_ref<void()> buildColumns) {
  spilled = scratch.allocate(wideType, b.index(numLanes));
  buildOuterLoops(b, b.getLoc(), view, {view.reduced, lanes},
                  [&](OpBuilder &nested, Location loc, ValueRange outer) {
                    OpBuilder::InsertionGuard guard(b);
                    b.restoreInsertionPoint(nested.saveInsertionPoint());
                    auto slice = [&](Value memref) {
                      return createMatrix(b, loc, memref, outer, view.reduced,
                                          lanes);
                    };
                    columns = slice(view.input);
                    destinations = {slice(view.destinations.values),
                                    slice(view.destinations.indices)};
                    numRows = createExtent(b, loc, columns, 0);
                    numColumns = createExtent(b, loc, columns, 1);
                    buildColumns();
                    nested.restoreInsertionPoint(b.saveInsertionPoint());
                  });
  scratch.release();
}
