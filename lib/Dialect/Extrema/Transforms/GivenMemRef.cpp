//===- GivenMemRef.cpp - A descriptor, and what it is to be ---------------===//

#include "GivenMemRef.h"

#include "StaticSize.h"

#include "mlir/Conversion/LLVMCommon/MemRefBuilder.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/BuiltinOps.h"
#include "llvm/Support/MathExtras.h"
#include <limits>

using namespace mlir;
using namespace mlir::extrema;
using arith::CmpIPredicate;

static Value createNumber(ImplicitLocOpBuilder &b, int64_t number) {
  return arith::ConstantIntOp::create(b, number, /*width=*/64);
}

static Value createCompare(ImplicitLocOpBuilder &b, CmpIPredicate predicate,
                           Value lhs, Value rhs) {
  return b.createOrFold<arith::CmpIOp>(predicate, lhs, rhs);
}

/// One of both may be null.
template <typename OpTy>
static Value combine(ImplicitLocOpBuilder &b, Value lhs, Value rhs) {
  return lhs && rhs ? b.createOrFold<OpTy>(lhs, rhs) : lhs ? lhs : rhs;
}

MemRefType GivenMemRef::getOpenType(MemRefType stated,
                                    const LLVMTypeConverter &converter) {
  SmallVector<int64_t> strides;
  int64_t offset;
  if (failed(stated.getStridesAndOffset(strides, offset)))
    return {};
  SmallVector<int64_t> open(stated.getRank(), ShapedType::kDynamic);
  auto layout =
      StridedLayoutAttr::get(stated.getContext(), ShapedType::kDynamic, open);
  auto type = MemRefType::get(open, stated.getElementType(), layout,
                              stated.getMemorySpace());
  return converter.convertType(type) ? type : MemRefType();
}

GivenMemRef::GivenMemRef(ImplicitLocOpBuilder &b, Value argument,
                         MemRefType stated, const LLVMTypeConverter &converter)
    : stated(stated), descriptorType(converter.convertType(stated)) {
  Location loc = b.getLoc();
  MemRefDescriptor given(
      UnrealizedConversionCastOp::create(b, descriptorType, argument)
          .getResult(0));
  base = given.allocatedPtr(b, loc);
  data = aligned = given.alignedPtr(b, loc);
  offset = given.offset(b, loc);
  auto [statedStrideNumbers, statedOffset] = stated.getStridesAndOffset();
  if (ShapedType::isStatic(statedOffset)) {
    // The code behind looks there, whatever offset was given.
    Value shift =
        b.createOrFold<arith::SubIOp>(offset, createNumber(b, statedOffset));
    data = LLVM::GEPOp::create(b, data.getType(),
                               converter.convertType(stated.getElementType()),
                               data, ArrayRef<LLVM::GEPArg>{shift});
    offset = createNumber(b, statedOffset);
  }
  for (auto [dimension, size] : llvm::enumerate(stated.getShape())) {
    sizes.push_back(given.size(b, loc, dimension));
    strides.push_back(given.stride(b, loc, dimension));
    statedSizes.push_back(ShapedType::isStatic(size) ? createNumber(b, size)
                                                     : Value());
  }
  for (int64_t stride : statedStrideNumbers)
    statedStrides.push_back(
        ShapedType::isStatic(stride) ? createNumber(b, stride) : Value());
  if (!stated.getLayout().isIdentity())
    return;
  for (int64_t dimension = stated.getRank() - 2; dimension >= 0; --dimension) {
    int64_t inner = dimension + 1;
    if (!statedStrides[dimension])
      statedStrides[dimension] = b.createOrFold<arith::MulIOp>(
          statedStrides[inner],
          statedSizes[inner] ? statedSizes[inner] : sizes[inner]);
  }
}

GivenMemRef::Finding GivenMemRef::findFirst(
    ImplicitLocOpBuilder &b, ArrayRef<Value> wanted, ArrayRef<Value> given,
    function_ref<Value(Value, Value, unsigned)> isWrong) const {
  Finding first;
  for (int64_t i = stated.getRank() - 1; i >= 0; --i) {
    Value isThis = isWrong(wanted[i], given[i], i);
    if (!isThis)
      continue;
    Finding here{isThis, createNumber(b, i),
                 wanted[i] ? wanted[i] : createNumber(b, 0), given[i]};
    if (!first.isFound) {
      first = here;
      continue;
    }
    auto choose = [&](Value mine, Value later) {
      return b.createOrFold<arith::SelectOp>(isThis, mine, later);
    };
    first = {combine<arith::OrIOp>(b, isThis, first.isFound),
             choose(here.dimension, first.dimension),
             choose(here.wanted, first.wanted),
             choose(here.given, first.given)};
  }
  return first;
}

GivenMemRef::Finding
GivenMemRef::findWrongExtent(ImplicitLocOpBuilder &b) const {
  return findFirst(
      b, statedSizes, sizes, [&](Value wanted, Value given, unsigned) {
        return wanted ? createCompare(b, CmpIPredicate::ne, given, wanted)
                      : Value();
      });
}

GivenMemRef::Finding
GivenMemRef::findNegativeExtent(ImplicitLocOpBuilder &b) const {
  Value zero = createNumber(b, 0);
  return findFirst(
      b, statedSizes, sizes, [&](Value wanted, Value given, unsigned) {
        return wanted ? Value()
                      : createCompare(b, CmpIPredicate::slt, given, zero);
      });
}

GivenMemRef::Finding
GivenMemRef::findWrongStride(ImplicitLocOpBuilder &b) const {
  Value one = createNumber(b, 1);
  Value empty = isEmpty(b);
  Value hasElements;
  if (empty)
    hasElements = b.createOrFold<arith::XOrIOp>(
        empty, arith::ConstantIntOp::create(b, 1, /*width=*/1));
  return findFirst(
      b, statedStrides, strides,
      [&](Value wanted, Value given, unsigned dimension) -> Value {
        if (!wanted || stated.getDimSize(dimension) == 1)
          return {};
        Value isWrong = createCompare(b, CmpIPredicate::ne, given, wanted);
        Value matters =
            createCompare(b, CmpIPredicate::ne, sizes[dimension], one);
        return combine<arith::AndIOp>(
            b, hasElements, combine<arith::AndIOp>(b, isWrong, matters));
      });
}

Value GivenMemRef::hasStatedExtents(ImplicitLocOpBuilder &b) const {
  Value all;
  for (auto [wanted, given] : llvm::zip_equal(statedSizes, sizes))
    all = combine<arith::AndIOp>(
        b, all,
        wanted
            ? createCompare(b, CmpIPredicate::eq, given, wanted)
            : createCompare(b, CmpIPredicate::sge, given, createNumber(b, 0)));
  return all;
}

Value GivenMemRef::hasStatedStrides(ImplicitLocOpBuilder &b) const {
  Value all;
  for (auto [wanted, given] : llvm::zip_equal(statedStrides, strides))
    if (wanted)
      all = combine<arith::AndIOp>(
          b, all, createCompare(b, CmpIPredicate::eq, given, wanted));
  return all;
}

Value GivenMemRef::overflows(ImplicitLocOpBuilder &b) const {
  uint64_t known = getElementSizeInBytes(stated.getElementType());
  for (int64_t size : stated.getShape())
    if (ShapedType::isStatic(size))
      known = llvm::SaturatingMultiply<uint64_t>(known, size);
  if (known == 0)
    return {};
  known = std::min<uint64_t>(known, std::numeric_limits<int64_t>::max());
  Value bytes = createNumber(b, static_cast<int64_t>(known));
  Value any;
  auto pair = LLVM::LLVMStructType::getLiteral(b.getContext(),
                                               {b.getI64Type(), b.getI1Type()});
  for (auto [wanted, given] : llvm::zip_equal(statedSizes, sizes)) {
    if (wanted)
      continue;
    Value product = LLVM::SMulWithOverflowOp::create(b, pair, bytes, given);
    bytes = LLVM::ExtractValueOp::create(b, product, ArrayRef<int64_t>{0});
    any = combine<arith::OrIOp>(
        b, any, LLVM::ExtractValueOp::create(b, product, ArrayRef<int64_t>{1}));
  }
  return any;
}

Value GivenMemRef::isEmpty(ImplicitLocOpBuilder &b) const {
  Value zero = createNumber(b, 0);
  Value any;
  for (auto [dimension, size] : llvm::enumerate(sizes))
    // One that is stated is held against that.
    if (ShapedType::isDynamic(stated.getDimSize(dimension)) ||
        stated.getDimSize(dimension) == 0)
      any = combine<arith::OrIOp>(
          b, any, createCompare(b, CmpIPredicate::eq, size, zero));
  return any;
}

Value GivenMemRef::isNull(ImplicitLocOpBuilder &b) const {
  Value null = LLVM::ZeroOp::create(b, aligned.getType());
  return LLVM::ICmpOp::create(b, LLVM::ICmpPredicate::eq, aligned, null);
}

Value GivenMemRef::getAsStated(ImplicitLocOpBuilder &b, Value first) const {
  Location loc = b.getLoc();
  auto descriptor = MemRefDescriptor::poison(b, loc, descriptorType);
  descriptor.setAllocatedPtr(b, loc, base);
  descriptor.setAlignedPtr(b, loc, first);
  descriptor.setOffset(b, loc, offset);
  for (int64_t i = 0, rank = stated.getRank(); i < rank; ++i) {
    descriptor.setSize(b, loc, i, statedSizes[i] ? statedSizes[i] : sizes[i]);
    descriptor.setStride(b, loc, i,
                         statedStrides[i] ? statedStrides[i] : strides[i]);
  }
  return UnrealizedConversionCastOp::create(b, stated, Value(descriptor))
      .getResult(0);
}
