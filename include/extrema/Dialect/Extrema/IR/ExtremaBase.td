//===- ExtremaBase.td - The Extrema dialect ----------------*- tablegen -*-===//

#ifndef EXTREMA_DIALECT_EXTREMA_IR_EXTREMABASE
#define EXTREMA_DIALECT_EXTREMA_IR_EXTREMABASE

include "mlir/IR/OpBase.td"

def Extrema_Dialect : Dialect {
  let name = "extrema";
  let cppNamespace = "::mlir::extrema";
  let summary = "Exact ArgMin, ArgMax and TopK";
}

#endif // EXTREMA_DIALECT_EXTREMA_IR_EXTREMABASE
