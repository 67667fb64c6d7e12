// What the memory effects allow: equal operations are one, unused ones none,
// unless they write.

// RUN: extrema-opt %s --cse | FileCheck %s

// CHECK-LABEL: func @value_ops
func.func @value_ops(%x: tensor<?xf32>, %k: index) -> (tensor<i64>, tensor<i64>, tensor<?xf32>, tensor<?xf32>) {
  // CHECK-NEXT: %[[I:.*]] = extrema.argmax
  // CHECK-NEXT: %[[V:.*]], %{{.*}} = extrema.topk
  // CHECK-NEXT: return %[[I]], %[[I]], %[[V]], %[[V]]
  %0 = extrema.argmax %x : tensor<?xf32> -> tensor<i64>
  %1 = extrema.argmax %x : tensor<?xf32> -> tensor<i64>
  %2:2 = extrema.topk %x k(%k) : tensor<?xf32> -> tensor<?xf32>, tensor<?xi64>
  %3:2 = extrema.topk %x k(%k) : tensor<?xf32> -> tensor<?xf32>, tensor<?xi64>
  %unused = extrema.argmin %x : tensor<?xf32> -> tensor<i64>
  return %0, %1, %2#0, %3#0 : tensor<i64>, tensor<i64>, tensor<?xf32>, tensor<?xf32>
}

// Each of these differs from the others in what it answers.

// CHECK-LABEL: func @differ
func.func @differ(%x: tensor<?xf32>) -> (tensor<i64>, tensor<i64>, tensor<i64>, tensor<i64>, tensor<i32>) {
  // CHECK-COUNT-5: extrema.arg
  %0 = extrema.argmax %x : tensor<?xf32> -> tensor<i64>
  %1 = extrema.argmax %x last : tensor<?xf32> -> tensor<i64>
  %2 = extrema.argmax %x nan(ignore) : tensor<?xf32> -> tensor<i64>
  %3 = extrema.argmin %x : tensor<?xf32> -> tensor<i64>
  %4 = extrema.argmax %x : tensor<?xf32> -> tensor<i32>
  return %0, %1, %2, %3, %4 : tensor<i64>, tensor<i64>, tensor<i64>, tensor<i64>, tensor<i32>
}

// CHECK-LABEL: func @structured_on_tensors
func.func @structured_on_tensors(%x: tensor<?xf32>, %v: tensor<f32>, %i: tensor<i64>) -> (tensor<f32>, tensor<f32>) {
  // CHECK-NEXT: %[[R:.*]]:2 = extrema.arg_reduce
  // CHECK-NEXT: return %[[R]]#0, %[[R]]#0
  %0:2 = extrema.arg_reduce <maximumf> dimension(0) ins(%x : tensor<?xf32>) outs(%v, %i : tensor<f32>, tensor<i64>) -> tensor<f32>, tensor<i64>
  %1:2 = extrema.arg_reduce <maximumf> dimension(0) ins(%x : tensor<?xf32>) outs(%v, %i : tensor<f32>, tensor<i64>) -> tensor<f32>, tensor<i64>
  return %0#0, %1#0 : tensor<f32>, tensor<f32>
}

// On memrefs they write: both stay, and a load after one is not the load before.

// CHECK-LABEL: func @structured_on_memrefs
func.func @structured_on_memrefs(%x: memref<?xf32>, %v: memref<f32>, %vk: memref<2xf32>, %ik: memref<2xi64>) -> (f32, f32, f32) {
  // CHECK: %[[A:.*]] = memref.load
  // CHECK: extrema.arg_reduce
  // CHECK: extrema.topk_reduce
  // CHECK: %[[B:.*]] = memref.load
  // CHECK-NOT: memref.load
  // CHECK: return %[[A]], %[[B]], %[[B]]
  %0 = memref.load %v[] : memref<f32>
  extrema.arg_reduce <maximumf> dimension(0) ins(%x : memref<?xf32>) value_only outs(%v : memref<f32>)
  extrema.topk_reduce <maximumf> dimension(0) ins(%x : memref<?xf32>) outs(%vk, %ik : memref<2xf32>, memref<2xi64>)
  %1 = memref.load %v[] : memref<f32>
  %2 = memref.load %v[] : memref<f32>
  return %0, %1, %2 : f32, f32, f32
}

// A record is never dropped, and never merged with another.

// CHECK-LABEL: func @records
func.func @records(%k: index) {
  // CHECK-COUNT-2: extrema.record "k is {0}"
  extrema.record "k is {0}"(%k)
  extrema.record "k is {0}"(%k)
  return
}
