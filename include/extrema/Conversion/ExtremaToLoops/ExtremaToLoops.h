//===- ExtremaToLoops.h - Structured operations to scalar loops -*- C++ -*-===//

#ifndef EXTREMA_CONVERSION_EXTREMATOLOOPS_EXTREMATOLOOPS_H
#define EXTREMA_CONVERSION_EXTREMATOLOOPS_EXTREMATOLOOPS_H

namespace mlir {
class RewritePatternSet;

namespace extrema {

/// Adds patterns that turn `extrema.arg_reduce` and `extrema.topk_reduce` on
/// memrefs of floats or signless integers into scf loops. Others do not match.
void populateExtremaToLoopsPatterns(RewritePatternSet &patterns);

} // namespace extrema
} // namespace mlir

#endif // EXTREMA_CONVERSION_EXTREMATOLOOPS_EXTREMATOLOOPS_H
