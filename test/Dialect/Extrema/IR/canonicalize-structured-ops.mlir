// Dead results and casts. Two operations that are one are in
// canonicalize-structured-halves.mlir.

// RUN: extrema-opt %s --canonicalize --split-input-file | FileCheck %s

//===----------------------------------------------------------------------===//
// The destination whose result nobody uses is left out
//===----------------------------------------------------------------------===//

// CHECK-LABEL: func @dead_values
// CHECK-SAME: %[[X:.*]]: tensor<4x?xf32>, %{{.*}}: tensor<4xf32>, %[[I:.*]]: tensor<4xi64>, %[[B:.*]]: index
func.func @dead_values(%x: tensor<4x?xf32>, %v: tensor<4xf32>, %i: tensor<4xi64>, %b: index) -> tensor<4xi64> {
  // CHECK-NEXT: %[[R:.*]] = extrema.arg_reduce <minnumf> dimension(1) last index_base(%[[B]]) {note = "kept"} ins(%[[X]] : tensor<4x?xf32>) index_only outs(%[[I]] : tensor<4xi64>) -> tensor<4xi64>
  // CHECK-NEXT: return %[[R]]
  %0:2 = extrema.arg_reduce <minnumf> dimension(1) last index_base(%b) {note = "kept"} ins(%x : tensor<4x?xf32>) outs(%v, %i : tensor<4xf32>, tensor<4xi64>) -> tensor<4xf32>, tensor<4xi64>
  return %0#1 : tensor<4xi64>
}

// -----

// CHECK-LABEL: func @dead_indices
// CHECK-SAME: %[[X:.*]]: tensor<4x?xi64>, %[[XI:.*]]: tensor<4x?xi64>, %[[V:.*]]: tensor<4xi64>, %{{.*}}: tensor<4xi64>
func.func @dead_indices(%x: tensor<4x?xi64>, %xi: tensor<4x?xi64>, %v: tensor<4xi64>, %i: tensor<4xi64>) -> tensor<4xi64> {
  // CHECK-NEXT: %[[R:.*]] = extrema.arg_reduce <maxsi> dimension(1) ins(%[[X]], %[[XI]] : tensor<4x?xi64>, tensor<4x?xi64>) value_only outs(%[[V]] : tensor<4xi64>) -> tensor<4xi64>
  // CHECK-NEXT: return %[[R]]
  %0:2 = extrema.arg_reduce <maxsi> dimension(1) ins(%x, %xi : tensor<4x?xi64>, tensor<4x?xi64>) outs(%v, %i : tensor<4xi64>, tensor<4xi64>) -> tensor<4xi64>, tensor<4xi64>
  return %0#0 : tensor<4xi64>
}

// -----

// A state needs both halves, and so does topk_reduce.
// CHECK-LABEL: func @dead_half_that_is_needed
func.func @dead_half_that_is_needed(%x: tensor<?xf32>, %v: tensor<f32>, %i: tensor<i64>, %vk: tensor<2xf32>, %ik: tensor<2xi64>) -> (tensor<f32>, tensor<2xf32>) {
  // CHECK: extrema.arg_reduce <maximumf> dimension(0) accumulate ins(%{{.*}} : tensor<?xf32>) outs(
  // CHECK: extrema.topk_reduce <maximumf> dimension(0) ins(%{{.*}} : tensor<?xf32>) outs(
  %0:2 = extrema.arg_reduce <maximumf> dimension(0) accumulate ins(%x : tensor<?xf32>) outs(%v, %i : tensor<f32>, tensor<i64>) -> tensor<f32>, tensor<i64>
  %1:2 = extrema.topk_reduce <maximumf> dimension(0) ins(%x : tensor<?xf32>) outs(%vk, %ik : tensor<2xf32>, tensor<2xi64>) -> tensor<2xf32>, tensor<2xi64>
  return %0#0, %1#0 : tensor<f32>, tensor<2xf32>
}

// -----

// CHECK-LABEL: func @dead
func.func @dead(%x: tensor<?xf32>, %v: tensor<f32>, %i: tensor<i64>, %vk: tensor<2xf32>, %ik: tensor<2xi64>) {
  // CHECK-NEXT: return
  %0:2 = extrema.arg_reduce <maximumf> dimension(0) accumulate ins(%x : tensor<?xf32>) outs(%v, %i : tensor<f32>, tensor<i64>) -> tensor<f32>, tensor<i64>
  %1:2 = extrema.topk_reduce <maximumf> dimension(0) ins(%x : tensor<?xf32>) outs(%vk, %ik : tensor<2xf32>, tensor<2xi64>) -> tensor<2xf32>, tensor<2xi64>
  return
}

// -----

//===----------------------------------------------------------------------===//
// Casts of operands fold, by upstream's pattern
//===----------------------------------------------------------------------===//

// CHECK-LABEL: func @casts
// CHECK-SAME: %[[X:.*]]: tensor<4x8xf32>, %[[V:.*]]: tensor<4xf32>, %[[I:.*]]: tensor<4xi64>
func.func @casts(%x: tensor<4x8xf32>, %v: tensor<4xf32>, %i: tensor<4xi64>) -> (tensor<?xf32>, tensor<4xi64>) {
  // CHECK-NEXT: %[[R:.*]]:2 = extrema.arg_reduce <maximumf> dimension(1) accumulate ins(%[[X]] : tensor<4x8xf32>) outs(%[[V]], %[[I]] : tensor<4xf32>, tensor<4xi64>) -> tensor<4xf32>, tensor<4xi64>
  // CHECK-NEXT: %[[C:.*]] = tensor.cast %[[R]]#0 : tensor<4xf32> to tensor<?xf32>
  // CHECK-NEXT: return %[[C]], %[[R]]#1
  %xc = tensor.cast %x : tensor<4x8xf32> to tensor<?x?xf32>
  %vc = tensor.cast %v : tensor<4xf32> to tensor<?xf32>
  %ic = tensor.cast %i : tensor<4xi64> to tensor<?xi64>
  %0:2 = extrema.arg_reduce <maximumf> dimension(1) accumulate ins(%xc : tensor<?x?xf32>) outs(%vc, %ic : tensor<?xf32>, tensor<?xi64>) -> tensor<?xf32>, tensor<?xi64>
  %1 = tensor.cast %0#1 : tensor<?xi64> to tensor<4xi64>
  return %0#0, %1 : tensor<?xf32>, tensor<4xi64>
}

// -----

// CHECK-LABEL: func @casts_of_topk
// CHECK-SAME: %[[X:.*]]: tensor<8xf32>, %[[V:.*]]: tensor<3xf32>, %[[I:.*]]: tensor<3xi64>
func.func @casts_of_topk(%x: tensor<8xf32>, %v: tensor<3xf32>, %i: tensor<3xi64>) -> tensor<?xf32> {
  // CHECK-NEXT: extrema.topk_reduce <maximumf> dimension(0) unsorted ins(%[[X]] : tensor<8xf32>) outs(%[[V]], %[[I]] : tensor<3xf32>, tensor<3xi64>)
  %xc = tensor.cast %x : tensor<8xf32> to tensor<?xf32>
  %vc = tensor.cast %v : tensor<3xf32> to tensor<?xf32>
  %ic = tensor.cast %i : tensor<3xi64> to tensor<?xi64>
  %0:2 = extrema.topk_reduce <maximumf> dimension(0) unsorted ins(%xc : tensor<?xf32>) outs(%vc, %ic : tensor<?xf32>, tensor<?xi64>) -> tensor<?xf32>, tensor<?xi64>
  return %0#0 : tensor<?xf32>
}
