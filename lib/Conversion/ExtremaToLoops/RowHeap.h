//===- RowHeap.h - A binary heap in a row of two memrefs --------*- C++ -*-===//

#ifndef EXTREMA_LIB_CONVERSION_EXTREMATOLOOPS_ROWHEAP_H
#define EXTREMA_LIB_CONVERSION_EXTREMATOLOOPS_ROWHEAP_H

#include "extrema/Conversion/Common/ElementOrder.h"
#include "mlir/IR/ValueRange.h"

namespace mlir::extrema {

/// Emits the steps of a heap that lives in one row of a memref of values and a
/// memref of indices, the worst element at its root, position 0: no child is
/// worse than its parent. Positions and sizes are of type `index`; a size may
/// be 0. Each function emits its code at the builder's insertion point.
/// J. W. J. Williams, "Algorithm 232: Heapsort", CACM 7 (1964), with the linear
/// construction of R. W. Floyd, "Algorithm 245: Treesort 3", CACM 7 (1964).
class RowHeap {
public:
  /// The row is along `dimension`, at the coordinates `outer` of the others.
  /// `values` is of the working type of `order`.
  RowHeap(ElementOrder order, Value values, Value indices, ValueRange outer,
          int64_t dimension)
      : order(order), values(values), indices(indices), outer(outer),
        dimension(dimension) {}

  Element load(OpBuilder &b, Location loc, Value position) const;
  void store(OpBuilder &b, Location loc, Value position, Element element) const;

  /// Makes a heap of the first `size` elements, in O(size).
  void heapify(OpBuilder &b, Location loc, Value size) const;

  /// Replaces the worst of the `size` elements, of which there must be one.
  void replaceRoot(OpBuilder &b, Location loc, Value size,
                   Element element) const;

  /// Sorts the heap of `size` elements: the best one comes first.
  void sort(OpBuilder &b, Location loc, Value size) const;

private:
  /// Puts `element` into the heap of `size` elements whose place `hole` is
  /// free: children worse than it move up. The trees below `hole` must be
  /// heaps.
  void siftDown(OpBuilder &b, Location loc, Value hole, Value size,
                Element element) const;

  ElementOrder order;
  Value values;
  Value indices;
  ValueRange outer;
  int64_t dimension;
};

} // namespace mlir::extrema

#endif // EXTREMA_LIB_CONVERSION_EXTREMATOLOOPS_ROWHEAP_H
