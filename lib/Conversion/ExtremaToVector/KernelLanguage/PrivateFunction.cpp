//===- PrivateFunction.cpp - Code that kernels share ----------------------===//

#include "PrivateFunction.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/OperationSupport.h"
#include "mlir/IR/SymbolTable.h"

using namespace mlir;
using namespace mlir::extrema;
using Values = KernelBuilder::Values;

/// `value`, as a memref of unknown sizes if it is one of known sizes: what
/// differs in nothing else is to share its code.
static Value forgetSizes(KernelBuilder &b, Value value) {
  auto type = dyn_cast<MemRefType>(value.getType());
  if (!type || type.getNumDynamicDims() == type.getShape().size())
    return value;
  SmallVector<int64_t> shape(type.getRank(), ShapedType::kDynamic);
  return memref::CastOp::create(
      b, MemRefType(MemRefType::Builder(type).setShape(shape)), value);
}

static bool isSame(func::FuncOp lhs, func::FuncOp rhs) {
  return lhs.getFunctionType() == rhs.getFunctionType() &&
         OperationEquivalence::isRegionEquivalentTo(
             &lhs.getBody(), &rhs.getBody(),
             OperationEquivalence::IgnoreLocations);
}

Values mlir::extrema::callPrivate(KernelBuilder &b, bool isShared,
                                  StringRef name, ValueRange arguments,
                                  function_ref<Values(ValueRange)> build) {
  Operation *symbolTable = b.getOptions().symbolTable;
  if (!isShared || !symbolTable)
    return build(arguments);
  Values operands = llvm::map_to_vector(
      arguments, [&](Value value) { return forgetSizes(b, value); });

  OwningOpRef<func::FuncOp> function = func::FuncOp::create(
      b.getLoc(), name,
      b.getFunctionType(TypeRange(ValueRange(operands)), TypeRange()));
  {
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(function->addEntryBlock());
    Values results = build(function->getArguments());
    func::ReturnOp::create(b, results);
    function->setFunctionType(b.getFunctionType(
        TypeRange(ValueRange(operands)), TypeRange(ValueRange(results))));
  }
  function->setPrivate();
  // Else what is private to the module could be called from outside of it.
  (*function)->setAttr(
      "llvm.linkage",
      LLVM::LinkageAttr::get(b.getContext(), LLVM::Linkage::Internal));
  // It would be inlined wherever it is short, and compiled as often.
  (*function)->setAttr("passthrough", b.getStrArrayAttr({"noinline"}));

  func::FuncOp callee;
  for (auto other : symbolTable->getRegion(0).getOps<func::FuncOp>())
    if (other.isPrivate() && other.getName().starts_with(name) &&
        isSame(other, *function))
      callee = other;
  if (!callee) {
    callee = function.release();
    SymbolTable(symbolTable).insert(callee);
  }
  return llvm::to_vector_of<Value>(
      func::CallOp::create(b, callee, operands).getResults());
}
