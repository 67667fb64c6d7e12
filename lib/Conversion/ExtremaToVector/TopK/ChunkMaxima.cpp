//===- ChunkMaxima.cpp - The best of parts of a long row ------------------===//

#include "ChunkMaxima.h"

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace mlir::extrema;
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
      b.minSigned(b.divideUnsigned(extent, chunkSize), kBlockChunks);
  // One row more, for the rest of the row.
  Value numRows = b.add(mostChunks, 1);
  maxima = scratch.allocate(rankType, b.mul(numRows, rankLanes));
  listed = scratch.allocate(b.getI32Type(), numRows);

  numGroupRows = b.divideUnsigned(
      b.add(b.mul(k, kGroupsPerResult), rankLanes - 1), rankLanes);
  numGroupRows = b.minSigned(numGroupRows, mostChunks);
  groupMaxima =
      scratch.allocate(rankType, b.mul(b.add(numGroupRows, 3), rankLanes));
}

//===----------------------------------------------------------------------===//
// Blocks
//===----------------------------------------------------------------------===//

Value ChunkMaxima::getFirstBlockSize() {
  if (!growsBlocks())
    return b.index(kBlockChunks * chunkSize);
  // If values are spread evenly, so many groups have k elements of the best one
  // of 256 values.
  Value size = b.mul(
      b.divideUnsigned(b.mul(k, kFirstMaxima), rankLanes * kLeastFirstChunks),
      kLeastFirstChunks);
  return b.mul(b.minSigned(b.maxSigned(size, kLeastFirstChunks), kBlockChunks),
               chunkSize);
}

Value ChunkMaxima::getNextBlockSize(Value blockSize) {
  if (!growsBlocks())
    return blockSize;
  // Blocks grow fast, so that there are few: each ends with a selection.
  return b.minSigned(b.mul(blockSize, kBlockGrowth), kBlockChunks * chunkSize);
}

//===----------------------------------------------------------------------===//
// Maxima
//===----------------------------------------------------------------------===//

/// Returns the best key of each lane of the chunk at `begin`, as ranks.
Value ChunkMaxima::createMaxima(Value row, Value begin) {
  Location loc = b.getLoc();
  Type valueType = order.getWorkingType();
  int64_t lanes = 4 * reduction.target.getNumLanes(order.getKeyType());
  auto wide = VectorType::get({lanes}, valueType);
  Value best, previous, hasNan;
  for (int64_t offset = 0; offset < chunkSize; offset += lanes) {
    Value values = b.load(wide, row, b.add(begin, offset));
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
  return b.ifThen(
      b.any(hasNan),
      [&] {
        // The comparisons above do not order NaNs; those of ranks do.
        Value worst = b.broadcast(cast<VectorType>(wide.clone(rankType)),
                                  format.createWorstRank(b));
        Value ranks = b.forLoop(
            0, chunkSize, lanes, worst, [&](Value offset, Value ranks) {
              Value values = b.load(wide, row, b.add(begin, offset));
              return b.maxSigned(ranks, order.createRank(b, loc, values));
            });
        return fold(
            ranks, [&](Value lhs, Value rhs) { return b.maxSigned(lhs, rhs); });
      },
      createRanks);
}

std::pair<Value, Value> ChunkMaxima::read(Value row, Value blockBegin,
                                          Value size) {
  begin = blockBegin;
  numChunks = b.divideUnsigned(size, chunkSize);
  b.invariant("ChunkMaxima: a block of too many chunks",
              [&] { return b.atMost(numChunks, kBlockChunks); });
  Value worst = b.broadcast(rankVector, format.createWorstRank(b));
  Value best = b.forLoop(0, numChunks, 1, worst, [&](Value chunk, Value best) {
    Value ranks = createMaxima(row, b.add(begin, b.mul(chunk, chunkSize)));
    b.store(ranks, maxima, b.mul(chunk, rankLanes));
    return b.maxSigned(best, ranks);
  });
  b.store(b.broadcast(rankVector, format.createBestRank(b)), maxima,
          b.mul(numChunks, rankLanes));
  Value hasRest = b.differ(size, b.mul(numChunks, chunkSize));
  numAll = b.add(numChunks, b.castUnsigned(hasRest, b.getIndexType()));
  return {best, hasRest};
}

Value ChunkMaxima::createThreshold() {
  Value numRows = b.minSigned(numChunks, numGroupRows);
  Value numGroups = b.mul(numRows, rankLanes);
  Value areEnough = b.atLeast(numGroups, k);
  return b.ifThen(
      areEnough,
      [&] {
        // Chunks far from one another make a group, so that an order in the
        // row does not bring the best elements into few groups.
        b.forLoop(0, numRows, 1, [&](Value group) {
          auto loop = scf::ForOp::create(b, b.add(group, numRows), numChunks,
                                         numRows, loadMaxima(group));
          {
            OpBuilder::InsertionGuard guard(b);
            b.setInsertionPointToStart(loop.getBody());
            Value next = loadMaxima(loop.getInductionVar());
            scf::YieldOp::create(b,
                                 b.maxSigned(loop.getRegionIterArg(0), next));
          }
          b.store(loop.getResult(0), groupMaxima, b.mul(group, rankLanes));
        });
        return buildBound(b, groupMaxima, rankVector, numGroups, k);
      },
      [&] { return format.createWorstRank(b); });
}

//===----------------------------------------------------------------------===//
// Lists
//===----------------------------------------------------------------------===//

Value ChunkMaxima::list(Value rank) {
  return b.forLoop(0, numAll, 1, b.index(0), [&](Value chunk, Value size) {
    b.store(b.castUnsigned(chunk, b.getI32Type()), listed, size);
    Value isListed = b.any(b.atLeast(loadMaxima(chunk), rank));
    return b.add(size, b.castUnsigned(isListed, b.getIndexType()));
  });
}

void ChunkMaxima::sortList(Value size, Value words) {
  // One word for each chunk. Of a rank of 64 bits the upper half is enough.
  Type i64 = b.getI64Type();
  Value half = b.constant(i64, int64_t(32));
  b.forLoop(0, size, 1, [&](Value i) {
    Value chunk = b.load(listed, i);
    Value best = b.reduce(vector::CombiningKind::MAXSI,
                          loadMaxima(b.castUnsigned(chunk, b.getIndexType())));
    if (rankType == i64)
      best = b.shiftRight(best, half);
    best = b.shiftLeft(b.castSigned(best, i64), half);
    b.store(b.bitOr(best, b.castUnsigned(b.bitNot(chunk), i64)), words, i);
  });
  // A comb sort (W. Dobosiewicz, "An efficient variation of bubble sort", 1980)
  // without the last turns. Few chunks are out of place then.
  b.whileLoop(
      size, [&](Value gap) { return b.greater(gap, 1); },
      [&](Value gap) {
        Value next = b.divideUnsigned(b.mul(gap, 10), 13);
        next = b.maxSigned(next, 1);
        b.forLoop(0, b.sub(size, next), 1, [&](Value i) {
          Value other = b.add(i, next);
          Value lhs = b.load(words, i), rhs = b.load(words, other);
          b.store(b.maxSigned(lhs, rhs), words, i);
          b.store(b.minSigned(lhs, rhs), words, other);
        });
        return next;
      });
  b.forLoop(0, size, 1, [&](Value i) {
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
  Value isBehind = b.greater(getBegin(i), threshold.tie);
  Value isBetter = b.any(b.greater(ranks, threshold.rank));
  Value isAsGood = b.any(b.atLeast(ranks, threshold.rank));
  return {b.select(isBehind, isBetter, isAsGood), isBehind};
}
