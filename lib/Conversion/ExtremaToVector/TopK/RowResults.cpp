//===- RowResults.cpp - What a row of topk_reduce ends with ---------------===//

#include "RowResults.h"

#include "extrema/Conversion/Common/StructuredOps.h"

using namespace mlir;
using namespace mlir::extrema;
using arith::CmpIPredicate;
using Values = KernelBuilder::Values;

//===----------------------------------------------------------------------===//
// Merging
//===----------------------------------------------------------------------===//

StateMerge::StateMerge(KernelBuilder &b, const TopKReduction &reduction,
                       Scratch &scratch, Value k)
    : b(b), reduction(reduction), k(k),
      format(reduction.order, reduction.target, reduction.indexType) {
  if (reduction.isSorted)
    return;
  Value capacity =
      getSortedCapacity(b, format.getVectorType(b.getContext()), k);
  records =
      scratch.allocate(format, b.add(capacity, b.index(Records::padding)));
  unsorted = {scratch.allocate(reduction.order.getWorkingType(), k),
              scratch.allocate(reduction.indexType, k)};
}

Element StateMerge::createWorst(Destinations state) {
  Value last = b.sub(k, b.index(1));
  if (reduction.isSorted)
    return load(state, last);
  Element first = load(state, last);
  Values worst =
      b.forLoop(b.index(0), last, 1, {first.value, first.index},
                [&](Value i, ValueRange loopState) -> Values {
                  Element worst{loopState[0], loopState[1]};
                  Element element = load(state, i);
                  Value isWorse = isBetter(worst, element);
                  return {b.select(isWorse, element.value, worst.value),
                          b.select(isWorse, element.index, worst.index)};
                });
  return {worst[0], worst[1]};
}

void StateMerge::sortState(Destinations state) {
  b.forLoop(b.index(0), k, 1, [&](Value i) {
    Element element = load(state, i);
    store(element, unsorted, i);
    Value rank =
        b.castSigned(reduction.order.createRank(b, b.getLoc(), element.value),
                     format.getRankType());
    records.store(b, format.createWords(b, rank, i, element.index), i);
  });
  buildSort(b, records, k);
  b.forLoop(b.index(0), k, 1, [&](Value i) {
    Value place = getSortedPlace(b, records, k, i);
    store(load(unsorted, format.getPosition(b, records.loadOne(b, place))),
          state, i);
  });
}

/// From the worst element of both on: its place among all is either beyond the
/// state, or it is free, since as many are left as there are places before it.
/// Once nothing found is left, the rest of the state is where it belongs.
void StateMerge::mergeSorted(Destinations state, Destinations found,
                             Value count) {
  Value zero = b.index(0), one = b.index(1);
  b.whileLoop(
      {k, count},
      [&](ValueRange left) {
        return b.compare(CmpIPredicate::sgt, left[1], zero);
      },
      [&](ValueRange left) -> Values {
        Element ofState = load(state, b.maxSigned(b.sub(left[0], one), zero));
        Element ofFound = load(found, b.sub(left[1], one));
        // Of equal ones the found one stays: see ElementOrder::reduce.
        Value isState = b.bitAnd(b.compare(CmpIPredicate::sgt, left[0], zero),
                                 b.bitNot(isBetter(ofState, ofFound)));
        Value place = b.sub(b.add(left[0], left[1]), one);
        b.ifThen(b.compare(CmpIPredicate::slt, place, k), [&] {
          store({b.select(isState, ofState.value, ofFound.value),
                 b.select(isState, ofState.index, ofFound.index)},
                state, place);
          return Values();
        });
        Value taken = b.castUnsigned(isState, b.getIndexType());
        return {b.sub(left[0], taken), b.sub(left[1], b.sub(one, taken))};
      });
}

void StateMerge::build(Destinations state, Destinations found, Value count) {
  auto isBetterThanWorst = [&]() -> Values {
    Element best = load(found, b.index(0));
    return {b.bitNot(isBetter(createWorst(state), best))};
  };
  Value isAny = b.compare(CmpIPredicate::sgt, count, b.index(0));
  Value changes = b.ifThen(isAny, isBetterThanWorst, [&]() -> Values {
                     return {isAny};
                   }).front();
  b.ifThen(changes, [&] {
    if (!reduction.isSorted)
      sortState(state);
    mergeSorted(state, found, count);
    return Values();
  });
}

//===----------------------------------------------------------------------===//
// Single rows
//===----------------------------------------------------------------------===//

RowResults::RowResults(KernelBuilder &b, const TopKReduction &reduction,
                       Scratch &scratch, Value k)
    : b(b), reduction(reduction), k(k) {
  if (!reduction.accumulates)
    return;
  merge.emplace(b, reduction, scratch, k);
  found = {scratch.allocate(reduction.order.getWorkingType(), k),
           scratch.allocate(reduction.indexType, k)};
}

RowResults::Bound RowResults::createBound(Destinations to) {
  Location loc = b.getLoc();
  const ElementOrder &order = reduction.order;
  RecordFormat format(order, reduction.target);
  Type rankType = format.getRankType();
  Value yes = b.constant(b.getI1Type(), APInt(1, 1));
  if (!reduction.accumulates)
    return {format.createWorstRank(b), yes};
  Element worst = merge->createWorst(to);
  Value rank = b.castSigned(order.createRank(b, loc, worst.value), rankType);
  if (reduction.hasIndices)
    return {rank, yes};
  // Where all of the row comes after the state's worst element, what is equal
  // to it is no better.
  Value first = createIndexOfPosition(b, loc, b.index(0), reduction.indexBase,
                                      reduction.indexType);
  Value isLater = b.compare(CmpIPredicate::sgt, first, worst.index);
  Value isBest = b.compare(CmpIPredicate::eq, rank, format.createBestRank(b));
  Value next = b.add(rank, b.constant(rankType, int64_t(1)));
  return {b.select(b.bitAnd(isLater, b.bitNot(isBest)), next, rank),
          b.bitNot(b.bitAnd(isLater, isBest))};
}

void RowResults::complete(Destinations to, Value count) {
  if (merge)
    merge->build(to, found, count);
  else
    storeIdentities(b, reduction, to, count, k);
}
