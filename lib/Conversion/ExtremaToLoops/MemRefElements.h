//===- MemRefElements.h - Elements in memrefs -------------------*- C++ -*-===//
//
// An element lives at the same coordinates of a memref of values and of a
// memref of indices.
//
//===----------------------------------------------------------------------===//

#ifndef EXTREMA_LIB_CONVERSION_EXTREMATOLOOPS_MEMREFELEMENTS_H
#define EXTREMA_LIB_CONVERSION_EXTREMATOLOOPS_MEMREFELEMENTS_H

#include "extrema/Conversion/Common/ElementOrder.h"
#include "mlir/IR/ValueRange.h"

namespace mlir::extrema {

/// The coordinates of `position` along `dimension`, in the row that is at the
/// coordinates `outer` of the other dimensions.
SmallVector<Value> getCoordinates(ValueRange outer, int64_t dimension,
                                  Value position);

Element loadElement(OpBuilder &b, Location loc, Value values, Value indices,
                    ValueRange coordinates);

/// Stores the value and the index of `element`; either memref may be null.
void storeElement(OpBuilder &b, Location loc, Element element, Value values,
                  Value indices, ValueRange coordinates);

} // namespace mlir::extrema

#endif // EXTREMA_LIB_CONVERSION_EXTREMATOLOOPS_MEMREFELEMENTS_H
