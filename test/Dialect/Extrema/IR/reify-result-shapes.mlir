// A result of a structured operation has the shape of its destination.

// RUN: extrema-opt %s --resolve-ranked-shaped-type-result-dims --split-input-file | FileCheck %s

// CHECK-LABEL: func @arg_reduce
// CHECK-SAME: %{{.*}}: tensor<?x?x?xf32>, %[[V:.*]]: tensor<?x?xf32>, %[[I:.*]]: tensor<?x?xi64>
func.func @arg_reduce(%x: tensor<?x?x?xf32>, %v: tensor<?x?xf32>, %i: tensor<?x?xi64>) -> (index, index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // CHECK-DAG: %[[A:.*]] = tensor.dim %[[V]], %c0
  // CHECK-DAG: %[[B:.*]] = tensor.dim %[[I]], %c1
  // CHECK: return %[[A]], %[[B]]
  %0:2 = extrema.arg_reduce <maximumf> dimension(1) ins(%x : tensor<?x?x?xf32>) outs(%v, %i : tensor<?x?xf32>, tensor<?x?xi64>) -> tensor<?x?xf32>, tensor<?x?xi64>
  %1 = tensor.dim %0#0, %c0 : tensor<?x?xf32>
  %2 = tensor.dim %0#1, %c1 : tensor<?x?xi64>
  return %1, %2 : index, index
}

// -----

// CHECK-LABEL: func @arg_reduce_index_only
// CHECK-SAME: tensor<?x?xf32>, %[[I:.*]]: tensor<?xi64>
func.func @arg_reduce_index_only(%x: tensor<?x?xf32>, %i: tensor<?xi64>) -> index {
  %c0 = arith.constant 0 : index
  // CHECK: %[[A:.*]] = tensor.dim %[[I]], %c0
  // CHECK: return %[[A]]
  %0 = extrema.arg_reduce <maximumf> dimension(1) ins(%x : tensor<?x?xf32>) index_only outs(%i : tensor<?xi64>) -> tensor<?xi64>
  %1 = tensor.dim %0, %c0 : tensor<?xi64>
  return %1 : index
}

// -----

// CHECK-LABEL: func @topk_reduce
// CHECK-SAME: %{{.*}}: tensor<4x?xf32>, %[[V:.*]]: tensor<4x?xf32>, %[[I:.*]]: tensor<4x?xi64>
func.func @topk_reduce(%x: tensor<4x?xf32>, %v: tensor<4x?xf32>, %i: tensor<4x?xi64>) -> (index, index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // CHECK-DAG: %[[A:.*]] = arith.constant 4 : index
  // CHECK-DAG: %[[B:.*]] = tensor.dim %[[I]], %{{.*}}
  // CHECK: return %[[A]], %[[B]]
  %0:2 = extrema.topk_reduce <maximumf> dimension(1) ins(%x : tensor<4x?xf32>) outs(%v, %i : tensor<4x?xf32>, tensor<4x?xi64>) -> tensor<4x?xf32>, tensor<4x?xi64>
  %1 = tensor.dim %0#0, %c0 : tensor<4x?xf32>
  %2 = tensor.dim %0#1, %c1 : tensor<4x?xi64>
  return %1, %2 : index, index
}
