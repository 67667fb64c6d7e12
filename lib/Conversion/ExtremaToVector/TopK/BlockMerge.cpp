//===- BlockMerge.cpp - States merged with blocks of rows -------*- C++ -*-===//
//
// A strategy that takes many rows at once need not know of states. It reduces a
// block of rows into scratch memory of a fixed size. Each of the rows is then
// merged with its state.
//
//===----------------------------------------------------------------------===//

#include "BlockMerge.h"

#include "RowResults.h"

#include "extrema/Conversion/Common/StructuredOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace mlir::extrema;

/// Returns the elements [begin, begin + size) of `memref` along `dimension`.
static Value createBlock(KernelBuilder &b, Value memref, int64_t dimension,
                         Value begin, Value size) {
  if (!memref)
    return memref;
  int64_t rank = cast<MemRefType>(memref.getType()).getRank();
  SmallVector<OpFoldResult> offsets(rank, b.getIndexAttr(0));
  SmallVector<OpFoldResult> strides(rank, b.getIndexAttr(1));
  SmallVector<OpFoldResult> sizes =
      memref::getMixedSizes(b, b.getLoc(), memref);
  offsets[dimension] = getAsOpFoldResult(begin);
  sizes[dimension] = getAsOpFoldResult(size);
  return memref::SubViewOp::create(b, memref, offsets, sizes, strides);
}

static View createBlock(KernelBuilder &b, View view, int64_t dimension,
                        Value begin, Value size) {
  auto slice = [&](Value &memref) {
    memref = createBlock(b, memref, dimension, begin, size);
  };
  slice(view.input);
  slice(view.inputIndices);
  slice(view.destinations.values);
  slice(view.destinations.indices);
  return view;
}

void mlir::extrema::buildMergedBlocks(KernelBuilder &b,
                                      const TopKReduction &reduction,
                                      const View &view, int64_t batch,
                                      int64_t leastRows, int64_t k,
                                      const BuildTopK &build) {
  assert(reduction.accumulates && k >= 1 && batch != view.reduced &&
         "nothing to merge, or no rows");
  Value numRows = b.extent(view.input, batch);
  std::optional<int64_t> known = getConstantIntValue(numRows);
  int64_t blockSize = std::min(tuning::rowBatches::kMergedRows,
                               known.value_or(tuning::rowBatches::kMergedRows));
  bool areWhole = known && *known % blockSize == 0;
  Scratch scratch(b, reduction.mayUseStack);
  StateMerge merge(b, reduction, scratch, b.index(k));
  // What is found has the shape of a block of results: rows or columns.
  int64_t reduced = isUnitStride(view.input, view.reduced) ? 1 : 0;
  SmallVector<int64_t, 2> shape{blockSize, blockSize};
  shape[reduced] = k;
  auto allocate = [&](Type type) -> Value {
    Value flat = scratch.allocate(type, b.index(blockSize * k));
    return memref::ExpandShapeOp::create(
        b, MemRefType::get(shape, type), flat,
        ArrayRef<ReassociationIndices>{{0, 1}});
  };
  Destinations found{allocate(reduction.order.getWorkingType()),
                     allocate(reduction.indexType)};

  TopKReduction overwriting = reduction;
  overwriting.accumulates = false;
  overwriting.isSorted = true;
  overwriting.mayUseStack = false;
  buildOuterLoops(b, view, {batch, view.reduced}, [&](ValueRange outer) {
    auto slice = [&](Value memref) {
      return reduced == 1 ? createMatrix(b, memref, outer, batch, view.reduced)
                          : createMatrix(b, memref, outer, view.reduced, batch);
    };
    View matrix{
        slice(view.input),
        {slice(view.destinations.values), slice(view.destinations.indices)},
        reduced,
        /*keepsReduced=*/true,
        slice(view.inputIndices)};
    b.forLoop(0, numRows, blockSize, [&](Value first) {
      Value size = b.index(blockSize), begin = first;
      if (!areWhole) {
        // The last block begins earlier if it has too few rows; those that
        // have been merged must not be so again.
        size = b.minSigned(b.sub(numRows, first), size);
        size = b.maxSigned(size, b.minSigned(numRows, leastRows));
        begin = b.minSigned(first, b.sub(numRows, size));
      }
      b.invariant("BlockMerge: a block that leaves the rows", [&] {
        return b.bitAnd(b.atLeast(begin, 0),
                        b.atMost(b.add(begin, size), numRows));
      });
      b.invariant("BlockMerge: a block of more rows than there is memory for",
                  [&] { return b.atMost(size, blockSize); });
      b.invariant(
          "BlockMerge: a block of fewer rows than its strategy needs",
          [&] { return b.atLeast(size, b.minSigned(numRows, leastRows)); });
      View block = createBlock(b, matrix, 1 - reduced, begin, size);
      Destinations states = block.destinations;
      Value zero = b.index(0);
      block.destinations = {
          createBlock(b, found.values, 1 - reduced, zero, size),
          createBlock(b, found.indices, 1 - reduced, zero, size)};
      build(b, overwriting, block);
      b.forLoop(b.sub(first, begin), size, 1, [&](Value row) {
        auto getRow = [&](Destinations rows) -> Destinations {
          return {createSlice(b, rows.values, row, reduced),
                  createSlice(b, rows.indices, row, reduced)};
        };
        merge.build(getRow(states), getRow(block.destinations), b.index(k));
      });
    });
  });
  scratch.release();
}
