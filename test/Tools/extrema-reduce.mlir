// What makes a program interesting is kept, the rest goes.

// RUN: extrema-reduce %s -reduction-tree='traversal-mode=0 test=%S/Inputs/has-topk.sh' | FileCheck %s

// CHECK-NOT: @other
// CHECK: func.func @kept
// CHECK: extrema.topk
// CHECK-NOT: @another
func.func @other(%x: tensor<8xf32>) -> tensor<i64> {
  %i = extrema.argmax %x : tensor<8xf32> -> tensor<i64>
  return %i : tensor<i64>
}
func.func @kept(%x: tensor<8xf32>) -> tensor<3xi64> {
  %v, %i = extrema.topk %x k(3) : tensor<8xf32> -> tensor<3xf32>, tensor<3xi64>
  return %i : tensor<3xi64>
}
func.func @another(%x: tensor<8xf32>) -> tensor<i64> {
  %i = extrema.argmin %x : tensor<8xf32> -> tensor<i64>
  return %i : tensor<i64>
}
