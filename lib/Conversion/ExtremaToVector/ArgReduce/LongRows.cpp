//===- LongRows.cpp - One row at a time -------------------------*- C++ -*-===//

#include "ArgReduction.h"

#include "extrema/Conversion/Common/StructuredOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace mlir::extrema;

Value mlir::extrema::buildLongRow(OpBuilder &b, Location loc,
                                  const ArgReduction &reduction, Value row) {
  Value zero = arith::ConstantIndexOp::create(b, loc, 0);
  Value one = arith::ConstantIndexOp::create(b, loc, 1);
  Value extent = createExtent(b, loc, row, 0);
  Element first = reduction.order.createIdentity(b, loc, b.getIndexType());
  auto loop = scf::ForOp::create(
      b, loc, zero, extent, one, ValueRange{first.value, first.index},
      [&](OpBuilder &b, Location loc, Value position, ValueRange state) {
        Element element{memref::LoadOp::create(b, loc, row, position),
                        position};
        Element best =
            reduction.order.reduce(b, loc, {state[0], state[1]}, element);
        scf::YieldOp::create(b, loc, {best.value, best.index});
      });
  return loop.getResult(1);
}
