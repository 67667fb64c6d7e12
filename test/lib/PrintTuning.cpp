//===- PrintTuning.cpp - The table of thresholds, as JSON -----------------===//
//
// What tests and docs know of thresholds they read from here.
//
//===----------------------------------------------------------------------===//

#include "Tuning.h"

#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

/// Prints a list of objects, one for each line of Tuning.def.
void printTuning(llvm::raw_ostream &os) {
  llvm::json::OStream json(os, /*IndentSize=*/1);
  json.array([&] {
#define EXTREMA_TUNING(GROUP, NAME, VALUE, UNIT, TEXT, COMMAND)                \
  json.object([&] {                                                            \
    json.attribute("group", #GROUP);                                           \
    json.attribute("name", #NAME);                                             \
    json.attribute("value", mlir::extrema::tuning::GROUP::NAME);               \
    json.attribute("unit", UNIT);                                              \
    json.attribute("text", TEXT);                                              \
    json.attribute("command", COMMAND);                                        \
  });
#include "Tuning.def"
  });
  os << "\n";
}
