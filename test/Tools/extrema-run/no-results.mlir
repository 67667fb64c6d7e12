// A function without results returns the status alone; an operation whose result
// nobody uses still fails.

// RUN: extrema-run %s random:4:f32 | count 0
// RUN: extrema-run %s random:0:f32 --checks=off | count 0
// RUN: not extrema-run %s random:0:f32 2>&1 | FileCheck %s
// CHECK: error: {{.*}}the axis must not be empty

func.func @main(%x: tensor<?xf32>) {
  %i = extrema.argmax %x axis(0) : tensor<?xf32> -> tensor<i64>
  return
}
