//===- LowerRecord.cpp - From records to writes into a context ------------===//
//
// Every defined function gets the context as its last argument, so that a
// record works anywhere: in a loop, in a thread of OpenMP, in a function called
// from there, in a library that nothing else is linked to.
//
//===----------------------------------------------------------------------===//

#include "extrema/Dialect/Extrema/IR/Extrema.h"
#include "extrema/Dialect/Extrema/IR/Scratch.h"
#include "extrema/Dialect/Extrema/Transforms/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/SymbolTable.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringMap.h"

namespace mlir::extrema {
#define GEN_PASS_DEF_EXTREMALOWERRECORD
#include "extrema/Dialect/Extrema/Transforms/Passes.h.inc"
} // namespace mlir::extrema

using namespace mlir;
using namespace mlir::extrema;

namespace {
/// The functions that get a context, by name.
using DefinedFunctions = llvm::MapVector<StringAttr, func::FuncOp>;
} // namespace

static DefinedFunctions getDefinedFunctions(ModuleOp module) {
  DefinedFunctions functions;
  for (auto function : module.getOps<func::FuncOp>())
    if (!function.isExternal() && !function->hasAttr(kScratchSizeAttr))
      functions.insert({function.getSymNameAttr(), function});
  return functions;
}

//===----------------------------------------------------------------------===//
// What cannot be lowered
//===----------------------------------------------------------------------===//

/// The function of `functions` whose context `op` can use; null if there is
/// none. Values do not reach into an isolated region.
static func::FuncOp getFunctionAround(Operation *op,
                                      const DefinedFunctions &functions) {
  auto function = dyn_cast_or_null<func::FuncOp>(
      op->getParentWithTrait<OpTrait::IsIsolatedFromAbove>());
  if (!function || functions.lookup(function.getSymNameAttr()) != function)
    return {};
  return function;
}

/// A defined function may be referred to only by calls that get an argument
/// more.
static LogicalResult verifyUses(ModuleOp module,
                                const DefinedFunctions &functions) {
  std::optional<SymbolTable::UseRange> uses =
      SymbolTable::getSymbolUses(&module.getBodyRegion());
  if (!uses)
    return module.emitError("holds an operation of an unknown dialect, which "
                            "may refer to functions whose signature changes");
  for (SymbolTable::SymbolUse use : *uses) {
    StringAttr name = use.getSymbolRef().getRootReference();
    if (!functions.contains(name))
      continue;
    Operation *user = use.getUser();
    if (!isa<func::CallOp>(user))
      return user->emitOpError("refers to function '")
             << name.getValue()
             << "', which gets one argument more: only func.call may do that";
    if (!getFunctionAround(user, functions))
      return user->emitOpError("calls '")
             << name.getValue()
             << "' from outside of a func.func of this module: there is no "
                "context to pass to it";
  }
  return success();
}

static LogicalResult verifyOps(ModuleOp module,
                               const DefinedFunctions &functions) {
  WalkResult result = module.walk([&](Operation *op) {
    if (isa<func::CallIndirectOp>(op)) {
      op->emitOpError("cannot be lowered: it is not known whether the function "
                      "called takes a context");
      return WalkResult::interrupt();
    }
    if (isa<RecordOp>(op) && !getFunctionAround(op, functions)) {
      op->emitOpError("is outside of a func.func of this module: there is no "
                      "context to note the failure in");
      return WalkResult::interrupt();
    }
    return WalkResult::advance();
  });
  return success(!result.wasInterrupted());
}

//===----------------------------------------------------------------------===//
// Signatures and calls
//===----------------------------------------------------------------------===//

/// Gives a public `function` a C interface, by which alone it is seen outside:
/// a program that loads a library must not put its own `main` before that one.
static void hideBehindInterface(func::FuncOp function) {
  MLIRContext *context = function.getContext();
  function->setAttr("llvm.linkage",
                    LLVM::LinkageAttr::get(context, LLVM::Linkage::Internal));
  if (function.isPublic())
    function->setAttr(LLVM::LLVMDialect::getEmitCWrapperAttrName(),
                      UnitAttr::get(context));
}

/// Gives `function` its context argument, and a public one its status result.
static LogicalResult addContext(func::FuncOp function) {
  MLIRContext *context = function.getContext();
  auto pointerType = LLVM::LLVMPointerType::get(context);
  if (failed(function.insertArgument(function.getNumArguments(), pointerType,
                                     DictionaryAttr::get(context),
                                     function.getLoc())))
    return failure();
  hideBehindInterface(function);
  if (!function.isPublic())
    return success();
  return function.insertResult(function.getNumResults(),
                               IntegerType::get(context, 32),
                               DictionaryAttr::get(context));
}

static Value getContextArgument(func::FuncOp function) {
  return function.getArguments().back();
}

/// Returns the status beside the results: 1 if the context holds a message.
static void returnStatus(func::FuncOp function) {
  for (auto returnOp :
       llvm::make_early_inc_range(function.getOps<func::ReturnOp>())) {
    OpBuilder builder(returnOp);
    Location loc = returnOp.getLoc();
    Value context = getContextArgument(function);
    // The message is what the context begins with.
    Value message =
        LLVM::LoadOp::create(builder, loc, context.getType(), context);
    Value null = LLVM::ZeroOp::create(builder, loc, context.getType());
    Value failed = LLVM::ICmpOp::create(builder, loc, LLVM::ICmpPredicate::ne,
                                        message, null);
    Value status =
        arith::ExtUIOp::create(builder, loc, builder.getI32Type(), failed);
    returnOp.getOperandsMutable().append(status);
  }
}

/// `attributes`, one for each argument or result, with one more.
static ArrayAttr withOneMore(ArrayAttr attributes) {
  SmallVector<Attribute> more(attributes.getValue());
  more.push_back(DictionaryAttr::get(attributes.getContext()));
  return ArrayAttr::get(attributes.getContext(), more);
}

/// Passes the caller's context on. A status is of no use inside: the context
/// has it.
static void passContext(func::CallOp call, func::FuncOp callee, Value context) {
  OpBuilder builder(call);
  auto operands = llvm::to_vector(call.getOperands());
  operands.push_back(context);
  auto newCall = func::CallOp::create(builder, call.getLoc(),
                                      callee.getFunctionType().getResults(),
                                      operands, call->getAttrs());
  if (ArrayAttr attributes = call.getArgAttrsAttr())
    newCall.setArgAttrsAttr(withOneMore(attributes));
  if (ArrayAttr attributes = call.getResAttrsAttr();
      attributes && newCall.getNumResults() > call.getNumResults())
    newCall.setResAttrsAttr(withOneMore(attributes));
  call->replaceAllUsesWith(
      newCall.getResults().take_front(call.getNumResults()));
  call.erase();
}

//===----------------------------------------------------------------------===//
// Records
//===----------------------------------------------------------------------===//

namespace {
/// The texts of a module's records, each as one constant that ends in a NUL.
class Messages {
public:
  explicit Messages(ModuleOp module)
      : symbolTable(module),
        builder(OpBuilder::atBlockBegin(module.getBody())) {}

  LLVM::GlobalOp get(Location loc, StringRef text) {
    LLVM::GlobalOp &message = messages[text];
    if (message)
      return message;
    std::string terminated = text.str() + '\0';
    auto type =
        LLVM::LLVMArrayType::get(builder.getI8Type(), terminated.size());
    message = LLVM::GlobalOp::create(builder, loc, type, /*isConstant=*/true,
                                     LLVM::Linkage::Private, "extrema_message",
                                     builder.getStringAttr(terminated));
    // Under another name where that one is taken.
    symbolTable.insert(message);
    return message;
  }

private:
  SymbolTable symbolTable;
  OpBuilder builder;
  llvm::StringMap<LLVM::GlobalOp> messages;
};
} // namespace

/// The first to put its message in the place of null may write its values. No
/// ordering is needed: who reads them does so after all threads have joined.
static void lowerRecord(RecordOp record, Value context, Messages &messages) {
  OpBuilder builder(record);
  Location loc = record.getLoc();
  Type pointerType = context.getType();
  Type valueType = builder.getI64Type();
  auto contextType = LLVM::LLVMStructType::getLiteral(
      builder.getContext(),
      {pointerType, LLVM::LLVMArrayType::get(valueType, RecordOp::kMaxValues)});

  Value message = LLVM::AddressOfOp::create(
      builder, loc, messages.get(loc, record.getMessage()));
  Value null = LLVM::ZeroOp::create(builder, loc, pointerType);
  Value exchange = LLVM::AtomicCmpXchgOp::create(
      builder, loc, context, null, message, LLVM::AtomicOrdering::monotonic,
      LLVM::AtomicOrdering::monotonic);
  if (!record.getValues().empty()) {
    Value isFirst = LLVM::ExtractValueOp::create(builder, loc, exchange,
                                                 ArrayRef<int64_t>{1});
    auto writeValues = [&](OpBuilder &builder, Location loc) {
      for (auto [number, value] : llvm::enumerate(record.getValues())) {
        Value place = LLVM::GEPOp::create(
            builder, loc, pointerType, contextType, context,
            ArrayRef<LLVM::GEPArg>{0, 1, static_cast<int32_t>(number)});
        Value integer =
            arith::IndexCastOp::create(builder, loc, valueType, value);
        LLVM::StoreOp::create(builder, loc, integer, place);
      }
      scf::YieldOp::create(builder, loc);
    };
    scf::IfOp::create(builder, loc, isFirst, writeValues);
  }
  record.erase();
}

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

namespace {
struct LowerRecord : public extrema::impl::ExtremaLowerRecordBase<LowerRecord> {
  void runOnOperation() override {
    ModuleOp module = getOperation();
    DefinedFunctions functions = getDefinedFunctions(module);
    if (failed(verifyUses(module, functions)) ||
        failed(verifyOps(module, functions)))
      return signalPassFailure();

    for (func::FuncOp function : llvm::make_second_range(functions)) {
      if (failed(addContext(function)))
        return signalPassFailure();
      if (function.isPublic())
        returnStatus(function);
    }
    for (auto function : module.getOps<func::FuncOp>())
      if (function->hasAttr(kScratchSizeAttr))
        hideBehindInterface(function);
    Messages messages(module);
    for (func::FuncOp function : llvm::make_second_range(functions)) {
      Value context = getContextArgument(function);
      function.walk([&](Operation *op) {
        if (auto record = dyn_cast<RecordOp>(op))
          lowerRecord(record, context, messages);
        else if (auto call = dyn_cast<func::CallOp>(op))
          if (func::FuncOp callee =
                  functions.lookup(call.getCalleeAttr().getAttr()))
            passContext(call, callee, context);
      });
    }
  }
};
} // namespace
