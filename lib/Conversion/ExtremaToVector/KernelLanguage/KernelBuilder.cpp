//===- KernelBuilder.cpp - Short names for the IR of a kernel -------------===//

#include "KernelBuilder.h"

#include "extrema/Conversion/Common/StructuredOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mlir::extrema;

//===----------------------------------------------------------------------===//
// Constants
//===----------------------------------------------------------------------===//

Value KernelBuilder::index(int64_t value) {
  return arith::ConstantIndexOp::create(*this, value);
}

Value KernelBuilder::truth(bool value) {
  return constant(getI1Type(), APInt(1, value));
}

Value KernelBuilder::constant(Type type, const APInt &value) {
  TypedAttr scalar = IntegerAttr::get(getElementTypeOrSelf(type), value);
  if (auto vector = dyn_cast<VectorType>(type))
    scalar = SplatElementsAttr::get(vector, scalar);
  return arith::ConstantOp::create(*this, scalar);
}

Value KernelBuilder::constant(Type type, int64_t value) {
  Type element = getElementTypeOrSelf(type);
  unsigned width = element.isIndex() ? IndexType::kInternalStorageBitWidth
                                     : element.getIntOrFloatBitWidth();
  return constant(type, APInt(width, value, /*isSigned=*/true,
                              /*implicitTrunc=*/true));
}

//===----------------------------------------------------------------------===//
// Arithmetic
//===----------------------------------------------------------------------===//

Value KernelBuilder::toIndex(Operand operand) {
  return operand.getValue() ? operand.getValue() : index(operand.getNumber());
}

std::pair<Value, Value> KernelBuilder::unify(Operand lhs, Operand rhs) {
  Value left = lhs.getValue(), right = rhs.getValue();
  if (!left)
    left = right ? constant(right.getType(), lhs.getNumber()) : toIndex(lhs);
  if (!right)
    right = constant(left.getType(), rhs.getNumber());
  auto leftVector = dyn_cast<VectorType>(left.getType());
  auto rightVector = dyn_cast<VectorType>(right.getType());
  if (leftVector && !rightVector)
    right = broadcast(leftVector, right);
  else if (rightVector && !leftVector)
    left = broadcast(rightVector, left);
  assert(left.getType() == right.getType() && "operands of two types");
  return {left, right};
}

#define BINARY(name, Op)                                                       \
  Value KernelBuilder::name(Operand lhs, Operand rhs) {                        \
    auto [left, right] = unify(lhs, rhs);                                      \
    return createOrFold<arith::Op>(left, right);                               \
  }
BINARY(add, AddIOp)
BINARY(sub, SubIOp)
BINARY(mul, MulIOp)
BINARY(divideUnsigned, DivUIOp)
BINARY(bitAnd, AndIOp)
BINARY(bitOr, OrIOp)
BINARY(bitXor, XOrIOp)
BINARY(shiftLeft, ShLIOp)
BINARY(shiftRight, ShRUIOp)
BINARY(minSigned, MinSIOp)
BINARY(maxSigned, MaxSIOp)
#undef BINARY

Value KernelBuilder::bitNot(Value value) {
  return bitXor(value, constant(value.getType(), -1));
}

Value KernelBuilder::compare(arith::CmpIPredicate predicate, Operand lhs,
                             Operand rhs) {
  auto [left, right] = unify(lhs, rhs);
  return createOrFold<arith::CmpIOp>(predicate, left, right);
}

#define COMPARISON(name, predicate)                                            \
  Value KernelBuilder::name(Operand lhs, Operand rhs) {                        \
    return compare(arith::CmpIPredicate::predicate, lhs, rhs);                 \
  }
COMPARISON(less, slt)
COMPARISON(atMost, sle)
COMPARISON(greater, sgt)
COMPARISON(atLeast, sge)
COMPARISON(equal, eq)
COMPARISON(differ, ne)
COMPARISON(lessUnsigned, ult)
COMPARISON(atMostUnsigned, ule)
COMPARISON(atLeastUnsigned, uge)
#undef COMPARISON

Value KernelBuilder::select(Value condition, Operand ifTrue, Operand ifFalse) {
  assert(getElementTypeOrSelf(condition.getType()).isInteger(1) &&
         "a condition that is no i1");
  auto [yes, no] = unify(ifTrue, ifFalse);
  return createOrFold<arith::SelectOp>(condition, yes, no);
}

static Value castInteger(KernelBuilder &b, Value value, Type type,
                         bool isSigned) {
  Type from = getElementTypeOrSelf(value.getType());
  Type to = getElementTypeOrSelf(type);
  if (from == to)
    return value;
  if (from.isIndex() || to.isIndex())
    return isSigned ? b.createOrFold<arith::IndexCastOp>(type, value)
                    : b.createOrFold<arith::IndexCastUIOp>(type, value);
  if (from.getIntOrFloatBitWidth() > to.getIntOrFloatBitWidth())
    return b.createOrFold<arith::TruncIOp>(type, value);
  return isSigned ? b.createOrFold<arith::ExtSIOp>(type, value)
                  : b.createOrFold<arith::ExtUIOp>(type, value);
}

Value KernelBuilder::castSigned(Value value, Type type) {
  return castInteger(*this, value, type, /*isSigned=*/true);
}

Value KernelBuilder::castUnsigned(Value value, Type type) {
  return castInteger(*this, value, type, /*isSigned=*/false);
}

Value KernelBuilder::popCount(Value value) {
  return math::CtPopOp::create(*this, value);
}

Value KernelBuilder::countTrailingZeros(Value value) {
  return math::CountTrailingZerosOp::create(*this, value);
}

//===----------------------------------------------------------------------===//
// Vectors
//===----------------------------------------------------------------------===//

Value KernelBuilder::load(VectorType type, Value memref, Operand position) {
  assert(cast<MemRefType>(memref.getType()).getRank() == 1 &&
         type.getElementType() ==
             cast<MemRefType>(memref.getType()).getElementType() &&
         "a memref of another rank or element type");
  return vector::LoadOp::create(*this, type, memref, toIndex(position));
}

Value KernelBuilder::load(Value memref, Operand position) {
  return memref::LoadOp::create(*this, memref, toIndex(position));
}

void KernelBuilder::store(Value value, Value memref, Operand position) {
  assert(getElementTypeOrSelf(value.getType()) ==
             cast<MemRefType>(memref.getType()).getElementType() &&
         "a value of another element type");
  Value at = toIndex(position);
  if (isa<VectorType>(value.getType()))
    vector::StoreOp::create(*this, value, memref, at);
  else
    memref::StoreOp::create(*this, value, memref, at);
}

Value KernelBuilder::extent(Value memref, int64_t dimension) {
  return createExtent(*this, getLoc(), memref, dimension);
}

Value KernelBuilder::broadcast(VectorType type, Value scalar) {
  return createOrFold<vector::BroadcastOp>(type, scalar);
}

Value KernelBuilder::slice(Value vector, int64_t offset, int64_t size) {
  assert(offset >= 0 &&
         offset + size <= cast<VectorType>(vector.getType()).getNumElements() &&
         "lanes that there are not");
  return vector::ExtractStridedSliceOp::create(
      *this, vector, ArrayRef<int64_t>{offset}, ArrayRef<int64_t>{size},
      ArrayRef<int64_t>{1});
}

Value KernelBuilder::shuffle(Value lhs, Value rhs, ArrayRef<int64_t> lanes) {
  return vector::ShuffleOp::create(*this, lhs, rhs, lanes);
}

Value KernelBuilder::toBits(Value mask) {
  assert(getElementTypeOrSelf(mask.getType()).isInteger(1) && "no mask");
  int64_t lanes = cast<VectorType>(mask.getType()).getNumElements();
  auto bits = VectorType::get({1}, getIntegerType(lanes));
  Value vector = vector::BitCastOp::create(*this, bits, mask);
  return vector::ExtractOp::create(*this, vector, ArrayRef<int64_t>{0});
}

Value KernelBuilder::reduce(vector::CombiningKind kind, Value vector) {
  return vector::ReductionOp::create(*this, kind, vector);
}

Value KernelBuilder::any(Value mask) {
  return reduce(vector::CombiningKind::OR, mask);
}

Value KernelBuilder::count(Value mask) {
  return castUnsigned(popCount(toBits(mask)), getIndexType());
}

//===----------------------------------------------------------------------===//
// Control flow
//===----------------------------------------------------------------------===//

/// Says to LLVM that what can be vectorized is. It would make more code of the
/// other loops than of all else: of tails, of what runs once a row.
static Attribute createLoopAnnotation(MLIRContext *context) {
  return LLVM::LoopAnnotationAttr::get(
      context, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {},
      /*isVectorized=*/BoolAttr::get(context, true), {}, {}, {});
}

KernelBuilder::Values
KernelBuilder::forValues(Operand begin, Operand end, int64_t step,
                         ValueRange state,
                         function_ref<Values(Value, ValueRange)> body) {
  assert(step > 0 && "a loop that does not end");
  Value first = toIndex(begin), last = toIndex(end);
  auto loop = scf::ForOp::create(*this, first, last, index(step), state);
  loop->setDiscardableAttr("llvm.loop_annotation",
                           createLoopAnnotation(getContext()));
  InsertionGuard guard(*this);
  setInsertionPointToStart(loop.getBody());
  Values next = body(loop.getInductionVar(), loop.getRegionIterArgs());
  assert(next.size() == state.size() && "a state of another length");
  // Without a state the terminator is there already.
  if (!state.empty())
    scf::YieldOp::create(*this, next);
  return loop.getResults();
}

void KernelBuilder::forLoop(Operand begin, Operand end, int64_t step,
                            function_ref<void(Value)> body) {
  forValues(begin, end, step, ValueRange(), [&](Value position, ValueRange) {
    body(position);
    return Values();
  });
}

void KernelBuilder::loopNest(ValueRange begins, ValueRange ends,
                             ValueRange steps,
                             function_ref<void(ValueRange)> body) {
  scf::buildLoopNest(*this, getLoc(), begins, ends, steps,
                     [&](OpBuilder &nested, Location, ValueRange positions) {
                       InsertionGuard guard(*this);
                       restoreInsertionPoint(nested.saveInsertionPoint());
                       body(positions);
                       nested.restoreInsertionPoint(saveInsertionPoint());
                     });
}

KernelBuilder::Values
KernelBuilder::whileValues(ValueRange state,
                           function_ref<Value(ValueRange)> condition,
                           function_ref<Values(ValueRange)> body) {
  auto loop = scf::WhileOp::create(*this, state.getTypes(), state);
  SmallVector<Location> locations(state.size(), getLoc());
  InsertionGuard guard(*this);
  Block *before =
      createBlock(&loop.getBefore(), {}, state.getTypes(), locations);
  Value holds = condition(before->getArguments());
  scf::ConditionOp::create(*this, holds, before->getArguments());
  Block *after = createBlock(&loop.getAfter(), {}, state.getTypes(), locations);
  scf::YieldOp::create(*this, body(after->getArguments()));
  return loop.getResults();
}

KernelBuilder::Values
KernelBuilder::ifValues(Value condition, function_ref<Values()> then,
                        function_ref<Values()> otherwise) {
  if (std::optional<int64_t> known = getConstantIntValue(condition)) {
    function_ref<Values()> branch = *known ? then : otherwise;
    return branch ? branch() : Values();
  }
  // The types of the results are known only once the branch is there.
  Region thenRegion, elseRegion;
  auto build = [&](Region &region, function_ref<Values()> branch) {
    InsertionGuard guard(*this);
    createBlock(&region);
    Values results = branch ? branch() : Values();
    scf::YieldOp::create(*this, results);
    return SmallVector<Type>(ValueRange(results).getTypes());
  };
  SmallVector<Type> types = build(thenRegion, then);
  if (otherwise)
    build(elseRegion, otherwise);
  auto choice = scf::IfOp::create(*this, types, condition, !!otherwise);
  choice.getThenRegion().takeBody(thenRegion);
  if (otherwise)
    choice.getElseRegion().takeBody(elseRegion);
  return choice.getResults();
}

void KernelBuilder::ifThen(Value condition, function_ref<void()> then) {
  ifValues(condition,
           [&] {
             then();
             return Values();
           },
           {});
}
