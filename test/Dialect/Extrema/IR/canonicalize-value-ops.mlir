// What simplifies, and beside it what must not: an op that fails when it runs
// stays as it is, to fail there.

// RUN: extrema-opt %s --canonicalize --split-input-file | FileCheck %s

//===----------------------------------------------------------------------===//
// A negative axis is counted from the front
//===----------------------------------------------------------------------===//

// CHECK-LABEL: func @negative_axis
func.func @negative_axis(%x: tensor<?x?x?xf32>) -> (tensor<?x?xi64>, tensor<?x?x1xi64>, tensor<?x2x?xf32>) {
  // CHECK: extrema.argmin %{{.*}} axis(2) : tensor<?x?x?xf32> -> tensor<?x?xi64>
  %0 = extrema.argmin %x axis(-1) : tensor<?x?x?xf32> -> tensor<?x?xi64>
  // CHECK: extrema.argmax %{{.*}} axis(2) keepdims last nan(ignore) : tensor<?x?x?xf32>
  %1 = extrema.argmax %x axis(-1) keepdims last nan(ignore) : tensor<?x?x?xf32> -> tensor<?x?x1xi64>
  // CHECK: extrema.topk %{{.*}} k(2) axis(1) smallest unsorted : tensor<?x?x?xf32>
  %2:2 = extrema.topk %x k(2) axis(-2) smallest unsorted : tensor<?x?x?xf32> -> tensor<?x2x?xf32>, tensor<?x2x?xi64>
  return %0, %1, %2#0 : tensor<?x?xi64>, tensor<?x?x1xi64>, tensor<?x2x?xf32>
}

// -----

// An axis that is the first one, named so or by default; the default of topk.
// CHECK-LABEL: func @first_axis
func.func @first_axis(%x: tensor<?xf32>) -> (tensor<i64>, tensor<2xf32>) {
  // CHECK: extrema.argmin %{{.*}} : tensor<?xf32> -> tensor<i64>
  %0 = extrema.argmin %x axis(-1) : tensor<?xf32> -> tensor<i64>
  // CHECK: extrema.topk %{{.*}} k(2) axis(0) : tensor<?xf32>
  %1:2 = extrema.topk %x k(2) : tensor<?xf32> -> tensor<2xf32>, tensor<2xi64>
  return %0, %1#0 : tensor<i64>, tensor<2xf32>
}

// -----

// Nothing is known of the axis of an unranked input.
// CHECK-LABEL: func @negative_axis_of_unranked
func.func @negative_axis_of_unranked(%x: tensor<*xf32>) -> tensor<*xi64> {
  // CHECK: extrema.argmax %{{.*}} axis(-2) : tensor<*xf32>
  %0 = extrema.argmax %x axis(-2) : tensor<*xf32> -> tensor<*xi64>
  return %0 : tensor<*xi64>
}

// -----

//===----------------------------------------------------------------------===//
// A constant k becomes the attribute
//===----------------------------------------------------------------------===//

// CHECK-LABEL: func @constant_k
func.func @constant_k(%x: tensor<?x8xf32>) -> (tensor<?x?xf32>, tensor<?x?xi64>) {
  %k = arith.constant 5 : i64
  // CHECK: %[[V:.*]], %[[I:.*]] = extrema.topk %{{.*}} k(5) axis(1) : tensor<?x8xf32> -> tensor<?x5xf32>, tensor<?x5xi64>
  // CHECK: %[[VC:.*]] = tensor.cast %[[V]] : tensor<?x5xf32> to tensor<?x?xf32>
  // CHECK: %[[IC:.*]] = tensor.cast %[[I]] : tensor<?x5xi64> to tensor<?x?xi64>
  // CHECK: return %[[VC]], %[[IC]]
  %0:2 = extrema.topk %x k(%k : i64) : tensor<?x8xf32> -> tensor<?x?xf32>, tensor<?x?xi64>
  return %0#0, %0#1 : tensor<?x?xf32>, tensor<?x?xi64>
}

// -----

// The extent is known to be large enough only when the program runs, and is
// checked then.
// CHECK-LABEL: func @constant_k_dynamic_extent
func.func @constant_k_dynamic_extent(%x: tensor<?xf32>) -> tensor<5xf32> {
  %k = arith.constant 5 : index
  // CHECK: extrema.topk %{{.*}} k(5) axis(0) : tensor<?xf32> -> tensor<5xf32>, tensor<5xi64>
  %0:2 = extrema.topk %x k(%k) : tensor<?xf32> -> tensor<5xf32>, tensor<?xi64>
  return %0#0 : tensor<5xf32>
}

// -----

// CHECK-LABEL: func @constant_k_of_unranked
func.func @constant_k_of_unranked(%x: tensor<*xf32>) -> tensor<*xf32> {
  %k = arith.constant 5 : i8
  // CHECK: extrema.topk %{{.*}} k(5) : tensor<*xf32> -> tensor<*xf32>, tensor<*xi64>
  %0:2 = extrema.topk %x k(%k : i8) : tensor<*xf32> -> tensor<*xf32>, tensor<*xi64>
  return %0#0 : tensor<*xf32>
}

// -----

// CHECK-LABEL: func @constant_k_too_large
func.func @constant_k_too_large(%x: tensor<4xf32>) -> tensor<?xf32> {
  %k = arith.constant 5 : index
  // CHECK: %[[K:.*]] = arith.constant 5 : index
  // CHECK: extrema.topk %{{.*}} k(%[[K]]) axis(0) : tensor<4xf32> -> tensor<?xf32>, tensor<?xi64>
  %0:2 = extrema.topk %x k(%k) : tensor<4xf32> -> tensor<?xf32>, tensor<?xi64>
  return %0#0 : tensor<?xf32>
}

// -----

// CHECK-LABEL: func @constant_k_negative
func.func @constant_k_negative(%x: tensor<?xf32>) -> tensor<?xf32> {
  %k = arith.constant -1 : i8
  // CHECK: %[[K:.*]] = arith.constant -1 : i8
  // CHECK: extrema.topk %{{.*}} k(%[[K]] : i8) axis(0) : tensor<?xf32> -> tensor<?xf32>, tensor<?xi64>
  %0:2 = extrema.topk %x k(%k : i8) : tensor<?xf32> -> tensor<?xf32>, tensor<?xi64>
  return %0#0 : tensor<?xf32>
}

// -----

// CHECK-LABEL: func @constant_k_other_than_stated
func.func @constant_k_other_than_stated(%x: tensor<4xf32>) -> (tensor<?xf32>, tensor<3xi64>) {
  %k = arith.constant 2 : index
  // CHECK: %[[K:.*]] = arith.constant 2 : index
  // CHECK: extrema.topk %{{.*}} k(%[[K]]) axis(0) : tensor<4xf32> -> tensor<?xf32>, tensor<3xi64>
  %0:2 = extrema.topk %x k(%k) : tensor<4xf32> -> tensor<?xf32>, tensor<3xi64>
  return %0#0, %0#1 : tensor<?xf32>, tensor<3xi64>
}

// -----

//===----------------------------------------------------------------------===//
// The input is taken from before a cast
//===----------------------------------------------------------------------===//

// CHECK-LABEL: func @input_cast
// CHECK-SAME: %[[X:.*]]: tensor<4x8xf32>
func.func @input_cast(%x: tensor<4x8xf32>) -> (tensor<?xi64>, tensor<?x2xf32>) {
  %cast = tensor.cast %x : tensor<4x8xf32> to tensor<?x?xf32>
  // CHECK: %[[I:.*]] = extrema.argmax %[[X]] axis(1) : tensor<4x8xf32> -> tensor<4xi64>
  // CHECK: tensor.cast %[[I]] : tensor<4xi64> to tensor<?xi64>
  %0 = extrema.argmax %cast axis(1) : tensor<?x?xf32> -> tensor<?xi64>
  // CHECK: %[[V:.*]], %{{.*}} = extrema.topk %[[X]] k(2) axis(1) : tensor<4x8xf32> -> tensor<4x2xf32>, tensor<4x2xi64>
  // CHECK: tensor.cast %[[V]] : tensor<4x2xf32> to tensor<?x2xf32>
  %1:2 = extrema.topk %cast k(2) : tensor<?x?xf32> -> tensor<?x2xf32>, tensor<?x2xi64>
  return %0, %1#0 : tensor<?xi64>, tensor<?x2xf32>
}

// -----

// CHECK-LABEL: func @input_cast_from_ranked
// CHECK-SAME: %[[X:.*]]: tensor<4x8xf32>
func.func @input_cast_from_ranked(%x: tensor<4x8xf32>) -> tensor<*xi64> {
  %cast = tensor.cast %x : tensor<4x8xf32> to tensor<*xf32>
  // CHECK: %[[I:.*]] = extrema.argmin %[[X]] : tensor<4x8xf32> -> tensor<8xi64>
  // CHECK: tensor.cast %[[I]] : tensor<8xi64> to tensor<*xi64>
  %0 = extrema.argmin %cast axis(-2) : tensor<*xf32> -> tensor<*xi64>
  return %0 : tensor<*xi64>
}

// -----

// CHECK-LABEL: func @input_cast_to_more_static
func.func @input_cast_to_more_static(%x: tensor<?x8xf32>) -> tensor<4xi64> {
  // CHECK: %[[CAST:.*]] = tensor.cast
  // CHECK: extrema.argmax %[[CAST]] axis(1)
  %cast = tensor.cast %x : tensor<?x8xf32> to tensor<4x8xf32>
  %0 = extrema.argmax %cast axis(1) : tensor<4x8xf32> -> tensor<4xi64>
  return %0 : tensor<4xi64>
}

// -----

// CHECK-LABEL: func @input_cast_from_empty_axis
func.func @input_cast_from_empty_axis(%x: tensor<0xf32>) -> tensor<i64> {
  // CHECK: %[[CAST:.*]] = tensor.cast
  // CHECK: extrema.argmax %[[CAST]] : tensor<?xf32>
  %cast = tensor.cast %x : tensor<0xf32> to tensor<?xf32>
  %0 = extrema.argmax %cast : tensor<?xf32> -> tensor<i64>
  return %0 : tensor<i64>
}

// -----

// CHECK-LABEL: func @input_cast_from_too_short_axis
func.func @input_cast_from_too_short_axis(%x: tensor<4xf32>) -> tensor<5xf32> {
  // CHECK: %[[CAST:.*]] = tensor.cast
  // CHECK: extrema.topk %[[CAST]] k(5) axis(0) : tensor<?xf32>
  %cast = tensor.cast %x : tensor<4xf32> to tensor<?xf32>
  %0:2 = extrema.topk %cast k(5) : tensor<?xf32> -> tensor<5xf32>, tensor<5xi64>
  return %0#0 : tensor<5xf32>
}

// -----

// CHECK-LABEL: func @input_cast_from_too_long_axis
func.func @input_cast_from_too_long_axis(%x: tensor<129xf32>) -> (tensor<i8>, tensor<1xi8>) {
  // CHECK: %[[CAST:.*]] = tensor.cast
  // CHECK: extrema.argmin %[[CAST]] : tensor<?xf32> -> tensor<i8>
  // CHECK: extrema.topk %[[CAST]] k(1) axis(0) : tensor<?xf32> -> tensor<1xf32>, tensor<1xi8>
  %cast = tensor.cast %x : tensor<129xf32> to tensor<?xf32>
  %0 = extrema.argmin %cast : tensor<?xf32> -> tensor<i8>
  %1:2 = extrema.topk %cast k(1) : tensor<?xf32> -> tensor<1xf32>, tensor<1xi8>
  return %0, %1#1 : tensor<i8>, tensor<1xi8>
}

// -----

// CHECK-LABEL: func @input_cast_from_other_shape_than_stated
func.func @input_cast_from_other_shape_than_stated(%x: tensor<4x8xf32>) -> tensor<5xi64> {
  // CHECK: %[[CAST:.*]] = tensor.cast
  // CHECK: extrema.argmax %[[CAST]] axis(1) : tensor<?x8xf32> -> tensor<5xi64>
  %cast = tensor.cast %x : tensor<4x8xf32> to tensor<?x8xf32>
  %0 = extrema.argmax %cast axis(1) : tensor<?x8xf32> -> tensor<5xi64>
  return %0 : tensor<5xi64>
}

// -----

// CHECK-LABEL: func @input_cast_from_rank_without_axis
func.func @input_cast_from_rank_without_axis(%x: tensor<4xf32>, %y: tensor<f32>) -> (tensor<*xi64>, tensor<*xi64>) {
  // CHECK-DAG: %[[X:.*]] = tensor.cast %{{.*}} : tensor<4xf32>
  // CHECK-DAG: %[[Y:.*]] = tensor.cast %{{.*}} : tensor<f32>
  // CHECK: extrema.argmax %[[X]] axis(-2) : tensor<*xf32>
  // CHECK: extrema.argmax %[[Y]] : tensor<*xf32>
  %cast_x = tensor.cast %x : tensor<4xf32> to tensor<*xf32>
  %cast_y = tensor.cast %y : tensor<f32> to tensor<*xf32>
  %0 = extrema.argmax %cast_x axis(-2) : tensor<*xf32> -> tensor<*xi64>
  %1 = extrema.argmax %cast_y : tensor<*xf32> -> tensor<*xi64>
  return %0, %1 : tensor<*xi64>, tensor<*xi64>
}

// -----

// CHECK-LABEL: func @input_cast_from_encoded
func.func @input_cast_from_encoded(%x: tensor<4xf32, "sparse">) -> tensor<*xi64> {
  // CHECK: %[[CAST:.*]] = tensor.cast
  // CHECK: extrema.argmax %[[CAST]] : tensor<*xf32>
  %cast = tensor.cast %x : tensor<4xf32, "sparse"> to tensor<*xf32>
  %0 = extrema.argmax %cast : tensor<*xf32> -> tensor<*xi64>
  return %0 : tensor<*xi64>
}

// -----

//===----------------------------------------------------------------------===//
// An axis of one element, no element wanted
//===----------------------------------------------------------------------===//

// CHECK-LABEL: func @arg_of_one
func.func @arg_of_one(%x: tensor<4x1xf32>, %y: tensor<1xui8>) -> (tensor<4xi64>, tensor<4x1xi32>, tensor<index>) {
  // CHECK-DAG: %[[A:.*]] = arith.constant dense<0> : tensor<4xi64>
  // CHECK-DAG: %[[B:.*]] = arith.constant dense<0> : tensor<4x1xi32>
  // CHECK-DAG: %[[C:.*]] = arith.constant dense<0> : tensor<index>
  // CHECK: return %[[A]], %[[B]], %[[C]]
  %0 = extrema.argmax %x axis(1) : tensor<4x1xf32> -> tensor<4xi64>
  %1 = extrema.argmin %x axis(1) keepdims last : tensor<4x1xf32> -> tensor<4x1xi32>
  %2 = extrema.argmax %y : tensor<1xui8> -> tensor<index>
  return %0, %1, %2 : tensor<4xi64>, tensor<4x1xi32>, tensor<index>
}

// -----

// CHECK-LABEL: func @arg_of_one_dynamic
// CHECK-SAME: %[[X:.*]]: tensor<?x1x8xf32>
func.func @arg_of_one_dynamic(%x: tensor<?x1x8xf32>) -> tensor<?x8xi64> {
  // CHECK-DAG: %[[ZERO:.*]] = arith.constant 0 : i64
  // CHECK-DAG: %[[C0:.*]] = arith.constant 0 : index
  // CHECK: %[[DIM:.*]] = tensor.dim %[[X]], %[[C0]]
  // CHECK: %[[SPLAT:.*]] = tensor.splat %[[ZERO]][%[[DIM]]] : tensor<?x8xi64>
  // CHECK: return %[[SPLAT]]
  %0 = extrema.argmin %x axis(1) : tensor<?x1x8xf32> -> tensor<?x8xi64>
  return %0 : tensor<?x8xi64>
}

// -----

// CHECK-LABEL: func @arg_of_one_stated_shape
func.func @arg_of_one_stated_shape(%x: tensor<?x1xf32>) -> tensor<4xi64> {
  // CHECK: extrema.argmin %{{.*}} axis(1) : tensor<?x1xf32> -> tensor<4xi64>
  %0 = extrema.argmin %x axis(1) : tensor<?x1xf32> -> tensor<4xi64>
  return %0 : tensor<4xi64>
}

// -----

// CHECK-LABEL: func @topk_of_one
// CHECK-SAME: %[[X:.*]]: tensor<4x1xui8>
func.func @topk_of_one(%x: tensor<4x1xui8>) -> (tensor<4x1xui8>, tensor<4x1xi64>) {
  // CHECK: %[[I:.*]] = arith.constant dense<0> : tensor<4x1xi64>
  // CHECK: return %[[X]], %[[I]]
  %0:2 = extrema.topk %x k(1) : tensor<4x1xui8> -> tensor<4x1xui8>, tensor<4x1xi64>
  return %0#0, %0#1 : tensor<4x1xui8>, tensor<4x1xi64>
}

// -----

// CHECK-LABEL: func @topk_of_one_dynamic
// CHECK-SAME: %[[X:.*]]: tensor<?x1xf32>
func.func @topk_of_one_dynamic(%x: tensor<?x1xf32>) -> (tensor<?x?xf32>, tensor<?x1xi64>) {
  // CHECK-DAG: %[[ZERO:.*]] = arith.constant 0 : i64
  // CHECK-DAG: %[[DIM:.*]] = tensor.dim %[[X]]
  // CHECK-DAG: %[[I:.*]] = tensor.splat %[[ZERO]][%[[DIM]]] : tensor<?x1xi64>
  // CHECK-DAG: %[[V:.*]] = tensor.cast %[[X]] : tensor<?x1xf32> to tensor<?x?xf32>
  // CHECK: return %[[V]], %[[I]]
  %0:2 = extrema.topk %x k(1) : tensor<?x1xf32> -> tensor<?x?xf32>, tensor<?x1xi64>
  return %0#0, %0#1 : tensor<?x?xf32>, tensor<?x1xi64>
}

// -----

// CHECK-LABEL: func @topk_of_none
// CHECK-SAME: %[[X:.*]]: tensor<?x8xf32>
func.func @topk_of_none(%x: tensor<?x8xf32>) -> (tensor<?x?xf32>, tensor<?x0xi64>) {
  // CHECK: %[[DIM:.*]] = tensor.dim %[[X]]
  // CHECK-DAG: %[[V:.*]] = tensor.empty(%[[DIM]]) : tensor<?x0xf32>
  // CHECK-DAG: %[[I:.*]] = tensor.empty(%[[DIM]]) : tensor<?x0xi64>
  // CHECK: %[[VC:.*]] = tensor.cast %[[V]] : tensor<?x0xf32> to tensor<?x?xf32>
  // CHECK: return %[[VC]], %[[I]]
  %0:2 = extrema.topk %x k(0) : tensor<?x8xf32> -> tensor<?x?xf32>, tensor<?x0xi64>
  return %0#0, %0#1 : tensor<?x?xf32>, tensor<?x0xi64>
}

// -----

// The index type may turn out to be too narrow for the axis.
// CHECK-LABEL: func @topk_of_none_dynamic_extent
func.func @topk_of_none_dynamic_extent(%x: tensor<?xf32>) -> (tensor<0xf32>, tensor<0xi8>) {
  // CHECK: extrema.topk %{{.*}} k(0) axis(0)
  %0:2 = extrema.topk %x k(0) : tensor<?xf32> -> tensor<0xf32>, tensor<0xi8>
  return %0#0, %0#1 : tensor<0xf32>, tensor<0xi8>
}

// -----

// CHECK-LABEL: func @topk_of_one_stated_shape
func.func @topk_of_one_stated_shape(%x: tensor<?x1xf32>) -> tensor<4x1xf32> {
  // CHECK: extrema.topk %{{.*}} k(1) axis(1) : tensor<?x1xf32> -> tensor<4x1xf32>, tensor<?x1xi64>
  %0:2 = extrema.topk %x k(1) : tensor<?x1xf32> -> tensor<4x1xf32>, tensor<?x1xi64>
  return %0#0 : tensor<4x1xf32>
}

// -----

// CHECK-LABEL: func @topk_of_one_of_two
func.func @topk_of_one_of_two(%x: tensor<2xf32>) -> tensor<1xf32> {
  // CHECK: extrema.topk
  %0:2 = extrema.topk %x k(1) : tensor<2xf32> -> tensor<1xf32>, tensor<1xi64>
  return %0#0 : tensor<1xf32>
}
