// What inference says of the results: canonicalisation gives them all that is
// known and casts back to what they stated.

// RUN: extrema-opt %s --canonicalize | FileCheck %s

// CHECK-LABEL: func @arg
func.func @arg(%x: tensor<4x?x8xf32>)
    -> (tensor<?x?xi64>, tensor<?x?x?xi64>, tensor<*xi32>, tensor<?x8xindex>) {
  // CHECK: extrema.argmax %{{.*}} : tensor<4x?x8xf32> -> tensor<?x8xi64>
  %0 = extrema.argmax %x axis(0) : tensor<4x?x8xf32> -> tensor<?x?xi64>
  // CHECK: extrema.argmax %{{.*}} axis(1) keepdims : tensor<4x?x8xf32> -> tensor<4x1x8xi64>
  %1 = extrema.argmax %x axis(1) keepdims : tensor<4x?x8xf32> -> tensor<?x?x?xi64>
  // From no rank to a rank; the index type is kept.
  // CHECK: extrema.argmin %{{.*}} axis(2) : tensor<4x?x8xf32> -> tensor<4x?xi32>
  %2 = extrema.argmin %x axis(2) : tensor<4x?x8xf32> -> tensor<*xi32>
  // CHECK: extrema.argmin %{{.*}} axis(1) : tensor<4x?x8xf32> -> tensor<4x8xindex>
  %3 = extrema.argmin %x axis(1) : tensor<4x?x8xf32> -> tensor<?x8xindex>
  return %0, %1, %2, %3
      : tensor<?x?xi64>, tensor<?x?x?xi64>, tensor<*xi32>, tensor<?x8xindex>
}

// What the results state and inference cannot know is kept.

// CHECK-LABEL: func @arg_stated
func.func @arg_stated(%x: tensor<?x?x8xf32>) -> tensor<4x?xi64> {
  // CHECK: extrema.argmax %{{.*}} axis(1) : tensor<?x?x8xf32> -> tensor<4x8xi64>
  %0 = extrema.argmax %x axis(1) : tensor<?x?x8xf32> -> tensor<4x?xi64>
  return %0 : tensor<4x?xi64>
}

// CHECK-LABEL: func @topk
func.func @topk(%x: tensor<4x?x8xui8>, %k: index)
    -> (tensor<?x?x?xui8>, tensor<*xi16>, tensor<?x3x?xui8>, tensor<?x?x?xi64>) {
  // CHECK: extrema.topk %{{.*}} k(5) axis(2) : tensor<4x?x8xui8> -> tensor<4x?x5xui8>, tensor<4x?x5xi16>
  %0:2 = extrema.topk %x k(5) : tensor<4x?x8xui8> -> tensor<?x?x?xui8>, tensor<*xi16>
  // k is not known, but stated by one of the results.
  // CHECK: extrema.topk %{{.*}} k(%{{.*}}) axis(1) : tensor<4x?x8xui8> -> tensor<4x3x8xui8>, tensor<4x?x8xi64>
  %1:2 = extrema.topk %x k(%k) axis(1) : tensor<4x?x8xui8> -> tensor<?x3x?xui8>, tensor<?x?x?xi64>
  return %0#0, %0#1, %1#0, %1#1
      : tensor<?x?x?xui8>, tensor<*xi16>, tensor<?x3x?xui8>, tensor<?x?x?xi64>
}

// Nothing is known of an unranked input's results, nor is the rank that they
// state of use: k is not, either.

// CHECK-LABEL: func @unranked
func.func @unranked(%x: tensor<*xf32>) -> (tensor<?x?xi64>, tensor<?x?xf32>) {
  // CHECK: extrema.argmax %{{.*}} axis(1) : tensor<*xf32> -> tensor<?x?xi64>
  %0 = extrema.argmax %x axis(1) : tensor<*xf32> -> tensor<?x?xi64>
  // CHECK: extrema.topk %{{.*}} k(5) : tensor<*xf32> -> tensor<?x?xf32>, tensor<*xi64>
  %1:2 = extrema.topk %x k(5) : tensor<*xf32> -> tensor<?x?xf32>, tensor<*xi64>
  return %0, %1#0 : tensor<?x?xi64>, tensor<?x?xf32>
}
