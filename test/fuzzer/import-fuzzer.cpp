//===- import-fuzzer.cpp - libFuzzer over the importer ----------*- C++ -*-===//
//
// Feeds whatever libFuzzer makes of its corpus to the importer. A model is
// either refused with exactly one error, or gives a module that is printed and
// read back.
//
//===----------------------------------------------------------------------===//

#include "extrema/Target/ONNX/Import.h"

#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Parser/Parser.h"
#include "llvm/Support/raw_ostream.h"
#include <cstdlib>
#include <memory>

using namespace mlir;

/// Says what went wrong and ends as libFuzzer understands a crash.
[[noreturn]] static void fail(const Twine &message, StringRef text) {
  llvm::errs() << "fault: " << message << '\n' << text << '\n';
  std::abort();
}

/// A context that several inputs share, as making one takes longer than an
/// import; not all, as a context keeps every type and name that it has seen.
static MLIRContext &getContext() {
  constexpr unsigned inputsEach = 500;
  static std::unique_ptr<MLIRContext> context;
  static unsigned numInputs = 0;
  if (numInputs++ % inputsEach == 0)
    context = std::make_unique<MLIRContext>(MLIRContext::Threading::DISABLED);
  return *context;
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  MLIRContext &context = getContext();
  std::string errors;
  unsigned numErrors = 0;
  ScopedDiagnosticHandler handler(&context, [&](Diagnostic &diagnostic) {
    numErrors += diagnostic.getSeverity() == DiagnosticSeverity::Error;
    errors += diagnostic.str() + '\n';
    return success();
  });

  StringRef bytes(reinterpret_cast<const char *>(data), size);
  OwningOpRef<ModuleOp> module = extrema::importONNXModel(
      llvm::MemoryBufferRef(bytes, "fuzz.onnx"), &context);
  if (!module) {
    if (numErrors != 1)
      fail("a model is refused with " + Twine(numErrors) + " errors, not one",
           errors);
    return 0;
  }
  if (numErrors != 0)
    fail("a model is imported with errors", errors);

  std::string text;
  llvm::raw_string_ostream os(text);
  module->print(os);
  if (!parseSourceString<ModuleOp>(text, &context))
    fail("the module cannot be read back: " + Twine(errors), text);
  return 0;
}
