//===- InitAll.cpp - Registration of all that the tools know ----*- C++ -*-===//

#include "extrema/InitAll.h"

#include "extrema/Conversion/Passes.h"
#include "extrema/Dialect/Extrema/IR/Extrema.h"
#include "extrema/Dialect/Extrema/Transforms/BufferizableOpInterfaceImpl.h"
#include "extrema/Dialect/Extrema/Transforms/Passes.h"
#include "extrema/Pipelines/Pipelines.h"

#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/InitAllPasses.h"

using namespace mlir;

void extrema::registerDialect(DialectRegistry &registry) {
  registry.insert<ExtremaDialect>();
  registerBufferizableOpInterfaceExternalModels(registry);
}

void extrema::registerPasses() {
  registerExtremaConversionPasses();
  registerExtremaTransformsPasses();
  registerPipelines();
}

void extrema::registerAll(DialectRegistry &registry) {
  mlir::registerAllDialects(registry);
  mlir::registerAllExtensions(registry);
  registerDialect(registry);
}

void extrema::registerAllPasses() {
  mlir::registerAllPasses();
  registerPasses();
}
