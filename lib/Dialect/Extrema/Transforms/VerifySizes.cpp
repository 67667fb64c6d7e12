//===- VerifySizes.cpp - Types whose elements can be counted --------------===//
//
// Upstream multiplies the extents of a type in 64 bits, and what it makes of a
// product that has wrapped ends the process, or does not end.
//
//===----------------------------------------------------------------------===//

#include "StaticSize.h"
#include "extrema/Dialect/Extrema/Transforms/Passes.h"

#include "mlir/IR/AttrTypeSubElements.h"
#include "mlir/IR/Operation.h"

namespace mlir::extrema {
#define GEN_PASS_DEF_EXTREMAVERIFYSIZES
#include "extrema/Dialect/Extrema/Transforms/Passes.h.inc"
} // namespace mlir::extrema

using namespace mlir;
using namespace mlir::extrema;

namespace {
struct VerifySizes : public extrema::impl::ExtremaVerifySizesBase<VerifySizes> {
  void runOnOperation() override {
    markAllAnalysesPreserved();
    // It looks at each type once, wherever in others or in attributes it is.
    AttrTypeWalker types;
    Type uncountable;
    types.addWalk([&](Type type) {
      auto shaped = dyn_cast<ShapedType>(type);
      if (!shaped || !shaped.hasRank() || countElements(shaped.getShape()))
        return WalkResult::advance();
      uncountable = type;
      return WalkResult::interrupt();
    });
    auto isCountable = [&](Type type) {
      return !types.walk(type).wasInterrupted();
    };
    WalkResult walk = getOperation()->walk([&](Operation *op) {
      bool isFine =
          !types.walk(op->getAttrDictionary()).wasInterrupted() &&
          llvm::all_of(op->getResultTypes(), isCountable) &&
          llvm::all_of(op->getRegions(), [&](Region &region) {
            return llvm::all_of(region, [&](Block &block) {
              return llvm::all_of(block.getArgumentTypes(), isCountable);
            });
          });
      if (isFine)
        return WalkResult::advance();
      op->emitError("the type ")
          << uncountable << " has more elements than 64 bits can count";
      return WalkResult::interrupt();
    });
    if (walk.wasInterrupted())
      signalPassFailure();
  }
};
} // namespace
