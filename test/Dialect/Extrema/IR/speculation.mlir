// Out of a loop, which may run zero times, comes only what cannot fail.

// RUN: extrema-opt %s --loop-invariant-code-motion --allow-unregistered-dialect | FileCheck %s

// CHECK-LABEL: func @cannot_fail
func.func @cannot_fail(%x: tensor<4x8xf32>, %d: tensor<?x8xf32>, %n: index) {
  // CHECK: extrema.argmax
  // CHECK: extrema.argmin
  // CHECK: extrema.topk
  // CHECK: extrema.topk
  // CHECK: scf.for
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %0 = extrema.argmax %x axis(1) : tensor<4x8xf32> -> tensor<4xi64>
    // An extent that is not of the axis, and not stated, may be dynamic.
    %1 = extrema.argmin %d axis(1) : tensor<?x8xf32> -> tensor<?xi64>
    %2:2 = extrema.topk %x k(8) : tensor<4x8xf32> -> tensor<?x8xf32>, tensor<4x8xi64>
    %3:2 = extrema.topk %d k(0) : tensor<?x8xf32> -> tensor<?x0xf32>, tensor<?x0xi64>
    "unknown.use"(%0, %1, %2#0, %3#0) : (tensor<4xi64>, tensor<?xi64>, tensor<?x8xf32>, tensor<?x0xf32>) -> ()
  }
  return
}

// CHECK-LABEL: func @can_fail
func.func @can_fail(%x: tensor<4x8xf32>, %d: tensor<?x8xf32>, %u: tensor<*xf32>,
                    %k: index, %n: index) {
  // CHECK: scf.for
  // CHECK-COUNT-3: extrema.arg
  // CHECK-COUNT-4: extrema.topk
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    // The axis may be empty.
    %0 = extrema.argmax %d : tensor<?x8xf32> -> tensor<8xi64>
    // The input may not have the extent that the result states.
    %1 = extrema.argmin %d axis(1) : tensor<?x8xf32> -> tensor<4xi64>
    // The input may not even have the axis.
    %2 = extrema.argmin %u : tensor<*xf32> -> tensor<*xi64>
    // k may be out of range.
    %3:2 = extrema.topk %x k(%k) : tensor<4x8xf32> -> tensor<4x?xf32>, tensor<4x?xi64>
    %4:2 = extrema.topk %d k(2) axis(0) : tensor<?x8xf32> -> tensor<2x8xf32>, tensor<2x8xi64>
    // k may not be what a result states.
    %5:2 = extrema.topk %x k(%k) : tensor<4x8xf32> -> tensor<4x2xf32>, tensor<4x?xi64>
    %6:2 = extrema.topk %d k(2) : tensor<?x8xf32> -> tensor<?x2xf32>, tensor<4x2xi64>
    "unknown.use"(%0, %1, %2, %3#0, %4#0, %5#0, %6#0) : (tensor<8xi64>, tensor<4xi64>, tensor<*xi64>, tensor<4x?xf32>, tensor<2x8xf32>, tensor<4x2xf32>, tensor<?x2xf32>) -> ()
  }
  return
}

// Structured operations cannot fail; on memrefs they write.

// CHECK-LABEL: func @structured
func.func @structured(%x: tensor<?xf32>, %v: tensor<f32>, %i: tensor<i64>,
                      %vk: tensor<?xf32>, %ik: tensor<?xi64>,
                      %xm: memref<?xf32>, %vm: memref<f32>, %n: index) {
  // CHECK: %{{.*}} = extrema.arg_reduce
  // CHECK: %{{.*}} = extrema.topk_reduce
  // CHECK: scf.for
  // CHECK: extrema.arg_reduce
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %j = %c0 to %n step %c1 {
    %0:2 = extrema.arg_reduce <maximumf> dimension(0) accumulate ins(%x : tensor<?xf32>) outs(%v, %i : tensor<f32>, tensor<i64>) -> tensor<f32>, tensor<i64>
    %1:2 = extrema.topk_reduce <maximumf> dimension(0) ins(%x : tensor<?xf32>) outs(%vk, %ik : tensor<?xf32>, tensor<?xi64>) -> tensor<?xf32>, tensor<?xi64>
    extrema.arg_reduce <maximumf> dimension(0) ins(%xm : memref<?xf32>) value_only outs(%vm : memref<f32>)
    "unknown.use"(%0#0, %1#0) : (tensor<f32>, tensor<?xf32>) -> ()
  }
  return
}
