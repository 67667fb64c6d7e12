//===- extrema-test-opt.cpp - extrema-opt with the tests' passes -*- C++
//-*-===//

#include "extrema/InitAll.h"

#include "mlir/IR/DialectRegistry.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"

namespace mlir::extrema::test {
void registerSelectionBlocksPass();
} // namespace mlir::extrema::test

int main(int argc, char **argv) {
  mlir::DialectRegistry registry;
  mlir::extrema::registerAll(registry);
  mlir::extrema::registerAllPasses();
  mlir::extrema::test::registerSelectionBlocksPass();
  return mlir::asMainReturnCode(mlir::MlirOptMain(
      argc, argv, "Extrema's modular optimizer driver, for tests\n", registry));
}
