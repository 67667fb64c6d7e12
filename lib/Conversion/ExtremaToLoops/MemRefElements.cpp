//===- MemRefElements.cpp - Elements in memrefs ---------------------------===//

#include "MemRefElements.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace mlir::extrema;

SmallVector<Value> mlir::extrema::getCoordinates(ValueRange outer,
                                                 int64_t dimension,
                                                 Value position) {
  SmallVector<Value> coordinates(outer);
  coordinates.insert(coordinates.begin() + dimension, position);
  return coordinates;
}

Element mlir::extrema::loadElement(OpBuilder &b, Location loc, Value values,
                                   Value indices, ValueRange coordinates) {
  return {memref::LoadOp::create(b, loc, values, coordinates),
          memref::LoadOp::create(b, loc, indices, coordinates)};
}

void mlir::extrema::storeElement(OpBuilder &b, Location loc, Element element,
                                 Value values, Value indices,
                                 ValueRange coordinates) {
  if (values)
    memref::StoreOp::create(b, loc, element.value, values, coordinates);
  if (indices)
    memref::StoreOp::create(b, loc, element.index, indices, coordinates);
}
