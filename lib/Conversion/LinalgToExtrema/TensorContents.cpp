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
  linalg::LinalgOp op = getElementwiseProducer(tensor, yielded);
  if (!op)
    return {};
  if (OpOperand *operand = getOperandOf(yielded, op)) {
    if (op.isDpsInput(operand) && isa<TensorType>(operand->get().getType()))
      return getUniformElement(operand->get(), steps - 1);
    yielded = operand->get();
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

static AffineExpr getPositionExpr(Value scalar, linalg::LinalgOp op,
                                  Type &narrowest, unsigned steps);

/// The element of `tensor` at `coordinates`, which are over the loops of an
/// operation, as an expression of these loops.
static AffineExpr getPositionOfElement(Value tensor, AffineMap coordinates,
                                       Type &narrowest, unsigned steps) {
  if (auto cast = tensor.getDefiningOp<tensor::CastOp>())
    return steps == 0 ? AffineExpr()
                      : getPositionOfElement(cast.getSource(), coordinates,
                                             narrowest, steps - 1);
  DenseIntElementsAttr elements;
  if (matchPattern(tensor, m_Constant(&elements))) {
    std::optional<unsigned> dimension = getNumberedDimension(elements);
    return dimension ? coordinates.getResult(*dimension) : AffineExpr();
  }
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
  if (steps == 0 || !scalar.getType().isIntOrIndex())
    return {};
  if (getLargestExtent(scalar.getType()) < getLargestExtent(narrowest))
    narrowest = scalar.getType();
  if (OpOperand *operand = getOperandOf(scalar, op)) {
    if (!op.isDpsInput(operand) || !isa<TensorType>(operand->get().getType()))
      return {};
    return getPositionOfElement(operand->get(),
                                op.getMatchingIndexingMap(operand), narrowest,
                                steps - 1);
  }
  Operation *definingOp = scalar.getDefiningOp();
  if (auto index = dyn_cast_or_null<linalg::IndexOp>(definingOp))
    return getAffineDimExpr(index.getDim(), index.getContext());
  if (isa_and_nonnull<arith::IndexCastOp, arith::IndexCastUIOp, arith::ExtSIOp,
                      arith::ExtUIOp, arith::TruncIOp>(definingOp))
    return getPositionExpr(definingOp->getOperand(0), op, narrowest, steps - 1);
  return {};
}

AffineExpr mlir::extrema::getPositionExpr(Value scalar, linalg::LinalgOp op,
                                          Type &narrowest) {
  return ::getPositionExpr(scalar, op, narrowest, kMaxSteps);
}
