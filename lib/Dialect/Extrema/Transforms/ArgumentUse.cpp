//===- ArgumentUse.cpp - What a function does with an argument ------------===//

#include "ArgumentUse.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Interfaces/ViewLikeInterface.h"
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

static bool isView(OpOperand &operand) {
  Operation *op = operand.getOwner();
  if (auto view = dyn_cast<ViewLikeOpInterface>(op))
    return view.getViewSource() == operand.get();
  // These are views too, but do not say so.
  return isa<memref::TransposeOp, memref::ExtractStridedMetadataOp>(op);
}

/// What `op` says that it does with the elements of `memref`.
static ArgumentUse getEffect(MemoryEffectOpInterface op, Value memref) {
  SmallVector<MemoryEffects::EffectInstance> effects;
  op.getEffects(effects);
  auto use = ArgumentUse::Shape;
  for (const MemoryEffects::EffectInstance &effect : effects) {
    // On another resource, such as what a record writes, or another operand.
    if (effect.getValue() && effect.getValue() != memref)
      continue;
    if (!isa<MemoryEffects::Read>(effect.getEffect()))
      return ArgumentUse::Any;
    use = ArgumentUse::Read;
  }
  return use;
}

ArgumentUse UseFinder::getUse(OpOperand &operand) {
  Operation *op = operand.getOwner();
  if (isa<memref::DimOp, memref::RankOp>(op))
    return ArgumentUse::Shape;
  if (isView(operand)) {
    for (Value result : op->getResults())
      if (isa<BaseMemRefType>(result.getType()))
        follow(result);
      else if (!isa<memref::ExtractStridedMetadataOp>(op))
        return ArgumentUse::Any;
    return ArgumentUse::Shape;
  }
  if (auto call = dyn_cast<func::CallOp>(op)) {
    auto callee = SymbolTable::lookupNearestSymbolFrom<func::FuncOp>(
        op, call.getCalleeAttr());
    if (!callee || callee.isExternal())
      return ArgumentUse::Any;
    return follow(callee.getArgument(operand.getOperandNumber()));
  }
  auto interface = dyn_cast<MemoryEffectOpInterface>(op);
  // One without an effect on it does something else: it may return it, or
  // choose it.
  auto use = interface ? getEffect(interface, operand.get()) : ArgumentUse::Any;
  return use == ArgumentUse::Shape ? ArgumentUse::Any : use;
}

ArgumentUse UseFinder::find(Value argument) {
  ArgumentUse most = follow(argument);
  // The set grows on the way.
  for (size_t i = 0; i < values.size(); ++i)
    for (OpOperand &operand : values[i].getUses())
      most = std::max(most, getUse(operand));
  return most;
}

ArgumentUse mlir::extrema::getArgumentUse(func::FuncOp function,
                                          unsigned number) {
  return UseFinder().find(function.getArgument(number));
}
