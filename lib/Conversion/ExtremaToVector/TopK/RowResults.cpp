//===- RowResults.cpp - What a row of topk_reduce ends with ---------------===//

#include "RowResults.h"

#include "extrema/Conversion/Common/StructuredOps.h"

using namespace mlir;
using namespace mlir::extrema;

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
      format.allocate(scratch, b.add(capacity, tuning::records::kPadding));
  unsorted = {scratch.allocate(reduction.order.getWorkingType(), k),
              scratch.allocate(reduction.indexType, k)};
}

Element StateMerge::createWorst(Destinations state) {
  Value last = b.sub(k, 1);
  if (reduction.isSorted)
    return load(state, last);
  Element first = load(state, last);
  return b.forLoop(0, last, 1, first, [&](Value i, Element worst) -> Element {
    Element element = load(state, i);
    Value isWorse = isBetter(worst, element);
    return {b.select(isWorse, element.value, worst.value),
            b.select(isWorse, element.index, worst.index)};
  });
}

void StateMerge::sortState(Destinations state) {
  b.forLoop(0, k, 1, [&](Value i) {
    Element element = load(state, i);
    store(element, unsorted, i);
    Value rank =
        b.castSigned(reduction.order.createRank(b, b.getLoc(), element.value),
                     format.getRankType());
    records.store(b, format.createWords(b, rank, i, element.index), i);
  });
  buildSort(b, records, k);
  b.forLoop(0, k, 1, [&](Value i) {
    Value place = getSortedPlace(b, records, k, i);
    store(load(unsorted, format.getPosition(b, records.loadOne(b, place))),
          state, i);
  });
}

/// Merges from the worst element of both on. The place of an element among all
/// is either beyond the state, or it is free: as many elements are left as
/// there are places before it. Once no found element is left, the rest of the
/// state is where it belongs.
void StateMerge::mergeSorted(Destinations state, Destinations found,
                             Value count) {
  auto areInOrder = [&](Destinations list) {
    return [&, list](Value before, Value behind) {
      return b.bitNot(isBetter(load(list, behind), load(list, before)));
    };
  };
  b.invariantOfNeighbours("StateMerge: the state is not sorted", 0, k,
                          areInOrder(state));
  b.invariantOfNeighbours("StateMerge: what was found is not sorted", 0, count,
                          areInOrder(found));
  Value zero = b.index(0), one = b.index(1);
  /// How many of each are left.
  struct Left {
    Value state, found;
    auto carried() { return std::tie(state, found); }
  };
  b.whileLoop(
      Left{k, count}, [&](Left left) { return b.greater(left.found, zero); },
      [&](Left left) -> Left {
        Element ofState =
            load(state, b.maxSigned(b.sub(left.state, one), zero));
        Element ofFound = load(found, b.sub(left.found, one));
        // Of equal elements the found one is kept: see ElementOrder::reduce.
        Value isState = b.bitAnd(b.greater(left.state, zero),
                                 b.bitNot(isBetter(ofState, ofFound)));
        Value place = b.sub(b.add(left.state, left.found), one);
        b.ifThen(b.less(place, k), [&] {
          store({b.select(isState, ofState.value, ofFound.value),
                 b.select(isState, ofState.index, ofFound.index)},
                state, place);
        });
        Value taken = b.castUnsigned(isState, b.getIndexType());
        return {b.sub(left.state, taken), b.sub(left.found, b.sub(one, taken))};
      });
}

void StateMerge::build(Destinations state, Destinations found, Value count) {
  auto isBetterThanWorst = [&] {
    Element best = load(found, b.index(0));
    return b.bitNot(isBetter(createWorst(state), best));
  };
  Value isAny = b.greater(count, 0);
  Value changes = b.ifThen(isAny, isBetterThanWorst, [&] { return isAny; });
  b.ifThen(changes, [&] {
    if (!reduction.isSorted)
      sortState(state);
    mergeSorted(state, found, count);
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
  assert(reduction.accumulates == merge.has_value() && "no state to merge");
  Location loc = b.getLoc();
  const ElementOrder &order = reduction.order;
  RecordFormat format(order, reduction.target);
  Type rankType = format.getRankType();
  Value yes = b.truth(true);
  if (!reduction.accumulates)
    return {format.createWorstRank(b), yes};
  Element worst = merge->createWorst(to);
  Value rank = b.castSigned(order.createRank(b, loc, worst.value), rankType);
  if (reduction.hasIndices)
    return {rank, yes};
  // If all indices of the row are greater than that of the state's worst
  // element, an element of the same rank is not better.
  Value first = createIndexOfPosition(b, loc, b.index(0), reduction.indexBase,
                                      reduction.indexType);
  Value isLater = b.greater(first, worst.index);
  Value isBest = b.equal(rank, format.createBestRank(b));
  Value next = b.add(rank, 1);
  return {b.select(b.bitAnd(isLater, b.bitNot(isBest)), next, rank),
          b.bitNot(b.bitAnd(isLater, isBest))};
}

void RowResults::complete(Destinations to, Value count) {
  b.invariant("RowResults: more are found than there are results",
              [&] { return b.atMost(count, k); });
  if (merge)
    merge->build(to, found, count);
  else
    storeIdentities(b, reduction, to, count, k);
}
