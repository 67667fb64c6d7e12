//===- TransposeLanes.cpp - Rows in memory, columns in registers ----------===//

#include "TransposeLanes.h"

#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/Builders.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::extrema;

/// One after the other in one vector: a power of two of them.
static Value concatenate(OpBuilder &b, Location loc, ArrayRef<Value> pieces) {
  if (pieces.size() == 1)
    return pieces.front();
  size_t half = pieces.size() / 2;
  Value lhs = concatenate(b, loc, pieces.take_front(half));
  Value rhs = concatenate(b, loc, pieces.drop_front(half));
  int64_t numLanes = 2 * cast<VectorType>(lhs.getType()).getNumElements();
  return vector::ShuffleOp::create(b, loc, lhs, rhs,
                                   llvm::to_vector(llvm::seq(numLanes)));
}

Value mlir::extrema::interleaveHalves(OpBuilder &b, Location loc, Value lhs,
                                      Value rhs, int64_t length, bool upper) {
  int64_t numLanes = cast<VectorType>(lhs.getType()).getNumElements();
  SmallVector<int64_t> mask;
  for (int64_t part = 0; part < numLanes; part += length)
    for (int64_t i = 0; i < length / 2; ++i) {
      int64_t lane = part + upper * length / 2 + i;
      mask.push_back(lane);
      mask.push_back(numLanes + lane);
    }
  return vector::ShuffleOp::create(b, loc, lhs, rhs, mask);
}

SmallVector<Value> mlir::extrema::transposeLanes(OpBuilder &b, Location loc,
                                                 ArrayRef<Value> pieces) {
  assert(llvm::isPowerOf2_64(pieces.size()) &&
         llvm::all_equal(ValueRange(pieces).getTypes()) &&
         "pieces that make no square");
  int64_t length = cast<VectorType>(pieces.front().getType()).getNumElements();
  // Register i gets the rows i, length + i, ...: each part is a square then.
  SmallVector<Value> registers;
  for (int64_t i = 0; i < length; ++i) {
    SmallVector<Value> parts;
    for (size_t row = i; row < pieces.size(); row += length)
      parts.push_back(pieces[row]);
    registers.push_back(concatenate(b, loc, parts));
  }
  // A perfect shuffle of the elements of all registers, log2(length) times,
  // exchanges the bits of an element's row with those of its column.
  for (int64_t stage = 1; stage < length; stage *= 2) {
    SmallVector<Value> next;
    for (int64_t i = 0; i < length / 2; ++i)
      for (bool upper : {false, true})
        next.push_back(interleaveHalves(
            b, loc, registers[i], registers[i + length / 2], length, upper));
    registers = std::move(next);
  }
  return registers;
}
