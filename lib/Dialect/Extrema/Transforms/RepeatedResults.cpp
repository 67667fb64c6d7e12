//===- RepeatedResults.cpp - Values that a function returns again ---------===//
//
// A model may list a value as an output more than once. The analysis of
// upstream's bufferization compares each use of a value with each other one, so
// that thousands of such outputs take seconds. Two passes around it take the
// repetitions away and give them back.
//
//===----------------------------------------------------------------------===//

#include "extrema/Dialect/Extrema/Transforms/Passes.h"

#include "extrema/Dialect/Extrema/IR/Extrema.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/SymbolTable.h"
#include "llvm/ADT/MapVector.h"

namespace mlir::extrema {
#define GEN_PASS_DEF_EXTREMADROPREPEATEDRESULTS
#define GEN_PASS_DEF_EXTREMARESTOREREPEATEDRESULTS
#include "extrema/Dialect/Extrema/Transforms/Passes.h.inc"
} // namespace mlir::extrema

using namespace mlir;
using namespace mlir::extrema;

/// Returns the only return of `function`; null if there are more or none.
static func::ReturnOp getOnlyReturn(func::FuncOp function) {
  if (!function.getBody().hasOneBlock())
    return {};
  return dyn_cast<func::ReturnOp>(function.getBody().front().getTerminator());
}

static void setResults(func::FuncOp function, func::ReturnOp returned,
                       ValueRange values) {
  returned.getOperandsMutable().assign(values);
  function.setType(FunctionType::get(
      function.getContext(), function.getArgumentTypes(), TypeRange(values)));
}

namespace {
struct DropRepeatedResults
    : public extrema::impl::ExtremaDropRepeatedResultsBase<
          DropRepeatedResults> {
  void runOnOperation() override {
    SymbolTableCollection symbols;
    SymbolUserMap users(symbols, getOperation());
    for (auto function : getOperation().getOps<func::FuncOp>()) {
      func::ReturnOp returned =
          function.isExternal() ? func::ReturnOp() : getOnlyReturn(function);
      // Those who call it expect all of its results.
      if (returned && users.getUsers(function).empty())
        dropRepeated(function, returned);
    }
  }

private:
  static void dropRepeated(func::FuncOp function, func::ReturnOp returned) {
    llvm::SmallMapVector<Value, int64_t, 4> values;
    SmallVector<int64_t> kept;
    for (Value value : returned.getOperands())
      kept.push_back(
          values.try_emplace(value, static_cast<int64_t>(values.size()))
              .first->second);
    if (values.size() == kept.size())
      return;
    Builder builder(function.getContext());
    function->setAttr(kKeptResultsAttr, builder.getDenseI64ArrayAttr(kept));
    if (ArrayAttr attributes = function.getResAttrsAttr())
      function->setAttr(kResultAttributesAttr, attributes);
    function.removeResAttrsAttr();
    setResults(function, returned,
               llvm::to_vector(llvm::make_first_range(values)));
  }
};

struct RestoreRepeatedResults
    : public extrema::impl::ExtremaRestoreRepeatedResultsBase<
          RestoreRepeatedResults> {
  void runOnOperation() override {
    SymbolTableCollection symbols;
    SymbolUserMap users(symbols, getOperation());
    for (auto function : getOperation().getOps<func::FuncOp>()) {
      auto kept = cast_or_null<DenseI64ArrayAttr>(
          function->removeAttr(kKeptResultsAttr));
      auto attributes =
          cast_or_null<ArrayAttr>(function->removeAttr(kResultAttributesAttr));
      // What calls it by now is an entry point that was made of it, and has
      // those attributes too.
      if (!kept || !users.getUsers(function).empty())
        continue;
      func::ReturnOp returned = getOnlyReturn(function);
      if (!returned || !llvm::all_of(kept.asArrayRef(), [&](int64_t number) {
            return 0 <= number && number < returned.getNumOperands();
          })) {
        function.emitError("attribute '")
            << kKeptResultsAttr << "' does not fit to its results";
        return signalPassFailure();
      }
      setResults(function, returned,
                 llvm::map_to_vector(kept.asArrayRef(), [&](int64_t number) {
                   return returned.getOperand(number);
                 }));
      if (attributes)
        function.setResAttrsAttr(attributes);
    }
  }
};
} // namespace
