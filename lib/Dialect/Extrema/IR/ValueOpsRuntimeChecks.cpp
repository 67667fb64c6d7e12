//===- ValueOpsRuntimeChecks.cpp - What only the run can tell -------------===//
//
// The conditions that the verifier cannot decide, as IR. One list serves both
// forms: upstream's generate-runtime-verification (cf.assert) through the
// interface below, and extrema-insert-checks.
//
//===----------------------------------------------------------------------===//

#include "extrema/Dialect/Extrema/IR/Extrema.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "llvm/ADT/Twine.h"

using namespace mlir;
using namespace mlir::extrema;

using arith::CmpIPredicate;

namespace {
/// Builds the checks of one operation.
template <typename OpTy> struct CheckBuilder {
  CheckBuilder(OpTy op, OpBuilder &builder, Location loc)
      : op(op), builder(builder), loc(loc), axis(*op.getAxisFromFront()) {}

  Value constant(int64_t value) {
    return arith::ConstantIndexOp::create(builder, loc, value);
  }

  Value compare(CmpIPredicate predicate, Value lhs, Value rhs) {
    return builder.createOrFold<arith::CmpIOp>(loc, predicate, lhs, rhs);
  }

  /// The input's extent along `dimension` as a value.
  Value getSize(int64_t dimension) {
    return builder.createOrFold<tensor::DimOp>(loc, op.getInput(), dimension);
  }

  std::string dimensionName(int64_t dimension) {
    return ("dimension " + Twine(dimension)).str();
  }

  bool hasDynamicExtent() {
    return ShapedType::isDynamic(op.getStaticExtent());
  }

  /// The axis must have elements.
  void checkNotEmpty() {
    if (!hasDynamicExtent())
      return;
    Value extent = getSize(axis);
    checks.push_back({compare(CmpIPredicate::ne, extent, constant(0)),
                      "the axis must not be empty",
                      dimensionName(axis) + " of the input has no elements",
                      {}});
  }

  /// The index type must be able to number every position.
  void checkIndexType() {
    Type indexType = op.getIndicesType().getElementType();
    int64_t largest = getLargestExtent(indexType);
    if (!hasDynamicExtent() || largest == std::numeric_limits<int64_t>::max())
      return;
    Value extent = getSize(axis);
    std::string typeName;
    llvm::raw_string_ostream(typeName) << indexType;
    checks.push_back(
        {compare(CmpIPredicate::ule, extent, constant(largest)),
         "the index type " + typeName + " must be able to number the axis",
         dimensionName(axis) + " of the input has {0} elements, " + typeName +
             " numbers " + std::to_string(largest),
         {extent}});
  }

  /// The extent that the results state for one of their dimensions: a static
  /// one if any of them has it (the verifier has seen that they agree).
  int64_t getStatedSize(int64_t position) {
    for (Type type : op->getResultTypes()) {
      auto resultType = cast<ShapedType>(type);
      if (resultType.hasRank() && !resultType.isDynamicDim(position))
        return resultType.getDimSize(position);
    }
    return ShapedType::kDynamic;
  }

  /// Where a result states an extent that the input leaves open, the two must
  /// agree. The axis is not looked at.
  void checkStatedShape(bool resultHasAxis) {
    ShapedType inputType = op.getInputType();
    for (int64_t dimension = 0, position = 0, rank = inputType.getRank();
         dimension < rank; ++dimension) {
      if (dimension == axis) {
        position += resultHasAxis;
        continue;
      }
      int64_t stated = getStatedSize(position++);
      if (!inputType.isDynamicDim(dimension) || ShapedType::isDynamic(stated))
        continue;
      Value size = getSize(dimension);
      checks.push_back({compare(CmpIPredicate::eq, size, constant(stated)),
                        "the input must have the shape that the result states",
                        dimensionName(dimension) +
                            " of the input has {0} elements, the result " +
                            std::to_string(stated),
                        {size},
                        /*guardsResultShape=*/true});
    }
  }

  OpTy op;
  OpBuilder &builder;
  Location loc;
  int64_t axis;
  SmallVector<RuntimeCheck> checks;
};
} // namespace

template <typename OpTy>
static SmallVector<RuntimeCheck> buildArgChecks(OpTy op, OpBuilder &builder,
                                                Location loc) {
  if (!op.getInputType().hasRank())
    return {};
  CheckBuilder<OpTy> checks(op, builder, loc);
  checks.checkNotEmpty();
  checks.checkIndexType();
  checks.checkStatedShape(/*resultHasAxis=*/op.getKeepdims());
  return std::move(checks.checks);
}

SmallVector<RuntimeCheck> ArgMinOp::buildRuntimeChecks(OpBuilder &builder,
                                                       Location loc) {
  return buildArgChecks(*this, builder, loc);
}

SmallVector<RuntimeCheck> ArgMaxOp::buildRuntimeChecks(OpBuilder &builder,
                                                       Location loc) {
  return buildArgChecks(*this, builder, loc);
}

SmallVector<RuntimeCheck> TopKOp::buildRuntimeChecks(OpBuilder &builder,
                                                     Location loc) {
  if (!getInputType().hasRank())
    return {};
  CheckBuilder<TopKOp> checks(*this, builder, loc);

  Value k = getDynamicK();
  if (!k)
    k = checks.constant(getStaticKAttr().getInt());
  else if (!k.getType().isIndex())
    k = builder.createOrFold<arith::IndexCastOp>(loc, builder.getIndexType(),
                                                 k);

  if (getDynamicK() || checks.hasDynamicExtent()) {
    // One unsigned comparison: a negative k is above every extent.
    Value extent = checks.getSize(checks.axis);
    checks.checks.push_back(
        {checks.compare(CmpIPredicate::ule, k, extent),
         "k must not be negative nor exceed the number of elements",
         "k is {0}, " + checks.dimensionName(checks.axis) +
             " of the input has {1} elements",
         {k, extent}});
  }
  int64_t stated = checks.getStatedSize(checks.axis);
  if (getDynamicK() && ShapedType::isStatic(stated))
    checks.checks.push_back(
        {checks.compare(CmpIPredicate::eq, k, checks.constant(stated)),
         "k must be what the result states",
         "k is {0}, the result has " + std::to_string(stated) + " elements",
         {k}});
  checks.checkIndexType();
  checks.checkStatedShape(/*resultHasAxis=*/true);
  return std::move(checks.checks);
}

//===----------------------------------------------------------------------===//
// RuntimeVerifiableOpInterface
//===----------------------------------------------------------------------===//

/// An assertion can show no values: it says the rule alone.
template <typename OpTy>
static void buildAssertions(
    OpTy op, OpBuilder &builder, Location loc,
    function_ref<std::string(Operation *, StringRef)> generateErrorMessage) {
  for (const RuntimeCheck &check : op.buildRuntimeChecks(builder, loc))
    cf::AssertOp::create(builder, loc, check.holds,
                         generateErrorMessage(op, check.rule));
}

void ArgMinOp::generateRuntimeVerification(
    OpBuilder &builder, Location loc,
    function_ref<std::string(Operation *, StringRef)> generateErrorMessage) {
  buildAssertions(*this, builder, loc, generateErrorMessage);
}

void ArgMaxOp::generateRuntimeVerification(
    OpBuilder &builder, Location loc,
    function_ref<std::string(Operation *, StringRef)> generateErrorMessage) {
  buildAssertions(*this, builder, loc, generateErrorMessage);
}

void TopKOp::generateRuntimeVerification(
    OpBuilder &builder, Location loc,
    function_ref<std::string(Operation *, StringRef)> generateErrorMessage) {
  buildAssertions(*this, builder, loc, generateErrorMessage);
}
