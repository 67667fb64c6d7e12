//===- LongRows.cpp - A threshold first, then candidates --------*- C++ -*-===//
//
// A row is read in blocks that the caches hold. Of a block,
//
// 1. the best of each lane of each chunk of some hundred elements is stored:
//    maxima, at the speed of reading;
// 2. k-th best of the maxima (of groups of them, to have a few k in all) is no
//    better than the k-th best element: the threshold;
// 3. only chunks with a maximum that reaches it are read again, for the
//    candidates, of which there are hardly more than k;
// 4. the k best of them and of those of former blocks are kept.
//
// No order of the elements makes that slow: candidates are reduced to the k
// best whenever their buffer is full, which raises the threshold above them.
//
//===----------------------------------------------------------------------===//

#include "RowResults.h"

#include "extrema/Conversion/Common/StructuredOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mlir::extrema;
using arith::CmpIPredicate;
using Values = KernelBuilder::Values;

/// Elements whose comparisons fill a word of bits.
static constexpr int64_t wordSize = 64;

/// A chunk: 16 registers, and whole words.
static int64_t getChunkSize(const TopKReduction &reduction) {
  return std::max(wordSize, 16 * reduction.target.getNumLanes(
                                     reduction.order.getKeyType()));
}

/// Chunks in a block: half a megabyte at 512 bits.
static constexpr int64_t blockChunks = 512;

namespace {
class LongRows {
public:
  LongRows(KernelBuilder &b, const TopKReduction &reduction, const View &view)
      : b(b), reduction(reduction), order(reduction.order), view(view),
        format(reduction.order, reduction.target,
               reduction.hasIndices ? reduction.indexType : Type()),
        scratch(b, reduction), chunkSize(getChunkSize(reduction)),
        rankType(format.getRankType()),
        rankVector(reduction.target.getVectorType(rankType)),
        rankLanes(rankVector.getNumElements()) {}

  void build();

private:
  /// A rank of elements, extended to the type in which ranks are kept.
  Value createRank(const APInt &rank) {
    return b.constant(rankType, rank.sext(rankType.getIntOrFloatBitWidth()));
  }
  Value worstRank() {
    return createRank(
        APInt::getSignedMinValue(order.getRankType().getIntOrFloatBitWidth()));
  }
  Value bestRank() {
    return createRank(
        APInt::getSignedMaxValue(order.getRankType().getIntOrFloatBitWidth()));
  }

  void allocate();
  void buildRow(InputRow row, Destinations to);

  Value createChunkMaxima(Value begin);
  Value buildMaxima(Value begin, Value numChunks);
  Value buildThreshold(Value numChunks);
  Value createReachesThreshold(Value chunk, Value threshold);
  Value listChunks(Value numChunks, Value threshold);
  Values collectWords(Value blockBegin, Value chunk, Value threshold,
                      ValueRange state);
  void collectCandidates(Value count, Value added);
  Values buildRounds(Value blockBegin, Value numListed, ValueRange state);
  void buildResults(Destinations to, Value count);

  KernelBuilder &b;
  const TopKReduction &reduction;
  const ElementOrder &order;
  const View &view;
  RecordFormat format;
  Scratch scratch;
  int64_t chunkSize;
  /// Ranks are kept in 32 or 64 bits.
  Type rankType;
  VectorType rankVector;
  int64_t rankLanes;

  Value extent, k;
  std::optional<RowResults> results;
  /// The row at hand.
  InputRow row;
  /// For each chunk of a block a register of ranks, and such of groups.
  Value maxima, groupMaxima, numGroupRows;
  /// The numbers of chunks to read again.
  Value listed;
  /// Words with a candidate, as bits, and their positions.
  Value wordBits, wordPositions;
  Records records;
  /// How many candidates there may be.
  Value capacity;
};
} // namespace

void LongRows::allocate() {
  Value numChunks =
      b.minSigned(b.divideUnsigned(extent, chunkSize), b.index(blockChunks));
  // One more: the rest of the row.
  Value numRows = b.add(numChunks, b.index(1));
  maxima = scratch.allocate(rankType, b.mul(numRows, rankLanes));
  listed = scratch.allocate(b.getI32Type(), numRows);

  // About four groups for each result.
  numGroupRows =
      b.divideUnsigned(b.add(b.mul(k, 4), b.index(rankLanes - 1)), rankLanes);
  numGroupRows = b.minSigned(numGroupRows, numChunks);
  groupMaxima = scratch.allocate(
      rankType, b.mul(b.add(numGroupRows, b.index(3)), rankLanes));

  capacity = b.add(b.mul(k, 2), b.index(1024 + chunkSize));
  // Each word has a candidate, but for those of the last chunk.
  Value numWords = b.add(capacity, b.index(chunkSize / wordSize + 1));
  wordBits = scratch.allocate(b.getI64Type(), numWords);
  wordPositions = scratch.allocate(b.getI32Type(), numWords);

  records.vectorType = format.getVectorType(b.getContext());
  records.hasCompress = reduction.target.hasCompress;
  Value numRecords = b.add(capacity, b.index(Records::padding));
  for (unsigned i = 0; i < format.getNumWords(); ++i)
    records.words.push_back(scratch.allocate(b.getI64Type(), numRecords));
}

//===----------------------------------------------------------------------===//
// Maxima
//===----------------------------------------------------------------------===//

/// The best key of each lane of the chunk at `begin`, as ranks.
Value LongRows::createChunkMaxima(Value begin) {
  Location loc = b.getLoc();
  Type valueType = order.getWorkingType();
  int64_t lanes = 4 * reduction.target.getNumLanes(order.getKeyType());
  auto wide = VectorType::get({lanes}, valueType);
  Value best, previous, hasNan;
  for (int64_t offset = 0; offset < chunkSize; offset += lanes) {
    Value values = b.load(wide, row.values, b.add(begin, b.index(offset)));
    Value keys = order.createUnmergedKey(b, loc, values);
    best = best ? order.selectBetterKey(b, loc, keys, best) : keys;
    if (!order.mayHaveNans())
      continue;
    if (!previous) {
      previous = keys;
      continue;
    }
    Value isNan = order.isNanInEither(b, loc, previous, keys);
    hasNan = hasNan ? b.bitOr(hasNan, isNan) : isNan;
    previous = Value();
  }
  auto fold = [&](Value keys, auto select) {
    while (true) {
      int64_t size = cast<VectorType>(keys.getType()).getNumElements();
      if (size == rankLanes)
        return keys;
      keys =
          select(b.slice(keys, 0, size / 2), b.slice(keys, size / 2, size / 2));
    }
  };
  auto createRanks = [&]() -> Value {
    Value keys = fold(best, [&](Value lhs, Value rhs) {
      return order.selectBetterKey(b, loc, lhs, rhs);
    });
    keys = order.mergeNans(b, loc, keys);
    return b.castSigned(order.createRankOfKey(b, loc, keys), rankVector);
  };
  if (!order.mayHaveNans())
    return createRanks();
  return b
      .ifThen(
          b.any(hasNan),
          [&]() -> Values {
            // The comparisons above do not order NaNs; those of ranks do.
            Value worst = b.broadcast(cast<VectorType>(wide.clone(rankType)),
                                      worstRank());
            Value ranks =
                b.forLoop(b.index(0), b.index(chunkSize), lanes, worst,
                          [&](Value offset, ValueRange state) -> Values {
                            Value values =
                                b.load(wide, row.values, b.add(begin, offset));
                            return {b.maxSigned(
                                state[0], order.createRank(b, loc, values))};
                          })
                    .front();
            return {fold(ranks, [&](Value lhs, Value rhs) {
              return b.maxSigned(lhs, rhs);
            })};
          },
          [&]() -> Values { return {createRanks()}; })
      .front();
}

/// The maxima of `numChunks` chunks from `begin` on. Returns those of all.
Value LongRows::buildMaxima(Value begin, Value numChunks) {
  return b
      .forLoop(b.index(0), numChunks, 1, b.broadcast(rankVector, worstRank()),
               [&](Value chunk, ValueRange state) -> Values {
                 Value ranks =
                     createChunkMaxima(b.add(begin, b.mul(chunk, chunkSize)));
                 b.store(ranks, maxima, b.mul(chunk, rankLanes));
                 return {b.maxSigned(state[0], ranks)};
               })
      .front();
}

/// A rank that at least k of the elements of the first `numChunks` chunks of a
/// block reach, or the worst one.
Value LongRows::buildThreshold(Value numChunks) {
  Value numGroups = b.mul(b.minSigned(numChunks, numGroupRows), rankLanes);
  Value areEnough = b.compare(CmpIPredicate::sge, numGroups, k);
  return b
      .ifThen(
          areEnough,
          [&]() -> Values {
            Value numRows = b.minSigned(numChunks, numGroupRows);
            // Chunks far from one another make a group, so that an order in the
            // row does not bring the best elements into few groups.
            b.forLoop(b.index(0), numRows, 1, [&](Value group) {
              Value first = b.load(rankVector, maxima, b.mul(group, rankLanes));
              auto loop = scf::ForOp::create(b, b.add(group, numRows),
                                             numChunks, numRows, first);
              {
                OpBuilder::InsertionGuard guard(b);
                b.setInsertionPointToStart(loop.getBody());
                Value next = b.load(rankVector, maxima,
                                    b.mul(loop.getInductionVar(), rankLanes));
                scf::YieldOp::create(
                    b, b.maxSigned(loop.getRegionIterArg(0), next));
              }
              b.store(loop.getResult(0), groupMaxima, b.mul(group, rankLanes));
            });
            return {buildBound(b, groupMaxima, rankVector, numGroups, k)};
          },
          [&]() -> Values { return {worstRank()}; })
      .front();
}

//===----------------------------------------------------------------------===//
// Candidates
//===----------------------------------------------------------------------===//

/// Whether an element of the chunk number `chunk` of the block may reach the
/// threshold.
Value LongRows::createReachesThreshold(Value chunk, Value threshold) {
  Value ranks = b.load(rankVector, maxima, b.mul(chunk, rankLanes));
  return b.any(b.compare(CmpIPredicate::sge, ranks, threshold));
}

/// Lists the chunks that have a maximum that reaches the threshold; returns how
/// many there are.
Value LongRows::listChunks(Value numChunks, Value threshold) {
  return b
      .forLoop(b.index(0), numChunks, 1, b.index(0),
               [&](Value chunk, ValueRange state) -> Values {
                 b.store(b.castUnsigned(chunk, b.getI32Type()), listed,
                         state[0]);
                 Value isListed = createReachesThreshold(chunk, threshold);
                 return {b.add(state[0],
                               b.castUnsigned(isListed, b.getIndexType()))};
               })
      .front();
}

/// Appends the words of a chunk, and adds to the state: how many words, and how
/// many candidates in them.
Values LongRows::collectWords(Value blockBegin, Value chunk, Value threshold,
                              ValueRange state) {
  Location loc = b.getLoc();
  Type i64 = b.getI64Type();
  auto wide = VectorType::get({wordSize}, order.getWorkingType());
  Value bound = order.createKeyOfRank(
      b, loc, b.castSigned(threshold, order.getRankType()));
  auto keys = VectorType::get({wordSize}, bound.getType());
  Value bounds = b.broadcast(keys, bound);
  // Where a NaN is the worst value, no comparison lets it pass.
  Value all;
  if (order.mayHaveNans() && !order.isNanBestValue())
    all =
        b.castSigned(b.compare(CmpIPredicate::eq, threshold, worstRank()), i64);
  // The last chunk of a row is as long as the others and begins within the one
  // before it.
  Value first = b.add(blockBegin, b.mul(chunk, chunkSize));
  Value begin = b.minSigned(first, b.sub(extent, b.index(chunkSize)));
  return b.forLoop(
      b.index(0), b.index(chunkSize), wordSize, state,
      [&](Value offset, ValueRange state) -> Values {
        Value position = b.add(begin, offset);
        Value values = b.load(wide, row.values, position);
        Value bits = b.toBits(order.isAtLeastKey(
            b, loc, order.createKey(b, loc, values), bounds));
        if (all)
          bits = b.bitOr(bits, all);
        // Those before `first` have been seen. Shifts by all of the bits are
        // not defined.
        Value seen = b.maxSigned(b.sub(first, position), b.index(0));
        seen = b.castUnsigned(b.minSigned(seen, b.index(wordSize - 1)), i64);
        Value isSeen = b.compare(CmpIPredicate::sge, b.sub(first, position),
                                 b.index(wordSize));
        Value kept = b.shiftLeft(b.constant(i64, int64_t(-1)), seen);
        kept = b.select(isSeen, b.constant(i64, int64_t(0)), kept);
        bits = b.bitAnd(bits, kept);
        b.store(bits, wordBits, state[0]);
        b.store(b.castUnsigned(position, b.getI32Type()), wordPositions,
                state[0]);
        Value isThere =
            b.compare(CmpIPredicate::ne, bits, b.constant(i64, int64_t(0)));
        return {b.add(state[0], b.castUnsigned(isThere, b.getIndexType())),
                b.add(state[1],
                      b.castUnsigned(b.popCount(bits), b.getIndexType()))};
      });
}

/// Makes records of the `added` candidates in the words, behind `count` others.
void LongRows::collectCandidates(Value count, Value added) {
  Type i64 = b.getI64Type();
  Value zero = b.index(0);
  b.forLoop(
      zero, added, 1, {zero, b.load(wordBits, zero)},
      [&](Value i, ValueRange state) -> Values {
        Value word = state[0], bits = state[1];
        Value position =
            b.castUnsigned(b.load(wordPositions, word), b.getIndexType());
        position = b.add(position, b.castUnsigned(b.countTrailingZeros(bits),
                                                  b.getIndexType()));
        Value value = b.load(row.values, position);
        Value rank =
            b.castSigned(order.createRank(b, b.getLoc(), value), rankType);
        Value index = row.indices ? b.load(row.indices, position) : Value();
        records.store(b, format.createWords(b, rank, position, index),
                      b.add(count, i));
        // Takes the lowest bit off, and the next word if it was the last.
        Value rest = b.bitAnd(bits, b.sub(bits, b.constant(i64, int64_t(1))));
        Value isLast =
            b.compare(CmpIPredicate::eq, rest, b.constant(i64, int64_t(0)));
        Value next = b.add(word, b.castUnsigned(isLast, b.getIndexType()));
        return {next, b.select(isLast, b.load(wordBits, next), rest)};
      });
}

/// Reads the listed chunks. The state: how many candidates there are, the
/// threshold, and where the row ends: at 0 once nothing can be among the k best
/// any more.
Values LongRows::buildRounds(Value blockBegin, Value numListed,
                             ValueRange state) {
  Value zero = b.index(0);
  Values result = b.whileLoop(
      {zero, state[0], state[1], state[2]},
      [&](ValueRange state) {
        return b.compare(CmpIPredicate::slt, state[0],
                         b.minSigned(numListed, state[3]));
      },
      [&](ValueRange state) -> Values {
        Value count = state[1], threshold = state[2];
        Value room = b.sub(capacity, b.add(count, b.index(chunkSize)));
        // As many chunks as the buffer surely holds.
        Values words = b.whileLoop(
            {state[0], zero, zero},
            [&](ValueRange state) {
              return b.bitAnd(
                  b.compare(CmpIPredicate::slt, state[0], numListed),
                  b.compare(CmpIPredicate::sle, state[2], room));
            },
            [&](ValueRange state) -> Values {
              Value chunk =
                  b.castUnsigned(b.load(listed, state[0]), b.getIndexType());
              // The threshold may have risen since.
              Values counts = b.ifThen(
                  createReachesThreshold(chunk, threshold),
                  [&] {
                    return collectWords(blockBegin, chunk, threshold,
                                        {state[1], state[2]});
                  },
                  [&]() -> Values { return {state[1], state[2]}; });
              return {b.add(state[0], b.index(1)), counts[0], counts[1]};
            });
        collectCandidates(count, words[2]);
        Value all = b.add(count, words[2]);
        Values kept = b.ifThen(
            b.compare(CmpIPredicate::sgt, all, k),
            [&]() -> Values {
              SmallVector<Value> bounds = buildKeepBest(b, records, all, k);
              Value rank = format.getRank(b, bounds);
              if (row.indices)
                return {k, b.maxSigned(threshold, rank), state[3]};
              // Later elements lose every tie.
              Value isDone = b.compare(CmpIPredicate::eq, rank, bestRank());
              Value next = b.add(rank, b.constant(rankType, int64_t(1)));
              return {k, b.maxSigned(threshold, b.select(isDone, rank, next)),
                      b.select(isDone, zero, state[3])};
            },
            [&]() -> Values { return {all, threshold, state[3]}; });
        return {words[0], kept[0], kept[1], kept[2]};
      });
  return {result[1], result[2], result[3]};
}

//===----------------------------------------------------------------------===//
// Rows
//===----------------------------------------------------------------------===//

void LongRows::buildResults(Destinations to, Value count) {
  if (results->isSorted())
    buildSort(b, records, count);
  Destinations found = results->getFound(to);
  b.forLoop(b.index(0), count, 1, [&](Value i) {
    Value place =
        results->isSorted() ? getSortedPlace(b, records, count, i) : i;
    Value position = format.getPosition(b, records.loadOne(b, place));
    storeResult(b, reduction, found, row, position, i);
  });
  results->complete(to, count);
}

void LongRows::buildRow(InputRow inputRow, Destinations to) {
  row = inputRow;
  RowResults::Threshold initial = results->createThreshold(to);
  Value zero = b.index(0);
  Value blockSize = b.index(blockChunks * chunkSize);
  Values result = b.whileLoop(
      {zero, zero, initial.rank, b.select(initial.isReachable, extent, zero)},
      [&](ValueRange state) {
        return b.compare(CmpIPredicate::slt, state[0], state[3]);
      },
      [&](ValueRange state) -> Values {
        Value begin = state[0];
        Value size = b.minSigned(b.sub(extent, begin), blockSize);
        Value numChunks = b.divideUnsigned(size, chunkSize);
        Value best = buildMaxima(begin, numChunks);
        // A rest of less than a chunk has none: it is always read.
        b.store(b.broadcast(rankVector, bestRank()), maxima,
                b.mul(numChunks, rankLanes));
        Value hasRest =
            b.compare(CmpIPredicate::ne, size, b.mul(numChunks, chunkSize));
        Value numAll =
            b.add(numChunks, b.castUnsigned(hasRest, b.getIndexType()));
        Value reaches = b.any(b.compare(CmpIPredicate::sge, best, state[2]));
        Values next = b.ifThen(
            b.bitOr(hasRest, reaches),
            [&]() -> Values {
              Value threshold =
                  b.maxSigned(state[2], buildThreshold(numChunks));
              Value numListed = listChunks(numAll, threshold);
              return buildRounds(begin, numListed,
                                 {state[1], threshold, state[3]});
            },
            [&]() -> Values { return llvm::to_vector(state.drop_front()); });
        return {b.add(begin, blockSize), next[0], next[1], next[2]};
      });
  buildResults(to, result[1]);
}

void LongRows::build() {
  extent = createExtent(b, b.getLoc(), view.input, view.reduced);
  k = createExtent(b, b.getLoc(), view.destinations.values, view.reduced);
  allocate();
  results.emplace(b, reduction, scratch, k);
  buildRowLoops(b, view,
                [&](InputRow row, Destinations to) { buildRow(row, to); });
  scratch.release();
}

//===----------------------------------------------------------------------===//
// The strategy
//===----------------------------------------------------------------------===//

int64_t mlir::extrema::getLongRowMinimum(const TopKReduction &reduction) {
  return getChunkSize(reduction);
}

void mlir::extrema::buildLongRows(OpBuilder &builder, Location loc,
                                  const TopKReduction &reduction,
                                  const View &view) {
  KernelBuilder b(loc, builder);
  LongRows(b, reduction, view).build();
  builder.setInsertionPoint(b.getInsertionBlock(), b.getInsertionPoint());
}
