//===- ShortRows.cpp - Many rows of few elements ----------------*- C++ -*-===//
//
// Rows as the lanes of vectors: of a batch of rows, pieces of consecutive
// elements are loaded and transposed in registers (TransposeLanes.h), so that
// each vector then holds one column of the batch, and columns are compared. No
// gathers, no reductions across lanes, no branches.
//
// The last batch overlaps the one before it, and the last piece of a row the
// one before it. Elements that are compared twice change nothing. Only where a
// row is shorter than a piece, loads reach beyond it, into the rows that
// follow; the batch whose loads would reach beyond the last row is copied
// before.
//
// f32 and f64 are compared by one comparison that no NaN passes. Where a NaN is
// the best value, the best NaN is looked for beside; where it is the worst one,
// NaNs are taken for the worst number, and a batch with a row in which nothing
// is better than that is reduced again, exactly.
//
//===----------------------------------------------------------------------===//

#include "ShortRows.h"

#include "../TransposeLanes.h"
#include "LaneReduction.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace mlir::extrema;
using namespace tuning::argShortRows;

namespace {
/// Builds the loop over batches of one width.
class BatchBuilder {
public:
  BatchBuilder(KernelBuilder &b, const ArgReduction &reduction, Value rows,
               LaneDestinations destinations, int64_t vectorBits);

  int64_t getNumLanes() const { return lanes.getKeyVector().getNumElements(); }

  /// Reduces all rows: at least as many as there are lanes.
  void build() const;

private:
  /// Whether rows are known to be no shorter than a piece.
  bool isAtLeastPiece() const {
    constexpr int64_t kLeastExtent = 2;
    return getConstantIntValue(extent).value_or(kLeastExtent) >=
           pieceType.getNumElements();
  }
  Value createReadable(Value batch, Value numRowsLeft) const;
  SmallVector<Value> loadColumns(Value batch, Value begin) const;
  bool isUnrolled() const;
  Best reduceUnrolled(Value batch, int64_t extent) const;
  Best reduceInLoop(Value batch) const;
  Element reduceExactly(Value batch) const;
  Element reduceBatch(Value batch) const;

  KernelBuilder &b;
  const ArgReduction &reduction;
  const ElementOrder &order;
  Value rows;
  /// The number of elements in a row.
  Value extent;
  LaneDestinations destinations;
  LaneReduction lanes;
  /// What is loaded at once: consecutive elements of a row.
  VectorType pieceType;
};
} // namespace

BatchBuilder::BatchBuilder(KernelBuilder &b, const ArgReduction &reduction,
                           Value rows, LaneDestinations destinations,
                           int64_t vectorBits)
    : b(b), reduction(reduction), order(reduction.order), rows(rows),
      extent(b.extent(rows, 1)), destinations(destinations),
      lanes(b, order, vectorBits / order.getKeyType().getIntOrFloatBitWidth(),
            /*wantsValues=*/destinations.values != nullptr) {
  Type keyType = order.getKeyType();
  pieceType = VectorType::get(
      kTransposedPieceBits / keyType.getIntOrFloatBitWidth(), keyType);
}

//===----------------------------------------------------------------------===//
// Loads
//===----------------------------------------------------------------------===//

/// `batch`, or, where loads of pieces from its `numRowsLeft` last rows reached
/// beyond the end of all rows, a copy of it in front of enough memory.
Value BatchBuilder::createReadable(Value batch, Value numRowsLeft) const {
  int64_t pieceLength = pieceType.getNumElements();
  if (isAtLeastPiece())
    return batch;

  Value isInside = b.atLeast(b.mul(numRowsLeft, extent), pieceLength);
  Value scratch =
      reduction.createScratch(b, MemRefType::get({getNumLanes() * pieceLength},
                                                 pieceType.getElementType()));
  auto copy = [&]() -> Value {
    Value end = b.mul(getNumLanes(), extent);
    // As many vectors as a row has elements.
    b.forLoop(0, end, getNumLanes(), [&](Value offset) {
      b.store(b.loadUnverified(lanes.getKeyVector(), batch, {0, offset}),
              scratch, offset);
    });
    // Else what lies behind would be undefined, and so would comparisons of it.
    b.store(b.zero(pieceType), scratch, end);
    OpFoldResult stride = getAsOpFoldResult(extent);
    Value view = memref::ReinterpretCastOp::create(
        b, scratch, b.getIndexAttr(0), {b.getIndexAttr(getNumLanes()), stride},
        {stride, b.getIndexAttr(1)});
    return memref::CastOp::create(b, batch.getType(), view);
  };
  return b.ifThen(isInside, [&] { return batch; }, copy);
}

/// The columns of `batch` from `begin` on, as many as a piece has elements.
SmallVector<Value> BatchBuilder::loadColumns(Value batch, Value begin) const {
  int64_t length = pieceType.getNumElements();
  // One that begins its row may go on in the rows behind (createReadable).
  b.invariant("ShortRows: a piece that leaves its row", [&] {
    Value isInside = b.atMost(begin, b.sub(extent, length));
    return b.bitAnd(b.atLeast(begin, 0), b.bitOr(isInside, b.equal(begin, 0)));
  });
  SmallVector<Value> pieces;
  for (int64_t row = 0; row < getNumLanes(); ++row)
    pieces.push_back(b.loadUnverified(pieceType, batch, {row, begin}));
  return transposeLanes(b, b.getLoc(), pieces);
}

//===----------------------------------------------------------------------===//
// Reductions
//===----------------------------------------------------------------------===//

/// Reduces rows of a known number of elements, piece by piece.
Best BatchBuilder::reduceUnrolled(Value batch, int64_t extent) const {
  int64_t length = pieceType.getNumElements();
  auto pieces =
      llvm::to_vector(llvm::seq<int64_t>(0, llvm::divideCeil(extent, length)));
  if (order.getTie() == Tie::First)
    std::reverse(pieces.begin(), pieces.end());
  Best best = lanes.createEmpty();
  for (int64_t piece : pieces) {
    int64_t position = piece * length;
    int64_t begin = std::max<int64_t>(0, std::min(position, extent - length));
    SmallVector<Value> columns = loadColumns(batch, b.index(begin));
    // Not those that an overlapping piece has too, nor those of other rows.
    ArrayRef<Value> used = ArrayRef(columns).slice(
        position - begin, std::min(length, extent - position));
    best = lanes.addColumns(best, used, position);
  }
  return best;
}

/// Reduces rows of any number of elements, pieces in a loop; of those that
/// overlap, columns are added twice.
Best BatchBuilder::reduceInLoop(Value batch) const {
  bool isFirst = order.getTie() == Tie::First;
  int64_t length = pieceType.getNumElements();
  Value last = b.sub(extent, length);
  Value extents;
  if (!isAtLeastPiece())
    extents = lanes.broadcastPosition(extent);

  return b.forLoop(
      0, extent, length, lanes.createStart(),
      [&](Value position, const Best &before) {
        Value begin =
            isFirst ? b.sub(last, position) : b.minSigned(last, position);
        begin = b.maxSigned(begin, 0);
        SmallVector<Value> columns = loadColumns(batch, begin);
        return lanes.addColumns(before, columns, /*firstPosition=*/0,
                                lanes.broadcastPosition(begin), extents);
      });
}

/// Reduces rows by the order itself.
Element BatchBuilder::reduceExactly(Value batch) const {
  Location loc = b.getLoc();
  VectorType keyVector = lanes.getKeyVector();
  VectorType positionVector = lanes.getPositionVector();
  Element identity =
      order.createIdentity(b, loc, positionVector.getElementType());
  Element start{b.broadcast(keyVector, identity.value),
                b.broadcast(positionVector, identity.index)};
  return b.forLoop(
      0, extent, 1, start, [&](Value position, const Element &before) {
        SmallVector<Value> elements;
        for (int64_t row = 0; row < getNumLanes(); ++row)
          elements.push_back(b.load(batch, {row, position}));
        Element column{vector::FromElementsOp::create(b, keyVector, elements),
                       lanes.broadcastPosition(position)};
        return order.reduce(b, loc, before, column);
      });
}

//===----------------------------------------------------------------------===//
// Batches
//===----------------------------------------------------------------------===//

bool BatchBuilder::isUnrolled() const {
  // Of a piece of each row: loads, insertions, shuffles, and what is done about
  // a column.
  int64_t length = pieceType.getNumElements();
  int64_t numOps = getNumLanes() + (getNumLanes() - length) +
                   length * llvm::Log2_64(length) +
                   length * (order.areKeysValues() ? 4 : 8);
  std::optional<int64_t> known = getConstantIntValue(extent);
  return known && llvm::divideCeil(*known, length) * numOps <= kMostUnrolled;
}

Element BatchBuilder::reduceBatch(Value batch) const {
  Best best = isUnrolled() ? reduceUnrolled(batch, *getConstantIntValue(extent))
                           : reduceInLoop(batch);
  Value isAmbiguous;
  Element element = lanes.finish(best, isAmbiguous);
  if (!isAmbiguous)
    return element;
  return b.ifThen(
      b.any(isAmbiguous), [&] { return reduceExactly(batch); },
      [&] { return element; });
}

void BatchBuilder::build() const {
  Value numRows = b.extent(rows, 0);
  Value last = b.sub(numRows, getNumLanes());
  b.invariant("ShortRows: fewer rows than a batch has",
              [&] { return b.atLeast(last, 0); });
  b.forLoop(0, numRows, getNumLanes(), [&](Value begin) {
    begin = b.minSigned(begin, last);
    Value batch = memref::SubViewOp::create(
        b, rows, {begin, b.getIndexAttr(0)},
        {b.getIndexAttr(getNumLanes()), getAsOpFoldResult(extent)},
        {b.getIndexAttr(1), b.getIndexAttr(1)});
    // Of the batch's last row and those behind.
    Value numRowsLeft = b.add(b.sub(last, begin), 1);
    Element best = reduceBatch(createReadable(batch, numRowsLeft));
    storeLanes(b, reduction, destinations, begin, best.value, best.index);
  });
}

int64_t mlir::extrema::getShortRowLimit(const ArgReduction &reduction) {
  const VectorTarget &target = reduction.target;
  int64_t bits = reduction.order.getKeyType().getIntOrFloatBitWidth();
  if (target.isScalable || !llvm::isPowerOf2_64(bits) || bits < 8 || bits > 64)
    return 0;
  int64_t rowBits =
      target.vectorBits >= kWideBits ? kWideRowBits : kNarrowRowBits;
  return rowBits / bits - 1;
}

int64_t mlir::extrema::getShortRowBatch(const ArgReduction &reduction) {
  // Measured: where masks are cheap, batches of registers shorter than the
  // target's gain nothing over one row after the other.
  const VectorTarget &target = reduction.target;
  int64_t vectorBits =
      target.hasMasks ? target.vectorBits : kTransposedPieceBits;
  return vectorBits / reduction.order.getKeyType().getIntOrFloatBitWidth();
}

bool mlir::extrema::hasPackedRows(const View &view) {
  if (view.getRank() != 2 || view.reduced != 1 ||
      !isUnitStride(view.destinations.values, 0) ||
      !isUnitStride(view.destinations.indices, 0))
    return false;
  // A batch lies in the input or in a copy in scratch memory. Both need one
  // type, and scratch memory has no memory space.
  if (view.getInputType().getMemorySpace())
    return false;
  return view.getInputType().getLayout().isIdentity() ||
         memref::CollapseShapeOp::isGuaranteedCollapsible(view.getInputType(),
                                                          {{0, 1}});
}

void mlir::extrema::buildShortRows(KernelBuilder &b,
                                   const ArgReduction &reduction,
                                   const View &view) {
  Value rows = view.input;
  LaneDestinations destinations = view.destinations;
  BatchBuilder wide(b, reduction, rows, destinations,
                    reduction.target.vectorBits);
  if (wide.getNumLanes() <= getShortRowBatch(reduction))
    return wide.build();
  BatchBuilder narrow(b, reduction, rows, destinations, kTransposedPieceBits);
  b.ifThen(
      b.atMost(b.extent(rows, 0), wide.getNumLanes() - 1),
      [&] { narrow.build(); }, [&] { wide.build(); });
}
