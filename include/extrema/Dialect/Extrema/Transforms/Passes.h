//===- Passes.h - Passes from extrema to extrema ----------------*- C++ -*-===//

#ifndef EXTREMA_DIALECT_EXTREMA_TRANSFORMS_PASSES_H
#define EXTREMA_DIALECT_EXTREMA_TRANSFORMS_PASSES_H

#include "mlir/Pass/Pass.h"

namespace mlir::extrema {

#define GEN_PASS_DECL
#define GEN_PASS_REGISTRATION
#include "extrema/Dialect/Extrema/Transforms/Passes.h.inc"

} // namespace mlir::extrema

#endif // EXTREMA_DIALECT_EXTREMA_TRANSFORMS_PASSES_H
