//===- extrema-opt.cpp - MLIR's optimizer driver with Extrema ---*- C++ -*-===//

#include "extrema/InitAll.h"

#include "mlir/IR/DialectRegistry.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"

int main(int argc, char **argv) {
  mlir::DialectRegistry registry;
  mlir::extrema::registerAll(registry);
  mlir::extrema::registerAllPasses();
  return mlir::asMainReturnCode(mlir::MlirOptMain(
      argc, argv, "Extrema's modular optimizer driver\n", registry));
}
