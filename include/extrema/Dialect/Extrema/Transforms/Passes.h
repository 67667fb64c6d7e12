//===- Passes.h - Passes from extrema to extrema ----------------*- C++ -*-===//

#ifndef EXTREMA_DIALECT_EXTREMA_TRANSFORMS_PASSES_H
#define EXTREMA_DIALECT_EXTREMA_TRANSFORMS_PASSES_H

#include "mlir/Pass/Pass.h"

namespace mlir {
class RewritePatternSet;

namespace extrema {

/// What a run-time check does when it fails.
enum class CheckForm {
  /// There is none.
  None,
  /// Prints the rule and ends the program: cf.assert.
  Assert,
  /// Notes the failure in the execution's context and goes on: extrema.record.
  Record
};

/// What a function does with scratch memory that is too small.
enum class ScratchCheck {
  /// It writes beyond its end.
  None,
  /// Prints that it is, and ends the program: cf.assert.
  Assert,
  /// Notes it in the execution's context, extrema.record, and goes on with
  /// memory of its own.
  Record
};

#define GEN_PASS_DECL
#define GEN_PASS_REGISTRATION
#include "extrema/Dialect/Extrema/Transforms/Passes.h.inc"

/// Patterns of `extrema-value-to-structured`. Each takes one value operation on
/// a ranked tensor; an unranked one does not match.
void populateValueToStructuredPatterns(RewritePatternSet &patterns);

/// Patterns of `extrema-accumulate-to-overwrite`.
void populateAccumulateToOverwritePatterns(RewritePatternSet &patterns);

/// Patterns of `extrema-overwrite-to-accumulate`.
void populateOverwriteToAccumulatePatterns(RewritePatternSet &patterns);

} // namespace extrema
} // namespace mlir

#endif // EXTREMA_DIALECT_EXTREMA_TRANSFORMS_PASSES_H
