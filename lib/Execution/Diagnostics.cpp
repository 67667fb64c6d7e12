//===- Diagnostics.cpp - MLIR's diagnostics as errors -----------*- C++ -*-===//

#include "extrema/Execution/Diagnostics.h"

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/Location.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"
#include <utility>

using namespace mlir;
using namespace mlir::extrema;

/// The location as a prefix of a message; empty if it tells nothing.
static std::string formatLocation(LocationAttr location, StringRef message) {
  if (auto file = dyn_cast<FileLineColRange>(location)) {
    std::string text = file.getFilename().str();
    if (file.getStartLine() != 0)
      text +=
          llvm::formatv(":{0}:{1}", file.getStartLine(), file.getStartColumn());
    return text + ": ";
  }
  if (auto name = dyn_cast<NameLoc>(location)) {
    std::string node = "node '" + name.getName().str() + "'";
    // The message may name the node itself.
    return formatLocation(name.getChildLoc(), message) +
           (message.contains(node) ? "" : node + ": ");
  }
  if (auto call = dyn_cast<CallSiteLoc>(location))
    return formatLocation(call.getCallee(), message);
  if (auto fused = dyn_cast<FusedLoc>(location))
    for (Location part : fused.getLocations())
      if (std::string text = formatLocation(part, message); !text.empty())
        return text;
  return "";
}

DiagnosticCollector::DiagnosticCollector(MLIRContext *context)
    : handler(context, [this](Diagnostic &diagnostic) -> LogicalResult {
        if (diagnostic.getSeverity() != DiagnosticSeverity::Error)
          return failure();
        std::string message = diagnostic.str();
        llvm::raw_string_ostream os(text);
        if (!text.empty())
          os << '\n';
        os << formatLocation(diagnostic.getLocation(), message) << message;
        for (Diagnostic &note : diagnostic.getNotes())
          os << "\n  note: " << note;
        return success();
      }) {}

llvm::Error DiagnosticCollector::takeError(const Twine &fallback) {
  std::string message = std::exchange(text, std::string());
  return llvm::createStringError(message.empty() ? fallback : Twine(message));
}
