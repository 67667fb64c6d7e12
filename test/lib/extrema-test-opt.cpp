//===- extrema-test-opt.cpp - extrema-opt with the tests' passes ----------===//
//
// With one of these as its only argument it prints a table instead:
//
//   --print-tuning                             the thresholds
//   --print-arg-reduce-strategies=TRIPLE,CPU   the strategies of arg_reduce,
//                                              and their regimes on that target
//   --print-topk-strategies=TRIPLE,CPU         the same of topk_reduce
//
//===----------------------------------------------------------------------===//

#include "extrema/InitAll.h"

#include "mlir/IR/DialectRegistry.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"

namespace mlir::extrema::test {
void registerSelectionBlocksPass();
} // namespace mlir::extrema::test

void printTuning(llvm::raw_ostream &os);
void printArgReduceStrategies(llvm::StringRef targetNames,
                              llvm::raw_ostream &os);
void printTopKStrategies(llvm::StringRef targetNames, llvm::raw_ostream &os);

int main(int argc, char **argv) {
  llvm::StringRef only = argc == 2 ? argv[1] : "";
  if (only == "--print-tuning") {
    printTuning(llvm::outs());
    return 0;
  }
  if (only.consume_front("--print-arg-reduce-strategies=")) {
    printArgReduceStrategies(only, llvm::outs());
    return 0;
  }
  if (only.consume_front("--print-topk-strategies=")) {
    printTopKStrategies(only, llvm::outs());
    return 0;
  }
  mlir::DialectRegistry registry;
  mlir::extrema::registerAll(registry);
  mlir::extrema::registerAllPasses();
  mlir::extrema::test::registerSelectionBlocksPass();
  return mlir::asMainReturnCode(mlir::MlirOptMain(
      argc, argv, "Extrema's modular optimizer driver, for tests\n", registry));
}
