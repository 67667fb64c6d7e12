//===- Operators.h - What each version of an operator allows ----*- C++ -*-===//
//
// A family of operators is a file with a table of rules and a function that
// builds the operations; `findOperator` is where the families are listed. What
// a table says is checked in one place (NodeImporter.cpp), before the function
// is called.
//
//===----------------------------------------------------------------------===//

#ifndef EXTREMA_LIB_TARGET_ONNX_OPERATORS_H
#define EXTREMA_LIB_TARGET_ONNX_OPERATORS_H

#include "ElementTypes.h"

#include "mlir/Support/LLVM.h"
#include "llvm/ADT/StringRef.h"
#include <limits>

namespace mlir::extrema {

class NodeImporter;

/// The newest opset whose operators the tables are known to describe: that of
/// ONNX 1.22.
inline constexpr int64_t kNewestOpset = 27;

/// The last version of what is still in force.
inline constexpr int64_t kNewest = std::numeric_limits<int64_t>::max();

/// How often an input is there. A variadic one is the last, and is given once
/// or more.
enum class InputCount { One, ZeroOrOne, OneOrMore };

/// The element types that an input takes from version `since` on. A later rule
/// for the same position replaces an earlier one.
struct InputRule {
  unsigned position;
  StringLiteral name;
  int64_t since;
  ElementTypeSet types;
  InputCount count = InputCount::One;
  int64_t last = kNewest;
};

/// An attribute, in the versions from `since` to `last`. Where it has changed
/// there are several rules.
struct AttributeRule {
  StringLiteral name;
  onnx::AttributeProto::AttributeType type;
  /// What an integer is where it is left out.
  int64_t defaultInt = 0;
  int64_t since = 1;
  int64_t last = kNewest;
  bool isRequired = false;
};

/// An operator of the domain ai.onnx. The tables are in ascending order of
/// versions, and live as long as the program.
struct Operator {
  StringLiteral name;
  /// Models of an older opset than the first are refused.
  ArrayRef<int64_t> versions;
  ArrayRef<InputRule> inputs;
  ArrayRef<AttributeRule> attributes;
  unsigned numOutputs;
  /// Builds what the node computes. Called for a node that keeps the rules.
  LogicalResult (*import)(NodeImporter &node);

  /// The newest version that is not above `opset`, which is at least the first.
  int64_t getVersion(int64_t opset) const;

  /// The rules in force in `version`, by position.
  SmallVector<const InputRule *> getInputs(int64_t version) const;
};

/// The operators of each family.
ArrayRef<Operator> getArgOperators();
ArrayRef<Operator> getArithmeticOperators();
ArrayRef<Operator> getCastOperators();
ArrayRef<Operator> getConcatOperators();
ArrayRef<Operator> getConstantOperators();
ArrayRef<Operator> getExpandOperators();
ArrayRef<Operator> getIdentityOperators();
ArrayRef<Operator> getLogicOperators();
ArrayRef<Operator> getReduceOperators();
ArrayRef<Operator> getReshapeOperators();
ArrayRef<Operator> getShapeOperators();
ArrayRef<Operator> getTopKOperators();
ArrayRef<Operator> getTransposeOperators();
ArrayRef<Operator> getVectorOperators();

/// The domain of the operators that ONNX itself defines.
inline constexpr StringLiteral kStandardDomain = "ai.onnx";

/// True for the standard domain, which models may also write as "".
bool isStandardDomain(StringRef domain);

/// The operator of that name in the standard domain, null if it is not
/// supported.
const Operator *findOperator(StringRef name);

/// "ArgMax, ArgMin, ...": what `findOperator` finds, for messages.
std::string getOperatorNames();

} // namespace mlir::extrema

#endif // EXTREMA_LIB_TARGET_ONNX_OPERATORS_H
