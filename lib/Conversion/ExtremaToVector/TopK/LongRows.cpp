//===- LongRows.cpp - A threshold first, then candidates --------*- C++ -*-===//
//
// A row is read in blocks that the caches hold. Of a block,
//
// 1. the best of each lane of each chunk of some hundred elements is stored:
//    maxima, at the speed of reading;
// 2. k-th best of the maxima (of groups of them, to have a few k in all) is no
//    better than the k-th best element: the threshold;
// 3. only chunks with a maximum that reaches it are read again, for the
//    candidates, of which there are hardly more than k as a rule;
// 4. the k best of them and of those of former blocks are kept.
//
// No order of the elements makes that slow. Where there are more candidates
// than their buffer holds, the best chunks are read first; whenever it is full,
// they are reduced to the k best, which raises the threshold above the others.
//
//===----------------------------------------------------------------------===//

#include "ChunkMaxima.h"
#include "RecordResults.h"
#include "RowResults.h"

#include "extrema/Conversion/Common/StructuredOps.h"

using namespace mlir;
using namespace mlir::extrema;
using arith::CmpIPredicate;
using Values = KernelBuilder::Values;
using namespace tuning::longRows;

namespace {
class LongRows {
public:
  LongRows(KernelBuilder &b, const TopKReduction &reduction, const View &view)
      : b(b), reduction(reduction), order(reduction.order), view(view),
        format(reduction.getRecordFormat()), scratch(b, reduction),
        chunkSize(ChunkMaxima::getChunkSize(reduction)),
        extent(createExtent(b, b.getLoc(), view.input, view.reduced)),
        k(createExtent(b, b.getLoc(), view.destinations.values, view.reduced)),
        chunks(b, reduction, scratch, extent, k) {}

  void build();

private:
  void allocate();
  void buildRow(InputRow row, Destinations to);

  Values collectWords(Value first, Value rank, ValueRange state);
  Values collectWordsOfChunks(Value first, Value numListed, Value count,
                              Threshold threshold, Value areAlike);
  Value collectCandidates(Value count, Value added, Threshold threshold);
  Values keepBest(Value count, Threshold threshold);
  Values buildRounds(Value numListed, Value areAlike, Value hasRest,
                     ValueRange state);
  void buildResults(Destinations to, Value count);

  KernelBuilder &b;
  const TopKReduction &reduction;
  const ElementOrder &order;
  const View &view;
  RecordFormat format;
  Scratch scratch;
  int64_t chunkSize;
  Value extent, k;
  ChunkMaxima chunks;
  std::optional<RowResults> results;
  /// The row at hand.
  InputRow row;
  /// Words with a candidate, as bits, and their positions.
  Value wordBits, wordPositions;
  Records records;
  /// The results, if they have to be sorted.
  Records sorted;
  /// How many candidates there may be.
  Value capacity;
};
} // namespace

void LongRows::allocate() {
  capacity = b.add(b.mul(k, 2), b.index(kSpareRecords + chunkSize));
  // Each word has a candidate, but for those of the last chunk.
  Value numWords = b.add(capacity, b.index(chunkSize / kWordBits + 1));
  wordBits = scratch.allocate(b.getI64Type(), numWords);
  wordPositions = scratch.allocate(b.getI32Type(), numWords);

  records =
      scratch.allocate(format, b.add(capacity, b.index(Records::padding)));
}

//===----------------------------------------------------------------------===//
// Candidates
//===----------------------------------------------------------------------===//

/// Appends the words of the chunk at `first`, with the elements that reach
/// `threshold`, a rank, and adds to the state: how many words, and how many
/// candidates in them.
Values LongRows::collectWords(Value first, Value threshold, ValueRange state) {
  Location loc = b.getLoc();
  Type i64 = b.getI64Type();
  auto wide = VectorType::get({kWordBits}, order.getWorkingType());
  Value bound = order.createKeyOfRank(
      b, loc, b.castSigned(threshold, order.getRankType()));
  auto keys = VectorType::get({kWordBits}, bound.getType());
  Value bounds = b.broadcast(keys, bound);
  // Where a NaN is the worst value, no comparison lets it pass.
  Value all;
  if (order.mayHaveNans() && !order.isNanBestValue())
    all = b.castSigned(
        b.compare(CmpIPredicate::eq, threshold, format.createWorstRank(b)),
        i64);
  // The last chunk of a row is as long as the others and begins within the one
  // before it.
  Value begin = b.minSigned(first, b.sub(extent, b.index(chunkSize)));
  return b.forLoop(
      b.index(0), b.index(chunkSize), kWordBits, state,
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
        seen = b.castUnsigned(b.minSigned(seen, b.index(kWordBits - 1)), i64);
        Value isSeen = b.compare(CmpIPredicate::sge, b.sub(first, position),
                                 b.index(kWordBits));
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
/// Returns how many there are then.
Value LongRows::collectCandidates(Value count, Value added,
                                  Threshold threshold) {
  Type i64 = b.getI64Type();
  Value zero = b.index(0), one = b.index(1);
  Values last = b.forLoop(
      zero, added, 1, {zero, b.load(wordBits, zero), count},
      [&](Value, ValueRange state) -> Values {
        Value word = state[0], bits = state[1], place = state[2];
        Value position =
            b.castUnsigned(b.load(wordPositions, word), b.getIndexType());
        position = b.add(position, b.castUnsigned(b.countTrailingZeros(bits),
                                                  b.getIndexType()));
        Value value = b.load(row.values, position);
        Value rank = b.castSigned(order.createRank(b, b.getLoc(), value),
                                  format.getRankType());
        Value index, isKept = one;
        if (row.indices) {
          // Ties may be many. Each is stored, and the next one over it if the
          // index is no better.
          index = b.load(row.indices, position);
          Value isTie = b.compare(CmpIPredicate::eq, rank, threshold.rank);
          Value isLater =
              b.compare(CmpIPredicate::sgt,
                        b.castSigned(index, b.getIndexType()), threshold.tie);
          isKept = b.castUnsigned(b.bitNot(b.bitAnd(isTie, isLater)),
                                  b.getIndexType());
        }
        records.store(b, format.createWords(b, rank, position, index), place);
        // Takes the lowest bit off, and the next word if it was the last.
        Value rest = b.bitAnd(bits, b.sub(bits, b.constant(i64, int64_t(1))));
        Value isLast =
            b.compare(CmpIPredicate::eq, rest, b.constant(i64, int64_t(0)));
        Value next = b.add(word, b.castUnsigned(isLast, b.getIndexType()));
        return {next, b.select(isLast, b.load(wordBits, next), rest),
                b.add(place, isKept)};
      });
  return last[2];
}

/// Of chunks of the list, from number `first` on: as many as the buffer, with
/// `count` candidates in it, surely holds. If they are all alike, no more than
/// have k candidates: the others are equal to these, and behind them. Returns
/// the number of the next one, how many words there are, and how many
/// candidates.
Values LongRows::collectWordsOfChunks(Value first, Value numListed, Value count,
                                      Threshold threshold, Value areAlike) {
  // Where a chunk is tells nothing of indices.
  if (row.indices)
    threshold.tie = extent;
  Value zero = b.index(0);
  Value room = b.sub(capacity, b.add(count, b.index(chunkSize)));
  if (!row.indices) {
    Value wanted = b.maxSigned(b.sub(k, b.add(count, b.index(1))), zero);
    room = b.select(areAlike, b.minSigned(wanted, room), room);
  }
  return b.whileLoop(
      {first, zero, zero},
      [&](ValueRange state) {
        return b.bitAnd(b.compare(CmpIPredicate::slt, state[0], numListed),
                        b.compare(CmpIPredicate::sle, state[2], room));
      },
      [&](ValueRange state) -> Values {
        // The threshold may have risen since it was listed.
        Value reaches, isBehind;
        std::tie(reaches, isBehind) = chunks.reaches(state[0], threshold);
        Values counts = b.ifThen(
            reaches,
            [&] {
              Value rank =
                  b.add(threshold.rank,
                        b.castUnsigned(isBehind, format.getRankType()));
              return collectWords(chunks.getBegin(state[0]), rank,
                                  {state[1], state[2]});
            },
            [&]() -> Values { return {state[1], state[2]}; });
        return {b.add(state[0], b.index(1)), counts[0], counts[1]};
      });
}

/// Keeps the k best of `count` candidates. Returns how many there are then, and
/// the threshold that they are.
Values LongRows::keepBest(Value count, Threshold threshold) {
  return b.ifThen(
      b.compare(CmpIPredicate::sge, count, k),
      [&]() -> Values {
        SmallVector<Value> bounds = buildKeepBest(b, records, count, k);
        Value rank = format.getRank(b, bounds);
        Value tie = format.getIndex(b, bounds);
        Value isHigher = b.compare(CmpIPredicate::sge, rank, threshold.rank);
        return {k, b.select(isHigher, rank, threshold.rank),
                b.select(isHigher, tie, threshold.tie)};
      },
      [&]() -> Values { return {count, threshold.rank, threshold.tie}; });
}

/// Reads the listed chunks, `areAlike` if all have the same best elements, but
/// for the rest of the row if the block `hasRest`. The state: how many
/// candidates there are, the threshold, and where the row ends: at 0 once
/// nothing can be among the k best any more.
Values LongRows::buildRounds(Value numListed, Value areAlike, Value hasRest,
                             ValueRange state) {
  // Of equal elements, no more than the first k of a round can be kept. Where
  // the threshold is a NaN, others pass for candidates too.
  Value most;
  if (!row.indices && !order.mayHaveNans())
    most = b.select(b.bitAnd(areAlike, b.bitNot(hasRest)), k, capacity);
  // The state: the next chunk, how many candidates there are, the threshold,
  // and whether the list is sorted.
  Values result = b.whileLoop(
      {b.index(0), state[0], state[1], state[2], areAlike},
      [&](ValueRange state) {
        return b.compare(CmpIPredicate::slt, state[0], numListed);
      },
      [&](ValueRange state) -> Values {
        Value next = state[0], count = state[1], isSorted = state[4];
        Threshold threshold{state[2], state[3]};
        Values words =
            collectWordsOfChunks(next, numListed, count, threshold, areAlike);
        Value areMore = b.compare(CmpIPredicate::slt, words[0], numListed);
        return b.ifThen(
            b.bitAnd(areMore, b.bitNot(isSorted)),
            [&]() -> Values {
              // Once more, but the best ones first.
              chunks.sortList(numListed, wordBits);
              return {next, count, threshold.rank, threshold.tie,
                      b.constant(b.getI1Type(), APInt(1, 1))};
            },
            [&]() -> Values {
              Value added = most ? b.minSigned(words[2], most) : words[2];
              Value all = collectCandidates(count, added, threshold);
              Values kept = keepBest(all, threshold);
              return {words[0], kept[0], kept[1], kept[2], isSorted};
            });
      });
  if (row.indices)
    return {result[1], result[2], result[3], state[3]};
  // All other blocks come behind.
  Value rank = result[2];
  Value isBehind = b.compare(CmpIPredicate::ne, result[3], extent);
  Value isDone = b.bitAnd(
      isBehind, b.compare(CmpIPredicate::eq, rank, format.createBestRank(b)));
  Value isHigher = b.castUnsigned(b.bitAnd(isBehind, b.bitNot(isDone)),
                                  format.getRankType());
  return {result[1], b.add(rank, isHigher), extent,
          b.select(isDone, b.index(0), state[3])};
}

//===----------------------------------------------------------------------===//
// Rows
//===----------------------------------------------------------------------===//

void LongRows::buildResults(Destinations to, Value count) {
  const Records *found = &records;
  if (results->isSorted()) {
    // There are mostly k of them, and never more.
    bool isShort = isShortSort(records.vectorType, k);
    buildSort(b, records, count, isShort ? k : Value());
    storeSorted(b, records, isShort ? k : count, sorted, b.index(0));
    found = &sorted;
  }
  storeRecords(b, reduction, format, *found, b.index(0), count, row,
               results->getFound(to), b.index(0));
  results->complete(to, count);
}

void LongRows::buildRow(InputRow inputRow, Destinations to) {
  row = inputRow;
  RowResults::Bound initial = results->createBound(to);
  Value zero = b.index(0);
  // No tie is lost yet.
  Value tie =
      row.indices ? b.index(std::numeric_limits<int64_t>::max()) : extent;
  Values result = b.whileLoop(
      {zero, zero, initial.rank, tie,
       b.select(initial.isReachable, extent, zero), chunks.getFirstBlockSize()},
      [&](ValueRange state) {
        return b.compare(CmpIPredicate::slt, state[0], state[4]);
      },
      [&](ValueRange state) -> Values {
        Value begin = state[0], blockSize = state[5];
        Value size = b.minSigned(b.sub(extent, begin), blockSize);
        Value best, hasRest;
        std::tie(best, hasRest) = chunks.read(row.values, begin, size);
        Value reaches = b.any(b.compare(CmpIPredicate::sge, best, state[2]));
        Values next = b.ifThen(
            b.bitOr(hasRest, reaches),
            [&]() -> Values {
              Value rank = b.maxSigned(state[2], chunks.createThreshold());
              Value areAlike =
                  b.bitNot(b.any(b.compare(CmpIPredicate::sgt, best, rank)));
              Value rankTie = b.select(
                  b.compare(CmpIPredicate::eq, rank, state[2]), state[3], tie);
              return buildRounds(chunks.list(rank), areAlike, hasRest,
                                 {state[1], rank, rankTie, state[4]});
            },
            [&]() -> Values { return llvm::to_vector(state.slice(1, 4)); });
        next.insert(next.begin(), b.add(begin, blockSize));
        next.push_back(chunks.getNextBlockSize(blockSize));
        return next;
      });
  buildResults(to, result[1]);
}

void LongRows::build() {
  assert(getConstantIntValue(extent).value_or(chunkSize) >= chunkSize &&
         "a row is shorter than a chunk");
  allocate();
  results.emplace(b, reduction, scratch, k);
  if (results->isSorted())
    sorted = scratch.allocate(format,
                              b.add(getSortedCapacity(b, records.vectorType, k),
                                    b.index(Records::padding)));
  buildRowLoops(b, view,
                [&](InputRow row, Destinations to) { buildRow(row, to); });
  scratch.release();
}

//===----------------------------------------------------------------------===//
// The strategy
//===----------------------------------------------------------------------===//

int64_t mlir::extrema::getLongRowMinimum(const TopKReduction &reduction) {
  return ChunkMaxima::getChunkSize(reduction);
}

void mlir::extrema::buildLongRows(OpBuilder &builder, Location loc,
                                  const TopKReduction &reduction,
                                  const View &view) {
  KernelBuilder b(loc, builder);
  LongRows(b, reduction, view).build();
  builder.setInsertionPoint(b.getInsertionBlock(), b.getInsertionPoint());
}
