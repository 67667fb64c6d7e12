//===- TargetNames.h - LLVM's names of targets and CPUs ---------*- C++ -*-===//

#ifndef EXTREMA_CONVERSION_EXTREMATOVECTOR_TARGETNAMES_H
#define EXTREMA_CONVERSION_EXTREMATOVECTOR_TARGETNAMES_H

#include "mlir/Support/LLVM.h"
#include "llvm/Support/Error.h"
#include "llvm/TargetParser/Triple.h"

namespace mlir::extrema {

/// Fails if LLVM knows no target of `triple`, no CPU of it by the name `cpu`,
/// or a feature that `features`, "+a,-b", does not write so or that the target
/// has not. An empty CPU and "generic" are known to every target, "host" to
/// that of this process.
llvm::Error checkTargetNames(const llvm::Triple &triple, StringRef cpu,
                             StringRef features);

} // namespace mlir::extrema

#endif // EXTREMA_CONVERSION_EXTREMATOVECTOR_TARGETNAMES_H
