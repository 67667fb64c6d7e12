// What docs/Rationale.md says of upstream: were it no longer so, the page would
// have to change.

// RUN: extrema-opt %s --convert-extrema-to-linalg --transform-interpreter --split-input-file --verify-diagnostics

func.func @vectorize(%x: tensor<4x8xf32>, %v: tensor<4xf32>, %i: tensor<4xi64>) -> (tensor<4xf32>, tensor<4xi64>) {
  // expected-error@+1 {{Attempted to vectorize, but failed}}
  %0:2 = extrema.arg_reduce <maximumf> dimension(1) accumulate ins(%x : tensor<4x8xf32>) outs(%v, %i : tensor<4xf32>, tensor<4xi64>) -> tensor<4xf32>, tensor<4xi64>
  return %0#0, %0#1 : tensor<4xf32>, tensor<4xi64>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %generic = transform.structured.match ops{["linalg.generic"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.structured.vectorize %generic : !transform.any_op
    transform.yield
  }
}

// -----

func.func @tile(%x: tensor<4x8xf32>, %v: tensor<4xf32>, %i: tensor<4xi64>) -> (tensor<4xf32>, tensor<4xi64>) {
  // expected-error@+1 {{'linalg.generic' op Failed to anaysis the reduction operation.}}
  %0:2 = extrema.arg_reduce <maximumf> dimension(1) accumulate ins(%x : tensor<4x8xf32>) outs(%v, %i : tensor<4xf32>, tensor<4xi64>) -> tensor<4xf32>, tensor<4xi64>
  return %0#0, %0#1 : tensor<4xf32>, tensor<4xi64>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %generic = transform.structured.match ops{["linalg.generic"]} in %root : (!transform.any_op) -> !transform.any_op
    // expected-error@+1 {{failed to tile using partial reduction}}
    %fill, %part, %merge, %loop = transform.structured.tile_reduction_using_for %generic by tile_sizes = [0, 2] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op)
    transform.yield
  }
}
