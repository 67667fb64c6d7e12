//===- StructuredOpsCanonicalization.cpp - Reductions made simpler --------===//
//
// Casts of operands fold by upstream's pattern for destination-style
// operations.
//
//===----------------------------------------------------------------------===//

#include "SplatCanonicalization.h"
#include "extrema/Dialect/Extrema/IR/Extrema.h"

#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/PatternMatch.h"

using namespace mlir;
using namespace mlir::extrema;

//===----------------------------------------------------------------------===//
// One result
//===----------------------------------------------------------------------===//

namespace {
/// Leaves out the destination whose result nobody uses.
struct DropDeadResult : OpRewritePattern<ArgReduceOp> {
  using OpRewritePattern<ArgReduceOp>::OpRewritePattern;

  LogicalResult matchAndRewrite(ArgReduceOp op,
                                PatternRewriter &rewriter) const override {
    if (op.getAccumulate() || op.getNumResults() != 2)
      return rewriter.notifyMatchFailure(op, "needs what it has");
    Value values = op.getValuesResult(), indices = op.getIndicesResult();
    if (values.use_empty() == indices.use_empty())
      return rewriter.notifyMatchFailure(op, "both results are used, or none");
    Value live = values.use_empty() ? indices : values;
    auto reduced = ArgReduceOp::create(
        rewriter, op.getLoc(), live.getType(), op.getKind(), op.getDimension(),
        op.getSelectLast(), /*accumulate=*/false, op.getInput(),
        op.getInputIndices(), op.getIndexBase(),
        values.use_empty() ? Value() : op.getValues(),
        indices.use_empty() ? Value() : op.getIndices());
    reduced->setDiscardableAttrs(op->getDiscardableAttrDictionary());
    rewriter.replaceAllUsesWith(live, reduced.getResult(0));
    rewriter.eraseOp(op);
    return success();
  }
};
} // namespace

//===----------------------------------------------------------------------===//
// Two operations that are one
//===----------------------------------------------------------------------===//

// `DropDeadResult` makes two operations of which another result is used each
// into what cse no longer merges. So whatever cse would merge is merged here.

/// Operations further apart in a block are not looked for.
static constexpr unsigned kMaxDistance = 4096;

/// Operands are compared through as many operations that make them.
static constexpr unsigned kMaxSteps = 8;

namespace {
/// Compares values as cse does, without merging them.
class ValueComparison {
public:
  /// True if both are one value, or computed alike from the same values.
  bool areSame(Value lhs, Value rhs, unsigned steps = kMaxSteps) {
    if (lhs == rhs)
      return true;
    if (!lhs || !rhs)
      return false;
    if (auto it = inRegions.find(lhs); it != inRegions.end())
      return it->second == rhs;
    Operation *lhsOp = lhs.getDefiningOp(), *rhsOp = rhs.getDefiningOp();
    if (steps == 0 || !lhsOp || !rhsOp ||
        lhsOp->getBlock() != rhsOp->getBlock() ||
        cast<OpResult>(lhs).getResultNumber() !=
            cast<OpResult>(rhs).getResultNumber() ||
        !isMemoryEffectFree(lhsOp))
      return false;
    return OperationEquivalence::isEquivalentTo(
        lhsOp, rhsOp,
        [&](Value lhs, Value rhs) {
          return success(areSame(lhs, rhs, steps - 1));
        },
        [&](Value lhs, Value rhs) { inRegions[lhs] = rhs; },
        OperationEquivalence::IgnoreLocations);
  }

private:
  /// Values of the regions that are being compared.
  llvm::SmallDenseMap<Value, Value> inRegions;
};
} // namespace

static bool areSame(Value lhs, Value rhs) {
  return ValueComparison().areSame(lhs, rhs);
}

/// True if both reduce the same pairs by the same order, whatever they keep.
static bool areSameReduction(ArgReduceOp first, ArgReduceOp second) {
  return first.getKind() == second.getKind() &&
         first.getTie() == second.getTie() &&
         first.getDimension() == second.getDimension() &&
         first->getDiscardableAttrDictionary() ==
             second->getDiscardableAttrDictionary() &&
         areSame(first.getInput(), second.getInput()) &&
         areSame(first.getInputIndices(), second.getInputIndices()) &&
         areSame(first.getIndexBase(), second.getIndexBase());
}

/// True if `value`, which is used in the block of `op`, is there before `op`.
static bool isDefinedBefore(Value value, Operation *op) {
  Operation *definingOp = value.getDefiningOp();
  return !definingOp || definingOp->getBlock() != op->getBlock() ||
         definingOp->isBeforeInBlock(op);
}

/// True if all uses of `op` come after `later`, of the same block.
static bool isUsedOnlyAfter(Operation *op, Operation *later) {
  return llvm::all_of(op->getUsers(), [&](Operation *user) {
    Operation *ancestor = op->getBlock()->findAncestorOpInBlock(*user);
    return ancestor && later->isBeforeInBlock(ancestor);
  });
}

namespace {
/// A result of two operations that are to be one.
struct MergedResult {
  /// What is used of each operation; null if it is not used.
  Value first, second;
  /// The destination of the merged one; null if neither is used.
  Value destination;
};

/// Makes one operation of two reductions of the same pairs, above all of their
/// halves: `value_only` and `index_only`.
struct MergeReductions : OpRewritePattern<ArgReduceOp> {
  using OpRewritePattern<ArgReduceOp>::OpRewritePattern;

  LogicalResult matchAndRewrite(ArgReduceOp op,
                                PatternRewriter &rewriter) const override {
    if (!canMerge(op))
      return rewriter.notifyMatchFailure(op, "on memrefs, a state, or unused");
    unsigned distance = 0;
    for (Operation *other = op->getPrevNode(); other && distance < kMaxDistance;
         other = other->getPrevNode(), ++distance)
      if (auto first = dyn_cast<ArgReduceOp>(other);
          first && canMerge(first) && areSameReduction(first, op) &&
          succeeded(merge(first, op, rewriter)))
        return success();
    return rewriter.notifyMatchFailure(op, "no other of the same pairs");
  }

private:
  static bool canMerge(ArgReduceOp op) {
    return op.hasPureTensorSemantics() && !op.getAccumulate() &&
           !op.use_empty();
  }

  /// What becomes of a result and its destinations. Failure if it is used of
  /// both operations, and each has a place of its own for it.
  static FailureOr<MergedResult> getMerged(Value first, Value firstDestination,
                                           Value second,
                                           Value secondDestination) {
    MergedResult merged;
    if (first && !first.use_empty()) {
      merged.first = first;
      merged.destination = firstDestination;
    }
    if (second && !second.use_empty()) {
      merged.second = second;
      if (!merged.first)
        merged.destination = secondDestination;
      else if (first.getType() != second.getType() ||
               (!areSame(firstDestination, secondDestination) &&
                !secondDestination.getDefiningOp<tensor::EmptyOp>()))
        return failure();
    }
    return merged;
  }

  /// Makes `destination`, of the second operation, be there before the first.
  /// False if it cannot.
  static bool hoist(Value &destination, Operation *first,
                    PatternRewriter &rewriter) {
    if (isDefinedBefore(destination, first))
      return true;
    auto empty = destination.getDefiningOp<tensor::EmptyOp>();
    if (!empty || !llvm::all_of(empty->getOperands(), [&](Value size) {
          return isDefinedBefore(size, first);
        }))
      return false;
    destination = rewriter.clone(*empty)->getResult(0);
    return true;
  }

  static LogicalResult merge(ArgReduceOp first, ArgReduceOp second,
                             PatternRewriter &rewriter) {
    FailureOr<MergedResult> values =
        getMerged(first.getValuesResult(), first.getValues(),
                  second.getValuesResult(), second.getValues());
    FailureOr<MergedResult> indices =
        getMerged(first.getIndicesResult(), first.getIndices(),
                  second.getIndicesResult(), second.getIndices());
    if (failed(values) || failed(indices))
      return failure();
    // In the place of the second, where all operands are, unless the first is
    // used before.
    if (isUsedOnlyAfter(first, second)) {
      rewriter.setInsertionPoint(second);
    } else {
      rewriter.setInsertionPoint(first);
      for (MergedResult *result : {&*values, &*indices})
        if (result->destination && !result->first &&
            !hoist(result->destination, first, rewriter))
          return failure();
    }
    SmallVector<Type> types;
    for (MergedResult *result : {&*values, &*indices})
      if (result->destination)
        types.push_back(result->destination.getType());
    auto merged = ArgReduceOp::create(
        rewriter, rewriter.getFusedLoc({first.getLoc(), second.getLoc()}),
        types, first.getKind(), first.getDimension(), first.getSelectLast(),
        /*accumulate=*/false, first.getInput(), first.getInputIndices(),
        first.getIndexBase(), values->destination, indices->destination);
    merged->setDiscardableAttrs(first->getDiscardableAttrDictionary());
    auto replace = [&](const MergedResult &result, Value by) {
      for (Value value : {result.first, result.second})
        if (value)
          rewriter.replaceAllUsesWith(value, by);
    };
    replace(*values, merged.getValuesResult());
    replace(*indices, merged.getIndicesResult());
    rewriter.eraseOp(second);
    rewriter.eraseOp(first);
    return success();
  }
};
} // namespace

void ArgReduceOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                              MLIRContext *context) {
  patterns.add<DropDeadResult, MergeReductions>(context);
  populateArgReduceSplatPatterns(patterns);
}

void TopKReduceOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                               MLIRContext *) {
  populateTopKReduceSplatPatterns(patterns);
}
