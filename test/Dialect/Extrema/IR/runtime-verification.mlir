// Upstream's pass finds the checks too: one assertion for each condition that
// the verifier cannot decide. The conditions themselves, with the values that
// they show, are tested with extrema-insert-checks.

// RUN: extrema-opt %s --generate-runtime-verification | FileCheck %s

// CHECK-LABEL: func @nothing_to_check
func.func @nothing_to_check(%x: tensor<4x8xf32>, %u: tensor<*xf32>, %d: tensor<?x8xf32>) {
  // CHECK-NOT: cf.assert
  %0 = extrema.argmax %x axis(1) : tensor<4x8xf32> -> tensor<4xi64>
  %1 = extrema.argmin %d axis(1) : tensor<?x8xf32> -> tensor<?xi8>
  %2:2 = extrema.topk %x k(5) : tensor<4x8xf32> -> tensor<4x5xf32>, tensor<4x5xi64>
  // No lowering takes an unranked tensor, so no check can be made for it.
  %3 = extrema.argmax %u : tensor<*xf32> -> tensor<*xi64>
  return
}

// CHECK-LABEL: func @argmax
// CHECK-SAME: %[[X:.*]]: tensor<?x?xf32>
func.func @argmax(%x: tensor<?x?xf32>) -> tensor<4xi8> {
  // CHECK: %[[N:.*]] = tensor.dim %[[X]], %{{.*}}
  // CHECK: %[[ZERO:.*]] = arith.constant 0 : index
  // CHECK: %[[NOT_EMPTY:.*]] = arith.cmpi ne, %[[N]], %[[ZERO]] : index
  // CHECK: %[[MAX:.*]] = arith.constant 128 : index
  // CHECK: %[[FITS:.*]] = arith.cmpi ule, %{{.*}}, %[[MAX]] : index
  // CHECK: %[[STATED:.*]] = arith.constant 4 : index
  // CHECK: %[[SHAPE:.*]] = arith.cmpi eq, %{{.*}}, %[[STATED]] : index
  // CHECK: cf.assert %[[NOT_EMPTY]], "ERROR: Runtime op verification failed\0A{{.*}}extrema.argmax{{.*}}the axis must not be empty
  // CHECK: cf.assert %[[FITS]], "{{.*}}the index type i8 must be able to number the axis
  // CHECK: cf.assert %[[SHAPE]], "{{.*}}the input must have the shape that the result states
  // CHECK-NOT: cf.assert
  // CHECK: extrema.argmax
  %0 = extrema.argmax %x axis(1) : tensor<?x?xf32> -> tensor<4xi8>
  return %0 : tensor<4xi8>
}

// CHECK-LABEL: func @argmin
func.func @argmin(%x: tensor<?x8xf32>) -> tensor<1x8xi64> {
  // CHECK: cf.assert %{{.*}}, "{{.*}}extrema.argmin{{.*}}the axis must not be empty
  // CHECK-NOT: cf.assert
  // CHECK: extrema.argmin
  %0 = extrema.argmin %x keepdims : tensor<?x8xf32> -> tensor<1x8xi64>
  return %0 : tensor<1x8xi64>
}

// CHECK-LABEL: func @topk
// CHECK-SAME: %[[X:.*]]: tensor<8x?xf32>, %[[K:.*]]: i32
func.func @topk(%x: tensor<8x?xf32>, %k: i32) -> tensor<8x3xf32> {
  // CHECK: %[[KI:.*]] = arith.index_cast %[[K]] : i32 to index
  // CHECK: %[[RANGE:.*]] = arith.cmpi ule, %[[KI]], %{{.*}} : index
  // CHECK: %[[THREE:.*]] = arith.constant 3 : index
  // CHECK: %[[STATED:.*]] = arith.cmpi eq, %[[KI]], %[[THREE]] : index
  // CHECK: cf.assert %[[RANGE]], "{{.*}}extrema.topk{{.*}}k must not be negative nor exceed the number of elements
  // CHECK: cf.assert %[[STATED]], "{{.*}}k must be what the result states
  // CHECK-NOT: cf.assert
  // CHECK: extrema.topk
  %0:2 = extrema.topk %x k(%k : i32) : tensor<8x?xf32> -> tensor<8x3xf32>, tensor<8x?xi64>
  return %0#0 : tensor<8x3xf32>
}
