//===- Kernel.h - A compiled function as a callable -------------*- C++ -*-===//

#ifndef EXTREMA_EXECUTION_KERNEL_H
#define EXTREMA_EXECUTION_KERNEL_H

#include "extrema/Execution/Signature.h"
#include <cstdlib>
#include <memory>
#include <vector>

namespace mlir::extrema {

/// How a call of compiled code has ended.
enum class CallEnd {
  Returned,
  /// At an allocation that there is no memory for.
  NoMemory,
  /// By an assertion of the program's own.
  Aborted
};

/// One function of a compiled module, which has to outlive the kernel. Calls
/// are independent of each other.
class Kernel {
public:
  /// `entry` is the packed form (a list of pointers to the arguments) of the
  /// function's C interface, as the pipeline extrema-to-llvm makes it. With
  /// `isChecked`, checks are recorded: a context is the last argument, a status
  /// the last result. With a `sizeEntry`, the packed form of the function that
  /// tells the size of scratch memory, that is the argument before.
  Kernel(Signature signature, void (*entry)(void **), bool isChecked,
         void (*sizeEntry)(void **) = nullptr)
      : signature(std::move(signature)), entry(entry), isChecked(isChecked),
        sizeEntry(sizeEntry) {}

  const Signature &getSignature() const { return signature; }

  /// Runs the function. Fails if the inputs are not what the signature asks
  /// for, with the message of the first check that failed at run time, if an
  /// assertion of the program's own fails, or if there is no memory for what
  /// the code allocates. The inputs are neither copied nor changed; the results
  /// take over the memory that the compiled code allocated.
  llvm::Expected<std::vector<Array>> run(ArrayRef<const Array *> inputs) const;

private:
  friend class Call;

  Signature signature;
  void (*entry)(void **);
  bool isChecked;
  void (*sizeEntry)(void **);
};

/// A call of a kernel with everything laid out before: what is left to time is
/// the compiled code. The kernel and the inputs have to outlive it.
class Call {
public:
  /// Fails if the inputs are not what the signature asks for, or if there is no
  /// memory for the scratch memory that the kernel asks of its caller, which
  /// all runs of the call use.
  static llvm::Expected<Call> prepare(const Kernel &kernel,
                                      ArrayRef<const Array *> inputs);

  /// Runs the compiled code. The results of an earlier run must have been taken
  /// or released.
  void invoke();

  /// The message of the first check that failed in the last run, if any did;
  /// else why it ended early, if it did.
  llvm::Error getFailure() const;

  /// The results of the last run, or its failure. Results may share memory,
  /// with each other or with an input; each buffer that the compiled code
  /// allocated ends in one array or is freed.
  llvm::Expected<std::vector<Array>> takeResults();

  /// Frees the results of the last run.
  void releaseResults();

private:
  /// What a failed check leaves: a constant of the module, and its values.
  struct Context {
    const char *message = nullptr;
    int64_t values[4] = {};
  };

  struct FreeMemory {
    void operator()(void *memory) const { std::free(memory); }
  };

  /// What the compiled code is given pointers to, so it stays where it is.
  struct Frame {
    SmallVector<SmallVector<int64_t>> inputs;
    std::unique_ptr<void, FreeMemory> scratchMemory;
    SmallVector<int64_t> scratch;
    SmallVector<int64_t> results;
    /// Where in `results` each descriptor begins.
    SmallVector<size_t> resultOffsets;
    Context context;
    /// How the last run ended, and the bytes that there was no memory for.
    CallEnd end = CallEnd::Returned;
    size_t refusedSize = 0;
    SmallVector<void *> pointers;
    SmallVector<void *> arguments;
  };

  Call(const Kernel &kernel, ArrayRef<const Array *> inputs);

  /// Allocates what the kernel asks of its caller.
  llvm::Error allocateScratch();

  /// The buffer of a result, and each one once, without those of inputs.
  void *getBuffer(size_t result) const;
  SmallVector<void *, 4> getOwnBuffers() const;

  const Kernel *kernel;
  SmallVector<const Array *> inputs;
  std::unique_ptr<Frame> frame;
};

} // namespace mlir::extrema

#endif // EXTREMA_EXECUTION_KERNEL_H
