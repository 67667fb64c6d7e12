//===- TransposeLanes.h - Rows in memory, columns in registers --*- C++ -*-===//

#ifndef EXTREMA_LIB_CONVERSION_EXTREMATOVECTOR_TRANSPOSELANES_H
#define EXTREMA_LIB_CONVERSION_EXTREMATOVECTOR_TRANSPOSELANES_H

#include "mlir/IR/BuiltinTypes.h"

namespace mlir {
class Location;
class OpBuilder;

namespace extrema {

/// Bits of a piece that `transposeLanes` is at its best with: shuffles within
/// 128 bits are the cheapest ones on x86, and the only ones with NEON.
constexpr int64_t kTransposedPieceBits = 128;

/// Transposes `pieces`, R vectors of P elements each: P vectors of R elements,
/// whose lane r of vector p is element p of piece r. P and R / P are powers of
/// two, and P is 1 or the vectors of P elements are as long as the parts that
/// registers shuffle within (`kTransposedPieceBits`).
///
/// Takes R/P insertions into each of P registers, which load as they insert,
/// and log2(P) stages of P interleavings within the parts; of the stages, only
/// what used results need is left once dead operations are removed. See
/// Eklundh, "A Fast Computer Method for Matrix Transposing", 1972.
SmallVector<Value> transposeLanes(OpBuilder &b, Location loc,
                                  ArrayRef<Value> pieces);

/// Interleaves, in every part of `length` lanes, one half of `lhs` with the
/// same half of `rhs`.
Value interleaveHalves(OpBuilder &b, Location loc, Value lhs, Value rhs,
                       int64_t length, bool upper);

} // namespace extrema
} // namespace mlir

#endif // EXTREMA_LIB_CONVERSION_EXTREMATOVECTOR_TRANSPOSELANES_H
