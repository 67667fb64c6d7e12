//===- Output.cpp - What programs write -------------------------*- C++ -*-===//

#include "extrema/Execution/Output.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/Signals.h"
#include "llvm/Support/WithColor.h"
#include "llvm/Support/raw_ostream.h"
#include <csignal>

using namespace mlir;
using namespace mlir::extrema;

/// Writes and flushes; what the stream notes as an error becomes one.
static llvm::Error
writeTo(int descriptor, llvm::function_ref<void(llvm::raw_ostream &)> write) {
  llvm::raw_fd_ostream os(descriptor, /*shouldClose=*/false);
  write(os);
  os.flush();
  std::error_code code = os.error();
  // With a pending error, the destructor would end the process.
  os.clear_error();
  return llvm::errorCodeToError(code);
}

static llvm::Error
writeAndClose(int descriptor,
              llvm::function_ref<void(llvm::raw_ostream &)> write) {
  llvm::Error error = writeTo(descriptor, write);
  return llvm::joinErrors(
      std::move(error),
      llvm::errorCodeToError(llvm::sys::fs::closeFile(descriptor)));
}

/// There is no other file that could take this one's place.
static llvm::Error
writeSpecialFile(StringRef path,
                 llvm::function_ref<void(llvm::raw_ostream &)> write) {
  int descriptor;
  if (std::error_code code = llvm::sys::fs::openFileForWrite(
          path, descriptor, llvm::sys::fs::CD_OpenExisting))
    return llvm::errorCodeToError(code);
  return writeAndClose(descriptor, write);
}

/// Opens a new file beside `path`. Not by LLVM's functions for temporary files:
/// they fill in each '%', also those of the folders.
static std::error_code createTemporaryFile(StringRef path, std::string &name,
                                           int &descriptor) {
  constexpr int attempts = 16;
  std::error_code code;
  for (int i = 0; i < attempts; ++i) {
    name = (path + ".temp-" +
            llvm::utohexstr(llvm::sys::Process::GetRandomNumber()))
               .str();
    code = llvm::sys::fs::openFileForWrite(name, descriptor,
                                           llvm::sys::fs::CD_CreateNew);
    if (code != std::errc::file_exists)
      break;
  }
  return code;
}

static llvm::Error
writeRegularFile(StringRef path,
                 llvm::function_ref<void(llvm::raw_ostream &)> write) {
  std::string name;
  int descriptor;
  if (std::error_code code = createTemporaryFile(path, name, descriptor))
    return llvm::errorCodeToError(code);
  llvm::sys::RemoveFileOnSignal(name);
  llvm::Error error = writeAndClose(descriptor, write);
  if (!error)
    error = llvm::errorCodeToError(llvm::sys::fs::rename(name, path));
  if (error)
    error = llvm::joinErrors(
        std::move(error), llvm::errorCodeToError(llvm::sys::fs::remove(name)));
  llvm::sys::DontRemoveFileOnSignal(name);
  return error;
}

llvm::Error
mlir::extrema::writeFile(StringRef path,
                         llvm::function_ref<void(llvm::raw_ostream &)> write) {
  bool isSpecial =
      llvm::sys::fs::exists(path) && !llvm::sys::fs::is_regular_file(path);
  llvm::Error error =
      isSpecial ? writeSpecialFile(path, write) : writeRegularFile(path, write);
  return error ? llvm::createFileError(path, std::move(error))
               : llvm::Error::success();
}

void mlir::extrema::ignoreWriteSignals() {
#ifdef SIGPIPE
  std::signal(SIGPIPE, SIG_IGN);
#endif
#ifdef SIGXFSZ
  std::signal(SIGXFSZ, SIG_IGN);
#endif
}

int mlir::extrema::reportError(llvm::Error error) {
  if (!error)
    return 0;
  llvm::WithColor::error() << llvm::toString(std::move(error)) << '\n';
  return 1;
}

int mlir::extrema::finishOutput(int exitCode) {
  llvm::outs().flush();
  std::error_code code = llvm::outs().error();
  if (!code)
    return exitCode;
  // Else the stream's destructor would end the process its own way.
  llvm::outs().clear_error();
  // Whoever closed the pipe, `head` for one, has read enough.
  if (code != std::errc::broken_pipe)
    llvm::WithColor::error() << "standard output: " << code.message() << '\n';
  return 1;
}
