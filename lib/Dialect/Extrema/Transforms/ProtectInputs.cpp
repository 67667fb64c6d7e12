//===- ProtectInputs.cpp - Callers' tensors are read-only -----------------===//

#include "extrema/Dialect/Extrema/IR/Extrema.h"
#include "extrema/Dialect/Extrema/IR/ReadOnly.h"
#include "extrema/Dialect/Extrema/Transforms/Passes.h"

#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

namespace mlir::extrema {
#define GEN_PASS_DEF_EXTREMAPROTECTINPUTS
#include "extrema/Dialect/Extrema/Transforms/Passes.h.inc"
} // namespace mlir::extrema

using namespace mlir;

namespace {
struct ProtectInputs
    : public extrema::impl::ExtremaProtectInputsBase<ProtectInputs> {
  using ExtremaProtectInputsBase::ExtremaProtectInputsBase;

  void runOnOperation() override {
    auto readOnly = BoolAttr::get(&getContext(), false);
    for (auto function : getOperation().getOps<FunctionOpInterface>()) {
      if (function.isExternal() || !function.isPublic())
        continue;
      for (BlockArgument argument : function.getArguments()) {
        if (!isa<TensorType>(argument.getType()))
          continue;
        unsigned number = argument.getArgNumber();
        function.setArgAttr(
            number, bufferization::BufferizationDialect::kWritableAttrName,
            readOnly);
        if (mark)
          function.setArgAttr(number, extrema::kReadOnlyAttr,
                              UnitAttr::get(&getContext()));
      }
    }
  }
};
} // namespace
