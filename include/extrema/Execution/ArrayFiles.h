//===- ArrayFiles.h - Arrays in .npy and .pb files --------------*- C++ -*-===//
//
// Two formats: NumPy's .npy (https://numpy.org/doc/stable/reference/generated/
// numpy.lib.format.html) and .pb, a serialized ONNX TensorProto, as in the
// test_data_set folders of ONNX's tests.
//
// Errors begin with the file's name. A file that promises more than it holds is
// refused before memory is taken for it. A written file is there whole or not
// at all.
//
//===----------------------------------------------------------------------===//

#ifndef EXTREMA_EXECUTION_ARRAYFILES_H
#define EXTREMA_EXECUTION_ARRAYFILES_H

#include "extrema/Execution/Array.h"

namespace mlir::extrema {

/// Reads a .npy file: versions 1 to 3, little-endian; Fortran order is turned
/// into row-major order. A bfloat16 array is what ml_dtypes writes: two-byte
/// void elements ('<V2').
llvm::Expected<Array> readNpyFile(StringRef path);

/// Writes a .npy file of version 1; bf16 as '<V2', to be read with
/// `numpy.load(path).view(ml_dtypes.bfloat16)`.
llvm::Error writeNpyFile(StringRef path, const Array &array);

/// Reads an ONNX TensorProto with raw or typed data; data in other files is
/// refused.
llvm::Expected<Array> readTensorProtoFile(StringRef path);

/// Writes an ONNX TensorProto of that name with raw data.
llvm::Error writeTensorProtoFile(StringRef path, const Array &array,
                                 StringRef name);

/// Reads the file by its suffix, .npy or .pb.
llvm::Expected<Array> readArrayFile(StringRef path);

/// Writes the file by its suffix, .npy or .pb; `name` is kept by .pb alone.
llvm::Error writeArrayFile(StringRef path, const Array &array, StringRef name);

/// Fails if the suffix of `path` is not one that `writeArrayFile` takes.
llvm::Error checkArrayFileSuffix(StringRef path);

} // namespace mlir::extrema

#endif // EXTREMA_EXECUTION_ARRAYFILES_H
