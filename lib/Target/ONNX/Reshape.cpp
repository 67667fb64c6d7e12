//===- Reshape.cpp - The same elements in another shape ---------*- C++ -*-===//
//
// Sizes are i64 scalars that have folded wherever the model determines them.
// Dynamic ones that the data and the result share, as the same SSA value,
// cancel out, so that most of what exporters write is known to be right
// beforehand.
//
//===----------------------------------------------------------------------===//

#include "Reshape.h"

#include "Parts.h"
#include "Sizes.h"
#include "SmallTensors.h"

#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/Support/CheckedArithmetic.h"

using namespace mlir;
using namespace mlir::extrema;

/// An i1: true if `sizes` are not negative and hold `total` elements. By
/// division, as their product may overflow.
static Value buildHoldsElements(SizeBuilder &builder, ArrayRef<Value> sizes,
                                Value total) {
  Value rest = total, divides = builder.truth(true);
  Value hasZero = builder.truth(false), isNatural = builder.truth(true);
  for (Value size : sizes) {
    Value divisor = builder.build<arith::MaxSIOp>(size, builder.constant(1));
    divides = builder.both(
        divides,
        builder.equals(builder.build<arith::RemSIOp>(rest, divisor), 0));
    rest = builder.build<arith::DivSIOp>(rest, divisor);
    hasZero = builder.either(hasZero, builder.equals(size, 0));
    isNatural = builder.both(
        isNatural, builder.compare(arith::CmpIPredicate::sge, size, 0));
  }
  // With a zero the rest counts for nothing.
  Value holdsSome = builder.both(divides, builder.equals(rest, 1));
  holdsSome = builder.both(holdsSome, builder.negate(hasZero));
  return builder.both(
      isNatural, builder.select(builder.equals(total, 0), hasZero, holdsSome));
}

//===----------------------------------------------------------------------===//
// The operations
//===----------------------------------------------------------------------===//

/// All dimensions as one group.
static SmallVector<ReassociationIndices> getOneGroup(int64_t rank) {
  return {llvm::to_vector<2>(llvm::seq<int64_t>(0, rank))};
}

/// True if a size that is not known yet may become known as the program is
/// simplified. One of an argument cannot, nor its multiples.
static bool mayBecomeKnown(Value size) {
  if (getConstantInt(size))
    return false;
  if (auto product = size.getDefiningOp<arith::MulIOp>())
    return mayBecomeKnown(product.getLhs()) || mayBecomeKnown(product.getRhs());
  auto cast = size.getDefiningOp<arith::IndexCastOp>();
  auto dim = cast ? cast.getIn().getDefiningOp<tensor::DimOp>() : nullptr;
  return !dim || !isa<BlockArgument>(dim.getSource());
}

/// `data` in the shape of `type`, whose sizes are the index values `sizes`.
static Value reshape(OpBuilder &builder, Location loc, Value data,
                     RankedTensorType type, ValueRange sizes) {
  Value shape = tensor::FromElementsOp::create(
      builder, loc,
      RankedTensorType::get(type.getRank(), builder.getIndexType()), sizes);
  return tensor::ReshapeOp::create(builder, loc, type, data, shape);
}

/// The elements of `data` in one dimension.
static Value flatten(NodeImporter &node, Value data) {
  OpBuilder &builder = node.getBuilder();
  Location loc = node.getLoc();
  auto type = cast<RankedTensorType>(data.getType());
  if (type.getRank() == 1)
    return data;
  if (type.getRank() == 0)
    return tensor::ExpandShapeOp::create(
        builder, loc, RankedTensorType::get(1, type.getElementType()), data,
        ArrayRef<ReassociationIndices>());
  SmallVector<Value> sizes = node.getSizes(data);
  if (type.getNumDynamicDims() <= 1 || llvm::none_of(sizes, mayBecomeKnown))
    return tensor::CollapseShapeOp::create(builder, loc, data,
                                           getOneGroup(type.getRank()));
  // One of them may become 0, and upstream refuses to lower a group of that and
  // of another one that is not known.
  SizeBuilder arithmetic(node);
  return reshape(
      builder, loc, data,
      RankedTensorType::get(ShapedType::kDynamic, type.getElementType()),
      arithmetic.toIndex(arithmetic.product(sizes)));
}

/// `flat`, of one dimension, in the shape of `type`, the dynamic sizes of which
/// `sizes` hold. They must hold its elements.
static Value unflatten(OpBuilder &builder, Location loc, Value flat,
                       RankedTensorType type, ArrayRef<OpFoldResult> sizes) {
  auto flatType = cast<RankedTensorType>(flat.getType());
  int64_t count =
      type.hasStaticShape() ? type.getNumElements() : ShapedType::kDynamic;
  auto wanted = RankedTensorType::get(count, type.getElementType());
  // Whether a size is known or not has to be the same on both sides.
  if (wanted != flatType)
    flat = tensor::CastOp::create(builder, loc, wanted, flat);
  if (type.getRank() == 1)
    return flat;
  if (type.getRank() == 0)
    return tensor::CollapseShapeOp::create(builder, loc, type, flat,
                                           ArrayRef<ReassociationIndices>());
  if (type.getNumDynamicDims() <= 1)
    return tensor::ExpandShapeOp::create(builder, loc, type, flat,
                                         getOneGroup(type.getRank()), sizes);
  // Upstream cannot lower an expansion with two of them.
  return reshape(builder, loc, flat, type,
                 getValueOrCreateConstantIndexOp(builder, loc, sizes));
}

Value mlir::extrema::buildReshape(NodeImporter &node, Value data,
                                  ArrayRef<Value> sizes) {
  auto dataType = cast<RankedTensorType>(data.getType());
  RankedTensorType type = getTypeOfSizes(dataType.getElementType(), sizes);
  // One dynamic size can only be what it was.
  if (type == dataType &&
      llvm::count_if(type.getShape(), ShapedType::isDynamic) <= 1)
    return data;
  OpBuilder &builder = node.getBuilder();
  Location loc = node.getLoc();
  if (hasNoElements(dataType) || hasNoElements(type))
    return buildEmpty(node, type.getElementType(), sizes);
  DenseElementsAttr constant;
  if (matchPattern(data, m_Constant(&constant)) && type.hasStaticShape())
    return arith::ConstantOp::create(builder, loc, constant.reshape(type));
  if (isSmallVector(dataType) && isSmallVector(type) && hasKnownElements(data))
    return buildFromElements(builder, loc, type,
                             getElements(builder, loc, data));
  Value result = unflatten(builder, loc, flatten(node, data), type,
                           SizeBuilder(node).toMixed(sizes));
  node.setSizes(result, sizes);
  return result;
}

FailureOr<Value> mlir::extrema::buildCheckedReshape(NodeImporter &node,
                                                    Value data,
                                                    ArrayRef<Value> sizes,
                                                    Value holds,
                                                    const Twine &rule) {
  OpBuilder &builder = node.getBuilder();
  Location loc = node.getLoc();
  SizeBuilder arithmetic(node);
  if (failed(node.require(holds, rule)))
    return failure();
  if (sizes.empty())
    return buildFromElements(
        builder, loc,
        RankedTensorType::get({}, getElementTypeOrSelf(data.getType())),
        buildElementIf(node, holds, flatten(node, data),
                       arithmetic.constant(0)));

  SmallVector<Value> safeSizes = makeSafeSizes(arithmetic, holds, sizes);
  Value safeTotal = arithmetic.select(
      holds, arithmetic.product(node.getSizes(data)), arithmetic.constant(0));
  RankedTensorType type =
      getTypeOfSizes(getElementTypeOrSelf(data.getType()), safeSizes);
  if (hasNoElements(cast<RankedTensorType>(data.getType())) ||
      hasNoElements(type))
    return buildEmpty(node, type.getElementType(), safeSizes);
  Value flat = buildFront(node, flatten(node, data), safeTotal);
  Value result = unflatten(builder, loc, flat, type,
                           arithmetic.toMixed(ArrayRef(safeSizes)));
  node.setSizes(result, safeSizes);
  return result;
}

//===----------------------------------------------------------------------===//
// Reshape's rules
//===----------------------------------------------------------------------===//

namespace {
/// A product of sizes: what is known of it, and the rest.
struct Product {
  int64_t known = 1;
  SmallVector<Value> rest;

  /// Returns false if the known part has overflowed.
  bool multiply(Value size) {
    std::optional<int64_t> constant = getConstantInt(size);
    if (!constant) {
      rest.push_back(size);
      return true;
    }
    std::optional<int64_t> product = llvm::checkedMul(known, *constant);
    known = product.value_or(0);
    return product.has_value();
  }
};
} // namespace

/// Removes what both products have. Returns true if that is anything.
static bool cancel(Product &lhs, Product &rhs) {
  size_t count = lhs.rest.size();
  for (Value size : SmallVector<Value>(lhs.rest))
    if (auto *found = llvm::find(rhs.rest, size); found != rhs.rest.end()) {
      rhs.rest.erase(found);
      lhs.rest.erase(llvm::find(lhs.rest, size));
    }
  return lhs.rest.size() != count;
}

namespace {
/// What Reshape's rules make of the wanted sizes.
struct ReshapeRules {
  NodeImporter &node;
  Value data;
  bool allowZero;
  SmallVector<Value> dataSizes;
  /// The result's sizes; null for the one that follows from the others.
  SmallVector<Value> sizes;
  /// The positions where 0 stands for the size of the data: these cancel out,
  /// even if they are 0.
  llvm::SmallDenseSet<int64_t> copied;
  /// The sizes that only the program knows to be -1 or not.
  llvm::SmallDenseSet<Value> maybeInferred;
  bool hasInferred = false;

  /// Fills in all of it.
  LogicalResult read(ArrayRef<Value> wanted);

  FailureOr<Value> build();

private:
  LogicalResult readKnown(int64_t position, int64_t wanted);
  FailureOr<Value> buildInferredAtRunTime();
  InFlightDiagnostic emitMismatch();
};
} // namespace

LogicalResult ReshapeRules::readKnown(int64_t position, int64_t wanted) {
  SizeBuilder builder(node);
  int64_t rank = dataSizes.size();
  if (wanted < -1)
    return node.emitError() << "the new shape has the negative size " << wanted;
  if (wanted == -1) {
    if (hasInferred)
      return node.emitError() << "the new shape has two sizes of -1";
    hasInferred = true;
    sizes.push_back({});
    return success();
  }
  if (wanted == 0 && !allowZero) {
    if (position >= rank)
      return node.emitError()
             << "size " << position
             << " of the new shape is 0, for that of the data, which has only "
             << rank << " dimensions";
    copied.insert(position);
    sizes.push_back(dataSizes[position]);
    return success();
  }
  sizes.push_back(builder.constant(wanted));
  return success();
}

/// True if all sizes but the one at `position` are known and above 0.
static bool areOthersPositive(ArrayRef<Value> sizes, size_t position) {
  return llvm::all_of(llvm::enumerate(sizes), [&](auto entry) {
    return entry.index() == position ||
           getConstantInt(entry.value()).value_or(0) > 0;
  });
}

LogicalResult ReshapeRules::read(ArrayRef<Value> wanted) {
  SizeBuilder builder(node);
  dataSizes = node.getSizes(data);
  for (auto [index, given] : llvm::enumerate(wanted)) {
    size_t position = index;
    Value size = given;
    if (std::optional<int64_t> known = getConstantInt(size)) {
      if (failed(readKnown(position, *known)))
        return failure();
      continue;
    }
    // A size of the data in its own place is that, zero or not.
    if (position < dataSizes.size() && size == dataSizes[position]) {
      sizes.push_back(size);
      continue;
    }
    // A size of the data is not -1. In another place it may be 0, and then
    // stands for the data's size there. Beside sizes that are known and not 0
    // this could only make a shape that does not fit.
    bool isSize = llvm::is_contained(dataSizes, size);
    if (!allowZero && position < dataSizes.size() &&
        !(isSize && areOthersPositive(wanted, position)))
      size = builder.select(builder.equals(size, 0), dataSizes[position], size);
    if (!isSize)
      maybeInferred.insert(size);
    sizes.push_back(size);
  }
  if (allowZero && hasInferred && llvm::any_of(wanted, [](Value size) {
        return getConstantInt(size) == 0;
      }))
    return node.emitError()
           << "the new shape has both -1 and 0, which allowzero forbids";
  return success();
}

InFlightDiagnostic ReshapeRules::emitMismatch() {
  InFlightDiagnostic error = node.emitError() << "the new shape [";
  llvm::interleaveComma(sizes, error, [&](Value size) {
    std::optional<int64_t> known = size ? getConstantInt(size) : -1;
    if (known)
      error << *known;
    else
      error << "?";
  });
  error << "] cannot have as many elements as the data, which is "
        << data.getType();
  return error;
}

FailureOr<Value> ReshapeRules::buildInferredAtRunTime() {
  SizeBuilder builder(node);
  // The product of the others, and whether -1 can be told from them.
  Value others = builder.constant(1), hasOne = builder.truth(hasInferred);
  Value hasTwo = builder.truth(false), hasZero = builder.truth(false);
  for (Value size : sizes) {
    if (!size)
      continue;
    Value factor = size;
    if (maybeInferred.contains(size)) {
      Value isInferred = builder.equals(size, -1);
      factor = builder.select(isInferred, builder.constant(1), size);
      hasTwo = builder.either(hasTwo, builder.both(hasOne, isInferred));
      hasOne = builder.either(hasOne, isInferred);
    }
    others = builder.build<arith::MulIOp>(others, factor);
    hasZero = builder.either(hasZero, builder.equals(factor, 0));
  }
  Value isClear =
      builder.negate(builder.either(hasTwo, builder.both(hasOne, hasZero)));
  if (failed(node.require(isClear, "the new shape may have one size of -1, "
                                   "where none of the others is 0")))
    return failure();
  others = builder.build<arith::MaxSIOp>(others, builder.constant(1));
  Value total = builder.product(dataSizes);
  Value inferred = builder.build<arith::DivSIOp>(total, others);
  for (Value &size : sizes)
    if (!size)
      size = inferred;
    else if (maybeInferred.contains(size))
      size = builder.select(builder.equals(size, -1), inferred, size);
  return buildCheckedReshape(
      node, data, sizes,
      builder.both(isClear, buildHoldsElements(builder, sizes, total)),
      "the new shape must have as many elements as the data");
}

FailureOr<Value> ReshapeRules::build() {
  Product have, want;
  // Whether what both have may be 0, so that the rest does not matter.
  bool fits = true, mayBeEmpty = false;
  for (auto [position, size] : llvm::enumerate(dataSizes)) {
    bool isCopied = copied.contains(position);
    fits &= isCopied || have.multiply(size);
    mayBeEmpty |= isCopied && getConstantInt(size).value_or(0) == 0;
  }
  for (auto [position, size] : llvm::enumerate(sizes))
    fits &= !size || copied.contains(position) || want.multiply(size);
  mayBeEmpty |= cancel(have, want);
  // Beside a 0 the rest counts for nothing.
  if (have.known == 0)
    have.rest.clear();
  bool isExact =
      fits && maybeInferred.empty() && want.rest.empty() && want.known != 0;
  bool isRight =
      isExact && (hasInferred ? have.known % want.known == 0
                              : have.rest.empty() && have.known == want.known);
  if (isExact && !isRight && have.rest.empty() && (hasInferred || !mayBeEmpty))
    return emitMismatch();
  if (!isRight)
    return buildInferredAtRunTime();
  SizeBuilder builder(node);
  for (Value &size : sizes)
    if (!size)
      size = builder.build<arith::MulIOp>(
          builder.constant(have.known / want.known),
          builder.product(have.rest));
  return buildReshape(node, data, sizes);
}

FailureOr<Value> mlir::extrema::buildReshapeByRules(NodeImporter &node,
                                                    Value data,
                                                    ArrayRef<Value> wanted,
                                                    bool allowZero) {
  ReshapeRules rules{node, data, allowZero, {}, {}, {}, {}};
  if (failed(rules.read(wanted)))
    return failure();
  return rules.build();
}
