//===- ReturnThroughMemory.cpp - Results that registers cannot hold -------===//
//
// MLIR's functions return all their results as one struct, made by a chain of
// insertvalue, and the C interface stores that struct whole. LLVM's code
// generation takes time that is cubic in the number of its members: 154 s where
// a model has 2,000 outputs. Stores of single members take linear time.
//
//===----------------------------------------------------------------------===//

#include "extrema/Dialect/Extrema/Transforms/Passes.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/SymbolTable.h"

namespace mlir::extrema {
#define GEN_PASS_DEF_EXTREMARETURNTHROUGHMEMORY
#include "extrema/Dialect/Extrema/Transforms/Passes.h.inc"
} // namespace mlir::extrema

using namespace mlir;

/// No target returns more values than these in registers; AArch64 returns so
/// many.
static constexpr int64_t kMostInRegisters = 8;

/// After so many members there is a fence. The scheduler of machine code
/// compares each store with the ones before it, up to a fence. A fence of one
/// thread only is no instruction.
static constexpr int64_t kMembersBetweenFences = 64;

/// Returns the number of scalars in `type`, or kMostInRegisters + 1 for more.
static int64_t countScalars(Type type) {
  int64_t count = 0;
  if (auto structType = dyn_cast<LLVM::LLVMStructType>(type)) {
    for (Type member : structType.getBody()) {
      count += countScalars(member);
      if (count > kMostInRegisters)
        break;
    }
  } else if (auto array = dyn_cast<LLVM::LLVMArrayType>(type)) {
    int64_t number =
        std::min<uint64_t>(array.getNumElements(), kMostInRegisters + 1);
    count = number * countScalars(array.getElementType());
  } else {
    count = 1;
  }
  return std::min(count, kMostInRegisters + 1);
}

/// Whether all structs in `type` are of the kind that the conversion of
/// functions makes: each member has its natural alignment.
static bool hasNaturalLayout(Type type) {
  return !type.walk([](LLVM::LLVMStructType structType) {
                return structType.isIdentified() || structType.isPacked()
                           ? WalkResult::interrupt()
                           : WalkResult::advance();
              })
              .wasInterrupted();
}

/// Returns the struct that `function` returns, if registers cannot hold it.
static LLVM::LLVMStructType getLargeResult(LLVM::LLVMFuncOp function) {
  auto type = dyn_cast<LLVM::LLVMStructType>(
      function.getFunctionType().getReturnType());
  bool isLarge =
      type && hasNaturalLayout(type) && countScalars(type) > kMostInRegisters;
  return isLarge ? type : LLVM::LLVMStructType();
}

/// Whether nobody but this module sees `function`, and nothing is claimed of it
/// that stores would make untrue.
static bool mayStore(LLVM::LLVMFuncOp function) {
  bool isHidden = function.isPrivate() ||
                  function.getLinkage() == LLVM::Linkage::Internal ||
                  function.getLinkage() == LLVM::Linkage::Private;
  return isHidden && !function.isExternal() && !function.isVarArg() &&
         !function.getMemoryEffectsAttr() && !function.getPassthroughAttr();
}

/// Whether `user` is a call of the function `name` to which an argument can be
/// added.
static bool mayPassMore(Operation *user, StringAttr name) {
  auto call = dyn_cast<LLVM::CallOp>(user);
  return call && call.getCalleeAttr() == FlatSymbolRefAttr::get(name) &&
         call.getTailCallKind() != LLVM::TailCallKind::MustTail &&
         !call.getMemoryEffectsAttr() && !call.getArgAttrsAttr() &&
         call.getOpBundleOperands().empty();
}

/// Returns the address of a member of the struct at `address`.
static Value createMemberAddress(OpBuilder &builder, Location loc,
                                 LLVM::LLVMStructType type, Value address,
                                 ArrayRef<int64_t> position) {
  SmallVector<LLVM::GEPArg> indices{0};
  for (int64_t member : position)
    indices.push_back(static_cast<int32_t>(member));
  return LLVM::GEPOp::create(builder, loc, address.getType(), type, address,
                             indices);
}

/// Stores the members of `value` at `address`. A member that nobody has set is
/// left out.
static void storeMembers(OpBuilder &builder, Location loc, Value value,
                         Value address) {
  auto type = cast<LLVM::LLVMStructType>(value.getType());
  SmallVector<Value> members(type.getBody().size());
  // The last insertion into a member is met first.
  while (auto insertion = value.getDefiningOp<LLVM::InsertValueOp>()) {
    if (insertion.getPosition().size() != 1)
      break;
    Value &member = members[insertion.getPosition().front()];
    if (!member)
      member = insertion.getValue();
    value = insertion.getContainer();
  }
  bool isUnset = value.getDefiningOp<LLVM::PoisonOp>() ||
                 value.getDefiningOp<LLVM::UndefOp>();
  for (auto [number, member] : llvm::enumerate(members)) {
    int64_t position = number;
    if (!member && isUnset)
      continue;
    if (!member)
      member = LLVM::ExtractValueOp::create(builder, loc, value, position);
    LLVM::StoreOp::create(
        builder, loc, member,
        createMemberAddress(builder, loc, type, address, position));
    if ((position + 1) % kMembersBetweenFences == 0)
      LLVM::FenceOp::create(builder, loc, LLVM::AtomicOrdering::release,
                            "singlethread");
  }
}

/// Erases what built the value, as far as nobody uses it.
static void eraseUnusedChain(Value value) {
  while (auto insertion = value.getDefiningOp<LLVM::InsertValueOp>()) {
    if (!insertion->use_empty())
      return;
    value = insertion.getContainer();
    insertion.erase();
  }
}

/// Makes the results of `function` stores through a new last argument.
static void returnThroughMemory(LLVM::LLVMFuncOp function) {
  auto type = function.getFunctionType();
  auto pointerType = LLVM::LLVMPointerType::get(function.getContext());
  SmallVector<Type> arguments(type.getParams());
  arguments.push_back(pointerType);
  unsigned number = function.getNumArguments();
  (void)function.insertArgument(number, pointerType, {}, function.getLoc());
  function.setFunctionType(LLVM::LLVMFunctionType::get(
      LLVM::LLVMVoidType::get(function.getContext()), arguments));
  function.removeResAttrsAttr();

  Value address = function.getArgument(number);
  function.walk([&](LLVM::ReturnOp returned) {
    OpBuilder builder(returned);
    Value value = returned.getArg();
    storeMembers(builder, returned.getLoc(), value, address);
    LLVM::ReturnOp::create(builder, returned.getLoc(), ValueRange());
    returned.erase();
    eraseUnusedChain(value);
  });
}

/// Returns the store of the call's whole result, if it is the only use and may
/// happen within the call.
static LLVM::StoreOp findStore(LLVM::CallOp call) {
  if (!call.getResult().hasOneUse())
    return {};
  auto store = dyn_cast<LLVM::StoreOp>(*call.getResult().user_begin());
  if (!store || store.getValue() != call.getResult() || store.getVolatile_() ||
      store->getPrevNode() != call)
    return {};
  return store;
}

/// Lets `call` pass the address for the results, and reads them from there.
static void passAddress(LLVM::CallOp call, LLVM::LLVMStructType type) {
  OpBuilder builder(call);
  Location loc = call.getLoc();
  LLVM::StoreOp store = findStore(call);
  Value address;
  if (store) {
    address = store.getAddr();
  } else {
    OpBuilder::InsertionGuard guard(builder);
    auto caller = call->getParentOfType<LLVM::LLVMFuncOp>();
    builder.setInsertionPointToStart(&caller.getBody().front());
    Value one = LLVM::ConstantOp::create(builder, loc, builder.getI64Type(), 1);
    address = LLVM::AllocaOp::create(
        builder, loc, LLVM::LLVMPointerType::get(call.getContext()), type, one);
  }
  SmallVector<Value> operands(call.getArgOperands());
  operands.push_back(address);
  auto newCall = LLVM::CallOp::create(builder, loc, TypeRange(),
                                      call.getCalleeAttr(), operands);
  newCall.setCConv(call.getCConv());
  newCall->setDiscardableAttrs(call->getDiscardableAttrDictionary());
  if (store) {
    store.erase();
    call.erase();
    return;
  }
  for (Operation *user :
       llvm::make_early_inc_range(call.getResult().getUsers())) {
    auto extraction = dyn_cast<LLVM::ExtractValueOp>(user);
    if (!extraction)
      continue;
    Value member = createMemberAddress(builder, loc, type, address,
                                       extraction.getPosition());
    extraction.replaceAllUsesWith(
        LLVM::LoadOp::create(builder, loc, extraction.getType(), member)
            .getResult());
    extraction.erase();
  }
  if (!call->use_empty())
    call.getResult().replaceAllUsesWith(
        LLVM::LoadOp::create(builder, loc, type, address).getResult());
  call.erase();
}

namespace {
struct ReturnThroughMemory
    : public extrema::impl::ExtremaReturnThroughMemoryBase<
          ReturnThroughMemory> {
  void runOnOperation() override {
    ModuleOp module = getOperation();
    SymbolTableCollection symbols;
    SymbolUserMap users(symbols, module);
    SmallVector<std::pair<LLVM::CallOp, LLVM::LLVMStructType>> calls;
    // Returns first: a function may return what another one returned to it, and
    // the calls then have single members to replace.
    for (auto function : module.getOps<LLVM::LLVMFuncOp>()) {
      LLVM::LLVMStructType type = getLargeResult(function);
      ArrayRef<Operation *> callers = users.getUsers(function);
      if (!type || !mayStore(function) ||
          !llvm::all_of(callers, [&](Operation *user) {
            return mayPassMore(user, function.getSymNameAttr());
          }))
        continue;
      returnThroughMemory(function);
      for (Operation *caller : callers)
        calls.emplace_back(cast<LLVM::CallOp>(caller), type);
    }
    for (auto [call, type] : calls)
      passAddress(call, type);
  }
};
} // namespace
