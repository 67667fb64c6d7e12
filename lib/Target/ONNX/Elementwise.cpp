//===- Elementwise.cpp - Operations on each element -------------*- C++ -*-===//

#include "Elementwise.h"

#include "NodeImporter.h"
#include "SmallTensors.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mlir::extrema;

/// The scalar with the type `to`, of which only the signedness may differ. The
/// cast goes when the pipeline strips signedness.
static Value castSignedness(OpBuilder &builder, Location loc, Value scalar,
                            Type to) {
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

/// Calls `buildScalar` with and for scalars of any signedness.
static Value buildSignless(OpBuilder &builder, Location loc, ValueRange scalars,
                           Type elementType, BuildScalar buildScalar) {
  SmallVector<Value> signless;
  for (Value scalar : scalars)
    signless.push_back(
        castSignedness(builder, loc, scalar, getSignless(scalar.getType())));
  return castSignedness(builder, loc, buildScalar(builder, loc, signless),
                        elementType);
}

/// True if `input` broadcasts to `shape` whatever its dynamic sizes turn out to
/// be.
static bool broadcastsTo(NodeImporter &node, Value input, Value shape) {
  auto from = cast<RankedTensorType>(input.getType());
  auto to = cast<RankedTensorType>(shape.getType());
  int64_t lacking = to.getRank() - from.getRank();
  if (lacking < 0)
    return false;
  for (auto [dimension, size] : llvm::enumerate(from.getShape())) {
    int64_t target = to.getDimSize(lacking + dimension);
    bool isSame = ShapedType::isDynamic(size)
                      ? node.getSize(input, dimension) ==
                            node.getSize(shape, lacking + dimension)
                      : size == target;
    if (size != 1 && !isSame)
      return false;
  }
  return true;
}

/// The input of which the result has the shape, null if there is none.
static Value findShape(NodeImporter &node, ArrayRef<Value> inputs) {
  for (Value shape : inputs)
    if (llvm::all_of(inputs, [&](Value input) {
          return broadcastsTo(node, input, shape);
        }))
      return shape;
  return {};
}

/// The element that a result of at most one dimension has at `index`.
static Value getBroadcastElement(ArrayRef<Value> elements, int64_t index) {
  return elements.size() == 1 ? elements[0] : elements[index];
}

static Value buildGeneric(OpBuilder &builder, Location loc,
                          ArrayRef<Value> inputs, Value shape, Type elementType,
                          BuildScalar buildScalar) {
  int64_t rank = cast<RankedTensorType>(shape.getType()).getRank();
  SmallVector<AffineMap> maps;
  for (Value input : inputs) {
    ArrayRef<int64_t> sizes =
        cast<RankedTensorType>(input.getType()).getShape();
    ArrayRef<int64_t> targets =
        cast<RankedTensorType>(shape.getType()).getShape();
    int64_t lacking = rank - sizes.size();
    SmallVector<AffineExpr> exprs;
    for (auto [dimension, size] : llvm::enumerate(sizes))
      exprs.push_back(size == 1 && targets[lacking + dimension] != 1
                          ? builder.getAffineConstantExpr(0)
                          : builder.getAffineDimExpr(lacking + dimension));
    maps.push_back(AffineMap::get(rank, 0, exprs, builder.getContext()));
  }
  maps.push_back(builder.getMultiDimIdentityMap(rank));
  Value empty = tensor::EmptyOp::create(
      builder, loc, tensor::getMixedSizes(builder, loc, shape), elementType);
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

FailureOr<Value> mlir::extrema::buildElementwise(NodeImporter &node,
                                                 Type elementType,
                                                 BuildScalar buildScalar) {
  OpBuilder &builder = node.getBuilder();
  Location loc = node.getLoc();
  SmallVector<Value> inputs;
  for (unsigned position = 0; position < node.getNumInputs(); ++position)
    inputs.push_back(node.getInput(position));
  Value shape = findShape(node, inputs);
  if (!shape) {
    InFlightDiagnostic error =
        node.emitError()
        << "one of the inputs must be known to have the shape of the result, "
           "and the others to broadcast to it, but they are ";
    llvm::interleaveComma(TypeRange(inputs), error);
    return error;
  }
  auto shapeType = cast<RankedTensorType>(shape.getType());
  auto type = RankedTensorType::get(shapeType.getShape(), elementType);
  if (!isSmallVector(type) || !llvm::all_of(inputs, hasKnownElements)) {
    Value result =
        buildGeneric(builder, loc, inputs, shape, elementType, buildScalar);
    node.setSizes(result, node.getSizes(shape));
    return result;
  }

  SmallVector<SmallVector<Value>> elements;
  for (Value input : inputs)
    elements.push_back(getElements(builder, loc, input));
  SmallVector<Value> results;
  for (int64_t index = 0; index < type.getNumElements(); ++index) {
    SmallVector<Value> scalars;
    for (ArrayRef<Value> input : elements)
      scalars.push_back(getBroadcastElement(input, index));
    results.push_back(
        buildSignless(builder, loc, scalars, elementType, buildScalar));
  }
  return buildFromElements(builder, loc, type, results);
}
