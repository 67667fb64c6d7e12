//===- Strategies.h - The table of topk_reduce's strategies -----*- C++ -*-===//
//
// Each strategy has a line: what it is called, which form of operands it takes,
// from where to where, and how it is built. The picker (TopKToVector.cpp) is a
// loop over the lines of one form: the first one whose regime fits takes the
// operation. docs/TopK.md and the tests of the borders are printed from here.
//
// A new strategy is a header and a file of its own, a line here, and a form in
// test/python/support/topk_switches.py.
//
//===----------------------------------------------------------------------===//

#ifndef EXTREMA_LIB_CONVERSION_EXTREMATOVECTOR_TOPK_STRATEGIES_H
#define EXTREMA_LIB_CONVERSION_EXTREMATOVECTOR_TOPK_STRATEGIES_H

#include "../Regimes.h"
#include "TopKReduction.h"

namespace mlir::extrema {

/// What is known of an operation before it is built.
struct TopKProblem {
  const TopKReduction &reduction;
  /// The number of results; ShapedType::kDynamic if only a run knows it.
  int64_t k;
  /// Whether the extent of the reduced dimension is known.
  bool isExtentKnown;
  /// Whether its rows make batches (takesRowBatches).
  bool hasBatches;
};

/// The forms of operands, by what is contiguous.
enum class TopKForm {
  /// The reduced dimension, and that of the results too.
  RowsAndResults,
  /// The reduced dimension.
  Rows,
  /// Another dimension, in all memrefs; k is known.
  Columns,
};

/// A line of the table.
struct TopKStrategy {
  /// As docs and tests call it, and its file beside this one.
  StringLiteral name, file;
  TopKForm form;
  /// The regime in symbols, for docs: n is the extent of the reduced dimension,
  /// K is k rounded up to a power of two, L the lanes of a register.
  StringLiteral from, to;
  /// The regimes, those of no elements among them. None if the strategy does
  /// not take the problem at all.
  SmallVector<Regime> (*getRegimes)(const TopKProblem &problem);
  /// Builds it for `view`, of its form: `lanes` is the dimension of columns or
  /// of the rows of a batch, `k` the number of results or kDynamic.
  void (*build)(KernelBuilder &b, const TopKReduction &reduction,
                const View &view, int64_t lanes, int64_t k);
  /// An i1 that must hold besides, of the extent and the number of results;
  /// null if nothing must.
  Value (*createCondition)(KernelBuilder &b, const TopKReduction &reduction,
                           Value extent, Value k) = nullptr;
  /// Of a strategy for rows that knows of no state, how many rows its blocks
  /// need where a state is to be merged; null if it merges states itself.
  int64_t (*getMergedLanes)(const TopKReduction &reduction,
                            int64_t k) = nullptr;
};

/// The table, in the order in which the picker asks.
ArrayRef<TopKStrategy> getTopKStrategies();

/// Whether rows, which copies to rows make too, are taken one at a time if they
/// are as long as `extent` says and `least` results or more are wanted: an i1.
Value areSortedRows(KernelBuilder &b, const TopKReduction &reduction,
                    Value extent, Value k, int64_t least);

/// Whether the operation of that extent, number of results and of lanes (index
/// values; lanes may be null where no regime asks) is one that `strategy`
/// takes: an i1, a constant where that is known. The extent is known to be in
/// `assumed`.
Value takes(KernelBuilder &b, const TopKStrategy &strategy,
            const TopKProblem &problem, Value extent, Value k, Value lanes,
            Interval assumed);

} // namespace mlir::extrema

#endif // EXTREMA_LIB_CONVERSION_EXTREMATOVECTOR_TOPK_STRATEGIES_H
