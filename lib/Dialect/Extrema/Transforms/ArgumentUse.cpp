//===- ArgumentUse.cpp - What a function does with an argument ------------===//

#include "ArgumentUse.h"

#include "extrema/Dialect/Extrema/Utils/MemoryUses.h"

#include "mlir/IR/SymbolTable.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace mlir::extrema;

namespace {
/// Follows an argument into views and into functions called.
class UseFinder {
public:
  ArgumentUse find(Value argument);

private:
  ArgumentUse getUse(OpOperand &operand);
  ArgumentUse follow(Value memref) {
    values.insert(memref);
    return ArgumentUse::Shape;
  }

  /// The argument and its views, in the order in which they are met.
  llvm::SetVector<Value> values;
};
} // namespace

ArgumentUse UseFinder::getUse(OpOperand &operand) {
  Operation *op = operand.getOwner();
  switch (getMemoryUse(operand)) {
  case MemoryUse::Shape:
    return ArgumentUse::Shape;
  case MemoryUse::View:
    for (Value result : op->getResults())
      if (isa<BaseMemRefType>(result.getType()))
        follow(result);
    return ArgumentUse::Shape;
  case MemoryUse::Read:
    return ArgumentUse::Read;
  case MemoryUse::Write:
  case MemoryUse::ReadWrite:
  case MemoryUse::Release:
    return ArgumentUse::Any;
  case MemoryUse::Seen:
    break;
  }
  auto call = dyn_cast<func::CallOp>(op);
  if (!call)
    return ArgumentUse::Any;
  auto callee = SymbolTable::lookupNearestSymbolFrom<func::FuncOp>(
      op, call.getCalleeAttr());
  if (!callee || callee.isExternal())
    return ArgumentUse::Any;
  return follow(callee.getArgument(operand.getOperandNumber()));
}

ArgumentUse UseFinder::find(Value argument) {
  ArgumentUse most = follow(argument);
  // The set grows on the way.
  size_t next = 0;
  while (next < values.size())
    for (OpOperand &operand : values[next++].getUses())
      most = std::max(most, getUse(operand));
  return most;
}

ArgumentUse mlir::extrema::getArgumentUse(func::FuncOp function,
                                          unsigned number) {
  return UseFinder().find(function.getArgument(number));
}
