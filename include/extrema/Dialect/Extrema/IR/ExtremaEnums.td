//===- ExtremaEnums.td - Kinds of order and NaN modes ------*- tablegen -*-===//

#ifndef EXTREMA_DIALECT_EXTREMA_IR_EXTREMAENUMS_TD
#define EXTREMA_DIALECT_EXTREMA_IR_EXTREMAENUMS_TD

include "extrema/Dialect/Extrema/IR/ExtremaBase.td"
include "mlir/IR/EnumAttr.td"

//===----------------------------------------------------------------------===//
// NaN mode of the value operations
//===----------------------------------------------------------------------===//

def Extrema_NanMode : I32Enum<"NanMode", "NaN mode", [
    I32EnumCase<"propagate", 0>, I32EnumCase<"ignore", 1>]> {
  let cppNamespace = "::mlir::extrema";
}

def Extrema_NanModeAttr : EnumAttr<Extrema_Dialect, Extrema_NanMode, "nan"> {
  let assemblyFormat = "`<` $value `>`";
}

//===----------------------------------------------------------------------===//
// Kind of the structured operations
//===----------------------------------------------------------------------===//

def Extrema_Kind : I32Enum<"Kind", "kind of order", [
    I32EnumCase<"maximumf", 0>, I32EnumCase<"minimumf", 1>,
    I32EnumCase<"maxnumf", 2>, I32EnumCase<"minnumf", 3>,
    I32EnumCase<"maxsi", 4>, I32EnumCase<"minsi", 5>,
    I32EnumCase<"maxui", 6>, I32EnumCase<"minui", 7>]> {
  let cppNamespace = "::mlir::extrema";
}

def Extrema_KindAttr : EnumAttr<Extrema_Dialect, Extrema_Kind, "kind"> {
  let assemblyFormat = "`<` $value `>`";
}

#endif // EXTREMA_DIALECT_EXTREMA_IR_EXTREMAENUMS_TD
