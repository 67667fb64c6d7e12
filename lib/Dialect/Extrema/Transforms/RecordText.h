//===- RecordText.h - Texts of records --------------------------*- C++ -*-===//

#ifndef EXTREMA_LIB_DIALECT_EXTREMA_TRANSFORMS_RECORDTEXT_H
#define EXTREMA_LIB_DIALECT_EXTREMA_TRANSFORMS_RECORDTEXT_H

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"
#include <string>

namespace mlir::extrema {

/// `text` without anything that a record would take for a placeholder ("{0}"
/// becomes "{ 0}") or for its end.
inline std::string escapeForRecord(llvm::StringRef text) {
  std::string result;
  for (char character : text) {
    if (llvm::isDigit(character) && llvm::StringRef(result).ends_with("{"))
      result += ' ';
    result += character == '\0' ? ' ' : character;
  }
  return result;
}

} // namespace mlir::extrema

#endif // EXTREMA_LIB_DIALECT_EXTREMA_TRANSFORMS_RECORDTEXT_H
