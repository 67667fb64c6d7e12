//===- Elementwise.cpp - Operations on each element -------------*- C++ -*-===//

#include "Elementwise.h"

#include "Parts.h"
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
  /// One of the inputs, null if none can have the shape, and which it is.
  Value shape;
  unsigned position = 0;
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

/// The number of sizes of `shape` that are known to be 1.
static int64_t countOnes(Value shape) {
  return llvm::count(cast<RankedTensorType>(shape.getType()).getShape(), 1);
}

/// The input of which the result has the shape: that of which most is known,
/// and among these the one with the fewest sizes of 1, to which no other size
/// broadcasts.
static Target findTarget(NodeImporter &node, ArrayRef<Value> inputs) {
  Target best;
  for (unsigned position = 0; position < inputs.size(); ++position) {
    Value shape = inputs[position];
    Target target{shape, position, {}};
    if (llvm::all_of(inputs, [&](Value input) {
          return fits(node, input, shape, target.unknown.emplace_back());
        }))
      if (!best.shape ||
          std::pair(target.countUnknown(), countOnes(target.shape)) <
              std::pair(best.countUnknown(), countOnes(best.shape)))
        best = std::move(target);
  }
  return best;
}

/// An i1: true if the inputs broadcast to the target. Fails with a message, now
/// or when the program runs, if they do not.
static FailureOr<Value> requireBroadcasts(NodeImporter &node,
                                          const Target &target,
                                          ArrayRef<Value> inputs) {
  SizeBuilder builder(node);
  Value allEqual = builder.truth(true), allOne = builder.truth(true);
  SmallVector<Value> wanted = node.getSizes(target.shape);
  for (auto [position, input] : llvm::enumerate(inputs)) {
    SmallVector<Value> sizes = node.getSizes(input);
    size_t lacking = wanted.size() - sizes.size();
    for (int64_t dimension : target.unknown[position]) {
      Value size = sizes[dimension], other = wanted[lacking + dimension];
      Value isEqual = builder.equals(size, other);
      if (getConstantInt(other) != 1) {
        allEqual = builder.both(allEqual, isEqual);
        continue;
      }
      // Another size would need an input of the result's shape.
      if (failed(node.require(
              isEqual,
              node.describeInput(position) +
                  ", must have size 1 in dimension " + Twine(dimension) +
                  ", like " + node.describeInput(target.position) +
                  ": one of the inputs must have the shape of the result")))
        return failure();
      allOne = builder.both(allOne, isEqual);
    }
  }
  if (failed(node.require(
          allEqual, "sizes that only the inputs tell must be equal: a 1 is "
                    "broadcast only where the model has it")))
    return failure();
  return builder.both(allOne, allEqual);
}

/// Opens those of the result's `sizes` that are 1 only if the i1 `holds`, since
/// another input is not known to have 1 there: what the model declares of them
/// is not to be held against the check.
static void openUncertainSizes(SizeBuilder &builder, const Target &target,
                               Value holds, ArrayRef<Value> inputs,
                               MutableArrayRef<Value> sizes) {
  for (auto [dimensions, input] : llvm::zip_equal(target.unknown, inputs)) {
    size_t lacking =
        sizes.size() - cast<RankedTensorType>(input.getType()).getRank();
    for (int64_t dimension : dimensions)
      if (Value &size = sizes[lacking + dimension]; getConstantInt(size) == 1)
        size = builder.select(holds, size, builder.constant(0));
  }
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
  FailureOr<Value> holds = requireBroadcasts(node, target, inputs);
  if (failed(holds))
    return failure();
  if (getConstantInt(*holds)) {
    Value result = buildGeneric(
        node, inputs,
        tensor::getMixedSizes(builder, node.getLoc(), target.shape),
        elementType, buildScalar);
    node.setSizes(result, sizes);
    return result;
  }
  SizeBuilder arithmetic(node);
  openUncertainSizes(arithmetic, target, *holds, inputs, sizes);
  sizes = makeSafeSizes(arithmetic, *holds, sizes);
  for (Value &input : inputs)
    input = buildLimited(node, input, sizes);
  Value result = buildGeneric(node, inputs, arithmetic.toMixed(sizes),
                              elementType, buildScalar);
  node.setSizes(result, sizes);
  return result;
}
