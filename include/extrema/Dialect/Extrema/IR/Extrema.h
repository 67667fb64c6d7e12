//===- Extrema.h - The dialect, its attributes and operations ---*- C++ -*-===//

#ifndef EXTREMA_DIALECT_EXTREMA_IR_EXTREMA_H
#define EXTREMA_DIALECT_EXTREMA_IR_EXTREMA_H

#include "extrema/Dialect/Extrema/IR/Order.h"
#include "extrema/Dialect/Extrema/IR/RuntimeCheck.h"
#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/Interfaces/DestinationStyleOpInterface.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Interfaces/RuntimeVerifiableOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Interfaces/TilingInterface.h"

#include "extrema/Dialect/Extrema/IR/ExtremaDialect.h.inc"

#define GET_ATTRDEF_CLASSES
#include "extrema/Dialect/Extrema/IR/ExtremaAttributes.h.inc"

#define GET_OP_CLASSES
#include "extrema/Dialect/Extrema/IR/ExtremaOps.h.inc"

namespace mlir::extrema {

/// String attribute on an argument or a result of an entry function: the name
/// that callers use for it.
inline constexpr llvm::StringLiteral kNameAttr = "extrema.name";

/// String attribute on a function whose integers have lost their signedness:
/// the function type that it had before, as MLIR prints it.
inline constexpr llvm::StringLiteral kOriginalTypeAttr =
    "extrema.original_type";

/// Unit attribute on a `cf.assert`: where its condition is false, the
/// operations after it do no harm. So the failure may be noted instead (see
/// extrema-insert-checks).
inline constexpr llvm::StringLiteral kHarmlessAttr = "extrema.harmless";

/// Array attribute on a function whose repeated results are dropped (see
/// extrema-drop-repeated-results): for each result that it had, the number of
/// the kept one that has its value.
inline constexpr llvm::StringLiteral kKeptResultsAttr = "extrema.kept_results";

/// Array attribute on the same function: the attributes of each result that it
/// had.
inline constexpr llvm::StringLiteral kResultAttributesAttr =
    "extrema.result_attributes";

} // namespace mlir::extrema

#endif // EXTREMA_DIALECT_EXTREMA_IR_EXTREMA_H
