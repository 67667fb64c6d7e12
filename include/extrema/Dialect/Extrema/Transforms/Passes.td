//===- Passes.td - Passes from extrema to extrema ----------*- tablegen -*-===//

#ifndef EXTREMA_DIALECT_EXTREMA_TRANSFORMS_PASSES
#define EXTREMA_DIALECT_EXTREMA_TRANSFORMS_PASSES

include "mlir/Pass/PassBase.td"

#endif // EXTREMA_DIALECT_EXTREMA_TRANSFORMS_PASSES
