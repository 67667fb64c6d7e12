//===- ExtremaDialect.cpp - The dialect and what it registers -------------===//

#include "extrema/Dialect/Extrema/IR/Extrema.h"
#include "extrema/Dialect/Extrema/IR/ReadOnly.h"
#include "extrema/Dialect/Extrema/IR/Scratch.h"

#include "mlir/AsmParser/AsmParser.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlow.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/DialectImplementation.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Transforms/InliningUtils.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::extrema;

#include "extrema/Dialect/Extrema/IR/ExtremaDialect.cpp.inc"

#define GET_ATTRDEF_CLASSES
#include "extrema/Dialect/Extrema/IR/ExtremaAttributes.cpp.inc"

namespace {
/// Every operation of the dialect may be inlined anywhere: none knows of the
/// function around it.
struct ExtremaInlinerInterface : public DialectInlinerInterface {
  using DialectInlinerInterface::DialectInlinerInterface;

  bool isLegalToInline(Operation *, Region *, bool, IRMapping &) const final {
    return true;
  }
};
} // namespace

void ExtremaDialect::initialize() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "extrema/Dialect/Extrema/IR/ExtremaAttributes.cpp.inc"
      >();
  addOperations<
#define GET_OP_LIST
#include "extrema/Dialect/Extrema/IR/ExtremaOps.cpp.inc"
      >();
  addInterfaces<ExtremaInlinerInterface>();
}

LogicalResult
ExtremaDialect::verifyOperationAttribute(Operation *op,
                                         NamedAttribute attribute) {
  if (attribute.getName() == kHarmlessAttr) {
    if (op->getName().getStringRef() != "cf.assert" ||
        !isa<UnitAttr>(attribute.getValue()))
      return op->emitError("attribute '")
             << kHarmlessAttr << "' belongs on a cf.assert, without a value";
    return success();
  }
  if (attribute.getName() == kScratchAttr) {
    StringRef name = op->getName().getStringRef();
    if ((name != "memref.alloc" && name != "memref.alloca") ||
        !isa<UnitAttr>(attribute.getValue()))
      return op->emitError("attribute '")
             << kScratchAttr
             << "' belongs on a memref.alloc or memref.alloca, without a value";
    return success();
  }
  if (attribute.getName() == kScratchSizeAttr) {
    if (!isa<FunctionOpInterface>(op) || !isa<UnitAttr>(attribute.getValue()))
      return op->emitError("attribute '")
             << kScratchSizeAttr << "' belongs on a function, without a value";
    return success();
  }
  if (attribute.getName() == kKeptResultsAttr) {
    if (!isa<FunctionOpInterface>(op) ||
        !isa<DenseI64ArrayAttr>(attribute.getValue()))
      return op->emitError("attribute '")
             << kKeptResultsAttr
             << "' belongs on a function, with an array of i64";
    return success();
  }
  if (attribute.getName() == kResultAttributesAttr) {
    auto array = dyn_cast<ArrayAttr>(attribute.getValue());
    if (!isa<FunctionOpInterface>(op) || !array ||
        !llvm::all_of(array, llvm::IsaPred<DictionaryAttr>))
      return op->emitError("attribute '")
             << kResultAttributesAttr
             << "' belongs on a function, with an array of dictionaries";
    return success();
  }
  if (attribute.getName() != kOriginalTypeAttr)
    return op->emitError("attribute '")
           << attribute.getName().getValue()
           << "' is not one that the extrema dialect gives to operations";
  if (!isa<FunctionOpInterface>(op))
    return op->emitError("attribute '")
           << kOriginalTypeAttr << "' belongs on a function";
  auto text = dyn_cast<StringAttr>(attribute.getValue());
  // The parser says itself what it finds wrong.
  if (!text || !isa_and_nonnull<FunctionType>(
                   mlir::parseType(text.getValue(), op->getContext())))
    return op->emitError("attribute '")
           << kOriginalTypeAttr
           << "' must be a string that holds a function type as MLIR prints it";
  return success();
}

/// What holds for attributes on arguments and on results alike.
static LogicalResult verifyNameAttribute(Operation *op,
                                         NamedAttribute attribute) {
  if (attribute.getName() != kNameAttr)
    return op->emitError("attribute '")
           << attribute.getName().getValue()
           << "' is not one that the extrema dialect gives to arguments or "
              "results";
  if (!isa<StringAttr>(attribute.getValue()))
    return op->emitError("attribute '") << kNameAttr << "' must be a string";
  return success();
}

LogicalResult
ExtremaDialect::verifyRegionArgAttribute(Operation *op, unsigned, unsigned,
                                         NamedAttribute attribute) {
  if (attribute.getName() == kReadOnlyAttr) {
    if (!isa<UnitAttr>(attribute.getValue()))
      return op->emitError("attribute '")
             << kReadOnlyAttr << "' must be without a value";
    return success();
  }
  return verifyNameAttribute(op, attribute);
}

LogicalResult
ExtremaDialect::verifyRegionResultAttribute(Operation *op, unsigned, unsigned,
                                            NamedAttribute attribute) {
  return verifyNameAttribute(op, attribute);
}
