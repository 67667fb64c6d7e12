//===- PrintStrategies.cpp - The table of strategies, as JSON -------------===//
//
// What tests and docs know of strategies and of their borders they read from
// here.
//
//===----------------------------------------------------------------------===//

#include "TopK/Strategies.h"

#include "mlir/IR/Builders.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace mlir::extrema;

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

/// The regimes of one problem.
static void print(llvm::json::OStream &json, StringRef element,
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

/// Prints {"strategies": [...], "regimes": [...]} for a target, given as
/// "TRIPLE,CPU".
void printStrategies(StringRef targetNames, llvm::raw_ostream &os) {
  auto [triple, cpu] = targetNames.split(',');
  VectorTarget target = VectorTarget::get(llvm::Triple(triple), cpu, "");
  MLIRContext context;
  Builder b(&context);
  llvm::json::OStream json(os, /*IndentSize=*/1);
  json.object([&] {
    json.attributeArray("strategies", [&] {
      for (const TopKStrategy &strategy : getTopKStrategies())
        json.object([&] {
          json.attribute("name", strategy.name);
          json.attribute("file", strategy.file);
          json.attribute("form", getName(strategy.form));
          json.attribute("from", strategy.from);
          json.attribute("to", strategy.to);
        });
    });
    json.attributeArray("regimes", [&] {
      struct {
        StringRef name;
        Type type;
        Kind kind;
      } elements[] = {{"i8", b.getI8Type(), Kind::maxsi},
                      {"i16", b.getI16Type(), Kind::maxsi},
                      {"i32", b.getI32Type(), Kind::maxsi},
                      {"i64", b.getI64Type(), Kind::maxsi},
                      {"f16", b.getF16Type(), Kind::maximumf},
                      {"bf16", b.getBF16Type(), Kind::maximumf},
                      {"f32", b.getF32Type(), Kind::maximumf},
                      {"f64", b.getF64Type(), Kind::maximumf}};
      for (auto [name, type, kind] : elements)
        for (bool hasIndices : {false, true}) {
          TopKReduction reduction{target,
                                  ElementOrder(kind, Tie::First, type),
                                  b.getI64Type(),
                                  /*indexBase=*/Value(),
                                  /*accumulates=*/false,
                                  hasIndices,
                                  /*isSorted=*/true,
                                  /*mayUseStack=*/true};
          for (int64_t k : {2, 3, 4, 5, 8, 9, 15, 16, 17, 63, 64, 128, 1000})
            for (bool isExtentKnown : {false, true})
              print(json, name,
                    {reduction, k, isExtentKnown,
                     !hasIndices && k <= tuning::rowBatches::kMostResults});
        }
    });
  });
  os << "\n";
}
