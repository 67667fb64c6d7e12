// RUN: extrema-opt %s --extrema-to-linalg | FileCheck %s
// RUN: extrema-opt %s --pass-pipeline='builtin.module(extrema-to-linalg{checks=none})' | FileCheck %s --check-prefix=NONE

// CHECK-LABEL: func.func @argmax(
// CHECK-SAME: tensor<?x?xi8>
// CHECK-SAME: extrema.original_type = "(tensor<?x?xui8>) -> tensor<?xi64>"
// CHECK: cf.assert %{{.*}}, "extrema.argmax: the axis must not be empty"
// CHECK: linalg.fill
// CHECK: linalg.generic
// CHECK: arith.cmpi ugt
// CHECK-NOT: extrema.arg
// NONE-LABEL: func.func @argmax(
// NONE-NOT: cf.assert
// NONE: linalg.generic
func.func @argmax(%x: tensor<?x?xui8>) -> tensor<?xi64> {
  %0 = extrema.argmax %x axis(1) : tensor<?x?xui8> -> tensor<?xi64>
  return %0 : tensor<?xi64>
}

// A single linalg.generic cannot say topk.

// CHECK-LABEL: func.func @topk(
// CHECK: extrema.topk_reduce <maximumf>
func.func @topk(%x: tensor<4x8xf32>) -> (tensor<4x3xf32>, tensor<4x3xi64>) {
  %0:2 = extrema.topk %x k(3) : tensor<4x8xf32> -> tensor<4x3xf32>, tensor<4x3xi64>
  return %0#0, %0#1 : tensor<4x3xf32>, tensor<4x3xi64>
}
