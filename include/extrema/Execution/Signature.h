//===- Signature.h - What a compiled function takes and gives ---*- C++ -*-===//

#ifndef EXTREMA_EXECUTION_SIGNATURE_H
#define EXTREMA_EXECUTION_SIGNATURE_H

#include "extrema/Execution/Array.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace mlir::extrema {

/// One input or result. An extent that is only known at run time is
/// ShapedType::kDynamic.
struct ArrayType {
  std::string name;
  ElementType elementType;
  SmallVector<int64_t> shape;

  /// "f32[?x8]".
  std::string format() const {
    return formatArrayType(getName(elementType), shape);
  }
};

struct Signature {
  std::string functionName;
  SmallVector<ArrayType> inputs;
  SmallVector<ArrayType> results;
};

/// The signature of a function of ranked tensors. Names come from the
/// attributes `extrema.name` ("arg0", "result0" where there is none), types
/// from `extrema.original_type` where the function has been stripped of its
/// signedness. Fails on a type that no array can have.
llvm::Expected<Signature> getSignature(func::FuncOp function);

/// Checks that `inputs` are as many, and of such types, as `signature` asks
/// for. An error names the input, what is wanted and what was given.
llvm::Error checkInputs(const Signature &signature,
                        ArrayRef<const Array *> inputs);

} // namespace mlir::extrema

#endif // EXTREMA_EXECUTION_SIGNATURE_H
