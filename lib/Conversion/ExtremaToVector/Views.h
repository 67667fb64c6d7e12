//===- Views.h - The memrefs of an operation, simplified --------*- C++ -*-===//
//
// What the pickers of all structured operations ask about layouts, and how they
// take a memref of any rank apart into the rows or columns that a strategy
// knows.
//
//===----------------------------------------------------------------------===//

#ifndef EXTREMA_LIB_CONVERSION_EXTREMATOVECTOR_VIEWS_H
#define EXTREMA_LIB_CONVERSION_EXTREMATOVECTOR_VIEWS_H

#include "KernelLanguage/KernelBuilder.h"

#include "extrema/Conversion/ExtremaToVector/VectorTarget.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/Interfaces/DestinationStyleOpInterface.h"

namespace mlir {
class RewriterBase;
} // namespace mlir

namespace mlir::extrema {

/// Where results go: memrefs, either of which may be null if the operation can
/// leave it out.
struct Destinations {
  Value values;
  Value indices;
};

/// The memrefs of an operation, with some dimensions merged. The destinations
/// have the dimensions of the input, the reduced one only with `keepsReduced`.
/// All layouts are strided.
struct View {
  Value input;
  Destinations destinations;
  int64_t reduced;
  bool keepsReduced;
  /// Of the input's shape, or null.
  Value inputIndices = {};

  MemRefType getInputType() const { return cast<MemRefType>(input.getType()); }
  int64_t getRank() const { return getInputType().getRank(); }
  /// The destinations' number of the dimension `dimension` of the input, which
  /// is not the reduced one unless they have that too.
  int64_t getOuterNumber(int64_t dimension) const {
    return dimension - (!keepsReduced && dimension > reduced);
  }
};

/// Fails, and says why, unless `op` is on memrefs of strided layouts, of floats
/// or signless integers, none of them known to be empty, and `target` has
/// vectors.
LogicalResult checkViewable(RewriterBase &rewriter,
                            DestinationStyleOpInterface op,
                            const VectorTarget &target);

/// The static stride of `memref` along `dimension`, ShapedType::kDynamic where
/// it is not known.
int64_t getStride(Value memref, int64_t dimension);

/// True if the stride of `memref` along `dimension` is known to be 1, or if
/// `memref` is null.
bool isUnitStride(Value memref, int64_t dimension);

/// Merges all dimensions that are not reduced and lie so in every memref that a
/// walk through one is a walk through the other.
View mergeDimensions(KernelBuilder &b, View view);

/// The part of `memref` at `coordinates`, one for each dimension that is not
/// among `kept`, with the dimensions `kept` (ascending) alone. Null if `memref`
/// is.
Value createSlice(KernelBuilder &b, Value memref, ValueRange coordinates,
                  ArrayRef<int64_t> kept);

/// The same with the dimensions `rows` and `columns` alone, in this order.
Value createMatrix(KernelBuilder &b, Value memref, ValueRange coordinates,
                   int64_t rows, int64_t columns);

/// `memref` seen as one whose stride along `dimension` is 1: the caller has
/// made sure of it. Null if `memref` is.
Value assumeUnitStride(KernelBuilder &b, Value memref, int64_t dimension);

/// True, at run time, if the stride of each memref along its dimension is 1;
/// null if all are known to be.
Value createHasUnitStrides(
    KernelBuilder &b, ArrayRef<std::pair<Value, int64_t>> memrefsAndDimensions);

/// Loops over the dimensions of the input that are not among `kept`;
/// `buildBody` gets their coordinates.
void buildOuterLoops(KernelBuilder &b, const View &view, ArrayRef<int64_t> kept,
                     function_ref<void(ValueRange)> buildBody);

/// A dimension, not the reduced one, that lanes can be taken from: of unit
/// stride in every memref and with more than one element. The innermost, if
/// there are several.
std::optional<int64_t> findLanes(const View &view);

/// The innermost dimension, not the reduced one, whose strides are 1 or may
/// turn out to be.
std::optional<int64_t> findPossibleLanes(const View &view);

} // namespace mlir::extrema

#endif // EXTREMA_LIB_CONVERSION_EXTREMATOVECTOR_VIEWS_H
