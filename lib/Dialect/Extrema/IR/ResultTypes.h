//===- ResultTypes.h - Result types of value operations ---------*- C++ -*-===//

#ifndef EXTREMA_LIB_DIALECT_EXTREMA_IR_RESULTTYPES_H
#define EXTREMA_LIB_DIALECT_EXTREMA_IR_RESULTTYPES_H

#include "extrema/Dialect/Extrema/IR/Extrema.h"

namespace mlir::extrema {

/// The result types that inference gives for the value operation `op`, were its
/// operands `operands`.
template <typename OpTy>
FailureOr<SmallVector<Type>> inferResultTypes(OpTy op, ValueRange operands) {
  SmallVector<Type> types;
  if (failed(op.inferReturnTypes(op->getContext(), std::nullopt, operands,
                                 op->getDiscardableAttrDictionary(),
                                 op->getPropertiesStorage(), op->getRegions(),
                                 types)))
    return failure();
  return types;
}

/// True if results state extents, or a rank, that the operands leave open: only
/// the run can confirm them.
template <typename OpTy> bool statesUnknownExtents(OpTy op) {
  FailureOr<SmallVector<Type>> inferred =
      inferResultTypes(op, op->getOperands());
  if (failed(inferred))
    return true;
  auto statesMore = [](auto types) {
    auto known = cast<ShapedType>(std::get<0>(types));
    auto stated = cast<ShapedType>(std::get<1>(types));
    if (!known.hasRank() || !stated.hasRank())
      return stated.hasRank();
    return llvm::any_of(llvm::zip_equal(known.getShape(), stated.getShape()),
                        [](auto sizes) {
                          return ShapedType::isDynamic(std::get<0>(sizes)) &&
                                 ShapedType::isStatic(std::get<1>(sizes));
                        });
  };
  return llvm::any_of(llvm::zip_equal(*inferred, op->getResultTypes()),
                      statesMore);
}

} // namespace mlir::extrema

#endif // EXTREMA_LIB_DIALECT_EXTREMA_IR_RESULTTYPES_H
