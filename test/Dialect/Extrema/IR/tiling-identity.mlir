// A loop over tiles of the reduced dimension starts from the identity, which no
// driver of fusion takes into it: each tile would forget those before it.

// RUN: split-file %s %t
// RUN: extrema-opt %t/fuse.mlir --extrema-overwrite-to-accumulate --transform-interpreter --canonicalize --cse \
// RUN:   --extrema-accumulate-to-overwrite | FileCheck %s
// RUN: extrema-opt %t/one-tile.mlir --extrema-overwrite-to-accumulate --transform-interpreter --canonicalize --cse \
// RUN:   --extrema-accumulate-to-overwrite | FileCheck %s --check-prefix=ONE
// RUN: extrema-opt %t/by-name.mlir --transform-interpreter --verify-diagnostics

//--- fuse.mlir
#id = affine_map<(d0, d1) -> (d0, d1)>

// CHECK-LABEL: func @topk
// CHECK:         %[[S:.*]]:2 = extrema.identity <maximumf>
// CHECK:         scf.for %{{.*}} iter_args(%{{.*}} = %[[S]]#0, %{{.*}} = %[[S]]#1)
// CHECK:           scf.for
// CHECK-NOT:         extrema.identity
// CHECK:             linalg.generic
// CHECK:             extrema.topk_reduce <maximumf> dimension(1) index_base(%{{.*}}) accumulate
func.func @topk(%x: tensor<37x1000xf32>, %v0: tensor<37x5xf32>, %i0: tensor<37x5xi64>) -> (tensor<37x5xf32>, tensor<37x5xi64>) {
  %e = tensor.empty() : tensor<37x1000xf32>
  %y = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%x : tensor<37x1000xf32>) outs(%e : tensor<37x1000xf32>) {
  ^bb0(%a: f32, %o: f32):
    %s = arith.mulf %a, %a : f32
    linalg.yield %s : f32
  } -> tensor<37x1000xf32>
  %v, %i = extrema.topk_reduce <maximumf> dimension(1) ins(%y : tensor<37x1000xf32>) outs(%v0, %i0 : tensor<37x5xf32>, tensor<37x5xi64>) -> tensor<37x5xf32>, tensor<37x5xi64>
  return %v, %i : tensor<37x5xf32>, tensor<37x5xi64>
}

// CHECK-LABEL: func @arg
// CHECK:         %[[S:.*]]:2 = extrema.identity <minui> last
// CHECK:         scf.for
// CHECK-NOT:       extrema.identity
// CHECK:           extrema.arg_reduce <minui> dimension(1) last index_base(%{{.*}}) accumulate
func.func @arg(%x: tensor<37x1000xui8>, %i0: tensor<37xi32>) -> tensor<37xi32> {
  %i = extrema.arg_reduce <minui> dimension(1) last ins(%x : tensor<37x1000xui8>) index_only outs(%i0 : tensor<37xi32>) -> tensor<37xi32>
  return %i : tensor<37xi32>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %r = transform.structured.match ops{["extrema.topk_reduce", "extrema.arg_reduce"]} in %root : (!transform.any_op) -> !transform.any_op
    %t, %loops:2 = transform.structured.fuse %r tile_sizes [4, 300] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
    transform.yield
  }
}

//--- one-tile.mlir

// Of a loop of one iteration nothing is left, and so nothing of the identity.
// ONE-LABEL: func @one_tile
// ONE-NOT:     extrema.identity
// ONE-NOT:     scf.for
// ONE:         extrema.arg_reduce <maximumf> dimension(0) ins(%{{.*}} : tensor<100xf32>) index_only
func.func @one_tile(%x: tensor<100xf32>, %i0: tensor<i64>) -> tensor<i64> {
  %i = extrema.arg_reduce <maximumf> dimension(0) ins(%x : tensor<100xf32>) index_only outs(%i0 : tensor<i64>) -> tensor<i64>
  return %i : tensor<i64>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %r = transform.structured.match ops{["extrema.arg_reduce"]} in %root : (!transform.any_op) -> !transform.any_op
    %t, %loop = transform.structured.tile_using_for %r tile_sizes [100] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}

//--- by-name.mlir
func.func @by_name(%x: tensor<100xf32>, %v0: tensor<f32>, %i0: tensor<i64>) -> (tensor<f32>, tensor<i64>) {
  // expected-remark @+3 {{could not fuse}}
  // expected-note @+2 {{producer is not a TileableInterface}}
  // expected-note @+1 {{producer op use by containing op cannot be fused by cloning}}
  %s:2 = extrema.identity <maximumf> outs(%v0, %i0 : tensor<f32>, tensor<i64>) -> tensor<f32>, tensor<i64>
  %v, %i = extrema.arg_reduce <maximumf> dimension(0) accumulate ins(%x : tensor<100xf32>) outs(%s#0, %s#1 : tensor<f32>, tensor<i64>) -> tensor<f32>, tensor<i64>
  return %v, %i : tensor<f32>, tensor<i64>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %r = transform.structured.match ops{["extrema.arg_reduce"]} in %root : (!transform.any_op) -> !transform.any_op
    %t, %loop = transform.structured.tile_using_for %r tile_sizes [30] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    %identity = transform.structured.match ops{["extrema.identity"]} in %root : (!transform.any_op) -> !transform.any_op
    %fused, %into = transform.structured.fuse_into_containing_op %identity into %loop : (!transform.any_op, !transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}
