// Checks at run time: the message has the values, names the node or place, and
// nothing is printed or written; without checks the call goes on.

// RUN: extrema-run %s random:4:f32 | FileCheck %s --check-prefix=RIGHT
// RIGHT: result0: f32[3]
// RIGHT: result1: i64[3]

// RUN: not extrema-run %s random:2:f32 -o %t.npy 2> %t.errors | count 0
// RUN: FileCheck %s --check-prefix=WRONG < %t.errors
// RUN: not ls %t.npy
// WRONG: error: {{.*}}checks.mlir{{.*}}k is 3, dimension 0 of the input has 2 elements

// RUN: extrema-run %s random:2:f32 --checks=off | FileCheck %s --check-prefix=RIGHT
// RUN: extrema-run %s random:4:f32 --checks=off | FileCheck %s --check-prefix=RIGHT

func.func @main(%x: tensor<?xf32>) -> (tensor<3xf32>, tensor<3xi64>) {
  %v, %i = extrema.topk %x k(3) axis(0) : tensor<?xf32> -> tensor<3xf32>, tensor<3xi64>
  return %v, %i : tensor<3xf32>, tensor<3xi64>
}
