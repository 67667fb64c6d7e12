//===- RowResults.h - What a row of topk_reduce ends with -------*- C++ -*-===//
//
// A strategy finds the best elements of a row. If the operation does not
// accumulate, they are the results. If it does, the destinations hold a state,
// and the found elements are merged with it. The merge compares whole pairs by
// their order, since the state may have any indices.
//
//===----------------------------------------------------------------------===//

#ifndef EXTREMA_LIB_CONVERSION_EXTREMATOVECTOR_TOPK_ROWRESULTS_H
#define EXTREMA_LIB_CONVERSION_EXTREMATOVECTOR_TOPK_ROWRESULTS_H

#include "TopKReduction.h"

#include "../Selection/Select.h"

namespace mlir::extrema {

/// Merges what a strategy has found in a row with the state of the row.
class StateMerge {
public:
  /// For rows of `k` results; k is at least 1. If the state is unsorted, memory
  /// is taken from `scratch`. So this must be built outside of the loops over
  /// rows.
  StateMerge(KernelBuilder &b, const TopKReduction &reduction, Scratch &scratch,
             Value k);

  /// Stores in `state` the k best elements of `state` and `found`, sorted.
  /// `state` is a row of the destinations. `found` holds `count` elements, at
  /// most k, sorted, the best one first. All are memrefs of one dimension and
  /// any stride. Values have the working type, and indices have the type of the
  /// destination. An element that is there twice takes part twice. So a row
  /// must not be merged twice. If no found element is better than the state's
  /// worst one, a sorted state takes one comparison and stays as it is, and an
  /// unsorted one takes O(k). Otherwise a sorted state takes O(k), and an
  /// unsorted one O(k log^2 k).
  void build(Destinations state, Destinations found, Value count);

  /// Returns the worst element of a state.
  Element createWorst(Destinations state);

private:
  Element load(Destinations row, Value i) {
    return {b.load(row.values, i), b.load(row.indices, i)};
  }
  void store(Element element, Destinations row, Value i) {
    b.store(element.value, row.values, i);
    b.store(element.index, row.indices, i);
  }
  Value isBetter(Element lhs, Element rhs) {
    return reduction.order.isBetter(b, b.getLoc(), lhs, rhs);
  }
  void sortState(Destinations state);
  void mergeSorted(Destinations state, Destinations found, Value count);

  KernelBuilder &b;
  const TopKReduction &reduction;
  Value k;
  /// For an unsorted state: memory for records of its elements, and for a copy
  /// of it. The position in a record is the element's place in the state.
  RecordFormat format;
  Records records;
  Destinations unsorted;
};

/// Where a strategy that takes one row at a time stores what it finds.
class RowResults {
public:
  /// As for StateMerge.
  RowResults(KernelBuilder &b, const TopKReduction &reduction, Scratch &scratch,
             Value k);

  /// The rank that an element of a row must reach to be among the results.
  struct Bound {
    /// Its type is RecordFormat's rank type.
    Value rank;
    /// An i1: false if no element of the row can be among the results.
    Value isReachable;
  };
  /// Returns the bound of the row whose results go to `to`, as it is known
  /// before the row is read.
  Bound createBound(Destinations to);

  /// Whether what is found has to be sorted.
  bool isSorted() const { return reduction.isSorted || reduction.accumulates; }
  /// Returns where the strategy must store what it finds in the row: the k best
  /// elements, or all elements if they are fewer.
  Destinations getFound(Destinations to) const {
    return reduction.accumulates ? found : to;
  }
  /// Makes the results in `to` of the `count` elements that were stored where
  /// `getFound` says.
  void complete(Destinations to, Value count);

private:
  KernelBuilder &b;
  const TopKReduction &reduction;
  Value k;
  std::optional<StateMerge> merge;
  Destinations found;
};

} // namespace mlir::extrema

#endif // EXTREMA_LIB_CONVERSION_EXTREMATOVECTOR_TOPK_ROWRESULTS_H
