//===- PrivateFunction.h - Code that kernels share --------------*- C++ -*-===//

#ifndef EXTREMA_LIB_CONVERSION_EXTREMATOVECTOR_KERNELLANGUAGE_PRIVATEFUNCTION_H
#define EXTREMA_LIB_CONVERSION_EXTREMATOVECTOR_KERNELLANGUAGE_PRIVATEFUNCTION_H

#include "KernelBuilder.h"

namespace mlir::extrema {

/// Builds code once, as a function `name`, or, if that is taken by another one,
/// of a name derived from it, and calls it. The function is private to the
/// symbol table of the builder's options. A function of the same body that is
/// there already is called instead. `build` must use no values but those that
/// it is given for `arguments`, of their types, but memrefs of unknown sizes.
/// Without `isShared` or a symbol table, the code is built where it is used.
KernelBuilder::Values
callPrivate(KernelBuilder &b, bool isShared, StringRef name,
            ValueRange arguments,
            function_ref<KernelBuilder::Values(ValueRange)> build);

} // namespace mlir::extrema

#endif // EXTREMA_LIB_CONVERSION_EXTREMATOVECTOR_KERNELLANGUAGE_PRIVATEFUNCTION_H
