//===- Strategies.h - The table of arg_reduce's strategies ------*- C++ -*-===//
//
// Each strategy has a line: what it is called, which form of operands it takes,
// from where to where, and how it is built. The picker (ArgReduceToVector.cpp)
// is a loop over the lines whose form a view has. docs/Vector.md and the tests
// of the borders are printed from here.
//
//===----------------------------------------------------------------------===//

#ifndef EXTREMA_LIB_CONVERSION_EXTREMATOVECTOR_ARGREDUCE_STRATEGIES_H
#define EXTREMA_LIB_CONVERSION_EXTREMATOVECTOR_ARGREDUCE_STRATEGIES_H

#include "../Regimes.h"
#include "ArgReduction.h"

namespace mlir::extrema {

/// The forms of operands, by what is contiguous. A view may have several.
enum class ArgReduceForm {
  /// The reduced dimension, and there is another one.
  SeveralRows,
  /// All of a matrix of rows, and their results.
  PackedRows,
  /// The reduced dimension.
  Rows,
  /// The reduced dimension, of the explicit indices too.
  RowsOfPairs,
  /// Another dimension, in all memrefs.
  Columns,
};

/// A line of the table.
struct ArgReduceStrategy {
  /// As docs and tests call it, and its file beside this one.
  StringLiteral name, file;
  ArgReduceForm form;
  /// The regime in symbols, for docs: n is the extent of the reduced dimension,
  /// L the lanes of a register of keys, of 128 bits if there are no masks.
  StringLiteral from, to;
  /// The regime, of no elements if the strategy is of no use. Of a strategy
  /// with least lanes, these are the rows of a matrix.
  Regime (*getRegime)(const ArgReduction &reduction);
  /// Builds it for `view`, of its form.
  void (*build)(KernelBuilder &b, const ArgReduction &reduction,
                const View &view);
};

/// The table, in the order in which the picker asks. Of the lines of one view,
/// each begins at the latest where the one before it ends, and the last one
/// takes all that is left.
ArrayRef<ArgReduceStrategy> getArgReduceStrategies();

/// Whether `view` has that form, as far as is known at compile time.
bool hasForm(const View &view, ArgReduceForm form);

} // namespace mlir::extrema

#endif // EXTREMA_LIB_CONVERSION_EXTREMATOVECTOR_ARGREDUCE_STRATEGIES_H
