//===- Records.cpp - Elements as sortable words ---------------------------===//

#include "Records.h"

using namespace mlir;
using namespace mlir::extrema;
using arith::CmpIPredicate;

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

SmallVector<Value> RecordFormat::createWords(KernelBuilder &b, Value rank,
                                             Value position,
                                             Value index) const {
  Type word = b.getI64Type();
  rank = b.castSigned(rank, word);
  Value last = b.bitNot(b.castUnsigned(position, word));
  SmallVector<Value> words{rank, indexType ? b.bitNot(b.castSigned(index, word))
                                           : last};
  if (isPacked()) {
    // The upper half of ~index is all ones, that of the rank's word what
    // counts.
    Value low = b.bitAnd(words[1], b.constant(word, int64_t(0xffffffff)));
    Value high = b.shiftLeft(rank, b.constant(word, int64_t(32)));
    words = {b.bitOr(high, low)};
  }
  if (indexType)
    words.push_back(last);
  return words;
}

SmallVector<Value> RecordFormat::createWordsOfRun(KernelBuilder &b, Value ranks,
                                                  Value begin) const {
  Type word = b.getI64Type();
  auto type = cast<VectorType>(cast<VectorType>(ranks.getType()).clone(word));
  // ~position is -1 - position, in 32 bits or in 64.
  SmallVector<int64_t> complements;
  for (int64_t lane = 0; lane < type.getNumElements(); ++lane)
    complements.push_back((isPacked() ? int64_t(0xffffffff) : -1) - lane);
  Value index = arith::ConstantOp::create(
      b, type, DenseIntElementsAttr::get(type, complements));
  index = b.sub(index, b.castUnsigned(begin, word));
  Value rank = b.castSigned(ranks, type);
  if (!isPacked())
    return {rank, index};
  return {b.bitOr(b.shiftLeft(rank, b.constant(type, int64_t(32))), index)};
}

Value RecordFormat::getPosition(KernelBuilder &b, ValueRange words) const {
  Value position = b.bitNot(words.back());
  if (words.size() == 1)
    position = b.castUnsigned(position, b.getI32Type());
  return b.castUnsigned(position, b.getIndexType());
}

Value RecordFormat::getRank(KernelBuilder &b, ValueRange words) const {
  Value first = words.front();
  if (isPacked())
    first = b.shiftRight(first, b.constant(first.getType(), int64_t(32)));
  return b.castUnsigned(first, getRankType());
}

Value RecordFormat::getPositions(KernelBuilder &b, ValueRange words) const {
  Value positions = b.bitNot(words.back());
  if (!isPacked())
    return positions;
  return b.bitAnd(positions,
                  b.constant(positions.getType(), int64_t(0xffffffff)));
}

Value RecordFormat::getRanks(KernelBuilder &b, ValueRange words) const {
  Value first = words.front();
  if (!isPacked())
    return first;
  first = b.shiftRight(first, b.constant(first.getType(), int64_t(32)));
  return b.castUnsigned(
      first, cast<VectorType>(first.getType()).clone(b.getI32Type()));
}

VectorType RecordFormat::getVectorType(MLIRContext *context) const {
  return target.getVectorType(IntegerType::get(context, 64));
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
  for (auto [value, memref] : llvm::zip_equal(values, words))
    b.store(value, memref, position);
}

std::pair<SmallVector<Value>, SmallVector<Value>>
mlir::extrema::compareExchange(KernelBuilder &b, ValueRange lhs,
                               ValueRange rhs) {
  if (lhs.size() == 1)
    return {{b.maxSigned(lhs[0], rhs[0])}, {b.minSigned(lhs[0], rhs[0])}};
  Value isBetter = b.compare(CmpIPredicate::sgt, lhs.back(), rhs.back());
  for (size_t i = lhs.size() - 1; i-- > 0;) {
    Value decides = b.compare(CmpIPredicate::sgt, lhs[i], rhs[i]);
    Value isTie = b.compare(CmpIPredicate::eq, lhs[i], rhs[i]);
    isBetter = b.bitOr(decides, b.bitAnd(isTie, isBetter));
  }
  SmallVector<Value> better, worse;
  for (auto [left, right] : llvm::zip_equal(lhs, rhs)) {
    better.push_back(b.select(isBetter, left, right));
    worse.push_back(b.select(isBetter, right, left));
  }
  return {better, worse};
}
