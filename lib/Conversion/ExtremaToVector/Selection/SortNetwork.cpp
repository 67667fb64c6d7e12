//===- SortNetwork.cpp - Sorting without branches -------------------------===//
//
// With L lanes, the record at place p is in lane p mod L of row p / L. Rows are
// sorted lane by lane by exchanges of whole registers; then lanes are merged,
// two, four, ... at a time, which alone takes shuffles. The sorted order goes
// down the rows of lane 0, then of lane 1, and so on.
//
//===----------------------------------------------------------------------===//

#include "LaneNetwork.h"
#include "Select.h"

#include "../TransposeLanes.h"

#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace mlir::extrema;
using namespace tuning::sorting;
using Values = KernelBuilder::Values;

/// The registers that the rows of one pass over memory take.
static constexpr int64_t kRegisters = int64_t(1) << kFusedStrides;

/// Rows for `size` records: a power of two.
static Value getNumRows(KernelBuilder &b, VectorType vectorType, Value size) {
  // Known in most cases: an operation with a constant extent.
  if (std::optional<int64_t> known = getConstantIntValue(size))
    return b.index(llvm::PowerOf2Ceil(std::max<int64_t>(
        1, llvm::divideCeil(*known, vectorType.getNumElements()))));
  Type type = b.getI64Type();
  Value last = b.sub(size, 1);
  last = b.maxSigned(last, 0);
  Value lastRow =
      b.castUnsigned(b.divideUnsigned(last, vectorType.getNumElements()), type);
  Value zeros = math::CountLeadingZerosOp::create(b, lastRow);
  Value bits = b.sub(b.constant(type, int64_t(64)), zeros);
  Value rows = b.shiftLeft(b.constant(type, int64_t(1)), bits);
  return b.castUnsigned(rows, b.getIndexType());
}

bool mlir::extrema::isShortSort(VectorType vectorType, Value size) {
  std::optional<int64_t> known = getConstantIntValue(size);
  return known && *known <= kRegisters * vectorType.getNumElements();
}

Value mlir::extrema::getSortedCapacity(KernelBuilder &b, VectorType vectorType,
                                       Value size) {
  return b.mul(getNumRows(b, vectorType, size), vectorType.getNumElements());
}

Value mlir::extrema::getSortedPlace(KernelBuilder &b, const Records &records,
                                    Value size, Value i) {
  Value rows = getNumRows(b, records.vectorType, size);
  Value row = b.bitAnd(i, b.sub(rows, 1));
  Value lane = b.shiftRight(i, b.countTrailingZeros(rows));
  return b.add(b.mul(row, records.vectorType.getNumElements()), lane);
}

static void storeSortedInPlace(KernelBuilder &b, const Records &records,
                               Value size, const Records &to, Value begin) {
  int64_t lanes = records.vectorType.getNumElements();
  Value rows = getNumRows(b, records.vectorType, size);
  Value isSquare = b.atLeast(rows, lanes);
  auto storeSquares = [&] {
    // As many rows as lanes at a time, piece by piece: transposed, element i of
    // the pieces is a register of lane i.
    int64_t length = std::min<int64_t>(
        lanes,
        kTransposedPieceBits / records.vectorType.getElementTypeBitWidth());
    auto pieceType = VectorType::get({length}, b.getI64Type());
    b.forLoop(0, rows, lanes, [&](Value row) {
      b.forLoop(0, lanes, length, [&](Value lane) {
        Value from = b.add(b.mul(row, lanes), lane);
        Value place = b.add(b.add(begin, row), b.mul(rows, lane));
        for (auto [word, target] : llvm::zip_equal(records.words, to.words)) {
          SmallVector<Value> pieces;
          for (int64_t i = 0; i < lanes; ++i)
            pieces.push_back(b.load(pieceType, word, b.add(from, i * lanes)));
          for (auto [i, column] :
               llvm::enumerate(transposeLanes(b, b.getLoc(), pieces)))
            b.store(column, target, b.add(place, b.mul(rows, i)));
        }
      });
    });
  };
  auto storeEach = [&] {
    b.forLoop(0, size, 1, [&](Value i) {
      Value place = getSortedPlace(b, records, size, i);
      to.store(b, records.loadOne(b, place), b.add(begin, i));
    });
  };
  b.ifThen(isSquare, storeSquares, storeEach);
}

void mlir::extrema::storeSorted(KernelBuilder &b, const Records &records,
                                Value size, const Records &to, Value begin) {
  assert(records.words.size() == to.words.size() &&
         "records of another number of words");
  Values others{size, begin};
  llvm::append_range(others, to.words);
  records.callPrivate(b, "extrema_store_sorted",
                      /*isShared=*/!getConstantIntValue(size), others,
                      [&](const Records &records, ValueRange others) -> Values {
                        Records own = to;
                        own.words = llvm::to_vector(others.drop_front(2));
                        storeSortedInPlace(b, records, others[0], own,
                                           others[1]);
                        return {};
                      });
}

namespace {
/// Sorts the rows of one buffer.
class Network {
public:
  Network(KernelBuilder &b, const Records &records, Value numRows)
      : b(b), records(records), numRows(numRows),
        lanes(records.vectorType.getNumElements()) {}

  void build();

private:
  Values loadRow(Value row) {
    return cast(records.load(b, b.mul(row, lanes)), b.getF64Type());
  }
  void storeRow(ValueRange words, Value row) {
    records.store(b, cast(words, b.getI64Type()), b.mul(row, lanes));
  }
  /// Doubles, if records are that, as what exchanges or memory take them for.
  Values cast(ValueRange words, Type elementType) {
    if (!records.areDoubles)
      return words;
    auto type = VectorType::get(records.vectorType.getShape(), elementType);
    return {vector::BitCastOp::create(b, type, words.front())};
  }

  void sortEights();
  void buildExchanges(int64_t numBits, Value lowest, bool isMirrored);
  void buildStrides(Value stride);
  Value buildFirstExchanges(Value merged);
  Values permute(ValueRange words, int64_t pattern);
  Values exchangeByLane(ValueRange lhs, ValueRange rhs, int64_t bit);
  void buildMergeOfLanes(int64_t merged);
  void buildMergesOfLanes(Value merged);
  void buildShort(int64_t rows, int64_t merged);

  KernelBuilder &b;
  const Records &records;
  Value numRows;
  int64_t lanes;
};
} // namespace

/// Sorts each lane of each eight rows, in registers.
void Network::sortEights() {
  b.forLoop(0, numRows, kRegisters, [&](Value first) {
    SmallVector<RecordVector> rows;
    for (int64_t i = 0; i < kRegisters; ++i)
      rows.push_back(loadRow(b.add(first, i)));
    sortLanes(b, rows);
    for (auto [i, row] : llvm::enumerate(rows))
      storeRow(row, b.add(first, i));
  });
}

/// Exchanges rows in groups whose numbers differ in `numBits` bits, of which
/// `lowest` is the lowest: those that differ in the highest one, then in the
/// next one, and so on. Mirrored, the second row of the first exchanges is the
/// one that differs in all bits from the highest one on.
void Network::buildExchanges(int64_t numBits, Value lowest, bool isMirrored) {
  int64_t size = int64_t(1) << numBits, highest = size / 2;
  auto isInMirror = [&](int64_t i) { return isMirrored && (i & highest); };
  // Of each row a view that begins as far from the first row of its group as
  // that row, so that what changes from group to group is one and the same
  // place for all: one register, and no arithmetic. One in the mirror goes down
  // as the bits below `lowest` go up.
  SmallVector<Records> views;
  SmallVector<Value> begins;
  for (int64_t i = 0; i < size; ++i) {
    int64_t bits = isInMirror(i) ? size + highest - i : i;
    Value distance = b.mul(lowest, bits);
    if (isInMirror(i))
      distance = b.sub(distance, 1);
    begins.push_back(b.mul(distance, lanes));
    views.push_back(records.from(b, begins.back()));
  }
  Value low = b.mul(b.sub(lowest, 1), lanes);
  Value end = b.mul(b.shiftRight(numRows, numBits), lanes);
  b.forLoop(0, end, lanes, [&](Value group) {
    // Zeros put in at the places of the bits.
    Value below = b.bitAnd(group, low);
    Value above = b.shiftLeft(b.sub(group, below), numBits);
    Value first = b.add(above, below), mirror = b.sub(above, below);
    auto getPlace = [&](int64_t i) { return isInMirror(i) ? mirror : first; };
    // A view in the mirror begins behind the places that it is asked for.
    for (int64_t i = 0; i < size; ++i)
      b.invariant("SortNetwork: an exchange outside of the rows", [&] {
        Value place = b.add(begins[i], getPlace(i));
        return b.bitAnd(b.atLeast(place, 0),
                        b.less(place, b.mul(numRows, lanes)));
      });
    SmallVector<RecordVector> rows;
    for (int64_t i = 0; i < size; ++i)
      rows.push_back(
          cast(views[i].loadUnverified(b, getPlace(i)), b.getF64Type()));
    for (int64_t bit = highest; bit > 0; bit /= 2)
      for (int64_t i = 0; i < size; ++i) {
        if (i & bit)
          continue;
        bool isReversed = bit < highest && isInMirror(i);
        RecordVector &better = rows[isReversed ? i | bit : i];
        RecordVector &worse = rows[isReversed ? i : i | bit];
        std::tie(better, worse) = compareExchange(b, better, worse);
      }
    for (int64_t i = 0; i < size; ++i)
      views[i].storeUnverified(b, cast(rows[i], b.getI64Type()), getPlace(i));
  });
}

/// Sorts each lane where it is made of two sorted parts that are interleaved
/// bitonically: exchanges at `stride` rows, then half of it, down to 1. Three
/// strides at a time take a third of the loads and stores.
void Network::buildStrides(Value stride) {
  auto areMany = [&](Value stride) {
    return b.atLeast(stride, kRegisters / 2);
  };
  auto buildFused = [&](Value stride) {
    buildExchanges(kFusedStrides, b.shiftRight(stride, kFusedStrides - 1),
                   /*isMirrored=*/false);
    return b.shiftRight(stride, kFusedStrides);
  };
  Value rest;
  if (std::optional<int64_t> known = getConstantIntValue(stride);
      known && *known < kRegisters)
    rest = b.ifThen(
        areMany(stride), [&] { return buildFused(stride); },
        [&] { return stride; });
  else
    rest = b.whileLoop(stride, areMany, buildFused);
  for (int64_t numBits = 1; numBits < kFusedStrides; ++numBits)
    b.ifThen(b.equal(rest, int64_t(1) << (numBits - 1)), [&] {
      buildExchanges(numBits, b.index(1), /*isMirrored=*/false);
    });
}

/// The first exchanges of a merge of two sorted parts to `merged` rows: with
/// one part backwards, both together are bitonic. Returns the next stride.
Value Network::buildFirstExchanges(Value merged) {
  auto build = [&](int64_t numBits) {
    buildExchanges(numBits, b.shiftRight(merged, numBits),
                   /*isMirrored=*/true);
    return b.shiftRight(merged, numBits + 1);
  };
  Value areMany = b.atLeast(merged, kRegisters);
  return b.ifThen(
      areMany, [&] { return build(kFusedStrides); }, [&] { return build(1); });
}

/// The words with the lanes changed places by the bits `pattern` of their
/// numbers.
Values Network::permute(ValueRange words, int64_t pattern) {
  SmallVector<int64_t> order;
  for (int64_t lane = 0; lane < lanes; ++lane)
    order.push_back(lane ^ pattern);
  return llvm::map_to_vector(
      words, [&](Value word) { return b.shuffle(word, word, order); });
}

/// The better one of two records where the bit `bit` of the lane's number is
/// 0, else the worse one.
Values Network::exchangeByLane(ValueRange lhs, ValueRange rhs, int64_t bit) {
  SmallVector<int64_t> order;
  for (int64_t lane = 0; lane < lanes; ++lane)
    order.push_back(lane & bit ? lanes + lane : lane);
  auto [better, worse] = compareExchange(b, lhs, rhs);
  Values words;
  for (auto [high, low] : llvm::zip_equal(better, worse))
    words.push_back(b.shuffle(high, low, order));
  return words;
}

/// Merges the lanes of each group of `merged`, whose halves are sorted, but
/// for the exchanges within lanes.
void Network::buildMergeOfLanes(int64_t merged) {
  Value last = b.sub(numRows, 1);
  // With one row, a row meets itself: both halves of the body do the same.
  Value pairs = b.maxSigned(b.shiftRight(numRows, 1), 1);
  b.forLoop(0, pairs, 1, [&](Value row) {
    Value mirrored = b.sub(last, row);
    Values upper = loadRow(row), lower = loadRow(mirrored);
    Values newUpper =
        exchangeByLane(upper, permute(lower, merged - 1), merged / 2);
    Values newLower =
        exchangeByLane(lower, permute(upper, merged - 1), merged / 2);
    for (int64_t bit = merged / 4; bit > 0; bit /= 2) {
      newUpper = exchangeByLane(newUpper, permute(newUpper, bit), bit);
      newLower = exchangeByLane(newLower, permute(newLower, bit), bit);
    }
    storeRow(newUpper, row);
    storeRow(newLower, mirrored);
  });
}

/// The merge of lanes to `merged` at a time, which is not known before run
/// time.
void Network::buildMergesOfLanes(Value merged) {
  for (int64_t number = 2; number <= lanes; number *= 2)
    b.ifThen(b.equal(merged, number), [&] { buildMergeOfLanes(number); });
}

/// The merges from `merged` records on, of a known number of rows, of which one
/// pass makes the exchanges at all strides.
void Network::buildShort(int64_t rows, int64_t merged) {
  for (; merged <= rows; merged *= 2)
    buildStrides(buildFirstExchanges(b.index(merged)));
  b.whileLoop(
      b.index(2), [&](Value merged) { return b.atMost(merged, lanes); },
      [&](Value merged) {
        buildMergesOfLanes(merged);
        buildStrides(b.index(rows / 2));
        return b.add(merged, merged);
      });
}

/// Merges of 2, 4, ... records: of rows until each lane is sorted, then of
/// lanes. Each ends with exchanges of rows at all strides.
void Network::build() {
  Value areMany = b.atLeast(numRows, kRegisters);
  Value first = b.ifThen(
      areMany,
      [&] {
        sortEights();
        return b.index(2 * kRegisters);
      },
      [&] { return b.index(2); });
  if (std::optional<int64_t> rows = getConstantIntValue(numRows);
      rows && *rows <= kRegisters)
    return buildShort(*rows, *getConstantIntValue(first));
  Value numRecords = b.mul(numRows, lanes);
  Value rowBits = b.countTrailingZeros(numRows);
  b.whileLoop(
      first, [&](Value merged) { return b.atMost(merged, numRecords); },
      [&](Value merged) {
        Value stride = b.ifThen(
            b.atMost(merged, numRows),
            [&] { return buildFirstExchanges(merged); },
            [&] {
              buildMergesOfLanes(b.shiftRight(merged, rowBits));
              return b.shiftRight(numRows, 1);
            });
        buildStrides(stride);
        return b.add(merged, merged);
      });
}

static void buildSortInPlace(KernelBuilder &b, const Records &records,
                             Value size, Value most) {
  int64_t lanes = records.vectorType.getNumElements();
  Value numRows = getNumRows(b, records.vectorType, most);
  // The rest of the rows: worse than every record.
  Value worst =
      b.constant(records.vectorType, std::numeric_limits<int64_t>::min());
  Value capacity = b.mul(numRows, lanes);
  b.forLoop(size, capacity, lanes, [&](Value position) {
    for (Value memref : records.words)
      b.store(worst, memref, position);
  });
  b.invariant("SortNetwork: fewer rows than records",
              [&] { return b.atMost(size, capacity); });
  Network(b, records, numRows).build();
  b.invariantOfNeighbours(
      "SortNetwork: records are not sorted", 0, size,
      [&](Value before, Value behind) {
        return isInOrder(b, records, getSortedPlace(b, records, most, before),
                         getSortedPlace(b, records, most, behind));
      });
}

void mlir::extrema::buildSort(KernelBuilder &b, const Records &records,
                              Value size, Value most) {
  assert((!most || getConstantIntValue(most)) &&
         "a network of an unknown size");
  if (most)
    return buildSortInPlace(b, records, size, most);
  records.callPrivate(b, "extrema_sort",
                      /*isShared=*/!getConstantIntValue(size), size,
                      [&](const Records &records, ValueRange others) -> Values {
                        buildSortInPlace(b, records, others.front(),
                                         others.front());
                        return {};
                      });
}
