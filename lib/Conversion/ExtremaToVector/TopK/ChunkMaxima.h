//===- ChunkMaxima.h - The best of parts of a long row ----------*- C++ -*-===//
//
// A long row is read in blocks, and a block in chunks. Of each chunk the best
// element of each lane is stored. This runs at the speed of reading. The stored
// maxima give a threshold, and say which chunks are worth reading again.
//
//===----------------------------------------------------------------------===//

#ifndef EXTREMA_LIB_CONVERSION_EXTREMATOVECTOR_TOPK_CHUNKMAXIMA_H
#define EXTREMA_LIB_CONVERSION_EXTREMATOVECTOR_TOPK_CHUNKMAXIMA_H

#include "TopKReduction.h"

#include "../Selection/Select.h"

namespace mlir::extrema {

/// What an element has to reach. If its index is at most `tie`, it must reach
/// `rank`. If its index is greater, it must be better than `rank`. The index is
/// the position, unless elements bring their indices. `rank` is of
/// RecordFormat's rank type, and `tie` of type `index`.
struct Threshold {
  Value rank, tie;
  auto carried() { return std::tie(rank, tie); }
};

/// The chunks of one block at a time.
class ChunkMaxima {
public:
  /// For rows of `extent` elements and `k` results. Takes memory from
  /// `scratch`, so it must be built outside of the loops over rows.
  ChunkMaxima(KernelBuilder &b, const TopKReduction &reduction,
              Scratch &scratch, Value extent, Value k);

  /// Elements of a chunk: some registers, and a multiple of a word's bits. At
  /// least one chunk is in a row.
  static int64_t getChunkSize(const TopKReduction &reduction);
  /// Returns how many elements a row's first block has, and how many the block
  /// after one of `blockSize` elements has. Of 8-bit keys the first block is
  /// small, since it may have k elements of the best value already.
  Value getFirstBlockSize();
  Value getNextBlockSize(Value blockSize);

  /// Reads the block of `size` elements of the memref `row` from `begin` on. At
  /// the end of a row there may be a rest that is shorter than a chunk. It has
  /// no maxima, and counts as if it had the best value. Returns the best rank
  /// of each lane of the block without the rest, and whether there is a rest,
  /// an i1.
  std::pair<Value, Value> read(Value row, Value begin, Value size);

  // The following are about the block that was read last.

  /// Returns a rank that at least k of the elements reach, or the worst rank.
  Value createThreshold();
  /// Lists the chunks with an element that may reach `rank`, in the order of
  /// positions. Returns how many there are.
  Value list(Value rank);
  /// Sorts the `size` chunks of the list by their best elements, the best one
  /// first. A few chunks may be out of place. `words`, a memref of as many i64,
  /// is overwritten.
  void sortList(Value size, Value words);

  /// Returns where the chunk number `i` of the list begins.
  Value getBegin(Value i);
  /// Returns two i1 about the chunk number `i` of the list: whether an element
  /// of it may reach the threshold, and whether its elements lose ties with the
  /// threshold, as their positions say.
  std::pair<Value, Value> reaches(Value i, Threshold threshold);

private:
  bool growsBlocks() { return order.getKeyType().getIntOrFloatBitWidth() == 8; }
  Value loadMaxima(Value row) {
    return b.load(rankVector, maxima, b.mul(row, rankLanes));
  }
  Value getChunk(Value i);
  Value createMaxima(Value row, Value begin);

  KernelBuilder &b;
  const TopKReduction &reduction;
  const ElementOrder &order;
  RecordFormat format;
  int64_t chunkSize;
  /// Ranks are kept in 32 or 64 bits.
  Type rankType;
  VectorType rankVector;
  int64_t rankLanes;
  Value k;
  /// A register of ranks for each chunk, and one for each group of chunks.
  Value maxima, groupMaxima, numGroupRows;
  /// Numbers of chunks.
  Value listed;

  /// Of the block.
  Value begin, numChunks, numAll;
};

} // namespace mlir::extrema

#endif // EXTREMA_LIB_CONVERSION_EXTREMATOVECTOR_TOPK_CHUNKMAXIMA_H
