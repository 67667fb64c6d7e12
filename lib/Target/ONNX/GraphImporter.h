//===- GraphImporter.h - Imports a graph as a function ----------*- C++ -*-===//

#ifndef EXTREMA_LIB_TARGET_ONNX_GRAPHIMPORTER_H
#define EXTREMA_LIB_TARGET_ONNX_GRAPHIMPORTER_H

#include "Tensors.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"

namespace mlir::extrema {

/// A value of a graph: an SSA value, or a constant for which an operation is
/// created when one is first needed.
class ImportedValue {
public:
  ImportedValue(Value value) : value(value), loc(value.getLoc()) {}
  ImportedValue(DenseElementsAttr constant, Location loc)
      : constant(constant), loc(loc) {}

  RankedTensorType getType() const {
    return cast<RankedTensorType>(constant ? constant.getType()
                                           : value.getType());
  }

  /// Null if it is not known before the program runs.
  DenseElementsAttr getConstant() const { return constant; }

  Value getValue(OpBuilder &builder);

private:
  Value value;
  DenseElementsAttr constant;
  Location loc;
};

/// Imports one graph: creates the function, gives names their values, and lets
/// a NodeImporter import each node.
class GraphImporter {
public:
  /// `model`'s graph, with operators of the version that `opset` gives.
  GraphImporter(const onnx::ModelProto &model, int64_t opset,
                FileLineColLoc file);

  /// Appends the function to `module`, or fails with a message.
  LogicalResult importInto(ModuleOp module);

  OpBuilder &getBuilder() { return builder; }
  int64_t getOpset() const { return opset; }
  const onnx::ModelProto &getModel() const { return model; }

  /// A location of that name in the file; the file if the name is empty.
  Location getLoc(StringRef name);

  /// The value of that name, null if it is not known so far.
  ImportedValue *findValue(StringRef name);

  /// The size of a dimension as an i64: a constant where it is static, and the
  /// same value each time where it is not.
  Value getSize(Value tensor, int64_t dimension);

  /// Notes what the sizes of `tensor` are.
  void setSizes(Value tensor, ValueRange sizes);

  /// Fails with a message if there is a value of that name already.
  LogicalResult defineValue(StringRef name, ImportedValue value,
                            EmitError emitError);

  /// Fails with a message if the type of a node's output contradicts what the
  /// model declares.
  LogicalResult checkOutputType(StringRef name, RankedTensorType type,
                                EmitError emitError);

private:
  InFlightDiagnostic emitError() { return mlir::emitError(file); }

  /// Finds the nodes and values that the graph's outputs need.
  void findNeeded();

  LogicalResult importInitializers();
  LogicalResult importInputs(Block &body, SmallVectorImpl<Attribute> &names);
  LogicalResult importNodes();
  LogicalResult importOutputs(SmallVectorImpl<Value> &values,
                              SmallVectorImpl<Attribute> &names);

  const onnx::ModelProto &model;
  const onnx::GraphProto &graph;
  int64_t opset;
  FileLineColLoc file;
  OpBuilder builder;
  /// The nodes, by index, and the values that are imported: no output needs the
  /// others.
  llvm::DenseSet<int> neededNodes;
  llvm::StringSet<> neededValues;
  /// The names of all initializers, needed or not.
  llvm::StringSet<> initializers;
  llvm::StringMap<ImportedValue> values;
  /// The dynamic sizes that are known or were asked for.
  llvm::DenseMap<std::pair<Value, int64_t>, Value> sizes;
  /// What the model says of outputs and of values between nodes, once or more
  /// often.
  llvm::StringMap<SmallVector<const onnx::ValueInfoProto *, 1>> declarations;
};

} // namespace mlir::extrema

#endif // EXTREMA_LIB_TARGET_ONNX_GRAPHIMPORTER_H
