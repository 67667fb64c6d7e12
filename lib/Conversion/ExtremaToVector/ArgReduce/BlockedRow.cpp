//===- BlockedRow.cpp - The best block, then the element in it ------------===//
//
// A row is read in blocks of a few registers. In each lane, the best key so far
// and the number of the block that it came from are kept: that costs one
// comparison and two selects for a whole block, whose best key is found first.
// The element is then searched in the one block that is left in the end.
//
// Where the extent is no multiple of a block, the last block overlaps the one
// before. It sees some elements again, which changes nothing: equal keys are
// decided by the blocks' numbers, and within a block by position.
//
// Numbers of blocks are integers as wide as a key, so that one mask selects
// both. For them not to overflow, and to leave early, a row is read in
// segments.
//
//===----------------------------------------------------------------------===//

#include "BlockedRow.h"

using namespace mlir;
using namespace mlir::extrema;
using vector::CombiningKind;

namespace {
/// What to do about keys that may be NaNs.
enum class NanMode {
  /// There are none.
  Absent,
  /// Best of all: looked for by comparisons of their own. The best key and its
  /// block are of no meaning once there is one.
  Watched,
  /// Best of all: maxima let them through, so that a row's best key tells.
  Propagated,
  /// Worse than all numbers: maxima leave them out.
  Skipped,
};

/// Builds the loops over the blocks of one row.
class BlockedRow {
public:
  BlockedRow(const RowKeys &row, int64_t numRegisters);

  /// Their result: the position of the best element.
  Value build() const;

private:
  /// What is carried from block to block, by lane.
  struct Lanes {
    /// The best keys and the numbers of their blocks.
    Value keys, numbers;
    /// The number of the next block. Of `NanMode::Watched`, that of the first
    /// block with a NaN stays, in its lane.
    Value nextNumber;
    /// False where there has been a NaN; of `NanMode::Watched`, else null.
    Value areNumbers = {};
    auto carried() { return std::tie(keys, numbers, nextNumber, areNumbers); }
  };

  /// The best of a segment or of a row.
  struct Best {
    Value key;
    /// Where the block begins that it is in.
    Value block;
    /// Whether there is a NaN, and it is best. None is before `block` then, and
    /// of `NanMode::Watched` one is in it. Null if there can be none.
    Value isNan;
  };

  Lanes createInitialLanes() const;
  Value createMaximum(Value lhs, Value rhs) const;
  Value reduceBlock(ArrayRef<Value> keys) const;
  Value areAllNumbers(ArrayRef<Value> keys, Type type) const;
  Lanes addBlock(Value begin, Lanes lanes) const;
  Value reduceNumbers(const Lanes &lanes, Value bestKey) const;
  Best reduceLanes(Value begin, const Lanes &lanes) const;
  Best reduceSegment(Value begin, Value end) const;
  Best reduceRow() const;

  /// Whether a NaN would be the best of all.
  bool isNanDecisive() const {
    return mode == NanMode::Watched || mode == NanMode::Propagated;
  }

  KernelBuilder &b;
  Location loc;
  const RowKeys &row;
  const ElementOrder &order;
  int64_t numRegisters;
  NanMode mode;
  /// Of one register.
  VectorType keyType, numberType;
  /// By what a block's number is the distance from the segment's begin: one
  /// register, or the registers of a block.
  int64_t registersPerNumber;
  /// Blocks in a segment.
  int64_t segmentLength;
};
} // namespace

BlockedRow::BlockedRow(const RowKeys &row, int64_t numRegisters)
    : b(row.b), loc(b.getLoc()), row(row), order(row.getOrder()),
      numRegisters(numRegisters), keyType(row.getRegister()) {
  const VectorTarget &target = row.reduction.target;
  unsigned width = keyType.getElementTypeBitWidth();
  numberType = cast<VectorType>(
      keyType.clone(IntegerType::get(keyType.getContext(), width)));
  if (!order.mayHaveNans())
    mode = NanMode::Absent;
  else if (!order.isNanBestValue())
    mode = NanMode::Skipped;
  else
    mode = target.hasMaximumF ? NanMode::Propagated : NanMode::Watched;
  int64_t blockBytes = numRegisters * target.vectorBits / 8;
  segmentLength = tuning::argLongRows::kSegmentBytes / blockBytes;
  // LLVM makes two instructions of a masked addition of 1, one of another
  // number. A vector that is a mask counts blocks itself, by -1.
  registersPerNumber = target.hasMasks ? 1 : numRegisters;
  // Numbers must not overflow.
  if (width == 8)
    segmentLength = std::min<int64_t>(segmentLength,
                                      256 * registersPerNumber / numRegisters);
}

//===----------------------------------------------------------------------===//
// Blocks
//===----------------------------------------------------------------------===//

BlockedRow::Lanes BlockedRow::createInitialLanes() const {
  Value zeros = b.constant(numberType, 0);
  Lanes lanes{b.constant(keyType, order.getWorstKey()), zeros, zeros};
  if (mode == NanMode::Watched) {
    // As wide as keys where that is what comparisons make.
    VectorType type = numberType;
    if (row.reduction.target.hasMasks)
      type = cast<VectorType>(type.clone(b.getI1Type()));
    lanes.areNumbers = b.constant(type, -1);
  }
  return lanes;
}

/// The better of two keys; of a NaN and another key, the NaN if NaNs are
/// propagated, else the right one.
Value BlockedRow::createMaximum(Value lhs, Value rhs) const {
  if (mode != NanMode::Propagated)
    return order.selectBetterKey(b, loc, lhs, rhs);
  if (isMaxKind(order.getKind()))
    return arith::MaximumFOp::create(b, lhs, rhs);
  return arith::MinimumFOp::create(b, lhs, rhs);
}

/// The best keys of a block, by lane.
Value BlockedRow::reduceBlock(ArrayRef<Value> keys) const {
  if (mode == NanMode::Skipped) {
    // The right one of two keys is never a NaN here. Hardware's maxima that
    // leave NaNs out return one where a NaN is a signaling one, and LLVM uses
    // them where a key is compared with a constant: the first keys are not.
    Value isNan = order.isNanInEither(b, loc, keys.front(), keys.front());
    Value worst = b.constant(keyType, order.getWorstKey());
    Value best = b.select(isNan, worst, keys.front());
    for (Value key : keys.drop_front())
      best = createMaximum(key, best);
    return best;
  }
  SmallVector<Value> level(keys);
  while (level.size() > 1) {
    for (size_t i = 0; i < level.size() / 2; ++i)
      level[i] = createMaximum(level[2 * i], level[2 * i + 1]);
    level.truncate(level.size() / 2);
  }
  return level.front();
}

/// True, by lane, where none of `keys` is a NaN, as a vector of `type`.
Value BlockedRow::areAllNumbers(ArrayRef<Value> keys, Type type) const {
  Value result;
  // One comparison for two registers.
  for (size_t i = 0; i < keys.size(); i += 2) {
    Value other = keys[std::min(i + 1, keys.size() - 1)];
    Value pair =
        arith::CmpFOp::create(b, arith::CmpFPredicate::ORD, keys[i], other);
    result = result ? b.bitAnd(result, pair) : pair;
  }
  return b.castSigned(result, type);
}

/// Takes the block from `begin` on into `lanes`.
BlockedRow::Lanes BlockedRow::addBlock(Value begin, Lanes lanes) const {
  SmallVector<Value> keys;
  for (int64_t i = 0; i < numRegisters; ++i) {
    Value values = row.loadValues(b.add(begin, row.createNumLanes(i)), 1);
    keys.push_back(order.createUnmergedKey(b, loc, values));
  }

  Value best = order.mergeNans(b, loc, reduceBlock(keys));
  Value isBetter = order.isBetterKey(b, loc, best, lanes.keys, !row.isFirst());
  lanes.keys = createMaximum(best, lanes.keys);
  lanes.numbers = b.select(isBetter, lanes.nextNumber, lanes.numbers);
  Value next =
      b.add(lanes.nextNumber, registersPerNumber == 1 ? numRegisters : 1);
  if (mode == NanMode::Watched) {
    lanes.areNumbers = b.bitAnd(
        lanes.areNumbers, areAllNumbers(keys, lanes.areNumbers.getType()));
    if (row.reduction.target.hasMasks)
      next = b.select(lanes.areNumbers, next, lanes.nextNumber);
    else // True is -1, and the step is 1.
      next = b.sub(lanes.nextNumber, lanes.areNumbers);
  }
  lanes.nextNumber = next;
  return lanes;
}

//===----------------------------------------------------------------------===//
// Segments
//===----------------------------------------------------------------------===//

/// The number of the first (or last) block of those of the lanes whose key is
/// the best one.
Value BlockedRow::reduceNumbers(const Lanes &lanes, Value bestKey) const {
  Value isBest =
      order.isSameKey(b, loc, lanes.keys, b.broadcast(keyType, bestKey));
  Value numbers = b.select(isBest, lanes.numbers, row.isFirst() ? -1 : 0);
  return b.reduce(row.isFirst() ? CombiningKind::MINUI : CombiningKind::MAXUI,
                  numbers);
}

/// The best of a segment that begins at `begin`.
BlockedRow::Best BlockedRow::reduceLanes(Value begin,
                                         const Lanes &lanes) const {
  Best best;
  if (mode == NanMode::Propagated) {
    bool isMax = isMaxKind(order.getKind());
    best.key = b.reduce(
        isMax ? CombiningKind::MAXIMUMF : CombiningKind::MINIMUMF, lanes.keys);
    best.isNan = order.isNanInEither(b, loc, best.key, best.key);
  } else {
    best.key = reduceKeys(b, order, lanes.keys);
  }

  Value number;
  if (mode == NanMode::Watched) {
    best.isNan = b.any(b.differ(lanes.areNumbers, -1));
    number = b.ifThen(
        best.isNan,
        [&] { return b.reduce(CombiningKind::MINUI, lanes.nextNumber); },
        [&] { return reduceNumbers(lanes, best.key); });
  } else {
    number = reduceNumbers(lanes, best.key);
  }
  number = b.castUnsigned(number, b.getIndexType());
  Value offset = b.mul(number, row.createNumLanes(registersPerNumber));
  best.block = b.add(begin, offset);
  Value lastBlock = b.sub(row.extent, row.createNumLanes(numRegisters));
  best.block = b.minSigned(best.block, lastBlock);
  if (mode == NanMode::Propagated)
    best.block = b.select(best.isNan, begin, best.block);
  return best;
}

BlockedRow::Best BlockedRow::reduceSegment(Value begin, Value end) const {
  Value step = row.createNumLanes(numRegisters);
  Value lastBlock = b.sub(row.extent, step);
  b.invariant("ArgReduce/LongRows: a row is shorter than a block",
              [&] { return b.atLeast(lastBlock, 0); });
  b.invariant(
      "ArgReduce/LongRows: a segment of more blocks than are counted",
      [&] { return b.atMost(b.sub(end, begin), b.mul(step, segmentLength)); });
  Lanes last =
      b.forLoop(begin, end, step, createInitialLanes(),
                [&](Value block, const Lanes &lanes) {
                  return addBlock(b.minSigned(block, lastBlock), lanes);
                });
  return reduceLanes(begin, last);
}

BlockedRow::Best BlockedRow::reduceRow() const {
  // Rows that are read by single registers are short.
  std::optional<int64_t> extent = getConstantIntValue(row.extent);
  int64_t segmentElements =
      segmentLength * numRegisters * keyType.getDimSize(0);
  if (numRegisters == 1 || (extent && *extent <= segmentElements))
    return reduceSegment(b.index(0), row.extent);

  Value segment = b.mul(segmentLength, row.createNumLanes(numRegisters));
  Value worst = b.constant(keyType.getElementType(), order.getWorstKey());
  // Nothing after the type's best key is better. Of longer types it is rare.
  bool endsAtBest = row.isFirst() && mode == NanMode::Absent &&
                    keyType.getElementTypeBitWidth() <= 16;

  /// Where the next segment begins, the best key so far, its block, and whether
  /// nothing can be better.
  struct Segments {
    Value begin, key, block, isOver;
    auto carried() { return std::tie(begin, key, block, isOver); }
  };
  Segments last = b.whileLoop(
      Segments{b.index(0), worst, b.index(0), b.truth(false)},
      [&](Segments before) {
        Value isLeft = b.less(before.begin, row.extent);
        return b.bitAnd(isLeft, b.bitNot(before.isOver));
      },
      [&](Segments before) -> Segments {
        Value next = b.add(before.begin, segment);
        Value end = b.minSigned(next, row.extent);
        Best best = reduceSegment(before.begin, end);
        Value isBetter = order.isBetterKey(b, loc, best.key, before.key,
                                           /*orSame=*/!row.isFirst());
        if (isNanDecisive())
          isBetter = b.bitOr(isBetter, best.isNan);
        Value key = b.select(isBetter, best.key, before.key);
        Value block = b.select(isBetter, best.block, before.block);
        Value isOver = b.truth(false);
        if (isNanDecisive())
          isOver = best.isNan;
        else if (endsAtBest)
          isOver = order.isSameKey(
              b, loc, key, b.constant(key.getType(), order.getBestKey()));
        return {next, key, block, isOver};
      });
  return {last.key, last.block, isNanDecisive() ? last.isOver : Value()};
}

//===----------------------------------------------------------------------===//
// Rows
//===----------------------------------------------------------------------===//

Value BlockedRow::build() const {
  Best best = reduceRow();
  auto isBest = [&](Value keys) {
    Value splat = b.broadcast(cast<VectorType>(keys.getType()), best.key);
    return order.isSameKey(b, loc, keys, splat);
  };
  auto isNan = [&](Value keys) {
    return order.isNanInEither(b, loc, keys, keys);
  };
  auto findBest = [&] {
    return row.findInBlock(best.block, numRegisters, isBest);
  };
  if (mode == NanMode::Absent)
    return findBest();

  // Lanes that have seen no key better than the worst one know nothing of it:
  // all of the row may be NaNs, or begin with them.
  Value isRare = best.isNan;
  if (mode == NanMode::Skipped)
    isRare = order.isSameKey(
        b, loc, best.key, b.constant(best.key.getType(), order.getWorstKey()));
  auto findRare = [&]() -> Value {
    if (mode == NanMode::Skipped) {
      auto found = row.findInRow(b.index(0), numRegisters, isBest);
      Value allNans = row.isFirst() ? b.index(0) : b.sub(row.extent, 1);
      return b.select(found.isFound, found.position, allNans);
    }
    if (mode == NanMode::Watched && row.isFirst())
      return row.findInBlock(best.block, numRegisters, isNan);
    return row.findInRow(best.block, numRegisters, isNan).position;
  };
  return b.ifThen(isRare, findRare, findBest);
}

Value mlir::extrema::buildBlockedRow(const RowKeys &row, int64_t numRegisters) {
  return BlockedRow(row, numRegisters).build();
}
