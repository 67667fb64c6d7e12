//===- extrema-plugin.cpp - Extrema for the stock opt tool ------*- C++ -*-===//
//
//   mlir-opt --load-dialect-plugin=ExtremaPlugin.so
//            --load-pass-plugin=ExtremaPlugin.so
//            --pass-pipeline='builtin.module(extrema-to-llvm)' in.mlir
//
// Not for extrema-opt, which has all of it: a dialect must not be registered
// twice.
//
//===----------------------------------------------------------------------===//

#include "extrema/InitAll.h"

#include "mlir/IR/DialectRegistry.h"
#include "mlir/Tools/Plugins/DialectPlugin.h"
#include "mlir/Tools/Plugins/PassPlugin.h"
#include "llvm/Config/llvm-config.h"

static constexpr char kVersion[] = EXTREMA_VERSION;

extern "C" LLVM_ATTRIBUTE_WEAK mlir::DialectPluginLibraryInfo
mlirGetDialectPluginInfo() {
  return {MLIR_PLUGIN_API_VERSION, "Extrema", kVersion,
          [](mlir::DialectRegistry *registry) {
            mlir::extrema::registerDialect(*registry);
          }};
}

extern "C" LLVM_ATTRIBUTE_WEAK mlir::PassPluginLibraryInfo
mlirGetPassPluginInfo() {
  return {MLIR_PLUGIN_API_VERSION, "Extrema", kVersion,
          [] { mlir::extrema::registerPasses(); }};
}
