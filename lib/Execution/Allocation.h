//===- Allocation.h - Memory of compiled code -------------------*- C++ -*-===//

#ifndef EXTREMA_LIB_EXECUTION_ALLOCATION_H
#define EXTREMA_LIB_EXECUTION_ALLOCATION_H

#include "extrema/Execution/Kernel.h"

namespace mlir::extrema {

/// Stands in for malloc in compiled code, which uses what it gets unseen. Where
/// there is no memory, or a check has failed and there is nothing left to
/// compute, the call made by runEntry ends at once.
void *allocateOrLeave(size_t size);

/// The free that goes with it, for compiled code. What the code returns is
/// freed by std::free.
void release(void *memory);

/// Stands in for abort in compiled code: what a failed cf.assert calls. The
/// call made by runEntry ends at once.
[[noreturn]] void leaveByAbort();

/// Runs `entry` on `arguments`, on this thread. It puts the text of a failed
/// check into `message`, null before. Unless it has returned, the results are
/// not written, and nothing stays allocated; for want of memory, `refusedSize`
/// is what could not be allocated, in bytes.
CallEnd runEntry(void (*entry)(void **), void **arguments,
                 const char *const &message, size_t &refusedSize);

} // namespace mlir::extrema

#endif // EXTREMA_LIB_EXECUTION_ALLOCATION_H
