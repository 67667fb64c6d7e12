//===- StripSignedness.cpp - From signed and unsigned to signless ---------===//
//
// Upstream can neither bufferize nor compute on signed and unsigned integers.
// Every type of the module changes at once, in place, so that no casts are left
// between what has changed and what has not. What may not change is listed the
// other way round: only operations known to mean the same afterwards pass.
//
//===----------------------------------------------------------------------===//

#include "extrema/Dialect/Extrema/IR/Extrema.h"
#include "extrema/Dialect/Extrema/Transforms/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlow.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/AttrTypeSubElements.h"
#include "mlir/IR/DialectResourceBlobManager.h"
#include "mlir/IR/TypeUtilities.h"

namespace mlir::extrema {
#define GEN_PASS_DEF_EXTREMASTRIPSIGNEDNESS
#include "extrema/Dialect/Extrema/Transforms/Passes.h.inc"
} // namespace mlir::extrema

using namespace mlir;
using namespace mlir::extrema;

//===----------------------------------------------------------------------===//
// Types and attributes
//===----------------------------------------------------------------------===//

/// Makes `replacer` turn every signed or unsigned integer type into the
/// signless one, wherever in a type or attribute it is. No bit of a constant
/// changes.
static void addReplacements(AttrTypeReplacer &replacer) {
  replacer.addReplacement([](IntegerType type) -> std::optional<Type> {
    if (type.isSignless())
      return std::nullopt;
    return IntegerType::get(type.getContext(), type.getWidth());
  });
  replacer.addReplacement(
      [&replacer](IntegerAttr attribute) -> std::optional<Attribute> {
        Type type = replacer.replace(attribute.getType());
        if (type == attribute.getType())
          return std::nullopt;
        return IntegerAttr::get(type, attribute.getValue());
      });
  replacer.addReplacement(
      [&replacer](DenseElementsAttr attribute) -> std::optional<Attribute> {
        Type type = replacer.replace(attribute.getElementType());
        if (type == attribute.getElementType())
          return std::nullopt;
        return attribute.bitcast(type);
      });
  replacer.addReplacement([&replacer](DenseResourceElementsAttr attribute)
                              -> std::optional<Attribute> {
    auto type = cast<ShapedType>(replacer.replace(attribute.getType()));
    if (type == attribute.getType())
      return std::nullopt;
    return DenseResourceElementsAttr::get(type, attribute.getRawHandle());
  });
}

/// Calls `visit` with the name and value of each attribute that belongs to the
/// operation's definition. The others are someone's notes, and none of ours.
static void
visitInherentAttributes(Operation *op,
                        function_ref<void(StringAttr, Attribute)> visit) {
  for (StringAttr name : op->getName().getAttributeNames())
    if (std::optional<Attribute> attribute = op->getInherentAttr(name);
        attribute && *attribute)
      visit(name, *attribute);
}

/// A type in `op` that would change; null if there is none.
static Type findSignedness(Operation *op, AttrTypeReplacer &replacer) {
  SmallVector<Type> types(op->getOperandTypes());
  llvm::append_range(types, op->getResultTypes());
  for (Region &region : op->getRegions())
    for (Block &block : region)
      llvm::append_range(types, block.getArgumentTypes());
  visitInherentAttributes(op, [&](StringAttr, Attribute attribute) {
    if (replacer.replace(attribute) == attribute)
      return;
    if (auto typeAttr = dyn_cast<TypeAttr>(attribute))
      types.push_back(typeAttr.getValue());
    else if (auto typed = dyn_cast<TypedAttr>(attribute))
      types.push_back(typed.getType());
    else
      attribute.walk([&](IntegerType type) {
        if (!type.isSignless())
          types.push_back(type);
      });
  });
  for (Type type : types)
    if (replacer.replace(type) != type)
      return type;
  return {};
}

//===----------------------------------------------------------------------===//
// Operations
//===----------------------------------------------------------------------===//

/// True if `op` means the same on signless integers: it moves values about, or
/// decides who runs, or says elsewhere how it orders them. Operations in its
/// regions answer for themselves.
static bool isFreeOfSignedness(Operation *op) {
  // Without exception in these dialects.
  if (isa_and_nonnull<bufferization::BufferizationDialect,
                      cf::ControlFlowDialect, func::FuncDialect,
                      memref::MemRefDialect, scf::SCFDialect,
                      tensor::TensorDialect>(op->getDialect()))
    return true;
  return isa<ArgReduceOp, TopKReduceOp, IdentityOp, RecordOp, arith::ConstantOp,
             arith::SelectOp, linalg::BroadcastOp, linalg::CopyOp,
             linalg::FillOp, linalg::GenericOp, linalg::MapOp, linalg::PackOp,
             linalg::ReduceOp, linalg::TransposeOp, linalg::UnPackOp,
             linalg::YieldOp, UnrealizedConversionCastOp>(op);
}

/// True if `cast` only changes signedness: nothing of it will be left.
static bool changesOnlySignedness(UnrealizedConversionCastOp cast,
                                  AttrTypeReplacer &replacer) {
  return cast->getNumOperands() == cast->getNumResults() &&
         llvm::all_of_zip(cast->getOperandTypes(), cast->getResultTypes(),
                          [&](Type from, Type to) {
                            return replacer.replace(from) ==
                                   replacer.replace(to);
                          });
}

/// Emits an error unless `op`, which holds `type`, may change.
static LogicalResult verifyMayChange(Operation *op, Type type,
                                     AttrTypeReplacer &replacer) {
  if (isa<ArgMinOp, ArgMaxOp, TopKOp>(op))
    return op->emitOpError("orders ")
           << type
           << " by the signedness of its elements: run "
              "extrema-value-to-structured before extrema-strip-signedness";
  if (!isFreeOfSignedness(op))
    return op->emitOpError("holds ")
           << type
           << ", and its meaning may depend on the signedness: lower it to "
              "operations on signless integers before extrema-strip-signedness";
  if (auto cast = dyn_cast<UnrealizedConversionCastOp>(op);
      cast && !changesOnlySignedness(cast, replacer))
    return op->emitOpError("changes more than the signedness of ")
           << type
           << ", and its meaning may depend on it: lower it before "
              "extrema-strip-signedness";
  return success();
}

/// Notes the type of a function of which it is about to change.
static void keepOriginalType(func::FuncOp function) {
  if (function->hasAttr(kOriginalTypeAttr))
    return;
  std::string type;
  llvm::raw_string_ostream(type) << function.getFunctionType();
  function->setAttr(kOriginalTypeAttr,
                    StringAttr::get(function.getContext(), type));
}

/// Changes everything in `op` but its operands, which others define.
static void stripSignedness(Operation *op, AttrTypeReplacer &replacer) {
  if (auto function = dyn_cast<func::FuncOp>(op))
    keepOriginalType(function);
  replacer.replaceElementsIn(op, /*replaceAttrs=*/false, /*replaceLocs=*/false,
                             /*replaceTypes=*/true);
  visitInherentAttributes(op, [&](StringAttr name, Attribute attribute) {
    op->setInherentAttr(name, replacer.replace(attribute));
  });
}

/// Removes `op` if it is a cast that no longer changes anything.
static void eraseNoOpCast(Operation *op) {
  if (auto cast = dyn_cast<UnrealizedConversionCastOp>(op)) {
    cast->replaceAllUsesWith(cast.getInputs());
    cast.erase();
    return;
  }
  auto bitcast = dyn_cast<tensor::BitcastOp>(op);
  if (!bitcast || getElementTypeOrSelf(bitcast.getSource()) !=
                      getElementTypeOrSelf(bitcast.getType()))
    return;
  Value replacement = bitcast.getSource();
  // It may also change what is known of the shape.
  if (replacement.getType() != bitcast.getType()) {
    OpBuilder builder(bitcast);
    replacement = tensor::CastOp::create(builder, bitcast.getLoc(),
                                         bitcast.getType(), replacement);
  }
  bitcast.replaceAllUsesWith(replacement);
  bitcast.erase();
}

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

namespace {
struct StripSignedness
    : public extrema::impl::ExtremaStripSignednessBase<StripSignedness> {
  void runOnOperation() override {
    AttrTypeReplacer replacer;
    addReplacements(replacer);

    SmallVector<Operation *> changing;
    bool mayChange = true;
    getOperation()->walk([&](Operation *op) {
      Type type = findSignedness(op, replacer);
      if (!type)
        return;
      changing.push_back(op);
      mayChange &= succeeded(verifyMayChange(op, type, replacer));
    });
    if (!mayChange)
      return signalPassFailure();

    for (Operation *op : changing)
      stripSignedness(op, replacer);
    for (Operation *op : changing)
      eraseNoOpCast(op);
  }
};
} // namespace
