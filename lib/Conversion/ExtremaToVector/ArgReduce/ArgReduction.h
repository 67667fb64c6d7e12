//===- ArgReduction.h - arg_reduce as its strategies see it -----*- C++ -*-===//
//
// The picker (ArgReduceToVector.cpp) brings an operation on memrefs of any
// layout to a form that a strategy takes. Each strategy has a file and a header
// of its own, and the header says which form that is. Memrefs are of the
// order's working type by then. What follows is for all strategies.
//
//===----------------------------------------------------------------------===//

#ifndef EXTREMA_LIB_CONVERSION_EXTREMATOVECTOR_ARGREDUCE_ARGREDUCTION_H
#define EXTREMA_LIB_CONVERSION_EXTREMATOVECTOR_ARGREDUCE_ARGREDUCTION_H

#include "../Scratch.h"
#include "../Tuning.h"
#include "../Views.h"

#include "extrema/Conversion/Common/ElementOrder.h"
#include "extrema/Conversion/ExtremaToVector/VectorTarget.h"

namespace mlir::extrema {

/// What the strategies need to know of one arg_reduce.
struct ArgReduction {
  Operation *op;
  const VectorTarget &target;
  ElementOrder order;
  /// The element type of the indices destination.
  Type indexType;
  /// Of type `index`, or null: added to each position.
  Value indexBase;
  /// Whether the pairs in the destinations take part.
  bool accumulates;
  /// What stands in front of all that is built in place of `op`; null if
  /// nothing does.
  Operation *previous;

  /// Scratch memory of that type (createFrameScratch).
  Value createScratch(KernelBuilder &b, MemRefType type,
                      function_ref<Value()> createSize = nullptr) const {
    return createFrameScratch(b, op, previous, type, createSize);
  }
};

/// Destinations of one dimension of unit stride, a lane's result at the lane's
/// coordinate. Either may be null, but not if the reduction accumulates.
using LaneDestinations = Destinations;

/// Stores the result of one reduction at `coordinates` of the destinations: the
/// better of `best` and, if the reduction accumulates, what they hold.
void storeBest(KernelBuilder &b, const ArgReduction &reduction,
               Destinations destinations, ValueRange coordinates, Element best);

/// Reduces each row of `view`, of unit stride, by itself. `findBest` gets the
/// row, a memref of one dimension, and returns the position (type `index`) of
/// its best element.
void buildEachRow(KernelBuilder &b, const ArgReduction &reduction,
                  const View &view, function_ref<Value(Value)> findBest);

/// How lanes are stored.
struct LaneStore {
  /// If not null, a vector of i1: only the lanes that are true are loaded and
  /// stored.
  Value mask = {};
  /// Whether stores go past the caches. Each destination must then begin at a
  /// multiple of a register's size, and `begin` be a multiple of the lanes.
  bool streams = false;
};

/// Stores the results of some reductions, to coordinate `begin` (type `index`)
/// and following: of each lane, the value and the index. `values` is a vector
/// of the working type, `positions` one as long of an integer type, each the
/// position of the value in its row. The index base is added and, if the
/// reduction accumulates, what the destinations hold takes part.
void storeLanes(KernelBuilder &b, const ArgReduction &reduction,
                LaneDestinations destinations, Value begin, Value values,
                Value positions, LaneStore how = {});

/// The same for elements whose indices are those to be stored.
void storeLanes(KernelBuilder &b, const ArgReduction &reduction,
                LaneDestinations destinations, Value begin, Element best,
                LaneStore how);

} // namespace mlir::extrema

#endif // EXTREMA_LIB_CONVERSION_EXTREMATOVECTOR_ARGREDUCE_ARGREDUCTION_H
