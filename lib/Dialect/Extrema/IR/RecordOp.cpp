//===- RecordOp.cpp - A failed check, noted -------------------------------===//

#include "extrema/Dialect/Extrema/IR/Extrema.h"

#include "llvm/Support/Regex.h"

using namespace mlir;
using namespace mlir::extrema;

LogicalResult RecordOp::verify() {
  size_t numValues = getValues().size();
  if (numValues > kMaxValues)
    return emitOpError("takes at most ")
           << kMaxValues << " operands, but has " << numValues;
  if (getMessage().contains('\0'))
    return emitOpError("message holds a NUL, at which it would end");

  llvm::Regex placeholder("\\{([0-9]+)\\}");
  SmallVector<StringRef, 2> match;
  for (StringRef rest = getMessage(); placeholder.match(rest, &match);
       rest = StringRef(match[0].end(), rest.end() - match[0].end())) {
    unsigned number;
    if (match[1].getAsInteger(10, number) || number >= numValues)
      return emitOpError("message refers to ")
             << match[0] << ", but the op has " << numValues
             << (numValues == 1 ? " operand" : " operands");
  }
  return success();
}
