//===- PrintStrategies.cpp - The tables of strategies, as JSON ------------===//
//
// What tests and docs know of strategies and of their borders they read from
// here.
//
//===----------------------------------------------------------------------===//

#include "ArgReduce/Strategies.h"
#include "TopK/Strategies.h"

#include "mlir/IR/Builders.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace mlir::extrema;

namespace {
/// A type of elements, and a kind of it.
struct ElementType {
  StringRef name;
  Type type;
  Kind kind;
};
} // namespace

static StringRef getName(ArgReduceForm form) {
  switch (form) {
  case ArgReduceForm::SeveralRows:
    return "rows of unit stride, two dimensions or more";
  case ArgReduceForm::PackedRows:
    return "a matrix of rows without gaps, results too";
  case ArgReduceForm::Rows:
    return "rows of unit stride";
  case ArgReduceForm::RowsOfPairs:
    return "rows of unit stride, explicit indices";
  case ArgReduceForm::Columns:
    return "another dimension of unit stride";
  }
  llvm_unreachable("a form without a name");
}

static StringRef getName(TopKForm form) {
  switch (form) {
  case TopKForm::RowsAndResults:
    return "rows of unit stride, results too";
  case TopKForm::Rows:
    return "rows of unit stride";
  case TopKForm::Columns:
    return "another dimension of unit stride";
  }
  llvm_unreachable("a form without a name");
}

static void print(llvm::json::OStream &json, StringRef key, Interval interval) {
  json.attributeArray(key, [&] {
    json.value(interval.first);
    json.value(interval.last);
  });
}

/// The regimes of arg_reduce.
static void printArgReduceRegimes(llvm::json::OStream &json,
                                  const VectorTarget &target,
                                  const ElementType &element) {
  ArgReduction reduction{/*op=*/nullptr,
                         target,
                         ElementOrder(element.kind, Tie::First, element.type),
                         IntegerType::get(element.type.getContext(), 64),
                         /*indexBase=*/Value(),
                         /*accumulates=*/false,
                         /*previous=*/nullptr};
  for (const ArgReduceStrategy &strategy : getArgReduceStrategies()) {
    Regime regime = strategy.getRegime(reduction);
    if (regime.extents.isEmpty())
      continue;
    json.object([&] {
      json.attribute("strategy", strategy.name);
      json.attribute("element", element.name);
      json.attribute("explicit", strategy.form == ArgReduceForm::RowsOfPairs);
      print(json, "extents", regime.extents);
      json.attribute("lanes", regime.leastLanes);
    });
  }
}

/// The regimes of one problem of topk_reduce.
static void printRegimes(llvm::json::OStream &json, StringRef element,
                         const TopKProblem &problem) {
  for (const TopKStrategy &strategy : getTopKStrategies())
    for (const Regime &regime : strategy.getRegimes(problem)) {
      if (regime.extents.isEmpty() || regime.results.isEmpty())
        continue;
      json.object([&] {
        json.attribute("strategy", strategy.name);
        json.attribute("element", element);
        json.attribute("k", problem.k);
        json.attribute("is_extent_known", problem.isExtentKnown);
        json.attribute("explicit", problem.reduction.hasIndices);
        print(json, "extents", regime.extents);
        print(json, "results", regime.results);
        json.attribute("lanes", regime.leastLanes);
      });
    }
}

/// The regimes of topk_reduce.
static void printTopKRegimes(llvm::json::OStream &json,
                             const VectorTarget &target,
                             const ElementType &element) {
  for (bool hasIndices : {false, true}) {
    TopKReduction reduction{
        target,
        ElementOrder(element.kind, Tie::First, element.type),
        IntegerType::get(element.type.getContext(), 64),
        /*indexBase=*/Value(),
        /*accumulates=*/false,
        hasIndices,
        /*isSorted=*/true,
        /*mayUseStack=*/true};
    for (int64_t k : {2, 3, 4, 5, 8, 9, 15, 16, 17, 63, 64, 128, 1000})
      for (bool isExtentKnown : {false, true})
        printRegimes(json, element.name,
                     {reduction, k, isExtentKnown,
                      !hasIndices && k <= tuning::rowBatches::kMostResults});
  }
}

/// Prints {"strategies": [...], "regimes": [...]} of a table for a target,
/// given as "TRIPLE,CPU". `printRegimes` prints those of a type of elements.
template <typename Strategy>
static void print(ArrayRef<Strategy> table, StringRef targetNames,
                  llvm::raw_ostream &os,
                  function_ref<void(llvm::json::OStream &, const VectorTarget &,
                                    const ElementType &)>
                      printRegimes) {
  auto [triple, cpu] = targetNames.split(',');
  VectorTarget target = VectorTarget::get(llvm::Triple(triple), cpu, "");
  MLIRContext context;
  Builder b(&context);
  const ElementType elements[] = {{"i8", b.getI8Type(), Kind::maxsi},
                                  {"i16", b.getI16Type(), Kind::maxsi},
                                  {"i32", b.getI32Type(), Kind::maxsi},
                                  {"i64", b.getI64Type(), Kind::maxsi},
                                  {"f16", b.getF16Type(), Kind::maximumf},
                                  {"bf16", b.getBF16Type(), Kind::maximumf},
                                  {"f32", b.getF32Type(), Kind::maximumf},
                                  {"f64", b.getF64Type(), Kind::maximumf}};
  llvm::json::OStream json(os, /*IndentSize=*/1);
  json.object([&] {
    json.attributeArray("strategies", [&] {
      for (const Strategy &strategy : table)
        json.object([&] {
          json.attribute("name", strategy.name);
          json.attribute("file", strategy.file);
          json.attribute("form", getName(strategy.form));
          json.attribute("from", strategy.from);
          json.attribute("to", strategy.to);
        });
    });
    json.attributeArray("regimes", [&] {
      for (const ElementType &element : elements)
        printRegimes(json, target, element);
    });
  });
  os << "\n";
}

void printArgReduceStrategies(StringRef targetNames, llvm::raw_ostream &os) {
  print<ArgReduceStrategy>(getArgReduceStrategies(), targetNames, os,
                           printArgReduceRegimes);
}

void printTopKStrategies(StringRef targetNames, llvm::raw_ostream &os) {
  print<TopKStrategy>(getTopKStrategies(), targetNames, os, printTopKRegimes);
}
