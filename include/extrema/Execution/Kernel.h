//===- Kernel.h - A compiled function as a callable -------------*- C++ -*-===//

#ifndef EXTREMA_EXECUTION_KERNEL_H
#define EXTREMA_EXECUTION_KERNEL_H

#include "extrema/Execution/Signature.h"

#include <vector>

namespace mlir::extrema {

/// One function of a compiled module, which has to outlive the kernel. Calls
/// are independent of each other.
class Kernel {
public:
  /// `entry` is the packed form (a list of pointers to the arguments) of the
  /// function's C interface, as the pipeline extrema-to-llvm with recorded
  /// checks makes it.
  Kernel(Signature signature, void (*entry)(void **))
      : signature(std::move(signature)), entry(entry) {}

  const Signature &getSignature() const { return signature; }

  /// Runs the function. Fails if the inputs are not what the signature asks
  /// for, or with the message of the first check that failed at run time. The
  /// inputs are neither copied nor changed; the results take over the memory
  /// that the compiled code allocated.
  llvm::Expected<std::vector<Array>> run(ArrayRef<const Array *> inputs) const;

private:
  Signature signature;
  void (*entry)(void **);
};

} // namespace mlir::extrema

#endif // EXTREMA_EXECUTION_KERNEL_H
