//===- CopyStridedReturns.cpp - Returned parts of larger memrefs ----------===//
//
// With function boundaries of identity layout, upstream's bufferization casts
// what is returned to that layout, and copies only where it sees that the cast
// cannot hold. It compares strides as far as they are known. Those of a memref
// with dynamic extents are not, so it takes a part of a larger memref for one
// that is contiguous.
//
//===----------------------------------------------------------------------===//

#include "extrema/Dialect/Extrema/Transforms/Passes.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

namespace mlir::extrema {
#define GEN_PASS_DEF_EXTREMACOPYSTRIDEDRETURNS
#include "extrema/Dialect/Extrema/Transforms/Passes.h.inc"
} // namespace mlir::extrema

using namespace mlir;

/// Whether every memref of `type` has its elements one after the other, from
/// the offset 0 on, as far as the type tells.
static bool isContiguous(MemRefType type) {
  if (type.getLayout().isIdentity())
    return true;
  SmallVector<int64_t> strides;
  int64_t offset = 0;
  if (failed(type.getStridesAndOffset(strides, offset)) || offset != 0)
    return false;
  int64_t expected = 1;
  for (auto [extent, stride] :
       llvm::reverse(llvm::zip_equal(type.getShape(), strides))) {
    // The stride of a single element does not matter.
    if (extent == 1)
      continue;
    if (stride != expected || ShapedType::isDynamic(expected))
      return false;
    expected =
        ShapedType::isDynamic(extent) ? ShapedType::kDynamic : stride * extent;
  }
  return true;
}

/// A contiguous copy of `source`, of the type `type`.
static Value createCopy(OpBuilder &builder, Location loc, Value source,
                        MemRefType type) {
  SmallVector<Value> sizes;
  for (auto [dimension, extent] : llvm::enumerate(type.getShape()))
    if (ShapedType::isDynamic(extent))
      sizes.push_back(memref::DimOp::create(builder, loc, source, dimension));
  Value copy = memref::AllocOp::create(builder, loc, type, sizes,
                                       builder.getI64IntegerAttr(64));
  memref::CopyOp::create(builder, loc, source, copy);
  return copy;
}

namespace {
struct CopyStridedReturns
    : extrema::impl::ExtremaCopyStridedReturnsBase<CopyStridedReturns> {
  void runOnOperation() override {
    getOperation()->walk([](func::ReturnOp op) {
      OpBuilder builder(op);
      for (OpOperand &operand : op->getOpOperands()) {
        auto cast = operand.get().getDefiningOp<memref::CastOp>();
        auto type = dyn_cast<MemRefType>(operand.get().getType());
        if (!cast || !type || !type.getLayout().isIdentity())
          continue;
        auto from = dyn_cast<MemRefType>(cast.getSource().getType());
        if (from && !isContiguous(from))
          operand.set(createCopy(builder, op.getLoc(), cast.getSource(), type));
      }
    });
  }
};
} // namespace
