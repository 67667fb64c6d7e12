//===- ExtremaToVector.h - Structured operations to vectors -----*- C++ -*-===//

#ifndef EXTREMA_CONVERSION_EXTREMATOVECTOR_EXTREMATOVECTOR_H
#define EXTREMA_CONVERSION_EXTREMATOVECTOR_EXTREMATOVECTOR_H

#include "extrema/Conversion/ExtremaToVector/KernelLanguage/KernelOptions.h"
#include "extrema/Conversion/ExtremaToVector/VectorTarget.h"
#include "extrema/Dialect/Extrema/IR/Extrema.h"

namespace mlir {
class RewriterBase;

namespace extrema {

/// Replaces `op`, on memrefs of floats or signless integers, by scf loops over
/// vectors of `target`. Where that depends on what is known at run time only
/// (an extent that may be 0, a stride that may be 1), the vector loops stand in
/// the one branch of a condition and a copy of `op` in the other, which
/// `convert-extrema-to-loops` lowers. Fails, and changes nothing, where the
/// vector loops have nothing to offer; `op` stays then.
LogicalResult vectorizeArgReduce(RewriterBase &rewriter, ArgReduceOp op,
                                 const VectorTarget &target,
                                 const KernelOptions &options = {});

/// The same for topk_reduce. With one result a row it becomes an arg_reduce.
/// Memory that the loops need is allocated before them, and released behind.
LogicalResult vectorizeTopKReduce(RewriterBase &rewriter, TopKReduceOp op,
                                  const VectorTarget &target,
                                  const KernelOptions &options = {});

} // namespace extrema
} // namespace mlir

#endif // EXTREMA_CONVERSION_EXTREMATOVECTOR_EXTREMATOVECTOR_H
