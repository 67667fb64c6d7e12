//===- ExtremaOps.td - All operations of the dialect -------*- tablegen -*-===//

#ifndef EXTREMA_DIALECT_EXTREMA_IR_EXTREMAOPS_TD
#define EXTREMA_DIALECT_EXTREMA_IR_EXTREMAOPS_TD

include "extrema/Dialect/Extrema/IR/ValueOps.td"
include "extrema/Dialect/Extrema/IR/StructuredOps.td"
include "extrema/Dialect/Extrema/IR/IdentityOp.td"
include "extrema/Dialect/Extrema/IR/RecordOp.td"

#endif // EXTREMA_DIALECT_EXTREMA_IR_EXTREMAOPS_TD
