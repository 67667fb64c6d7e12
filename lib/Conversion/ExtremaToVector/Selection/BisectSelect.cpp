//===- BisectSelect.cpp - The k-th best by bisection of its value ---------===//
//
// Counting how many reach a number takes one comparison and one addition per
// register, no branch and no moved element, so that halving the range of values
// as often as they have bits is faster than partitioning. It mostly ends
// before: as soon as the count is k.
//
//===----------------------------------------------------------------------===//

#include "Select.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mlir::extrema;
using namespace tuning::selecting;
using Values = KernelBuilder::Values;

static VectorType widen(VectorType type) {
  return VectorType::get({type.getNumElements() * kUnroll},
                         type.getElementType());
}

namespace {
/// A bound of which `reached` elements are not less: the largest one known that
/// enough reach, and up to where there may be larger ones.
struct Bound {
  Value first, last, reached;
  auto carried() { return std::tie(first, last, reached); }
};
} // namespace

/// The largest t in [first, last] that at least `k` reach, or a smaller one
/// that no more than `enough` reach. `count` says how many reach a bound: the
/// larger it is, the fewer. Of the given bound it is known, and at least `k`.
static Bound bisect(KernelBuilder &b, Bound given, Value k, Value enough,
                    function_ref<Value(Value)> count) {
  return b.whileLoop(
      given,
      [&](Bound bound) {
        Value isOpen = b.less(bound.first, bound.last);
        Value isTooMany = b.greater(bound.reached, enough);
        return b.bitAnd(isOpen, isTooMany);
      },
      [&](Bound bound) -> Bound {
        // As unsigned: the range may be wider than the signed type.
        Value width = b.sub(bound.last, bound.first);
        Value half = b.sub(width, b.shiftRight(width, 1));
        Value middle = b.add(bound.first, half);
        Value reached = count(middle);
        Value isBound = b.atLeast(reached, k);
        return {b.select(isBound, middle, bound.first),
                b.select(isBound, bound.last, b.sub(middle, 1)),
                b.select(isBound, reached, bound.reached)};
      });
}

std::pair<Value, Value> mlir::extrema::buildExtrema(KernelBuilder &b,
                                                    Value numbers,
                                                    VectorType vectorType,
                                                    Value begin, Value size) {
  auto load = [&](Value place) { return b.load(vectorType, numbers, place); };
  b.invariant("BisectSelect: fewer numbers than a register has",
              [&] { return b.atLeast(size, vectorType.getNumElements()); });
  Value first = load(begin);
  // The last register overlaps the one before it.
  Value lanes = b.index(vectorType.getNumElements());
  Value last = b.add(begin, b.sub(size, lanes));
  struct Range {
    Value least, largest;
    auto carried() { return std::tie(least, largest); }
  };
  Range range =
      b.forLoop(begin, b.add(begin, size), vectorType.getNumElements(),
                Range{first, first}, [&](Value place, Range range) -> Range {
                  Value vector = load(b.minSigned(place, last));
                  return {b.minSigned(range.least, vector),
                          b.maxSigned(range.largest, vector)};
                });
  return {b.reduce(vector::CombiningKind::MINSI, range.least),
          b.reduce(vector::CombiningKind::MAXSI, range.largest)};
}

/// How many of the elements in [0, size) are where `reaches`, which makes a
/// mask of the wide registers at a position, is true. Of type `index`.
static Value buildCount(KernelBuilder &b, VectorType wide, Value size,
                        function_ref<Value(Value)> reaches) {
  Value zero = b.constant(wide, int64_t(0));
  Value counts = b.forLoop(0, size, wide.getNumElements(), zero,
                           [&](Value position, Value counts) {
                             // All ones where it is true.
                             Value mask = b.castSigned(reaches(position), wide);
                             return b.sub(counts, mask);
                           });
  Value sum = b.reduce(vector::CombiningKind::ADD, counts);
  return b.castSigned(sum, b.getIndexType());
}

/// Fills up to `number` registers from `begin` on.
static void buildFill(KernelBuilder &b, Value memref, VectorType type,
                      Value scalar, Value begin, int64_t number) {
  Value vector = b.broadcast(type, scalar);
  for (int64_t i = 0; i < number; ++i)
    b.store(vector, memref, b.add(begin, i * type.getNumElements()));
}

static void verifyNumber(KernelBuilder &b, Value k, Value size) {
  b.invariant("BisectSelect: k is not in [1, size]",
              [&] { return b.bitAnd(b.atLeast(k, 1), b.atMost(k, size)); });
}

Value mlir::extrema::buildBound(KernelBuilder &b, Value numbers,
                                VectorType vectorType, Value size, Value k,
                                int64_t slack) {
  assert(slack > 0 && "a slack that divides by zero");
  verifyNumber(b, k, size);
  Type type = vectorType.getElementType();
  auto [first, last] = buildExtrema(b, numbers, vectorType, b.index(0), size);
  Value worst =
      b.constant(type, APInt::getSignedMinValue(type.getIntOrFloatBitWidth()));
  buildFill(b, numbers, vectorType, worst, size, kUnroll - 1);
  VectorType wide = widen(vectorType);
  Value enough = b.add(k, b.divideUnsigned(k, slack));
  auto count = [&](Value bound) {
    return buildCount(b, wide, size, [&](Value position) {
      return b.atLeast(b.load(wide, numbers, position), bound);
    });
  };
  return bisect(b, {first, last, size}, k, enough, count).first;
}

Value mlir::extrema::buildAppend(KernelBuilder &b, const Records &records,
                                 ValueRange words, Value isKept, Value count) {
  assert(words.size() == records.words.size() &&
         "records of another number of words");
  if (!records.hasCompress) {
    // Each is stored, and the next one over it unless it is kept.
    for (int64_t lane = 0; lane < records.vectorType.getNumElements(); ++lane) {
      auto extract = [&](Value vector) -> Value {
        return vector::ExtractOp::create(b, vector, ArrayRef<int64_t>{lane});
      };
      records.store(b, llvm::map_to_vector(words, extract), count);
      count = b.add(count, b.castUnsigned(extract(isKept), b.getIndexType()));
    }
    return count;
  }
  Value any = b.constant(records.vectorType, int64_t(0));
  SmallVector<Value> packed;
  for (Value word : words)
    packed.push_back(LLVM::CallIntrinsicOp::create(
                         b, b.getLoc(), word.getType(),
                         b.getStringAttr("llvm.experimental.vector.compress"),
                         ValueRange{word, isKept, any})
                         .getResult(0));
  records.store(b, packed, count);
  return b.add(count, b.count(isKept));
}

/// Moves the records that reach `bounds` to the front.
static void buildCompaction(KernelBuilder &b, const Records &records,
                            Value size, ValueRange bounds) {
  if (!records.hasCompress) {
    // Each is stored, and the next one over it unless it is kept.
    b.forLoop(0, size, 1, b.index(0), [&](Value position, Value count) {
      SmallVector<Value> words = records.loadOne(b, position);
      records.store(b, words, count);
      Value isKept = createReaches(b, words, bounds);
      return b.add(count, b.castUnsigned(isKept, b.getIndexType()));
    });
    return;
  }
  b.forLoop(0, size, records.vectorType.getNumElements(), b.index(0),
            [&](Value position, Value count) {
              SmallVector<Value> words = records.load(b, position);
              Value isKept = createReaches(b, words, bounds);
              return buildAppend(b, records, words, isKept, count);
            });
}

static Values keepBestInPlace(KernelBuilder &b, const Records &records,
                              Value size, Value k) {
  verifyNumber(b, k, size);
  VectorType wide = widen(records.vectorType);
  // Fills that do not change the range, for the time being.
  for (Value memref : records.words)
    buildFill(b, memref, records.vectorType, b.load(memref, 0), size, 1);
  SmallVector<std::pair<Value, Value>> ranges;
  Value atLeastOne = b.maxSigned(size, records.vectorType.getNumElements());
  for (Value memref : records.words)
    ranges.push_back(
        buildExtrema(b, memref, records.vectorType, b.index(0), atLeastOne));
  Value worst = b.constant(b.getI64Type(), std::numeric_limits<int64_t>::min());
  for (Value memref : records.words)
    buildFill(b, memref, records.vectorType, worst, size, kUnroll);

  SmallVector<Value> bounds;
  Value reached = size;
  for (auto [first, last] : ranges) {
    auto count = [&](Value bound) {
      SmallVector<Value> all(bounds);
      all.push_back(bound);
      return buildCount(b, wide, size, [&](Value position) {
        SmallVector<Value> words;
        for (Value memref : ArrayRef(records.words).take_front(all.size()))
          words.push_back(b.load(wide, memref, position));
        return createReaches(b, words, all);
      });
    };
    Bound found = bisect(b, {first, last, reached}, k, /*enough=*/k, count);
    reached = found.reached;
    bounds.push_back(found.first);
  }
  b.invariant("BisectSelect: the bound is not reached by k records",
              [&] { return b.equal(reached, k); });
  buildCompaction(b, records, size, bounds);
  return bounds;
}

SmallVector<Value> mlir::extrema::buildKeepBest(KernelBuilder &b,
                                                const Records &records,
                                                Value size, Value k) {
  // A constant saves the code most of its branches.
  return records.callPrivate(b, "extrema_keep_best",
                             /*isShared=*/!getConstantIntValue(size), {size, k},
                             [&](const Records &records, ValueRange others) {
                               return keepBestInPlace(b, records, others[0],
                                                      others[1]);
                             });
}
