//===- ExtremaToLinalg.h - arg_reduce to linalg.generic ---------*- C++ -*-===//

#ifndef EXTREMA_CONVERSION_EXTREMATOLINALG_EXTREMATOLINALG_H
#define EXTREMA_CONVERSION_EXTREMATOLINALG_EXTREMATOLINALG_H

namespace mlir {
class RewritePatternSet;

namespace extrema {

/// Adds the pattern that turns `extrema.arg_reduce`, on tensors or memrefs of
/// floats or signless integers, into linalg operations. Others do not match.
void populateExtremaToLinalgPatterns(RewritePatternSet &patterns);

} // namespace extrema
} // namespace mlir

#endif // EXTREMA_CONVERSION_EXTREMATOLINALG_EXTREMATOLINALG_H
