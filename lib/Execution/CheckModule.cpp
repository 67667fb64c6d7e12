//===- CheckModule.cpp - What LLVM cannot make code of ----------*- C++ -*-===//

#include "CheckModule.h"

#include "extrema/Execution/Diagnostics.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/AttrTypeSubElements.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Target/TargetMachine.h"

using namespace mlir;
using namespace mlir::extrema;

/// Calls `check` on all operations until one fails, with what it reported.
static llvm::Error
checkOperations(ModuleOp module,
                llvm::function_ref<LogicalResult(Operation *)> check) {
  DiagnosticCollector diagnostics(module.getContext());
  WalkResult walk =
      module->walk([&](Operation *op) { return WalkResult(check(op)); });
  return walk.wasInterrupted()
             ? diagnostics.takeError("the module cannot be compiled")
             : llvm::Error::success();
}

//===----------------------------------------------------------------------===//
// The module as it is given
//===----------------------------------------------------------------------===//

bool mlir::extrema::isCalledByCode(StringRef function) {
  return llvm::is_contained({"malloc", "free", "memcpy", "memmove", "memset"},
                            function);
}

/// Upstream's lowering would call another name, or LLVM the module's function.
static llvm::Error checkNames(ModuleOp module) {
  for (Operation &op : *module.getBody()) {
    auto symbol = dyn_cast<SymbolOpInterface>(op);
    // A declaration in the LLVM dialect is the very same function.
    auto function = dyn_cast<LLVM::LLVMFuncOp>(op);
    if (!symbol || (function && function.isExternal()))
      continue;
    StringRef name = symbol.getName();
    if (isCalledByCode(name))
      return llvm::createStringError(
          "'%s' is the name of a function that compiled code calls: the module "
          "must not have another one",
          name.str().c_str());
  }
  return llvm::Error::success();
}

static bool hasScalableVectors(const llvm::TargetMachine &machine) {
  const llvm::Triple &triple = machine.getTargetTriple();
  const llvm::MCSubtargetInfo &subtarget = *machine.getMCSubtargetInfo();
  if (triple.isAArch64())
    return subtarget.checkFeatures("+sve");
  return triple.isRISCV() && subtarget.checkFeatures("+zve32x");
}

static llvm::Error checkScalableVectors(ModuleOp module,
                                        const llvm::TargetMachine &machine) {
  if (hasScalableVectors(machine))
    return llvm::Error::success();
  // It looks at each type once.
  AttrTypeWalker types;
  types.addWalk([](VectorType type) {
    return type.isScalable() ? WalkResult::interrupt() : WalkResult::advance();
  });
  auto isScalable = [&](Type type) {
    return types.walk(type).wasInterrupted();
  };
  return checkOperations(module, [&](Operation *op) -> LogicalResult {
    StringRef name = op->getName().getStringRef();
    if (name != "vector.vscale" && name != "llvm.intr.vscale" &&
        !types.walk(op->getAttrDictionary()).wasInterrupted() &&
        llvm::none_of(op->getResultTypes(), isScalable) &&
        llvm::none_of(op->getOperandTypes(), isScalable))
      return success();
    return op->emitOpError("is about scalable vectors, which the CPU '")
           << machine.getTargetCPU() << "' of the target '"
           << machine.getTargetTriple().str() << "' does not have";
  });
}

llvm::Error mlir::extrema::checkModule(ModuleOp module,
                                       const llvm::TargetMachine &machine) {
  if (llvm::Error error = checkNames(module))
    return error;
  return checkScalableVectors(module, machine);
}

//===----------------------------------------------------------------------===//
// The module in the LLVM dialect
//===----------------------------------------------------------------------===//

/// LLVM makes an object for each element of a constant, also where the module
/// does not list them.
static constexpr int64_t kMaxConstantElements = int64_t(1) << 26;

/// The code generator takes time that grows with their square, and counts the
/// operands of a node in 16 bits.
static constexpr int64_t kMaxVectorElements = int64_t(1) << 14;

static LogicalResult checkConstant(Operation *op, Attribute value) {
  auto elements = dyn_cast_or_null<ElementsAttr>(value);
  if (!isa_and_nonnull<SplatElementsAttr, SparseElementsAttr>(value) ||
      elements.getNumElements() <= kMaxConstantElements)
    return success();
  return op->emitError("the constant has ")
         << elements.getNumElements() << " elements; LLVM is given up to "
         << kMaxConstantElements;
}

/// LLVM itself stops at 2^23, and takes time that grows with the square.
static constexpr unsigned kMaxIntegerBits = 1 << 14;

static LogicalResult checkTypes(Operation *op) {
  for (Type type : op->getResultTypes()) {
    if (auto vector = dyn_cast<VectorType>(type)) {
      if (vector.getNumElements() > kMaxVectorElements)
        return op->emitError("a vector has ")
               << vector.getNumElements() << " elements; LLVM is given up to "
               << kMaxVectorElements;
      type = vector.getElementType();
    }
    if (type.isInteger() && type.getIntOrFloatBitWidth() > kMaxIntegerBits)
      return op->emitError("an integer has ")
             << type.getIntOrFloatBitWidth() << " bits; LLVM is given up to "
             << kMaxIntegerBits;
  }
  return success();
}

/// The addresses that the largest of the targets' machines have.
static constexpr uint64_t kMaxGlobalBytes = uint64_t(1) << 48;

static LogicalResult checkGlobal(LLVM::GlobalOp global) {
  if (failed(checkConstant(global, global.getValueOrNull())))
    return failure();
  uint64_t size = 1;
  Type type = global.getType();
  for (; auto array = dyn_cast<LLVM::LLVMArrayType>(type);
       type = array.getElementType())
    size = llvm::SaturatingMultiply<uint64_t>(size, array.getNumElements());
  if (type.isIntOrFloat())
    size = llvm::SaturatingMultiply<uint64_t>(
        size, llvm::divideCeil(type.getIntOrFloatBitWidth(), 8));
  if (size <= kMaxGlobalBytes)
    return success();
  return global.emitError("the global '")
         << global.getName() << "' has more than the " << kMaxGlobalBytes
         << " bytes that can be addressed";
}

llvm::Error mlir::extrema::checkLoweredModule(ModuleOp module) {
  return checkOperations(module, [](Operation *op) -> LogicalResult {
    if (auto global = dyn_cast<LLVM::GlobalOp>(op))
      return checkGlobal(global);
    if (auto constant = dyn_cast<LLVM::ConstantOp>(op))
      if (failed(checkConstant(op, constant.getValue())))
        return failure();
    return checkTypes(op);
  });
}
