//===- LongRows.cpp - A threshold first, then candidates --------*- C++ -*-===//
//
// A row is read in blocks that the caches hold. For each block the strategy
// does the following:
//
// 1. It reads the block once. Of each chunk of some hundred elements it stores
//    the best element of each lane. These are the maxima. This runs at the
//    speed of reading.
// 2. It joins maxima to groups, about four for each result. The k-th best of
//    the groups' maxima is the threshold. The k-th best element is at least as
//    good.
// 3. It reads again only the chunks with a maximum that reaches the threshold.
//    Their elements that reach it are the candidates. There are mostly little
//    more than k.
// 4. It keeps the k best of these candidates and of those of former blocks.
//
// No order of the elements makes this slow. If there are more candidates than
// their buffer holds, the best chunks are read first. Whenever the buffer is
// full, only the k best candidates are kept, and the threshold rises to the
// worst one of them.
//
//===----------------------------------------------------------------------===//

#include "LongRows.h"

#include "ChunkMaxima.h"
#include "RecordResults.h"
#include "RowResults.h"

#include "extrema/Conversion/Common/StructuredOps.h"

using namespace mlir;
using namespace mlir::extrema;
using namespace tuning::longRows;

namespace {
/// Words of bits, and the candidates that their ones stand for.
struct Words {
  Value number, candidates;
  auto carried() { return std::tie(number, candidates); }
};

/// Words of the chunks of the list before number `next`.
struct ListedWords {
  Value next;
  Words words;
  auto carried() { return std::tie(next, words); }
};

/// The candidates that are records so far, and what others have to reach.
struct Candidates {
  Value count;
  Threshold threshold;
  auto carried() { return std::tie(count, threshold); }
};

/// Candidates of the blocks so far, and where the row ends: at 0 once nothing
/// behind them can be among the k best.
struct BlockState {
  Candidates candidates;
  Value end;
  auto carried() { return std::tie(candidates, end); }
};

class LongRows {
public:
  LongRows(KernelBuilder &b, const TopKReduction &reduction, const View &view)
      : b(b), reduction(reduction), order(reduction.order), view(view),
        format(reduction.getRecordFormat()), scratch(b, reduction.mayUseStack),
        chunkSize(ChunkMaxima::getChunkSize(reduction)),
        extent(b.extent(view.input, view.reduced)),
        k(b.extent(view.destinations.values, view.reduced)),
        chunks(b, reduction, scratch, extent, k) {}

  void build();

private:
  void allocate();
  void buildRow(InputRow row, Destinations to);

  Words collectWords(Value first, Value rank, Words words);
  ListedWords collectWordsOfChunks(Value first, Value numListed,
                                   Candidates candidates, Value areAlike);
  Value collectCandidates(Candidates candidates, Value added);
  Candidates keepBest(Candidates candidates);
  BlockState buildRounds(Value numListed, Value areAlike, Value hasRest,
                         BlockState state);
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
  /// Words that have a candidate, and the positions of their first elements.
  Value wordBits, wordPositions;
  Records records;
  /// The results, if they have to be sorted.
  Records sorted;
  /// How many candidates there may be.
  Value capacity;
};
} // namespace

void LongRows::allocate() {
  capacity = b.add(b.mul(k, 2), kSpareRecords + chunkSize);
  // Each stored word has a candidate. But words of the last chunk are stored
  // before it is known whether they have one.
  Value numWords = b.add(capacity, chunkSize / kWordBits + 1);
  wordBits = scratch.allocate(b.getI64Type(), numWords);
  wordPositions = scratch.allocate(b.getI32Type(), numWords);

  records =
      format.allocate(scratch, b.add(capacity, tuning::records::kPadding));
}

//===----------------------------------------------------------------------===//
// Candidates
//===----------------------------------------------------------------------===//

/// Appends words of the chunk at `first`, with the elements that reach
/// `threshold`, a rank. Returns how many there are then.
Words LongRows::collectWords(Value first, Value threshold, Words words) {
  Location loc = b.getLoc();
  Type i64 = b.getI64Type();
  auto wide = VectorType::get({kWordBits}, order.getWorkingType());
  Value bound = order.createKeyOfRank(
      b, loc, b.castSigned(threshold, order.getRankType()));
  auto keys = VectorType::get({kWordBits}, bound.getType());
  Value bounds = b.broadcast(keys, bound);
  // If a NaN is the worst value and the threshold, everything reaches it. But
  // comparisons with a NaN are false.
  Value all;
  if (order.mayHaveNans() && !order.isNanBestValue())
    all = b.castSigned(b.equal(threshold, format.createWorstRank(b)), i64);
  // The last chunk of a row is as long as the others and begins within the one
  // before it.
  Value begin = b.minSigned(first, b.sub(extent, chunkSize));
  return b.forLoop(
      0, chunkSize, kWordBits, words, [&](Value offset, Words words) -> Words {
        Value position = b.add(begin, offset);
        Value values = b.load(wide, row.values, position);
        Value bits = b.toBits(order.isAtLeastKey(
            b, loc, order.createKey(b, loc, values), bounds));
        if (all)
          bits = b.bitOr(bits, all);
        // Elements before `first` have been seen. A shift by as many bits as
        // the word has is not defined.
        Value seen = b.maxSigned(b.sub(first, position), 0);
        seen = b.castUnsigned(b.minSigned(seen, kWordBits - 1), i64);
        Value isSeen = b.atLeast(b.sub(first, position), kWordBits);
        Value kept = b.shiftLeft(b.constant(i64, int64_t(-1)), seen);
        kept = b.select(isSeen, b.constant(i64, int64_t(0)), kept);
        bits = b.bitAnd(bits, kept);
        b.store(bits, wordBits, words.number);
        b.store(b.castUnsigned(position, b.getI32Type()), wordPositions,
                words.number);
        Value isThere = b.differ(bits, 0);
        return {b.add(words.number, b.castUnsigned(isThere, b.getIndexType())),
                b.add(words.candidates,
                      b.castUnsigned(b.popCount(bits), b.getIndexType()))};
      });
}

/// Makes records of the `added` candidates in the words, behind those there
/// are. Returns how many there are then.
Value LongRows::collectCandidates(Candidates candidates, Value added) {
  Threshold threshold = candidates.threshold;
  /// A word, its bits that are left, and the next record.
  struct Place {
    Value word, bits, record;
    auto carried() { return std::tie(word, bits, record); }
  };
  Value zero = b.index(0), one = b.index(1);
  Place last = b.forLoop(
      zero, added, 1, Place{zero, b.load(wordBits, zero), candidates.count},
      [&](Value, Place place) -> Place {
        Value word = place.word, bits = place.bits;
        Value position =
            b.castUnsigned(b.load(wordPositions, word), b.getIndexType());
        position = b.add(position, b.castUnsigned(b.countTrailingZeros(bits),
                                                  b.getIndexType()));
        Value value = b.load(row.values, position);
        Value rank = b.castSigned(order.createRank(b, b.getLoc(), value),
                                  format.getRankType());
        Value index, isKept = one;
        if (row.indices) {
          // There may be many ties. Each one is stored. If its index is no
          // better, the next record overwrites it.
          index = b.load(row.indices, position);
          Value isTie = b.equal(rank, threshold.rank);
          Value isLater =
              b.greater(b.castSigned(index, b.getIndexType()), threshold.tie);
          isKept = b.castUnsigned(b.bitNot(b.bitAnd(isTie, isLater)),
                                  b.getIndexType());
        }
        records.store(b, format.createWords(b, rank, position, index),
                      place.record);
        // Clears the lowest bit. If it was the last one, goes on with the next
        // word.
        Value rest = b.bitAnd(bits, b.sub(bits, 1));
        Value isLast = b.equal(rest, 0);
        Value next = b.add(word, b.castUnsigned(isLast, b.getIndexType()));
        return {next, b.select(isLast, b.load(wordBits, next), rest),
                b.add(place.record, isKept)};
      });
  b.invariant("LongRows: more candidates than the buffer holds",
              [&] { return b.atMost(last.record, capacity); });
  return last.record;
}

/// Of chunks of the list, from number `first` on: as many as the buffer, with
/// the candidates in it, surely holds. If they are all alike, no more than have
/// k candidates: the others are equal to these, and behind them.
ListedWords LongRows::collectWordsOfChunks(Value first, Value numListed,
                                           Candidates candidates,
                                           Value areAlike) {
  auto [count, threshold] = candidates;
  // The place of a chunk says nothing of explicit indices.
  if (row.indices)
    threshold.tie = extent;
  Value zero = b.index(0);
  Value room = b.sub(capacity, b.add(count, chunkSize));
  if (!row.indices) {
    Value wanted = b.maxSigned(b.sub(k, b.add(count, 1)), zero);
    room = b.select(areAlike, b.minSigned(wanted, room), room);
  }
  return b.whileLoop(
      ListedWords{first, {zero, zero}},
      [&](ListedWords listed) {
        return b.bitAnd(b.less(listed.next, numListed),
                        b.atMost(listed.words.candidates, room));
      },
      [&, threshold = threshold](ListedWords listed) -> ListedWords {
        // The threshold may have risen since the chunk was listed.
        Value reaches, isBehind;
        std::tie(reaches, isBehind) = chunks.reaches(listed.next, threshold);
        Words words = b.ifThen(
            reaches,
            [&] {
              Value rank =
                  b.add(threshold.rank,
                        b.castUnsigned(isBehind, format.getRankType()));
              return collectWords(chunks.getBegin(listed.next), rank,
                                  listed.words);
            },
            [&] { return listed.words; });
        return {b.add(listed.next, 1), words};
      });
}

/// Keeps the k best candidates; they make the threshold, if there are k.
Candidates LongRows::keepBest(Candidates candidates) {
  return b.ifThen(
      b.atLeast(candidates.count, k),
      [&]() -> Candidates {
        const Threshold &threshold = candidates.threshold;
        SmallVector<Value> bounds =
            buildKeepBest(b, records, candidates.count, k);
        Value rank = format.getRank(b, bounds);
        Value tie = format.getIndex(b, bounds);
        Value isHigher = b.atLeast(rank, threshold.rank);
        return {k,
                {b.select(isHigher, rank, threshold.rank),
                 b.select(isHigher, tie, threshold.tie)}};
      },
      [&] { return candidates; });
}

/// Reads the listed chunks, `areAlike` if all have the same best elements, but
/// for the rest of the row if the block `hasRest`.
BlockState LongRows::buildRounds(Value numListed, Value areAlike, Value hasRest,
                                 BlockState state) {
  // Of equal elements, at most the first k of a round can be kept. This does
  // not hold for a NaN as threshold: then other elements are candidates too.
  Value most;
  if (!row.indices && !order.mayHaveNans())
    most = b.select(b.bitAnd(areAlike, b.bitNot(hasRest)), k, capacity);
  /// `next` is the number of a chunk in the list.
  struct Round {
    Value next;
    Candidates candidates;
    Value isSorted;
    auto carried() { return std::tie(next, candidates, isSorted); }
  };
  Round last = b.whileLoop(
      Round{b.index(0), state.candidates, areAlike},
      [&](Round round) { return b.less(round.next, numListed); },
      [&](Round round) {
        Candidates candidates = round.candidates;
        ListedWords listed =
            collectWordsOfChunks(round.next, numListed, candidates, areAlike);
        b.invariant("LongRows: no room for the candidates of a chunk",
                    [&] { return b.greater(listed.next, round.next); });
        Value areMore = b.less(listed.next, numListed);
        return b.ifThen(
            b.bitAnd(areMore, b.bitNot(round.isSorted)),
            [&]() -> Round {
              // The same round once more, with the best chunks first.
              chunks.sortList(numListed, wordBits);
              return {round.next, candidates, b.truth(true)};
            },
            [&]() -> Round {
              Value added = listed.words.candidates;
              if (most)
                added = b.minSigned(added, most);
              candidates.count = collectCandidates(candidates, added);
              return {listed.next, keepBest(candidates), round.isSorted};
            });
      });
  if (row.indices)
    return {last.candidates, state.end};
  // All other blocks come later: their elements lose ties.
  Threshold threshold = last.candidates.threshold;
  Value isBehind = b.differ(threshold.tie, extent);
  Value isDone =
      b.bitAnd(isBehind, b.equal(threshold.rank, format.createBestRank(b)));
  Value isHigher = b.castUnsigned(b.bitAnd(isBehind, b.bitNot(isDone)),
                                  format.getRankType());
  return {{last.candidates.count, {b.add(threshold.rank, isHigher), extent}},
          b.select(isDone, 0, state.end)};
}

//===----------------------------------------------------------------------===//
// Rows
//===----------------------------------------------------------------------===//

void LongRows::buildResults(Destinations to, Value count) {
  b.invariant("LongRows: more candidates than results",
              [&] { return b.atMost(count, k); });
  const Records *found = &records;
  if (results->isSorted()) {
    // There are mostly k candidates, and never more.
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
  struct RowState {
    Value begin;
    BlockState found;
    Value blockSize;
    auto carried() { return std::tie(begin, found, blockSize); }
  };
  RowState last = b.whileLoop(
      RowState{zero,
               {{zero, {initial.rank, tie}},
                b.select(initial.isReachable, extent, zero)},
               chunks.getFirstBlockSize()},
      [&](RowState state) { return b.less(state.begin, state.found.end); },
      [&](RowState state) -> RowState {
        Value begin = state.begin;
        Threshold threshold = state.found.candidates.threshold;
        Value size = b.minSigned(b.sub(extent, begin), state.blockSize);
        Value best, hasRest;
        std::tie(best, hasRest) = chunks.read(row.values, begin, size);
        Value reaches = b.any(b.atLeast(best, threshold.rank));
        BlockState next = b.ifThen(
            b.bitOr(hasRest, reaches),
            [&] {
              Value rank =
                  b.maxSigned(threshold.rank, chunks.createThreshold());
              Value areAlike = b.bitNot(b.any(b.greater(best, rank)));
              Value rankTie =
                  b.select(b.equal(rank, threshold.rank), threshold.tie, tie);
              BlockState found = state.found;
              found.candidates.threshold = {rank, rankTie};
              return buildRounds(chunks.list(rank), areAlike, hasRest, found);
            },
            [&] { return state.found; });
        return {b.add(begin, state.blockSize), next,
                chunks.getNextBlockSize(state.blockSize)};
      });
  buildResults(to, last.found.candidates.count);
}

void LongRows::build() {
  assert(getConstantIntValue(extent).value_or(chunkSize) >= chunkSize &&
         "a row is shorter than a chunk");
  b.invariant("LongRows: a row is shorter than a chunk",
              [&] { return b.atLeast(extent, chunkSize); });
  b.invariant("LongRows: no results", [&] { return b.atLeast(k, 1); });
  allocate();
  results.emplace(b, reduction, scratch, k);
  if (results->isSorted())
    sorted = format.allocate(scratch,
                             b.add(getSortedCapacity(b, records.vectorType, k),
                                   tuning::records::kPadding));
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

void mlir::extrema::buildLongRows(KernelBuilder &b,
                                  const TopKReduction &reduction,
                                  const View &view) {
  assert(isUnitStride(view.input, view.reduced) &&
         isUnitStride(view.inputIndices, view.reduced) &&
         "rows that are not contiguous");
  LongRows(b, reduction, view).build();
}
