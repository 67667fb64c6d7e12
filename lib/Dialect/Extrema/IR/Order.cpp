//===- Order.cpp - How the pairs of a reduction are ordered ---------------===//

#include "extrema/Dialect/Extrema/IR/Order.h"

#include "mlir/IR/BuiltinTypes.h"
#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/APInt.h"

using namespace mlir;
using namespace mlir::extrema;

#include "extrema/Dialect/Extrema/IR/ExtremaEnums.cpp.inc"

bool mlir::extrema::isFloatKind(Kind kind) {
  switch (kind) {
  case Kind::maximumf:
  case Kind::minimumf:
  case Kind::maxnumf:
  case Kind::minnumf:
    return true;
  case Kind::maxsi:
  case Kind::minsi:
  case Kind::maxui:
  case Kind::minui:
    return false;
  }
  llvm_unreachable("unknown kind");
}

bool mlir::extrema::isUnsignedKind(Kind kind) {
  return kind == Kind::maxui || kind == Kind::minui;
}

bool mlir::extrema::isMaxKind(Kind kind) {
  return kind == Kind::maximumf || kind == Kind::maxnumf ||
         kind == Kind::maxsi || kind == Kind::maxui;
}

bool mlir::extrema::isNanBest(Kind kind) {
  return kind == Kind::maximumf || kind == Kind::minimumf;
}

bool mlir::extrema::isKindOfType(Kind kind, Type elementType) {
  return isFloatKind(kind) ? isa<FloatType>(elementType)
                           : isa<IntegerType>(elementType);
}

TypedAttr mlir::extrema::getIdentityValue(Kind kind, Type elementType) {
  bool isMax = isMaxKind(kind);
  if (auto floatType = dyn_cast<FloatType>(elementType)) {
    const llvm::fltSemantics &semantics = floatType.getFloatSemantics();
    return FloatAttr::get(floatType, isNanBest(kind)
                                         ? APFloat::getInf(semantics, isMax)
                                         : APFloat::getNaN(semantics));
  }
  unsigned width = elementType.getIntOrFloatBitWidth();
  APInt worst =
      isUnsignedKind(kind)
          ? (isMax ? APInt::getMinValue(width) : APInt::getMaxValue(width))
          : (isMax ? APInt::getSignedMinValue(width)
                   : APInt::getSignedMaxValue(width));
  return IntegerAttr::get(elementType, worst);
}

/// The width of an index type; `index` is taken as 64 bits wide.
static unsigned getIndexWidth(Type indexType) {
  return isa<IndexType>(indexType) ? IndexType::kInternalStorageBitWidth
                                   : indexType.getIntOrFloatBitWidth();
}

TypedAttr mlir::extrema::getIdentityIndex(Tie tie, Type indexType) {
  unsigned width = getIndexWidth(indexType);
  return IntegerAttr::get(indexType, tie == Tie::First
                                         ? APInt::getSignedMaxValue(width)
                                         : APInt::getAllOnes(width));
}

int64_t mlir::extrema::getLargestExtent(Type indexType) {
  APInt largest = APInt::getSignedMaxValue(getIndexWidth(indexType));
  // The last position is one less than the extent.
  return largest.getBitWidth() == 64 ? largest.getSExtValue()
                                     : largest.getSExtValue() + 1;
}
