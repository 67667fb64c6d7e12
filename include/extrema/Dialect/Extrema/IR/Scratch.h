//===- Scratch.h - How scratch memory is marked -----------------*- C++ -*-===//

#ifndef EXTREMA_DIALECT_EXTREMA_IR_SCRATCH_H
#define EXTREMA_DIALECT_EXTREMA_IR_SCRATCH_H

#include "llvm/ADT/StringRef.h"

namespace mlir::extrema {

/// On a memref.alloc or memref.alloca, without a value: scratch memory that
/// `extrema-scratch-to-argument` takes from the caller.
inline constexpr llvm::StringLiteral kScratchAttr = "extrema.scratch";

/// On a function, without a value: it says how much scratch memory another one
/// needs, and is called before that one's context is there.
inline constexpr llvm::StringLiteral kScratchSizeAttr = "extrema.scratch_size";

} // namespace mlir::extrema

#endif // EXTREMA_DIALECT_EXTREMA_IR_SCRATCH_H
