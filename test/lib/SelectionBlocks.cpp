//===- SelectionBlocks.cpp - The blocks of TopK, one a function -----------===//
//
// The pass test-selection-blocks gives declared functions a body: one block of
// lib/Conversion/ExtremaToVector/Selection, or of ElementOrder, between loads
// of the function's arguments and stores to them. So a test calls a block with
// arrays of its choice, and sees its IR.
//
//   func.func private @f(...) -> ... attributes {block = "NAME"}
//
// A record is one i64 in each of the memrefs `words`, of which there are one or
// two.
//
//   rank         (values: memref<?xT>, ranks: memref<?xiN>) {kind = "maximumf"}
//   better       (lhs: memref<?xT>, rhs: memref<?xT>, result: memref<?xi8>)
//                {kind = ...}: 1 where lhs is better
//   bound        (numbers: memref<?xiN>, size: index, k: index) -> iN
//   keep_best    (words..., size: index, k: index) -> i64... of the bound
//   append       (from..., isKept: memref<?xi8>, size: index, to...) -> index
//   sort         (words..., size: index, sorted...), or {most = 16 : i64}
//   radix_sort   (words..., run..., sorted..., counts: memref<?xi32>,
//                pending: memref<?xindex>, capacity: index, size: index,
//                wanted: index) {position_bits = 32 : i64, run_size = 64 : i64}
//   sort_lanes   (words...) {size = 8 : i64}: of so many registers
//   count        (row: memref<?xT>, bound: T, most: index) -> index
//   merge_lanes  (best..., others...) {size = 8 : i64}
//
//===----------------------------------------------------------------------===//

#include "Selection/LaneNetwork.h"
#include "Selection/RadixSort.h"
#include "Selection/Select.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Pass/Pass.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/TargetParser/Host.h"

using namespace mlir;
using namespace mlir::extrema;
using Values = KernelBuilder::Values;

/// The example of docs/Kernels.md.
namespace {
/// The next position, and how many elements before it reach the bound.
struct Count {
  Value position, found;
  auto carried() { return std::tie(position, found); }
};
} // namespace

static Value buildCount(KernelBuilder &b, Value row, Value bound, Value most) {
  Value extent = b.extent(row, 0);
  Count last = b.whileLoop(
      Count{b.index(0), b.index(0)},
      [&](Count c) {
        return b.bitAnd(b.less(c.position, extent), b.less(c.found, most));
      },
      [&](Count c) -> Count {
        Value reaches = b.atLeast(b.load(row, c.position), bound);
        return {b.add(c.position, 1),
                b.add(c.found, b.castUnsigned(reaches, b.getIndexType()))};
      });
  return last.found;
}

namespace {
/// Builds the body of one function.
class BlockBuilder {
public:
  BlockBuilder(KernelBuilder &b, func::FuncOp function,
               const VectorTarget &target)
      : b(b), function(function), target(target),
        arguments(function.getArguments()) {}

  /// Builds the block of that name and returns the function's results, or
  /// fails if there is none.
  FailureOr<Values> build(StringRef block) {
    using Build = Values (BlockBuilder::*)();
    auto build = llvm::StringSwitch<Build>(block)
                     .Case("rank", &BlockBuilder::buildRank)
                     .Case("better", &BlockBuilder::buildBetter)
                     .Case("bound", &BlockBuilder::buildBound)
                     .Case("keep_best", &BlockBuilder::buildKeepBest)
                     .Case("append", &BlockBuilder::buildAppend)
                     .Case("sort", &BlockBuilder::buildSort)
                     .Case("radix_sort", &BlockBuilder::buildRadixSort)
                     .Case("sort_lanes", &BlockBuilder::buildSortLanes)
                     .Case("merge_lanes", &BlockBuilder::buildMergeLanes)
                     .Case("count", &BlockBuilder::buildCount)
                     .Default(nullptr);
    if (!build)
      return failure();
    return (this->*build)();
  }

private:
  Type getElementType(Value memref) {
    return cast<MemRefType>(memref.getType()).getElementType();
  }
  Value getSize(Value memref) {
    return b.createOrFold<memref::DimOp>(memref, 0);
  }
  int64_t getNumber(StringRef name) {
    return function->getAttrOfType<IntegerAttr>(name).getInt();
  }

  ElementOrder getOrder() {
    StringRef name = function->getAttrOfType<StringAttr>("kind").getValue();
    return ElementOrder(*symbolizeKind(name), Tie::First,
                        getElementType(arguments[0]));
  }

  /// Of a memref for each word, records in registers of 64-bit words; with the
  /// function's attribute "doubles", of words that are positive doubles.
  Records getRecords(ValueRange words) {
    return {SmallVector<Value>(words), target.getVectorType(b.getI64Type()),
            target.hasCompress, function->hasAttr("doubles")};
  }

  /// Calls `body` for each register, and for each element of the rest, with the
  /// position and the type that is loaded there: null for one element.
  void forEach(Value size, int64_t lanes,
               function_ref<void(Value, VectorType)> body, Type elementType) {
    Value whole = b.mul(b.divideUnsigned(size, lanes), lanes);
    b.forLoop(0, whole, lanes, [&](Value position) {
      body(position, VectorType::get({lanes}, elementType));
    });
    b.forLoop(whole, size, 1,
              [&](Value position) { body(position, VectorType()); });
  }
  Value load(VectorType type, Value memref, Value position) {
    return type ? b.load(type, memref, position) : b.load(memref, position);
  }

  Values buildCount() {
    return {::buildCount(b, arguments[0], arguments[1], arguments[2])};
  }

  Values buildRank() {
    ElementOrder order = getOrder();
    Value values = order.toWorkingType(b, b.getLoc(), arguments[0]);
    Type type = order.getWorkingType();
    forEach(
        getSize(values), target.getNumLanes(type),
        [&](Value position, VectorType vector) {
          Value value = load(vector, values, position);
          b.store(order.createRank(b, b.getLoc(), value), arguments[1],
                  position);
        },
        type);
    return {};
  }

  Values buildBetter() {
    ElementOrder order = getOrder();
    Location loc = b.getLoc();
    Value lhs = order.toWorkingType(b, loc, arguments[0]);
    Value rhs = order.toWorkingType(b, loc, arguments[1]);
    Type type = order.getWorkingType();
    forEach(
        getSize(lhs), target.getNumLanes(type),
        [&](Value position, VectorType vector) {
          auto key = [&](Value memref) {
            return order.createKey(b, loc, load(vector, memref, position));
          };
          Value isBetter = order.isBetterKeyOrNan(b, loc, key(lhs), key(rhs));
          Type byte = b.getI8Type();
          if (vector)
            byte = vector.clone(byte);
          b.store(b.castUnsigned(isBetter, byte), arguments[2], position);
        },
        type);
    return {};
  }

  Values buildBound() {
    VectorType type = target.getVectorType(getElementType(arguments[0]));
    return {
        extrema::buildBound(b, arguments[0], type, arguments[1], arguments[2])};
  }

  Values buildKeepBest() {
    return extrema::buildKeepBest(b, getRecords(arguments.drop_back(2)),
                                  arguments.drop_back().back(),
                                  arguments.back());
  }

  Values buildAppend() {
    size_t numWords = arguments.size() / 2 - 1;
    Records from = getRecords(arguments.take_front(numWords));
    Records to = getRecords(arguments.take_back(numWords));
    Value isKept = arguments[numWords], size = arguments[numWords + 1];
    int64_t lanes = to.vectorType.getNumElements();
    auto bytes = VectorType::get({lanes}, b.getI8Type());
    return {
        b.forLoop(0, size, lanes, b.index(0), [&](Value position, Value count) {
          Value mask = b.differ(b.load(bytes, isKept, position), 0);
          return extrema::buildAppend(b, to, from.load(b, position), mask,
                                      count);
        })};
  }

  Values buildSort() {
    size_t numWords = arguments.size() / 2;
    Records records = getRecords(arguments.take_front(numWords));
    ValueRange sorted = arguments.take_back(numWords);
    Value size = arguments[numWords], most, sortedSize = size;
    if (function->hasAttr("most"))
      sortedSize = most = b.index(getNumber("most"));
    extrema::buildSort(b, records, size, most);
    b.forLoop(0, size, 1, [&](Value i) {
      Value place = getSortedPlace(b, records, sortedSize, i);
      for (auto [word, to] : llvm::zip_equal(records.words, sorted))
        b.store(b.load(word, place), to, i);
    });
    return {};
  }

  Values buildRadixSort() {
    ValueRange memory = arguments.take_back(5);
    ValueRange words = arguments.drop_back(5);
    size_t numWords = words.size() / 3;
    RadixSort sort{getRecords(words.take_front(numWords)),
                   getRecords(words.slice(numWords, numWords)),
                   /*counts=*/memory[0],
                   /*pending=*/memory[1],
                   /*capacity=*/memory[2],
                   getNumber("position_bits"),
                   getNumber("run_size")};
    Records sorted = getRecords(words.take_back(numWords));
    sort.build(b, /*size=*/memory[3], /*wanted=*/memory[4],
               [&](Value begin, Value first, Value number) {
                 b.forLoop(0, number, 1, [&](Value i) {
                   sorted.store(b, sort.records.loadOne(b, b.add(begin, i)),
                                b.add(first, i));
                 });
               });
    return {};
  }

  /// The first `number` registers of the memrefs `words`.
  SmallVector<RecordVector> loadRegisters(ValueRange words, int64_t number) {
    Records records = getRecords(words);
    SmallVector<RecordVector> registers;
    for (int64_t i = 0; i < number; ++i)
      registers.push_back(
          records.load(b, b.index(i * records.vectorType.getNumElements())));
    return registers;
  }
  void storeRegisters(ArrayRef<RecordVector> registers, ValueRange words) {
    Records records = getRecords(words);
    for (auto [i, values] : llvm::enumerate(registers))
      records.store(b, values,
                    b.index(i * records.vectorType.getNumElements()));
  }

  Values buildSortLanes() {
    SmallVector<RecordVector> registers =
        loadRegisters(arguments, getNumber("size"));
    sortLanes(b, registers);
    storeRegisters(registers, arguments);
    return {};
  }

  Values buildMergeLanes() {
    size_t numWords = arguments.size() / 2;
    ValueRange best = arguments.take_front(numWords);
    SmallVector<RecordVector> registers =
        loadRegisters(best, getNumber("size"));
    mergeBestOfLanes(
        b, registers,
        loadRegisters(arguments.take_back(numWords), getNumber("others")));
    storeRegisters(registers, best);
    return {};
  }

  KernelBuilder &b;
  func::FuncOp function;
  const VectorTarget &target;
  ValueRange arguments;
};

struct SelectionBlocks : PassWrapper<SelectionBlocks, OperationPass<ModuleOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(SelectionBlocks)

  SelectionBlocks() = default;
  SelectionBlocks(const SelectionBlocks &other) : PassWrapper(other) {}

  StringRef getArgument() const final { return "test-selection-blocks"; }
  StringRef getDescription() const final {
    return "gives functions with the attribute `block` that block as a body";
  }
  void getDependentDialects(DialectRegistry &registry) const override {
    registry.insert<arith::ArithDialect, func::FuncDialect, LLVM::LLVMDialect,
                    math::MathDialect, memref::MemRefDialect, scf::SCFDialect,
                    vector::VectorDialect>();
  }

  void runOnOperation() override {
    VectorTarget target = VectorTarget::get(
        llvm::Triple(triple.empty() ? llvm::sys::getProcessTriple()
                                    : llvm::Triple::normalize(triple)),
        cpu, /*features=*/"");
    if (!vectorBits.empty())
      if (llvm::Error error = target.setVectorBits(vectorBits)) {
        emitError(getOperation()->getLoc(), llvm::toString(std::move(error)));
        return signalPassFailure();
      }
    target.isScalable = false;
    for (auto function : getOperation().getOps<func::FuncOp>()) {
      auto block = function->getAttrOfType<StringAttr>("block");
      if (!block)
        continue;
      OpBuilder builder = OpBuilder::atBlockBegin(function.addEntryBlock());
      KernelBuilder b(function.getLoc(), builder);
      FailureOr<Values> results =
          BlockBuilder(b, function, target).build(block.getValue());
      if (failed(results)) {
        function.emitError("there is no block '") << block.getValue() << "'";
        return signalPassFailure();
      }
      func::ReturnOp::create(b, *results);
    }
  }

  Option<std::string> triple{*this, "triple", llvm::cl::desc("as LLVM's")};
  Option<std::string> cpu{*this, "cpu", llvm::cl::desc("as LLVM's")};
  Option<std::string> vectorBits{*this, "vector-bits",
                                 llvm::cl::desc("128, 256, 512 or scalable")};
};
} // namespace

namespace mlir::extrema::test {
void registerSelectionBlocksPass() { PassRegistration<SelectionBlocks>(); }
} // namespace mlir::extrema::test
