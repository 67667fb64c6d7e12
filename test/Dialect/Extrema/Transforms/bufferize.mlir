// RUN: extrema-opt %s -one-shot-bufferize="bufferize-function-boundaries function-boundary-type-conversion=identity-layout-map" \
// RUN:   -cse -canonicalize -split-input-file | FileCheck %s

// Destinations are written in place: nothing is allocated, nothing copied.

// CHECK-LABEL: func @in_place
// CHECK-SAME: %[[X:[^:]*]]: memref<4x8xf32>, %[[V:[^:]*]]: memref<4xf32>, %[[I:[^:]*]]: memref<4xi64>
func.func @in_place(%x: tensor<4x8xf32>, %v: tensor<4xf32>, %i: tensor<4xi64>) -> (tensor<4xf32>, tensor<4xi64>) {
  // CHECK-NOT: alloc
  // CHECK-NOT: copy
  // CHECK: extrema.arg_reduce <maximumf> dimension(1) accumulate ins(%[[X]] : memref<4x8xf32>) outs(%[[V]], %[[I]] : memref<4xf32>, memref<4xi64>)
  // CHECK-NEXT: return %[[V]], %[[I]]
  %0:2 = extrema.arg_reduce <maximumf> dimension(1) accumulate ins(%x : tensor<4x8xf32>)
           outs(%v, %i : tensor<4xf32>, tensor<4xi64>) -> tensor<4xf32>, tensor<4xi64>
  return %0#0, %0#1 : tensor<4xf32>, tensor<4xi64>
}

// -----

// A slice of a larger tensor is a view of its buffer.

// CHECK-LABEL: func @slices
func.func @slices(%x: tensor<64xi32>, %b: index, %v: tensor<3xi32>, %i: tensor<3xi64>) -> (tensor<3xi32>, tensor<3xi64>) {
  // CHECK-NOT: alloc
  // CHECK-NOT: copy
  // CHECK: memref.subview
  // CHECK: extrema.topk_reduce <minsi> dimension(0) index_base(%{{.*}}) accumulate ins(%{{.*}} : memref<16xi32, strided<[1], offset: ?>>)
  %part = tensor.extract_slice %x[%b] [16] [1] : tensor<64xi32> to tensor<16xi32>
  %0:2 = extrema.topk_reduce <minsi> dimension(0) index_base(%b) accumulate ins(%part : tensor<16xi32>)
           outs(%v, %i : tensor<3xi32>, tensor<3xi64>) -> tensor<3xi32>, tensor<3xi64>
  return %0#0, %0#1 : tensor<3xi32>, tensor<3xi64>
}

// -----

// A state is read; what is overwritten is not. So only the state is copied where
// it is used again.

// CHECK-LABEL: func @read_or_not
// CHECK-SAME: %[[X:[^:]*]]: memref<8xf32>, %[[V:[^:]*]]: memref<f32>, %[[I:[^:]*]]: memref<i64>
func.func @read_or_not(%x: tensor<8xf32>, %v: tensor<f32>, %i: tensor<i64>) -> (tensor<f32>, tensor<i64>, tensor<f32>, tensor<i64>) {
  // CHECK-COUNT-2: memref.alloc
  // CHECK-NOT: memref.copy
  // CHECK: extrema.arg_reduce <maximumf> dimension(0) ins(%[[X]]
  %0:2 = extrema.arg_reduce <maximumf> dimension(0) ins(%x : tensor<8xf32>)
           outs(%v, %i : tensor<f32>, tensor<i64>) -> tensor<f32>, tensor<i64>
  return %0#0, %0#1, %v, %i : tensor<f32>, tensor<i64>, tensor<f32>, tensor<i64>
}

// -----

// CHECK-LABEL: func @state_used_again
// CHECK-SAME: %[[X:[^:]*]]: memref<8xf32>, %[[V:[^:]*]]: memref<f32>, %[[I:[^:]*]]: memref<i64>
func.func @state_used_again(%x: tensor<8xf32>, %v: tensor<f32>, %i: tensor<i64>) -> (tensor<f32>, tensor<i64>, tensor<f32>, tensor<i64>) {
  // CHECK-DAG: memref.copy %[[V]]
  // CHECK-DAG: memref.copy %[[I]]
  // CHECK: extrema.arg_reduce <maximumf> dimension(0) accumulate
  %0:2 = extrema.arg_reduce <maximumf> dimension(0) accumulate ins(%x : tensor<8xf32>)
           outs(%v, %i : tensor<f32>, tensor<i64>) -> tensor<f32>, tensor<i64>
  return %0#0, %0#1, %v, %i : tensor<f32>, tensor<i64>, tensor<f32>, tensor<i64>
}

// -----

// An identity reads nothing: it is written in place, and where its destination is
// used again, into memory of its own that nothing is copied to.

// CHECK-LABEL: func @identity
// CHECK-SAME: %[[V:[^:]*]]: memref<3xf32>, %[[I:[^:]*]]: memref<3xi64>
func.func @identity(%v: tensor<3xf32>, %i: tensor<3xi64>) -> (tensor<3xf32>, tensor<3xi64>, tensor<3xi64>) {
  // CHECK-COUNT-1: memref.alloc
  // CHECK-NOT: memref.alloc
  // CHECK-NOT: copy
  // CHECK: extrema.identity <maximumf> outs(%[[V]], %[[NEW:[^:]*]] : memref<3xf32>, memref<3xi64>)
  // CHECK: return %[[V]], %[[NEW]], %[[I]]
  %0:2 = extrema.identity <maximumf> outs(%v, %i : tensor<3xf32>, tensor<3xi64>) -> tensor<3xf32>, tensor<3xi64>
  return %0#0, %0#1, %i : tensor<3xf32>, tensor<3xi64>, tensor<3xi64>
}
