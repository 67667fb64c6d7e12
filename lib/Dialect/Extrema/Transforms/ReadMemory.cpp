//===- ReadMemory.cpp - What a function finds in memory -------------------===//

#include "ReadMemory.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Interfaces/ViewLikeInterface.h"

using namespace mlir;
using namespace mlir::extrema;

bool mlir::extrema::isAllocation(Operation *op) {
  return isa_and_nonnull<memref::AllocOp, memref::AllocaOp>(op);
}

Value mlir::extrema::getViewRoot(Value memref) {
  while (Operation *op = memref.getDefiningOp()) {
    if (auto view = dyn_cast<ViewLikeOpInterface>(op))
      memref = view.getViewSource();
    // These are views too, but do not say so.
    else if (isa<memref::TransposeOp, memref::ExtractStridedMetadataOp>(op) ||
             (isa<UnrealizedConversionCastOp>(op) && op->getNumOperands() == 1))
      memref = op->getOperand(0);
    else
      break;
  }
  return memref;
}

ReadMemory::ReadMemory(func::FuncOp function) : entry(&function.front()) {
  function.walk([&](Operation *op) {
    if (op->hasTrait<OpTrait::HasRecursiveMemoryEffects>())
      return;
    auto interface = dyn_cast<MemoryEffectOpInterface>(op);
    if (!interface) {
      for (Value operand : op->getOperands())
        addWritten(operand);
      return;
    }
    SmallVector<MemoryEffects::EffectInstance> effects;
    interface.getEffects(effects);
    for (const MemoryEffects::EffectInstance &effect : effects)
      if (isa<MemoryEffects::Write>(effect.getEffect()) && effect.getValue())
        addWritten(effect.getValue());
  });
}

bool ReadMemory::isConstant(Value memref) const {
  Value root = getViewRoot(memref);
  if (auto global = root.getDefiningOp<memref::GetGlobalOp>()) {
    auto symbol = SymbolTable::lookupNearestSymbolFrom<memref::GlobalOp>(
        global, global.getNameAttr());
    return symbol && symbol.getConstant();
  }
  return isArgument(root) && !writesUnknown && !writtenRoots.contains(root);
}

bool ReadMemory::isArgument(Value value) const {
  auto argument = dyn_cast<BlockArgument>(value);
  return argument && argument.getOwner() == entry;
}

void ReadMemory::addWritten(Value memref) {
  if (!isa<BaseMemRefType>(memref.getType()))
    return;
  Value root = getViewRoot(memref);
  writtenRoots.insert(root);
  // What is allocated here is no argument.
  if (!isArgument(root) && !isAllocation(root.getDefiningOp()))
    writesUnknown = true;
}
