// RUN: extrema-opt %s -extrema-protect-inputs | FileCheck %s

// CHECK: func.func @entry(%{{.*}}: tensor<4xf32> {bufferization.writable = false, extrema.name = "x"}, %{{[^:]*}}: index)
func.func @entry(%x: tensor<4xf32> {extrema.name = "x"}, %k: index) {
  return
}
// CHECK: func.func private @helper(%{{.*}}: tensor<4xf32>)
func.func private @helper(%x: tensor<4xf32>) {
  return
}
// CHECK: func.func private @external(tensor<4xf32>)
func.func private @external(tensor<4xf32>)

// RUN: extrema-opt %s -extrema-protect-inputs=mark | FileCheck %s --check-prefix=MARK
// MARK: func.func @entry(%{{.*}}: tensor<4xf32> {bufferization.writable = false, extrema.name = "x", extrema.read_only}, %{{[^:]*}}: index)
// MARK-NOT: extrema.read_only
