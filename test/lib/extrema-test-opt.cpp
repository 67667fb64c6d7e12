//===- extrema-test-opt.cpp - extrema-opt with the tests' passes ----------===//
//
// With --print-tuning as its only argument it prints the table of thresholds
// instead.
//
//===----------------------------------------------------------------------===//

#include "extrema/InitAll.h"

#include "mlir/IR/DialectRegistry.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"

namespace mlir::extrema::test {
void registerSelectionBlocksPass();
} // namespace mlir::extrema::test

void printTuning(llvm::raw_ostream &os);

int main(int argc, char **argv) {
  if (argc == 2 && llvm::StringRef(argv[1]) == "--print-tuning") {
    printTuning(llvm::outs());
    return 0;
  }
  mlir::DialectRegistry registry;
  mlir::extrema::registerAll(registry);
  mlir::extrema::registerAllPasses();
  mlir::extrema::test::registerSelectionBlocksPass();
  return mlir::asMainReturnCode(mlir::MlirOptMain(
      argc, argv, "Extrema's modular optimizer driver, for tests\n", registry));
}
