//===- CountReductions.cpp - A pass over Extrema's operations -------------===//
//
// Says of each function how many structured operations it has and how many
// elements they reduce at once, where that is known: what a cost model would
// begin with.
//
//===----------------------------------------------------------------------===//

#include "CountReductions.h"

#include "extrema/Dialect/Extrema/IR/Extrema.h"

#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Pass/Pass.h"

using namespace mlir;

namespace {
struct CountReductions
    : public PassWrapper<CountReductions, InterfacePass<FunctionOpInterface>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(CountReductions)

  StringRef getArgument() const override {
    return "standalone-count-reductions";
  }
  StringRef getDescription() const override {
    return "Report the structured operations of each function";
  }

  void runOnOperation() override {
    int64_t operations = 0, elements = 0;
    auto count = [&](auto op) {
      ++operations;
      int64_t extent = op.getInputType().getDimSize(op.getReducedDimension());
      if (ShapedType::isStatic(extent))
        elements += extent;
    };
    getOperation()->walk([&](extrema::ArgReduceOp op) { count(op); });
    getOperation()->walk([&](extrema::TopKReduceOp op) { count(op); });
    getOperation()->emitRemark() << operations << " reductions, over "
                                 << elements << " elements of known extent";
    markAllAnalysesPreserved();
  }
};
} // namespace

void standalone::registerCountReductionsPass() {
  PassRegistration<CountReductions>();
}
