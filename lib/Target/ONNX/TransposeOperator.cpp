//===- TransposeOperator.cpp - Import of Transpose --------------*- C++ -*-===//

#include "NodeImporter.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/IndexingUtils.h"

using namespace mlir;
using namespace mlir::extrema;
using onnx::AttributeProto;

static LogicalResult importTranspose(NodeImporter &node) {
  OpBuilder &builder = node.getBuilder();
  Location loc = node.getLoc();
  RankedTensorType type = node.getInputType(0);
  int64_t rank = type.getRank();
  SmallVector<int64_t> permutation =
      llvm::to_vector(llvm::reverse(llvm::seq<int64_t>(0, rank)));
  if (std::optional<ArrayRef<int64_t>> given = node.getInts("perm"))
    permutation.assign(given->begin(), given->end());
  if (static_cast<int64_t>(permutation.size()) != rank ||
      !isPermutationVector(permutation)) {
    InFlightDiagnostic error = node.emitError() << "attribute perm is [";
    llvm::interleaveComma(permutation, error);
    return error << "], which is no permutation of the " << rank
                 << " dimensions of the data";
  }
  if (rank < 2)
    return node.setResultToInput(0);
  Value data = node.getInput(0);
  SmallVector<OpFoldResult> sizes = tensor::getMixedSizes(builder, loc, data);
  applyPermutationToVector(sizes, permutation);
  Value empty =
      tensor::EmptyOp::create(builder, loc, sizes, type.getElementType());
  Value result =
      linalg::TransposeOp::create(builder, loc, data, empty, permutation)
          ->getResult(0);
  SmallVector<Value> known = node.getSizes(data);
  applyPermutationToVector(known, permutation);
  node.setSizes(result, known);
  return node.setResult(result);
}

static constexpr int64_t kVersions[] = {1, 13, 21, 23, 24, 25};

static constexpr InputRule kInputs[] = {
    {0, "data", /*since=*/1, kIntegerTypes | kFloatTypes | kBoolType},
    {0, "data", /*since=*/13, kAllTypes | kBoolType}};

static constexpr AttributeRule kAttributes[] = {{"perm", AttributeProto::INTS}};

static constexpr Operator kOperators[] = {{"Transpose", kVersions, kInputs,
                                           kAttributes, /*numOutputs=*/1,
                                           importTranspose}};

ArrayRef<Operator> mlir::extrema::getTransposeOperators() { return kOperators; }
