//===- Encoding.cpp - What tensors are besides their elements -------------===//

#include "extrema/Dialect/Extrema/IR/Encoding.h"

#include "mlir/IR/Dialect.h"
#include "mlir/IR/Operation.h"

using namespace mlir;
using namespace mlir::extrema;

Attribute mlir::extrema::getEncoding(Type type) {
  auto tensorType = dyn_cast<RankedTensorType>(type);
  return tensorType ? tensorType.getEncoding() : Attribute();
}

bool mlir::extrema::isSparseTensor(Type type) {
  // By its name: nothing else of that dialect is needed here.
  Attribute encoding = getEncoding(type);
  return encoding && encoding.getDialect().getNamespace() == "sparse_tensor";
}

LogicalResult mlir::extrema::verifyNoSparseTensors(Operation *op) {
  auto verifyTypes = [&](TypeRange types) -> LogicalResult {
    for (Type type : types)
      if (isSparseTensor(type))
        return op->emitOpError("does not take sparse tensors, of which some "
                               "elements are not stored: ")
               << type;
    return success();
  };
  return success(succeeded(verifyTypes(op->getOperandTypes())) &&
                 succeeded(verifyTypes(op->getResultTypes())));
}
