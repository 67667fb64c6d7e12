//===- RuntimeCheck.h - A condition known only at run time ------*- C++ -*-===//

#ifndef EXTREMA_DIALECT_EXTREMA_IR_RUNTIMECHECK_H
#define EXTREMA_DIALECT_EXTREMA_IR_RUNTIMECHECK_H

#include "mlir/IR/Value.h"
#include "llvm/ADT/SmallVector.h"
#include <string>

namespace mlir::extrema {

/// A condition that must hold when the program runs, as IR built by an
/// operation, and what is to be said where it does not.
struct RuntimeCheck {
  /// An i1: true if all is well.
  Value holds;
  /// What is wanted, for people: "k must not be negative ...".
  std::string rule;
  /// What was found: `{0}`, `{1}` ... in it stand for `values`.
  std::string found;
  /// Of type `index`; at most RecordOp::kMaxValues.
  SmallVector<Value> values;
  /// True if a result's static extent rests on this: where it does not hold,
  /// the result is no shape to write into, so the operation must not run at
  /// all.
  bool guardsResultShape = false;
};

} // namespace mlir::extrema

#endif // EXTREMA_DIALECT_EXTREMA_IR_RUNTIMECHECK_H
