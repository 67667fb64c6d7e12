//===- ArgReduction.cpp - arg_reduce as its strategies see it -------------===//

#include "ArgReduction.h"

#include "extrema/Conversion/Common/StructuredOps.h"

using namespace mlir;
using namespace mlir::extrema;

static int64_t getBitWidth(Type type) {
  return type.isIndex() ? IndexType::kInternalStorageBitWidth
                        : type.getIntOrFloatBitWidth();
}

//===----------------------------------------------------------------------===//
// Results
//===----------------------------------------------------------------------===//

void mlir::extrema::storeBest(KernelBuilder &b, const ArgReduction &reduction,
                              Destinations destinations, ValueRange coordinates,
                              Element best) {
  if (reduction.accumulates) {
    Element state{b.load(destinations.values, coordinates),
                  b.load(destinations.indices, coordinates)};
    best = reduction.order.reduce(b, b.getLoc(), state, best);
  }
  if (destinations.values)
    b.store(best.value, destinations.values, coordinates);
  if (destinations.indices)
    b.store(best.index, destinations.indices, coordinates);
}

void mlir::extrema::buildEachRow(KernelBuilder &b,
                                 const ArgReduction &reduction,
                                 const View &view,
                                 function_ref<Value(Value)> findBest) {
  buildOuterLoops(b, view, {view.reduced}, [&](ValueRange outer) {
    Value row = createSlice(b, view.input, outer, {view.reduced});
    Value position = findBest(row);
    Element best{b.load(row, position),
                 createIndexOfPosition(b, b.getLoc(), position,
                                       reduction.indexBase,
                                       reduction.indexType)};
    storeBest(b, reduction, view.destinations, outer, best);
  });
}

/// The indices, of the type of the destination, of elements at `positions`.
static Value createIndices(KernelBuilder &b, const ArgReduction &reduction,
                           Value positions) {
  auto vectorType = cast<VectorType>(positions.getType());
  Value indices =
      b.castUnsigned(positions, vectorType.clone(reduction.indexType));
  if (!reduction.indexBase)
    return indices;
  return b.add(b.castSigned(reduction.indexBase, reduction.indexType), indices);
}

/// Stores the lanes of `vector` that `mask` selects, one by one.
static void storeEachLane(KernelBuilder &b, Value vector, Value memref,
                          Value begin, Value mask) {
  Value numLanes = b.numLanes(cast<VectorType>(vector.getType()));
  b.forLoop(0, numLanes, 1, [&](Value lane) {
    b.ifThen(b.extract(mask, lane), [&] {
      b.store(b.extract(vector, lane), memref, b.add(begin, lane));
    });
  });
}

static void storeVector(KernelBuilder &b, const ArgReduction &reduction,
                        Value vector, Value memref, Value begin,
                        LaneStore how) {
  if (!how.streams)
    return b.storeMasked(vector, memref, begin, how.mask);
  // The alignment of the vector, or of a register if it takes several.
  auto type = cast<VectorType>(vector.getType());
  int64_t bits = type.getNumElements() * getBitWidth(type.getElementType());
  llvm::Align alignment(std::min(bits, reduction.target.vectorBits) / 8);
  b.invariant("ArgReduce/Strided: a store past the caches leaves the results",
              [&] {
                Value end = b.add(begin, type.getNumElements());
                return b.bitAnd(b.atLeast(begin, 0),
                                b.atMost(end, b.extent(memref, 0)));
              });
  vector::StoreOp::create(b, vector, memref, begin, /*nontemporal=*/true,
                          alignment);
}

void mlir::extrema::storeLanes(KernelBuilder &b, const ArgReduction &reduction,
                               LaneDestinations destinations, Value begin,
                               Element best, LaneStore how) {
  if (reduction.accumulates) {
    Element state{
        b.loadMasked(destinations.values, begin, how.mask, best.value),
        b.loadMasked(destinations.indices, begin, how.mask, best.index)};
    best = reduction.order.reduce(b, b.getLoc(), state, best);
  }
  if (destinations.values)
    storeVector(b, reduction, best.value, destinations.values, begin, how);
  if (destinations.indices)
    storeVector(b, reduction, best.index, destinations.indices, begin, how);
}

void mlir::extrema::storeLanes(KernelBuilder &b, const ArgReduction &reduction,
                               LaneDestinations destinations, Value begin,
                               Value values, Value positions, LaneStore how) {
  Element best{values, Value()};
  if (destinations.indices)
    best.index = createIndices(b, reduction, positions);
  Type positionType = cast<VectorType>(positions.getType()).getElementType();
  bool isNarrowed =
      best.index && !reduction.indexBase &&
      getBitWidth(reduction.indexType) < getBitWidth(positionType);
  if (!how.mask || !isNarrowed || reduction.accumulates)
    return storeLanes(b, reduction, destinations, begin, best, how);
  // LLVM 22 makes a masked store of truncated lanes, if the mask is known and
  // has one lane, a store of what is truncated, which writes beyond the end.
  if (destinations.values)
    storeVector(b, reduction, best.value, destinations.values, begin, how);
  storeEachLane(b, best.index, destinations.indices, begin, how.mask);
}
