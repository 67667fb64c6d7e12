//===- KeepLoopAnnotations.cpp - What LLVM is told of loops ---------------===//

#include "extrema/Dialect/Extrema/Transforms/Passes.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

namespace mlir::extrema {
#define GEN_PASS_DEF_EXTREMAKEEPLOOPANNOTATIONS
#include "extrema/Dialect/Extrema/Transforms/Passes.h.inc"
} // namespace mlir::extrema

using namespace mlir;

namespace {
struct KeepLoopAnnotations
    : public extrema::impl::ExtremaKeepLoopAnnotationsBase<
          KeepLoopAnnotations> {
  void runOnOperation() override {
    getOperation()->walk([](LLVM::BrOp branch) {
      Attribute annotation =
          branch->removeDiscardableAttr("llvm.loop_annotation");
      if (auto ofLoop = dyn_cast_or_null<LLVM::LoopAnnotationAttr>(annotation))
        branch.setLoopAnnotationAttr(ofLoop);
    });
  }
};
} // namespace
