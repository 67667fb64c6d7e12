//===- Allocation.h - Memory of compiled code -------------------*- C++ -*-===//

#ifndef EXTREMA_LIB_EXECUTION_ALLOCATION_H
#define EXTREMA_LIB_EXECUTION_ALLOCATION_H

#include <cstddef>

namespace mlir::extrema {

/// Stands in for malloc in compiled code, which uses what it gets unseen. Where
/// there is no memory, or more is asked for than makes sense, the call made by
/// runEntry ends at once.
void *allocateOrLeave(size_t size);

/// Runs `entry` on `arguments`, which puts the text of a failed check into
/// `message`, null before. Returns 0, or the size in bytes of what could
/// not be allocated: the entry then has not returned, its results are not
/// written, and what it had allocated before is lost.
size_t runEntry(void (*entry)(void **), void **arguments,
                const char *const &message);

} // namespace mlir::extrema

#endif // EXTREMA_LIB_EXECUTION_ALLOCATION_H
