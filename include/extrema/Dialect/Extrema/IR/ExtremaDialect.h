//===- ExtremaDialect.h - The Extrema dialect -------------------*- C++ -*-===//

#ifndef EXTREMA_DIALECT_EXTREMA_IR_EXTREMADIALECT_H
#define EXTREMA_DIALECT_EXTREMA_IR_EXTREMADIALECT_H

#include "mlir/IR/Dialect.h"

#include "extrema/Dialect/Extrema/IR/ExtremaDialect.h.inc"

#endif // EXTREMA_DIALECT_EXTREMA_IR_EXTREMADIALECT_H
