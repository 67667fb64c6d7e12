//===- ChunkMaxima.h - The best of parts of a long row ----------*- C++ -*-===//
//
// Long rows are read in blocks, blocks in chunks. Of each chunk of a block the
// best of each lane is stored, at the speed of reading. That tells a threshold,
// and the chunks that are worth reading again.
//
//===----------------------------------------------------------------------===//

#ifndef EXTREMA_LIB_CONVERSION_EXTREMATOVECTOR_TOPK_CHUNKMAXIMA_H
#define EXTREMA_LIB_CONVERSION_EXTREMATOVECTOR_TOPK_CHUNKMAXIMA_H

#include "TopKReduction.h"

#include "../Selection/Select.h"

namespace mlir::extrema {

/// What an element has to reach: `rank`, of RecordFormat's rank type, or, if
/// its index (its position, unless it brings an index) is greater than `tie`,
/// of type `index`, a better one.
struct Threshold {
  Value rank, tie;
  auto carried() { return std::tie(rank, tie); }
};

/// The chunks of one block at a time.
class ChunkMaxima {
public:
  /// For rows of `extent` elements and `k` results, of which `scratch` is taken
  /// outside of the loops over rows.
  ChunkMaxima(KernelBuilder &b, const TopKReduction &reduction,
              Scratch &scratch, Value extent, Value k);

  /// Elements of a chunk: some registers, and a multiple of a word's bits. At
  /// least one chunk is in a row.
  static int64_t getChunkSize(const TopKReduction &reduction);
  /// Elements of a row's first block, and of the one after one of `blockSize`.
  /// Blocks of 8-bit keys begin small: k of the best value may be there.
  Value getFirstBlockSize();
  Value getNextBlockSize(Value blockSize);

  /// Reads the block of `size` elements of `row`, a memref, from `begin` on.
  /// What is left over at the end of a row has no maxima and counts as the
  /// best. Returns the best of each lane of the block, as far as they are
  /// known, and whether something is left over, an i1.
  std::pair<Value, Value> read(Value row, Value begin, Value size);

  // Of the block that was read last:

  /// A rank that at least k of the elements reach, or the worst one.
  Value createThreshold();
  /// Lists the chunks with an element that may reach `rank`, in the order of
  /// positions; returns how many there are.
  Value list(Value rank);
  /// Brings the `size` chunks of the list into the order of their best
  /// elements, the best one first, hardly one out of place. `words`, a memref
  /// of as many i64, is overwritten.
  void sortList(Value size, Value words);

  /// Where the chunk number `i` of the list begins.
  Value getBegin(Value i);
  /// Whether an element of it may reach the threshold, and whether its elements
  /// lose ties with that, as their positions tell: i1.
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
  /// For each chunk a register of ranks, and such of groups of chunks.
  Value maxima, groupMaxima, numGroupRows;
  /// Numbers of chunks.
  Value listed;

  /// Of the block.
  Value begin, numChunks, numAll;
};

} // namespace mlir::extrema

#endif // EXTREMA_LIB_CONVERSION_EXTREMATOVECTOR_TOPK_CHUNKMAXIMA_H
