//===- StructuredTiling.h - Slices of structured operations -----*- C++ -*-===//
//
// What the two tiling interfaces of the structured operations share. Private to
// the dialect.
//
//===----------------------------------------------------------------------===//

#ifndef EXTREMA_LIB_DIALECT_EXTREMA_IR_STRUCTUREDTILING_H
#define EXTREMA_LIB_DIALECT_EXTREMA_IR_STRUCTUREDTILING_H

#include "extrema/Dialect/Extrema/IR/Extrema.h"

#include "mlir/Dialect/Utils/StaticValueUtils.h"

namespace mlir::extrema {

/// Offsets, sizes or a shape: one entry a dimension.
using MixedSizes = ArrayRef<OpFoldResult>;

/// A box of an iteration domain, of a tensor or of a memref.
struct Tile {
  SmallVector<OpFoldResult> offsets;
  SmallVector<OpFoldResult> sizes;

  Tile(MixedSizes offsets, MixedSizes sizes) : offsets(offsets), sizes(sizes) {}

  /// Makes room for one more dimension.
  void insert(int64_t dimension, OpFoldResult offset, OpFoldResult size) {
    offsets.insert(offsets.begin() + dimension, offset);
    sizes.insert(sizes.begin() + dimension, size);
  }

  /// True if both are known to be the same box.
  bool operator==(const Tile &other) const {
    return isEqualConstantIntOrValueArray(offsets, other.offsets) &&
           isEqualConstantIntOrValueArray(sizes, other.sizes);
  }
};

/// Hands a tile out through the output arguments of an interface's method.
LogicalResult unpackTile(const FailureOr<Tile> &tile,
                         SmallVectorImpl<OpFoldResult> &offsets,
                         SmallVectorImpl<OpFoldResult> &sizes);

/// All of `value`'s dimension, as an attribute if its type says it.
OpFoldResult getExtent(OpBuilder &builder, Value value, int64_t dimension);

/// An error unless `createSlice` can make slices of all operands of `op`.
LogicalResult checkSlices(Operation *op);

/// The tile of `source`, a tensor or a memref of a strided layout: of rank less
/// by one, without `droppedDimension` of extent 1, if that is not negative.
/// Appended to `slices` too. Null if `source` is null.
Value createSlice(OpBuilder &builder, Location loc, Value source,
                  const Tile &tile, SmallVectorImpl<Operation *> &slices,
                  int64_t droppedDimension = -1);

/// Where the rows of `tile`, a tile of the iteration domain, lie in the
/// destinations: of rank less by one for arg_reduce, all k for topk_reduce.
/// `destination` is one of the operation's or a tensor of parts of one.
Tile getDestinationTile(OpBuilder &builder, ArgReduceOp op, Value destination,
                        Tile tile);
Tile getDestinationTile(OpBuilder &builder, TopKReduceOp op, Value destination,
                        Tile tile);

/// The operands of a structured operation in their order; null is one left out.
struct StructuredOperands {
  Value input, inputIndices, indexBase, values, indices;
};

/// The same reduction of other operands.
template <typename OpTy>
OpTy createLike(OpBuilder &builder, OpTy op, bool accumulate,
                const StructuredOperands &operands) {
  typename OpTy::Properties properties = op.getProperties();
  properties.accumulate = accumulate ? builder.getUnitAttr() : nullptr;
  Value segments[] = {operands.input, operands.inputIndices, operands.indexBase,
                      operands.values, operands.indices};
  SmallVector<Value> present;
  for (auto [size, operand] :
       llvm::zip_equal(properties.operandSegmentSizes, segments)) {
    size = operand ? 1 : 0;
    if (operand)
      present.push_back(operand);
  }
  SmallVector<Type> resultTypes;
  for (Value destination : {operands.values, operands.indices})
    if (destination && isa<RankedTensorType>(destination.getType()))
      resultTypes.push_back(destination.getType());
  return OpTy::create(builder, op.getLoc(), resultTypes, present, properties,
                      llvm::to_vector(op->getDiscardableAttrs()));
}

/// What the positions along a tile's reduced dimension are added to, if the
/// tile starts at `offset` and positions there were added to `base` before:
/// null for 0.
Value createIndexBase(OpBuilder &builder, Location loc, Value base,
                      OpFoldResult offset);

} // namespace mlir::extrema

#endif // EXTREMA_LIB_DIALECT_EXTREMA_IR_STRUCTUREDTILING_H
