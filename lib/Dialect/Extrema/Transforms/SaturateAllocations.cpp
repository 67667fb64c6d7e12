//===- SaturateAllocations.cpp - Sizes in bytes that do not wrap ----------===//
//
// Upstream's lowering multiplies extents and adds the alignment without a look
// at overflow: too many elements would get a few bytes, and be written.
//
//===----------------------------------------------------------------------===//

#include "StaticSize.h"
#include "extrema/Dialect/Extrema/Transforms/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

namespace mlir::extrema {
#define GEN_PASS_DEF_EXTREMASATURATEALLOCATIONS
#include "extrema/Dialect/Extrema/Transforms/Passes.h.inc"
} // namespace mlir::extrema

using namespace mlir;
using namespace mlir::extrema;

/// What no memory has, in bytes, and what can be added to without overflow.
static constexpr int64_t kSaturated = int64_t(1) << 62;

/// The bytes of an allocation of `type` whose open extents are `sizes`: at most
/// `kSaturated`. Extents are taken as unsigned, so that negative ones are too
/// large.
static Value createSizeInBytes(OpBuilder &builder, Location loc,
                               MemRefType type, ValueRange sizes) {
  auto constant = [&](int64_t value) -> Value {
    return arith::ConstantOp::create(builder, loc,
                                     builder.getI64IntegerAttr(value));
  };
  auto compare = [&](arith::CmpIPredicate predicate, Value lhs,
                     int64_t rhs) -> Value {
    return arith::CmpIOp::create(builder, loc, predicate, lhs, constant(rhs));
  };
  std::optional<int64_t> count = countElements(type.getShape());
  int64_t known = kSaturated;
  if (count)
    known = std::min<uint64_t>(
        kSaturated, llvm::SaturatingMultiply<uint64_t>(
                        *count, getElementSizeInBytes(type.getElementType())));
  Value bytes = constant(known);
  Value isTooLarge, isEmpty;
  auto unite = [&](Value &all, Value one) {
    all = all ? arith::OrIOp::create(builder, loc, all, one).getResult() : one;
  };
  for (Value size : sizes) {
    Value extent =
        arith::IndexCastOp::create(builder, loc, builder.getI64Type(), size);
    auto product = arith::MulUIExtendedOp::create(builder, loc, bytes, extent);
    bytes = product.getLow();
    unite(isTooLarge, compare(arith::CmpIPredicate::ne, product.getHigh(), 0));
    unite(isEmpty, compare(arith::CmpIPredicate::eq, extent, 0));
  }
  if (isTooLarge) {
    unite(isTooLarge, compare(arith::CmpIPredicate::ugt, bytes, kSaturated));
    bytes = arith::SelectOp::create(builder, loc, isTooLarge,
                                    constant(kSaturated), bytes);
    // Once a product has wrapped it does not come back to 0.
    if (sizes.size() > 1 || known == kSaturated)
      bytes =
          arith::SelectOp::create(builder, loc, isEmpty, constant(0), bytes);
  }
  return arith::IndexCastOp::create(builder, loc, builder.getIndexType(),
                                    bytes);
}

namespace {
struct SaturateAllocations
    : public extrema::impl::ExtremaSaturateAllocationsBase<
          SaturateAllocations> {
  void runOnOperation() override {
    SmallVector<memref::AllocOp> allocations;
    getOperation()->walk([&](memref::AllocOp allocation) {
      MemRefType type = allocation.getType();
      // Others have no lowering.
      if (type.getLayout().isIdentity() &&
          (!type.hasStaticShape() ||
           getSizeInBytes(type) > static_cast<uint64_t>(kSaturated)))
        allocations.push_back(allocation);
    });
    for (memref::AllocOp allocation : allocations)
      saturate(allocation);
  }

private:
  static void saturate(memref::AllocOp allocation) {
    OpBuilder builder(allocation);
    Location loc = allocation.getLoc();
    MemRefType type = allocation.getType();
    Type elementType = type.getElementType();
    Value bytes =
        createSizeInBytes(builder, loc, type, allocation.getDynamicSizes());
    IntegerAttr alignment = allocation.getAlignmentAttr();
    // What the lowering takes for elements that are no scalars.
    if (!alignment && !elementType.isSignlessIntOrIndexOrFloat())
      alignment = builder.getI64IntegerAttr(getElementSizeInBytes(elementType));
    auto bytesType =
        MemRefType::get({ShapedType::kDynamic}, builder.getI8Type(),
                        MemRefLayoutAttrInterface(), type.getMemorySpace());
    Value memory =
        memref::AllocOp::create(builder, loc, bytesType, bytes,
                                /*symbolOperands=*/ValueRange(), alignment);
    Value start = arith::ConstantIndexOp::create(builder, loc, 0);
    allocation.replaceAllUsesWith(
        memref::ViewOp::create(builder, loc, type, memory, start,
                               allocation.getDynamicSizes())
            .getResult());
    allocation.erase();
  }
};
} // namespace
