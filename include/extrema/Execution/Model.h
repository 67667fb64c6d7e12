//===- Model.h - Models from files ------------------------------*- C++ -*-===//

#ifndef EXTREMA_EXECUTION_MODEL_H
#define EXTREMA_EXECUTION_MODEL_H

#include "extrema/Target/ONNX/Import.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"
#include "llvm/Support/Error.h"

namespace mlir::extrema {

/// Reads an ONNX model (.onnx) or a module of MLIR, as text or bytecode (any
/// other suffix). An error names the file and, for a model, the node.
/// Warnings go to standard error.
llvm::Expected<OwningOpRef<ModuleOp>>
readModel(StringRef path, MLIRContext *context, const ImportOptions &options);

/// The function to run: the public function `main`, or the only public
/// function. Fails if there is neither.
llvm::Expected<func::FuncOp> findEntryFunction(ModuleOp module);

} // namespace mlir::extrema

#endif // EXTREMA_EXECUTION_MODEL_H
