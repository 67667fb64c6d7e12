//===- SortNetwork.cpp - Sorting without branches -------------------------===//
//
// With L lanes, the record at place p is in lane p mod L of row p / L. Rows are
// sorted lane by lane by exchanges of whole registers; then lanes are merged,
// two, four, ... at a time, which alone takes shuffles. The sorted order goes
// down the rows of lane 0, then of lane 1, and so on.
//
//===----------------------------------------------------------------------===//

#include "Select.h"

#include "mlir/Dialect/Math/IR/Math.h"

using namespace mlir;
using namespace mlir::extrema;
using arith::CmpIPredicate;
using Values = KernelBuilder::Values;

/// Rows for `size` records: a power of two.
static Value getNumRows(KernelBuilder &b, VectorType vectorType, Value size) {
  // Known in most cases: an operation with a constant extent.
  if (std::optional<int64_t> known = getConstantIntValue(size))
    return b.index(llvm::PowerOf2Ceil(std::max<int64_t>(
        1, llvm::divideCeil(*known, vectorType.getNumElements()))));
  Type type = b.getI64Type();
  Value last = b.sub(size, b.index(1));
  last = b.maxSigned(last, b.index(0));
  Value lastRow =
      b.castUnsigned(b.divideUnsigned(last, vectorType.getNumElements()), type);
  Value zeros = math::CountLeadingZerosOp::create(b, lastRow);
  Value bits = b.sub(b.constant(type, int64_t(64)), zeros);
  Value rows = b.shiftLeft(b.constant(type, int64_t(1)), bits);
  return b.castUnsigned(rows, b.getIndexType());
}

Value mlir::extrema::getSortedCapacity(KernelBuilder &b, VectorType vectorType,
                                       Value size) {
  return b.mul(getNumRows(b, vectorType, size), vectorType.getNumElements());
}

Value mlir::extrema::getSortedPlace(KernelBuilder &b, const Records &records,
                                    Value size, Value i) {
  Value rows = getNumRows(b, records.vectorType, size);
  Value row = b.bitAnd(i, b.sub(rows, b.index(1)));
  Value lane = b.shiftRight(i, b.countTrailingZeros(rows));
  return b.add(b.mul(row, records.vectorType.getNumElements()), lane);
}

namespace {
/// Sorts the rows of one buffer.
class Network {
public:
  Network(KernelBuilder &b, const Records &records, Value numRows)
      : b(b), records(records), numRows(numRows),
        lanes(records.vectorType.getNumElements()) {}

  void build() {
    buildLanes();
    for (int64_t merged = 2; merged <= lanes; merged *= 2) {
      buildMergeOfLanes(merged);
      buildStrides(b.createOrFold<arith::ShRUIOp>(numRows, b.index(1)));
    }
  }

private:
  Value shiftRight(Value value) { return b.shiftRight(value, b.index(1)); }

  Values loadRow(Value row) { return records.load(b, b.mul(row, lanes)); }
  void storeRow(ValueRange words, Value row) {
    records.store(b, words, b.mul(row, lanes));
  }

  /// Exchanges the rows of each pair whose numbers differ in the bits `pattern`
  /// and whose first one has a 0 in the highest of them, `highest`.
  void buildExchanges(Value highest, Value pattern) {
    Value low = b.sub(highest, b.index(1));
    b.forLoop(b.index(0), shiftRight(numRows), 1, [&](Value pair) {
      // A 0 put in at the place of the highest bit.
      Value below = b.bitAnd(pair, low);
      Value above = b.sub(pair, below);
      Value first = b.add(b.add(above, above), below);
      Value second = b.bitXor(first, pattern);
      auto [better, worse] =
          compareExchange(b, loadRow(first), loadRow(second));
      storeRow(better, first);
      storeRow(worse, second);
    });
  }

  /// Sorts each lane where it is made of two sorted parts that are interleaved
  /// bitonically: exchanges at `stride` rows, then half of it, down to 1.
  void buildStrides(Value stride) {
    b.whileLoop(
        stride,
        [&](ValueRange state) {
          return b.compare(CmpIPredicate::sgt, state[0], b.index(0));
        },
        [&](ValueRange state) -> Values {
          buildExchanges(state[0], state[0]);
          return {shiftRight(state[0])};
        });
  }

  /// Sorts each lane, by merges of 2, 4, ... rows.
  void buildLanes() {
    b.whileLoop(
        b.index(2),
        [&](ValueRange state) {
          return b.compare(CmpIPredicate::sle, state[0], numRows);
        },
        [&](ValueRange state) -> Values {
          Value half = shiftRight(state[0]);
          // One part backwards makes both together bitonic.
          buildExchanges(half, b.sub(state[0], b.index(1)));
          buildStrides(shiftRight(half));
          return {b.add(state[0], state[0])};
        });
  }

  /// The words with the lanes changed places by the bits `pattern` of their
  /// numbers.
  Values permute(ValueRange words, int64_t pattern) {
    SmallVector<int64_t> order;
    for (int64_t lane = 0; lane < lanes; ++lane)
      order.push_back(lane ^ pattern);
    return llvm::map_to_vector(
        words, [&](Value word) { return b.shuffle(word, word, order); });
  }

  /// The better one of two records where the bit `bit` of the lane's number is
  /// 0, else the worse one.
  Values exchangeByLane(ValueRange lhs, ValueRange rhs, int64_t bit) {
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
  void buildMergeOfLanes(int64_t merged) {
    Value last = b.sub(numRows, b.index(1));
    // With one row, a row meets itself: both halves of the body do the same.
    Value pairs = b.maxSigned(shiftRight(numRows), b.index(1));
    b.forLoop(b.index(0), pairs, 1, [&](Value row) {
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

  KernelBuilder &b;
  const Records &records;
  Value numRows;
  int64_t lanes;
};
} // namespace

void mlir::extrema::buildSort(KernelBuilder &b, const Records &records,
                              Value size) {
  int64_t lanes = records.vectorType.getNumElements();
  Value numRows = getNumRows(b, records.vectorType, size);
  // The rest of the rows: worse than every record.
  Value worst =
      b.constant(records.vectorType, std::numeric_limits<int64_t>::min());
  Value capacity = b.mul(numRows, lanes);
  b.forLoop(size, capacity, lanes, [&](Value position) {
    for (Value memref : records.words)
      b.store(worst, memref, position);
  });
  Network(b, records, numRows).build();
}
