// Fusion by upstream's drivers: producers into tiles of a reduction, a reduction
// into tiles of its consumer.

// RUN: extrema-opt %s --transform-interpreter --canonicalize --cse --split-input-file | FileCheck %s

// The logits of a row's tile are folded into the state as they are made.

// CHECK-LABEL: func @matmul_into_topk
// CHECK-SAME:    %[[A:[a-z0-9]+]]: tensor<?x16xf32>, %[[B:[a-z0-9]+]]: tensor<16x?xf32>
// CHECK-NOT:     linalg.matmul
// CHECK:         scf.for %[[R:[a-z0-9]+]] =
// CHECK:           scf.for %[[C:[a-z0-9]+]] =
// CHECK-DAG:         %[[AT:.+]] = tensor.extract_slice %[[A]][%[[R]], 0]
// CHECK-DAG:         %[[BT:.+]] = tensor.extract_slice %[[B]][0, %[[C]]]
// CHECK:             %[[LOGITS:.+]] = linalg.matmul ins(%[[AT]], %[[BT]] :
// CHECK:             extrema.topk_reduce <maximumf> dimension(1) index_base(%[[C]]) accumulate ins(%[[LOGITS]] :
func.func @matmul_into_topk(%a: tensor<?x16xf32>, %b: tensor<16x?xf32>, %c: tensor<?x?xf32>,
                            %v: tensor<?x5xf32>, %i: tensor<?x5xi64>) -> (tensor<?x5xf32>, tensor<?x5xi64>) {
  %logits = linalg.matmul ins(%a, %b : tensor<?x16xf32>, tensor<16x?xf32>) outs(%c : tensor<?x?xf32>) -> tensor<?x?xf32>
  %r:2 = extrema.topk_reduce <maximumf> dimension(1) accumulate ins(%logits : tensor<?x?xf32>)
    outs(%v, %i : tensor<?x5xf32>, tensor<?x5xi64>) -> tensor<?x5xf32>, tensor<?x5xi64>
  return %r#0, %r#1 : tensor<?x5xf32>, tensor<?x5xi64>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%module: !transform.any_op {transform.readonly}) {
    %op = transform.structured.match ops{["extrema.topk_reduce"]} in %module : (!transform.any_op) -> !transform.any_op
    %tiled, %loops:2 = transform.structured.tile_using_for %op tile_sizes [4, 8]
      : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
    %producer = transform.structured.match ops{["linalg.matmul"]} in %module : (!transform.any_op) -> !transform.any_op
    %fused, %loop = transform.structured.fuse_into_containing_op %producer into %loops#1
      : (!transform.any_op, !transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

// CHECK-LABEL: func @generic_into_arg
// CHECK:         scf.for
// CHECK:           %[[ABS:.+]] = linalg.generic
// CHECK:           extrema.arg_reduce <maxnumf> dimension(0) ins(%[[ABS]] : tensor<?x?xf32>) index_only
#id = affine_map<(d0, d1) -> (d0, d1)>
func.func @generic_into_arg(%x: tensor<?x?xf32>, %init: tensor<?x?xf32>, %i: tensor<?xi64>) -> tensor<?xi64> {
  %abs = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<?x?xf32>) outs(%init : tensor<?x?xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = math.absf %in : f32
    linalg.yield %0 : f32
  } -> tensor<?x?xf32>
  %r = extrema.arg_reduce <maxnumf> dimension(0) ins(%abs : tensor<?x?xf32>) index_only outs(%i : tensor<?xi64>)
    -> tensor<?xi64>
  return %r : tensor<?xi64>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%module: !transform.any_op {transform.readonly}) {
    %op = transform.structured.match ops{["extrema.arg_reduce"]} in %module : (!transform.any_op) -> !transform.any_op
    %fused, %loop = transform.structured.fuse %op tile_sizes [0, 8]
      : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

// CHECK-LABEL: func @arg_into_consumer
// CHECK-SAME:    %[[X:[a-z0-9]+]]: tensor<?x?x?xf32>, %[[V:[a-z0-9]+]]: tensor<?x?xf32>
// CHECK:         scf.forall (%[[A:[a-z0-9]+]], %[[B:[a-z0-9]+]]) in
// CHECK:           %[[XT:.+]] = tensor.extract_slice %[[X]][%[[AT:.+]], 0, %[[BT:.+]]] [%[[AS:.+]], %{{.+}}, %[[BS:.+]]] [1, 1, 1]
// CHECK:           %[[VT:.+]] = tensor.extract_slice %[[V]][%[[AT]], %[[BT]]] [%[[AS]], %[[BS]]] [1, 1]
// CHECK:           %[[BEST:.+]] = extrema.arg_reduce <maximumf> dimension(1) ins(%[[XT]] : tensor<?x?x?xf32>) value_only outs(%[[VT]] : tensor<?x?xf32>)
// CHECK:           linalg.negf ins(%[[BEST]] : tensor<?x?xf32>)
func.func @arg_into_consumer(%x: tensor<?x?x?xf32>, %v: tensor<?x?xf32>, %out: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %best = extrema.arg_reduce <maximumf> dimension(1) ins(%x : tensor<?x?x?xf32>) value_only outs(%v : tensor<?x?xf32>)
    -> tensor<?x?xf32>
  %r = linalg.negf ins(%best : tensor<?x?xf32>) outs(%out : tensor<?x?xf32>) -> tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%module: !transform.any_op {transform.readonly}) {
    %op = transform.structured.match ops{["extrema.arg_reduce"]} in %module : (!transform.any_op) -> !transform.any_op
    %consumer = transform.structured.match ops{["linalg.negf"]} in %module : (!transform.any_op) -> !transform.any_op
    %tiled, %loop = transform.structured.tile_using_forall %consumer tile_sizes [4, 8]
      : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    %fused, %new_loop = transform.structured.fuse_into_containing_op %op into %loop
      : (!transform.any_op, !transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

// Whole rows of k are asked for, although k is not known.

// CHECK-LABEL: func @topk_into_consumer
// CHECK-SAME:    %[[X:[a-z0-9]+]]: tensor<?x?xf32>
// CHECK-NOT:     extrema.topk_reduce
// CHECK:         scf.for %[[R:[a-z0-9]+]] =
// CHECK:           %[[XT:.+]] = tensor.extract_slice %[[X]][%[[R]], 0]
// CHECK:           %[[BEST:.+]]:2 = extrema.topk_reduce <maximumf> dimension(1) ins(%[[XT]] : tensor<?x?xf32>)
// CHECK:           linalg.negf ins(%[[BEST]]#0 : tensor<?x?xf32>)
func.func @topk_into_consumer(%x: tensor<?x?xf32>, %v: tensor<?x?xf32>, %i: tensor<?x?xi64>, %out: tensor<?x?xf32>)
    -> tensor<?x?xf32> {
  %best:2 = extrema.topk_reduce <maximumf> dimension(1) ins(%x : tensor<?x?xf32>)
    outs(%v, %i : tensor<?x?xf32>, tensor<?x?xi64>) -> tensor<?x?xf32>, tensor<?x?xi64>
  %r = linalg.negf ins(%best#0 : tensor<?x?xf32>) outs(%out : tensor<?x?xf32>) -> tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%module: !transform.any_op {transform.readonly}) {
    %op = transform.structured.match ops{["extrema.topk_reduce"]} in %module : (!transform.any_op) -> !transform.any_op
    %consumer = transform.structured.match ops{["linalg.negf"]} in %module : (!transform.any_op) -> !transform.any_op
    %fused, %loop = transform.structured.fuse %consumer tile_sizes [4]
      : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

// A part of the k best is no reduction of anything: it stays outside.

// CHECK-LABEL: func @part_of_k
// CHECK:         extrema.topk_reduce <maximumf> dimension(1) ins(%{{.+}} : tensor<?x?xf32>)
// CHECK:         scf.for
// CHECK-NOT:     extrema.topk_reduce
func.func @part_of_k(%x: tensor<?x?xf32>, %v: tensor<?x6xf32>, %i: tensor<?x6xi64>, %out: tensor<?x6xf32>)
    -> tensor<?x6xf32> {
  %best:2 = extrema.topk_reduce <maximumf> dimension(1) ins(%x : tensor<?x?xf32>)
    outs(%v, %i : tensor<?x6xf32>, tensor<?x6xi64>) -> tensor<?x6xf32>, tensor<?x6xi64>
  %r = linalg.negf ins(%best#0 : tensor<?x6xf32>) outs(%out : tensor<?x6xf32>) -> tensor<?x6xf32>
  return %r : tensor<?x6xf32>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%module: !transform.any_op {transform.readonly}) {
    %op = transform.structured.match ops{["extrema.topk_reduce"]} in %module : (!transform.any_op) -> !transform.any_op
    %consumer = transform.structured.match ops{["linalg.negf"]} in %module : (!transform.any_op) -> !transform.any_op
    %fused, %loop = transform.structured.fuse %consumer tile_sizes [0, 3]
      : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}
