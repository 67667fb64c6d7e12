//===- FatalErrors.cpp - LLVM's last words as messages ----------*- C++ -*-===//

#include "extrema/Execution/FatalErrors.h"

#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/Signals.h"
#include <cstdlib>
#include <cstring>
#include <new>
#include <string>
#include <unistd.h>

using namespace mlir;
using namespace mlir::extrema;

/// "'FILE': ", or nothing.
static std::string &getPrefix() {
  static std::string prefix;
  return prefix;
}

/// Allocates nothing: there may be no memory.
[[noreturn]] static void end(const char *what, const char *reason) {
  for (const char *part :
       {"error: ", getPrefix().c_str(), what, reason, "\n"}) {
    size_t size = std::strlen(part);
    while (size != 0) {
      ssize_t written = ::write(STDERR_FILENO, part, size);
      if (written <= 0)
        break;
      part += written;
      size -= written;
    }
  }
  // What was begun of files goes.
  llvm::sys::RunInterruptHandlers();
  std::_Exit(1);
}

static void endOfLLVM(void *, const char *reason, bool) {
  end("LLVM cannot make code of the model: ", reason);
}

static void endOfMemory(void *, const char *, bool) {
  end("there is not enough memory to compile the model", "");
}

void mlir::extrema::reportFatalErrors() {
  getPrefix();
  llvm::install_fatal_error_handler(endOfLLVM);
  llvm::install_bad_alloc_error_handler(endOfMemory);
  std::set_new_handler([] { endOfMemory(nullptr, nullptr, false); });
}

void mlir::extrema::setModelOfFatalErrors(StringRef path) {
  getPrefix() = ("'" + path + "': ").str();
}
