//===- Allocation.cpp - Memory of compiled code -----------------*- C++ -*-===//
//
// A model can ask for any amount: a constant k of 10^12, or of 2^62, on an axis
// that is known only at run time. The check of k fails, and the program goes
// on, as programs with recorded checks do, to allocate a result of the stated
// extent, of a size in bytes that may not even fit 64 bits. So no memory is
// handed out once a check has failed: what comes after is without meaning.
// Compiled code has no frames that would want to be unwound: leaving it by
// longjmp is safe.
//
//===----------------------------------------------------------------------===//

#include "Allocation.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/ErrorHandling.h"
#include <csetjmp>
#include <cstdlib>
#include <unistd.h>

using namespace mlir::extrema;

namespace {
/// The call under way in a thread.
struct RunningCall {
  const char *const *message;
  size_t *refusedSize;
  std::jmp_buf exit;
  CallEnd end = CallEnd::Returned;
  /// What it has allocated and not freed, the newest last.
  llvm::SmallVector<void *, 8> allocated;
};
} // namespace

static thread_local RunningCall *runningCall = nullptr;

/// More than this could be promised by the system, but not be filled.
static size_t getMachineMemory() {
  static const size_t size = static_cast<size_t>(sysconf(_SC_PHYS_PAGES)) *
                             static_cast<size_t>(sysconf(_SC_PAGESIZE));
  return size;
}

[[noreturn]] static void leave(CallEnd end) {
  runningCall->end = end;
  std::longjmp(runningCall->exit, 1);
}

void *mlir::extrema::allocateOrLeave(size_t size) {
  bool isUseful = !runningCall || !*runningCall->message;
  void *memory = nullptr;
  if (isUseful && size <= getMachineMemory())
    memory = std::malloc(size == 0 ? 1 : size);
  if (memory) {
    if (runningCall)
      runningCall->allocated.push_back(memory);
    return memory;
  }
  if (!runningCall)
    llvm::report_bad_alloc_error("compiled code has no memory");
  *runningCall->refusedSize = size;
  leave(CallEnd::NoMemory);
}

void mlir::extrema::leaveByAbort() {
  if (!runningCall)
    std::abort();
  leave(CallEnd::Aborted);
}

void mlir::extrema::release(void *memory) {
  std::free(memory);
  if (!runningCall)
    return;
  // Last come, first gone, for the most part.
  llvm::SmallVectorImpl<void *> &allocated = runningCall->allocated;
  auto found = llvm::find(llvm::reverse(allocated), memory);
  if (found != allocated.rend())
    allocated.erase(std::prev(found.base()));
}

CallEnd mlir::extrema::runEntry(void (*entry)(void **), void **arguments,
                                const char *const &message,
                                size_t &refusedSize) {
  RunningCall call;
  call.message = &message;
  call.refusedSize = &refusedSize;
  runningCall = &call;
  if (setjmp(call.exit) == 0) {
    entry(arguments);
    runningCall = nullptr;
    return CallEnd::Returned;
  }
  runningCall = nullptr;
  for (void *memory : call.allocated)
    std::free(memory);
  return call.end;
}
