//===- ExtremaDialect.cpp - The Extrema dialect -----------------*- C++ -*-===//

#include "extrema/Dialect/Extrema/IR/ExtremaDialect.h"

using namespace mlir;
using namespace mlir::extrema;

#include "extrema/Dialect/Extrema/IR/ExtremaDialect.cpp.inc"

void ExtremaDialect::initialize() {}
