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

namespace {
/// An attribute for operations of other dialects: where it belongs, and the
/// same in words.
struct OperationAttribute {
  StringLiteral name;
  bool (*isOn)(Operation *op);
  bool (*isValue)(Attribute value);
  StringLiteral place;
};
} // namespace

static bool isFunction(Operation *op) { return isa<FunctionOpInterface>(op); }
static bool isUnit(Attribute value) { return isa<UnitAttr>(value); }

/// By name, since the dialects need not be loaded.
static bool isAssert(Operation *op) {
  return op->getName().getStringRef() == "cf.assert";
}
static bool isAllocation(Operation *op) {
  StringRef name = op->getName().getStringRef();
  return name == "memref.alloc" || name == "memref.alloca";
}

static bool isArrayOfI64(Attribute value) {
  return isa<DenseI64ArrayAttr>(value);
}
static bool isArrayOfDictionaries(Attribute value) {
  auto array = dyn_cast<ArrayAttr>(value);
  return array && llvm::all_of(array, llvm::IsaPred<DictionaryAttr>);
}

static constexpr OperationAttribute kOperationAttributes[] = {
    {kHarmlessAttr, isAssert, isUnit, "a cf.assert, without a value"},
    {kScratchAttr, isAllocation, isUnit,
     "a memref.alloc or memref.alloca, without a value"},
    {kScratchSizeAttr, isFunction, isUnit, "a function, without a value"},
    {kKeptResultsAttr, isFunction, isArrayOfI64,
     "a function, with an array of i64"},
    {kResultAttributesAttr, isFunction, isArrayOfDictionaries,
     "a function, with an array of dictionaries"},
};

LogicalResult
ExtremaDialect::verifyOperationAttribute(Operation *op,
                                         NamedAttribute attribute) {
  for (const OperationAttribute &known : kOperationAttributes) {
    if (attribute.getName() != known.name)
      continue;
    if (known.isOn(op) && known.isValue(attribute.getValue()))
      return success();
    return op->emitError("attribute '")
           << known.name << "' belongs on " << known.place;
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
