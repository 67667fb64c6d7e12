//===- IdentityOperator.cpp - Import of Identity ----------------*- C++ -*-===//

#include "NodeImporter.h"

using namespace mlir;
using namespace mlir::extrema;

static LogicalResult importIdentity(NodeImporter &node) {
  return node.setResultToInput(0);
}

static constexpr int64_t kVersions[] = {1, 13, 14, 16, 19, 21, 23, 24, 25};

static constexpr InputRule kInputs[] = {
    {0, "input", /*since=*/1, kIntegerTypes | kFloatTypes | kBoolType},
    {0, "input", /*since=*/13, kAllTypes | kBoolType}};

static constexpr Operator kOperators[] = {{"Identity", kVersions, kInputs,
                                           /*attributes=*/{}, /*numOutputs=*/1,
                                           importIdentity}};

ArrayRef<Operator> mlir::extrema::getIdentityOperators() { return kOperators; }
