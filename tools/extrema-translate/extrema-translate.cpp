//===- extrema-translate.cpp - Translation in and out of MLIR ---*- C++ -*-===//

#include "extrema/Target/ONNX/Import.h"

#include "mlir/InitAllTranslations.h"
#include "mlir/Support/LogicalResult.h"
#include "mlir/Tools/mlir-translate/MlirTranslateMain.h"

int main(int argc, char **argv) {
  mlir::extrema::registerImportONNXTranslation();
  mlir::registerToLLVMIRTranslation();
  return mlir::failed(
      mlir::mlirTranslateMain(argc, argv, "Extrema's translation driver\n"));
}
