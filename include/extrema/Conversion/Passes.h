//===- Passes.h - Passes that convert from and to extrema -------*- C++ -*-===//

#ifndef EXTREMA_CONVERSION_PASSES_H
#define EXTREMA_CONVERSION_PASSES_H

#include "extrema/Conversion/Common/NanPolicy.h"
#include "extrema/Conversion/Common/ScratchMemory.h"
#include "mlir/Pass/Pass.h"

namespace mlir::extrema {

#define GEN_PASS_DECL
#define GEN_PASS_REGISTRATION
#include "extrema/Conversion/Passes.h.inc"

} // namespace mlir::extrema

#endif // EXTREMA_CONVERSION_PASSES_H
