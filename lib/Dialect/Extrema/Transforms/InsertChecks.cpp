//===- InsertChecks.cpp - Test at run time what value ops need ------------===//
//
// The conditions themselves come from the operations (buildRuntimeChecks); here
// is what happens where one does not hold.
//
//===----------------------------------------------------------------------===//

#include "RecordText.h"
#include "ResultSizes.h"
#include "extrema/Dialect/Extrema/IR/Encoding.h"
#include "extrema/Dialect/Extrema/IR/Extrema.h"
#include "extrema/Dialect/Extrema/Transforms/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/TypeSwitch.h"

namespace mlir::extrema {
#define GEN_PASS_DEF_EXTREMAINSERTCHECKS
#include "extrema/Dialect/Extrema/Transforms/Passes.h.inc"
} // namespace mlir::extrema

using namespace mlir;
using namespace mlir::extrema;

//===----------------------------------------------------------------------===//
// Texts
//===----------------------------------------------------------------------===//

/// Who complains: "node 'top5': extrema.topk: ", the node where it has a name.
static std::string getSpeaker(Operation *op) {
  std::string speaker;
  LocationAttr location = op->getLoc();
  if (auto node = location.findInstanceOf<NameLoc>())
    speaker = ("node '" + node.getName().getValue() + "': ").str();
  return speaker + op->getName().getStringRef().str() + ": ";
}

//===----------------------------------------------------------------------===//
// The two forms
//===----------------------------------------------------------------------===//

static void buildAssert(OpBuilder &builder, Location loc, Operation *op,
                        const RuntimeCheck &check) {
  cf::AssertOp::create(builder, loc, check.holds, getSpeaker(op) + check.rule);
}

static void buildRecordUnless(OpBuilder &builder, Location loc, Value holds,
                              StringRef message, ValueRange values) {
  auto record = [&](OpBuilder &builder, Location loc) {
    RecordOp::create(builder, loc, message, values);
  };
  if (matchPattern(holds, m_Zero())) {
    record(builder, loc);
    return;
  }
  Value yes = arith::ConstantIntOp::create(builder, loc, /*value=*/1,
                                           /*width=*/1);
  Value failed = builder.createOrFold<arith::XOrIOp>(loc, holds, yes);
  scf::IfOp::create(builder, loc, failed,
                    [&](OpBuilder &builder, Location loc) {
                      record(builder, loc);
                      scf::YieldOp::create(builder, loc);
                    });
}

static void buildRecord(OpBuilder &builder, Location loc, Operation *op,
                        const RuntimeCheck &check) {
  std::string message =
      escapeForRecord(getSpeaker(op)) + check.rule + ": " + check.found;
  buildRecordUnless(builder, loc, check.holds, message, check.values);
}

//===----------------------------------------------------------------------===//
// Going on after a failure
//===----------------------------------------------------------------------===//

/// A zero of `type`, an integer, float or index type.
static Value buildZero(OpBuilder &builder, Location loc, Type type) {
  if (!type.isSignedInteger() && !type.isUnsignedInteger())
    return arith::ConstantOp::create(builder, loc, builder.getZeroAttr(type));
  // arith.constant makes such a scalar only as part of a tensor.
  auto zero = arith::ConstantOp::create(
      builder, loc,
      DenseElementsAttr::get(RankedTensorType::get({}, type),
                             builder.getZeroAttr(type)));
  return tensor::ExtractOp::create(builder, loc, zero, ValueRange());
}

/// A tensor of zeros of type `type` and of `sizes`. A fill and not a constant,
/// which would put a whole result into the program's file.
static Value buildZeros(OpBuilder &builder, Location loc, Type type,
                        ArrayRef<OpFoldResult> sizes) {
  Type elementType = getElementTypeOrSelf(type);
  Value empty = tensor::EmptyOp::create(builder, loc, sizes, elementType,
                                        getEncoding(type));
  Value zero = buildZero(builder, loc, elementType);
  Value zeros = linalg::FillOp::create(builder, loc, zero, empty).getResult(0);
  return builder.createOrFold<tensor::CastOp>(loc, type, zeros);
}

/// Moves `op` into a branch that runs only if `holds`; the other one gives
/// zeros.
template <typename OpTy>
static void runOnlyIf(OpBuilder &builder, Location loc, OpTy op, Value holds) {
  SmallVector<OpFoldResult> sizes = getResultSizes(builder, loc, op);
  auto branch = scf::IfOp::create(builder, loc, op->getResultTypes(), holds,
                                  /*withElseRegion=*/true);
  op->replaceAllUsesWith(branch);

  OpBuilder::InsertionGuard guard(builder);
  op->moveBefore(branch.thenBlock(), branch.thenBlock()->end());
  builder.setInsertionPointToEnd(branch.thenBlock());
  scf::YieldOp::create(builder, loc, op->getResults());

  builder.setInsertionPointToEnd(branch.elseBlock());
  SmallVector<Value> zeros;
  for (Type type : op->getResultTypes())
    zeros.push_back(buildZeros(builder, loc, type, sizes));
  scf::YieldOp::create(builder, loc, zeros);
}

/// Where a dynamic `k` decides the results' extent, makes it 0 unless `holds`.
static void clampK(OpBuilder &builder, Location loc, TopKOp op, Value holds) {
  Value k = op.getDynamicK();
  bool isExtentStated = llvm::any_of(op->getResultTypes(), [&](Type type) {
    auto resultType = cast<ShapedType>(type);
    return resultType.hasRank() &&
           !resultType.isDynamicDim(*op.getAxisFromFront());
  });
  if (!k || isExtentStated)
    return;
  Value zero = buildZero(builder, loc, k.getType());
  op.getDynamicKMutable().assign(
      builder.createOrFold<arith::SelectOp>(loc, holds, k, zero));
}

//===----------------------------------------------------------------------===//
// One operation
//===----------------------------------------------------------------------===//

namespace {
/// Notes the operations made, to find those that folding has left without use.
struct CreatedOps : public OpBuilder::Listener {
  void notifyOperationInserted(Operation *op,
                               OpBuilder::InsertPoint previous) override {
    if (!previous.isSet())
      ops.push_back(op);
  }

  void eraseDead() {
    for (Operation *op : llvm::reverse(ops))
      if (isOpTriviallyDead(op))
        op->erase();
  }

  SmallVector<Operation *> ops;
};
} // namespace

template <typename OpTy> static void insertChecks(OpTy op, CheckForm form) {
  if (!op.getInputType().hasRank())
    return;
  Location loc = op.getLoc();
  CreatedOps created;
  OpBuilder builder(op, &created);
  SmallVector<RuntimeCheck> checks = op.buildRuntimeChecks(builder, loc);
  llvm::erase_if(checks, [](const RuntimeCheck &check) {
    return matchPattern(check.holds, m_One());
  });

  for (const RuntimeCheck &check : checks)
    if (form == CheckForm::Assert)
      buildAssert(builder, loc, op, check);
    else
      buildRecord(builder, loc, op, check);

  if (form == CheckForm::Record && !checks.empty()) {
    Value allHold = checks.front().holds;
    for (const RuntimeCheck &check : llvm::drop_begin(checks))
      allHold = builder.createOrFold<arith::AndIOp>(loc, allHold, check.holds);
    if constexpr (std::is_same_v<OpTy, TopKOp>)
      clampK(builder, loc, op, allHold);
    if (llvm::any_of(checks, [](const RuntimeCheck &check) {
          return check.guardsResultShape;
        }))
      runOnlyIf(builder, loc, op, allHold);
  }
  created.eraseDead();
}

/// Turns an assertion that the program has already into a record.
static void recordInstead(cf::AssertOp op) {
  OpBuilder builder(op);
  buildRecordUnless(builder, op.getLoc(), op.getArg(),
                    escapeForRecord(op.getMsg()), /*values=*/{});
  op.erase();
}

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

namespace {
struct InsertChecks
    : public extrema::impl::ExtremaInsertChecksBase<InsertChecks> {
  using ExtremaInsertChecksBase::ExtremaInsertChecksBase;

  void runOnOperation() override {
    getOperation()->walk([&](Operation *op) {
      TypeSwitch<Operation *>(op)
          .Case<ArgMinOp, ArgMaxOp, TopKOp>([&](auto valueOp) {
            if (form != CheckForm::None)
              insertChecks(valueOp, form);
          })
          .Case([&](cf::AssertOp assertOp) {
            if (!assertOp->hasAttr(kHarmlessAttr))
              return;
            if (form == CheckForm::Record)
              recordInstead(assertOp);
            else if (form == CheckForm::None)
              assertOp.erase();
          });
    });
  }
};
} // namespace
