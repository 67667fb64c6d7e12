//===- KernelBuilder.cpp - Short names for the IR of a kernel -------------===//

#include "KernelBuilder.h"

#include "extrema/Conversion/Common/StructuredOps.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
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

Value KernelBuilder::constant(Type type, TypedAttr value) {
  if (auto vector = dyn_cast<VectorType>(type))
    value = SplatElementsAttr::get(vector, value);
  return arith::ConstantOp::create(*this, value);
}

Value KernelBuilder::constant(Type type, const APInt &value) {
  return constant(
      type, TypedAttr(IntegerAttr::get(getElementTypeOrSelf(type), value)));
}

Value KernelBuilder::constant(Type type, int64_t value) {
  Type element = getElementTypeOrSelf(type);
  unsigned width = element.isIndex() ? IndexType::kInternalStorageBitWidth
                                     : element.getIntOrFloatBitWidth();
  return constant(type, APInt(width, value, /*isSigned=*/true,
                              /*implicitTrunc=*/true));
}

Value KernelBuilder::zero(Type type) {
  return arith::ConstantOp::create(*this, getZeroAttr(type));
}

//===----------------------------------------------------------------------===//
// Arithmetic
//===----------------------------------------------------------------------===//

Value KernelBuilder::toIndex(Operand operand) {
  return operand.getValue() ? operand.getValue() : index(operand.getNumber());
}

KernelBuilder::Values KernelBuilder::toIndices(const Position &position) {
  return llvm::map_to_vector(
      position.getCoordinates(),
      [&](Operand coordinate) { return toIndex(coordinate); });
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
BINARY(maxUnsigned, MaxUIOp)
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
COMPARISON(greaterUnsigned, ugt)
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

Value KernelBuilder::countLeadingZeros(Value value) {
  return math::CountLeadingZerosOp::create(*this, value);
}

//===----------------------------------------------------------------------===//
// Vectors
//===----------------------------------------------------------------------===//

Value KernelBuilder::load(VectorType type, Value memref, Position position) {
  assert(type.getElementType() ==
             cast<MemRefType>(memref.getType()).getElementType() &&
         "a vector of another element type");
  Values at = toIndices(position);
  verifyAccess("a load", memref, at, type);
  return vector::LoadOp::create(*this, type, memref, at);
}

Value KernelBuilder::load(Value memref, Position position) {
  Values at = toIndices(position);
  verifyAccess("a load", memref, at, Type());
  return memref::LoadOp::create(*this, memref, at);
}

Value KernelBuilder::loadMasked(Value memref, Position position, Value mask,
                                Value others) {
  auto type = cast<VectorType>(others.getType());
  if (!mask)
    return load(type, memref, position);
  Values at = toIndices(position);
  verifyAccess("a masked load", memref, at, type, mask);
  return vector::MaskedLoadOp::create(*this, type, memref, at, mask, others);
}

void KernelBuilder::store(Value value, Value memref, Position position) {
  assert(getElementTypeOrSelf(value.getType()) ==
             cast<MemRefType>(memref.getType()).getElementType() &&
         "a value of another element type");
  Values at = toIndices(position);
  verifyAccess("a store", memref, at, value.getType());
  if (isa<VectorType>(value.getType()))
    vector::StoreOp::create(*this, value, memref, at);
  else
    memref::StoreOp::create(*this, value, memref, at);
}

void KernelBuilder::storeMasked(Value vector, Value memref, Position position,
                                Value mask) {
  if (!mask)
    return store(vector, memref, position);
  Values at = toIndices(position);
  verifyAccess("a masked store", memref, at, vector.getType(), mask);
  vector::MaskedStoreOp::create(*this, memref, at, mask, vector);
}

Value KernelBuilder::extent(Value memref, int64_t dimension) {
  return createExtent(*this, getLoc(), memref, dimension);
}

Value KernelBuilder::broadcast(VectorType type, Value scalar) {
  return createOrFold<vector::BroadcastOp>(type, scalar);
}

Value KernelBuilder::step(VectorType type) {
  return vector::StepOp::create(*this,
                                cast<VectorType>(type.clone(getIndexType())));
}

Value KernelBuilder::numLanes(VectorType type, int64_t numVectors) {
  Value lanes = index(numVectors * type.getDimSize(0));
  if (!type.isScalable() || numVectors == 0)
    return lanes;
  return mul(lanes, vector::VectorScaleOp::create(*this));
}

Value KernelBuilder::firstLanes(VectorType type, Operand count) {
  auto maskType = cast<VectorType>(type.clone(getI1Type()));
  return vector::CreateMaskOp::create(*this, maskType, toIndex(count));
}

Value KernelBuilder::extract(Value vector, Operand lane) {
  if (Value position = lane.getValue())
    return vector::ExtractOp::create(*this, vector, position);
  return vector::ExtractOp::create(*this, vector, lane.getNumber());
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

Value KernelBuilder::reduce(vector::CombiningKind kind, Value vector,
                            arith::FastMathFlags flags) {
  return vector::ReductionOp::create(*this, kind, vector, flags);
}

Value KernelBuilder::any(Value mask) {
  return reduce(vector::CombiningKind::OR, mask);
}

Value KernelBuilder::all(Value mask) {
  return reduce(vector::CombiningKind::AND, mask);
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
KernelBuilder::forValues(Operand begin, Operand end, Operand step,
                         ValueRange state,
                         function_ref<Values(Value, ValueRange)> body) {
  assert((step.getValue() || step.getNumber() > 0) &&
         "a loop that does not end");
  Value first = toIndex(begin), last = toIndex(end);
  auto loop = scf::ForOp::create(*this, first, last, toIndex(step), state);
  if (marksLoops)
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

void KernelBuilder::forLoop(Operand begin, Operand end, Operand step,
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

KernelBuilder::Values KernelBuilder::whileValues(
    ValueRange state, function_ref<std::pair<Value, Values>(ValueRange)> test,
    function_ref<Values(ValueRange)> body) {
  // The types of the results are known only once the test is there.
  Region before, after;
  auto addBlock = [&](Region &region, TypeRange types) -> ValueRange {
    SmallVector<Location> locations(types.size(), getLoc());
    return createBlock(&region, {}, types, locations)->getArguments();
  };
  SmallVector<Type> types;
  {
    InsertionGuard guard(*this);
    auto [goesOn, found] = test(addBlock(before, state.getTypes()));
    scf::ConditionOp::create(*this, goesOn, found);
    llvm::append_range(types, ValueRange(found).getTypes());
    scf::YieldOp::create(*this, body(addBlock(after, types)));
  }
  auto loop = scf::WhileOp::create(*this, types, state);
  loop.getBefore().takeBody(before);
  loop.getAfter().takeBody(after);
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

//===----------------------------------------------------------------------===//
// Invariants
//===----------------------------------------------------------------------===//

void KernelBuilder::invariant(const Twine &rule,
                              function_ref<Value()> condition) {
  if (!options.verifyInvariants)
    return;
  Value holds = condition();
  if (isa<VectorType>(holds.getType()))
    holds = all(holds);
  if (getConstantIntValue(holds).value_or(0) == 0)
    cf::AssertOp::create(*this, holds, rule.str());
}

void KernelBuilder::invariantOfNeighbours(
    const Twine &rule, Operand begin, Operand size,
    function_ref<Value(Value, Value)> isInOrder) {
  if (!options.verifyInvariants)
    return;
  forLoop(add(begin, 1), add(begin, size), 1, [&](Value position) {
    invariant(rule, [&] { return isInOrder(sub(position, 1), position); });
  });
}

Value KernelBuilder::loadUnverified(VectorType type, Value memref,
                                    Position position) {
  return vector::LoadOp::create(*this, type, memref, toIndices(position));
}

void KernelBuilder::storeUnverified(Value vector, Value memref,
                                    Position position) {
  vector::StoreOp::create(*this, vector, memref, toIndices(position));
}

void KernelBuilder::verifyAccess(StringRef access, Value memref,
                                 const Values &at, Type accessed, Value mask) {
  if (!options.verifyInvariants)
    return;
  auto type = dyn_cast_or_null<VectorType>(accessed);
  std::string rule;
  llvm::raw_string_ostream os(rule);
  os << access << " of ";
  if (type)
    os << type;
  else
    os << "an element";
  os << " leaves its " << memref.getType();
  // A vector lies along the last dimensions.
  int64_t outer = at.size() - (type ? type.getRank() : 0);
  for (auto [dimension, coordinate] : llvm::enumerate(at))
    invariant(rule, [&, dimension = int64_t(dimension),
                     coordinate = coordinate] {
      // How many elements there are from the coordinate on.
      Value left = sub(extent(memref, dimension), coordinate);
      Value isInside;
      if (dimension < outer) {
        isInside = greater(left, 0);
      } else if (mask) {
        isInside = all(bitOr(bitNot(mask), less(step(type), left)));
      } else {
        auto run = VectorType::get(type.getDimSize(dimension - outer),
                                   type.getElementType(),
                                   type.getScalableDims()[dimension - outer]);
        isInside = atLeast(left, numLanes(run));
      }
      return bitAnd(atLeast(coordinate, 0), isInside);
    });
}
