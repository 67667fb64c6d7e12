//===- Passes.td - Passes that convert from and to extrema -*- tablegen -*-===//

#ifndef EXTREMA_CONVERSION_PASSES
#define EXTREMA_CONVERSION_PASSES

include "mlir/Pass/PassBase.td"

def ConvertStridedCopyToLoops : Pass<"convert-strided-copy-to-loops"> {
  let summary = "Turn memref.copy between strided views into loops";
  let description = [{
    Upstream lowers a `memref.copy` whose source or target is not laid out
    contiguously to a call of a function in its runner library. Compiled kernels
    have no such library, so these copies become loops here. Copies between
    memrefs of identity layout stay: they become `memcpy`.

    ```mlir
    memref.copy %view, %out : memref<4xf32, strided<[8]>> to memref<4xf32>
    ```
    becomes

    ```mlir
    scf.for %i = %c0 to %c4 step %c1 {
      %x = memref.load %view[%i] : memref<4xf32, strided<[8]>>
      memref.store %x, %out[%i] : memref<4xf32>
    }
    ```

    (after `canonicalize`, which removes identity maps).
  }];
  let dependentDialects = ["::mlir::affine::AffineDialect",
                           "::mlir::arith::ArithDialect",
                           "::mlir::linalg::LinalgDialect",
                           "::mlir::memref::MemRefDialect",
                           "::mlir::scf::SCFDialect"];
}

#endif // EXTREMA_CONVERSION_PASSES
