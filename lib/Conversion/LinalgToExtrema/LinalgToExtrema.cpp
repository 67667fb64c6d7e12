//===- LinalgToExtrema.cpp - Linalg operations to arg_reduce --------------===//

#include "extrema/Conversion/LinalgToExtrema/LinalgToExtrema.h"

#include "ArgReduction.h"

#include "extrema/Conversion/Passes.h"
#include "extrema/Dialect/Extrema/IR/Extrema.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/IndexingUtils.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/PatternMatch.h"

namespace mlir::extrema {
#define GEN_PASS_DEF_RAISELINALGTOEXTREMA
#include "extrema/Conversion/Passes.h.inc"
} // namespace mlir::extrema

using namespace mlir;
using namespace mlir::extrema;

//===----------------------------------------------------------------------===//
// Parts of a region as operations of their own
//===----------------------------------------------------------------------===//

/// A `linalg.generic` over the loops of `op` that yields `value` of its body,
/// or what `finish` makes of it, into `init` of the type and map given. The
/// body of `value` may read the element of `op`'s init that `accumulator` is.
static Value
createPart(RewriterBase &rewriter, linalg::LinalgOp op, Value value, Value init,
           AffineMap map, ArrayRef<utils::IteratorType> iterators,
           Value accumulator,
           llvm::function_ref<Value(OpBuilder &, Location, Value)> finish) {
  BodySlice slice(op, value);
  SmallVector<OpOperand *> operands;
  SmallVector<Value> inputs;
  SmallVector<AffineMap> maps;
  auto setInputs = [&](bool all) {
    operands.clear();
    inputs.clear();
    maps.clear();
    for (OpOperand *operand : op.getDpsInputOperands()) {
      if (!all && !slice.values.contains(op.getMatchingBlockArgument(operand)))
        continue;
      operands.push_back(operand);
      inputs.push_back(operand->get());
      maps.push_back(op.getMatchingIndexingMap(operand));
    }
    maps.push_back(map);
  };
  setInputs(/*all=*/false);
  // One that is not read may be what says how long a loop is.
  if (!inversePermutation(concatAffineMaps(maps, op.getContext())))
    setInputs(/*all=*/true);
  auto buildBody = [&](OpBuilder &b, Location loc, ValueRange arguments) {
    IRMapping mapping;
    for (auto [operand, argument] : llvm::zip(operands, arguments))
      mapping.map(op.getMatchingBlockArgument(operand), argument);
    if (accumulator)
      mapping.map(accumulator, arguments.back());
    for (Operation *inner : slice.ops)
      b.clone(*inner, mapping);
    linalg::YieldOp::create(b, loc,
                            finish(b, loc, mapping.lookupOrDefault(value)));
  };
  return linalg::GenericOp::create(rewriter, op.getLoc(), init.getType(),
                                   inputs, init, maps, iterators, buildBody)
      .getResult(0);
}

/// The tensor of what the region compares, over all loops of `op`. An i1 comes
/// as an i8 of the same order.
static Value createElements(RewriterBase &rewriter,
                            const ArgReductionMatch &found) {
  linalg::LinalgOp op = found.op;
  Location loc = op.getLoc();
  Type elementType = found.element.getType();
  bool isTruth = elementType.isInteger(1);
  if (isTruth)
    elementType = rewriter.getI8Type();
  SmallVector<OpFoldResult> sizes = llvm::map_to_vector(
      cast<linalg::LinalgOp>(*op).createLoopRanges(rewriter, loc),
      [](const Range &range) { return range.size; });
  Value init = tensor::EmptyOp::create(rewriter, loc, sizes, elementType);
  SmallVector<utils::IteratorType> iterators(op.getNumLoops(),
                                             utils::IteratorType::parallel);
  return createPart(
      rewriter, op, found.element, init,
      rewriter.getMultiDimIdentityMap(op.getNumLoops()), iterators,
      /*accumulator=*/Value(), [&](OpBuilder &b, Location loc, Value value) {
        if (!isTruth)
          return value;
        if (isUnsignedKind(found.order.kind))
          return arith::ExtUIOp::create(b, loc, elementType, value).getResult();
        return arith::ExtSIOp::create(b, loc, elementType, value).getResult();
      });
}

/// The reduction of the value alone, as the region does it.
static Value createValueReduction(RewriterBase &rewriter,
                                  const ArgReductionMatch &found) {
  linalg::LinalgOp op = found.op;
  OpOperand *init = op.getDpsInitOperand(found.valueResult);
  Operation *yield = op.getBlock()->getTerminator();
  return createPart(rewriter, op, yield->getOperand(found.valueResult),
                    init->get(), op.getMatchingIndexingMap(init),
                    op.getIteratorTypesArray(),
                    op.getMatchingBlockArgument(init),
                    [](OpBuilder &, Location, Value value) { return value; });
}

//===----------------------------------------------------------------------===//
// Destinations
//===----------------------------------------------------------------------===//

namespace {
/// A destination of the region's, whose dimensions arg_reduce may have in
/// another order.
struct Destination {
  /// What the region starts from, and its loops in the order of its dimensions.
  Value init;
  SmallVector<int64_t> loops;

  Destination(linalg::LinalgOp op, unsigned result) {
    OpOperand *operand = op.getDpsInitOperand(result);
    init = operand->get();
    AffineMap map = op.getMatchingIndexingMap(operand);
    for (unsigned i = 0, e = map.getNumResults(); i < e; ++i)
      loops.push_back(map.getDimPosition(i));
  }

  /// The dimensions that `to` has, by their numbers in `from`.
  static SmallVector<int64_t> getPermutation(ArrayRef<int64_t> from,
                                             ArrayRef<int64_t> to) {
    return llvm::map_to_vector(to, [&](int64_t loop) {
      return static_cast<int64_t>(llvm::find(from, loop) - from.begin());
    });
  }

  static Value transpose(OpBuilder &b, Location loc, Value tensor,
                         ArrayRef<int64_t> permutation) {
    if (llvm::equal(permutation, llvm::seq<int64_t>(0, permutation.size())))
      return tensor;
    SmallVector<OpFoldResult> sizes =
        applyPermutation(tensor::getMixedSizes(b, loc, tensor), permutation);
    Value empty =
        tensor::EmptyOp::create(b, loc, sizes, getElementTypeOrSelf(tensor));
    return linalg::TransposeOp::create(b, loc, tensor, empty, permutation)
        ->getResult(0);
  }

  /// A tensor with the dimensions `order`: with the initial contents if
  /// `holdsState`, else with any.
  Value create(OpBuilder &b, Location loc, ArrayRef<int64_t> order,
               bool holdsState) const {
    SmallVector<int64_t> permutation = getPermutation(loops, order);
    if (holdsState)
      return transpose(b, loc, init, permutation);
    // What is filled to be overwritten need not be filled.
    if (loops == order)
      if (auto fill = init.getDefiningOp<linalg::FillOp>())
        return fill.getOutputs().front();
    SmallVector<OpFoldResult> sizes =
        applyPermutation(tensor::getMixedSizes(b, loc, init), permutation);
    return tensor::EmptyOp::create(b, loc, sizes, getElementTypeOrSelf(init));
  }

  /// `result`, with the dimensions `order`, as the region gives it.
  Value restore(OpBuilder &b, Location loc, ArrayRef<int64_t> order,
                Value result) const {
    result = transpose(b, loc, result, getPermutation(order, loops));
    if (result.getType() == init.getType())
      return result;
    return tensor::CastOp::create(b, loc, init.getType(), result);
  }
};
} // namespace

/// `tensor` with its integers cast to `type`: extended, signed or not, or
/// truncated.
static Value castElements(OpBuilder &b, Location loc, Value tensor, Type type,
                          bool isUnsigned) {
  if (getElementTypeOrSelf(tensor) == type)
    return tensor;
  Value init = tensor::EmptyOp::create(
      b, loc, tensor::getMixedSizes(b, loc, tensor), type);
  int64_t rank = cast<ShapedType>(tensor.getType()).getRank();
  SmallVector<AffineMap> maps(2, b.getMultiDimIdentityMap(rank));
  SmallVector<utils::IteratorType> iterators(rank,
                                             utils::IteratorType::parallel);
  return linalg::GenericOp::create(
             b, loc, init.getType(), tensor, init, maps, iterators,
             [&](OpBuilder &b, Location loc, ValueRange arguments) {
               Value element = arguments.front(), cast;
               if (type.isInteger(1))
                 cast = arith::TruncIOp::create(b, loc, type, element);
               else if (isUnsigned)
                 cast = arith::ExtUIOp::create(b, loc, type, element);
               else
                 cast = arith::ExtSIOp::create(b, loc, type, element);
               linalg::YieldOp::create(b, loc, cast);
             })
      .getResult(0);
}

//===----------------------------------------------------------------------===//
// Raising
//===----------------------------------------------------------------------===//

/// The operand of `op` that holds the elements as they are, all of them once,
/// or null.
static OpOperand *getElementOperand(const ArgReductionMatch &found) {
  linalg::LinalgOp op = found.op;
  auto argument = dyn_cast<BlockArgument>(found.element);
  if (!argument || argument.getOwner() != op.getBlock() ||
      argument.getType().isInteger(1))
    return nullptr;
  OpOperand *operand = op.getMatchingOpOperand(argument);
  return op.getMatchingIndexingMap(operand).isPermutation() ? operand : nullptr;
}

static void raise(RewriterBase &rewriter, const ArgReductionMatch &found) {
  linalg::LinalgOp op = found.op;
  Location loc = op.getLoc();
  rewriter.setInsertionPoint(op);

  Value input;
  AffineMap map;
  if (OpOperand *operand = getElementOperand(found)) {
    input = operand->get();
    map = op.getMatchingIndexingMap(operand);
  } else {
    input = createElements(rewriter, found);
    map = rewriter.getMultiDimIdentityMap(op.getNumLoops());
  }
  int64_t dimension = 0;
  SmallVector<int64_t> order;
  for (unsigned d = 0, e = map.getNumResults(); d < e; ++d) {
    if (map.getDimPosition(d) == found.loop)
      dimension = d;
    else
      order.push_back(map.getDimPosition(d));
  }

  bool accumulates = !found.order.initialPairIsNeutral;
  bool takesValue = found.usesValue && !found.order.valueDeviates;
  bool isUnsigned = isUnsignedKind(found.order.kind);
  Destination valueDestination(op, found.valueResult);
  Destination indexDestination(op, found.indexResult);
  Type elementType = getElementTypeOrSelf(input);
  Value values, indices;
  if (accumulates || takesValue) {
    values = valueDestination.create(rewriter, loc, order, accumulates);
    if (accumulates)
      values = castElements(rewriter, loc, values, elementType, isUnsigned);
    else if (getElementTypeOrSelf(values) != elementType)
      values = tensor::EmptyOp::create(
          rewriter, loc, tensor::getMixedSizes(rewriter, loc, values),
          elementType);
  }
  if (accumulates || found.usesIndex)
    indices = indexDestination.create(rewriter, loc, order, accumulates);

  SmallVector<Type> types;
  for (Value destination : {values, indices})
    if (destination)
      types.push_back(destination.getType());
  auto reduction = ArgReduceOp::create(
      rewriter, loc, types, found.order.kind, dimension,
      /*select_last=*/found.order.tie == Tie::Last, accumulates, input,
      /*input_indices=*/Value(), /*index_base=*/Value(), values, indices);

  SmallVector<Value> results(2);
  if (takesValue) {
    Value result = castElements(rewriter, loc, reduction.getValuesResult(),
                                found.element.getType(), isUnsigned);
    results[found.valueResult] =
        valueDestination.restore(rewriter, loc, order, result);
  } else if (found.usesValue) {
    results[found.valueResult] = createValueReduction(rewriter, found);
  }
  if (found.usesIndex)
    results[found.indexResult] = indexDestination.restore(
        rewriter, loc, order, reduction.getIndicesResult());
  for (auto [old, result] : llvm::zip(op->getResults(), results))
    if (result)
      rewriter.replaceAllUsesWith(old, result);
  rewriter.eraseOp(op);
}

LogicalResult mlir::extrema::raiseToArgReduce(RewriterBase &rewriter,
                                              linalg::LinalgOp op,
                                              NanPolicy policy,
                                              std::string &reason) {
  FailureOr<ArgReductionMatch> found = matchArgReduction(op, policy, reason);
  if (failed(found))
    return failure();
  raise(rewriter, *found);
  return success();
}

//===----------------------------------------------------------------------===//
// Pass
//===----------------------------------------------------------------------===//

namespace {
struct RaiseLinalgToExtrema
    : extrema::impl::RaiseLinalgToExtremaBase<RaiseLinalgToExtrema> {
  using RaiseLinalgToExtremaBase::RaiseLinalgToExtremaBase;

  void runOnOperation() override {
    SmallVector<linalg::LinalgOp> ops;
    getOperation()->walk([&](linalg::LinalgOp op) { ops.push_back(op); });
    IRRewriter rewriter(&getContext());
    for (linalg::LinalgOp op : ops) {
      std::string reason;
      if (failed(raiseToArgReduce(rewriter, op, nan, reason)) &&
          !reason.empty())
        op.emitRemark("is not raised to extrema.arg_reduce: ") << reason;
    }
  }
};
} // namespace
