//===- Scratch.cpp - Memory that kernels need besides operands ------------===//

#include "Scratch.h"

#include "Tuning.h"

#include "extrema/Dialect/Extrema/IR/Scratch.h"
#include "extrema/Dialect/Extrema/Utils/RegionRuns.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace mlir::extrema;

/// Allocates where `b` stands, by a memref.alloc or a memref.alloca.
template <typename Op>
static Value allocate(KernelBuilder &b, MemRefType type, ValueRange sizes) {
  auto op = Op::create(b, type, sizes,
                       b.getI64IntegerAttr(tuning::hardware::kLineBytes));
  if (b.getOptions().scratch == ScratchMemory::Argument)
    op->setAttr(kScratchAttr, b.getUnitAttr());
  return op;
}

//===----------------------------------------------------------------------===//
// Of topk_reduce
//===----------------------------------------------------------------------===//

Scratch::Scratch(KernelBuilder &b, bool mayUseStack)
    : b(b),
      bytesLeft(mayUseStack && b.getOptions().scratch == ScratchMemory::Alloca
                    ? tuning::scratch::kStackBytes
                    : 0) {}

Value Scratch::allocate(Type elementType, Value size) {
  assert(size.getType().isIndex() && "a size that is no index");
  std::optional<int64_t> known = getConstantIntValue(size);
  auto type =
      MemRefType::get({known.value_or(ShapedType::kDynamic)}, elementType);
  if (known) {
    int64_t bytes =
        *known *
        (elementType.isIndex() ? 8 : elementType.getIntOrFloatBitWidth() / 8);
    if (bytes <= bytesLeft) {
      bytesLeft -= bytes;
      return ::allocate<memref::AllocaOp>(b, type, {});
    }
  }
  allocated.push_back(::allocate<memref::AllocOp>(
      b, type, known ? ValueRange() : ValueRange(size)));
  return allocated.back();
}

void Scratch::release() {
  for (Value memref : allocated)
    memref::DeallocOp::create(b, memref);
}

//===----------------------------------------------------------------------===//
// Of arg_reduce
//===----------------------------------------------------------------------===//

Value mlir::extrema::createFrameScratch(KernelBuilder &b, Operation *op,
                                        Operation *previous, MemRefType type,
                                        function_ref<Value()> createSize) {
  OpBuilder::InsertionGuard guard(b);
  auto createSizes = [&] {
    return createSize ? SmallVector<Value>{createSize()} : SmallVector<Value>();
  };
  // Asked of the operation, since what is being built in its place may not be
  // part of anything yet.
  if (Block *block = findStackBlock(op)) {
    b.setInsertionPointToStart(block);
    return allocate<memref::AllocaOp>(b, type, createSizes());
  }
  if (previous)
    b.setInsertionPointAfter(previous);
  else
    b.setInsertionPointToStart(op->getBlock());
  Value scratch = allocate<memref::AllocOp>(b, type, createSizes());
  b.setInsertionPointAfter(op);
  memref::DeallocOp::create(b, scratch);
  return scratch;
}
