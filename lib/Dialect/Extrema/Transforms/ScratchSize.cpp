//===- ScratchSize.cpp - How much scratch memory a function needs ---------===//
//
// The function that computes it follows the control flow of the other one, as
// far as arguments decide it, and computes nothing but sizes on the way. Where
// they do not decide which branch is taken, it takes the larger size.
//
// Sizes may come from the shapes of what the function allocates, results for
// one. Such an allocation is made in the other function too, at first; then its
// shape is replaced by what it was made of, and it goes.
//
//===----------------------------------------------------------------------===//

#include "ReadMemory.h"
#include "ScratchAllocations.h"

#include "extrema/Dialect/Extrema/IR/Scratch.h"
#include "extrema/Dialect/Extrema/Utils/MemoryUses.h"

#include "mlir/Conversion/AffineToStandard/AffineToStandard.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/Transforms/Transforms.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"
#include "mlir/Transforms/RegionUtils.h"

using namespace mlir;
using namespace mlir::extrema;

namespace {
class SizeBuilder {
public:
  SizeBuilder(func::FuncOp source, const ScratchAllocations &scratch)
      : source(source), scratch(scratch), read(source), b(source.getContext()) {
  }

  FailureOr<func::FuncOp> build();

private:
  using Values = llvm::SetVector<Value>;

  // Sizes, of type `index`, in bytes; null, with an error, if unknown.
  Value measure(Block &block);
  Value measure(Operation *op);
  Value measureInside(Block &block);
  Value measureBranches(scf::IfOp op);
  Value measureIterations(scf::ForOp op);

  /// Whether `op` may be computed here, if its operands may.
  bool canClone(Operation *op) const;

  /// Adds the values that `value` is computed from and that can not be
  /// computed here themselves.
  void findLeaves(Value value, Values &leaves, Values &seen) const;

  /// A value that `value` depends on and that is not known here; null if there
  /// is none.
  Value findUnknown(Value value) const;

  /// Whether the size of an allocation in `loop` depends on the iteration, or
  /// is computed in a way that is not safe where there is none.
  bool needsIterations(scf::ForOp loop) const;

  /// What stands for `value` here, of which all is known.
  Value get(Value value);

  /// What stands here for the result of an operation that asks for the shape of
  /// what is allocated, or passes it on; null if another form is not needed.
  Value getByShape(Operation *op);

  /// Replaces the shapes of what `function` allocates by what they are made of.
  /// Fails, with an error, if that is not known of one.
  LogicalResult replaceShapes(func::FuncOp function);

  Value emitUnknown(Operation *op, StringRef what, Value unknown);

  Value max(Value lhs, Value rhs) {
    return b.createOrFold<arith::MaxUIOp>(loc(), lhs, rhs);
  }
  Location loc() { return source.getLoc(); }

  func::FuncOp source;
  const ScratchAllocations &scratch;
  ReadMemory read;
  OpBuilder b;
  IRMapping map;
  /// Those of the source that run whenever the place runs that is being built.
  llvm::SmallDenseSet<Block *> entered;
  /// Whether there are allocations for their shapes' sake.
  bool copiesShapes = false;
};
} // namespace

bool SizeBuilder::canClone(Operation *op) const {
  bool runs = entered.contains(op->getBlock());
  if (auto load = dyn_cast<memref::LoadOp>(op))
    return runs && read.isConstant(load.getMemRef());
  // Of what is allocated there is only the shape here.
  if (isAllocation(op))
    return true;
  if (auto pointer = dyn_cast<memref::ExtractAlignedPointerAsIndexOp>(op))
    return !isAllocation(getViewRoot(pointer.getSource()).getDefiningOp());
  if (isMemoryEffectFree(op))
    return runs || isSpeculatable(op);
  // A branch that reads, with the condition that it is safe.
  return runs && isa<scf::IfOp>(op) &&
         !op->walk([&](Operation *inner) {
              auto load = dyn_cast<memref::LoadOp>(inner);
              bool isRead = load && read.isConstant(load.getMemRef());
              return isRead || inner == op || isMemoryEffectFree(inner)
                         ? WalkResult::advance()
                         : WalkResult::interrupt();
            }).wasInterrupted();
}

/// What `op` and what is in it use of the values around it.
static llvm::SetVector<Value> getUsedValues(Operation *op) {
  llvm::SetVector<Value> used(op->operand_begin(), op->operand_end());
  getUsedValuesDefinedAbove(op->getRegions(), used);
  return used;
}

void SizeBuilder::findLeaves(Value value, Values &leaves, Values &seen) const {
  if (!seen.insert(value))
    return;
  Operation *op = value.getDefiningOp();
  if (!op || !canClone(op)) {
    leaves.insert(value);
    return;
  }
  for (Value used : getUsedValues(op))
    findLeaves(used, leaves, seen);
}

Value SizeBuilder::findUnknown(Value value) const {
  Values leaves, seen;
  findLeaves(value, leaves, seen);
  for (Value leaf : leaves)
    if (!map.contains(leaf))
      return leaf;
  return {};
}

bool SizeBuilder::needsIterations(scf::ForOp loop) const {
  Values leaves, seen;
  loop.walk([&](Operation *op) {
    if (scratch.contains(op))
      for (Value size : op->getOperands())
        findLeaves(size, leaves, seen);
  });
  // Those of an inner loop are its own matter.
  return llvm::any_of(leaves, [&](Value leaf) {
    if (!loop.getRegion().isAncestor(leaf.getParentRegion()))
      return false;
    auto inner = dyn_cast<scf::ForOp>(leaf.getParentBlock()->getParentOp());
    return inner == loop || !inner || leaf != inner.getInductionVar();
  });
}

Value SizeBuilder::get(Value value) {
  if (Value known = map.lookupOrNull(value))
    return known;
  Operation *op = value.getDefiningOp();
  for (Value used : getUsedValues(op))
    map.map(used, get(used));
  if (Value other = getByShape(op)) {
    map.map(value, other);
    return other;
  }
  copiesShapes |= isAllocation(op);
  b.clone(*op, map);
  return map.lookup(value);
}

Value SizeBuilder::getByShape(Operation *op) {
  if (!isa<memref::DimOp, UnrealizedConversionCastOp>(op) ||
      !isAllocation(getViewRoot(op->getOperand(0)).getDefiningOp()))
    return {};
  auto createShape = [&](Value memref) {
    return memref::ExtractStridedMetadataOp::create(b, op->getLoc(),
                                                    map.lookup(memref));
  };
  // Patterns know what a view of an allocation is made of, but not by this
  // operation.
  if (auto dim = dyn_cast<memref::DimOp>(op)) {
    std::optional<int64_t> index = dim.getConstantIndex();
    if (!index || !isa<MemRefType>(dim.getSource().getType()))
      return {};
    return createShape(dim.getSource()).getSizes()[*index];
  }
  // Other elements, of which there are none here.
  auto type = dyn_cast<MemRefType>(op->getResultTypes().front());
  if (!type || op->getNumResults() != 1)
    return {};
  auto shape = createShape(op->getOperand(0));
  auto [strides, offset] = type.getStridesAndOffset();
  auto mix = [&](ArrayRef<int64_t> known, ValueRange dynamic) {
    return llvm::map_to_vector(
        llvm::zip_equal(known, dynamic), [&](auto pair) -> OpFoldResult {
          auto [number, value] = pair;
          return ShapedType::isDynamic(number)
                     ? OpFoldResult(value)
                     : OpFoldResult(b.getIndexAttr(number));
        });
  };
  Value none = memref::AllocOp::create(
      b, op->getLoc(), MemRefType::get({}, type.getElementType()));
  return memref::ReinterpretCastOp::create(
      b, op->getLoc(), type, none, mix(offset, shape.getOffset()).front(),
      mix(type.getShape(), shape.getSizes()), mix(strides, shape.getStrides()));
}

LogicalResult SizeBuilder::replaceShapes(func::FuncOp function) {
  if (!copiesShapes)
    return success();
  RewritePatternSet patterns(function.getContext());
  memref::populateExpandStridedMetadataPatterns(patterns);
  populateAffineToStdConversionPatterns(patterns);
  // What is left is seen below.
  (void)applyPatternsGreedily(function, std::move(patterns));
  WalkResult walk = function.walk([&](Operation *op) -> WalkResult {
    if (!isAllocation(op))
      return WalkResult::advance();
    return emitError(op->getLoc())
           << "the size of scratch memory depends on the shape of what is "
              "allocated here, in a way that the arguments of '"
           << source.getName() << "' alone do not tell";
  });
  return failure(walk.wasInterrupted());
}

Value SizeBuilder::emitUnknown(Operation *op, StringRef what, Value unknown) {
  InFlightDiagnostic error = op->emitOpError(what)
                             << " must be known from the arguments of '"
                             << source.getName()
                             << "' alone, for its caller to provide it";
  error.attachNote(unknown.getLoc()) << "it depends on what is computed here";
  return {};
}

Value SizeBuilder::measure(Block &block) {
  Value zero = arith::ConstantIndexOp::create(b, loc(), 0);
  ScratchStack stack(zero);
  Value peak = zero;
  // What lies on top may be the peak where something is released after it.
  bool hasGrown = false;
  auto keepPeak = [&] {
    if (hasGrown)
      peak = max(peak, stack.getTop());
    hasGrown = false;
  };
  for (Operation &op : block) {
    if (Operation *released = scratch.getReleased(&op)) {
      keepPeak();
      stack.release(released);
    } else if (scratch.contains(&op)) {
      for (Value size : op.getOperands())
        if (Value unknown = findUnknown(size))
          return emitUnknown(&op, "is scratch memory whose size", unknown);
      auto sizes = llvm::map_to_vector(op.getOperands(),
                                       [&](Value size) { return get(size); });
      stack.push(&op, createScratchEnd(b, stack.getTop(), &op, sizes));
      hasGrown = true;
    } else if (scratch.isIn(&op)) {
      Value size = measure(&op);
      if (!size)
        return {};
      peak =
          max(peak, b.createOrFold<arith::AddIOp>(loc(), stack.getTop(), size));
    }
  }
  keepPeak();
  return peak;
}

Value SizeBuilder::measure(Operation *op) {
  if (auto branches = dyn_cast<scf::IfOp>(op);
      branches && !findUnknown(branches.getCondition()))
    return measureBranches(branches);
  if (auto loop = dyn_cast<scf::ForOp>(op); loop && needsIterations(loop))
    return measureIterations(loop);
  Value peak = arith::ConstantIndexOp::create(b, loc(), 0);
  for (Region &region : op->getRegions()) {
    for (Block &block : region) {
      Value size = measure(block);
      if (!size)
        return {};
      peak = max(peak, size);
    }
  }
  return peak;
}

/// What is computed for a block is not seen outside of it.
Value SizeBuilder::measureInside(Block &block) {
  IRMapping outside = map;
  Operation *parent = block.getParentOp();
  if (parent == source || entered.contains(parent->getBlock()))
    entered.insert(&block);
  Value size = measure(block);
  entered.erase(&block);
  map = std::move(outside);
  return size;
}

Value SizeBuilder::measureBranches(scf::IfOp op) {
  auto choice = scf::IfOp::create(b, op.getLoc(), b.getIndexType(),
                                  get(op.getCondition()), /*addThenBlock=*/true,
                                  /*addElseBlock=*/true);
  OpBuilder::InsertionGuard guard(b);
  for (auto [from, to] : {std::pair(op.thenBlock(), choice.thenBlock()),
                          std::pair(op.elseBlock(), choice.elseBlock())}) {
    b.setInsertionPointToStart(to);
    Value size = from ? measureInside(*from)
                      : arith::ConstantIndexOp::create(b, loc(), 0).getResult();
    if (!size)
      return {};
    scf::YieldOp::create(b, op.getLoc(), size);
  }
  return choice.getResult(0);
}

Value SizeBuilder::measureIterations(scf::ForOp op) {
  std::array<Value, 3> bounds = {op.getLowerBound(), op.getUpperBound(),
                                 op.getStep()};
  for (Value &bound : bounds) {
    if (Value unknown = findUnknown(bound))
      return emitUnknown(op,
                         "has scratch memory of a different size in each "
                         "iteration: how many there are",
                         unknown);
    bound = get(bound);
  }
  Value zero = arith::ConstantIndexOp::create(b, loc(), 0);
  auto loop = scf::ForOp::create(b, op.getLoc(), bounds[0], bounds[1],
                                 bounds[2], ValueRange{zero});
  loop.setUnsignedCmp(op.getUnsignedCmp());
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(loop.getBody());
  map.map(op.getInductionVar(), loop.getInductionVar());
  Value size = measureInside(*op.getBody());
  map.erase(op.getInductionVar());
  if (!size)
    return {};
  scf::YieldOp::create(b, op.getLoc(), max(loop.getRegionIterArg(0), size));
  return loop.getResult(0);
}

FailureOr<func::FuncOp> SizeBuilder::build() {
  b.setInsertionPointAfter(source);
  auto function = func::FuncOp::create(
      b, loc(), (source.getName() + "_scratch_size").str(),
      b.getFunctionType(source.getArgumentTypes(), b.getIndexType()));
  function->setAttr(kScratchSizeAttr, b.getUnitAttr());
  // It is called as the other one is.
  for (StringRef name : {StringRef("llvm.linkage"),
                         LLVM::LLVMDialect::getEmitCWrapperAttrName()})
    if (Attribute attribute = source->getAttr(name))
      function->setAttr(name, attribute);

  b.setInsertionPointToStart(function.addEntryBlock());
  map.map(source.getArguments(), function.getArguments());
  Value size;
  if (source.getBody().hasOneBlock()) {
    size = measureInside(source.front());
  } else {
    entered.insert(&source.front());
    size = measure(source);
  }
  if (!size) {
    function.erase();
    return failure();
  }
  func::ReturnOp::create(b, loc(), size);
  if (failed(replaceShapes(function)))
    return failure();
  return function;
}

FailureOr<func::FuncOp>
mlir::extrema::createScratchSizeFunction(func::FuncOp source,
                                         const ScratchAllocations &scratch) {
  return SizeBuilder(source, scratch).build();
}
