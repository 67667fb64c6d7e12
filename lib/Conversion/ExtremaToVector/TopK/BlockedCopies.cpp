//===- BlockedCopies.cpp - Any layout, copied to rows -----------*- C++ -*-===//
//
// This strategy takes the layouts that no other one takes: rows whose stride is
// not 1, and columns with many results, with a number of results that is known
// only at run time, or with explicit indices.
//
// As many columns as a cache line has elements are a group. So each line is
// read once. The caches hold a block of a group. Each block is copied to
// scratch memory, where each column becomes a row of unit stride. The
// strategies for long rows take these rows. The results of one block are the
// state of the next. A short column is one block, and the strategy for sorted
// rows takes it.
//
//===----------------------------------------------------------------------===//

#include "BlockedCopies.h"

#include "LongRows.h"

#include "../KernelLanguage/PrivateFunction.h"
#include "../TransposeLanes.h"
#include "extrema/Conversion/Common/StructuredOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace mlir::extrema;
using Values = KernelBuilder::Values;
using namespace tuning::copies;

/// Returns the dimension whose elements make a group: a dimension other than
/// the reduced one, of unit stride if possible. There may be none.
static std::optional<int64_t> findColumns(const View &view) {
  std::optional<int64_t> found;
  auto isBetterStride = [&](int64_t lhs, int64_t rhs) {
    auto rate = [](int64_t stride) {
      return stride == 1 ? 2 : stride == ShapedType::kDynamic ? 1 : 0;
    };
    return rate(getStride(view.input, lhs)) > rate(getStride(view.input, rhs));
  };
  for (int64_t i = view.getRank() - 1; i >= 0; --i)
    if (i != view.reduced && view.getInputType().getDimSize(i) != 1 &&
        (!found || isBetterStride(i, *found)))
      found = i;
  return found;
}

namespace {
class BlockedCopies {
public:
  BlockedCopies(KernelBuilder &b, const TopKReduction &reduction,
                const View &view, const BuildTopK &buildRows)
      : b(b), reduction(reduction), view(view), buildRows(buildRows),
        scratch(b, reduction.mayUseStack), columns(findColumns(view)) {}

  /// With `shortLimit`, columns have at most so many elements, and are one
  /// block.
  void build(std::optional<int64_t> shortLimit);

private:
  /// Scratch memory for a block: rows of unit stride. `stride` is the distance
  /// between two rows.
  struct Block {
    Value memory;
    Type elementType;
    Value stride;
  };

  int64_t getElementBytes() const {
    return reduction.order.getWorkingType().getIntOrFloatBitWidth() / 8;
  }
  Value divideUp(Value lhs, Value rhs) {
    return b.createOrFold<arith::DivUIOp>(b.add(lhs, b.sub(rhs, 1)), rhs);
  }
  Block allocate(Type elementType);
  Value createRows(Block block, Value width, Value size);
  Value load(Value source, Value position, Value column);
  void copyOneByOne(Value source, Block to, Value begin, Value size,
                    Value first, Value width);
  void copyTransposed(Value source, Block to, Value begin, Value size,
                      Value first, Value width);
  void copyInPlace(Value source, Block to, Value begin, Value size, Value first,
                   Value width);
  void copy(Value source, Block to, Value begin, Value size, Value first,
            Value width);
  Value createDestination(Value memref, Value first, Value width);
  void buildGroup(Value first, Value width);

  KernelBuilder &b;
  const TopKReduction &reduction;
  const View &view;
  const BuildTopK &buildRows;
  Scratch scratch;
  std::optional<int64_t> columns;
  int64_t groupWidth = 1;

  Value extent, k;
  std::optional<int64_t> shortLimit;
  Value numBlocks, blockStride;
  Block values, indices;
  /// The current columns: memrefs of the reduced dimension and the dimension of
  /// columns, or of the reduced dimension alone.
  Value input, inputIndices;
  Destinations destinations;
};
} // namespace

BlockedCopies::Block BlockedCopies::allocate(Type elementType) {
  return {scratch.allocate(elementType, b.mul(blockStride, groupWidth)),
          elementType, blockStride};
}

/// Returns the block's rows, [width][size], or its only row, [size].
Value BlockedCopies::createRows(Block block, Value width, Value size) {
  b.invariant("BlockedCopies: columns that leave their memory", [&] {
    Value last = b.mul(b.sub(width, 1), block.stride);
    return b.bitAnd(b.atMost(size, block.stride),
                    b.atMost(b.add(last, size), b.extent(block.memory, 0)));
  });
  SmallVector<OpFoldResult> sizes, strides;
  if (columns) {
    sizes.push_back(getAsOpFoldResult(width));
    strides.push_back(getAsOpFoldResult(block.stride));
  }
  sizes.push_back(getAsOpFoldResult(size));
  strides.push_back(b.getIndexAttr(1));
  return memref::ReinterpretCastOp::create(
      b, block.memory, OpFoldResult(b.getIndexAttr(0)), sizes, strides);
}

Value BlockedCopies::load(Value source, Value position, Value column) {
  return columns ? b.load(source, {position, column})
                 : b.load(source, position);
}

void BlockedCopies::copyOneByOne(Value source, Block to, Value begin,
                                 Value size, Value first, Value width) {
  b.forLoop(0, size, kRowsAtOnce, [&](Value row) {
    Value end = b.minSigned(b.add(row, kRowsAtOnce), size);
    b.forLoop(0, width, 1, [&](Value lane) {
      Value column = b.add(first, lane);
      Value at = b.mul(lane, to.stride);
      b.forLoop(row, end, 1, [&](Value i) {
        b.store(load(source, b.add(begin, i), column), to.memory, b.add(at, i));
      });
    });
  });
}

/// The same by vectors, where block and group are large enough.
void BlockedCopies::copyTransposed(Value source, Block to, Value begin,
                                   Value size, Value first, Value width) {
  int64_t pieceLength =
      kTransposedPieceBits / to.elementType.getIntOrFloatBitWidth();
  auto pieceType = VectorType::get({pieceLength}, to.elementType);
  int64_t numRows =
      std::max(reduction.target.getNumLanes(to.elementType), pieceLength);
  // The last rows and lanes overlap the ones before.
  Value lastRow = b.sub(size, numRows);
  Value lastLane = b.sub(width, pieceLength);
  b.forLoop(0, size, numRows, [&](Value row) {
    row = b.minSigned(row, lastRow);
    b.forLoop(0, width, pieceLength, [&](Value lane) {
      lane = b.minSigned(lane, lastLane);
      SmallVector<Value> pieces;
      for (int64_t i = 0; i < numRows; ++i) {
        Value position = b.add(b.add(begin, row), i);
        pieces.push_back(
            b.load(pieceType, source, {position, b.add(first, lane)}));
      }
      for (auto [i, column] :
           llvm::enumerate(transposeLanes(b, b.getLoc(), pieces)))
        b.store(column, to.memory,
                b.add(b.mul(b.add(lane, i), to.stride), row));
    });
  });
}

void BlockedCopies::copyInPlace(Value source, Block to, Value begin, Value size,
                                Value first, Value width) {
  auto copyPlain = [&] { copyOneByOne(source, to, begin, size, first, width); };
  if (!columns || !isUnitStride(source, 1) || to.elementType.isIndex())
    return copyPlain();
  int64_t pieceLength =
      kTransposedPieceBits / to.elementType.getIntOrFloatBitWidth();
  int64_t numRows =
      std::max(reduction.target.getNumLanes(to.elementType), pieceLength);
  auto areMany = [&](Value value, int64_t least) {
    return b.atLeast(value, least);
  };
  b.ifThen(
      b.bitAnd(areMany(size, numRows), areMany(width, pieceLength)),
      [&] { copyTransposed(source, to, begin, size, first, width); },
      copyPlain);
}

/// Copies the elements [begin, begin + size) of `width` columns of `source`,
/// from the column `first` on.
void BlockedCopies::copy(Value source, Block to, Value begin, Value size,
                         Value first, Value width) {
  // If the extent is not known, short and long columns use the same code.
  bool isShared = !getConstantIntValue(extent);
  callPrivate(b, isShared, "extrema_copy_columns",
              {source, to.memory, to.stride, begin, size, first, width},
              [&](ValueRange all) -> Values {
                copyInPlace(all[0], {all[1], to.elementType, all[2]}, all[3],
                            all[4], all[5], all[6]);
                return {};
              });
}

/// Returns the part of `memref` that belongs to a group: [width][k], or [k].
Value BlockedCopies::createDestination(Value memref, Value first, Value width) {
  if (!columns)
    return memref;
  SmallVector<OpFoldResult> offsets{getAsOpFoldResult(first),
                                    b.getIndexAttr(0)};
  SmallVector<OpFoldResult> sizes{getAsOpFoldResult(width),
                                  getAsOpFoldResult(k)};
  SmallVector<OpFoldResult> strides(2, b.getIndexAttr(1));
  return memref::SubViewOp::create(b, memref, offsets, sizes, strides);
}

/// Reduces the columns [first, first + width).
void BlockedCopies::buildGroup(Value first, Value width) {
  Destinations to{createDestination(destinations.values, first, width),
                  createDestination(destinations.indices, first, width)};
  TopKReduction inner = reduction;
  inner.mayUseStack = false;
  auto createView = [&](Value size) -> View {
    return {createRows(values, width, size), to, columns ? 1 : 0,
            /*keepsReduced=*/true,
            inputIndices ? createRows(indices, width, size) : Value()};
  };
  auto copyBlock = [&](Value begin, Value size) {
    copy(input, values, begin, size, first, width);
    if (inputIndices)
      copy(inputIndices, indices, begin, size, first, width);
  };
  if (shortLimit) {
    copyBlock(b.index(0), extent);
    return buildRows(b, inner, createView(extent));
  }
  bool isOne = getConstantIntValue(numBlocks) == 1;
  if (!isOne && !reduction.accumulates) {
    inner.accumulates = inner.isSorted = true;
    b.forLoop(0, width, 1, [&](Value lane) {
      auto getRow = [&](Value memref) {
        return columns ? createSlice(b, memref, lane, {1}) : memref;
      };
      storeIdentities(b, reduction, {getRow(to.values), getRow(to.indices)},
                      b.index(0), k);
    });
  }
  b.forLoop(0, numBlocks, 1, [&](Value block) {
    auto getBegin = [&](Value block) {
      return b.createOrFold<arith::DivUIOp>(b.mul(block, extent), numBlocks);
    };
    Value begin = isOne ? b.index(0) : getBegin(block);
    Value end = isOne ? extent : getBegin(b.add(block, 1));
    Value size = b.sub(end, begin);
    b.invariant("BlockedCopies: a block that makes no long row",
                [&] { return b.atLeast(size, getLongRowMinimum(reduction)); });
    b.invariant("BlockedCopies: a block is longer than its memory",
                [&] { return b.atMost(size, blockStride); });
    copyBlock(begin, size);
    if (!isOne && !inputIndices)
      inner.indexBase =
          reduction.indexBase ? b.add(reduction.indexBase, begin) : begin;
    buildRows(b, inner, createView(size));
  });
}

void BlockedCopies::build(std::optional<int64_t> limit) {
  shortLimit = limit;
  extent = b.extent(view.input, view.reduced);
  k = b.extent(view.destinations.values, view.reduced);
  int64_t lineElements = tuning::hardware::kLineBytes / getElementBytes();
  if (columns) {
    groupWidth = lineElements;
    int64_t known = view.getInputType().getDimSize(*columns);
    if (known != ShapedType::kDynamic)
      groupWidth = std::min(groupWidth, known);
  }
  Value blockSize;
  if (shortLimit) {
    blockSize = b.index(*shortLimit);
  } else {
    int64_t cached = reduction.target.level2Size / kCacheShare /
                     (groupWidth * getElementBytes());
    // Blocks have about the same size. So a block has at least half of the
    // largest size. This makes it a long row even if caches are small.
    cached = std::max(cached, 2 * getLongRowMinimum(reduction));
    Value most = b.maxSigned(cached, b.mul(k, kLeastPerResult));
    numBlocks = divideUp(extent, most);
    blockSize = divideUp(extent, numBlocks);
  }
  // Whole cache lines, and one line more: rows that are a power of two apart
  // would share the sets of a cache.
  Value line = b.index(lineElements);
  blockStride = b.add(b.mul(divideUp(blockSize, line), line), line);
  values = allocate(reduction.order.getWorkingType());
  if (view.inputIndices)
    indices = allocate(reduction.indexType);

  SmallVector<int64_t> kept{view.reduced};
  if (columns)
    kept.push_back(*columns);
  buildOuterLoops(b, view, kept, [&](ValueRange outer) {
    auto slice = [&](Value memref, bool isInput) -> Value {
      if (!memref || !columns)
        return createSlice(b, memref, outer, view.reduced);
      return isInput ? createMatrix(b, memref, outer, view.reduced, *columns)
                     : createMatrix(b, memref, outer, *columns, view.reduced);
    };
    input = slice(view.input, true);
    inputIndices = slice(view.inputIndices, true);
    destinations = {slice(view.destinations.values, false),
                    slice(view.destinations.indices, false)};
    if (!columns) {
      buildGroup(b.index(0), b.index(1));
    } else {
      Value numColumns = b.extent(input, 1);
      b.forLoop(0, numColumns, groupWidth, [&](Value first) {
        bool isWhole = getConstantIntValue(numColumns) &&
                       *getConstantIntValue(numColumns) % groupWidth == 0;
        Value width = b.index(groupWidth);
        if (!isWhole)
          width = b.minSigned(width, b.sub(numColumns, first));
        buildGroup(first, width);
      });
    }
  });
  scratch.release();
}

void mlir::extrema::buildBlockedCopies(KernelBuilder &b,
                                       const TopKReduction &reduction,
                                       const View &view,
                                       const BuildTopK &buildRows) {
  BlockedCopies(b, reduction, view, buildRows).build(std::nullopt);
}

void mlir::extrema::buildShortCopies(KernelBuilder &b,
                                     const TopKReduction &reduction,
                                     const View &view,
                                     const BuildTopK &buildRows) {
  BlockedCopies(b, reduction, view, buildRows)
      .build(getLongRowMinimum(reduction) - 1);
}
