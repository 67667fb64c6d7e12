//===- RowResults.h - What a row of topk_reduce ends with -------*- C++ -*-===//
//
// The best elements of a row are the results, or, of an operation that
// accumulates, what is merged with the state that the destinations hold. The
// merge compares whole pairs, as their order says: the state's indices may be
// anything.
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
  /// For rows of `k` results, at least one. Takes memory from `scratch` if the
  /// state is in any order: outside of the loops over rows.
  StateMerge(KernelBuilder &b, const TopKReduction &reduction, Scratch &scratch,
             Value k);

  /// The k best of `state`, a row of the destinations, and of `found`: sorted
  /// elements, the best one first, of which there are `count`, at most k. All
  /// are memrefs of one dimension and any stride; values are of the working
  /// type, indices of the destination's. Each element takes part as often as it
  /// is there: a row must not be merged twice. `state` is sorted then. Where
  /// nothing found is better than the state's last element, that takes one
  /// comparison; else O(k), and O(k log^2 k) if the state is in any order.
  void build(Destinations state, Destinations found, Value count);

  /// The worst element of a state.
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
  /// To sort a state: records of its elements by their places, and a copy.
  RecordFormat format;
  Records records;
  Destinations unsorted;
};

/// Where a strategy that takes one row at a time leaves what it finds.
class RowResults {
public:
  /// As for StateMerge.
  RowResults(KernelBuilder &b, const TopKReduction &reduction, Scratch &scratch,
             Value k);

  /// What an element of a row has to reach to be among the results.
  struct Bound {
    /// Of RecordFormat's rank type.
    Value rank;
    /// False, an i1, if no element is.
    Value isReachable;
  };
  /// That before anything of the row is read whose results go to `to`.
  Bound createBound(Destinations to);

  /// Whether what is found has to be sorted.
  bool isSorted() const { return reduction.isSorted || reduction.accumulates; }
  /// Where to store what is found in that row: the k best elements, or all if
  /// they are fewer.
  Destinations getFound(Destinations to) const {
    return reduction.accumulates ? found : to;
  }
  /// Makes the results in `to` of what is there, `count` elements.
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
