//===- SplatCanonicalization.h - Reductions of equal elements ---*- C++ -*-===//

#ifndef EXTREMA_LIB_DIALECT_EXTREMA_IR_SPLATCANONICALIZATION_H
#define EXTREMA_LIB_DIALECT_EXTREMA_IR_SPLATCANONICALIZATION_H

#include "mlir/IR/PatternMatch.h"

namespace mlir::extrema {

// What is known of an input that is a constant splat, of any size: the first
// position is the best one, or with `last` the last. An operation that fails
// when it runs stays as it is.
void populateArgMinSplatPatterns(RewritePatternSet &patterns);
void populateArgMaxSplatPatterns(RewritePatternSet &patterns);
void populateTopKSplatPatterns(RewritePatternSet &patterns);
void populateArgReduceSplatPatterns(RewritePatternSet &patterns);
void populateTopKReduceSplatPatterns(RewritePatternSet &patterns);

} // namespace mlir::extrema

#endif // EXTREMA_LIB_DIALECT_EXTREMA_IR_SPLATCANONICALIZATION_H
