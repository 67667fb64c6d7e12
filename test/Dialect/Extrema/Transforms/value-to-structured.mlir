// RUN: extrema-opt %s -extrema-value-to-structured -split-input-file | FileCheck %s

// The kind: direction, NaN mode and signedness become one word.

// CHECK-LABEL: func @kinds_of_arg_ops
func.func @kinds_of_arg_ops(%f: tensor<8xf32>, %s: tensor<8xi8>, %si: tensor<8xsi8>,
                            %u: tensor<8xui8>) {
  // CHECK: arg_reduce <maximumf> dimension(0) ins(%{{.*}} : tensor<8xf32>) index_only
  %0 = extrema.argmax %f : tensor<8xf32> -> tensor<i64>
  // CHECK: arg_reduce <maxnumf> dimension(0) ins
  %1 = extrema.argmax %f nan(ignore) : tensor<8xf32> -> tensor<i64>
  // CHECK: arg_reduce <minimumf> dimension(0) ins
  %2 = extrema.argmin %f : tensor<8xf32> -> tensor<i64>
  // CHECK: arg_reduce <minnumf> dimension(0) last ins
  %3 = extrema.argmin %f last nan(ignore) : tensor<8xf32> -> tensor<i64>
  // CHECK: arg_reduce <maxsi>
  %4 = extrema.argmax %s : tensor<8xi8> -> tensor<i64>
  // CHECK: arg_reduce <minsi>
  %5 = extrema.argmin %si : tensor<8xsi8> -> tensor<i64>
  // CHECK: arg_reduce <maxui>
  %6 = extrema.argmax %u : tensor<8xui8> -> tensor<i64>
  // CHECK: arg_reduce <minui>
  %7 = extrema.argmin %u nan(ignore) : tensor<8xui8> -> tensor<i64>
  return
}

// CHECK-LABEL: func @kinds_of_topk
func.func @kinds_of_topk(%f: tensor<8xbf16>, %s: tensor<8xi8>, %u: tensor<8xui8>) {
  // CHECK: topk_reduce <maximumf> dimension(0) ins
  %0:2 = extrema.topk %f k(2) : tensor<8xbf16> -> tensor<2xbf16>, tensor<2xi64>
  // A NaN is the largest: the last of the smallest.
  // CHECK: topk_reduce <minnumf> dimension(0) unsorted ins
  %1:2 = extrema.topk %f k(2) smallest unsorted : tensor<8xbf16> -> tensor<2xbf16>, tensor<2xi64>
  // CHECK: topk_reduce <maxsi>
  %2:2 = extrema.topk %s k(2) : tensor<8xi8> -> tensor<2xi8>, tensor<2xi64>
  // CHECK: topk_reduce <minui>
  %3:2 = extrema.topk %u k(2) smallest : tensor<8xui8> -> tensor<2xui8>, tensor<2xi64>
  return
}

// -----

// keepdims is a reshape of the reduced result, wherever the axis is.

// CHECK-LABEL: func @keepdims
func.func @keepdims(%x: tensor<4x?x6xf32>, %y: tensor<5xf32>) {
  // CHECK: %[[R0:.*]] = extrema.arg_reduce {{.*}} -> tensor<?x6xi64>
  // CHECK: tensor.expand_shape %[[R0]] {{\[}}[0, 1], [2]] {{.*}} into tensor<1x?x6xi64>
  %0 = extrema.argmax %x axis(0) keepdims : tensor<4x?x6xf32> -> tensor<1x?x6xi64>
  // CHECK: %[[R1:.*]] = extrema.arg_reduce {{.*}} -> tensor<4x6xi64>
  // CHECK: tensor.expand_shape %[[R1]] {{\[}}[0, 1], [2]] {{.*}} into tensor<4x1x6xi64>
  %1 = extrema.argmax %x axis(1) keepdims : tensor<4x?x6xf32> -> tensor<4x1x6xi64>
  // CHECK: %[[R2:.*]] = extrema.arg_reduce {{.*}} -> tensor<4x?xi32>
  // CHECK: tensor.expand_shape %[[R2]] {{\[}}[0], [1, 2]] {{.*}} into tensor<4x?x1xi32>
  %2 = extrema.argmax %x axis(-1) keepdims : tensor<4x?x6xf32> -> tensor<4x?x1xi32>
  // CHECK: %[[R3:.*]] = extrema.arg_reduce {{.*}} -> tensor<i64>
  // CHECK: tensor.expand_shape %[[R3]] [] output_shape [1] : tensor<i64> into tensor<1xi64>
  %3 = extrema.argmax %y keepdims : tensor<5xf32> -> tensor<1xi64>
  return
}

// -----

// k as a value of another type than index is read as signed.

// CHECK-LABEL: func @dynamic_k
// CHECK-SAME: %[[X:[^:]*]]: tensor<?x8xf32>, %[[K:[^:]*]]: i32
func.func @dynamic_k(%x: tensor<?x8xf32>, %k: i32) -> (tensor<?x?xf32>, tensor<?x?xindex>) {
  // CHECK-DAG: %[[INDEX:.*]] = arith.index_cast %[[K]] : i32 to index
  // CHECK-DAG: %[[ROWS:.*]] = tensor.dim %[[X]]
  // CHECK: tensor.empty(%[[ROWS]], %[[INDEX]]) : tensor<?x?xf32>
  // CHECK: tensor.empty(%[[ROWS]], %[[INDEX]]) : tensor<?x?xindex>
  %0:2 = extrema.topk %x k(%k : i32) : tensor<?x8xf32> -> tensor<?x?xf32>, tensor<?x?xindex>
  return %0#0, %0#1 : tensor<?x?xf32>, tensor<?x?xindex>
}

// -----

// Extents that a result states, and ones that it leaves open.

// CHECK-LABEL: func @stated_extents
func.func @stated_extents(%x: tensor<?x8xf32>, %k: index) {
  // CHECK: arg_reduce {{.*}} -> tensor<7xi64>
  %0 = extrema.argmax %x axis(1) : tensor<?x8xf32> -> tensor<7xi64>
  // CHECK: topk_reduce {{.*}} -> tensor<7x3xf32>, tensor<7x3xi64>
  // CHECK: tensor.cast {{.*}} : tensor<7x3xf32> to tensor<7x?xf32>
  // CHECK: tensor.cast {{.*}} : tensor<7x3xi64> to tensor<?x3xi64>
  %1:2 = extrema.topk %x k(%k) : tensor<?x8xf32> -> tensor<7x?xf32>, tensor<?x3xi64>
  // CHECK: %[[R:.*]] = extrema.arg_reduce {{.*}} -> tensor<?xi64>
  // CHECK: tensor.cast %[[R]] : tensor<?xi64> to tensor<*xi64>
  %2 = extrema.argmax %x axis(1) : tensor<?x8xf32> -> tensor<*xi64>
  return
}
