//===- RegionRuns.cpp - How often code runs, and where its stack is -------===//

#include "extrema/Dialect/Extrema/Utils/RegionRuns.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Interfaces/LoopLikeInterface.h"

using namespace mlir;
using namespace mlir::extrema;

RegionRuns mlir::extrema::getRegionRuns(Operation *op) {
  // No interface of upstream's tells a loop that runs in sequence from others.
  if (isa<affine::AffineForOp, scf::ForOp, scf::WhileOp>(op))
    return RegionRuns::InSequence;
  if (isa<affine::AffineIfOp, memref::AllocaScopeOp, scf::ExecuteRegionOp,
          scf::IfOp, scf::IndexSwitchOp>(op))
    return RegionRuns::AtMostOnce;
  return RegionRuns::PerhapsTogether;
}

bool mlir::extrema::isStackFrame(Operation *op) {
  return op->hasTrait<OpTrait::AutomaticAllocationScope>() &&
         !op->hasTrait<OpTrait::HasParallelRegion>() &&
         !isa<LoopLikeOpInterface>(op);
}

Block *mlir::extrema::findStackBlock(Operation *op) {
  while (Operation *parent = op->getParentOp()) {
    if (isStackFrame(parent))
      return &op->getParentRegion()->front();
    if (getRegionRuns(parent) == RegionRuns::PerhapsTogether)
      return nullptr;
    op = parent;
  }
  return nullptr;
}

/// Whether `block` may run again after it has, before its region is left.
static bool isInCycle(Block *block) {
  return llvm::any_of(block->getSuccessors(), [&](Block *successor) {
    return successor == block || successor->isReachable(block);
  });
}

bool mlir::extrema::runsOnceInFrame(Operation *op) {
  while (Operation *parent = op->getParentOp()) {
    if (isInCycle(op->getBlock()))
      return false;
    if (isStackFrame(parent))
      return true;
    if (getRegionRuns(parent) != RegionRuns::AtMostOnce)
      return false;
    op = parent;
  }
  return false;
}
