//===- FillLargeConstants.cpp - Splats are filled in, not stored ----------===//
//
// The translation to LLVM IR makes an object for each element of a constant,
// also of a splat, and the object file holds each one.
//
//===----------------------------------------------------------------------===//

#include "StaticSize.h"
#include "extrema/Dialect/Extrema/Transforms/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

namespace mlir::extrema {
#define GEN_PASS_DEF_EXTREMAFILLLARGECONSTANTS
#include "extrema/Dialect/Extrema/Transforms/Passes.h.inc"
} // namespace mlir::extrema

using namespace mlir;
using namespace mlir::extrema;

/// The addresses that the largest of the targets' machines have.
static constexpr uint64_t kMaxBytes = uint64_t(1) << 48;

/// The element of `splat` as a value; null for a type that no constant has.
static Value createElement(OpBuilder &builder, Location loc,
                           DenseElementsAttr splat) {
  Type type = splat.getElementType();
  if (isa<ComplexType>(type))
    return complex::ConstantOp::create(builder, loc, type,
                                       splat.getSplatValue<ArrayAttr>());
  if (type.isSignlessIntOrIndexOrFloat())
    return arith::ConstantOp::create(builder, loc,
                                     splat.getSplatValue<TypedAttr>());
  return {};
}

namespace {
struct FillLargeConstants
    : public extrema::impl::ExtremaFillLargeConstantsBase<FillLargeConstants> {
  using ExtremaFillLargeConstantsBase::ExtremaFillLargeConstantsBase;

  void runOnOperation() override {
    WalkResult walk = getOperation()->walk([&](arith::ConstantOp constant) {
      auto type = dyn_cast<RankedTensorType>(constant.getType());
      auto splat = dyn_cast<DenseElementsAttr>(constant.getValue());
      if (!type || type.getEncoding() || !splat || !splat.isSplat())
        return WalkResult::advance();
      uint64_t size = getSizeInBytes(type);
      if (size <= largest)
        return WalkResult::advance();
      if (size > kMaxBytes) {
        constant.emitError("the constant has the type ")
            << type << ", more than the " << kMaxBytes
            << " bytes that can be addressed";
        return WalkResult::interrupt();
      }
      OpBuilder builder(constant);
      if (Value element = createElement(builder, constant.getLoc(), splat)) {
        // Not tensor.splat, which folds back to the constant.
        Value empty = tensor::EmptyOp::create(
            builder, constant.getLoc(), type.getShape(), type.getElementType());
        constant.replaceAllUsesWith(
            linalg::FillOp::create(builder, constant.getLoc(), element, empty)
                .getResult(0));
        constant.erase();
      }
      return WalkResult::advance();
    });
    if (walk.wasInterrupted())
      signalPassFailure();
  }
};
} // namespace
