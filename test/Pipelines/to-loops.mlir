// RUN: extrema-opt %s --extrema-to-loops | FileCheck %s
// RUN: extrema-opt %s --extrema-to-loops=checks=record | FileCheck %s --check-prefix=RECORD

// In place: nothing is allocated but the results, nothing copied.

// CHECK-LABEL: func.func @topk(
// CHECK-SAME: %[[X:[^:]*]]: memref<4x1000xf32>
// CHECK: %[[V:.*]] = memref.alloc() {{.*}}: memref<4x5xf32>
// CHECK: %[[I:.*]] = memref.alloc() {{.*}}: memref<4x5xi64>
// CHECK-NOT: memref.alloc
// CHECK-NOT: memref.copy
// CHECK: scf.for
// CHECK: memref.load %[[X]]
// CHECK-NOT: memref.alloc
// CHECK-NOT: memref.copy
// CHECK: return %[[V]], %[[I]] : memref<4x5xf32>, memref<4x5xi64>

// The entry point takes what it is given, has a context and returns a status. The
// body is as without.

// RECORD-LABEL: func.func @topk(
// RECORD-SAME: memref<?x?xf32, strided<[?, ?], offset: ?>>
// RECORD-SAME: !llvm.ptr
// RECORD-SAME: -> (memref<4x5xf32>, memref<4x5xi64>, i32)
// RECORD: call @topk_body(
// RECORD-LABEL: func.func private @topk_body(
// RECORD-SAME: memref<4x1000xf32>, %{{[a-z0-9]*}}: !llvm.ptr) -> (memref<4x5xf32>, memref<4x5xi64>)
func.func @topk(%x: tensor<4x1000xf32>) -> (tensor<4x5xf32>, tensor<4x5xi64>) {
  %0:2 = extrema.topk %x k(5) : tensor<4x1000xf32> -> tensor<4x5xf32>, tensor<4x5xi64>
  return %0#0, %0#1 : tensor<4x5xf32>, tensor<4x5xi64>
}

// Intermediate results that are not returned are freed.

// CHECK-LABEL: func.func @chain(
// CHECK-COUNT-3: memref.alloc
// CHECK-NOT: memref.alloc
// CHECK-NOT: memref.copy
// CHECK-COUNT-2: memref.dealloc
// CHECK-NOT: memref.dealloc
// CHECK: return
func.func @chain(%x: tensor<64x1000xf32>) -> tensor<5xi64> {
  %0:2 = extrema.topk %x k(5) axis(0) : tensor<64x1000xf32> -> tensor<5x1000xf32>, tensor<5x1000xi64>
  %1 = extrema.argmax %0#0 axis(1) : tensor<5x1000xf32> -> tensor<5xi64>
  return %1 : tensor<5xi64>
}

// A private function is inlined before anything is checked or lowered.

// CHECK-NOT: func.func private @row
func.func private @row(%x: tensor<8xui16>) -> tensor<i64> {
  %0 = extrema.argmin %x : tensor<8xui16> -> tensor<i64>
  return %0 : tensor<i64>
}

// CHECK-LABEL: func.func @calls(
// CHECK-NOT: call
// CHECK: arith.cmpi ugt
func.func @calls(%x: tensor<8xui16>) -> tensor<i64> {
  %0 = call @row(%x) : (tensor<8xui16>) -> tensor<i64>
  return %0 : tensor<i64>
}

// An unused operation that can fail still fails.

// CHECK-LABEL: func.func @unused(
// CHECK: cf.assert
// RECORD-LABEL: func.func @unused(
// RECORD: llvm.cmpxchg
func.func @unused(%x: tensor<?xf32>) {
  %0 = extrema.argmax %x : tensor<?xf32> -> tensor<i64>
  return
}

// A loop may carry a result; what an iteration leaves behind is freed.

// CHECK-LABEL: func.func @carried(
// CHECK: scf.for {{.*}} iter_args
// CHECK: memref.alloc
// CHECK: memref.dealloc
func.func @carried(%x: tensor<4x8xf32>, %n: index) -> tensor<4xi64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %first = extrema.argmax %x axis(1) : tensor<4x8xf32> -> tensor<4xi64>
  %last = scf.for %i = %c0 to %n step %c1 iter_args(%a = %first) -> tensor<4xi64> {
    %b = extrema.argmax %x axis(-1) last : tensor<4x8xf32> -> tensor<4xi64>
    scf.yield %b : tensor<4xi64>
  }
  return %last : tensor<4xi64>
}
