//===- Passes.td - Passes that convert from and to extrema -*- tablegen -*-===//

#ifndef EXTREMA_CONVERSION_PASSES
#define EXTREMA_CONVERSION_PASSES

include "mlir/Pass/PassBase.td"

#endif // EXTREMA_CONVERSION_PASSES
