//===- Records.cpp - Elements as sortable words ---------------------------===//

#include "Records.h"

#include "../KernelLanguage/PrivateFunction.h"
#include "../Scratch.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mlir::extrema;

static bool isNarrow(Type type) {
  return !type.isIndex() && type.getIntOrFloatBitWidth() <= 32;
}

bool RecordFormat::isPacked() const {
  return isNarrow(order.getRankType()) && (!indexType || isNarrow(indexType));
}

Type RecordFormat::getRankType() const {
  Type type = order.getRankType();
  return IntegerType::get(type.getContext(), isNarrow(type) ? 32 : 64);
}

static Value createRank(KernelBuilder &b, Type type, const APInt &rank) {
  return b.constant(type, rank.sext(type.getIntOrFloatBitWidth()));
}

Value RecordFormat::createWorstRank(KernelBuilder &b) const {
  return createRank(
      b, getRankType(),
      APInt::getSignedMinValue(order.getRankType().getIntOrFloatBitWidth()));
}

Value RecordFormat::createBestRank(KernelBuilder &b) const {
  return createRank(
      b, getRankType(),
      APInt::getSignedMaxValue(order.getRankType().getIntOrFloatBitWidth()));
}

/// The largest position of a record that is a double.
static constexpr int64_t kLastPosition =
    (int64_t(1) << RecordFormat::kPositionBits) - 1;

/// A rank beside the complement of a position, both as words or vectors of
/// them. With 2^62 added, the highest bits are 001 or 010: no double of these
/// is negative, NaN, zero or denormal, and they order as integers do.
static Value pack(KernelBuilder &b, Value rank, Value complement) {
  Type type = rank.getType();
  rank =
      b.shiftLeft(rank, b.constant(type, int64_t(RecordFormat::kPositionBits)));
  return b.add(rank, b.add(complement, b.constant(type, int64_t(1) << 62)));
}

SmallVector<Value> RecordFormat::createWords(KernelBuilder &b, Value rank,
                                             Value position,
                                             Value index) const {
  assert(!indexType == !index && "an index that the record has not");
  Type word = b.getI64Type();
  rank = b.castSigned(rank, word);
  Value last = b.bitNot(b.castUnsigned(position, word));
  if (areDoubles())
    return {pack(b, rank, b.bitAnd(last, b.constant(word, kLastPosition)))};
  if (!indexType)
    return {rank, last};
  return createIndexedWords(b, rank, b.castSigned(index, word), last);
}

SmallVector<Value> RecordFormat::createIndexedWords(KernelBuilder &b,
                                                    Value rank, Value index,
                                                    Value last) const {
  index = b.bitNot(index);
  if (!isPacked())
    return {rank, index, last};
  // The upper half of ~index is all ones, that of the rank's word what counts.
  Type type = rank.getType();
  Value low = b.bitAnd(index, b.constant(type, int64_t(0xffffffff)));
  Value high = b.shiftLeft(rank, b.constant(type, int64_t(32)));
  return {b.bitOr(high, low), last};
}

SmallVector<Value> RecordFormat::createWordsOfRun(KernelBuilder &b, Value ranks,
                                                  Value begin,
                                                  Value indices) const {
  assert(!indexType == !indices && "indices that records have not");
  Type word = b.getI64Type();
  auto type = cast<VectorType>(cast<VectorType>(ranks.getType()).clone(word));
  // ~position is -1 - position, in so many bits.
  SmallVector<int64_t> complements;
  for (int64_t lane = 0; lane < type.getNumElements(); ++lane)
    complements.push_back((areDoubles() ? kLastPosition : -1) - lane);
  Value last = arith::ConstantOp::create(
      b, type, DenseIntElementsAttr::get(type, complements));
  last = b.sub(last, b.castUnsigned(begin, word));
  Value rank = b.castSigned(ranks, type);
  if (areDoubles())
    return {pack(b, rank, last)};
  if (!indexType)
    return {rank, last};
  return createIndexedWords(b, rank, b.castSigned(indices, type), last);
}

Value RecordFormat::getIndex(KernelBuilder &b, ValueRange words) const {
  if (!indexType)
    return getPosition(b, words);
  Value index = b.bitNot(words[isPacked() ? 0 : 1]);
  if (isPacked())
    index = b.castUnsigned(index, b.getI32Type());
  return b.castUnsigned(index, b.getIndexType());
}

Value RecordFormat::getPosition(KernelBuilder &b, ValueRange words) const {
  return b.castUnsigned(getPositions(b, words), b.getIndexType());
}

Value RecordFormat::getPositions(KernelBuilder &b, ValueRange words) const {
  Value positions = b.bitNot(words.back());
  if (!areDoubles())
    return positions;
  return b.bitAnd(positions, b.constant(positions.getType(), kLastPosition));
}

Value RecordFormat::getRank(KernelBuilder &b, ValueRange words) const {
  return b.castUnsigned(getRanks(b, words), getRankType());
}

Value RecordFormat::getRanks(KernelBuilder &b, ValueRange words) const {
  Value first = words.front();
  if (!isPacked())
    return first;
  // What else is above the rank is cut off.
  first = b.shiftRight(first,
                       b.constant(first.getType(), int64_t(getPositionBits())));
  Type type = b.getI32Type();
  if (auto vector = dyn_cast<VectorType>(first.getType()))
    type = vector.clone(type);
  return b.castUnsigned(first, type);
}

VectorType RecordFormat::getVectorType(MLIRContext *context) const {
  return target.getVectorType(IntegerType::get(context, 64));
}

Records RecordFormat::createRecords(ArrayRef<Value> words) const {
  return {SmallVector<Value>(words), getVectorType(words.front().getContext()),
          target.hasCompress, areDoubles()};
}

Records RecordFormat::allocate(Scratch &scratch, Value size) const {
  Type word = IntegerType::get(size.getContext(), 64);
  SmallVector<Value> words;
  for (unsigned i = 0; i < getNumWords(); ++i)
    words.push_back(scratch.allocate(word, size));
  return createRecords(words);
}

SmallVector<Value> Records::callPrivate(
    KernelBuilder &b, StringRef name, bool isShared, ValueRange others,
    function_ref<SmallVector<Value>(const Records &, ValueRange)> build) const {
  SmallVector<Value> arguments(words);
  llvm::append_range(arguments, others);
  return extrema::callPrivate(
      b, isShared, name, arguments, [&](ValueRange arguments) {
        Records records = *this;
        records.words = llvm::to_vector(arguments.take_front(words.size()));
        return build(records, arguments.drop_front(words.size()));
      });
}

Records Records::from(KernelBuilder &b, Value begin) const {
  Records views = *this;
  for (Value &word : views.words) {
    Value size = b.sub(memref::DimOp::create(b, word, 0), begin);
    word = memref::SubViewOp::create(b, word, ArrayRef<OpFoldResult>{begin},
                                     ArrayRef<OpFoldResult>{size},
                                     ArrayRef<OpFoldResult>{b.getIndexAttr(1)});
  }
  return views;
}

SmallVector<Value> Records::load(KernelBuilder &b, Value position) const {
  SmallVector<Value> values;
  for (Value memref : words)
    values.push_back(b.load(vectorType, memref, position));
  return values;
}

SmallVector<Value> Records::loadOne(KernelBuilder &b, Value position) const {
  return llvm::map_to_vector(
      words, [&](Value memref) { return b.load(memref, position); });
}

void Records::store(KernelBuilder &b, ValueRange values, Value position) const {
  assert(values.size() == words.size() && "a record of other words");
  for (auto [value, memref] : llvm::zip_equal(values, words))
    b.store(value, memref, position);
}

SmallVector<Value> Records::loadUnverified(KernelBuilder &b,
                                           Value position) const {
  return llvm::map_to_vector(words, [&](Value memref) {
    return b.loadUnverified(vectorType, memref, position);
  });
}

void Records::storeUnverified(KernelBuilder &b, ValueRange values,
                              Value position) const {
  for (auto [value, memref] : llvm::zip_equal(values, words))
    b.storeUnverified(value, memref, position);
}

Value mlir::extrema::createReaches(KernelBuilder &b, ValueRange words,
                                   ValueRange bounds) {
  Value reaches = b.atLeast(words[bounds.size() - 1], bounds.back());
  for (size_t i = bounds.size() - 1; i-- > 0;) {
    Value isMore = b.greater(words[i], bounds[i]);
    Value isSame = b.equal(words[i], bounds[i]);
    reaches = b.bitOr(isMore, b.bitAnd(isSame, reaches));
  }
  return reaches;
}

Value mlir::extrema::isInOrder(KernelBuilder &b, const Records &records,
                               Value before, Value behind) {
  SmallVector<Value> first = records.loadOne(b, before);
  SmallVector<Value> second = records.loadOne(b, behind);
  return createReaches(b, first, second);
}

std::pair<SmallVector<Value>, SmallVector<Value>>
mlir::extrema::compareExchange(KernelBuilder &b, ValueRange lhs,
                               ValueRange rhs) {
  if (isa<FloatType>(getElementTypeOrSelf(lhs[0]))) {
    auto flags = arith::FastMathFlags::nnan | arith::FastMathFlags::nsz;
    return {{arith::MaxNumFOp::create(b, lhs[0], rhs[0], flags)},
            {arith::MinNumFOp::create(b, lhs[0], rhs[0], flags)}};
  }
  if (lhs.size() == 1)
    return {{b.maxSigned(lhs[0], rhs[0])}, {b.minSigned(lhs[0], rhs[0])}};
  Value isBetter = b.greater(lhs.back(), rhs.back());
  for (size_t i = lhs.size() - 1; i-- > 0;) {
    Value decides = b.greater(lhs[i], rhs[i]);
    Value isTie = b.equal(lhs[i], rhs[i]);
    isBetter = b.bitOr(decides, b.bitAnd(isTie, isBetter));
  }
  SmallVector<Value> better, worse;
  for (auto [left, right] : llvm::zip_equal(lhs, rhs)) {
    better.push_back(b.select(isBetter, left, right));
    worse.push_back(b.select(isBetter, right, left));
  }
  return {better, worse};
}
