//===- ScratchToArgument.cpp - Scratch memory from the caller -------------===//
//
// Allocations that are marked become views of an argument, at offsets that are
// computed on the way. Beside each function there is then one that says how
// large that argument must be.
//
//===----------------------------------------------------------------------===//

#include "ScratchAllocations.h"
#include "extrema/Dialect/Extrema/IR/Extrema.h"
#include "extrema/Dialect/Extrema/IR/Scratch.h"
#include "extrema/Dialect/Extrema/Transforms/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/SymbolTable.h"

namespace mlir::extrema {
#define GEN_PASS_DEF_EXTREMASCRATCHTOARGUMENT
#include "extrema/Dialect/Extrema/Transforms/Passes.h.inc"
} // namespace mlir::extrema

using namespace mlir;
using namespace mlir::extrema;

//===----------------------------------------------------------------------===//
// What cannot be changed
//===----------------------------------------------------------------------===//

/// Whether `function` gets the argument.
static bool isExported(func::FuncOp function) {
  return function && function.isPublic() && !function.isExternal();
}

/// Scratch memory can only come from the caller of an exported function.
static LogicalResult verifyAllocations(ModuleOp module) {
  WalkResult walk = module.walk([&](Operation *op) -> WalkResult {
    if (!op->hasAttr(kScratchAttr))
      return WalkResult::advance();
    auto function = op->getParentOfType<func::FuncOp>();
    if (isExported(function) && function->getParentOp() == module)
      return WalkResult::advance();
    return op->emitOpError("is scratch memory outside of a public func.func "
                           "of this module, so no caller can provide it: "
                           "inline functions before");
  });
  return failure(walk.wasInterrupted());
}

/// No one in the module may refer to a function whose signature changes.
static LogicalResult verifySymbols(ModuleOp module) {
  SymbolTable symbols(module);
  for (auto function : module.getOps<func::FuncOp>()) {
    if (!isExported(function))
      continue;
    std::string name = (function.getName() + "_scratch_size").str();
    if (Operation *other = symbols.lookup(name)) {
      InFlightDiagnostic error = function.emitOpError()
                                 << "gets a function '" << name
                                 << "' beside it, but there is one already";
      error.attachNote(other->getLoc()) << "it is here";
      return error;
    }
  }
  std::optional<SymbolTable::UseRange> uses =
      SymbolTable::getSymbolUses(&module.getBodyRegion());
  if (!uses)
    return module.emitError("holds an operation of an unknown dialect, which "
                            "may refer to functions whose signature changes");
  for (SymbolTable::SymbolUse use : *uses) {
    StringAttr name = use.getSymbolRef().getRootReference();
    if (isExported(symbols.lookup<func::FuncOp>(name)))
      return use.getUser()->emitOpError("refers to the public function '")
             << name.getValue()
             << "', which gets one argument more: only callers outside of the "
                "module may do that";
  }
  return success();
}

//===----------------------------------------------------------------------===//
// The argument
//===----------------------------------------------------------------------===//

/// Whether `memory` is what `function` needs: at least `needed` bytes, aligned.
/// `values` are then what a message is to tell of it.
static Value createIsFit(OpBuilder &b, Location loc, Value memory, Value needed,
                         SmallVectorImpl<Value> &values) {
  Value zero = arith::ConstantIndexOp::create(b, loc, 0);
  Value given = memref::DimOp::create(b, loc, memory, zero);
  Value address =
      memref::ExtractAlignedPointerAsIndexOp::create(b, loc, memory);
  Value rest = arith::AndIOp::create(
      b, loc, address,
      arith::ConstantIndexOp::create(b, loc, kScratchAlignment - 1));
  values.assign({needed, given, rest});
  return arith::AndIOp::create(
      b, loc,
      arith::CmpIOp::create(b, loc, arith::CmpIPredicate::ule, needed, given),
      arith::CmpIOp::create(b, loc, arith::CmpIPredicate::eq, rest, zero));
}

/// `memory` if it is fit; else that is noted, and `needed` bytes are allocated
/// in its place, until the function returns.
static Value createFitMemory(OpBuilder &b, func::FuncOp function, Value memory,
                             Value needed) {
  Location loc = function.getLoc();
  SmallVector<Value> values;
  Value isFit = createIsFit(b, loc, memory, needed, values);
  auto choice = scf::IfOp::create(
      b, loc, isFit,
      [&](OpBuilder &b, Location loc) { scf::YieldOp::create(b, loc, memory); },
      [&](OpBuilder &b, Location loc) {
        RecordOp::create(b, loc,
                         "the scratch memory must have {0} bytes and be "
                         "aligned to " +
                             Twine(kScratchAlignment).str() +
                             ": it has {1} bytes and its address leaves a rest "
                             "of {2}",
                         values);
        Value other = memref::AllocOp::create(
            b, loc, cast<MemRefType>(memory.getType()), ValueRange{needed},
            b.getI64IntegerAttr(kScratchAlignment));
        scf::YieldOp::create(b, loc, other);
      });
  for (auto returnOp : function.getOps<func::ReturnOp>()) {
    OpBuilder end(returnOp);
    scf::IfOp::create(
        end, loc, isFit,
        [](OpBuilder &b, Location loc) { scf::YieldOp::create(b, loc); },
        [&](OpBuilder &b, Location loc) {
          memref::DeallocOp::create(b, loc, choice.getResult(0));
          scf::YieldOp::create(b, loc);
        });
  }
  return choice.getResult(0);
}

/// Turns the allocations in `block` into views of `memory`, from the offset
/// `begin` on, and gathers what is to be erased then.
static void layOut(Block &block, const ScratchAllocations &scratch,
                   Value memory, Value begin,
                   SmallVectorImpl<Operation *> &replaced) {
  ScratchStack stack(begin);
  for (Operation &op : llvm::make_early_inc_range(block)) {
    if (Operation *released = scratch.getReleased(&op)) {
      stack.release(released);
      replaced.push_back(&op);
    } else if (scratch.contains(&op)) {
      OpBuilder b(&op);
      Value offset = stack.getTop();
      stack.push(&op, createScratchEnd(b, offset, &op, op.getOperands()));
      auto view =
          memref::ViewOp::create(b, op.getLoc(), op.getResultTypes().front(),
                                 memory, offset, op.getOperands());
      op.replaceAllUsesWith(view);
      replaced.push_back(&op);
    } else if (scratch.isIn(&op)) {
      for (Region &region : op.getRegions())
        for (Block &inner : region)
          layOut(inner, scratch, memory, stack.getTop(), replaced);
    }
  }
}

namespace {
struct ScratchToArgument
    : extrema::impl::ExtremaScratchToArgumentBase<ScratchToArgument> {
  using ExtremaScratchToArgumentBase::ExtremaScratchToArgumentBase;

  void runOnOperation() override {
    ModuleOp module = getOperation();
    if (failed(verifyAllocations(module)) || failed(verifySymbols(module)))
      return signalPassFailure();
    auto functions =
        llvm::filter_to_vector(module.getOps<func::FuncOp>(), isExported);
    for (func::FuncOp function : functions)
      if (failed(takeFromCaller(function)))
        return signalPassFailure();
  }

private:
  LogicalResult takeFromCaller(func::FuncOp function) {
    FailureOr<ScratchAllocations> scratch = ScratchAllocations::find(function);
    if (failed(scratch))
      return failure();
    FailureOr<func::FuncOp> sizeFunction =
        createScratchSizeFunction(function, *scratch);
    if (failed(sizeFunction))
      return failure();
    MLIRContext *context = &getContext();
    auto type =
        MemRefType::get({ShapedType::kDynamic}, IntegerType::get(context, 8));
    unsigned numArguments = function.getNumArguments();
    if (failed(function.insertArgument(numArguments, type,
                                       DictionaryAttr::get(context),
                                       function.getLoc())))
      return failure();
    if (scratch->isEmpty())
      return success();

    OpBuilder b = OpBuilder::atBlockBegin(&function.front());
    Location loc = function.getLoc();
    Value memory = function.getArgument(numArguments);
    if (check != ScratchCheck::None) {
      Value needed = func::CallOp::create(b, loc, *sizeFunction,
                                          function.getArguments().drop_back())
                         .getResult(0);
      if (check == ScratchCheck::Record) {
        memory = createFitMemory(b, function, memory, needed);
      } else {
        SmallVector<Value> values;
        Value isFit = createIsFit(b, loc, memory, needed, values);
        cf::AssertOp::create(
            b, loc, isFit,
            ("the scratch memory of '" + function.getName() +
             "' must be as large as '" + sizeFunction->getName() +
             "' says, and be aligned to " + Twine(kScratchAlignment) + " bytes")
                .str());
      }
    }
    Value begin = arith::ConstantIndexOp::create(b, loc, 0);
    SmallVector<Operation *> replaced;
    for (Block &block : function.getBody())
      layOut(block, *scratch, memory, begin, replaced);
    for (Operation *op : replaced)
      op->erase();
    return success();
  }
};
} // namespace
