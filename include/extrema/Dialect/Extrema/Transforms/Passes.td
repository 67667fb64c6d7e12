//===- Passes.td - Passes from extrema to extrema ----------*- tablegen -*-===//

#ifndef EXTREMA_DIALECT_EXTREMA_TRANSFORMS_PASSES
#define EXTREMA_DIALECT_EXTREMA_TRANSFORMS_PASSES

include "mlir/Pass/PassBase.td"

def ExtremaOverwriteToAccumulate
    : Pass<"extrema-overwrite-to-accumulate"> {
  let summary = "Fill destinations with identities and accumulate into them";
  let description = [{
    Turns structured operations on tensors that overwrite their destinations into
    ones that accumulate into destinations filled with the identity, both results
    present.

    Upstream's tiling of a reduced dimension needs this first: it carries the
    destinations from tile to tile and never says which tile is the first one.
    The canonicalizer turns what was not tiled back.

    Integers must be signless (see `extrema-strip-signedness`): no constant of
    another kind can be filled in. Other operations are left alone.

    ```mlir
    %i = extrema.arg_reduce <maxsi> dimension(1) ins(%x : tensor<4x8xi32>)
           index_only outs(%i0 : tensor<4xi64>) -> tensor<4xi64>
    ```
    becomes

    ```mlir
    %c-2147483648_i32 = arith.constant -2147483648 : i32
    %c9223372036854775807_i64 = arith.constant 9223372036854775807 : i64
    %v0 = tensor.empty() : tensor<4xi32>
    %v1 = linalg.fill ins(%c-2147483648_i32 : i32) outs(%v0 : tensor<4xi32>) -> tensor<4xi32>
    %i1 = linalg.fill ins(%c9223372036854775807_i64 : i64) outs(%i0 : tensor<4xi64>) -> tensor<4xi64>
    %r:2 = extrema.arg_reduce <maxsi> dimension(1) accumulate ins(%x : tensor<4x8xi32>)
             outs(%v1, %i1 : tensor<4xi32>, tensor<4xi64>) -> tensor<4xi32>, tensor<4xi64>
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::linalg::LinalgDialect",
                           "::mlir::tensor::TensorDialect"];
}

def ExtremaProtectInputs
    : Pass<"extrema-protect-inputs", "::mlir::ModuleOp"> {
  let summary = "Forbid bufferization to write into a caller's tensors";
  let description = [{
    Marks every tensor argument of every public function that has a body as
    read-only (`bufferization.writable = false`), for a caller who hands in
    buffers that are to stay as they are. Without it, bufferization across
    function boundaries may update an argument in place.

    ```mlir
    func.func @main(%x: tensor<4xf32>) -> tensor<4xf32>
    ```
    becomes

    ```mlir
    func.func @main(%x: tensor<4xf32> {bufferization.writable = false}) -> tensor<4xf32>
    ```
  }];
  let dependentDialects = ["::mlir::bufferization::BufferizationDialect"];
}

def ExtremaValueToStructured : Pass<"extrema-value-to-structured"> {
  let summary = "Turn argmin, argmax and topk into reductions with destinations";
  let description = [{
    The order that a value operation has by its name, NaN mode, signedness and
    direction becomes the `kind` of a structured one:

    | | floats | signless and signed integers | unsigned integers |
    |---|---|---|---|
    | argmax | `maximumf` | `maxsi` | `maxui` |
    | argmax `nan(ignore)` | `maxnumf` | `maxsi` | `maxui` |
    | argmin | `minimumf` | `minsi` | `minui` |
    | argmin `nan(ignore)` | `minnumf` | `minsi` | `minui` |
    | topk | `maximumf` | `maxsi` | `maxui` |
    | topk `smallest` | `minnumf` | `minsi` | `minui` |

    A result's extent is the one that its type states, else the input's or `k`.
    Structured operations have no errors: run `extrema-insert-checks` before, or
    vouch for the operands.

    An operation on an unranked tensor, or on an axis that its type does not
    have, is an error.

    ```mlir
    %i = extrema.argmax %x axis(1) keepdims : tensor<4x?xf32> -> tensor<4x1xi64>
    ```
    becomes

    ```mlir
    %empty = tensor.empty() : tensor<4xi64>
    %reduced = extrema.arg_reduce <maximumf> dimension(1) ins(%x : tensor<4x?xf32>)
                 index_only outs(%empty : tensor<4xi64>) -> tensor<4xi64>
    %i = tensor.expand_shape %reduced [[0, 1]] output_shape [4, 1] : tensor<4xi64> into tensor<4x1xi64>
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::tensor::TensorDialect"];
}

#endif // EXTREMA_DIALECT_EXTREMA_TRANSFORMS_PASSES
