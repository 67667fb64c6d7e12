//===- ResultSizes.cpp - How large value operations' results are ----------===//

#include "ResultSizes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mlir::extrema;

/// Puts the extents that the results of `op` state in the place of `sizes`.
static void takeStatedSizes(Operation *op,
                            MutableArrayRef<OpFoldResult> sizes) {
  Builder builder(op->getContext());
  for (Type type : op->getResultTypes()) {
    auto resultType = dyn_cast<RankedTensorType>(type);
    if (!resultType)
      continue;
    for (auto [size, stated] : llvm::zip_equal(sizes, resultType.getShape()))
      if (ShapedType::isStatic(stated))
        size = builder.getIndexAttr(stated);
  }
}

template <typename OpTy>
static SmallVector<OpFoldResult> getArgResultSizes(OpBuilder &builder,
                                                   Location loc, OpTy op) {
  SmallVector<OpFoldResult> sizes =
      tensor::getMixedSizes(builder, loc, op.getInput());
  int64_t axis = *op.getAxisFromFront();
  if (op.getKeepdims())
    sizes[axis] = builder.getIndexAttr(1);
  else
    sizes.erase(sizes.begin() + axis);
  takeStatedSizes(op, sizes);
  return sizes;
}

SmallVector<OpFoldResult>
mlir::extrema::getResultSizes(OpBuilder &builder, Location loc, ArgMinOp op) {
  return getArgResultSizes(builder, loc, op);
}

SmallVector<OpFoldResult>
mlir::extrema::getResultSizes(OpBuilder &builder, Location loc, ArgMaxOp op) {
  return getArgResultSizes(builder, loc, op);
}

SmallVector<OpFoldResult>
mlir::extrema::getResultSizes(OpBuilder &builder, Location loc, TopKOp op) {
  SmallVector<OpFoldResult> sizes =
      tensor::getMixedSizes(builder, loc, op.getInput());
  OpFoldResult &extent = sizes[*op.getAxisFromFront()];
  if (IntegerAttr k = op.getStaticKAttr())
    extent = builder.getIndexAttr(k.getInt());
  else if (op.getDynamicK().getType().isIndex())
    extent = op.getDynamicK();
  else
    extent = OpFoldResult(arith::IndexCastOp::create(
        builder, loc, builder.getIndexType(), op.getDynamicK()));
  takeStatedSizes(op, sizes);
  return sizes;
}
