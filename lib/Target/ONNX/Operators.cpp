//===- Operators.cpp - What each version of an operator allows --*- C++ -*-===//

#include "Operators.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace mlir::extrema;

int64_t Operator::getVersion(int64_t opset) const {
  return *std::prev(llvm::upper_bound(versions, opset));
}

SmallVector<const InputRule *> Operator::getInputs(int64_t version) const {
  SmallVector<const InputRule *> rules;
  for (const InputRule &rule : inputs) {
    if (version < rule.since || version > rule.last)
      continue;
    if (rule.position >= rules.size())
      rules.resize(rule.position + 1);
    rules[rule.position] = &rule;
  }
  return rules;
}

/// Calls `action` for each operator.
static void forEachOperator(llvm::function_ref<void(const Operator &)> action) {
  for (ArrayRef<Operator> family :
       {getArgOperators(), getArithmeticOperators(), getCastOperators(),
        getConcatOperators(), getConstantOperators(), getExpandOperators(),
        getIdentityOperators(), getLogicOperators(), getReduceOperators(),
        getReshapeOperators(), getShapeOperators(), getTopKOperators(),
        getTransposeOperators(), getVectorOperators()})
    llvm::for_each(family, action);
}

bool mlir::extrema::isStandardDomain(StringRef domain) {
  return domain.empty() || domain == kStandardDomain;
}

const Operator *mlir::extrema::findOperator(StringRef name) {
  const Operator *found = nullptr;
  forEachOperator([&](const Operator &op) {
    if (op.name == name)
      found = &op;
  });
  return found;
}

std::string mlir::extrema::getOperatorNames() {
  SmallVector<StringRef> names;
  forEachOperator([&](const Operator &op) { names.push_back(op.name); });
  llvm::sort(names);
  return llvm::join(names, ", ");
}
