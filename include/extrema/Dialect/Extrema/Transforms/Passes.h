//===- Passes.h - Passes from extrema to extrema ----------------*- C++ -*-===//

#ifndef EXTREMA_DIALECT_EXTREMA_TRANSFORMS_PASSES_H
#define EXTREMA_DIALECT_EXTREMA_TRANSFORMS_PASSES_H

#include "mlir/Pass/Pass.h"

namespace mlir {
class RewritePatternSet;

namespace extrema {

#define GEN_PASS_DECL
#define GEN_PASS_REGISTRATION
#include "extrema/Dialect/Extrema/Transforms/Passes.h.inc"

/// Patterns of `extrema-value-to-structured`. Each takes one value operation on
/// a ranked tensor; an unranked one does not match.
void populateValueToStructuredPatterns(RewritePatternSet &patterns);

/// Patterns of `extrema-overwrite-to-accumulate`.
void populateOverwriteToAccumulatePatterns(RewritePatternSet &patterns);

} // namespace extrema
} // namespace mlir

#endif // EXTREMA_DIALECT_EXTREMA_TRANSFORMS_PASSES_H
