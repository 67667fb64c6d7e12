//===- ExtremaOps.td - All that TableGen makes of the dialect -*- tablegen -*-//

#ifndef EXTREMA_DIALECT_EXTREMA_IR_EXTREMAOPS
#define EXTREMA_DIALECT_EXTREMA_IR_EXTREMAOPS

include "extrema/Dialect/Extrema/IR/ExtremaBase.td"

#endif // EXTREMA_DIALECT_EXTREMA_IR_EXTREMAOPS
