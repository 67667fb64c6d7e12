// RUN: extrema-opt %s --convert-tosa-to-extrema --verify-diagnostics --split-input-file | FileCheck %s

// CHECK-LABEL: func.func @propagate(
// CHECK-SAME:    %[[X:.*]]: tensor<4x?xf32>
// CHECK-NEXT:    %[[I:.*]] = extrema.argmax %[[X]] axis(1) : tensor<4x?xf32> -> tensor<4xi32>
// CHECK-NEXT:    return %[[I]]
func.func @propagate(%x: tensor<4x?xf32>) -> tensor<4xi32> {
  %i = tosa.argmax %x {axis = 1 : i32} : (tensor<4x?xf32>) -> tensor<4xi32>
  return %i : tensor<4xi32>
}

// -----

// CHECK-LABEL: func.func @ignore(
// CHECK:         extrema.argmax %{{.*}} nan(ignore) : tensor<2x4xbf16> -> tensor<4xi64>
func.func @ignore(%x: tensor<2x4xbf16>) -> tensor<4xi64> {
  %i = tosa.argmax %x {axis = 0 : i32, nan_mode = IGNORE} : (tensor<2x4xbf16>) -> tensor<4xi64>
  return %i : tensor<4xi64>
}

// -----

// CHECK-LABEL: func.func @integers(
// CHECK:         extrema.argmax %{{.*}} axis(2) : tensor<2x4x9xi8> -> tensor<2x4xi32>
func.func @integers(%x: tensor<2x4x9xi8>) -> tensor<2x4xi32> {
  %i = tosa.argmax %x {axis = 2 : i32} : (tensor<2x4x9xi8>) -> tensor<2x4xi32>
  return %i : tensor<2x4xi32>
}

// -----

// CHECK-LABEL: func.func @small_floats(
// CHECK:         tosa.argmax
func.func @small_floats(%x: tensor<4x8xf8E4M3FN>) -> tensor<4xi32> {
  // expected-remark @below {{is not converted to extrema.argmax, which does not have its types or its axis}}
  %i = tosa.argmax %x {axis = 1 : i32} : (tensor<4x8xf8E4M3FN>) -> tensor<4xi32>
  return %i : tensor<4xi32>
}

// -----

// Tensors keep their encodings; sparse ones stay.

// CHECK-LABEL: func.func @encodings(
// CHECK:         extrema.argmax %{{.*}} axis(1) : tensor<4x8xf32, "a"> -> tensor<4xi32, "b">
func.func @encodings(%x: tensor<4x8xf32, "a">) -> tensor<4xi32, "b"> {
  %i = tosa.argmax %x {axis = 1 : i32} : (tensor<4x8xf32, "a">) -> tensor<4xi32, "b">
  return %i : tensor<4xi32, "b">
}

// -----

// CHECK-LABEL: func.func @sparse(
// CHECK:         tosa.argmax
#sparse = #sparse_tensor.encoding<{ map = (d0) -> (d0 : compressed) }>
func.func @sparse(%x: tensor<8xf32, #sparse>) -> tensor<i32> {
  // expected-remark @below {{is not converted to extrema.argmax, which does not have its types or its axis}}
  %i = tosa.argmax %x {axis = 0 : i32} : (tensor<8xf32, #sparse>) -> tensor<i32>
  return %i : tensor<i32>
}
