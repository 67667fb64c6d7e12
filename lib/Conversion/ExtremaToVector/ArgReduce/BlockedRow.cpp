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

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace mlir::extrema;

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
  Value build(OpBuilder &b, Location loc) const;

private:
  /// What is carried from block to block, by lane.
  struct Lanes {
    /// The best keys and the numbers of their blocks.
    Value keys, numbers;
    /// The number of the next block. Of `NanMode::Watched`, that of the first
    /// block with a NaN stays, in its lane.
    Value nextNumber;
    /// False where there has been a NaN; of `NanMode::Watched`, else null.
    Value areNumbers;

    SmallVector<Value> pack() const;
    static Lanes unpack(ValueRange values);
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

  Lanes createInitialLanes(OpBuilder &b, Location loc) const;
  Value createMaximum(OpBuilder &b, Location loc, Value lhs, Value rhs) const;
  Value reduceBlock(OpBuilder &b, Location loc, ArrayRef<Value> keys) const;
  Value areAllNumbers(OpBuilder &b, Location loc, ArrayRef<Value> keys,
                      VectorType type) const;
  Lanes addBlock(OpBuilder &b, Location loc, Value begin, Lanes lanes) const;
  Best reduceLanes(OpBuilder &b, Location loc, Value begin,
                   const Lanes &lanes) const;
  Best reduceSegment(OpBuilder &b, Location loc, Value begin, Value end) const;
  Best reduceRow(OpBuilder &b, Location loc) const;

  /// Whether a NaN would be the best of all.
  bool isNanDecisive() const {
    return mode == NanMode::Watched || mode == NanMode::Propagated;
  }
  bool isFirst() const { return row.isFirst(); }
  const ElementOrder &order() const { return row.getOrder(); }

  const RowKeys &row;
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
    : row(row), numRegisters(numRegisters), keyType(row.getKeyVector(1)) {
  const VectorTarget &target = row.reduction.target;
  unsigned width = keyType.getElementTypeBitWidth();
  numberType = cast<VectorType>(
      keyType.clone(IntegerType::get(keyType.getContext(), width)));
  if (!order().mayHaveNans())
    mode = NanMode::Absent;
  else if (!order().isNanBestValue())
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

SmallVector<Value> BlockedRow::Lanes::pack() const {
  SmallVector<Value> values{keys, numbers, nextNumber};
  if (areNumbers)
    values.push_back(areNumbers);
  return values;
}

BlockedRow::Lanes BlockedRow::Lanes::unpack(ValueRange values) {
  return {values[0], values[1], values[2],
          values.size() > 3 ? values[3] : Value()};
}

BlockedRow::Lanes BlockedRow::createInitialLanes(OpBuilder &b,
                                                 Location loc) const {
  Value zeros = createSplat(b, loc, numberType,
                            b.getIntegerAttr(numberType.getElementType(), 0));
  Lanes lanes{createSplat(b, loc, keyType, order().getWorstKey()), zeros, zeros,
              Value()};
  if (mode == NanMode::Watched) {
    // As wide as keys where that is what comparisons make.
    VectorType type = numberType;
    if (row.reduction.target.hasMasks)
      type = cast<VectorType>(type.clone(b.getI1Type()));
    lanes.areNumbers =
        createSplat(b, loc, type, b.getIntegerAttr(type.getElementType(), -1));
  }
  return lanes;
}

/// The better of two keys; of a NaN and another key, the NaN if NaNs are
/// propagated, else the right one.
Value BlockedRow::createMaximum(OpBuilder &b, Location loc, Value lhs,
                                Value rhs) const {
  if (mode != NanMode::Propagated)
    return order().selectBetterKey(b, loc, lhs, rhs);
  if (isMaxKind(order().getKind()))
    return arith::MaximumFOp::create(b, loc, lhs, rhs);
  return arith::MinimumFOp::create(b, loc, lhs, rhs);
}

/// The best keys of a block, by lane.
Value BlockedRow::reduceBlock(OpBuilder &b, Location loc,
                              ArrayRef<Value> keys) const {
  if (mode == NanMode::Skipped) {
    // The right one of two keys is never a NaN here. Hardware's maxima that
    // leave NaNs out return one where a NaN is a signaling one, and LLVM uses
    // them where a key is compared with a constant: the first keys are not.
    Value isNan = order().isNanInEither(b, loc, keys.front(), keys.front());
    Value worst = createSplat(b, loc, keyType, order().getWorstKey());
    Value best = arith::SelectOp::create(b, loc, isNan, worst, keys.front());
    for (Value key : keys.drop_front())
      best = createMaximum(b, loc, key, best);
    return best;
  }
  SmallVector<Value> level(keys);
  while (level.size() > 1) {
    for (size_t i = 0; i < level.size() / 2; ++i)
      level[i] = createMaximum(b, loc, level[2 * i], level[2 * i + 1]);
    level.truncate(level.size() / 2);
  }
  return level.front();
}

/// True, by lane, where none of `keys` is a NaN, as a vector of `type`.
Value BlockedRow::areAllNumbers(OpBuilder &b, Location loc,
                                ArrayRef<Value> keys, VectorType type) const {
  Value result;
  // One comparison for two registers.
  for (size_t i = 0; i < keys.size(); i += 2) {
    Value other = keys[std::min(i + 1, keys.size() - 1)];
    Value pair = arith::CmpFOp::create(b, loc, arith::CmpFPredicate::ORD,
                                       keys[i], other);
    result =
        result ? arith::AndIOp::create(b, loc, result, pair).getResult() : pair;
  }
  if (result.getType() == type)
    return result;
  return arith::ExtSIOp::create(b, loc, type, result);
}

/// Takes the block from `begin` on into `lanes`.
BlockedRow::Lanes BlockedRow::addBlock(OpBuilder &b, Location loc, Value begin,
                                       Lanes lanes) const {
  SmallVector<Value> keys;
  for (int64_t i = 0; i < numRegisters; ++i) {
    Value position = begin;
    if (i > 0)
      position =
          arith::AddIOp::create(b, loc, begin, row.createNumLanes(b, loc, i));
    keys.push_back(
        order().createUnmergedKey(b, loc, row.loadValues(b, loc, position, 1)));
  }

  Value best = order().mergeNans(b, loc, reduceBlock(b, loc, keys));
  Value isBetter = order().isBetterKey(b, loc, best, lanes.keys, !isFirst());
  lanes.keys = createMaximum(b, loc, best, lanes.keys);
  lanes.numbers = arith::SelectOp::create(b, loc, isBetter, lanes.nextNumber,
                                          lanes.numbers);
  Value step =
      createSplat(b, loc, numberType,
                  b.getIntegerAttr(numberType.getElementType(),
                                   registersPerNumber == 1 ? numRegisters : 1));
  Value next = arith::AddIOp::create(b, loc, lanes.nextNumber, step);
  if (mode == NanMode::Watched) {
    lanes.areNumbers = arith::AndIOp::create(
        b, loc, lanes.areNumbers,
        areAllNumbers(b, loc, keys,
                      cast<VectorType>(lanes.areNumbers.getType())));
    if (row.reduction.target.hasMasks)
      next = arith::SelectOp::create(b, loc, lanes.areNumbers, next,
                                     lanes.nextNumber);
    else // True is -1, and the step is 1.
      next = arith::SubIOp::create(b, loc, lanes.nextNumber, lanes.areNumbers);
  }
  lanes.nextNumber = next;
  return lanes;
}

//===----------------------------------------------------------------------===//
// Segments
//===----------------------------------------------------------------------===//

/// The best of a segment that begins at `begin`.
BlockedRow::Best BlockedRow::reduceLanes(OpBuilder &b, Location loc,
                                         Value begin,
                                         const Lanes &lanes) const {
  Best best;
  if (mode == NanMode::Propagated) {
    best.key = vector::ReductionOp::create(
        b, loc,
        isMaxKind(order().getKind()) ? vector::CombiningKind::MAXIMUMF
                                     : vector::CombiningKind::MINIMUMF,
        lanes.keys);
    best.isNan = order().isNanInEither(b, loc, best.key, best.key);
  } else {
    best.key = reduceKeys(b, loc, order(), lanes.keys);
  }

  auto reduceNumbers = [&](OpBuilder &b, Location loc) -> Value {
    // Of the lanes with the best key, the first (or last) block.
    Value splat = vector::BroadcastOp::create(b, loc, keyType, best.key);
    Value isBest = order().isSameKey(b, loc, lanes.keys, splat);
    Value others = createSplat(
        b, loc, numberType,
        b.getIntegerAttr(numberType.getElementType(), isFirst() ? -1 : 0));
    Value numbers =
        arith::SelectOp::create(b, loc, isBest, lanes.numbers, others);
    return vector::ReductionOp::create(b, loc,
                                       isFirst() ? vector::CombiningKind::MINUI
                                                 : vector::CombiningKind::MAXUI,
                                       numbers);
  };
  Value number;
  if (mode == NanMode::Watched) {
    auto type = cast<VectorType>(lanes.areNumbers.getType());
    Value allTrue =
        createSplat(b, loc, type, b.getIntegerAttr(type.getElementType(), -1));
    best.isNan =
        isAnyTrue(b, loc,
                  arith::CmpIOp::create(b, loc, arith::CmpIPredicate::ne,
                                        lanes.areNumbers, allTrue));
    auto choice = scf::IfOp::create(
        b, loc, best.isNan,
        [&](OpBuilder &b, Location loc) {
          Value first = vector::ReductionOp::create(
              b, loc, vector::CombiningKind::MINUI, lanes.nextNumber);
          scf::YieldOp::create(b, loc, first);
        },
        [&](OpBuilder &b, Location loc) {
          scf::YieldOp::create(b, loc, reduceNumbers(b, loc));
        });
    number = choice.getResult(0);
  } else {
    number = reduceNumbers(b, loc);
  }
  number = arith::IndexCastUIOp::create(b, loc, b.getIndexType(), number);
  Value offset = arith::MulIOp::create(
      b, loc, number, row.createNumLanes(b, loc, registersPerNumber));
  best.block = arith::AddIOp::create(b, loc, begin, offset);
  Value lastBlock = arith::SubIOp::create(
      b, loc, row.extent, row.createNumLanes(b, loc, numRegisters));
  best.block = arith::MinSIOp::create(b, loc, best.block, lastBlock);
  if (mode == NanMode::Propagated)
    best.block = arith::SelectOp::create(b, loc, best.isNan, begin, best.block);
  return best;
}

BlockedRow::Best BlockedRow::reduceSegment(OpBuilder &b, Location loc,
                                           Value begin, Value end) const {
  Value step = row.createNumLanes(b, loc, numRegisters);
  Value lastBlock = arith::SubIOp::create(b, loc, row.extent, step);
  auto loop = scf::ForOp::create(
      b, loc, begin, end, step, createInitialLanes(b, loc).pack(),
      [&](OpBuilder &b, Location loc, Value block, ValueRange state) {
        block = arith::MinSIOp::create(b, loc, block, lastBlock);
        Lanes lanes = addBlock(b, loc, block, Lanes::unpack(state));
        scf::YieldOp::create(b, loc, lanes.pack());
      });
  return reduceLanes(b, loc, begin, Lanes::unpack(loop.getResults()));
}

BlockedRow::Best BlockedRow::reduceRow(OpBuilder &b, Location loc) const {
  Value zero = arith::ConstantIndexOp::create(b, loc, 0);
  // Rows that are read by single registers are short.
  std::optional<int64_t> extent = getConstantIntValue(row.extent);
  int64_t segmentElements =
      segmentLength * row.getKeyVector(numRegisters).getDimSize(0);
  if (numRegisters == 1 || (extent && *extent <= segmentElements))
    return reduceSegment(b, loc, zero, row.extent);

  Value segment = arith::MulIOp::create(
      b, loc, arith::ConstantIndexOp::create(b, loc, segmentLength),
      row.createNumLanes(b, loc, numRegisters));
  Value yes = arith::ConstantIntOp::create(b, loc, 1, /*width=*/1);
  Value no = arith::ConstantIntOp::create(b, loc, 0, /*width=*/1);
  Value worst = arith::ConstantOp::create(b, loc, order().getWorstKey());
  // Nothing after the type's best key is better. Of longer types it is rare.
  bool endsAtBest = isFirst() && mode == NanMode::Absent &&
                    keyType.getElementTypeBitWidth() <= 16;

  // Begin of the segment, best key, its block, and whether to end.
  SmallVector<Value> start{zero, worst, zero, no};
  auto before = [&](OpBuilder &b, Location loc, ValueRange args) {
    Value isLeft = arith::CmpIOp::create(b, loc, arith::CmpIPredicate::slt,
                                         args[0], row.extent);
    Value goesOn = arith::XOrIOp::create(b, loc, args[3], yes);
    goesOn = arith::AndIOp::create(b, loc, isLeft, goesOn);
    scf::ConditionOp::create(b, loc, goesOn, args);
  };
  auto after = [&](OpBuilder &b, Location loc, ValueRange args) {
    Value next = arith::AddIOp::create(b, loc, args[0], segment);
    Value end = arith::MinSIOp::create(b, loc, next, row.extent);
    Best best = reduceSegment(b, loc, args[0], end);
    Value isBetter = order().isBetterKey(b, loc, best.key, args[1], !isFirst());
    if (isNanDecisive())
      isBetter = arith::OrIOp::create(b, loc, isBetter, best.isNan);
    Value key = arith::SelectOp::create(b, loc, isBetter, best.key, args[1]);
    Value block =
        arith::SelectOp::create(b, loc, isBetter, best.block, args[2]);
    Value ends = no;
    if (isNanDecisive())
      ends = best.isNan;
    else if (endsAtBest)
      ends = order().isSameKey(
          b, loc, key, arith::ConstantOp::create(b, loc, order().getBestKey()));
    scf::YieldOp::create(b, loc, {next, key, block, ends});
  };
  auto loop = scf::WhileOp::create(b, loc, ValueRange(start).getTypes(), start,
                                   before, after);
  Best best{loop.getResult(1), loop.getResult(2), Value()};
  if (isNanDecisive())
    best.isNan = loop.getResult(3);
  return best;
}

//===----------------------------------------------------------------------===//
// Rows
//===----------------------------------------------------------------------===//

Value BlockedRow::build(OpBuilder &b, Location loc) const {
  Best best = reduceRow(b, loc);
  auto isBest = [&](OpBuilder &b, Location loc, Value keys) -> Value {
    Value splat = vector::BroadcastOp::create(b, loc, keys.getType(), best.key);
    return order().isSameKey(b, loc, keys, splat);
  };
  auto isNan = [&](OpBuilder &b, Location loc, Value keys) {
    return order().isNanInEither(b, loc, keys, keys);
  };
  auto findBest = [&](OpBuilder &b, Location loc) {
    return findInBlock(b, loc, row, best.block, numRegisters, isBest);
  };
  if (mode == NanMode::Absent)
    return findBest(b, loc);

  // Lanes that have seen no key better than the worst one know nothing of it:
  // all of the row may be NaNs, or begin with them.
  Value isRare = best.isNan;
  if (mode == NanMode::Skipped)
    isRare = order().isSameKey(
        b, loc, best.key,
        arith::ConstantOp::create(b, loc, order().getWorstKey()));
  auto choice = scf::IfOp::create(
      b, loc, isRare,
      [&](OpBuilder &b, Location loc) {
        Value position;
        if (mode == NanMode::Skipped) {
          Value zero = arith::ConstantIndexOp::create(b, loc, 0);
          RowPosition found =
              findInRow(b, loc, row, zero, numRegisters, isBest);
          Value allNans = zero;
          if (!isFirst())
            allNans = arith::SubIOp::create(
                b, loc, row.extent, arith::ConstantIndexOp::create(b, loc, 1));
          position = arith::SelectOp::create(b, loc, found.isFound,
                                             found.position, allNans);
        } else if (mode == NanMode::Watched && isFirst()) {
          position = findInBlock(b, loc, row, best.block, numRegisters, isNan);
        } else {
          position =
              findInRow(b, loc, row, best.block, numRegisters, isNan).position;
        }
        scf::YieldOp::create(b, loc, position);
      },
      [&](OpBuilder &b, Location loc) {
        scf::YieldOp::create(b, loc, findBest(b, loc));
      });
  return choice.getResult(0);
}

Value mlir::extrema::buildBlockedRow(OpBuilder &b, Location loc,
                                     const RowKeys &row, int64_t numRegisters) {
  return BlockedRow(row, numRegisters).build(b, loc);
}
