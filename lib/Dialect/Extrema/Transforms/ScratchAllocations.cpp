//===- ScratchAllocations.cpp - A function's scratch memory ---------------===//

#include "ScratchAllocations.h"

#include "extrema/Dialect/Extrema/IR/Scratch.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Interfaces/DataLayoutInterfaces.h"

using namespace mlir;
using namespace mlir::extrema;

/// Whether the iterations of `op`, if it has any, come one after the other.
static bool isSequential(Operation *op) {
  return isa<func::FuncOp, memref::AllocaScopeOp, scf::ExecuteRegionOp,
             scf::ForOp, scf::IfOp, scf::IndexSwitchOp, scf::WhileOp>(op);
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
    if (!isSequential(parent)) {
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
  for (Operation *user : op->getUsers())
    if (isa<memref::DeallocOp>(user))
      releases[user] = op;
  return success();
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
