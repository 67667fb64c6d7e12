//===- array-fuzzer.cpp - libFuzzer over the array files --------*- C++ -*-===//
//
// Gives the same bytes to the readers of .npy and of .pb files. Each refuses
// them with a message that names the file, or gives an array whose elements can
// all be printed.
//
//===----------------------------------------------------------------------===//

#include "extrema/Execution/ArrayFiles.h"

#include "llvm/Support/raw_ostream.h"
#include <cstdlib>
#include <sys/mman.h>
#include <unistd.h>

using namespace mlir;
using namespace mlir::extrema;

/// Says what went wrong and ends as libFuzzer understands a crash.
[[noreturn]] static void fail(const Twine &message) {
  llvm::errs() << "fault: " << message << '\n';
  std::abort();
}

static void check(llvm::Expected<Array> array, StringRef path) {
  if (!array) {
    std::string message = llvm::toString(array.takeError());
    if (!StringRef(message).contains(path))
      fail("the message does not name the file: " + message);
    return;
  }
  // Reading an element past the end is what the sanitizer finds.
  for (int64_t i = 0, e = array->getNumElements(); i < e; ++i)
    if (array->formatElement(i).empty())
      fail("an element has no text");
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  // A file in memory, with a path like any other.
  static const int file = memfd_create("fuzz", 0);
  if (ftruncate(file, 0) != 0 ||
      pwrite(file, data, size, 0) != static_cast<ssize_t>(size))
    fail("the file in memory cannot be written");
  std::string path = ("/proc/self/fd/" + Twine(file)).str();
  check(readNpyFile(path), path);
  check(readTensorProtoFile(path), path);
  return 0;
}
