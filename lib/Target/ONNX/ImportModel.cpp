//===- ImportModel.cpp - From an ONNX model to value operations -*- C++ -*-===//

#include "extrema/Target/ONNX/Import.h"

#include "GraphImporter.h"
#include "Operators.h"

#include "extrema/Dialect/Extrema/IR/Extrema.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlow.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Tools/mlir-translate/Translation.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/SourceMgr.h"
#include <limits>

using namespace mlir;
using namespace mlir::extrema;

/// The version of the standard operators that the model wants.
static FailureOr<int64_t> getOpset(const onnx::ModelProto &model,
                                   const ImportOptions &options,
                                   FileLineColLoc file) {
  if (model.ir_version() < 1)
    return emitError(file) << "the model does not say which version of ONNX's "
                              "format it has (ir_version): it is empty or no "
                              "ONNX model";
  std::optional<int64_t> opset;
  // The last one counts, as for ONNX's checker and evaluator and ONNX Runtime.
  for (const onnx::OperatorSetIdProto &import : model.opset_import())
    if (isStandardDomain(import.domain()))
      opset = import.version();
  // Before version 3 of the format there was only one.
  if (!opset && model.ir_version() < 3)
    return 1;
  if (!opset)
    return emitError(file) << "the model does not say which version of the "
                              "operators of domain \"ai.onnx\" it needs "
                              "(opset_import)";
  if (*opset < 1)
    return emitError(file) << "the model needs version " << *opset
                           << " of the operators of domain \"ai.onnx\" "
                              "(opset_import); the first one is 1";
  if (*opset > kNewestOpset && !options.allowNewerOpset)
    return emitError(file) << "the model needs version " << *opset
                           << " of the operators of domain \"ai.onnx\" "
                              "(opset_import); the newest known one is "
                           << kNewestOpset << ": with --"
                           << kAllowNewerOpsetFlag
                           << " the operators are taken as they are in that "
                              "one";
  return *opset;
}

/// Says so if the model imports another version of the operators than `opset`.
static void warnOfOtherVersions(const onnx::ModelProto &model, int64_t opset,
                                FileLineColLoc file) {
  for (const onnx::OperatorSetIdProto &import : model.opset_import())
    if (isStandardDomain(import.domain()) && import.version() != opset) {
      emitWarning(file) << "the model imports the operators of domain "
                           "\"ai.onnx\" twice, in versions "
                        << import.version() << " and " << opset
                        << ": the last one counts";
      return;
    }
}

OwningOpRef<ModuleOp>
mlir::extrema::importONNXModel(llvm::MemoryBufferRef buffer,
                               MLIRContext *context,
                               const ImportOptions &options) {
  context
      ->loadDialect<ExtremaDialect, arith::ArithDialect, cf::ControlFlowDialect,
                    func::FuncDialect, linalg::LinalgDialect, scf::SCFDialect,
                    tensor::TensorDialect>();
  auto file = FileLineColLoc::get(context, buffer.getBufferIdentifier(), 0, 0);
  if (buffer.getBufferSize() > std::numeric_limits<int>::max()) {
    emitError(file) << "the file is too large: a model of 2 GiB or more cannot "
                       "be read";
    return nullptr;
  }
  onnx::ModelProto model;
  if (!model.ParseFromArray(buffer.getBufferStart(),
                            static_cast<int>(buffer.getBufferSize()))) {
    emitError(file) << "cannot parse the file as an ONNX model (a protobuf "
                       "ModelProto): it is truncated, or something else";
    return nullptr;
  }
  FailureOr<int64_t> opset = getOpset(model, options, file);
  if (failed(opset))
    return nullptr;
  if (!model.has_graph()) {
    emitError(file) << "the model has no graph";
    return nullptr;
  }
  OwningOpRef<ModuleOp> module = ModuleOp::create(file);
  if (failed(GraphImporter(model, *opset, file).importInto(*module)) ||
      failed(verify(*module)))
    return nullptr;
  warnOfOtherVersions(model, *opset, file);
  return module;
}

void mlir::extrema::registerImportONNXTranslation() {
  static llvm::cl::opt<bool> allowNewerOpset(
      kAllowNewerOpsetFlag, llvm::cl::desc(kAllowNewerOpsetHelp));
  static TranslateToMLIRRegistration registration(
      "import-onnx", "translate an ONNX model to operations of Extrema",
      [](llvm::SourceMgr &sources, MLIRContext *context) {
        const llvm::MemoryBuffer *buffer =
            sources.getMemoryBuffer(sources.getMainFileID());
        return OwningOpRef<Operation *>(
            importONNXModel(buffer->getMemBufferRef(), context,
                            ImportOptions{allowNewerOpset})
                .release());
      },
      [](DialectRegistry &registry) { registry.insert<ExtremaDialect>(); });
}
