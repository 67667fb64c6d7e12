//===- Model.cpp - Models from files ----------------------------*- C++ -*-===//

#include "extrema/Execution/Model.h"

#include "extrema/Execution/Diagnostics.h"

#include "mlir/Parser/Parser.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace mlir::extrema;

llvm::Expected<OwningOpRef<ModuleOp>>
mlir::extrema::readModel(StringRef path, MLIRContext *context,
                         const ImportOptions &options) {
  auto file = llvm::MemoryBuffer::getFileOrSTDIN(path);
  if (!file)
    return llvm::createFileError(path, file.getError());
  DiagnosticCollector diagnostics(context);
  // Else a context drops them.
  ScopedDiagnosticHandler warnings(context, [](const Diagnostic &diagnostic) {
    if (diagnostic.getSeverity() != DiagnosticSeverity::Warning)
      return failure();
    llvm::errs() << "warning: " << formatDiagnostic(diagnostic) << '\n';
    return success();
  });
  OwningOpRef<ModuleOp> module;
  if (llvm::sys::path::extension(path) == ".onnx") {
    module = importONNXModel(**file, context, options);
  } else {
    llvm::SourceMgr sources;
    sources.AddNewSourceBuffer(std::move(*file), llvm::SMLoc());
    module = parseSourceFile<ModuleOp>(sources, context);
  }
  if (!module)
    return addFileName(path, diagnostics.takeError("the model cannot be read"));
  return module;
}

llvm::Expected<func::FuncOp> mlir::extrema::findEntryFunction(ModuleOp module) {
  SmallVector<func::FuncOp> functions;
  for (auto function : module.getOps<func::FuncOp>()) {
    if (!function.isPublic() || function.isDeclaration())
      continue;
    if (function.getName() == "main")
      return function;
    functions.push_back(function);
  }
  if (functions.size() == 1)
    return functions.front();
  std::string names;
  llvm::raw_string_ostream os(names);
  llvm::interleaveComma(functions, os, [&](func::FuncOp function) {
    os << '\'' << function.getName() << '\'';
  });
  return llvm::createStringError(
      functions.empty()
          ? Twine("there is no public function to run")
          : "which function to run is not clear: none is called 'main', and "
            "there are " +
                Twine(names));
}
