//===- Import.h - From an ONNX model to value operations --------*- C++ -*-===//

#ifndef EXTREMA_TARGET_ONNX_IMPORT_H
#define EXTREMA_TARGET_ONNX_IMPORT_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"
#include "llvm/Support/MemoryBufferRef.h"

namespace mlir {
class MLIRContext;

namespace extrema {

/// Imports a serialized ONNX model (a `ModelProto`), as one public function
/// `main` over ranked tensors.
///
/// Its arguments are the graph's inputs in their order, without those that an
/// initializer gives a value: the model's own value is used. Its results are
/// the graph's outputs in their order. Both carry their ONNX names as
/// `extrema.name`. ONNX's unsigned integers become `ui8` to `ui64`, its signed
/// ones signless. A dimension without a value, named or not, is dynamic; that
/// two of one name are equal is not checked. Where a model declares a static
/// size that does not follow from the inputs, the operation's result has it,
/// to be checked when it runs.
///
/// Every operation has the node's name as its location, in a file of the name
/// of the buffer `file`. Each error (a broken file, or whatever is not
/// supported or not allowed) is one diagnostic at that file that names the node
/// or the value at fault; the result is then null. Files of 2 GiB and more are
/// refused, as protobuf does.
///
/// Supported are ArgMin, ArgMax and TopK of the domain ai.onnx in all versions,
/// and what exporters write around them: docs/ONNX.md lists it. The newest
/// version that is not above the model's opset counts. What only the program
/// can know to be wrong is a `cf.assert` with `extrema.harmless`.
OwningOpRef<ModuleOp> importONNXModel(llvm::MemoryBufferRef file,
                                      MLIRContext *context);

/// Registers the translation `--import-onnx`.
void registerImportONNXTranslation();

} // namespace extrema
} // namespace mlir

#endif // EXTREMA_TARGET_ONNX_IMPORT_H
