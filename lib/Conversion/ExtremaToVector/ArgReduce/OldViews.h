//===- OldViews.h - Views for builders with locations -----------*- C++ -*-===//
//
// Until ArgReduce is written in the kernel language.
//
//===----------------------------------------------------------------------===//

#ifndef EXTREMA_LIB_CONVERSION_EXTREMATOVECTOR_ARGREDUCE_OLDVIEWS_H
#define EXTREMA_LIB_CONVERSION_EXTREMATOVECTOR_ARGREDUCE_OLDVIEWS_H

#include "../Views.h"

#include "mlir/Dialect/SCF/IR/SCF.h"

namespace mlir::extrema {

template <typename Build>
auto withKernelBuilder(OpBuilder &b, Location loc, Build build) {
  KernelBuilder kernel(loc, b);
  auto result = build(kernel);
  b.restoreInsertionPoint(kernel.saveInsertionPoint());
  return result;
}
inline View mergeDimensions(OpBuilder &b, Location loc, View view) {
  return withKernelBuilder(
      b, loc, [&](KernelBuilder &k) { return mergeDimensions(k, view); });
}
inline Value createSlice(OpBuilder &b, Location loc, Value memref,
                         ValueRange coordinates, ArrayRef<int64_t> kept) {
  return withKernelBuilder(b, loc, [&](KernelBuilder &k) {
    return createSlice(k, memref, coordinates, kept);
  });
}
inline Value createMatrix(OpBuilder &b, Location loc, Value memref,
                          ValueRange coordinates, int64_t rows,
                          int64_t columns) {
  return withKernelBuilder(b, loc, [&](KernelBuilder &k) {
    return createMatrix(k, memref, coordinates, rows, columns);
  });
}
inline Value assumeUnitStride(OpBuilder &b, Location loc, Value memref,
                              int64_t dimension) {
  return withKernelBuilder(b, loc, [&](KernelBuilder &k) {
    return assumeUnitStride(k, memref, dimension);
  });
}
inline Value createHasUnitStrides(OpBuilder &b, Location loc,
                                  ArrayRef<std::pair<Value, int64_t>> all) {
  return withKernelBuilder(
      b, loc, [&](KernelBuilder &k) { return createHasUnitStrides(k, all); });
}
inline void buildOuterLoops(
    OpBuilder &b, Location loc, const View &view, ArrayRef<int64_t> kept,
    function_ref<void(OpBuilder &, Location, ValueRange)> buildBody) {
  KernelBuilder k(loc, b);
  buildOuterLoops(k, view, kept,
                  [&](ValueRange outer) { buildBody(k, loc, outer); });
  b.restoreInsertionPoint(k.saveInsertionPoint());
}
inline Value isInRange(OpBuilder &b, Location loc, Value extent, int64_t first,
                       int64_t last) {
  return withKernelBuilder(b, loc, [&](KernelBuilder &k) {
    return isInRange(k, extent, first, last);
  });
}
inline Value isAtMost(OpBuilder &b, Location loc, Value extent, int64_t limit) {
  return withKernelBuilder(
      b, loc, [&](KernelBuilder &k) { return k.atMost(extent, limit); });
}
inline void buildIf(OpBuilder &b, Location loc, Value condition,
                    function_ref<void(OpBuilder &, Location)> build,
                    function_ref<void(OpBuilder &, Location)> buildElse) {
  KernelBuilder k(loc, b);
  k.ifThen(condition, [&] { build(k, loc); }, [&] { buildElse(k, loc); });
  b.restoreInsertionPoint(k.saveInsertionPoint());
}

} // namespace mlir::extrema

#endif
