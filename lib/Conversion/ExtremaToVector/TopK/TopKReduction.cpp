//===- TopKReduction.cpp - topk_reduce as its strategies see it -----------===//

#include "TopKReduction.h"

#include "extrema/Conversion/Common/StructuredOps.h"
#include "extrema/Dialect/Extrema/IR/Scratch.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace mlir::extrema;

Value Scratch::allocate(Type elementType, Value size) {
  assert(size.getType().isIndex() && "a size that is no index");
  IntegerAttr alignment = b.getI64IntegerAttr(tuning::hardware::kLineBytes);
  auto allocate = [&](MemRefType type, ValueRange sizes) {
    auto op = memref::AllocOp::create(b, type, sizes, alignment);
    if (isCallers)
      op->setAttr(kScratchAttr, b.getUnitAttr());
    allocated.push_back(op);
    return allocated.back();
  };
  std::optional<int64_t> known = getConstantIntValue(size);
  if (!known)
    return allocate(MemRefType::get({ShapedType::kDynamic}, elementType), size);
  auto type = MemRefType::get({*known}, elementType);
  int64_t bytes =
      *known *
      (elementType.isIndex() ? 8 : elementType.getIntOrFloatBitWidth() / 8);
  if (bytes <= bytesLeft) {
    bytesLeft -= bytes;
    return memref::AllocaOp::create(b, type, alignment);
  }
  return allocate(type, {});
}

Records Scratch::allocate(const RecordFormat &format, Value size) {
  SmallVector<Value> words;
  for (unsigned i = 0; i < format.getNumWords(); ++i)
    words.push_back(allocate(b.getI64Type(), size));
  return format.createRecords(words);
}

void Scratch::release() {
  for (Value memref : allocated)
    memref::DeallocOp::create(b, memref);
}

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
