// Functions that hold operations of the dialect are inlined.

// RUN: extrema-opt %s --inline | FileCheck %s

func.func private @callee(%x: tensor<?xf32>, %v: tensor<f32>, %k: index) -> (tensor<i64>, tensor<f32>) {
  extrema.record "k is {0}"(%k)
  %0 = extrema.argmax %x : tensor<?xf32> -> tensor<i64>
  %1 = extrema.arg_reduce <maximumf> dimension(0) ins(%x : tensor<?xf32>) value_only outs(%v : tensor<f32>) -> tensor<f32>
  return %0, %1 : tensor<i64>, tensor<f32>
}

// CHECK-LABEL: func @caller
func.func @caller(%x: tensor<?xf32>, %v: tensor<f32>, %k: index) -> (tensor<i64>, tensor<f32>) {
  // CHECK-NOT: call
  // CHECK: extrema.record
  // CHECK: extrema.argmax
  // CHECK: extrema.arg_reduce
  %0:2 = call @callee(%x, %v, %k) : (tensor<?xf32>, tensor<f32>, index) -> (tensor<i64>, tensor<f32>)
  return %0#0, %0#1 : tensor<i64>, tensor<f32>
}
