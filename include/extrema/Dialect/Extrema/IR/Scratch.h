//===- Scratch.h - How scratch memory is marked -----------------*- C++ -*-===//

#ifndef EXTREMA_DIALECT_EXTREMA_IR_SCRATCH_H
#define EXTREMA_DIALECT_EXTREMA_IR_SCRATCH_H

#include "llvm/ADT/StringRef.h"

namespace mlir::extrema {

/// A unit attribute on a memref.alloc or memref.alloca: this is scratch memory
/// that `extrema-scratch-to-argument` takes from the caller.
inline constexpr llvm::StringLiteral kScratchAttr = "extrema.scratch";

/// A unit attribute on a function: it returns how much scratch memory another
/// function needs. It is called before that function's context exists.
inline constexpr llvm::StringLiteral kScratchSizeAttr = "extrema.scratch_size";

} // namespace mlir::extrema

#endif // EXTREMA_DIALECT_EXTREMA_IR_SCRATCH_H
