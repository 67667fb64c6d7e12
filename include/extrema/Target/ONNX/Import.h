//===- Import.h - From an ONNX model to value operations --------*- C++ -*-===//

#ifndef EXTREMA_TARGET_ONNX_IMPORT_H
#define EXTREMA_TARGET_ONNX_IMPORT_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/MemoryBufferRef.h"

namespace mlir {
class MLIRContext;

namespace extrema {

/// What the importer takes beyond what it knows.
struct ImportOptions {
  /// Whether a model may need a newer version of the operators of domain
  /// ai.onnx than the newest known one. Its operators are then taken as they
  /// are in that one.
  bool allowNewerOpset = false;
};

/// The option of the command line that sets `allowNewerOpset`.
inline constexpr llvm::StringRef kAllowNewerOpsetFlag = "allow-newer-opset";

/// What `--help` says of it.
inline constexpr llvm::StringRef kAllowNewerOpsetHelp =
    "Take operators of a newer version of ONNX than the\n"
    "newest known one as they are in that one";

/// Imports a serialized ONNX model (a `ModelProto`), as one public function
/// `main` over ranked tensors.
///
/// Its arguments are the graph's inputs in their order, without those that an
/// initializer gives a value: the model's own value is used. Its results are
/// the graph's outputs in their order. Both carry their ONNX names as
/// `extrema.name`. ONNX's unsigned integers become `ui8` to `ui64`, its signed
/// ones signless. A dimension without a value, named or not, is dynamic, and so
/// is one of a negative value; that two of one name are equal is not checked. A
/// static size that the model declares for a node's output counts only where it
/// contradicts what follows from the inputs, which is an error: one that does
/// not follow from them stays dynamic. Nodes and initializers that no output
/// needs are left out.
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
                                      MLIRContext *context,
                                      const ImportOptions &options = {});

/// Registers the translation `--import-onnx`, and the options of the command
/// line that are its own.
void registerImportONNXTranslation();

} // namespace extrema
} // namespace mlir

#endif // EXTREMA_TARGET_ONNX_IMPORT_H
