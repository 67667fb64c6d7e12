//===- ExtremaToVector.cpp - Structured operations to vectors -------------===//
//
// The pass. ArgReduce/ArgReduceToVector.cpp and TopK/TopKToVector.cpp pick the
// strategy of an operation.
//
//===----------------------------------------------------------------------===//

#include "extrema/Conversion/ExtremaToVector/ExtremaToVector.h"

#include "extrema/Conversion/Common/StructuredOps.h"
#include "extrema/Conversion/ExtremaToVector/TargetNames.h"
#include "extrema/Conversion/Passes.h"
#include "extrema/Dialect/Extrema/Utils/MemoryUses.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlow.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/PatternMatch.h"
#include "llvm/TargetParser/Host.h"

namespace mlir::extrema {
#define GEN_PASS_DEF_CONVERTEXTREMATOVECTOR
#include "extrema/Conversion/Passes.h.inc"
} // namespace mlir::extrema

using namespace mlir;
using namespace mlir::extrema;

/// Whether `op` does nothing but what it does to one memref: it can go if that
/// is nobody's business.
static bool writesOnly(Operation *op) {
  auto effects = getOwnEffects(op);
  return effects && op->getNumResults() == 0 && op->getNumRegions() == 0 &&
         llvm::count_if(*effects, [](const auto &effect) {
           return !isa<MemoryEffects::Read>(effect.getEffect());
         }) == 1;
}

/// A destination that nobody reads need not be written. (Upstream's
/// eraseDeadAllocAndStores erases some operations twice, and takes a stored
/// reference for a write into what it refers to.)
static void eraseUnread(Operation *allocation) {
  llvm::SetVector<Operation *> users;
  for (auto [use, kind] : getMemoryUses(allocation->getResult(0))) {
    Operation *user = use->getOwner();
    bool isView = kind == MemoryUse::View && user->getNumResults() == 1;
    bool isWrite = kind == MemoryUse::Write || kind == MemoryUse::Release;
    if (!isView && !(isWrite && writesOnly(user)))
      return;
    users.insert(user);
  }
  for (Operation *user : llvm::reverse(users))
    user->erase();
  allocation->erase();
}

namespace {
struct ConvertExtremaToVector
    : extrema::impl::ConvertExtremaToVectorBase<ConvertExtremaToVector> {
  using ConvertExtremaToVectorBase::ConvertExtremaToVectorBase;

  void runOnOperation() override {
    FailureOr<VectorTarget> target = getTarget();
    if (failed(target))
      return signalPassFailure();

    // Collected before, since copies that are made on the way are to stay.
    SmallVector<DestinationStyleOpInterface> reductions;
    WalkResult walk =
        getOperation()->walk([&](DestinationStyleOpInterface op) -> WalkResult {
          if (!isa<ArgReduceOp, TopKReduceOp>(op))
            return WalkResult::advance();
          reductions.push_back(op);
          if (!op.hasPureBufferSemantics())
            return op->emitOpError("is on tensors, but can be lowered to "
                                   "vectors on memrefs only: bufferize before");
          return verifySignlessElements(op);
        });
    if (walk.wasInterrupted())
      return signalPassFailure();
    llvm::SetVector<Operation *> allocations;
    for (DestinationStyleOpInterface op : reductions)
      for (Value destination : op.getDpsInits())
        if (auto allocation = destination.getDefiningOp<memref::AllocOp>())
          allocations.insert(allocation);
    IRRewriter rewriter(&getContext());
    KernelOptions options;
    options.scratch = scratch;
    options.verifyInvariants = verifyInvariants;
    // One that fails is left as it is.
    for (DestinationStyleOpInterface op : reductions) {
      bool isHere = SymbolTable::getNearestSymbolTable(op) == getOperation();
      options.symbolTable = isHere ? getOperation() : nullptr;
      if (auto reduction = dyn_cast<ArgReduceOp>(op.getOperation()))
        (void)vectorizeArgReduce(rewriter, reduction, *target, options);
      else
        (void)vectorizeTopKReduce(rewriter, cast<TopKReduceOp>(op), *target,
                                  options);
    }
    for (Operation *allocation : allocations)
      eraseUnread(allocation);
  }

private:
  /// The target that the options describe.
  FailureOr<VectorTarget> getTarget() {
    llvm::Triple parsed(triple.empty() ? llvm::sys::getProcessTriple()
                                       : llvm::Triple::normalize(triple));
    auto refuse = [&](llvm::Error error) {
      return emitError(getOperation()->getLoc(),
                       llvm::toString(std::move(error)));
    };
    if (llvm::Error error = checkTargetNames(parsed, cpu, features))
      return refuse(std::move(error));
    VectorTarget target = VectorTarget::get(parsed, cpu, features);
    if (!vectorBits.empty())
      if (llvm::Error error = target.setVectorBits(vectorBits))
        return refuse(std::move(error));
    if (!cacheSizes.empty())
      if (llvm::Error error = target.setCacheSizes(cacheSizes))
        return refuse(std::move(error));
    return target;
  }
};
} // namespace
