//===- ReadMemory.cpp - What a function finds in memory -------------------===//

#include "ReadMemory.h"

#include "extrema/Dialect/Extrema/Utils/MemoryUses.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace mlir::extrema;

bool mlir::extrema::isAllocation(Operation *op) {
  return isa_and_nonnull<memref::AllocOp, memref::AllocaOp>(op);
}

/// Whether what `use` does may change the memory, or let others do so. Where
/// only a reference is handed on, whoever writes by that is seen there.
static bool mayWrite(OpOperand &use) {
  switch (getMemoryUse(use)) {
  case MemoryUse::Shape:
  case MemoryUse::View:
  case MemoryUse::Read:
    return false;
  case MemoryUse::Write:
  case MemoryUse::ReadWrite:
  case MemoryUse::Release:
    return true;
  case MemoryUse::Seen:
    break;
  }
  Operation *op = use.getOwner();
  auto effects = getOwnEffects(op);
  if (!effects || !effects->empty())
    return true;
  // A number made of it may be a pointer. Those of loops are made inside.
  return op->getNumRegions() == 0 &&
         !llvm::all_of(op->getResultTypes(), mayReferToMemory);
}

ReadMemory::ReadMemory(func::FuncOp function) : entry(&function.front()) {
  function.walk([&](Operation *op) {
    for (OpOperand &operand : op->getOpOperands()) {
      if (!mayReferToMemory(operand.get().getType()) || !mayWrite(operand))
        continue;
      Value root = getViewRoot(operand.get());
      writtenRoots.insert(root);
      // What is allocated here is no argument.
      if (!isArgument(root) && !isAllocation(root.getDefiningOp()))
        writesUnknown = true;
    }
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
