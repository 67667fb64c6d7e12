//===- LinalgToExtrema.h - Linalg operations to arg_reduce ------*- C++ -*-===//

#ifndef EXTREMA_CONVERSION_LINALGTOEXTREMA_LINALGTOEXTREMA_H
#define EXTREMA_CONVERSION_LINALGTOEXTREMA_LINALGTOEXTREMA_H

#include "extrema/Conversion/Common/NanPolicy.h"
#include "mlir/Support/LLVM.h"
#include <string>

namespace mlir {
class RewriterBase;

namespace linalg {
class LinalgOp;
} // namespace linalg

namespace extrema {

/// Replaces `op`, a `linalg.generic`, `linalg.reduce` or the like on tensors,
/// by `extrema.arg_reduce` if it is an arg reduction: if it gives the same
/// answers to the bit, but for what `policy` allows. An expression that is
/// compared in place of an element becomes a `linalg.generic` of its own, and
/// so does a value that is not the element at the index. On failure `op` is as
/// it was and `reason` says, for people, which rule differs; it is empty if
/// `op` is nothing like an arg reduction.
LogicalResult raiseToArgReduce(RewriterBase &rewriter, linalg::LinalgOp op,
                               NanPolicy policy, std::string &reason);

} // namespace extrema
} // namespace mlir

#endif // EXTREMA_CONVERSION_LINALGTOEXTREMA_LINALGTOEXTREMA_H
