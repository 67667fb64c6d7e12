//===- ExpandFloats.cpp - 16-bit floats by integer arithmetic -------------===//
//
// Where the processor has no conversion between f16 or bf16 and f32, a compiler
// calls a function of its run-time library, which a program in memory or a
// library that is loaded may not find. Upstream expands bf16 and reduces
// arithmetic to conversions; the conversions of f16 are here.
//
//===----------------------------------------------------------------------===//

#include "extrema/Dialect/Extrema/Transforms/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Transforms/Passes.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

namespace mlir::extrema {
#define GEN_PASS_DEF_EXTREMAEXPANDFLOATS
#include "extrema/Dialect/Extrema/Transforms/Passes.h.inc"
} // namespace mlir::extrema

using namespace mlir;

namespace {
/// Builds integer arithmetic on scalars, or on vectors of the shape of one.
class BitBuilder {
public:
  BitBuilder(OpBuilder &builder, Location loc, Type shape)
      : builder(builder), loc(loc), shape(shape) {}

  Type getType(Type elementType) {
    if (auto shaped = dyn_cast<ShapedType>(shape))
      return shaped.clone(elementType);
    return elementType;
  }
  Type getInteger(unsigned width) {
    return getType(builder.getIntegerType(width));
  }
  Value constant(unsigned width, uint64_t value) {
    return createScalarOrSplatConstant(builder, loc, getInteger(width),
                                       APInt(width, value));
  }
  template <typename OpTy> Value build(Value lhs, Value rhs) {
    return OpTy::create(builder, loc, lhs, rhs);
  }
  template <typename OpTy> Value build(Value lhs, uint64_t rhs) {
    unsigned width = getElementTypeOrSelf(lhs).getIntOrFloatBitWidth();
    return OpTy::create(builder, loc, lhs, constant(width, rhs));
  }
  template <typename OpTy> Value convert(Type elementType, Value value) {
    return OpTy::create(builder, loc, getType(elementType), value);
  }
  Value bits(Value value) {
    unsigned width = getElementTypeOrSelf(value).getIntOrFloatBitWidth();
    return convert<arith::BitcastOp>(builder.getIntegerType(width), value);
  }
  Value compare(arith::CmpIPredicate predicate, Value lhs, uint64_t rhs) {
    unsigned width = getElementTypeOrSelf(lhs).getIntOrFloatBitWidth();
    return arith::CmpIOp::create(builder, loc, predicate, lhs,
                                 constant(width, rhs));
  }
  Value select(Value condition, Value yes, Value no) {
    return arith::SelectOp::create(builder, loc, condition, yes, no);
  }

private:
  OpBuilder &builder;
  Location loc;
  Type shape;
};

/// From f16 to f32, exactly. Shifted into place, its bits are a float too small
/// by a power of two, subnormal numbers included.
struct ExpandExtF16 : public OpRewritePattern<arith::ExtFOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(arith::ExtFOp op,
                                PatternRewriter &rewriter) const override {
    if (!getElementTypeOrSelf(op.getIn()).isF16())
      return rewriter.notifyMatchFailure(op, "not from f16");
    BitBuilder builder(rewriter, op.getLoc(), op.getType());
    Type i32 = rewriter.getI32Type(), f32 = rewriter.getF32Type();
    Value bits = builder.convert<arith::ExtUIOp>(i32, builder.bits(op.getIn()));
    Value sign = builder.build<arith::ShLIOp>(
        builder.build<arith::AndIOp>(bits, 0x8000), 16);
    Value magnitude = builder.build<arith::ShLIOp>(
        builder.build<arith::AndIOp>(bits, 0x7fff), 13);
    Value scale = builder.convert<arith::BitcastOp>(
        f32, builder.constant(32, /*2^112=*/0x77800000));
    Value finite = builder.bits(builder.build<arith::MulFOp>(
        builder.convert<arith::BitcastOp>(f32, magnitude), scale));
    Value special = builder.build<arith::OrIOp>(magnitude, 0x7f800000);
    Value isSpecial =
        builder.compare(arith::CmpIPredicate::uge, magnitude, 0x7c00 << 13);
    Value result = builder.convert<arith::BitcastOp>(
        f32, builder.build<arith::OrIOp>(
                 builder.select(isSpecial, special, finite), sign));
    if (result.getType() != op.getType())
      result =
          arith::ExtFOp::create(rewriter, op.getLoc(), op.getType(), result);
    rewriter.replaceOp(op, result);
    return success();
  }
};

/// From f32 or f64 to f16, to nearest even.
struct ExpandTruncF16 : public OpRewritePattern<arith::TruncFOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(arith::TruncFOp op,
                                PatternRewriter &rewriter) const override {
    Type from = getElementTypeOrSelf(op.getIn());
    if (!getElementTypeOrSelf(op).isF16() || !(from.isF32() || from.isF64()))
      return rewriter.notifyMatchFailure(op, "not from f32 or f64 to f16");
    if (op.getRoundingmode().value_or(arith::RoundingMode::to_nearest_even) !=
        arith::RoundingMode::to_nearest_even)
      return rewriter.notifyMatchFailure(op, "not to nearest even");
    BitBuilder builder(rewriter, op.getLoc(), op.getType());
    Value bits = from.isF32() ? builder.bits(op.getIn())
                              : buildToOddF32(rewriter, op, builder);
    rewriter.replaceOp(op, buildFromF32(rewriter, builder, bits));
    return success();
  }

  /// The bits of the f32 next to an f64, rounded to odd: what is cut off still
  /// shows in the last bit, so that rounding once more gives what rounding once
  /// would (Boldo and Melquiond, "Emulation of a FMA and correctly rounded
  /// sums", 2008).
  static Value buildToOddF32(PatternRewriter &rewriter, arith::TruncFOp op,
                             BitBuilder &builder) {
    Location loc = op.getLoc();
    Value exact = op.getIn();
    Value nearest =
        builder.convert<arith::TruncFOp>(rewriter.getF32Type(), exact);
    Value widened =
        builder.convert<arith::ExtFOp>(rewriter.getF64Type(), nearest);
    // Never true of NaN.
    Value isInexact = arith::CmpFOp::create(
        rewriter, loc, arith::CmpFPredicate::ONE, widened, exact);
    constexpr uint64_t kMagnitude = ~(uint64_t(1) << 63);
    Value isTooLarge = arith::CmpIOp::create(
        rewriter, loc, arith::CmpIPredicate::ugt,
        builder.build<arith::AndIOp>(builder.bits(widened), kMagnitude),
        builder.build<arith::AndIOp>(builder.bits(exact), kMagnitude));
    Value bits = builder.bits(nearest);
    Value toZero = builder.build<arith::SubIOp>(
        bits,
        builder.convert<arith::ExtUIOp>(rewriter.getI32Type(), isTooLarge));
    return builder.select(isInexact, builder.build<arith::OrIOp>(toZero, 1),
                          bits);
  }

  /// The f16 next to the f32 with those bits. After F. Giesen,
  /// float_to_half_fast3_rtne, https://gist.github.com/rygorous/2156668.
  static Value buildFromF32(PatternRewriter &rewriter, BitBuilder &builder,
                            Value bits) {
    Type f32 = rewriter.getF32Type();
    Value sign = builder.build<arith::AndIOp>(bits, 0x80000000);
    Value magnitude = builder.build<arith::XOrIOp>(bits, sign);

    // Infinity or NaN, which 2^16 and more become.
    Value special = builder.select(
        builder.compare(arith::CmpIPredicate::ugt, magnitude, 0x7f800000),
        builder.constant(32, 0x7e00), builder.constant(32, 0x7c00));

    // Subnormal: adding 0.5 has the processor round at the right place.
    constexpr uint64_t kHalf = 0x3f000000;
    Value half =
        builder.convert<arith::BitcastOp>(f32, builder.constant(32, kHalf));
    Value subnormal = builder.build<arith::SubIOp>(
        builder.bits(builder.build<arith::AddFOp>(
            builder.convert<arith::BitcastOp>(f32, magnitude), half)),
        kHalf);

    // Normal: another bias of the exponent, and rounding by a carry.
    Value isOdd = builder.build<arith::AndIOp>(
        builder.build<arith::ShRUIOp>(magnitude, 13), 1);
    constexpr uint32_t kBias = (uint32_t(15 - 127) << 23) + 0xfff;
    Value normal = builder.build<arith::ShRUIOp>(
        builder.build<arith::AddIOp>(
            builder.build<arith::AddIOp>(magnitude, kBias), isOdd),
        13);

    constexpr uint64_t kSpecial = uint64_t(127 + 16) << 23;
    constexpr uint64_t kNormal = uint64_t(127 - 14) << 23;
    Value result = builder.select(
        builder.compare(arith::CmpIPredicate::uge, magnitude, kSpecial),
        special,
        builder.select(
            builder.compare(arith::CmpIPredicate::ult, magnitude, kNormal),
            subnormal, normal));
    result = builder.build<arith::OrIOp>(
        result, builder.build<arith::ShRUIOp>(sign, 16));
    return builder.convert<arith::BitcastOp>(
        rewriter.getF16Type(),
        builder.convert<arith::TruncIOp>(rewriter.getI16Type(), result));
  }
};

struct ExpandFloats
    : public extrema::impl::ExtremaExpandFloatsBase<ExpandFloats> {
  void runOnOperation() override {
    RewritePatternSet patterns(&getContext());
    patterns.add<ExpandExtF16, ExpandTruncF16>(&getContext());
    arith::populateExpandBFloat16Patterns(patterns);
    if (failed(applyPatternsGreedily(getOperation(), std::move(patterns))))
      signalPassFailure();
  }
};
} // namespace
