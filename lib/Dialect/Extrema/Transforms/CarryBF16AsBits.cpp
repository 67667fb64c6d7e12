//===- CarryBF16AsBits.cpp - No bfloat in code that only moves it ---------===//
//
// LLVM's optimizer may take a bit pattern that a branch chooses for a value of
// bf16 again. Where the processor has no such type, the code generator then
// converts by a function of a compiler's run-time library.
//
//===----------------------------------------------------------------------===//

#include "extrema/Dialect/Extrema/Transforms/Passes.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/AttrTypeSubElements.h"
#include "mlir/IR/DialectResourceBlobManager.h"

namespace mlir::extrema {
#define GEN_PASS_DEF_EXTREMACARRYBF16ASBITS
#include "extrema/Dialect/Extrema/Transforms/Passes.h.inc"
} // namespace mlir::extrema

using namespace mlir;

/// Makes `replacer` turn bf16 into i16, wherever in a type or attribute it is.
/// No bit of a constant changes.
static void addReplacements(AttrTypeReplacer &replacer) {
  replacer.addReplacement([](BFloat16Type type) -> Type {
    return IntegerType::get(type.getContext(), 16);
  });
  replacer.addReplacement([](FloatAttr attribute) -> std::optional<Attribute> {
    if (!attribute.getType().isBF16())
      return std::nullopt;
    auto type = IntegerType::get(attribute.getContext(), 16);
    return IntegerAttr::get(type, attribute.getValue().bitcastToAPInt());
  });
  replacer.addReplacement(
      [](DenseElementsAttr attribute) -> std::optional<Attribute> {
        if (!attribute.getElementType().isBF16())
          return std::nullopt;
        return attribute.bitcast(IntegerType::get(attribute.getContext(), 16));
      });
  replacer.addReplacement([&replacer](DenseResourceElementsAttr attribute)
                              -> std::optional<Attribute> {
    auto type = cast<ShapedType>(replacer.replace(attribute.getType()));
    if (type == attribute.getType())
      return std::nullopt;
    return DenseResourceElementsAttr::get(type, attribute.getRawHandle());
  });
}

/// Whether `op` does the same to the bits of a value, whatever they mean.
static bool movesValues(Operation *op) {
  return isa<
      LLVM::AddressOfOp, LLVM::AllocaOp, LLVM::BitcastOp, LLVM::BrOp,
      LLVM::CallOp, LLVM::CondBrOp, LLVM::ConstantOp, LLVM::ExtractElementOp,
      LLVM::ExtractValueOp, LLVM::FreezeOp, LLVM::GEPOp, LLVM::GlobalOp,
      LLVM::InsertElementOp, LLVM::InsertValueOp, LLVM::LLVMFuncOp,
      LLVM::LoadOp, LLVM::MaskedLoadOp, LLVM::MaskedStoreOp, LLVM::PoisonOp,
      LLVM::ReturnOp, LLVM::SelectOp, LLVM::ShuffleVectorOp, LLVM::StoreOp,
      LLVM::SwitchOp, LLVM::UndefOp, LLVM::ZeroOp, LLVM::masked_compressstore,
      LLVM::masked_expandload, LLVM::masked_gather, LLVM::masked_scatter,
      LLVM::vector_extract, LLVM::vector_insert>(op);
}

/// Whether `op` takes or gives a value of a type that changes.
static bool hasValueThatChanges(Operation *op, AttrTypeReplacer &replacer) {
  auto changes = [&](Type type) { return replacer.replace(type) != type; };
  return llvm::any_of(op->getOperandTypes(), changes) ||
         llvm::any_of(op->getResultTypes(), changes);
}

/// A declaration with bf16 is someone else's function.
static bool isForeign(Operation *op, AttrTypeReplacer &replacer) {
  auto function = dyn_cast<LLVM::LLVMFuncOp>(op);
  if (!function || !function.isExternal())
    return false;
  Type type = function.getFunctionType();
  return replacer.replace(type) != type;
}

namespace {
struct CarryBF16AsBits
    : public extrema::impl::ExtremaCarryBF16AsBitsBase<CarryBF16AsBits> {
  void runOnOperation() override {
    AttrTypeReplacer replacer;
    addReplacements(replacer);
    WalkResult walk = getOperation()->walk([&](Operation *op) {
      bool isRefused = isForeign(op, replacer) ||
                       (hasValueThatChanges(op, replacer) && !movesValues(op));
      return isRefused ? WalkResult::interrupt() : WalkResult::advance();
    });
    if (walk.wasInterrupted())
      return;

    // What an attribute of someone else's says of types stays true.
    SmallVector<std::pair<Operation *, DictionaryAttr>> notes;
    getOperation()->walk([&](Operation *op) {
      if (DictionaryAttr attributes = op->getDiscardableAttrDictionary();
          !attributes.empty())
        notes.push_back({op, attributes});
    });
    replacer.recursivelyReplaceElementsIn(getOperation(), /*replaceAttrs=*/true,
                                          /*replaceLocs=*/false,
                                          /*replaceTypes=*/true);
    for (auto [op, attributes] : notes)
      op->setDiscardableAttrs(attributes);

    getOperation()->walk([](LLVM::BitcastOp cast) {
      if (cast.getType() != cast.getArg().getType())
        return;
      cast.replaceAllUsesWith(cast.getArg());
      cast.erase();
    });
  }
};
} // namespace
