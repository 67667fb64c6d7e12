//===- ReadOnly.h - How read-only arguments are marked ----------*- C++ -*-===//

#ifndef EXTREMA_DIALECT_EXTREMA_IR_READONLY_H
#define EXTREMA_DIALECT_EXTREMA_IR_READONLY_H

#include "llvm/ADT/StringRef.h"

namespace mlir::extrema {

/// A unit attribute on an argument: the function only reads it, and nothing of
/// it is seen after the function has returned.
inline constexpr llvm::StringLiteral kReadOnlyAttr = "extrema.read_only";

} // namespace mlir::extrema

#endif // EXTREMA_DIALECT_EXTREMA_IR_READONLY_H
