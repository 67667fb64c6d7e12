//===- Diagnostics.cpp - MLIR's diagnostics as errors -----------*- C++ -*-===//

#include "extrema/Execution/Diagnostics.h"

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/Location.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"
#include <utility>

using namespace mlir;
using namespace mlir::extrema;

llvm::Error mlir::extrema::addFileName(StringRef path, llvm::Error error) {
  if (!error || error.isA<llvm::FileError>())
    return error;
  // A location may have brought the name along.
  std::string text = llvm::toString(std::move(error));
  llvm::Error same = llvm::createStringError(Twine(text));
  StringRef rest = text;
  rest.consume_front("'");
  return rest.starts_with(path) ? std::move(same)
                                : llvm::createFileError(path, std::move(same));
}

/// The location as a prefix of a message; empty if it tells nothing.
static std::string formatLocation(LocationAttr location, StringRef message) {
  if (auto file = dyn_cast<FileLineColRange>(location)) {
    StringRef path = file.getFilename();
    // A file without lines, as in all other messages.
    if (file.getStartLine() == 0)
      return ("'" + path + "': ").str();
    return llvm::formatv("{0}:{1}:{2}: ", path, file.getStartLine(),
                         file.getStartColumn());
  }
  if (auto name = dyn_cast<NameLoc>(location)) {
    StringRef node = name.getName();
    std::string text = formatLocation(name.getChildLoc(), message);
    // The message may name the node itself.
    if (!message.contains(node))
      text += ("node '" + node + "': ").str();
    return text;
  }
  if (auto call = dyn_cast<CallSiteLoc>(location))
    return formatLocation(call.getCallee(), message);
  if (auto fused = dyn_cast<FusedLoc>(location))
    for (Location part : fused.getLocations())
      if (std::string text = formatLocation(part, message); !text.empty())
        return text;
  return "";
}

std::string mlir::extrema::formatDiagnostic(const Diagnostic &diagnostic) {
  std::string message = diagnostic.str();
  return formatLocation(diagnostic.getLocation(), message) + message;
}

DiagnosticCollector::DiagnosticCollector(MLIRContext *context)
    : handler(context, [this](Diagnostic &diagnostic) -> LogicalResult {
        if (diagnostic.getSeverity() != DiagnosticSeverity::Error)
          return failure();
        std::string message = diagnostic.str();
        llvm::raw_string_ostream os(text);
        if (!text.empty())
          os << '\n';
        os << formatDiagnostic(diagnostic);
        for (Diagnostic &note : diagnostic.getNotes()) {
          // MLIR appends the operation to each error; that helps where the
          // message does not name it.
          std::string noteText = note.str();
          if (!StringRef(noteText).starts_with("see current operation") ||
              !StringRef(message).contains("' op "))
            os << "\n  note: " << noteText;
        }
        return success();
      }) {}

llvm::Error DiagnosticCollector::takeError(const Twine &fallback) {
  std::string message = std::exchange(text, std::string());
  return llvm::createStringError(message.empty() ? fallback : Twine(message));
}
