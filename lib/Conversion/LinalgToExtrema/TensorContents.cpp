//===- TensorContents.cpp - What elements of a tensor are known -----------===//

#include "TensorContents.h"

#include "extrema/Dialect/Extrema/IR/Order.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace mlir::extrema;

/// A constant of more elements is not looked through.
static constexpr int64_t kMaxElements = 1 << 20;

/// Nor are more operations that make one tensor out of another. (In a module's
/// body they could even go around in a circle.)
static constexpr unsigned kMaxSteps = 64;

/// The operation that computes `tensor` element by element, each on its own,
/// and the value that it yields for it.
static linalg::LinalgOp getElementwiseProducer(Value tensor, Value &yielded) {
  auto op = tensor.getDefiningOp<linalg::LinalgOp>();
  if (!op || !op.hasPureTensorSemantics() ||
      op.getNumParallelLoops() != op.getNumLoops())
    return {};
  auto result = cast<OpResult>(tensor);
  OpOperand *init = op.getDpsInitOperand(result.getResultNumber());
  if (!op.getMatchingIndexingMap(init).isPermutation())
    return {};
  yielded =
      op.getBlock()->getTerminator()->getOperand(result.getResultNumber());
  return op;
}

/// The operand whose element `scalar` is in the body of `op`, or null.
static OpOperand *getOperandOf(Value scalar, linalg::LinalgOp op) {
  auto argument = dyn_cast<BlockArgument>(scalar);
  if (!argument || argument.getOwner() != op.getBlock())
    return nullptr;
  return op.getMatchingOpOperand(argument);
}

/// What `op` yields for each element.
static Value getYielded(tensor::GenerateOp op) {
  return cast<tensor::YieldOp>(op.getBody().front().getTerminator()).getValue();
}

/// The tensor that `tensor` is another shape or part of.
static Value getReshapedSource(Value tensor) {
  Operation *op = tensor.getDefiningOp();
  if (isa_and_nonnull<tensor::CastOp, tensor::ExpandShapeOp,
                      tensor::CollapseShapeOp, tensor::ExtractSliceOp>(op))
    return op->getOperand(0);
  return {};
}

static Attribute getUniformElement(Value tensor, unsigned steps) {
  if (steps == 0)
    return {};
  if (Value source = getReshapedSource(tensor))
    return getUniformElement(source, steps - 1);
  DenseElementsAttr elements;
  if (matchPattern(tensor, m_Constant(&elements)))
    return elements.isSplat() ? elements.getSplatValue<Attribute>()
                              : Attribute();
  if (auto splat = tensor.getDefiningOp<tensor::SplatOp>()) {
    Attribute element;
    matchPattern(splat.getInput(), m_Constant(&element));
    return element;
  }
  Value yielded;
  if (auto generate = tensor.getDefiningOp<tensor::GenerateOp>()) {
    yielded = getYielded(generate);
  } else {
    linalg::LinalgOp op = getElementwiseProducer(tensor, yielded);
    if (!op)
      return {};
    if (OpOperand *operand = getOperandOf(yielded, op)) {
      if (op.isDpsInput(operand) && isa<TensorType>(operand->get().getType()))
        return getUniformElement(operand->get(), steps - 1);
      yielded = operand->get();
    }
  }
  Attribute element;
  matchPattern(yielded, m_Constant(&element));
  return isa_and_nonnull<FloatAttr, IntegerAttr>(element) ? element
                                                          : Attribute();
}

Attribute mlir::extrema::getUniformElement(Value tensor) {
  return ::getUniformElement(tensor, kMaxSteps);
}

//===----------------------------------------------------------------------===//
// Positions
//===----------------------------------------------------------------------===//

/// The dimension along which each element of `elements` is its own position.
static std::optional<unsigned>
getNumberedDimension(DenseIntElementsAttr elements) {
  ShapedType type = elements.getType();
  if (type.getNumElements() > kMaxElements)
    return std::nullopt;
  int64_t stride = 1;
  for (unsigned d = type.getRank(); d-- > 0;) {
    int64_t extent = type.getDimSize(d), position = 0;
    bool isNumbered = llvm::all_of(elements, [&](const APInt &element) {
      return element == static_cast<uint64_t>(position++ / stride % extent);
    });
    if (isNumbered)
      return d;
    stride *= extent;
  }
  return std::nullopt;
}

/// The only dimension among `group` of `type` that may have other than one
/// element; -1 if there is none, nothing if there are several.
static std::optional<int64_t> getLongDimension(RankedTensorType type,
                                               ArrayRef<int64_t> group) {
  int64_t found = -1;
  for (int64_t dimension : group) {
    if (type.getDimSize(dimension) == 1)
      continue;
    if (found >= 0)
      return std::nullopt;
    found = dimension;
  }
  return found;
}

/// `coordinates` of an element of the tensor that `op` gives, as those of its
/// source, if the two shapes differ by dimensions of one element only.
template <typename ReshapeOp>
static AffineMap getSourceCoordinates(ReshapeOp op, AffineMap coordinates) {
  constexpr bool isExpansion = std::is_same_v<ReshapeOp, tensor::ExpandShapeOp>;
  auto longer = cast<RankedTensorType>(isExpansion ? Type(op.getResultType())
                                                   : Type(op.getSrcType()));
  AffineExpr zero = getAffineConstantExpr(0, op.getContext());
  SmallVector<AffineExpr> results(op.getSrcType().getRank(), zero);
  for (auto [number, group] : llvm::enumerate(op.getReassociationIndices())) {
    std::optional<int64_t> dimension = getLongDimension(longer, group);
    if (!dimension)
      return {};
    if (*dimension < 0)
      continue;
    if (isExpansion)
      results[number] = coordinates.getResult(*dimension);
    else
      results[*dimension] = coordinates.getResult(number);
  }
  return AffineMap::get(coordinates.getNumDims(), 0, results, op.getContext());
}

/// `scalar` as an expression of the positions that `getLeaf` knows, through
/// casts.
static AffineExpr
getPositionExpr(Value scalar, Type &narrowest, unsigned steps,
                llvm::function_ref<AffineExpr(Value)> getLeaf) {
  for (; steps > 0 && scalar.getType().isIntOrIndex(); --steps) {
    if (getLargestExtent(scalar.getType()) < getLargestExtent(narrowest))
      narrowest = scalar.getType();
    if (AffineExpr leaf = getLeaf(scalar))
      return leaf;
    Operation *definingOp = scalar.getDefiningOp();
    if (!isa_and_nonnull<arith::IndexCastOp, arith::IndexCastUIOp,
                         arith::ExtSIOp, arith::ExtUIOp, arith::TruncIOp>(
            definingOp))
      return {};
    scalar = definingOp->getOperand(0);
  }
  return {};
}

static AffineExpr getPositionExpr(Value scalar, linalg::LinalgOp op,
                                  Type &narrowest, unsigned steps);

/// The element of `tensor` at `coordinates`, which are over the loops of an
/// operation, as an expression of these loops.
static AffineExpr getPositionOfElement(Value tensor, AffineMap coordinates,
                                       Type &narrowest, unsigned steps) {
  if (steps == 0 || !coordinates)
    return {};
  if (auto cast = tensor.getDefiningOp<tensor::CastOp>())
    return getPositionOfElement(cast.getSource(), coordinates, narrowest,
                                steps - 1);
  if (auto expand = tensor.getDefiningOp<tensor::ExpandShapeOp>())
    return getPositionOfElement(expand.getSrc(),
                                getSourceCoordinates(expand, coordinates),
                                narrowest, steps - 1);
  if (auto collapse = tensor.getDefiningOp<tensor::CollapseShapeOp>())
    return getPositionOfElement(collapse.getSrc(),
                                getSourceCoordinates(collapse, coordinates),
                                narrowest, steps - 1);
  DenseIntElementsAttr elements;
  if (matchPattern(tensor, m_Constant(&elements))) {
    std::optional<unsigned> dimension = getNumberedDimension(elements);
    return dimension ? coordinates.getResult(*dimension) : AffineExpr();
  }
  if (auto generate = tensor.getDefiningOp<tensor::GenerateOp>())
    return getPositionExpr(
        getYielded(generate), narrowest, steps, [&](Value value) {
          auto argument = dyn_cast<BlockArgument>(value);
          return argument && argument.getOwner() == &generate.getBody().front()
                     ? coordinates.getResult(argument.getArgNumber())
                     : AffineExpr();
        });
  Value yielded;
  linalg::LinalgOp op = getElementwiseProducer(tensor, yielded);
  if (!op)
    return {};
  AffineExpr expr = getPositionExpr(yielded, op, narrowest, steps);
  if (!expr)
    return {};
  OpOperand *init =
      op.getDpsInitOperand(cast<OpResult>(tensor).getResultNumber());
  AffineMap loops = inversePermutation(op.getMatchingIndexingMap(init));
  return AffineMap::get(op.getNumLoops(), 0, expr)
      .compose(loops.compose(coordinates))
      .getResult(0);
}

static AffineExpr getPositionExpr(Value scalar, linalg::LinalgOp op,
                                  Type &narrowest, unsigned steps) {
  return getPositionExpr(
      scalar, narrowest, steps, [&](Value value) -> AffineExpr {
        if (auto index = value.getDefiningOp<linalg::IndexOp>())
          return getAffineDimExpr(index.getDim(), index.getContext());
        OpOperand *operand = getOperandOf(value, op);
        if (!operand || !op.isDpsInput(operand) ||
            !isa<TensorType>(operand->get().getType()))
          return {};
        return getPositionOfElement(operand->get(),
                                    op.getMatchingIndexingMap(operand),
                                    narrowest, steps - 1);
      });
}

AffineExpr mlir::extrema::getPositionExpr(Value scalar, linalg::LinalgOp op,
                                          Type &narrowest) {
  return ::getPositionExpr(scalar, op, narrowest, kMaxSteps);
}
