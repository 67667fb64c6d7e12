//===- MemoryUses.cpp - Who sees the memory of a memref -------------------===//
//
// Upstream's interfaces say most of it, and are wrong or silent in places:
//
// - the effects of memref.store have no word on the stored value, which may be
//   a reference: an operand without effects of its own is seen by others;
// - memref.reshape claims to have no effects, and reads the shape: it makes a
//   view of its source alone;
// - memref.transpose and memref.extract_strided_metadata make views, and do not
//   say so.
//
//===----------------------------------------------------------------------===//

#include "extrema/Dialect/Extrema/Utils/MemoryUses.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Interfaces/ViewLikeInterface.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace mlir;
using namespace mlir::extrema;

bool mlir::extrema::mayReferToMemory(Type type) {
  if (auto complex = dyn_cast<ComplexType>(type))
    type = complex.getElementType();
  else if (isa<VectorType, TensorType>(type))
    type = cast<ShapedType>(type).getElementType();
  return !type.isIntOrIndexOrFloat() && !isa<NoneType, ComplexType>(type);
}

std::optional<SmallVector<MemoryEffects::EffectInstance>>
mlir::extrema::getOwnEffects(Operation *op) {
  SmallVector<MemoryEffects::EffectInstance> effects;
  if (auto interface = dyn_cast<MemoryEffectOpInterface>(op))
    interface.getEffects(effects);
  else if (!op->hasTrait<OpTrait::HasRecursiveMemoryEffects>())
    return std::nullopt;
  return effects;
}

/// The operand that the results of `op` are views of; null if they are none.
static OpOperand *getViewSource(Operation *op) {
  OpOperand *source = nullptr;
  if (isa<memref::TransposeOp, memref::ExtractStridedMetadataOp>(op) ||
      (isa<UnrealizedConversionCastOp>(op) && op->getNumOperands() == 1)) {
    source = &op->getOpOperand(0);
  } else if (auto view = dyn_cast<ViewLikeOpInterface>(op);
             view && isMemoryEffectFree(op)) {
    for (OpOperand &operand : op->getOpOperands())
      if (operand.get() == view.getViewSource() && !source)
        source = &operand;
  }
  // A pointer, for one, may go anywhere, and so may a number that is made of
  // it.
  bool areMemRefs = isa<memref::ExtractStridedMetadataOp>(op) ||
                    llvm::all_of(op->getResultTypes(), [](Type type) {
                      return isa<BaseMemRefType>(type);
                    });
  if (!source || !areMemRefs || !isa<BaseMemRefType>(source->get().getType()))
    return nullptr;
  return source;
}

Value mlir::extrema::getViewRoot(Value memref) {
  // Code that is never reached may hold views of themselves.
  llvm::SmallPtrSet<Operation *, 8> seen;
  while (Operation *op = memref.getDefiningOp()) {
    if (!seen.insert(op).second)
      break;
    OpOperand *source = getViewSource(op);
    if (!source || !isa<BaseMemRefType>(memref.getType()))
      break;
    memref = source->get();
  }
  return memref;
}

MemoryUse mlir::extrema::getMemoryUse(OpOperand &use) {
  Operation *op = use.getOwner();
  if (isa<memref::DimOp, memref::RankOp>(op))
    return MemoryUse::Shape;
  if (getViewSource(op) == &use)
    return MemoryUse::View;
  auto effects = getOwnEffects(op);
  // A result may be another reference to the same memory.
  if (!effects || llvm::any_of(op->getResultTypes(), mayReferToMemory))
    return MemoryUse::Seen;
  bool reads = false, writes = false, releases = false;
  for (const MemoryEffects::EffectInstance &effect : *effects) {
    if (effect.getEffectValue<OpOperand *>() != &use)
      continue;
    if (isa<MemoryEffects::Read>(effect.getEffect()))
      reads = true;
    else if (isa<MemoryEffects::Write>(effect.getEffect()))
      writes = true;
    else if (isa<MemoryEffects::Free>(effect.getEffect()))
      releases = true;
    else
      return MemoryUse::Seen;
  }
  if (releases)
    return MemoryUse::Release;
  if (reads)
    return writes ? MemoryUse::ReadWrite : MemoryUse::Read;
  return writes ? MemoryUse::Write : MemoryUse::Seen;
}

SmallVector<KnownMemoryUse> mlir::extrema::getMemoryUses(Value memref) {
  SmallVector<KnownMemoryUse> uses;
  llvm::SetVector<Value> references;
  references.insert(memref);
  // It grows on the way.
  for (size_t i = 0; i < references.size(); ++i) {
    for (OpOperand &use : references[i].getUses()) {
      MemoryUse kind = getMemoryUse(use);
      uses.push_back({&use, kind});
      if (kind != MemoryUse::View)
        continue;
      for (Value result : use.getOwner()->getResults())
        if (isa<BaseMemRefType>(result.getType()))
          references.insert(result);
    }
  }
  return uses;
}
