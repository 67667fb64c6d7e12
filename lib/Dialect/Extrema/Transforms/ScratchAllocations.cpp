//===- ScratchAllocations.cpp - A function's scratch memory ---------------===//

#include "ScratchAllocations.h"

#include "extrema/Dialect/Extrema/IR/Scratch.h"
#include "extrema/Dialect/Extrema/Utils/MemoryUses.h"
#include "extrema/Dialect/Extrema/Utils/RegionRuns.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Interfaces/DataLayoutInterfaces.h"

using namespace mlir;
using namespace mlir::extrema;

/// Finds what releases `allocation`. Fails, with an error, where its memory may
/// be used when the block that it is in has ended, and is someone else's.
static LogicalResult
findReleases(Operation *allocation,
             llvm::SmallDenseMap<Operation *, Operation *> &releases) {
  for (auto [use, kind] : getMemoryUses(allocation->getResult(0))) {
    Operation *user = use->getOwner();
    if (kind == MemoryUse::Release)
      releases[user] = allocation;
    if (kind != MemoryUse::Seen)
      continue;
    // An operation with effects, but none on this operand, keeps it. Calls and
    // what is not known are trusted not to: the mark on the allocation says so.
    auto effects = getOwnEffects(user);
    bool isKept = effects && !effects->empty();
    bool leaves = user->hasTrait<OpTrait::IsTerminator>() &&
                  user->getBlock() == allocation->getBlock();
    if (!leaves && !isKept)
      continue;
    InFlightDiagnostic error = allocation->emitOpError(
        "is scratch memory that cannot be a part of an argument: it may be "
        "used after the block that it is in has ended");
    error.attachNote(user->getLoc()) << "this operation hands it on";
    return error;
  }
  return success();
}

LogicalResult ScratchAllocations::add(Operation *op) {
  auto type = cast<MemRefType>(op->getResultTypes().front());
  Type elementType = type.getElementType();
  auto vector = dyn_cast<VectorType>(elementType);
  if (!type.getLayout().isIdentity() || type.getMemorySpace() ||
      (vector ? vector.isScalable() : !elementType.isIntOrIndexOrFloat()))
    return op->emitOpError("is scratch memory that cannot be a part of an "
                           "argument: it must be of numbers or vectors of a "
                           "fixed length, of identity layout and in the "
                           "default memory space");
  for (Operation *parent = op->getParentOp();; parent = parent->getParentOp()) {
    if (!isa<func::FuncOp>(parent) &&
        getRegionRuns(parent) == RegionRuns::PerhapsTogether) {
      InFlightDiagnostic error = op->emitOpError(
          "is scratch memory that cannot be a part of an argument: what is "
          "around it might have it more than once at the same time");
      error.attachNote(parent->getLoc()) << "it is in this operation";
      return error;
    }
    holders.insert(parent);
    if (isa<func::FuncOp>(parent))
      break;
  }
  allocations.insert(op);
  return findReleases(op, releases);
}

FailureOr<ScratchAllocations> ScratchAllocations::find(func::FuncOp function) {
  ScratchAllocations scratch;
  WalkResult walk = function.walk([&](Operation *op) {
    return op->hasAttr(kScratchAttr) ? WalkResult(scratch.add(op))
                                     : WalkResult::advance();
  });
  if (walk.wasInterrupted())
    return failure();
  return scratch;
}

Value mlir::extrema::createScratchEnd(OpBuilder &b, Value begin,
                                      Operation *allocation,
                                      ValueRange dynamicSizes) {
  Location loc = allocation->getLoc();
  auto type = cast<MemRefType>(allocation->getResultTypes().front());
  auto constant = [&](int64_t value) -> Value {
    return arith::ConstantIndexOp::create(b, loc, value);
  };
  int64_t known = DataLayout::closest(allocation)
                      .getTypeSize(type.getElementType())
                      .getFixedValue();
  for (int64_t extent : type.getShape())
    known *= ShapedType::isDynamic(extent) ? 1 : extent;
  if (dynamicSizes.empty())
    return b.createOrFold<arith::AddIOp>(
        loc, begin, constant(llvm::alignTo(known, kScratchAlignment)));

  Value size = constant(known);
  for (Value extent : dynamicSizes)
    size = b.createOrFold<arith::MulIOp>(loc, extent, size);
  Value end = b.createOrFold<arith::AddIOp>(loc, begin, size);
  // All begin at a multiple.
  end =
      b.createOrFold<arith::AddIOp>(loc, end, constant(kScratchAlignment - 1));
  return b.createOrFold<arith::AndIOp>(loc, end, constant(-kScratchAlignment));
}
