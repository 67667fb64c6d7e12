// From tensors whose encodings are memory spaces to memrefs in these spaces, and to
// loops over them.

// DEFINE: %{bufferize} = --empty-tensor-to-alloc-tensor \
// DEFINE:   --one-shot-bufferize="bufferize-function-boundaries function-boundary-type-conversion=identity-layout-map use-encoding-for-memory-space" \
// DEFINE:   --canonicalize --cse

// RUN: split-file %s %t
// RUN: extrema-opt %t/program.mlir --extrema-insert-checks --extrema-value-to-structured --canonicalize | FileCheck %s --check-prefix=TENSORS
// RUN: extrema-opt %t/program.mlir --extrema-value-to-structured --canonicalize %{bufferize} | FileCheck %s --check-prefix=MEMREFS
// RUN: extrema-opt %t/program.mlir --extrema-value-to-structured %{bufferize} --convert-extrema-to-loops | FileCheck %s --check-prefix=LOOPS
// RUN: extrema-opt %t/program.mlir --extrema-value-to-structured --convert-extrema-to-linalg %{bufferize} | FileCheck %s --check-prefix=LINALG
// RUN: extrema-opt %t/program.mlir --extrema-value-to-structured --transform-preload-library=transform-library-paths=%t/tile.mlir --transform-interpreter %{bufferize} \
// RUN:   | FileCheck %s --check-prefix=TILED
// RUN: extrema-opt %t/program.mlir --extrema-value-to-structured --transform-preload-library=transform-library-paths=%t/split.mlir --transform-interpreter %{bufferize} \
// RUN:   | FileCheck %s --check-prefix=SPLIT
// RUN: extrema-opt %t/record.mlir --extrema-insert-checks=form=record | FileCheck %s --check-prefix=RECORD
// RUN: extrema-opt %t/signs.mlir --extrema-value-to-structured --extrema-strip-signedness | FileCheck %s --check-prefix=SIGNS

//--- program.mlir
// TENSORS-LABEL: func @best
// TENSORS: %[[E:.*]] = tensor.empty(%{{.*}}) : tensor<?xi64, 2 : i64>
// TENSORS: %[[R:.*]] = extrema.arg_reduce <maximumf> dimension(1) ins(%{{.*}} : tensor<?x8xf32, 1 : i64>) index_only outs(%[[E]] : tensor<?xi64, 2 : i64>) -> tensor<?xi64, 2 : i64>
// TENSORS: tensor.expand_shape %[[R]] {{.*}} : tensor<?xi64, 2 : i64> into tensor<?x1xi64, 2 : i64>
// MEMREFS-LABEL: func @best(
// MEMREFS-SAME: %[[X:.*]]: memref<?x8xf32, 1>) -> memref<?x1xi64, 2>
// MEMREFS: %[[A:.*]] = memref.alloc(%{{.*}}) {{.*}} : memref<?xi64, 2>
// MEMREFS: extrema.arg_reduce <maximumf> dimension(1) ins(%[[X]] : memref<?x8xf32, 1>) index_only outs(%[[A]] : memref<?xi64, 2>)
// LOOPS-LABEL: func @best
// LOOPS: memref.load %{{.*}} : memref<?x8xf32, 1>
// LOOPS: memref.store %{{.*}} : memref<?xi64, 2>
// LINALG-LABEL: func @best
// LINALG: linalg.generic {{.*}} ins(%{{.*}} : memref<?x8xf32, 1>) outs(%{{.*}}, %{{.*}} : memref<?xf32, 2>, memref<?xi64, 2>)
// TILED-LABEL: func @best
// TILED: extrema.arg_reduce <maximumf> dimension(1) ins(%{{.*}} : memref<?x8xf32, strided<[8, 1], offset: ?>, 1>) index_only outs(%{{.*}} : memref<?xi64, strided<[1], offset: ?>, 2>)
// SPLIT-LABEL: func @best
// SPLIT: extrema.arg_reduce <maximumf> dimension(1) index_base(%{{.*}}) ins(%{{.*}}, 1>) outs(%{{.*}} : memref<?xf32, strided<[1], offset: ?>, 2>, memref<?xi64, strided<[1], offset: ?>, 2>)
// SPLIT: extrema.arg_reduce <maximumf> dimension(0) ins(%{{.*}} : memref<4x?xf32, 2>, memref<4x?xi64, 2>)
func.func @best(%x: tensor<?x8xf32, 1 : i64>) -> tensor<?x1xi64, 2 : i64> {
  %0 = extrema.argmax %x axis(1) keepdims : tensor<?x8xf32, 1 : i64> -> tensor<?x1xi64, 2 : i64>
  return %0 : tensor<?x1xi64, 2 : i64>
}

// TENSORS-LABEL: func @largest
// TENSORS-DAG: tensor.empty() : tensor<4x3xf16>
// TENSORS-DAG: tensor.empty() : tensor<4x3xi32, 2 : i64>
// MEMREFS-LABEL: func @largest(
// MEMREFS-SAME: memref<4x8xf16, 1>) -> (memref<4x3xf16>, memref<4x3xi32, 2>)
// MEMREFS: extrema.topk_reduce <maximumf> dimension(1) ins(%{{.*}} : memref<4x8xf16, 1>) outs(%{{.*}}, %{{.*}} : memref<4x3xf16>, memref<4x3xi32, 2>)
// LOOPS-LABEL: func @largest
// LOOPS: builtin.unrealized_conversion_cast %{{.*}} : memref<4x8xf16, 1> to memref<4x8xi16, 1>
// LOOPS: memref.store %{{.*}} : memref<4x3xi32, 2>
// TILED-LABEL: func @largest
// TILED: extrema.topk_reduce <maximumf> dimension(1) ins(%{{.*}} : memref<2x8xf16, strided<[8, 1], offset: ?>, 1>) outs(%{{.*}}, %{{.*}} : memref<2x3xf16, strided<[3, 1], offset: ?>>, memref<2x3xi32, strided<[3, 1], offset: ?>, 2>)
// SPLIT-LABEL: func @largest
// SPLIT: linalg.transpose ins(%{{.*}} : memref<4x4x3xi32, 2>) outs(%{{.*}} : memref<4x4x3xi32, 2>)
// SPLIT: extrema.topk_reduce <maximumf> dimension(1) ins(%{{.*}}, %{{.*}} : memref<4x12xf16>, memref<4x12xi32, 2>)
func.func @largest(%x: tensor<4x8xf16, 1 : i64>) -> (tensor<4x3xf16>, tensor<4x3xi32, 2 : i64>) {
  %0:2 = extrema.topk %x k(3) axis(1) : tensor<4x8xf16, 1 : i64> -> tensor<4x3xf16>, tensor<4x3xi32, 2 : i64>
  return %0#0, %0#1 : tensor<4x3xf16>, tensor<4x3xi32, 2 : i64>
}

// The state of a loop, as overwrite-to-accumulate and tiling leave it.
// MEMREFS-LABEL: func @state(
// MEMREFS: extrema.identity <maximumf> outs(%{{.*}}, %{{.*}} : memref<4xf32, 2>, memref<4xi64, 3>)
// LOOPS-LABEL: func @state
// LOOPS: memref.store %{{.*}} : memref<4xf32, 2>
// LOOPS: memref.store %{{.*}} : memref<4xi64, 3>
// LINALG-LABEL: func @state
// LINALG: linalg.fill {{.*}} outs(%{{.*}} : memref<4xf32, 2>)
func.func @state(%v: tensor<4xf32, 2 : i64>, %i: tensor<4xi64, 3 : i64>) -> (tensor<4xf32, 2 : i64>, tensor<4xi64, 3 : i64>) {
  %0:2 = extrema.identity <maximumf> outs(%v, %i : tensor<4xf32, 2 : i64>, tensor<4xi64, 3 : i64>) -> tensor<4xf32, 2 : i64>, tensor<4xi64, 3 : i64>
  return %0#0, %0#1 : tensor<4xf32, 2 : i64>, tensor<4xi64, 3 : i64>
}

//--- tile.mlir
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%module: !transform.any_op {transform.readonly}) {
    %op = transform.structured.match ops{["extrema.arg_reduce", "extrema.topk_reduce"]} in %module : (!transform.any_op) -> !transform.any_op
    %tiled, %loop = transform.structured.tile_using_for %op tile_sizes [2] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}

//--- split.mlir
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%module: !transform.any_op {transform.readonly}) {
    %op = transform.structured.match ops{["extrema.arg_reduce", "extrema.topk_reduce"]} in %module : (!transform.any_op) -> !transform.any_op
    %fill:2, %part, %merge, %loop = transform.structured.tile_reduction_using_forall %op by num_threads = [0, 4] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op)
    transform.yield
  }
}

//--- record.mlir
// What stands in for a result that cannot be given has the result's encoding.
// RECORD-LABEL: func @stated
// RECORD: scf.if %{{.*}} -> (tensor<4xi64, 2 : i64>)
// RECORD: linalg.fill {{.*}} outs(%{{.*}} : tensor<{{.*}}xi64, 2 : i64>)
func.func @stated(%x: tensor<?x8xf32, 1 : i64>) -> tensor<4xi64, 2 : i64> {
  %0 = extrema.argmax %x axis(1) : tensor<?x8xf32, 1 : i64> -> tensor<4xi64, 2 : i64>
  return %0 : tensor<4xi64, 2 : i64>
}

//--- signs.mlir
// SIGNS-LABEL: func.func @signs(
// SIGNS-SAME: tensor<4x8xi8, 1 : i64>) -> (tensor<4xi64, 2 : i64>, tensor<2xi8, 1 : i64>)
// SIGNS: arith.constant dense<{{.*}}> : tensor<2xi8, 1 : i64>
// SIGNS: extrema.arg_reduce <maxui> dimension(1) ins(%{{.*}} : tensor<4x8xi8, 1 : i64>) index_only outs(%{{.*}} : tensor<4xi64, 2 : i64>)
func.func @signs(%x: tensor<4x8xui8, 1 : i64>) -> (tensor<4xi64, 2 : i64>, tensor<2xui8, 1 : i64>) {
  %c = arith.constant dense<[1, 200]> : tensor<2xui8, 1 : i64>
  %0 = extrema.argmax %x axis(1) : tensor<4x8xui8, 1 : i64> -> tensor<4xi64, 2 : i64>
  return %0, %c : tensor<4xi64, 2 : i64>, tensor<2xui8, 1 : i64>
}
