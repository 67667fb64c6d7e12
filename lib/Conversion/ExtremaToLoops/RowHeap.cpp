//===- RowHeap.cpp - A binary heap in a row of two memrefs ----------------===//

#include "RowHeap.h"

#include "MemRefElements.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace mlir::extrema;

static Value createIndex(OpBuilder &b, Location loc, int64_t value) {
  return arith::ConstantIndexOp::create(b, loc, value);
}

Element RowHeap::load(OpBuilder &b, Location loc, Value position) const {
  return loadElement(b, loc, values, indices,
                     getCoordinates(outer, dimension, position));
}

void RowHeap::store(OpBuilder &b, Location loc, Value position,
                    Element element) const {
  storeElement(b, loc, element, values, indices,
               getCoordinates(outer, dimension, position));
}

void RowHeap::siftDown(OpBuilder &b, Location loc, Value hole, Value size,
                       Element element) const {
  Value one = createIndex(b, loc, 1);
  Value last = arith::SubIOp::create(b, loc, size, one);
  auto findChild = [&](OpBuilder &b, Location loc, ValueRange arguments) {
    Value hole = arguments.front();
    Value twice = arith::AddIOp::create(b, loc, hole, hole);
    Value left = arith::AddIOp::create(b, loc, twice, one);
    Value hasChild =
        arith::CmpIOp::create(b, loc, arith::CmpIPredicate::slt, left, size);
    auto child = scf::IfOp::create(
        b, loc, hasChild,
        [&](OpBuilder &b, Location loc) {
          // An only child is its own sibling.
          Value right = arith::AddIOp::create(b, loc, left, one);
          right = arith::MinSIOp::create(b, loc, right, last);
          Element leftElement = load(b, loc, left);
          Element rightElement = load(b, loc, right);
          Value isRightWorse =
              order.isBetter(b, loc, leftElement, rightElement);
          Value worse =
              arith::SelectOp::create(b, loc, isRightWorse, right, left);
          Value movesUp = order.isBetter(b, loc, element, load(b, loc, worse));
          scf::YieldOp::create(b, loc, {movesUp, worse});
        },
        [&](OpBuilder &b, Location loc) {
          Value no = arith::ConstantIntOp::create(b, loc, 0, /*width=*/1);
          scf::YieldOp::create(b, loc, {no, hole});
        });
    scf::ConditionOp::create(b, loc, child.getResult(0),
                             ValueRange{hole, child.getResult(1)});
  };
  auto moveChildUp = [&](OpBuilder &b, Location loc, ValueRange arguments) {
    Value hole = arguments[0], child = arguments[1];
    store(b, loc, hole, load(b, loc, child));
    scf::YieldOp::create(b, loc, child);
  };
  auto loop = scf::WhileOp::create(
      b, loc, TypeRange{b.getIndexType(), b.getIndexType()}, hole, findChild,
      moveChildUp);
  store(b, loc, loop.getResult(0), element);
}

void RowHeap::heapify(OpBuilder &b, Location loc, Value size) const {
  // Every position from the last parent's down to the root.
  Value zero = createIndex(b, loc, 0);
  Value one = createIndex(b, loc, 1);
  Value numParents = arith::ShRSIOp::create(b, loc, size, one);
  scf::ForOp::create(b, loc, zero, numParents, one, ValueRange(),
                     [&](OpBuilder &b, Location loc, Value done, ValueRange) {
                       Value left =
                           arith::SubIOp::create(b, loc, numParents, done);
                       Value parent = arith::SubIOp::create(b, loc, left, one);
                       siftDown(b, loc, parent, size, load(b, loc, parent));
                       scf::YieldOp::create(b, loc);
                     });
}

void RowHeap::replaceRoot(OpBuilder &b, Location loc, Value size,
                          Element element) const {
  siftDown(b, loc, createIndex(b, loc, 0), size, element);
}

void RowHeap::sort(OpBuilder &b, Location loc, Value size) const {
  // The worst element goes to the heap's last place, which the heap gives up,
  // until one element is left.
  Value zero = createIndex(b, loc, 0);
  Value one = createIndex(b, loc, 1);
  Value last = arith::SubIOp::create(b, loc, size, one);
  scf::ForOp::create(b, loc, zero, last, one, ValueRange(),
                     [&](OpBuilder &b, Location loc, Value done, ValueRange) {
                       Value rest = arith::SubIOp::create(b, loc, last, done);
                       Element displaced = load(b, loc, rest);
                       store(b, loc, rest, load(b, loc, zero));
                       replaceRoot(b, loc, rest, displaced);
                       scf::YieldOp::create(b, loc);
                     });
}
