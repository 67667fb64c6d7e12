//===- RegionRuns.h - How often code runs, where its stack is ---*- C++ -*-===//
//
// The one place that says whether code is run once, more than once in sequence,
// or perhaps at the same time, and where it may have memory on the stack. What
// it does not know, it takes to run at the same time.
//
//===----------------------------------------------------------------------===//

#ifndef EXTREMA_DIALECT_EXTREMA_UTILS_REGIONRUNS_H
#define EXTREMA_DIALECT_EXTREMA_UTILS_REGIONRUNS_H

#include "mlir/IR/Operation.h"

namespace mlir::extrema {

/// How often the regions of an operation are entered, each time that the
/// operation is run.
enum class RegionRuns {
  /// One of them, once, or none. Blocks of it may still form a cycle.
  AtMostOnce,
  /// Any number of times, one after the other.
  InSequence,
  /// Any number of times, perhaps at the same time, now or later.
  PerhapsTogether,
};

/// That of the regions of `op`. A function's are entered by its callers, so
/// they may run at the same time.
RegionRuns getRegionRuns(Operation *op);

/// Whether all that `op` has on the stack is released when one of its regions
/// is left, and no iteration is: a function, or what becomes one. Of loops,
/// upstream says so too, but its lowerings keep what iterations allocate until
/// the function returns.
bool isStackFrame(Operation *op);

/// The block at whose begin memory on the stack can be allocated for `op`: the
/// first one of its frame, so that no loop allocates it twice. Null if there is
/// none: the code around `op` may run at the same time within a frame.
Block *findStackBlock(Operation *op);

/// Whether what is at the place of `op` runs once in its frame, at most: memory
/// on the stack can then be allocated there.
bool runsOnceInFrame(Operation *op);

} // namespace mlir::extrema

#endif // EXTREMA_DIALECT_EXTREMA_UTILS_REGIONRUNS_H
