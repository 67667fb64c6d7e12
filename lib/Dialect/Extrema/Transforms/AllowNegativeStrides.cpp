//===- AllowNegativeStrides.cpp - Addresses that may go down --------------===//
//
// Upstream's lowering of memref.load and memref.store claims that no product of
// a position and a stride, and no sum of them, overflows as an unsigned number.
// With a negative stride, which a memref's type allows, each one does, and the
// optimizer may make anything of the access.
//
//===----------------------------------------------------------------------===//

#include "extrema/Dialect/Extrema/Transforms/Passes.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/Matchers.h"

namespace mlir::extrema {
#define GEN_PASS_DEF_EXTREMAALLOWNEGATIVESTRIDES
#include "extrema/Dialect/Extrema/Transforms/Passes.h.inc"
} // namespace mlir::extrema

using namespace mlir;

template <typename OpTy> static void dropFlag(OpTy op) {
  op.setOverflowFlags(op.getOverflowFlags() & ~LLVM::IntegerOverflowFlags::nuw);
}

/// Takes the claim back from sums with `value`, and from addresses made of it.
static void dropFromUsers(Value value) {
  for (Operation *user : value.getUsers()) {
    if (auto address = dyn_cast<LLVM::GEPOp>(user)) {
      address.setNoWrapFlags(address.getNoWrapFlags() &
                             ~LLVM::GEPNoWrapFlags::nuw);
    } else if (auto sum = dyn_cast<LLVM::AddOp>(user);
               sum && bitEnumContainsAny(sum.getOverflowFlags(),
                                         LLVM::IntegerOverflowFlags::nuw)) {
      dropFlag(sum);
      dropFromUsers(sum);
    }
  }
}

namespace {
struct AllowNegativeStrides
    : public extrema::impl::ExtremaAllowNegativeStridesBase<
          AllowNegativeStrides> {
  void runOnOperation() override {
    getOperation()->walk([](LLVM::MulOp product) {
      // A position, which is never negative, and a stride.
      APInt stride;
      if (matchPattern(product.getRhs(), m_ConstantInt(&stride)) &&
          stride.isNonNegative())
        return;
      dropFlag(product);
      dropFromUsers(product);
    });
  }
};
} // namespace
