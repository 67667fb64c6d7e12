//===- ChunkMaxima.cpp - The best of parts of a long row ------------------===//

#include "ChunkMaxima.h"

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace mlir::extrema;
using arith::CmpIPredicate;
using Values = KernelBuilder::Values;
using namespace tuning::longRows;

int64_t ChunkMaxima::getChunkSize(const TopKReduction &reduction) {
  return std::max<int64_t>(
      tuning::longRows::kWordBits,
      tuning::longRows::kChunkRegisters *
          reduction.target.getNumLanes(reduction.order.getKeyType()));
}

ChunkMaxima::ChunkMaxima(KernelBuilder &b, const TopKReduction &reduction,
                         Scratch &scratch, Value extent, Value k)
    : b(b), reduction(reduction), order(reduction.order),
      format(reduction.order, reduction.target),
      chunkSize(getChunkSize(reduction)), rankType(format.getRankType()),
      rankVector(reduction.target.getVectorType(rankType)),
      rankLanes(rankVector.getNumElements()), k(k) {
  Value mostChunks =
      b.minSigned(b.divideUnsigned(extent, chunkSize), b.index(kBlockChunks));
  // One more: the rest of the row.
  Value numRows = b.add(mostChunks, b.index(1));
  maxima = scratch.allocate(rankType, b.mul(numRows, rankLanes));
  listed = scratch.allocate(b.getI32Type(), numRows);

  numGroupRows = b.divideUnsigned(
      b.add(b.mul(k, kGroupsPerResult), b.index(rankLanes - 1)), rankLanes);
  numGroupRows = b.minSigned(numGroupRows, mostChunks);
  groupMaxima = scratch.allocate(
      rankType, b.mul(b.add(numGroupRows, b.index(3)), rankLanes));
}

//===----------------------------------------------------------------------===//
// Blocks
//===----------------------------------------------------------------------===//

Value ChunkMaxima::getFirstBlockSize() {
  if (!growsBlocks())
    return b.index(kBlockChunks * chunkSize);
  // Enough groups to have k times the best of 256 values, if they are even.
  constexpr int64_t leastChunks = kLeastFirstChunks;
  Value size =
      b.mul(b.divideUnsigned(b.mul(k, kFirstMaxima), rankLanes * leastChunks),
            leastChunks);
  return b.mul(b.minSigned(b.maxSigned(size, b.index(leastChunks)),
                           b.index(kBlockChunks)),
               chunkSize);
}

Value ChunkMaxima::getNextBlockSize(Value blockSize) {
  if (!growsBlocks())
    return blockSize;
  // Few blocks: each ends with a selection.
  return b.minSigned(b.mul(blockSize, kBlockGrowth),
                     b.index(kBlockChunks * chunkSize));
}

//===----------------------------------------------------------------------===//
// Maxima
//===----------------------------------------------------------------------===//

/// The best key of each lane of the chunk at `begin`, as ranks.
Value ChunkMaxima::createMaxima(Value row, Value begin) {
  Location loc = b.getLoc();
  Type valueType = order.getWorkingType();
  int64_t lanes = 4 * reduction.target.getNumLanes(order.getKeyType());
  auto wide = VectorType::get({lanes}, valueType);
  Value best, previous, hasNan;
  for (int64_t offset = 0; offset < chunkSize; offset += lanes) {
    Value values = b.load(wide, row, b.add(begin, b.index(offset)));
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
                                      format.createWorstRank(b));
            Value ranks =
                b.forLoop(b.index(0), b.index(chunkSize), lanes, worst,
                          [&](Value offset, ValueRange state) -> Values {
                            Value values =
                                b.load(wide, row, b.add(begin, offset));
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

std::pair<Value, Value> ChunkMaxima::read(Value row, Value blockBegin,
                                          Value size) {
  begin = blockBegin;
  numChunks = b.divideUnsigned(size, chunkSize);
  Value worst = b.broadcast(rankVector, format.createWorstRank(b));
  Value best = b.forLoop(b.index(0), numChunks, 1, worst,
                         [&](Value chunk, ValueRange state) -> Values {
                           Value ranks = createMaxima(
                               row, b.add(begin, b.mul(chunk, chunkSize)));
                           b.store(ranks, maxima, b.mul(chunk, rankLanes));
                           return {b.maxSigned(state[0], ranks)};
                         })
                   .front();
  b.store(b.broadcast(rankVector, format.createBestRank(b)), maxima,
          b.mul(numChunks, rankLanes));
  Value hasRest =
      b.compare(CmpIPredicate::ne, size, b.mul(numChunks, chunkSize));
  numAll = b.add(numChunks, b.castUnsigned(hasRest, b.getIndexType()));
  return {best, hasRest};
}

Value ChunkMaxima::createThreshold() {
  Value numRows = b.minSigned(numChunks, numGroupRows);
  Value numGroups = b.mul(numRows, rankLanes);
  Value areEnough = b.compare(CmpIPredicate::sge, numGroups, k);
  return b
      .ifThen(
          areEnough,
          [&]() -> Values {
            // Chunks far from one another make a group, so that an order in the
            // row does not bring the best elements into few groups.
            b.forLoop(b.index(0), numRows, 1, [&](Value group) {
              auto loop =
                  scf::ForOp::create(b, b.add(group, numRows), numChunks,
                                     numRows, loadMaxima(group));
              {
                OpBuilder::InsertionGuard guard(b);
                b.setInsertionPointToStart(loop.getBody());
                Value next = loadMaxima(loop.getInductionVar());
                scf::YieldOp::create(
                    b, b.maxSigned(loop.getRegionIterArg(0), next));
              }
              b.store(loop.getResult(0), groupMaxima, b.mul(group, rankLanes));
            });
            return {buildBound(b, groupMaxima, rankVector, numGroups, k)};
          },
          [&]() -> Values { return {format.createWorstRank(b)}; })
      .front();
}

//===----------------------------------------------------------------------===//
// Lists
//===----------------------------------------------------------------------===//

Value ChunkMaxima::list(Value rank) {
  return b
      .forLoop(
          b.index(0), numAll, 1, b.index(0),
          [&](Value chunk, ValueRange state) -> Values {
            b.store(b.castUnsigned(chunk, b.getI32Type()), listed, state[0]);
            Value isListed =
                b.any(b.compare(CmpIPredicate::sge, loadMaxima(chunk), rank));
            return {
                b.add(state[0], b.castUnsigned(isListed, b.getIndexType()))};
          })
      .front();
}

void ChunkMaxima::sortList(Value size, Value words) {
  // One word for each: half of the rank, if it is a long one, is enough.
  Type i64 = b.getI64Type();
  Value half = b.constant(i64, int64_t(32));
  b.forLoop(b.index(0), size, 1, [&](Value i) {
    Value chunk = b.load(listed, i);
    Value best = vector::ReductionOp::create(
        b, vector::CombiningKind::MAXSI,
        loadMaxima(b.castUnsigned(chunk, b.getIndexType())));
    if (rankType == i64)
      best = b.shiftRight(best, half);
    best = b.shiftLeft(b.castSigned(best, i64), half);
    b.store(b.bitOr(best, b.castUnsigned(b.bitNot(chunk), i64)), words, i);
  });
  // A comb sort (W. Dobosiewicz, "An efficient variation of bubble sort", 1980)
  // without the last turns: hardly a chunk is out of place then.
  b.whileLoop(
      size,
      [&](ValueRange gap) {
        return b.compare(CmpIPredicate::sgt, gap[0], b.index(1));
      },
      [&](ValueRange gap) -> Values {
        Value next = b.divideUnsigned(b.mul(gap[0], 10), 13);
        next = b.maxSigned(next, b.index(1));
        b.forLoop(b.index(0), b.sub(size, next), 1, [&](Value i) {
          Value other = b.add(i, next);
          Value lhs = b.load(words, i), rhs = b.load(words, other);
          b.store(b.maxSigned(lhs, rhs), words, i);
          b.store(b.minSigned(lhs, rhs), words, other);
        });
        return {next};
      });
  b.forLoop(b.index(0), size, 1, [&](Value i) {
    Value chunk = b.bitNot(b.load(words, i));
    b.store(b.castUnsigned(chunk, b.getI32Type()), listed, i);
  });
}

Value ChunkMaxima::getChunk(Value i) {
  return b.castUnsigned(b.load(listed, i), b.getIndexType());
}

Value ChunkMaxima::getBegin(Value i) {
  return b.add(begin, b.mul(getChunk(i), chunkSize));
}

std::pair<Value, Value> ChunkMaxima::reaches(Value i, Threshold threshold) {
  Value ranks = loadMaxima(getChunk(i));
  Value isBehind = b.compare(CmpIPredicate::sgt, getBegin(i), threshold.tie);
  auto any = [&](CmpIPredicate predicate) {
    return b.any(b.compare(predicate, ranks, threshold.rank));
  };
  return {b.select(isBehind, any(CmpIPredicate::sgt), any(CmpIPredicate::sge)),
          isBehind};
}
