//===- Allocation.cpp - Memory of compiled code -----------------*- C++ -*-===//
//
// A model can ask for any amount: a constant k of 10^12 on an axis that is
// known only at run time. The check of k fails, and the program goes on, as
// programs with recorded checks do, to allocate a result of the stated extent.
// Compiled code has no frames that would want to be unwound, so leaving it by
// longjmp is safe.
//
//===----------------------------------------------------------------------===//

#include "Allocation.h"

#include "llvm/Support/ErrorHandling.h"
#include <csetjmp>
#include <cstdlib>
#include <unistd.h>

using namespace mlir::extrema;

namespace {
/// Where the call under way in this thread goes on if it must end early.
struct Exit {
  std::jmp_buf place;
  const char *const *message;
  size_t refusedSize;
};
} // namespace

static thread_local Exit *currentExit = nullptr;

/// More than this at once, after a check has failed, is not worth the time to
/// fill it, nor the risk that all together is more than the machine has.
static constexpr size_t kMaxAfterFailure = size_t(1) << 28;

/// More than this could be promised by the system, but not be filled.
static size_t getMachineMemory() {
  static const size_t size = static_cast<size_t>(sysconf(_SC_PHYS_PAGES)) *
                             static_cast<size_t>(sysconf(_SC_PAGESIZE));
  return size;
}

void *mlir::extrema::allocateOrLeave(size_t size) {
  bool isFutile = size > kMaxAfterFailure && currentExit &&
                  *currentExit->message != nullptr;
  void *memory = nullptr;
  if (!isFutile && size <= getMachineMemory())
    memory = std::malloc(size);
  if (memory || size == 0)
    return memory;
  if (!currentExit)
    llvm::report_bad_alloc_error("compiled code has no memory");
  currentExit->refusedSize = size;
  std::longjmp(currentExit->place, 1);
}

size_t mlir::extrema::runEntry(void (*entry)(void **), void **arguments,
                               const char *const &message) {
  Exit exit;
  exit.message = &message;
  exit.refusedSize = 0;
  currentExit = &exit;
  if (setjmp(exit.place) == 0)
    entry(arguments);
  currentExit = nullptr;
  return exit.refusedSize;
}
