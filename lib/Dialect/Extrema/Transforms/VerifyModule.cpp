//===- VerifyModule.cpp - What passes have made of a module ---------------===//

#include "extrema/Dialect/Extrema/Transforms/Passes.h"

#include "mlir/IR/Verifier.h"

namespace mlir::extrema {
#define GEN_PASS_DEF_EXTREMAVERIFYMODULE
#include "extrema/Dialect/Extrema/Transforms/Passes.h.inc"
} // namespace mlir::extrema

using namespace mlir;

namespace {
struct VerifyModule
    : public extrema::impl::ExtremaVerifyModuleBase<VerifyModule> {
  void runOnOperation() override {
    markAllAnalysesPreserved();
    if (succeeded(verify(getOperation())))
      return;
    emitError(getOperation()->getLoc(),
              "a pass has made this of a valid module: the fault is the "
              "compiler's");
    signalPassFailure();
  }
};
} // namespace
