//===- TopKReduction.cpp - topk_reduce as its strategies see it -----------===//

#include "TopKReduction.h"

#include "extrema/Conversion/Common/StructuredOps.h"

using namespace mlir;
using namespace mlir::extrema;

void mlir::extrema::buildRowLoops(
    KernelBuilder &b, const View &view,
    function_ref<void(InputRow, Destinations)> body) {
  buildOuterLoops(b, view, {view.reduced}, [&](ValueRange outer) {
    auto getRow = [&](Value memref) {
      return createSlice(b, memref, outer, view.reduced);
    };
    InputRow row{getRow(view.input), getRow(view.inputIndices)};
    body(row,
         {getRow(view.destinations.values), getRow(view.destinations.indices)});
  });
}

Value mlir::extrema::createIndicesOfPositions(KernelBuilder &b,
                                              const TopKReduction &reduction,
                                              Value positions) {
  Type type = cast<VectorType>(positions.getType()).clone(reduction.indexType);
  Value indices = b.castUnsigned(positions, type);
  if (!reduction.indexBase)
    return indices;
  return b.add(indices, b.castSigned(reduction.indexBase, reduction.indexType));
}

void mlir::extrema::storeResult(KernelBuilder &b,
                                const TopKReduction &reduction,
                                Destinations destinations, InputRow row,
                                Value position, Value i) {
  assert(!row.indices == !reduction.hasIndices &&
         "a row with other indices than the operation's");
  b.store(b.load(row.values, position), destinations.values, i);
  Value index = row.indices ? b.load(row.indices, position)
                            : createIndexOfPosition(b, b.getLoc(), position,
                                                    reduction.indexBase,
                                                    reduction.indexType);
  b.store(index, destinations.indices, i);
}

void mlir::extrema::storeIdentities(KernelBuilder &b,
                                    const TopKReduction &reduction,
                                    Destinations destinations, Value begin,
                                    Value end) {
  Element identity =
      reduction.order.createIdentity(b, b.getLoc(), reduction.indexType);
  b.forLoop(begin, end, 1, [&](Value i) {
    b.store(identity.value, destinations.values, i);
    b.store(identity.index, destinations.indices, i);
  });
}
