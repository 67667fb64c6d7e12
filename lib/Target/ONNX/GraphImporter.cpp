//===- GraphImporter.cpp - Imports a graph as a function --------*- C++ -*-===//

#include "GraphImporter.h"

#include "NodeImporter.h"

#include "extrema/Dialect/Extrema/IR/Extrema.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/StringSet.h"

using namespace mlir;
using namespace mlir::extrema;

Value ImportedValue::getValue(OpBuilder &builder) {
  // The first use is before all others: the function is one block.
  if (!value)
    value = arith::ConstantOp::create(builder, loc, constant);
  return value;
}

GraphImporter::GraphImporter(const onnx::ModelProto &model, int64_t opset,
                             FileLineColLoc file)
    : model(model), graph(model.graph()), opset(opset), file(file),
      builder(file.getContext()) {
  for (const onnx::ValueInfoProto &info : graph.value_info())
    declarations[info.name()].push_back(&info);
  for (const onnx::ValueInfoProto &info : graph.output())
    declarations[info.name()].push_back(&info);
}

/// Erases what is left of folding. The dialect's own operations stay, which may
/// fail unused.
static void eraseDead(Block &body) {
  for (Operation &op : llvm::make_early_inc_range(llvm::reverse(body)))
    if (!isa<ExtremaDialect>(op.getDialect()) && isOpTriviallyDead(&op))
      op.erase();
}

LogicalResult GraphImporter::importInto(ModuleOp module) {
  builder.setInsertionPointToEnd(module.getBody());
  auto function = func::FuncOp::create(builder, file, "main",
                                       builder.getFunctionType({}, {}));
  Block *body = function.addEntryBlock();
  builder.setInsertionPointToEnd(body);

  SmallVector<Attribute> inputNames, outputNames;
  SmallVector<Value> outputs;
  findNeeded();
  if (failed(importInitializers()) || failed(importInputs(*body, inputNames)) ||
      failed(importNodes()) || failed(importOutputs(outputs, outputNames)))
    return failure();

  func::ReturnOp::create(builder, file, outputs);
  eraseDead(*body);
  function.setFunctionType(
      builder.getFunctionType(body->getArgumentTypes(), TypeRange(outputs)));
  for (auto [index, name] : llvm::enumerate(inputNames))
    function.setArgAttr(index, kNameAttr, name);
  for (auto [index, name] : llvm::enumerate(outputNames))
    function.setResultAttr(index, kNameAttr, name);
  return success();
}

Location GraphImporter::getLoc(StringRef name) {
  if (name.empty())
    return file;
  return NameLoc::get(builder.getStringAttr(name), file);
}

Value GraphImporter::getSize(Value tensor, int64_t dimension) {
  auto type = cast<RankedTensorType>(tensor.getType());
  Location loc = tensor.getLoc();
  if (!type.isDynamicDim(dimension))
    return arith::ConstantIntOp::create(builder, loc,
                                        type.getDimSize(dimension),
                                        /*width=*/64);
  Value &size = sizes[{tensor, dimension}];
  if (!size)
    size = arith::IndexCastOp::create(
        builder, loc, builder.getI64Type(),
        tensor::DimOp::create(builder, loc, tensor, dimension));
  return size;
}

void GraphImporter::setSizes(Value tensor, ValueRange known) {
  for (auto [dimension, size] : llvm::enumerate(known))
    sizes.try_emplace({tensor, static_cast<int64_t>(dimension)}, size);
}

//===----------------------------------------------------------------------===//
// Names
//===----------------------------------------------------------------------===//

ImportedValue *GraphImporter::findValue(StringRef name) {
  auto found = values.find(name);
  return found == values.end() ? nullptr : &found->second;
}

LogicalResult GraphImporter::defineValue(StringRef name, ImportedValue value,
                                         EmitError emitError) {
  if (!values.try_emplace(name, value).second)
    return emitError() << "there is another value named " << quote(name)
                       << ": each needs a name of its own";
  return success();
}

LogicalResult GraphImporter::checkOutputType(StringRef name,
                                             RankedTensorType type,
                                             EmitError emitError) {
  auto found = declarations.find(name);
  if (found == declarations.end())
    return success();
  auto emitOutputError = [&] {
    return emitError() << "output " << quote(name) << ": ";
  };
  for (const onnx::ValueInfoProto *declaration : found->second) {
    if (!declaration->has_type())
      continue;
    FailureOr<TensorType> declared = importTensorType(
        declaration->type(), builder.getContext(), emitOutputError);
    if (failed(declared))
      return failure();
    if (!isPossibleType(type, *declared))
      return emitOutputError() << "the model declares its type as " << *declared
                               << ", but it is " << type;
  }
  return success();
}

//===----------------------------------------------------------------------===//
// Parts of a graph
//===----------------------------------------------------------------------===//

/// Fails with a message unless arrays can have the element type of `type`.
static LogicalResult checkElementType(TensorType type, EmitError emitError) {
  if (kAllTypes.contains(type.getElementType()))
    return success();
  return emitError() << "element type "
                     << getElementTypeName(type.getElementType())
                     << " is supported only between nodes: supported here are "
                     << kAllTypes.getNames();
}

void GraphImporter::findNeeded() {
  for (const onnx::ValueInfoProto &output : graph.output())
    neededValues.insert(output.name());
  // A node stands behind those whose outputs it takes.
  for (int index = graph.node_size() - 1; index >= 0; --index) {
    const onnx::NodeProto &node = graph.node(index);
    if (llvm::none_of(node.output(), [&](StringRef name) {
          return !name.empty() && neededValues.contains(name);
        }))
      continue;
    neededNodes.insert(index);
    for (StringRef name : node.input())
      neededValues.insert(name);
  }
}

LogicalResult GraphImporter::importInitializers() {
  if (graph.sparse_initializer_size() != 0)
    return emitError() << "the graph has sparse initializers, which are not "
                          "supported";
  for (const onnx::TensorProto &tensor : graph.initializer()) {
    auto emitTensorError = [&] {
      return emitError() << "initializer " << quote(tensor.name()) << ": ";
    };
    if (tensor.name().empty())
      return emitTensorError() << "it must have a name";
    if (!initializers.insert(tensor.name()).second)
      return emitTensorError() << "the graph has two initializers of this name";
    if (!neededValues.contains(tensor.name()))
      continue;
    FailureOr<DenseElementsAttr> constant =
        importTensor(tensor, builder.getContext(), emitTensorError);
    if (failed(constant) ||
        failed(defineValue(tensor.name(), {*constant, getLoc(tensor.name())},
                           emitTensorError)))
      return failure();
  }
  return success();
}

LogicalResult GraphImporter::importInputs(Block &body,
                                          SmallVectorImpl<Attribute> &names) {
  llvm::StringSet<> seen;
  for (const onnx::ValueInfoProto &input : graph.input()) {
    auto emitInputError = [&] {
      return emitError() << "input " << quote(input.name()) << ": ";
    };
    if (input.name().empty())
      return emitInputError() << "it must have a name";
    if (!seen.insert(input.name()).second)
      return emitInputError() << "the graph has two inputs of this name";
    bool hasDefault = initializers.contains(input.name());
    if (hasDefault && !neededValues.contains(input.name()))
      continue;
    FailureOr<TensorType> type =
        importTensorType(input.type(), builder.getContext(), emitInputError);
    if (failed(type) || failed(checkElementType(*type, emitInputError)))
      return failure();

    if (hasDefault) {
      // With that the model is compiled.
      RankedTensorType initializer = findValue(input.name())->getType();
      if (!isPossibleType(initializer, *type))
        return emitInputError() << "the model declares its type as " << *type
                                << ", but its initializer is " << initializer;
      continue;
    }
    if (!type->hasRank())
      return emitInputError()
             << "it must have a shape: the rank of a tensor must be known";
    Value argument = body.addArgument(*type, getLoc(input.name()));
    names.push_back(builder.getStringAttr(input.name()));
    if (failed(defineValue(input.name(), argument, emitInputError)))
      return failure();
  }
  return success();
}

LogicalResult GraphImporter::importNodes() {
  for (int index = 0; index < graph.node_size(); ++index)
    if (neededNodes.contains(index) &&
        failed(NodeImporter(graph.node(index), index, *this).import()))
      return failure();
  return success();
}

LogicalResult GraphImporter::importOutputs(SmallVectorImpl<Value> &outputs,
                                           SmallVectorImpl<Attribute> &names) {
  llvm::StringSet<> checked;
  for (const onnx::ValueInfoProto &output : graph.output()) {
    ImportedValue *value = findValue(output.name());
    if (!value)
      return emitError() << "output " << quote(output.name())
                         << ": no input, initializer or node gives it";
    // A node's output has been checked already, an input or initializer not.
    // All declarations of a name are checked at once.
    if (checked.insert(output.name()).second &&
        (failed(checkOutputType(output.name(), value->getType(),
                                [&] { return emitError(); })) ||
         failed(checkElementType(value->getType(), [&] {
           return emitError() << "output " << quote(output.name()) << ": ";
         }))))
      return failure();
    outputs.push_back(value->getValue(builder));
    names.push_back(builder.getStringAttr(output.name()));
  }
  return success();
}
