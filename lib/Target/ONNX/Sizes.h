//===- Sizes.h - Arithmetic on the sizes of tensors -------------*- C++ -*-===//

#ifndef EXTREMA_LIB_TARGET_ONNX_SIZES_H
#define EXTREMA_LIB_TARGET_ONNX_SIZES_H

#include "NodeImporter.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

namespace mlir::extrema {

/// Builds arithmetic on i64 scalars, which folds wherever the model determines
/// them.
class SizeBuilder {
public:
  explicit SizeBuilder(NodeImporter &node)
      : builder(node.getBuilder()), loc(node.getLoc()) {}

  Value constant(int64_t value) {
    return arith::ConstantIntOp::create(builder, loc, value, /*width=*/64);
  }
  template <typename OpTy> Value build(Value lhs, Value rhs) {
    return builder.createOrFold<OpTy>(loc, lhs, rhs);
  }
  Value compare(arith::CmpIPredicate predicate, Value lhs, Value rhs) {
    return builder.createOrFold<arith::CmpIOp>(loc, predicate, lhs, rhs);
  }
  Value compare(arith::CmpIPredicate predicate, Value lhs, int64_t rhs) {
    return compare(predicate, lhs, constant(rhs));
  }
  Value equals(Value lhs, Value rhs) {
    return compare(arith::CmpIPredicate::eq, lhs, rhs);
  }
  Value equals(Value lhs, int64_t rhs) { return equals(lhs, constant(rhs)); }
  Value select(Value condition, Value yes, Value no) {
    return builder.createOrFold<arith::SelectOp>(loc, condition, yes, no);
  }
  Value both(Value lhs, Value rhs) { return build<arith::AndIOp>(lhs, rhs); }
  Value either(Value lhs, Value rhs) { return build<arith::OrIOp>(lhs, rhs); }
  Value negate(Value condition) {
    return build<arith::XOrIOp>(condition, truth(true));
  }
  Value truth(bool value) {
    return arith::ConstantIntOp::create(builder, loc, value, /*width=*/1);
  }
  Value toIndex(Value size) {
    return builder.createOrFold<arith::IndexCastOp>(loc, builder.getIndexType(),
                                                    size);
  }
  Value product(ArrayRef<Value> sizes) {
    Value result = constant(1);
    for (Value size : sizes)
      result = build<arith::MulIOp>(result, size);
    return result;
  }

  /// As an attribute if it is known, else as an index.
  OpFoldResult toMixed(Value size);
  SmallVector<OpFoldResult> toMixed(ArrayRef<Value> sizes);

private:
  OpBuilder &builder;
  Location loc;
};

/// The type of a tensor of `sizes`, of which only the known ones are static.
RankedTensorType getTypeOfSizes(Type elementType, ArrayRef<Value> sizes);

/// False if the known ones of `sizes`, none of which is 0, have a product above
/// 2^63 - 1.
bool hasPossibleProduct(ArrayRef<Value> sizes);

/// Sizes that are `sizes` if the i1 `holds`, and those of no elements if not:
/// all that are not known become 0. If all are known, and not 0, one of them is
/// dynamic then, a 1 only if all are 1.
SmallVector<Value> makeSafeSizes(SizeBuilder &builder, Value holds,
                                 ArrayRef<Value> sizes);

} // namespace mlir::extrema

#endif // EXTREMA_LIB_TARGET_ONNX_SIZES_H
