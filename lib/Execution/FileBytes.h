//===- FileBytes.h - Reading files whole ------------------------*- C++ -*-===//
//
// What the array formats share: reads that never go past the end of the file.
// Private to the library.
//
//===----------------------------------------------------------------------===//

#ifndef EXTREMA_LIB_EXECUTION_FILEBYTES_H
#define EXTREMA_LIB_EXECUTION_FILEBYTES_H

#include "mlir/Support/LLVM.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/FileSystem.h"
#include <string>
#include <utility>

namespace mlir::extrema {

/// "'path': message".
llvm::Error makeFileError(StringRef path, const Twine &message);

/// A regular file that is read from its beginning.
class InputFile {
public:
  static llvm::Expected<InputFile> open(StringRef path);

  InputFile(InputFile &&other)
      : path(std::move(other.path)),
        handle(std::exchange(other.handle, llvm::sys::fs::kInvalidFile)),
        remaining(other.remaining) {}
  ~InputFile();

  StringRef getPath() const { return path; }

  /// Bytes from here to the end of the file.
  int64_t getRemaining() const { return remaining; }

  /// Reads exactly `size` bytes, or fails.
  llvm::Error read(char *data, int64_t size);

private:
  InputFile(StringRef path, llvm::sys::fs::file_t handle)
      : path(path), handle(handle) {}

  std::string path;
  llvm::sys::fs::file_t handle;
  int64_t remaining = 0;
};

} // namespace mlir::extrema

#endif // EXTREMA_LIB_EXECUTION_FILEBYTES_H
