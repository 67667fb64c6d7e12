//===- NodeImporter.h - Imports a node of a graph ---------------*- C++ -*-===//

#ifndef EXTREMA_LIB_TARGET_ONNX_NODEIMPORTER_H
#define EXTREMA_LIB_TARGET_ONNX_NODEIMPORTER_H

#include "GraphImporter.h"
#include "Operators.h"

#include "mlir/IR/OperationSupport.h"

namespace mlir::extrema {

/// Checks a node against its operator's table of rules, and is what the
/// operator's own function sees of the node and builds its operations with.
class NodeImporter {
public:
  /// `index` counts the graph's nodes from 0, for those without a name.
  NodeImporter(const onnx::NodeProto &node, int64_t index,
               GraphImporter &graph);

  LogicalResult import();

  /// Begins an error message with the node's name and operator.
  InFlightDiagnostic emitError();

  OpBuilder &getBuilder() { return graph.getBuilder(); }
  Location getLoc() const { return loc; }

  /// The attribute of that name, null if it is left out.
  const onnx::AttributeProto *findAttribute(StringRef name) const;

  const google::protobuf::RepeatedPtrField<onnx::AttributeProto> &
  getAttributes() const {
    return node.attribute();
  }

  /// The value, or the default, of an integer attribute of the table: the
  /// default is also what older versions do that do not have it.
  int64_t getInt(StringRef name) const;

  /// The integers of an attribute, none if it is left out.
  std::optional<ArrayRef<int64_t>> getInts(StringRef name) const;

  int64_t getVersion() const { return version; }

  /// "version 10 of TopK (the model's opset is 10)".
  std::string describeVersion() const;

  /// "input A, "x"": what the operator and the graph call an input that is
  /// given.
  std::string describeInput(unsigned position) const;

  /// How many inputs there are, those left out between others included.
  unsigned getNumInputs() const { return inputs.size(); }

  /// False if an input that may be left out is.
  bool hasInput(unsigned position) const {
    return position < inputs.size() && inputs[position];
  }

  RankedTensorType getInputType(unsigned position) const {
    return inputs[position]->getType();
  }

  Value getInput(unsigned position) {
    return inputs[position]->getValue(getBuilder());
  }

  /// Null if the input is not a constant of the model.
  DenseElementsAttr getConstantInput(unsigned position) const {
    return inputs[position]->getConstant();
  }

  /// The size of a dimension as an i64: a constant where it is static, and the
  /// same value each time where it is not.
  Value getSize(Value tensor, int64_t dimension) {
    return graph.getSize(tensor, dimension);
  }

  /// The sizes of all dimensions.
  SmallVector<Value> getSizes(Value tensor);

  /// Notes that these are the sizes of `tensor`, which would else be asked for
  /// anew. Equal sizes are known to be so by being one value.
  void setSizes(Value tensor, ValueRange sizes) {
    graph.setSizes(tensor, sizes);
  }

  /// Makes `value` the node's one output. A dimension that its type leaves open
  /// stays so, whatever the model declares: exporters write the sizes of the
  /// example that they have traced.
  LogicalResult setResult(Value value);

  /// Makes input `position` the node's one output.
  LogicalResult setResultToInput(unsigned position);

  /// Has the program fail with a message that names the node and says `rule`
  /// where the i1 `holds` is false. What follows is executed all the same, and
  /// may not depend on it in a way that would do harm. Fails with that message
  /// at once if it is known to be false.
  LogicalResult require(Value holds, const Twine &rule);

  /// Makes a constant the node's one output.
  LogicalResult setConstantResult(DenseElementsAttr constant);

  /// Creates the operation whose results are the node's outputs, with the types
  /// that follow from the operands. Fails with a message if it does not verify,
  /// or if the model declares types that contradict these.
  template <typename OpTy>
  LogicalResult createOp(ValueRange operands,
                         typename OpTy::Properties properties) {
    OperationState state(loc, OpTy::getOperationName());
    state.addOperands(operands);
    OpTy::populateDefaultProperties(state.name, properties);
    state.getOrAddProperties<typename OpTy::Properties>() = properties;
    return createAndVerify(state, OpTy::inferReturnTypes);
  }

private:
  using InferReturnTypes = LogicalResult(MLIRContext *, std::optional<Location>,
                                         ValueRange, DictionaryAttr,
                                         OpaqueProperties, RegionRange,
                                         SmallVectorImpl<Type> &);

  LogicalResult createAndVerify(OperationState &state, InferReturnTypes infer);

  /// The steps of `import`: each holds for what the next ones look at.
  LogicalResult findOperator();
  LogicalResult checkAttributes();
  LogicalResult checkAttribute(const onnx::AttributeProto &attribute);
  LogicalResult checkInputs();
  LogicalResult checkOutputs();

  LogicalResult checkInput(const InputRule &rule, unsigned position);

  const onnx::NodeProto &node;
  GraphImporter &graph;
  /// "node "scores" (ArgMax)".
  std::string description;
  Location loc;
  const Operator *op = nullptr;
  int64_t version = 0;
  SmallVector<ImportedValue *> inputs;
};

} // namespace mlir::extrema

#endif // EXTREMA_LIB_TARGET_ONNX_NODEIMPORTER_H
