//===- extrema-lsp-server.cpp - MLIR's language server for editors --------===//

#include "extrema/InitAll.h"

#include "mlir/IR/DialectRegistry.h"
#include "mlir/Tools/mlir-lsp-server/MlirLspServerMain.h"

int main(int argc, char **argv) {
  mlir::DialectRegistry registry;
  mlir::extrema::registerAll(registry);
  return mlir::failed(mlir::MlirLspServerMain(argc, argv, registry));
}
