//===- Strategies.cpp - The table of topk_reduce's strategies -------------===//

#include "Strategies.h"

#include "LargeK.h"
#include "LongRows.h"
#include "MediumRows.h"
#include "RowBatch.h"
#include "ShortRows.h"
#include "SortedRows.h"
#include "Strided.h"
#include "StridedGroups.h"

using namespace mlir;
using namespace mlir::extrema;

/// Results that are counted in 32 bits, twice k included.
static constexpr int64_t kMostResults = tuning::limits::kMostCounted / 2;

//===----------------------------------------------------------------------===//
// Regimes
//===----------------------------------------------------------------------===//

/// Columns of at least so many elements.
static Regime getColumnRegime(const TopKReduction &reduction, int64_t least) {
  return {{least, tuning::limits::kMostCounted},
          {1, getStridedTopKLimit(reduction)},
          getStridedTopKColumns(reduction)};
}

static SmallVector<Regime> getTallColumns(const TopKProblem &problem) {
  const TopKReduction &reduction = problem.reduction;
  return {getColumnRegime(reduction,
                          getStridedGroupsMinimum(reduction, problem.k))};
}

static SmallVector<Regime> getColumns(const TopKProblem &problem) {
  return {getColumnRegime(problem.reduction, problem.k)};
}

/// Rows of a batch at least, where each can be taken by itself: long ones are
/// as fast as by batches, sorted ones if they are less than some of a batch.
static int64_t getLeastRows(const TopKProblem &problem) {
  if (problem.k < tuning::sortedRows::kLeastResults || !problem.isExtentKnown)
    return 0;
  return getTopKRowBatch(problem.reduction, problem.k) /
         tuning::rowBatches::kLeastShare;
}

/// Whether medium rows are of use for so many results.
static bool hasMediumRows(const TopKProblem &problem) {
  return getMediumTopKRowMinimum(problem.reduction, problem.k) <=
         getMediumTopKRowLimit(problem.reduction);
}

static SmallVector<Regime> getAllShortRows(const TopKProblem &problem) {
  const TopKReduction &reduction = problem.reduction;
  int64_t longMinimum = getLongRowMinimum(reduction);
  int64_t end =
      std::min(getMediumTopKRowMinimum(reduction, problem.k), longMinimum);
  SmallVector<Regime> regimes{
      {{getShortTopKRowMinimum(reduction, problem.k), end - 1},
       {},
       getLeastRows(problem)}};
  if (!hasMediumRows(problem)) {
    int64_t chunks =
        reduction.target.hasMasks ? tuning::rowBatches::kMaskedChunks : 1;
    regimes.push_back({{longMinimum, chunks * longMinimum - 1},
                       {},
                       getTopKRowBatch(reduction, problem.k)});
  }
  return regimes;
}

static SmallVector<Regime> getShortRows(const TopKProblem &problem) {
  // Where only a run knows how long rows are, medium rows take these, too.
  if (!problem.hasBatches || (!problem.isExtentKnown && hasMediumRows(problem)))
    return {};
  return getAllShortRows(problem);
}

static SmallVector<Regime> getMediumRows(const TopKProblem &problem) {
  if (!problem.hasBatches || !hasMediumRows(problem))
    return {};
  const TopKReduction &reduction = problem.reduction;
  SmallVector<Regime> regimes;
  if (!problem.isExtentKnown)
    regimes = getAllShortRows(problem);
  int64_t minimum = getMediumTopKRowMinimum(reduction, problem.k);
  int64_t limit = getMediumTopKRowLimit(reduction);
  regimes.push_back(
      {{minimum, limit}, {}, getTopKRowBatch(reduction, problem.k)});
  regimes.push_back(
      {{minimum, std::min(limit, getLongRowMinimum(reduction) - 1)},
       {},
       getLeastRows(problem)});
  return regimes;
}

static Regime getSortedRegime(const TopKReduction &reduction, int64_t least) {
  using namespace tuning::sortedRows;
  Regime regime{
      {getSortedRowMinimum(reduction), getLongRowMinimum(reduction) - 1},
      {least, kMostResults}};
  if (reduction.hasIndices) {
    regime.results.first = std::max(least, kLeastExplicit);
    regime.leastShare = kExplicitShare;
  }
  return regime;
}

static SmallVector<Regime> getSortedRows(const TopKProblem &problem) {
  // If the extent is not known, batches take any extent. Sorted rows would then
  // only serve fewer rows than a batch, and take longer to compile than they
  // save.
  if (problem.hasBatches && !problem.isExtentKnown)
    return {};
  return {
      getSortedRegime(problem.reduction, tuning::sortedRows::kLeastResults)};
}

static SmallVector<Regime> getLongRows(const TopKProblem &problem) {
  RecordFormat format(problem.reduction.order, problem.reduction.target);
  int64_t limit = format.areDoubles()
                      ? int64_t(1) << RecordFormat::kPositionBits
                      : tuning::limits::kMostCounted;
  return {{{getLongRowMinimum(problem.reduction), limit}, {1, kMostResults}}};
}

static SmallVector<Regime> getLargeK(const TopKProblem &problem) {
  using namespace tuning::largeK;
  if (problem.reduction.hasIndices)
    return {};
  Regime regime = getLongRows(problem).front();
  regime.extents.last = std::min(regime.extents.last, kMost);
  regime.results.first = kLeastResults;
  if (!ShapedType::isDynamic(problem.k)) {
    int64_t ratio =
        std::clamp(problem.k / kResultsPerRatio, kLeastRatio, kMostRatio);
    regime.extents.last = std::min(regime.extents.last, problem.k * ratio);
  }
  return {regime};
}

//===----------------------------------------------------------------------===//
// The table
//===----------------------------------------------------------------------===//

/// Strategies that need no lanes, or no number of results.
template <void (*build)(KernelBuilder &, const TopKReduction &, const View &)>
static void buildRows(KernelBuilder &b, const TopKReduction &reduction,
                      const View &view, int64_t, int64_t) {
  build(b, reduction, view);
}
template <void (*build)(KernelBuilder &, const TopKReduction &, const View &,
                        int64_t)>
static void buildBatches(KernelBuilder &b, const TopKReduction &reduction,
                         const View &view, int64_t, int64_t k) {
  build(b, reduction, view, k);
}

ArrayRef<TopKStrategy> mlir::extrema::getTopKStrategies() {
  static const TopKStrategy table[] = {
      {"tall columns", "StridedGroups.cpp", TopKForm::Columns,
       "max(8 k, 64); with masks 96, and for k = 2 and 3 2048 / k; of 8 and 16 "
       "bits max(16 k, 256)",
       "k = 16", getTallColumns, buildStridedGroups},
      {"columns", "Strided.cpp", TopKForm::Columns, "k ≥ 2, n ≥ k", "k = 16",
       getColumns, buildStridedTopK},
      {"short rows", "ShortRows.cpp", TopKForm::RowsAndResults,
       "K elements, or a piece of 128 bits",
       "a medium row, or a chunk (with masks three, of 64 bits and k > 8); k = "
       "16",
       getShortRows, buildBatches<buildShortTopKRows>, nullptr,
       getTopKRowBatch},
      {"medium rows", "MediumRows.cpp", TopKForm::RowsAndResults,
       "max(12 K, 3/2 pieces of 128 bits × K); L rows",
       "n = 4095, of 8 and 16 bits 3071; k = 16 (8 of 64 bits)", getMediumRows,
       buildBatches<buildMediumTopKRows>, nullptr, getTopKRowBatch},
      {"sorted rows", "SortedRows.cpp", TopKForm::Rows,
       "n = 8 or a register of records, k = 4", "a long row's chunk",
       getSortedRows, buildRows<buildSortedRows>},
      {"large k", "LargeK.cpp", TopKForm::Rows,
       "k ≥ 64, n ≤ k · min(max(k/128, 16), 64); indices are positions",
       "n = 2²⁹", getLargeK, buildRows<buildLargeK>, isLargeK},
      {"long rows", "LongRows.cpp", TopKForm::Rows, "a chunk",
       "n = 2³⁰ (of 64 bits 2³¹ - 1), k = 2³⁰ - 1", getLongRows,
       buildRows<buildLongRows>},
  };
  return table;
}

//===----------------------------------------------------------------------===//
// Conditions
//===----------------------------------------------------------------------===//

/// The extent is known to be in `assumed`. `lanes` may be null where the regime
/// does not ask.
static Value isInRegime(KernelBuilder &b, const Regime &regime, Value extent,
                        Value k, Value lanes, Interval assumed) {
  Value holds = b.bitAnd(isIn(b, extent, regime.extents, assumed),
                         isIn(b, k, regime.results));
  if (regime.leastLanes > 1)
    holds = b.bitAnd(holds, isIn(b, lanes, {regime.leastLanes}));
  if (regime.leastShare > 0)
    holds = b.bitAnd(holds, b.atLeast(b.mul(k, regime.leastShare), extent));
  return holds;
}

Value mlir::extrema::areSortedRows(KernelBuilder &b,
                                   const TopKReduction &reduction, Value extent,
                                   Value k, int64_t least) {
  return isInRegime(b, getSortedRegime(reduction, least), extent, k, Value(),
                    {});
}

Value mlir::extrema::takes(KernelBuilder &b, const TopKStrategy &strategy,
                           const TopKProblem &problem, Value extent, Value k,
                           Value lanes, Interval assumed) {
  Value holds = b.truth(false);
  for (const Regime &regime : strategy.getRegimes(problem))
    holds = b.bitOr(holds, isInRegime(b, regime, extent, k, lanes, assumed));
  if (strategy.createCondition && getConstantIntValue(holds) != 0)
    holds = b.bitAnd(holds,
                     strategy.createCondition(b, problem.reduction, extent, k));
  return holds;
}
