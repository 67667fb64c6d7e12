//===- Strategies.cpp - The table of arg_reduce's strategies --------------===//

#include "Strategies.h"

#include "LongRows.h"
#include "Pairs.h"
#include "ShortRows.h"
#include "SingleElements.h"
#include "Strided.h"

using namespace mlir;
using namespace mlir::extrema;

static Regime getSingleElements(const ArgReduction &) { return {{1, 1}}; }

static Regime getShortRows(const ArgReduction &reduction) {
  return {{2, getShortRowLimit(reduction)}, {}, getShortRowBatch(reduction)};
}

static Regime getRows(const ArgReduction &) { return {{1}}; }

static Regime getColumns(const ArgReduction &) {
  return {{1, tuning::limits::kMostCounted}};
}

ArrayRef<ArgReduceStrategy> mlir::extrema::getArgReduceStrategies() {
  static const ArgReduceStrategy table[] = {
      // One row of one element is not worth the code.
      {"single elements", "SingleElements.cpp", ArgReduceForm::SeveralRows,
       "n = 1", "n = 1", getSingleElements, buildSingleElements},
      {"short rows", "ShortRows.cpp", ArgReduceForm::PackedRows,
       "n = 2, L rows", "2047 bits in a row, with registers of 128 bits 1023",
       getShortRows, buildShortRows},
      {"long rows", "LongRows.cpp", ArgReduceForm::Rows, "n = 1", "any n",
       getRows, buildLongRows},
      {"rows of pairs", "Pairs.cpp", ArgReduceForm::RowsOfPairs, "n = 1",
       "any n", getRows, buildRowsOfPairs},
      {"columns", "Strided.cpp", ArgReduceForm::Columns, "n = 1", "n = 2³¹ - 1",
       getColumns, buildColumns},
  };
  return table;
}

bool mlir::extrema::hasForm(const View &view, ArgReduceForm form) {
  bool areRows = isUnitStride(view.input, view.reduced) &&
                 isUnitStride(view.inputIndices, view.reduced);
  bool areElements = areRows && !view.inputIndices;
  switch (form) {
  case ArgReduceForm::SeveralRows:
    return areElements && view.getRank() > 1;
  case ArgReduceForm::PackedRows:
    return areElements && hasPackedRows(view);
  case ArgReduceForm::Rows:
    return areElements;
  case ArgReduceForm::RowsOfPairs:
    return areRows && view.inputIndices;
  case ArgReduceForm::Columns:
    return findLanes(view).has_value();
  }
  llvm_unreachable("a form without a test");
}
