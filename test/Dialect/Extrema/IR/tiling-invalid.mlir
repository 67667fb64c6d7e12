// What cannot be tiled or split, and why. Upstream's drivers add errors of their
// own.

// RUN: extrema-opt %s --transform-interpreter --split-input-file --verify-diagnostics

func.func @overwriting(%x: tensor<8x?xi32>, %i: tensor<8xi64>) -> tensor<8xi64> {
  // expected-error @+3 {{overwrites its destinations, so a tile of the reduced dimension would lose what the tiles before it found: run extrema-overwrite-to-accumulate before tiling it}}
  // expected-error @+2 {{faild to tile operation}}
  // expected-error @+1 {{failed to generate tiling loops}}
  %r = extrema.arg_reduce <maxsi> dimension(1) ins(%x : tensor<8x?xi32>) index_only outs(%i : tensor<8xi64>) -> tensor<8xi64>
  return %r : tensor<8xi64>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%module: !transform.any_op {transform.readonly}) {
    %op = transform.structured.match ops{["extrema.arg_reduce"]} in %module : (!transform.any_op) -> !transform.any_op
    %tiled, %loop = transform.structured.tile_using_for %op tile_sizes [0, 4] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

func.func @race(%x: tensor<8x?xi32>, %v: tensor<8x3xi32>, %i: tensor<8x3xi64>) -> (tensor<8x3xi32>, tensor<8x3xi64>) {
  // expected-error @+4 {{cannot be tiled along the reduced dimension by a parallel loop, whose iterations would race for the same destination: use tile_reduction_using_forall}}
  // expected-warning @+3 {{tiling is not thread safe at axis #1}}
  // expected-error @+2 {{faild to tile operation}}
  // expected-error @+1 {{failed to generate tiling loops}}
  %r:2 = extrema.topk_reduce <maxsi> dimension(1) accumulate ins(%x : tensor<8x?xi32>) outs(%v, %i : tensor<8x3xi32>, tensor<8x3xi64>) -> tensor<8x3xi32>, tensor<8x3xi64>
  // expected-note @-1 {{when applied to this op}}
  return %r#0, %r#1 : tensor<8x3xi32>, tensor<8x3xi64>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%module: !transform.any_op {transform.readonly}) {
    %op = transform.structured.match ops{["extrema.topk_reduce"]} in %module : (!transform.any_op) -> !transform.any_op
    // expected-error @+1 {{transform.structured.tile_using_forall failed to apply}}
    %tiled, %loop = transform.structured.tile_using_forall %op num_threads [2, 4] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

// Nor on memrefs.

func.func @race_on_memrefs(%x: memref<?xi32>, %v: memref<i32>, %i: memref<i64>) {
  // expected-error @+4 {{cannot be tiled along the reduced dimension by a parallel loop}}
  // expected-warning @+3 {{tiling is not thread safe at axis #0}}
  // expected-error @+2 {{faild to tile operation}}
  // expected-error @+1 {{failed to generate tiling loops}}
  extrema.arg_reduce <maxsi> dimension(0) accumulate ins(%x : memref<?xi32>) outs(%v, %i : memref<i32>, memref<i64>)
  // expected-note @-1 {{when applied to this op}}
  return
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%module: !transform.any_op {transform.readonly}) {
    %op = transform.structured.match ops{["extrema.arg_reduce"]} in %module : (!transform.any_op) -> !transform.any_op
    // expected-error @+1 {{transform.structured.tile_using_forall failed to apply}}
    %tiled, %loop = transform.structured.tile_using_forall %op tile_sizes [8] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

func.func @without_elements(%x: tensor<8x0xi32>, %v: tensor<8xi32>, %i: tensor<8xi64>) -> (tensor<8xi32>, tensor<8xi64>) {
  // expected-error @+3 {{cannot be tiled: there are no slices of a type without elements, 'tensor<8x0xi32>'}}
  // expected-error @+2 {{faild to tile operation}}
  // expected-error @+1 {{failed to generate tiling loops}}
  %r:2 = extrema.arg_reduce <maxsi> dimension(1) ins(%x : tensor<8x0xi32>) outs(%v, %i : tensor<8xi32>, tensor<8xi64>) -> tensor<8xi32>, tensor<8xi64>
  return %r#0, %r#1 : tensor<8xi32>, tensor<8xi64>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%module: !transform.any_op {transform.readonly}) {
    %op = transform.structured.match ops{["extrema.arg_reduce"]} in %module : (!transform.any_op) -> !transform.any_op
    %tiled, %loop = transform.structured.tile_using_for %op tile_sizes [4] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

#tiled = affine_map<(d0, d1) -> (d0, d1 floordiv 2, d1 mod 2)>
func.func @not_strided(%x: memref<4x32xf32, #tiled>, %v: memref<4xf32>, %i: memref<4xi64>) {
  // expected-error @+3 {{cannot be tiled: there are no subviews of a memref whose layout is not strided, 'memref<4x32xf32, affine_map<(d0, d1) -> (d0, d1 floordiv 2, d1 mod 2)>>'}}
  // expected-error @+2 {{faild to tile operation}}
  // expected-error @+1 {{failed to generate tiling loops}}
  extrema.arg_reduce <maximumf> dimension(1) accumulate ins(%x : memref<4x32xf32, #tiled>) outs(%v, %i : memref<4xf32>, memref<4xi64>)
  return
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%module: !transform.any_op {transform.readonly}) {
    %op = transform.structured.match ops{["extrema.arg_reduce"]} in %module : (!transform.any_op) -> !transform.any_op
    %tiled, %loop = transform.structured.tile_using_for %op tile_sizes [2] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

func.func @sequential_parts(%x: tensor<8x?xi32>, %i: tensor<8xi64>) -> tensor<8xi64> {
  // expected-error @+3 {{can be split into parts in parallel only: use tile_reduction_using_forall, or accumulate and tile the reduced dimension by a sequential loop}}
  // expected-error @+2 {{faild to tile operation}}
  // expected-error @+1 {{failed to generate tiling loops}}
  %r = extrema.arg_reduce <maxsi> dimension(1) ins(%x : tensor<8x?xi32>) index_only outs(%i : tensor<8xi64>) -> tensor<8xi64>
  return %r : tensor<8xi64>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%module: !transform.any_op {transform.readonly}) {
    %op = transform.structured.match ops{["extrema.arg_reduce"]} in %module : (!transform.any_op) -> !transform.any_op
    // expected-error @+1 {{failed to tile using partial reduction}}
    %fill:2, %part, %merge, %loop = transform.structured.tile_reduction_using_for %op by tile_sizes = [0, 4] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

func.func @parts_of_memrefs(%x: memref<8x?xi32>, %v: memref<8x3xi32>, %i: memref<8x3xi64>) {
  // expected-error @+1 {{can be split into parts on tensors only}}
  extrema.topk_reduce <maxsi> dimension(1) ins(%x : memref<8x?xi32>) outs(%v, %i : memref<8x3xi32>, memref<8x3xi64>)
  return
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%module: !transform.any_op {transform.readonly}) {
    %op = transform.structured.match ops{["extrema.topk_reduce"]} in %module : (!transform.any_op) -> !transform.any_op
    // expected-error @+1 {{could not tile reduction}}
    %fill:2, %part, %merge, %loop = transform.structured.tile_reduction_using_forall %op by tile_sizes = [0, 4] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

func.func @parts_of_nothing(%x: tensor<8x?xi32>, %v: tensor<8x3xi32>, %i: tensor<8x3xi64>) -> (tensor<8x3xi32>, tensor<8x3xi64>) {
  // expected-error @+1 {{can be split into parts along its reduced dimension only, 1}}
  %r:2 = extrema.topk_reduce <maxsi> dimension(1) ins(%x : tensor<8x?xi32>) outs(%v, %i : tensor<8x3xi32>, tensor<8x3xi64>) -> tensor<8x3xi32>, tensor<8x3xi64>
  return %r#0, %r#1 : tensor<8x3xi32>, tensor<8x3xi64>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%module: !transform.any_op {transform.readonly}) {
    %op = transform.structured.match ops{["extrema.topk_reduce"]} in %module : (!transform.any_op) -> !transform.any_op
    // expected-error @+1 {{could not tile reduction}}
    %fill:2, %part, %merge, %loop = transform.structured.tile_reduction_using_forall %op by tile_sizes = [0, 0] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op)
    transform.yield
  }
}
