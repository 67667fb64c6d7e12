//===- CheckArguments.cpp - What callers give against what is stated ------===//
//
// A public function becomes two: one of its name, which takes descriptors of
// any extents and strides, and a private one with the body, which is called
// with what the body's types state, or not at all.
//
//===----------------------------------------------------------------------===//

#include "ArgumentUse.h"
#include "GivenMemRef.h"
#include "RecordText.h"
#include "extrema/Dialect/Extrema/IR/Extrema.h"
#include "extrema/Dialect/Extrema/IR/ReadOnly.h"
#include "extrema/Dialect/Extrema/IR/Scratch.h"
#include "extrema/Dialect/Extrema/Transforms/Passes.h"

#include "mlir/Conversion/LLVMCommon/MemRefBuilder.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/SymbolTable.h"
#include <vector>

namespace mlir::extrema {
#define GEN_PASS_DEF_EXTREMACHECKARGUMENTS
#include "extrema/Dialect/Extrema/Transforms/Passes.h.inc"
} // namespace mlir::extrema

using namespace mlir;
using namespace mlir::extrema;

//===----------------------------------------------------------------------===//
// What is asked of the arguments
//===----------------------------------------------------------------------===//

namespace {
/// A memref argument of an entry function.
struct Argument {
  unsigned number;
  /// What messages call it.
  std::string subject;
  /// What the body may do with it.
  ArgumentUse use;
  GivenMemRef given;

  /// Whether a copy does as well as what was given.
  bool canBeCopied() const {
    MemRefType type = given.getStatedType();
    return use == ArgumentUse::Read && type.getLayout().isIdentity() &&
           type.getMemorySpaceAsInt() == 0;
  }

  /// Whether elements are looked at.
  bool hasElementsUsed() const { return use != ArgumentUse::Shape; }
};

/// What the slow path leaves of an argument.
struct Prepared {
  /// The first element, and what is to be freed after the call, may be null.
  Value data, copy;
};

/// Builds a function around `body`.
class EntryBuilder {
public:
  EntryBuilder(func::FuncOp entry, func::FuncOp body,
               const LLVMTypeConverter &converter)
      : entry(entry), body(body), converter(converter),
        hasContext(!entry->hasAttr(kScratchSizeAttr)),
        b(entry.getLoc(), entry.getContext()) {}

  void build(ArrayRef<std::string> subjects, ArrayRef<ArgumentUse> uses);

private:
  /// Whether every argument is just as the body wants it, null if that is sure.
  Value areAllAsStated();

  /// Notes what is wrong. Returns whether nothing is.
  Value checkAll();
  /// Makes a contiguous copy if `isValid` and needed, and takes from `isValid`
  /// that there is no memory for it.
  Prepared copyIfNeeded(const Argument &argument, Value &isValid);
  void copyElements(const Argument &argument, Value target);

  /// Notes `rule` where `isWrong`, which may be null, and takes that from
  /// `isValid`.
  void demand(Value &isValid, Value isWrong, const Twine &rule,
              ValueRange values);

  SmallVector<Value> callBody(ValueRange data);
  void free(Value memory);

  Value createNull() {
    return LLVM::ZeroOp::create(b, LLVM::LLVMPointerType::get(b.getContext()));
  }
  Value createFlag(bool flag) {
    return arith::ConstantIntOp::create(b, flag, /*width=*/1);
  }
  Value negate(Value flag) {
    return b.createOrFold<arith::XOrIOp>(flag, createFlag(true));
  }
  Value conjoin(Value lhs, Value rhs) {
    return lhs && rhs ? b.createOrFold<arith::AndIOp>(lhs, rhs)
           : lhs      ? lhs
                      : rhs;
  }
  void yield(ValueRange values) { scf::YieldOp::create(b, values); }

  func::FuncOp entry, body;
  const LLVMTypeConverter &converter;
  /// Whether there is one to note failures in.
  bool hasContext;
  ImplicitLocOpBuilder b;
  std::vector<Argument> arguments;
};
} // namespace

Value EntryBuilder::areAllAsStated() {
  Value all;
  for (const Argument &argument : arguments) {
    const GivenMemRef &given = argument.given;
    all = conjoin(all, given.hasStatedExtents(b));
    if (Value overflows = given.overflows(b))
      all = conjoin(all, negate(overflows));
    if (!argument.hasElementsUsed())
      continue;
    all = conjoin(all, given.hasStatedStrides(b));
    all = conjoin(all, negate(given.isNull(b)));
  }
  return all;
}

//===----------------------------------------------------------------------===//
// The slow path
//===----------------------------------------------------------------------===//

void EntryBuilder::demand(Value &isValid, Value isWrong, const Twine &rule,
                          ValueRange values) {
  if (!isWrong)
    return;
  isValid = conjoin(isValid, negate(isWrong));
  if (!hasContext)
    return;
  scf::IfOp::create(b, isWrong, [&](OpBuilder &builder, Location loc) {
    auto indices = llvm::map_to_vector(values, [&](Value value) -> Value {
      return arith::IndexCastOp::create(builder, loc, builder.getIndexType(),
                                        value);
    });
    RecordOp::create(builder, loc, rule.str(), indices);
    scf::YieldOp::create(builder, loc);
  });
}

Value EntryBuilder::checkAll() {
  Value isValid = createFlag(true);
  for (const Argument &argument : arguments) {
    const GivenMemRef &given = argument.given;
    auto wrong = given.findWrongExtent(b);
    demand(isValid, wrong.isFound,
           argument.subject +
               ": dimension {0} must have {1} elements: it has {2}",
           {wrong.dimension, wrong.wanted, wrong.given});
    auto negative = given.findNegativeExtent(b);
    demand(isValid, negative.isFound,
           argument.subject +
               ": the extent of dimension {0} must not be negative: it is {1}",
           {negative.dimension, negative.given});

    Value empty = given.isEmpty(b);
    auto unlessEmpty = [&](Value flag) {
      return flag && empty ? conjoin(flag, negate(empty)) : flag;
    };
    demand(isValid, unlessEmpty(given.overflows(b)),
           argument.subject +
               ": its bytes must be fewer than 2^63: its extents ask for more",
           {});
    if (!argument.hasElementsUsed())
      continue;
    demand(isValid, unlessEmpty(given.isNull(b)),
           argument.subject + ": it must have memory: its pointer is null", {});
    if (argument.canBeCopied())
      continue;
    auto stride = given.findWrongStride(b);
    demand(isValid, stride.isFound,
           argument.subject +
               ": the stride of dimension {0} must be {1}: it is {2}",
           {stride.dimension, stride.wanted, stride.given});
  }
  return isValid;
}

/// Says to LLVM to leave the loop as it is: it is seldom run, and code is
/// saved.
static void annotate(scf::ForOp loop) {
  MLIRContext *context = loop.getContext();
  loop->setDiscardableAttr(
      "llvm.loop_annotation",
      LLVM::LoopAnnotationAttr::get(
          context, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {},
          /*isVectorized=*/BoolAttr::get(context, true), {}, {}, {}));
}

void EntryBuilder::copyElements(const Argument &argument, Value target) {
  Value source = entry.getArgument(argument.number);
  Value zero = arith::ConstantIndexOp::create(b, 0);
  Value one = arith::ConstantIndexOp::create(b, 1);
  auto sizes =
      llvm::map_to_vector(argument.given.getSizes(), [&](Value size) -> Value {
        return arith::IndexCastOp::create(b, b.getIndexType(), size);
      });
  SmallVector<Value> begins(sizes.size(), zero), steps(sizes.size(), one);
  scf::LoopNest nest = scf::buildLoopNest(
      b, b.getLoc(), begins, sizes, steps,
      [&](OpBuilder &builder, Location loc, ValueRange position) {
        Value element = memref::LoadOp::create(builder, loc, source, position);
        memref::StoreOp::create(builder, loc, element, target, position);
      });
  llvm::for_each(nest.loops, annotate);
}

Prepared EntryBuilder::copyIfNeeded(const Argument &argument, Value &isValid) {
  const GivenMemRef &given = argument.given;
  MemRefType type = given.getStatedType();
  Value isStrided = given.findWrongStride(b).isFound;
  // All dimensions may have one element.
  if (!isStrided)
    return {given.getData(), createNull()};

  Value null = createNull();
  auto choice =
      scf::IfOp::create(b, TypeRange{null.getType(), null.getType()},
                        conjoin(isValid, isStrided), /*addThenBlock=*/true,
                        /*addElseBlock=*/true);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(choice.elseBlock());
  yield({given.getData(), null});
  b.setInsertionPointToStart(choice.thenBlock());
  SmallVector<Value> open;
  for (auto [size, number] : llvm::zip_equal(given.getSizes(), type.getShape()))
    if (ShapedType::isDynamic(number))
      open.push_back(arith::IndexCastOp::create(b, b.getIndexType(), size));
  Value target = memref::AllocOp::create(b, type, open);
  MemRefDescriptor descriptor(
      UnrealizedConversionCastOp::create(b, converter.convertType(type), target)
          .getResult(0));
  Value memory = descriptor.allocatedPtr(b, b.getLoc());
  Value isMissing =
      LLVM::ICmpOp::create(b, LLVM::ICmpPredicate::eq, memory, null);
  auto missing = scf::IfOp::create(b, isMissing, /*withElseRegion=*/true);
  yield({descriptor.alignedPtr(b, b.getLoc()), memory});

  b.setInsertionPointToStart(missing.thenBlock());
  if (hasContext)
    RecordOp::create(
        b,
        argument.subject +
            " is not contiguous, and there is no memory for a copy "
            "that is",
        ValueRange());
  b.setInsertionPointToStart(missing.elseBlock());
  copyElements(argument, target);

  b.setInsertionPointAfter(choice);
  Value copy = choice.getResult(1);
  Value isThere = LLVM::ICmpOp::create(b, LLVM::ICmpPredicate::ne, copy, null);
  isValid = conjoin(isValid,
                    b.createOrFold<arith::OrIOp>(negate(isStrided), isThere));
  return {choice.getResult(0), copy};
}

//===----------------------------------------------------------------------===//
// The function
//===----------------------------------------------------------------------===//

SmallVector<Value> EntryBuilder::callBody(ValueRange data) {
  SmallVector<Value> operands(entry.getArguments());
  for (auto [argument, first] : llvm::zip_equal(arguments, data))
    operands[argument.number] = argument.given.getAsStated(b, first);
  return SmallVector<Value>(
      func::CallOp::create(b, body, operands).getResults());
}

/// A zero of `type`; of a memref, a descriptor of nothing. Null if there is
/// none.
static Value createZero(ImplicitLocOpBuilder &b, Type type,
                        const LLVMTypeConverter &converter) {
  if (TypedAttr zero = b.getZeroAttr(type); zero && !isa<TensorType>(type))
    return arith::ConstantOp::create(b, zero);
  Type lowered = converter.convertType(type);
  if (!lowered)
    return {};
  Value zero = LLVM::ZeroOp::create(b, lowered);
  if (lowered == type)
    return zero;
  return UnrealizedConversionCastOp::create(b, type, zero).getResult(0);
}

void EntryBuilder::free(Value memory) {
  // The elements' type does not matter.
  auto type = MemRefType::get({}, b.getI8Type());
  Location loc = b.getLoc();
  auto descriptor =
      MemRefDescriptor::poison(b, loc, converter.convertType(type));
  descriptor.setAllocatedPtr(b, loc, memory);
  descriptor.setAlignedPtr(b, loc, memory);
  descriptor.setConstantOffset(b, loc, 0);
  memref::DeallocOp::create(
      b, UnrealizedConversionCastOp::create(b, type, Value(descriptor))
             .getResult(0));
}

void EntryBuilder::build(ArrayRef<std::string> subjects,
                         ArrayRef<ArgumentUse> uses) {
  b.setInsertionPointToStart(entry.addEntryBlock());
  SmallVector<Value> data;
  for (BlockArgument argument : entry.getArguments()) {
    unsigned number = argument.getArgNumber();
    Type type = body.getArgumentTypes()[number];
    if (type == argument.getType())
      continue;
    GivenMemRef given(b, argument, cast<MemRefType>(type), converter);
    data.push_back(given.getData());
    arguments.push_back(
        {number, subjects[number], uses[number], std::move(given)});
  }

  Value areAsStated = areAllAsStated();
  if (!areAsStated)
    areAsStated = createFlag(true);

  // Whether to go on, then the first elements and the copies.
  SmallVector<Value> prepared = {createFlag(true)};
  llvm::append_range(prepared, data);
  for (const Argument &argument : arguments)
    if (argument.canBeCopied())
      prepared.push_back(createNull());
  auto preparation = scf::IfOp::create(b, TypeRange(ValueRange(prepared)),
                                       areAsStated, /*addThenBlock=*/true,
                                       /*addElseBlock=*/true);
  b.setInsertionPointToStart(preparation.thenBlock());
  yield(prepared);
  b.setInsertionPointToStart(preparation.elseBlock());
  Value isValid = checkAll();
  SmallVector<Value> copies;
  for (auto [argument, first] : llvm::zip_equal(arguments, data)) {
    if (!argument.canBeCopied())
      continue;
    Prepared copied = copyIfNeeded(argument, isValid);
    first = copied.data;
    copies.push_back(copied.copy);
  }
  prepared = {isValid};
  llvm::append_range(prepared, data);
  llvm::append_range(prepared, copies);
  yield(prepared);

  b.setInsertionPointAfter(preparation);
  ValueRange results = preparation.getResults();
  auto execution =
      scf::IfOp::create(b, body.getResultTypes(), results.front(),
                        /*addThenBlock=*/true, /*addElseBlock=*/true);
  b.setInsertionPointToStart(execution.thenBlock());
  yield(callBody(results.slice(1, data.size())));
  b.setInsertionPointToStart(execution.elseBlock());
  yield(llvm::map_to_vector(body.getResultTypes(), [&](Type type) {
    return createZero(b, type, converter);
  }));

  b.setInsertionPointAfter(execution);
  if (!copies.empty()) {
    auto release = scf::IfOp::create(b, negate(areAsStated));
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(release.thenBlock());
    for (Value copy : results.take_back(copies.size()))
      free(copy);
  }
  func::ReturnOp::create(b, execution.getResults());
}

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

/// What messages call the arguments of `function`.
static SmallVector<std::string> getSubjects(func::FuncOp function,
                                            ArrayRef<ArgumentUse> uses,
                                            bool takesScratch) {
  SmallVector<std::string> subjects;
  for (auto [number, use] : llvm::enumerate(uses)) {
    auto name = function.getArgAttrOfType<StringAttr>(number, kNameAttr);
    std::string text = name ? name.str() : ("arg" + Twine(number)).str();
    StringRef role = use == ArgumentUse::Any ? "argument" : "input";
    subjects.push_back(escapeForRecord((role + " '" + text + "'").str()));
  }
  if (takesScratch)
    subjects.back() = "the scratch memory";
  return subjects;
}

namespace {
struct CheckArguments
    : extrema::impl::ExtremaCheckArgumentsBase<CheckArguments> {
  void runOnOperation() override {
    ModuleOp module = getOperation();
    SymbolTable symbols(module);
    LLVMTypeConverter converter(&getContext());
    auto functions = llvm::filter_to_vector(
        module.getOps<func::FuncOp>(), [](func::FuncOp function) {
          return function.isPublic() && !function.isExternal();
        });
    for (func::FuncOp function : functions)
      if (failed(guard(function, symbols, converter)))
        return signalPassFailure();
  }

private:
  LogicalResult guard(func::FuncOp function, SymbolTable &symbols,
                      const LLVMTypeConverter &converter);
};
} // namespace

LogicalResult CheckArguments::guard(func::FuncOp function, SymbolTable &symbols,
                                    const LLVMTypeConverter &converter) {
  StringAttr name = function.getSymNameAttr();
  SmallVector<Type> types(function.getArgumentTypes());
  SmallVector<ArgumentUse> uses(types.size(), ArgumentUse::Any);
  bool isChecked = false;
  for (auto [number, type] : llvm::enumerate(types)) {
    bool isReadOnly = function.removeArgAttr(number, kReadOnlyAttr) != nullptr;
    auto stated = dyn_cast<MemRefType>(type);
    MemRefType open =
        stated ? GivenMemRef::getOpenType(stated, converter) : MemRefType();
    if (!open)
      continue;
    type = open;
    isChecked = true;
    uses[number] = getArgumentUse(function, number);
    if (isReadOnly)
      uses[number] = std::min(uses[number], ArgumentUse::Read);
  }
  // Something is left that has no place in compiled code; it is told later.
  auto isLowered = [&](Type type) {
    return converter.convertType(type) != nullptr;
  };
  if (!isChecked || !llvm::all_of(function.getResultTypes(), isLowered))
    return success();

  // It gets its scratch memory as the last argument.
  Operation *sizeFunction =
      symbols.lookup((name.getValue() + "_scratch_size").str());
  bool takesScratch = sizeFunction && sizeFunction->hasAttr(kScratchSizeAttr);
  SmallVector<std::string> subjects = getSubjects(function, uses, takesScratch);

  func::FuncOp entry = cast<func::FuncOp>(function->cloneWithoutRegions());
  entry.setType(
      FunctionType::get(&getContext(), types, function.getResultTypes()));
  // Those who call it here have made their arguments here.
  std::string bodyName = (name.getValue() + "_body").str();
  if (failed(symbols.lookup(bodyName)
                 ? LogicalResult(symbols.renameToUnique(function, {}))
                 : symbols.rename(function, bodyName)))
    return function.emitOpError(
        "has uses that are not known, so it cannot get another name");
  function.setPrivate();
  function->removeAttr(LLVM::LLVMDialect::getEmitCWrapperAttrName());
  symbols.insert(entry, Block::iterator(function));
  EntryBuilder(entry, function, converter).build(subjects, uses);
  return success();
}
