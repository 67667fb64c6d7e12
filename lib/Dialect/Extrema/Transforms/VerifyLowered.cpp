//===- VerifyLowered.cpp - Nothing but the LLVM dialect is left -----------===//

#include "extrema/Dialect/Extrema/Transforms/Passes.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/BuiltinOps.h"

namespace mlir::extrema {
#define GEN_PASS_DEF_EXTREMAVERIFYLOWERED
#include "extrema/Dialect/Extrema/Transforms/Passes.h.inc"
} // namespace mlir::extrema

using namespace mlir;

namespace {
struct VerifyLowered
    : public extrema::impl::ExtremaVerifyLoweredBase<VerifyLowered> {
  void runOnOperation() override {
    // A cast is left where one of its neighbours was not lowered, which is what
    // to name; it comes last.
    Operation *remaining = nullptr;
    getOperation()->walk([&](Operation *op) {
      if (isa<ModuleOp>(op) ||
          isa_and_nonnull<LLVM::LLVMDialect>(op->getDialect()))
        return WalkResult::advance();
      if (!remaining || !isa<UnrealizedConversionCastOp>(op))
        remaining = op;
      return WalkResult(success(isa<UnrealizedConversionCastOp>(op)));
    });
    if (!remaining)
      return;
    remaining->emitError("operation '")
        << remaining->getName() << "' was not lowered to the LLVM dialect: no "
        << "pass of the pipeline knows how";
    signalPassFailure();
  }
};
} // namespace
