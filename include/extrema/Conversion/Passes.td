//===- Passes.td - Passes that convert from and to extrema -*- tablegen -*-===//

#ifndef EXTREMA_CONVERSION_PASSES
#define EXTREMA_CONVERSION_PASSES

include "mlir/Pass/PassBase.td"

def ConvertExtremaToLoops : Pass<"convert-extrema-to-loops"> {
  let summary = "Structured operations on memrefs to scalar scf loops";
  let description = [{
    Turns `extrema.arg_reduce` and `extrema.topk_reduce` on memrefs of any layout
    into scf loops over `memref.load` and `memref.store`, without scratch memory.
    It is the plain lowering by which the faster ones are judged.

    An `arg_reduce` becomes a loop that carries the best pair found so far:

    ```mlir
    extrema.arg_reduce <maxsi> dimension(0) ins(%x : memref<8x4xi32>)
      index_only outs(%i : memref<4xi64>)
    ```

    becomes

    ```mlir
    scf.for %column = %c0 to %c4 step %c1 {
      %best:2 = scf.for %row = %c0 to %c8 step %c1
          iter_args(%value = %c-2147483648_i32, %index = %c9223372036854775807_i64)
          -> (i32, i64) {
        %element = memref.load %x[%row, %column] : memref<8x4xi32>
        %position = arith.index_cast %row : index to i64
        ...
        scf.yield %better_value, %better_index : i32, i64
      }
      memref.store %best#1, %i[%column] : memref<4xi64>
    }
    ```

    A `topk_reduce` keeps the `k` best pairs as a heap in the row of the
    destinations, the worst at its root, with which each further element of the
    input is compared, and sorts the heap in place at the end (not with
    `unsorted`): O(n log k) comparisons for a row of n elements.

    Fails on operations on tensors, which are to be bufferized before, and on
    signed or unsigned integers, for which `extrema-strip-signedness` is to be
    run before.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::memref::MemRefDialect",
                           "::mlir::scf::SCFDialect"];
}

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
