//===- ReadOnly.h - How arguments are marked that stay as they are *- C++ -*-=//

#ifndef EXTREMA_DIALECT_EXTREMA_IR_READONLY_H
#define EXTREMA_DIALECT_EXTREMA_IR_READONLY_H

#include "llvm/ADT/StringRef.h"

namespace mlir::extrema {

/// On an argument, without a value: the function only reads what is in it, and
/// nothing of it is seen after the function has returned.
inline constexpr llvm::StringLiteral kReadOnlyAttr = "extrema.read_only";

} // namespace mlir::extrema

#endif // EXTREMA_DIALECT_EXTREMA_IR_READONLY_H
