//===- BufferizableOpInterfaceImpl.cpp - Bufferization models -------------===//

#include "extrema/Dialect/Extrema/Transforms/BufferizableOpInterfaceImpl.h"

#include "extrema/Dialect/Extrema/IR/Extrema.h"

#include "mlir/Dialect/Bufferization/IR/BufferizableOpInterface.h"
#include "mlir/Dialect/Bufferization/IR/DstBufferizableOpInterfaceImpl.h"
#include "mlir/Dialect/Utils/StructuredOpsUtils.h"

using namespace mlir;
using namespace mlir::bufferization;

namespace {
template <typename OpTy>
struct StructuredOpModel
    : public DstBufferizableOpInterfaceExternalModel<StructuredOpModel<OpTy>,
                                                     OpTy> {
  bool bufferizesToMemoryRead(Operation *op, OpOperand &operand,
                              const AnalysisState &) const {
    auto structuredOp = cast<OpTy>(op);
    if (!structuredOp.isDpsInit(&operand))
      return true;
    if constexpr (std::is_same_v<OpTy, extrema::IdentityOp>)
      return false;
    else
      return structuredOp.getAccumulate();
  }

  LogicalResult bufferize(Operation *op, RewriterBase &rewriter,
                          const BufferizationOptions &options,
                          BufferizationState &state) const {
    auto structuredOp = cast<OpTy>(op);
    if (structuredOp.hasPureBufferSemantics())
      return success();
    SmallVector<Value> operands;
    for (Value operand : op->getOperands()) {
      if (!isa<TensorType>(operand.getType())) {
        operands.push_back(operand);
        continue;
      }
      FailureOr<Value> buffer = getBuffer(rewriter, operand, options, state);
      if (failed(buffer))
        return failure();
      operands.push_back(*buffer);
    }
    rewriter.setInsertionPoint(op);
    auto onBuffers =
        cast<OpTy>(clone(rewriter, op, /*newResultTypes=*/{}, operands));
    replaceOpWithBufferizedValues(rewriter, op,
                                  llvm::to_vector<2>(onBuffers.getDpsInits()));
    return success();
  }
};
} // namespace

void extrema::registerBufferizableOpInterfaceExternalModels(
    DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, ExtremaDialect *) {
    ArgReduceOp::attachInterface<StructuredOpModel<ArgReduceOp>>(*context);
    TopKReduceOp::attachInterface<StructuredOpModel<TopKReduceOp>>(*context);
    IdentityOp::attachInterface<StructuredOpModel<IdentityOp>>(*context);
  });
}
