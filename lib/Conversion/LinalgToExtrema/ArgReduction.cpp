//===- ArgReduction.cpp - An arg reduction found in a linalg operation ----===//
//
// Finds the parts of the region: which result is the value and which the index,
// the element, its position. What they are to one another is then asked by
// OrderMatcher.
//
//===----------------------------------------------------------------------===//

#include "ArgReduction.h"

#include "TensorContents.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace mlir::extrema;

/// A region of more operations is not read.
static constexpr size_t kMaxOperations = 1000;

BodySlice::BodySlice(linalg::LinalgOp op, Value value) {
  values.insert(value);
  for (Operation &inner : llvm::reverse(op.getBlock()->without_terminator())) {
    if (llvm::none_of(inner.getResults(),
                      [&](Value result) { return values.contains(result); }))
      continue;
    ops.push_back(&inner);
    inner.walk([&](Operation *nested) {
      values.insert(nested->operand_begin(), nested->operand_end());
    });
  }
  std::reverse(ops.begin(), ops.end());
}

namespace {
/// Reads a region with one of its two results taken for the value and the other
/// for the index.
class BodyReader {
public:
  BodyReader(linalg::LinalgOp op, unsigned valueResult, unsigned indexResult,
             unsigned loop, std::string &reason)
      : op(op), loop(loop), reason(reason) {
    roles.accumulatorValue = getInit(valueResult);
    roles.accumulatorIndex = getInit(indexResult);
    Operation *yield = op.getBlock()->getTerminator();
    roles.newValue = yield->getOperand(valueResult);
    roles.newIndex = yield->getOperand(indexResult);
  }

  /// Finds the element and the positions.
  LogicalResult read() {
    findDependent();
    if (failed(checkIndexType()))
      return failure();
    findPositions();
    SmallVector<Value> kept;
    collectKept(roles.newIndex, roles.accumulatorIndex, kept);
    for (Value value : kept)
      if (!roles.positions.contains(value))
        return fail("its index is not the position along the reduced "
                    "dimension");
    if (kept.empty())
      return fail("it never takes the index of an element");

    kept.clear();
    visited.clear();
    collectKept(roles.newValue, roles.accumulatorValue, kept);
    for (Value value : kept) {
      if (dependent.contains(value))
        return fail("its value is computed from the accumulator, and not one "
                    "of the values that it compares");
      if (element && !areSame(element, value))
        return fail("it keeps more than one value for an element");
      element = value;
    }
    if (!element)
      return fail("it never takes the value of an element");
    if (roles.positions.contains(element))
      return fail("it reduces positions");
    roles.elements.insert(element);
    op.getBlock()->walk([&](Operation *inner) {
      for (Value result : inner->getResults())
        if (!dependent.contains(result) && areSame(result, element))
          roles.elements.insert(result);
    });
    return success();
  }

  const BodyRoles &getRoles() const { return roles; }
  Value getElement() const { return element; }

private:
  LogicalResult fail(const Twine &text) {
    reason = text.str();
    return failure();
  }

  /// True if the two have the same value: they are computed alike.
  bool areSame(Value lhs, Value rhs) {
    if (lhs == rhs)
      return true;
    Operation *lhsOp = lhs.getDefiningOp(), *rhsOp = rhs.getDefiningOp();
    if (!lhsOp || !rhsOp || lhsOp->getBlock() != rhsOp->getBlock() ||
        cast<OpResult>(lhs).getResultNumber() !=
            cast<OpResult>(rhs).getResultNumber())
      return false;
    auto it = sameness.find({lhs, rhs});
    if (it != sameness.end())
      return it->second;
    bool isSame = OperationEquivalence::isEquivalentTo(
        lhsOp, rhsOp,
        [&](Value lhs, Value rhs) { return success(areSame(lhs, rhs)); },
        /*markEquivalent=*/nullptr, OperationEquivalence::IgnoreLocations);
    return sameness[{lhs, rhs}] = isSame;
  }

  BlockArgument getInit(unsigned result) {
    return op.getMatchingBlockArgument(op.getDpsInitOperand(result));
  }

  /// Finds what depends on the accumulator.
  void findDependent() {
    dependent.insert(roles.accumulatorValue);
    dependent.insert(roles.accumulatorIndex);
    for (Operation &inner : *op.getBlock()) {
      bool depends = false;
      inner.walk([&](Operation *nested) {
        depends |= llvm::any_of(nested->getOperands(), [&](Value operand) {
          return dependent.contains(operand);
        });
      });
      if (depends)
        dependent.insert(inner.result_begin(), inner.result_end());
    }
  }

  LogicalResult checkIndexType() {
    Type type = roles.accumulatorIndex.getType();
    if (type.isIndex() || type.isInteger(8) || type.isInteger(16) ||
        type.isInteger(32) || type.isInteger(64))
      return success();
    std::string text;
    llvm::raw_string_ostream(text) << "its index is of type " << type;
    return fail(text + ", not i8, i16, i32, i64 or index");
  }

  void findPositions() {
    AffineExpr wanted = getAffineDimExpr(loop, op.getContext());
    int64_t extent = op.getStaticLoopRanges()[loop];
    auto addIfPosition = [&](Value value) {
      if (dependent.contains(value))
        return;
      Type narrowest = roles.accumulatorIndex.getType();
      if (getPositionExpr(value, op, narrowest) != wanted)
        return;
      // A type that cannot number the positions wraps around. Rows longer than
      // i32 can number are left to who chose that type.
      int64_t largest = getLargestExtent(narrowest);
      if (ShapedType::isDynamic(extent)
              ? largest >=
                    getLargestExtent(IntegerType::get(op.getContext(), 32))
              : largest >= extent)
        roles.positions.insert(value);
    };
    for (BlockArgument argument : op.getBlock()->getArguments())
      addIfPosition(argument);
    for (Operation &inner : *op.getBlock())
      for (Value result : inner.getResults())
        addIfPosition(result);
  }

  /// Collects the values that `yielded` can be, besides the accumulator, as far
  /// as it only selects among them.
  void collectKept(Value yielded, Value accumulator,
                   SmallVectorImpl<Value> &kept) {
    if (yielded == accumulator || !visited.insert(yielded).second)
      return;
    Operation *definingOp = yielded.getDefiningOp();
    if (roles.positions.contains(yielded) || !dependent.contains(yielded) ||
        !definingOp) {
      kept.push_back(yielded);
      return;
    }
    ValueRange operands;
    if (isa<arith::SelectOp>(definingOp))
      operands = definingOp->getOperands().drop_front();
    else if (isa<arith::MaxSIOp, arith::MinSIOp, arith::MaxUIOp, arith::MinUIOp,
                 arith::MaximumFOp, arith::MinimumFOp, arith::MaxNumFOp,
                 arith::MinNumFOp, arith::IndexCastOp, arith::TruncIOp>(
                 definingOp))
      operands = definingOp->getOperands();
    else
      return kept.push_back(yielded);
    for (Value operand : operands)
      collectKept(operand, accumulator, kept);
  }

  linalg::LinalgOp op;
  unsigned loop;
  std::string &reason;
  BodyRoles roles;
  Value element;
  llvm::SmallDenseSet<Value> dependent;
  llvm::SmallDenseSet<Value> visited;
  llvm::SmallDenseMap<std::pair<Value, Value>, bool> sameness;
};
} // namespace

/// True if the results' maps only permute the loops that are not reduced.
static bool haveDestinationMaps(linalg::LinalgOp op, unsigned loop) {
  return llvm::all_of(op.getDpsInitsMutable(), [&](OpOperand &init) {
    AffineMap map = op.getMatchingIndexingMap(&init);
    return map.isProjectedPermutation() &&
           map.getNumResults() + 1 == op.getNumLoops() &&
           !map.isFunctionOfDim(loop);
  });
}

/// True if the region yields as its value no more than the larger or smaller of
/// the element and the accumulator, which upstream reduces by itself.
static bool isPlainReduction(const BodyRoles &roles) {
  Operation *combiner = roles.newValue.getDefiningOp();
  if (!combiner || isa<arith::SelectOp>(combiner) ||
      combiner->getNumOperands() != 2)
    return false;
  return llvm::is_contained(combiner->getOperands(), roles.accumulatorValue) &&
         llvm::any_of(combiner->getOperands(), [&](Value operand) {
           return roles.elements.contains(operand);
         });
}

/// Reads `op` with its results in one order.
static FailureOr<ArgReductionMatch>
matchWithResults(linalg::LinalgOp op, unsigned valueResult,
                 unsigned indexResult, unsigned loop, NanPolicy policy,
                 std::string &reason) {
  BodyReader reader(op, valueResult, indexResult, loop, reason);
  if (failed(reader.read()))
    return failure();
  Type elementType = reader.getElement().getType();
  bool isInteger = elementType.isInteger(1) || elementType.isInteger(8) ||
                   elementType.isInteger(16) || elementType.isInteger(32) ||
                   elementType.isInteger(64);
  if (!isInteger && !elementType.isF16() && !elementType.isBF16() &&
      !elementType.isF32() && !elementType.isF64()) {
    llvm::raw_string_ostream(reason)
        << "it compares elements of type " << elementType
        << ", not 1, 8, 16, 32 or 64-bit integers, f16, bf16, f32 or f64";
    return failure();
  }

  OrderQuery query{reader.getRoles(), elementType,
                   op.getStaticLoopRanges()[loop],
                   getUniformElement(op.getDpsInits()[valueResult]),
                   getUniformElement(op.getDpsInits()[indexResult])};
  FailureOr<OrderMatch> order = matchOrder(query, policy, reason);
  if (failed(order))
    return failure();
  ArgReductionMatch found{op,
                          valueResult,
                          indexResult,
                          !op->getResult(valueResult).use_empty(),
                          !op->getResult(indexResult).use_empty(),
                          loop,
                          reader.getElement(),
                          *order};
  if (!found.usesIndex &&
      (order->valueDeviates || isPlainReduction(reader.getRoles()))) {
    reason =
        isPlainReduction(reader.getRoles())
            ? "nobody uses its index, and its value is that of a plain "
              "reduction"
            : "nobody uses its index, and its value can be a zero or a NaN "
              "of other bits than the element's at the index";
    return failure();
  }
  // Then the value is reduced on its own.
  if (found.usesValue && order->valueDeviates &&
      BodySlice(op, reader.getRoles().newValue)
          .values.contains(reader.getRoles().accumulatorIndex)) {
    reason = "its value, which may be a zero or a NaN of other bits than the "
             "element's at the index, depends on indices";
    return failure();
  }
  return found;
}

FailureOr<ArgReductionMatch>
mlir::extrema::matchArgReduction(linalg::LinalgOp op, NanPolicy policy,
                                 std::string &reason) {
  reason.clear();
  // Nothing like it.
  if (op.getNumDpsInits() < 2 || op.getNumReductionLoops() == 0)
    return failure();
  auto fail = [&](const Twine &text) {
    reason = text.str();
    return failure();
  };
  if (!op.hasPureTensorSemantics())
    return fail("it is on memrefs: raise before bufferization");
  if (op.use_empty())
    return failure();
  if (llvm::any_of(op->getOperandTypes(), [](Type type) {
        auto tensorType = dyn_cast<RankedTensorType>(type);
        return tensorType && tensorType.getEncoding();
      }))
    return fail("it is on tensors with an encoding");
  if (op.getNumDpsInits() != 2)
    return fail("it has " + Twine(op.getNumDpsInits()) +
                " results, not a value and an index");
  if (op.getNumReductionLoops() != 1)
    return fail("it reduces " + Twine(op.getNumReductionLoops()) +
                " dimensions, not one");
  if (op.getNumParallelLoops() + 1 != op.getNumLoops())
    return fail("it has loops that are neither parallel nor a reduction");
  SmallVector<unsigned> loops;
  op.getReductionDims(loops);
  if (op.getBlock()->getOperations().size() > kMaxOperations)
    return fail("its region has more than " + Twine(kMaxOperations) +
                " operations");
  if (!haveDestinationMaps(op, loops.front()))
    return fail("its results are not indexed by the dimensions that are not "
                "reduced");
  if (!llvm::all_of(*op.getBlock(), [](Operation &inner) {
        return isMemoryEffectFree(&inner);
      }))
    return fail("its region has effects on memory");

  // Integers can be either; the reason given is that of the better guess.
  bool firstIsIndex = isa<FloatType>(op.getRegionOutputArgs()[1].getType()) ||
                      !op.getRegionOutputArgs()[1].getType().isIntOrIndex();
  FailureOr<ArgReductionMatch> found = matchWithResults(
      op, firstIsIndex, !firstIsIndex, loops.front(), policy, reason);
  if (succeeded(found) ||
      !op.getRegionOutputArgs()[firstIsIndex].getType().isInteger())
    return found;
  std::string otherReason;
  found = matchWithResults(op, !firstIsIndex, firstIsIndex, loops.front(),
                           policy, otherReason);
  if (failed(found) && reason.find("position") != std::string::npos)
    reason = otherReason;
  return found;
}
