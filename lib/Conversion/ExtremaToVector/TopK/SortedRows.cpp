//===- SortedRows.cpp - One short row at a time, sorted ---------*- C++ -*-===//
//
// This strategy takes rows that are too short for a threshold (LongRows.cpp)
// and that no batch takes: single rows, rows with many results, and rows with a
// number of results that is known only at run time. All elements become
// records, and a network sorts them. If many elements have few results, the
// best records are kept before the sort.
//
//===----------------------------------------------------------------------===//

#include "SortedRows.h"

#include "LongRows.h"
#include "RecordResults.h"
#include "RowResults.h"

#include "extrema/Conversion/Common/StructuredOps.h"

using namespace mlir;
using namespace mlir::extrema;
using namespace tuning::sortedRows;

namespace {
class SortedRows {
public:
  SortedRows(KernelBuilder &b, const TopKReduction &reduction, const View &view)
      : b(b), reduction(reduction), view(view),
        format(reduction.getRecordFormat()), scratch(b, reduction.mayUseStack) {
  }

  void build();

private:
  void createRecords(InputRow row);
  void buildRow(InputRow row, Destinations to);

  KernelBuilder &b;
  const TopKReduction &reduction;
  const View &view;
  RecordFormat format;
  Scratch scratch;
  Value extent, k;
  std::optional<RowResults> results;
  Records records, sorted;
};
} // namespace

/// Makes records of all elements of `row`. The last register of them overlaps
/// the one before it.
void SortedRows::createRecords(InputRow row) {
  int64_t lanes = records.vectorType.getNumElements();
  auto type = VectorType::get({lanes}, reduction.order.getWorkingType());
  Value last = b.sub(extent, lanes);
  b.forLoop(0, extent, lanes, [&](Value position) {
    Value begin = b.minSigned(position, last);
    Value ranks = reduction.order.createRank(b, b.getLoc(),
                                             b.load(type, row.values, begin));
    Value indices;
    if (row.indices)
      indices = b.load(VectorType::get({lanes}, reduction.indexType),
                       row.indices, begin);
    records.store(b, format.createWordsOfRun(b, ranks, begin, indices), begin);
  });
}

void SortedRows::buildRow(InputRow row, Destinations to) {
  createRecords(row);
  Value count = extent;
  if (getLongRowMinimum(reduction) > kMany) {
    Value areFew = b.bitAnd(b.atLeast(extent, kMany),
                            b.atLeast(extent, b.mul(k, kKeepShare)));
    count = b.ifThen(
        areFew,
        [&] {
          buildKeepBest(b, records, extent, k);
          return k;
        },
        [&] { return extent; });
  }
  buildSort(b, records, count);
  storeSorted(b, records, count, sorted, b.index(0));
  Value number = b.minSigned(count, k);
  storeRecords(b, reduction, format, sorted, b.index(0), number, row,
               results->getFound(to), b.index(0));
  results->complete(to, number);
}

void SortedRows::build() {
  extent = b.extent(view.input, view.reduced);
  k = b.extent(view.destinations.values, view.reduced);
  // The size is constant, so the memory may come from the stack.
  std::optional<int64_t> known = getConstantIntValue(extent);
  Value most = b.index(known ? *known : getLongRowMinimum(reduction) - 1);
  b.invariant("SortedRows: a row that is too short or too long", [&] {
    return b.bitAnd(b.atLeast(extent, getSortedRowMinimum(reduction)),
                    b.atMost(extent, most));
  });
  Value capacity =
      b.add(getSortedCapacity(b, format.getVectorType(b.getContext()), most),
            tuning::records::kPadding);
  records = format.allocate(scratch, capacity);
  sorted = format.allocate(scratch, capacity);
  results.emplace(b, reduction, scratch, k);
  buildRowLoops(b, view,
                [&](InputRow row, Destinations to) { buildRow(row, to); });
  scratch.release();
}

int64_t mlir::extrema::getSortedRowMinimum(const TopKReduction &reduction) {
  return std::max<int64_t>(
      kLeast, reduction.target.getNumLanes(
                  IntegerType::get(reduction.indexType.getContext(), 64)));
}

void mlir::extrema::buildSortedRows(KernelBuilder &b,
                                    const TopKReduction &reduction,
                                    const View &view) {
  assert(isUnitStride(view.input, view.reduced) &&
         isUnitStride(view.inputIndices, view.reduced) &&
         "rows that are not contiguous");
  SortedRows(b, reduction, view).build();
}
