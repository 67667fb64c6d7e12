//===- KernelOptions.h - How kernels are built ------------------*- C++ -*-===//

#ifndef EXTREMA_CONVERSION_EXTREMATOVECTOR_KERNELLANGUAGE_KERNELOPTIONS_H
#define EXTREMA_CONVERSION_EXTREMATOVECTOR_KERNELLANGUAGE_KERNELOPTIONS_H

#include "extrema/Conversion/Common/ScratchMemory.h"

namespace mlir {
class Operation;

namespace extrema {

/// What decides on the form of a kernel besides its operation and the target.
struct KernelOptions {
  /// Where scratch memory comes from: there may be little of a stack, or no
  /// heap.
  ScratchMemory scratch = ScratchMemory::Alloca;

  /// The symbol table that gets private functions, which hold the code that
  /// more than one strategy or kernel needs. Where it is null, each has its own
  /// code: outside of what a pass runs on it must not make new functions.
  Operation *symbolTable = nullptr;

  /// Whether kernels verify their invariants when they run (`cf.assert`).
  bool verifyInvariants = false;
};

} // namespace extrema
} // namespace mlir

#endif // EXTREMA_CONVERSION_EXTREMATOVECTOR_KERNELLANGUAGE_KERNELOPTIONS_H
