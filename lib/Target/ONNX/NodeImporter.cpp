//===- NodeImporter.cpp - Imports a node of a graph -------------*- C++ -*-===//

#include "NodeImporter.h"

#include "extrema/Dialect/Extrema/IR/Extrema.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/Verifier.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/Threading.h"

using namespace mlir;
using namespace mlir::extrema;
using onnx::AttributeProto;

static std::string describe(const onnx::NodeProto &node, int64_t index) {
  std::string name =
      node.name().empty() ? "#" + llvm::itostr(index) : quote(node.name());
  std::string operatorName =
      node.op_type().empty() ? "no op_type" : escape(node.op_type());
  return "node " + name + " (" + operatorName + ")";
}

NodeImporter::NodeImporter(const onnx::NodeProto &node, int64_t index,
                           GraphImporter &graph)
    : node(node), graph(graph), description(describe(node, index)),
      loc(graph.getLoc(node.name().empty() ? description : node.name())) {}

InFlightDiagnostic NodeImporter::emitError() {
  return mlir::emitError(loc) << description << ": ";
}

LogicalResult NodeImporter::import() {
  if (failed(findOperator()) || failed(checkAttributes()) ||
      failed(checkInputs()) || failed(checkOutputs()))
    return failure();
  return op->import(*this);
}

//===----------------------------------------------------------------------===//
// What the operator's table allows
//===----------------------------------------------------------------------===//

static bool isSameDomain(StringRef lhs, StringRef rhs) {
  return lhs == rhs || (isStandardDomain(lhs) && isStandardDomain(rhs));
}

LogicalResult NodeImporter::findOperator() {
  for (const onnx::FunctionProto &function : graph.getModel().functions())
    if (function.name() == node.op_type() &&
        isSameDomain(function.domain(), node.domain()))
      return emitError() << "calls a function of the model, which is not "
                            "supported";
  bool isStandard = isStandardDomain(node.domain());
  if (isStandard)
    op = extrema::findOperator(node.op_type());
  if (!op)
    return emitError() << "the operator"
                       << (isStandard ? ""
                                      : " of domain " + quote(node.domain()))
                       << " is not supported: supported are "
                       << getOperatorNames() << " of domain "
                       << quote(kStandardDomain);
  if (graph.getOpset() < op->versions.front())
    return emitError() << "the operator is supported from opset "
                       << op->versions.front() << " on, but the model's is "
                       << graph.getOpset();
  version = op->getVersion(graph.getOpset());
  return success();
}

std::string NodeImporter::describeInput(unsigned position) const {
  SmallVector<const InputRule *> rules = op->getInputs(version);
  const InputRule *rule = rules[std::min<size_t>(position, rules.size() - 1)];
  return ("input " + rule->name + ", " + quote(node.input(position))).str();
}

std::string NodeImporter::describeVersion() const {
  return ("version " + Twine(version) + " of " + op->name +
          " (the model's opset is " + Twine(graph.getOpset()) + ")")
      .str();
}

static bool isInForce(const AttributeRule &rule, int64_t version) {
  return rule.since <= version && version <= rule.last;
}

LogicalResult NodeImporter::checkAttributes() {
  llvm::StringSet<> seen;
  for (const AttributeProto &attribute : node.attribute()) {
    if (!seen.insert(attribute.name()).second)
      return emitError() << "attribute " << quote(attribute.name())
                         << " is given twice";
    if (failed(checkAttribute(attribute)))
      return failure();
  }
  for (const AttributeRule &rule : op->attributes)
    if (rule.isRequired && isInForce(rule, version) &&
        !seen.contains(rule.name))
      return emitError() << "attribute " << quote(rule.name)
                         << " is missing: " << describeVersion()
                         << " requires it";
  return success();
}

LogicalResult NodeImporter::checkAttribute(const AttributeProto &attribute) {
  const auto *rule = llvm::find_if(op->attributes, [&](const auto &rule) {
    return rule.name == attribute.name() && isInForce(rule, version);
  });
  if (rule == op->attributes.end())
    rule = llvm::find_if(op->attributes, [&](const auto &rule) {
      return rule.name == attribute.name();
    });
  bool isKnown = rule != op->attributes.end();
  if (!isKnown || !isInForce(*rule, version)) {
    InFlightDiagnostic error = emitError()
                               << "attribute " << quote(attribute.name())
                               << " is not supported in " << describeVersion();
    if (isKnown && version < rule->since)
      return error << ": it exists only since version " << rule->since;
    if (isKnown)
      return error << ": it exists only up to version " << rule->last;
    return error;
  }
  if (!attribute.ref_attr_name().empty())
    return emitError() << "attribute " << quote(rule->name)
                       << " refers to an attribute of a function, but the node "
                          "is not in one";
  if (attribute.type() != rule->type)
    return emitError() << "attribute " << quote(rule->name) << " has type "
                       << AttributeProto::AttributeType_Name(attribute.type())
                       << " instead of "
                       << AttributeProto::AttributeType_Name(rule->type);
  return success();
}

LogicalResult NodeImporter::checkInput(const InputRule &rule,
                                       unsigned position) {
  if (static_cast<int>(position) >= node.input_size() ||
      node.input(position).empty()) {
    if (rule.count != InputCount::ZeroOrOne)
      return emitError() << "input " << rule.name
                         << " is missing: " << describeVersion()
                         << " requires it";
    inputs.push_back(nullptr);
    return success();
  }
  StringRef name = node.input(position);
  ImportedValue *input = graph.findValue(name);
  if (!input)
    return emitError() << "input " << rule.name << ", " << quote(name)
                       << ", is given neither by the graph nor by a node "
                          "before this one";
  Type elementType = input->getType().getElementType();
  if (!rule.types.contains(elementType))
    return emitError() << describeInput(position) << ", has element type "
                       << getElementTypeName(elementType) << ", but "
                       << describeVersion() << " takes only "
                       << rule.types.getNames();
  inputs.push_back(input);
  return success();
}

LogicalResult NodeImporter::checkInputs() {
  SmallVector<const InputRule *> rules = op->getInputs(version);
  size_t count = node.input_size();
  if (!rules.empty() && rules.back()->count == InputCount::OneOrMore) {
    if (count > rules.size())
      rules.resize(count, rules.back());
  } else if (count > rules.size()) {
    return emitError() << "has " << count << " inputs, but "
                       << describeVersion() << " takes " << rules.size();
  }
  for (auto [position, rule] : llvm::enumerate(rules))
    if (failed(checkInput(*rule, position)))
      return failure();
  return success();
}

LogicalResult NodeImporter::checkOutputs() {
  if (static_cast<unsigned>(node.output_size()) > op->numOutputs)
    return emitError() << "has " << node.output_size() << " outputs, but "
                       << op->name << " gives " << op->numOutputs;
  return success();
}

//===----------------------------------------------------------------------===//
// What the operator's function uses
//===----------------------------------------------------------------------===//

const AttributeProto *NodeImporter::findAttribute(StringRef name) const {
  for (const AttributeProto &attribute : node.attribute())
    if (attribute.name() == name)
      return &attribute;
  return nullptr;
}

int64_t NodeImporter::getInt(StringRef name) const {
  if (const AttributeProto *attribute = findAttribute(name))
    return attribute->i();
  for (const AttributeRule &rule : op->attributes)
    if (rule.name == name)
      return rule.defaultInt;
  llvm_unreachable("not in the table of attributes");
}

std::optional<ArrayRef<int64_t>> NodeImporter::getInts(StringRef name) const {
  const AttributeProto *attribute = findAttribute(name);
  if (!attribute)
    return std::nullopt;
  return ArrayRef(attribute->ints().data(), attribute->ints_size());
}

SmallVector<Value> NodeImporter::getSizes(Value tensor) {
  SmallVector<Value> sizes;
  int64_t rank = cast<RankedTensorType>(tensor.getType()).getRank();
  for (int64_t dimension = 0; dimension < rank; ++dimension)
    sizes.push_back(getSize(tensor, dimension));
  return sizes;
}

LogicalResult NodeImporter::setResult(Value value) {
  DenseElementsAttr constant;
  if (matchPattern(value, m_Constant(&constant)))
    return setConstantResult(constant);
  if (node.output_size() == 0 || node.output(0).empty())
    return success();
  StringRef name = node.output(0);
  auto type = cast<RankedTensorType>(value.getType());
  auto emitNodeError = [&] { return emitError(); };
  if (!hasPossibleSize(type))
    return emitError() << "output " << quote(name)
                       << ": its shape is too large: " << type
                       << " has more than 2^63 - 1 bytes";
  if (failed(graph.checkOutputType(name, type, emitNodeError)))
    return failure();
  return graph.defineValue(name, value, emitNodeError);
}

LogicalResult NodeImporter::setResultToInput(unsigned position) {
  if (DenseElementsAttr constant = getConstantInput(position))
    return setConstantResult(constant);
  return setResult(getInput(position));
}

LogicalResult NodeImporter::require(Value holds, const Twine &rule) {
  if (matchPattern(holds, m_One()))
    return success();
  if (matchPattern(holds, m_Zero()))
    return emitError() << rule;
  auto assertOp = cf::AssertOp::create(getBuilder(), loc, holds,
                                       (description + ": " + rule).str());
  assertOp->setAttr(kHarmlessAttr, getBuilder().getUnitAttr());
  return success();
}

LogicalResult NodeImporter::setConstantResult(DenseElementsAttr constant) {
  if (node.output_size() == 0 || node.output(0).empty())
    return success();
  StringRef name = node.output(0);
  auto emitNodeError = [&] { return emitError(); };
  if (failed(graph.checkOutputType(
          name, cast<RankedTensorType>(constant.getType()), emitNodeError)))
    return failure();
  return graph.defineValue(name, {constant, loc}, emitNodeError);
}

LogicalResult NodeImporter::createAndVerify(OperationState &state,
                                            InferReturnTypes infer) {
  // The operation's messages know nothing of the node: the first is said again,
  // in its name. Other threads' messages are left to other handlers.
  std::string message;
  auto keepMessage = [&message, thread = llvm::get_threadid()](
                         Diagnostic &diagnostic) -> LogicalResult {
    if (llvm::get_threadid() != thread)
      return failure();
    if (message.empty())
      message = diagnostic.str();
    return success();
  };
  auto emitOpError = [&] {
    StringRef text = message;
    text.consume_front("'" + state.name.getStringRef().str() + "' op ");
    return emitError() << text;
  };

  MLIRContext *context = state.getContext();
  SmallVector<Type> types;
  {
    ScopedDiagnosticHandler handler(context, keepMessage);
    if (failed(infer(context, loc, state.operands,
                     state.attributes.getDictionary(context),
                     state.getRawProperties(), {}, types)))
      types.clear();
  }
  if (types.empty())
    return emitOpError();
  auto emitNodeError = [&] { return emitError(); };
  for (auto [name, type] : llvm::zip(node.output(), types))
    if (!name.empty() &&
        failed(graph.checkOutputType(name, cast<RankedTensorType>(type),
                                     emitNodeError)))
      return failure();
  state.addTypes(types);

  Operation *created = getBuilder().create(state);
  LogicalResult verified = failure();
  {
    ScopedDiagnosticHandler handler(context, keepMessage);
    verified = verify(created);
  }
  if (failed(verified))
    return emitOpError();
  for (auto [name, result] : llvm::zip(node.output(), created->getResults()))
    if (!name.empty() && failed(graph.defineValue(name, result, emitNodeError)))
      return failure();
  return success();
}
