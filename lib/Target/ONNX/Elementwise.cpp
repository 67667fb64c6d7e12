//===- Elementwise.cpp - Operations on each element -------------*- C++ -*-===//

#include "Elementwise.h"

#include "Sizes.h"
#include "SmallTensors.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mlir::extrema;

Value mlir::extrema::castSignedness(OpBuilder &builder, Location loc,
                                    Value scalar, Type to) {
  if (scalar.getType() == to)
    return scalar;
  return UnrealizedConversionCastOp::create(builder, loc, to, scalar)
      .getResult(0);
}

static Type getSignless(Type type) {
  if (auto integer = dyn_cast<IntegerType>(type))
    return IntegerType::get(type.getContext(), integer.getWidth());
  return type;
}

Value mlir::extrema::buildSignless(OpBuilder &builder, Location loc,
                                   ValueRange scalars, Type elementType,
                                   BuildScalar buildScalar) {
  SmallVector<Value> signless;
  for (Value scalar : scalars)
    signless.push_back(
        castSignedness(builder, loc, scalar, getSignless(scalar.getType())));
  return castSignedness(builder, loc, buildScalar(builder, loc, signless),
                        elementType);
}

FailureOr<Type> mlir::extrema::getSharedType(NodeImporter &node,
                                             unsigned first) {
  Type type = node.getInputType(first).getElementType();
  for (unsigned position = first + 1; position < node.getNumInputs();
       ++position)
    if (Type other = node.getInputType(position).getElementType();
        other != type)
      return node.emitError() << "the inputs have different element types: "
                              << getElementTypeName(type) << " and "
                              << getElementTypeName(other);
  return type;
}

//===----------------------------------------------------------------------===//
// Shapes
//===----------------------------------------------------------------------===//

/// Appends to `unknown` the dimensions of `input` that have to have the size
/// that `shape` has there, which only the program knows. Returns false if
/// `input` cannot broadcast to `shape`.
static bool fits(NodeImporter &node, Value input, Value shape,
                 SmallVectorImpl<int64_t> &unknown) {
  auto from = cast<RankedTensorType>(input.getType());
  auto to = cast<RankedTensorType>(shape.getType());
  int64_t lacking = to.getRank() - from.getRank();
  if (lacking < 0)
    return false;
  for (int64_t dimension = 0; dimension < from.getRank(); ++dimension) {
    int64_t size = from.getDimSize(dimension);
    int64_t target = to.getDimSize(lacking + dimension);
    if (size == 1)
      continue;
    bool isOpen = ShapedType::isDynamic(size) || ShapedType::isDynamic(target);
    if (!isOpen && size != target)
      return false;
    if (isOpen && node.getSize(input, dimension) !=
                      node.getSize(shape, lacking + dimension))
      unknown.push_back(dimension);
  }
  return true;
}

namespace {
/// What the inputs are broadcast to.
struct Target {
  /// One of the inputs, null if none can have the shape.
  Value shape;
  /// The dimensions of each input for which it is not known beforehand.
  SmallVector<SmallVector<int64_t>> unknown;

  int64_t countUnknown() const {
    int64_t count = 0;
    for (ArrayRef<int64_t> dimensions : unknown)
      count += dimensions.size();
    return count;
  }
};
} // namespace

/// The input of which the result has the shape: that of which most is known.
static Target findTarget(NodeImporter &node, ArrayRef<Value> inputs) {
  Target best;
  for (Value shape : inputs) {
    Target target{shape, {}};
    if (llvm::all_of(inputs, [&](Value input) {
          return fits(node, input, shape, target.unknown.emplace_back());
        }))
      if (!best.shape || target.countUnknown() < best.countUnknown())
        best = std::move(target);
  }
  return best;
}

/// An i1: true if the inputs broadcast to the target.
static Value buildBroadcasts(NodeImporter &node, const Target &target,
                             ArrayRef<Value> inputs) {
  SizeBuilder builder(node);
  Value holds = builder.truth(true);
  SmallVector<Value> wanted = node.getSizes(target.shape);
  for (auto [input, unknown] : llvm::zip_equal(inputs, target.unknown)) {
    SmallVector<Value> sizes = node.getSizes(input);
    size_t lacking = wanted.size() - sizes.size();
    for (int64_t dimension : unknown)
      holds = builder.both(
          holds, builder.equals(sizes[dimension], wanted[lacking + dimension]));
  }
  return holds;
}

/// The front of `tensor` that has at most the sizes `limits`, which may have
/// leading dimensions more. Sizes that are known to be 1 stay.
static Value buildFront(NodeImporter &node, Value tensor,
                        ArrayRef<Value> limits) {
  OpBuilder &builder = node.getBuilder();
  SizeBuilder arithmetic(node);
  SmallVector<Value> sizes = node.getSizes(tensor);
  for (auto [size, limit] :
       llvm::zip_equal(sizes, limits.take_back(sizes.size())))
    if (getConstantInt(size) != 1 && size != limit)
      size = arithmetic.build<arith::MinSIOp>(size, limit);
  Type elementType = getElementTypeOrSelf(tensor.getType());
  SmallVector<OpFoldResult> zeros(sizes.size(), builder.getIndexAttr(0));
  SmallVector<OpFoldResult> ones(sizes.size(), builder.getIndexAttr(1));
  return tensor::ExtractSliceOp::create(
      builder, node.getLoc(), getTypeOfSizes(elementType, sizes), tensor, zeros,
      arithmetic.toMixed(sizes), ones);
}

//===----------------------------------------------------------------------===//
// Elements
//===----------------------------------------------------------------------===//

/// The element that a result of at most one dimension has at `index`.
static Value getBroadcastElement(ArrayRef<Value> elements, int64_t index) {
  return elements.size() == 1 ? elements[0] : elements[index];
}

Value mlir::extrema::buildGeneric(NodeImporter &node, ArrayRef<Value> inputs,
                                  ArrayRef<OpFoldResult> sizes,
                                  Type elementType, BuildScalar buildScalar) {
  OpBuilder &builder = node.getBuilder();
  Location loc = node.getLoc();
  int64_t rank = sizes.size();
  SmallVector<AffineMap> maps;
  for (Value input : inputs) {
    auto type = cast<RankedTensorType>(input.getType());
    int64_t lacking = rank - type.getRank();
    SmallVector<AffineExpr> exprs;
    for (auto [dimension, size] : llvm::enumerate(type.getShape()))
      exprs.push_back(
          size == 1 && getConstantIntValue(sizes[lacking + dimension]) != 1
              ? builder.getAffineConstantExpr(0)
              : builder.getAffineDimExpr(lacking + dimension));
    maps.push_back(AffineMap::get(rank, 0, exprs, builder.getContext()));
  }
  maps.push_back(builder.getMultiDimIdentityMap(rank));
  Value empty = tensor::EmptyOp::create(builder, loc, sizes, elementType);
  SmallVector<utils::IteratorType> iterators(rank,
                                             utils::IteratorType::parallel);
  return linalg::GenericOp::create(
             builder, loc, empty.getType(), inputs, empty, maps, iterators,
             [&](OpBuilder &builder, Location loc, ValueRange scalars) {
               linalg::YieldOp::create(builder, loc,
                                       buildSignless(builder, loc,
                                                     scalars.drop_back(),
                                                     elementType, buildScalar));
             })
      .getResult(0);
}

/// The result as its elements, where all inputs are taken apart.
static Value buildFromScalars(NodeImporter &node, ArrayRef<Value> inputs,
                              RankedTensorType type, BuildScalar buildScalar) {
  OpBuilder &builder = node.getBuilder();
  Location loc = node.getLoc();
  SmallVector<SmallVector<Value>> elements;
  for (Value input : inputs)
    elements.push_back(getElements(builder, loc, input));
  SmallVector<Value> results;
  for (int64_t index = 0; index < type.getNumElements(); ++index) {
    SmallVector<Value> scalars;
    for (ArrayRef<Value> input : elements)
      scalars.push_back(getBroadcastElement(input, index));
    results.push_back(buildSignless(builder, loc, scalars,
                                    type.getElementType(), buildScalar));
  }
  return buildFromElements(builder, loc, type, results);
}

FailureOr<Value> mlir::extrema::buildElementwise(NodeImporter &node,
                                                 Type elementType,
                                                 BuildScalar buildScalar) {
  OpBuilder &builder = node.getBuilder();
  SmallVector<Value> inputs;
  for (unsigned position = 0; position < node.getNumInputs(); ++position)
    inputs.push_back(node.getInput(position));
  Target target = findTarget(node, inputs);
  if (!target.shape) {
    InFlightDiagnostic error =
        node.emitError() << "one of the inputs must have the shape of the "
                            "result, and the others broadcast to it, but they "
                            "are ";
    llvm::interleaveComma(TypeRange(inputs), error);
    return error;
  }
  auto type = RankedTensorType::get(
      cast<RankedTensorType>(target.shape.getType()).getShape(), elementType);
  if (isSmallVector(type) && llvm::all_of(inputs, hasKnownElements))
    return buildFromScalars(node, inputs, type, buildScalar);

  SmallVector<Value> sizes = node.getSizes(target.shape);
  Value holds = buildBroadcasts(node, target, inputs);
  if (failed(node.require(
          holds, "sizes that only the inputs tell must be equal: a 1 is "
                 "broadcast only where the model has it")))
    return failure();
  if (getConstantInt(holds)) {
    Value result = buildGeneric(
        node, inputs,
        tensor::getMixedSizes(builder, node.getLoc(), target.shape),
        elementType, buildScalar);
    node.setSizes(result, sizes);
    return result;
  }
  SizeBuilder arithmetic(node);
  sizes = makeSafeSizes(arithmetic, holds, sizes);
  for (Value &input : inputs)
    input = buildFront(node, input, sizes);
  Value result = buildGeneric(node, inputs, arithmetic.toMixed(sizes),
                              elementType, buildScalar);
  node.setSizes(result, sizes);
  return result;
}
