//===- SingleElements.cpp - Rows of one element ---------------------------===//

#include "SingleElements.h"

using namespace mlir;
using namespace mlir::extrema;

void mlir::extrema::buildSingleElements(KernelBuilder &b,
                                        const ArgReduction &reduction,
                                        const View &view) {
  buildEachRow(b, reduction, view, [&](Value) { return b.index(0); });
}
