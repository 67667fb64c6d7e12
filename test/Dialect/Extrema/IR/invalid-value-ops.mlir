// Every way to get the axis, k or the shapes of a value operation wrong has its message.

// RUN: extrema-opt %s --split-input-file --verify-diagnostics

//===----------------------------------------------------------------------===//
// The examples of the reference
//===----------------------------------------------------------------------===//

func.func @argmax_reference(%x: tensor<4x0xf32>) {
  // expected-error@+1 {{'extrema.argmax' op has an empty axis: dimension 1 of 'tensor<4x0xf32>' has no elements}}
  %i = extrema.argmax %x axis(1) : tensor<4x0xf32> -> tensor<4xi64>
  return
}

// -----

func.func @argmin_reference(%x: tensor<4x0xf32>) {
  // expected-error@+1 {{'extrema.argmin' op has an empty axis: dimension 1 of 'tensor<4x0xf32>' has no elements}}
  %i = extrema.argmin %x axis(1) : tensor<4x0xf32> -> tensor<4xi64>
  return
}

// -----

func.func @topk_reference(%x: tensor<4x8xf32>) {
  // expected-error@+1 {{'extrema.topk' op k is 9, but dimension 1 of 'tensor<4x8xf32>' has 8 elements}}
  %v, %i = extrema.topk %x k(9) : tensor<4x8xf32> -> tensor<4x9xf32>, tensor<4x9xi64>
  return
}

// -----

//===----------------------------------------------------------------------===//
// The axis
//===----------------------------------------------------------------------===//

func.func @axis_too_large(%x: tensor<4xf32>) {
  // expected-error@+1 {{'extrema.argmax' op axis 1 is out of range for an input of rank 1: it must be in [-1, 0]}}
  %0 = extrema.argmax %x axis(1) : tensor<4xf32> -> tensor<i64>
  return
}

// -----

func.func @axis_too_small(%x: tensor<4x?xf32>) {
  // expected-error@+1 {{'extrema.argmin' op axis -3 is out of range for an input of rank 2: it must be in [-2, 1]}}
  %0 = extrema.argmin %x axis(-3) : tensor<4x?xf32> -> tensor<4xi64>
  return
}

// -----

func.func @axis_smallest_integer(%x: tensor<4xf32>) {
  // expected-error@+1 {{'extrema.argmax' op axis -9223372036854775808 is out of range for an input of rank 1: it must be in [-1, 0]}}
  %0 = extrema.argmax %x axis(-9223372036854775808) : tensor<4xf32> -> tensor<i64>
  return
}

// -----

func.func @axis_largest_integer(%x: tensor<4xf32>) {
  // expected-error@+1 {{'extrema.argmax' op axis 9223372036854775807 is out of range for an input of rank 1: it must be in [-1, 0]}}
  %0 = extrema.argmax %x axis(9223372036854775807) : tensor<4xf32> -> tensor<i64>
  return
}

// -----

func.func @axis_of_other_form(%x: tensor<4xf32>) {
  // expected-error@+1 {{'extrema.argmax' op axis 5 is out of range for an input of rank 1: it must be in [-1, 0]}}
  %0 = "extrema.argmax"(%x) {axis = 5 : i64} : (tensor<4xf32>) -> tensor<i64>
  return
}

// -----

func.func @axis_of_no_integer(%x: tensor<4xf32>) {
  // expected-error@+1 {{integer constant out of range for attribute}}
  %0 = extrema.argmax %x axis(99999999999999999999) : tensor<4xf32> -> tensor<i64>
  return
}

// -----

func.func @rank_zero_default_axis(%x: tensor<f32>) {
  // expected-error@+1 {{'extrema.argmax' op has no axis: its input is of rank 0}}
  %0 = extrema.argmax %x : tensor<f32> -> tensor<i64>
  return
}

// -----

func.func @rank_zero_axis(%x: tensor<f32>) {
  // expected-error@+1 {{'extrema.argmin' op has no axis: its input is of rank 0}}
  %0 = extrema.argmin %x axis(0) : tensor<f32> -> tensor<i64>
  return
}

// -----

func.func @topk_rank_zero(%x: tensor<f32>) {
  // expected-error@+1 {{'extrema.topk' op has no axis: its input is of rank 0}}
  %0:2 = extrema.topk %x k(1) : tensor<f32> -> tensor<1xf32>, tensor<1xi64>
  return
}

// -----

func.func @topk_axis_too_large(%x: tensor<4xf32>) {
  // expected-error@+1 {{'extrema.topk' op axis 1 is out of range for an input of rank 1: it must be in [-1, 0]}}
  %0:2 = extrema.topk %x k(1) axis(1) : tensor<4xf32> -> tensor<1xf32>, tensor<1xi64>
  return
}

// -----

func.func @topk_axis_too_small(%x: tensor<4xf32>) {
  // expected-error@+1 {{'extrema.topk' op axis -2 is out of range for an input of rank 1: it must be in [-1, 0]}}
  %0:2 = extrema.topk %x k(1) axis(-2) : tensor<4xf32> -> tensor<1xf32>, tensor<1xi64>
  return
}

// -----

func.func @empty_axis(%x: tensor<0xf32>) {
  // expected-error@+1 {{'extrema.argmin' op has an empty axis: dimension 0 of 'tensor<0xf32>' has no elements}}
  %0 = extrema.argmin %x : tensor<0xf32> -> tensor<i64>
  return
}

// -----

func.func @empty_axis_of_empty_result(%x: tensor<0x0xf32>) {
  // expected-error@+1 {{'extrema.argmax' op has an empty axis: dimension 1 of 'tensor<0x0xf32>' has no elements}}
  %0 = extrema.argmax %x axis(-1) keepdims : tensor<0x0xf32> -> tensor<0x1xi64>
  return
}

// -----

//===----------------------------------------------------------------------===//
// The extent and the index type
//===----------------------------------------------------------------------===//

func.func @narrow_i8(%x: tensor<3x129xf32>) {
  // expected-error@+1 {{'extrema.argmax' op index type 'i8' is too narrow: dimension 1 of 'tensor<3x129xf32>' has 129 elements, of which its signed range numbers 128}}
  %0 = extrema.argmax %x axis(-1) : tensor<3x129xf32> -> tensor<3xi8>
  return
}

// -----

func.func @narrow_i16(%x: tensor<32769xf32>) {
  // expected-error@+1 {{'extrema.argmin' op index type 'i16' is too narrow: dimension 0 of 'tensor<32769xf32>' has 32769 elements, of which its signed range numbers 32768}}
  %0 = extrema.argmin %x : tensor<32769xf32> -> tensor<i16>
  return
}

// -----

func.func @narrow_i32(%x: tensor<2147483649xf32>) {
  // expected-error@+1 {{'extrema.argmax' op index type 'i32' is too narrow: dimension 0 of 'tensor<2147483649xf32>' has 2147483649 elements, of which its signed range numbers 2147483648}}
  %0 = extrema.argmax %x : tensor<2147483649xf32> -> tensor<i32>
  return
}

// -----

func.func @topk_narrow(%x: tensor<129xf32>) {
  // Even where the result is short: an index may be any of the axis.
  // expected-error@+1 {{'extrema.topk' op index type 'i8' is too narrow: dimension 0 of 'tensor<129xf32>' has 129 elements, of which its signed range numbers 128}}
  %0:2 = extrema.topk %x k(1) : tensor<129xf32> -> tensor<1xf32>, tensor<1xi8>
  return
}

// -----

func.func @topk_narrow_dynamic_k(%x: tensor<129xf32>, %k: index) {
  // expected-error@+1 {{'extrema.topk' op index type 'i8' is too narrow}}
  %0:2 = extrema.topk %x k(%k) : tensor<129xf32> -> tensor<?xf32>, tensor<?xi8>
  return
}

// -----

//===----------------------------------------------------------------------===//
// k
//===----------------------------------------------------------------------===//

func.func @k_negative(%x: tensor<?xf32>) {
  // expected-error@+1 {{'extrema.topk' op k must not be negative, but is -1}}
  %0:2 = extrema.topk %x k(-1) : tensor<?xf32> -> tensor<?xf32>, tensor<?xi64>
  return
}

// -----

func.func @k_negative_unranked(%x: tensor<*xf32>) {
  // expected-error@+1 {{'extrema.topk' op k must not be negative, but is -9223372036854775808}}
  %0:2 = "extrema.topk"(%x) <{static_k = -9223372036854775808 : i64}>
    : (tensor<*xf32>) -> (tensor<*xf32>, tensor<*xi64>)
  return
}

// -----

func.func @k_too_large(%x: tensor<?x4xf32>) {
  // expected-error@+1 {{'extrema.topk' op k is 5, but dimension 1 of 'tensor<?x4xf32>' has 4 elements}}
  %0:2 = extrema.topk %x k(5) axis(1) : tensor<?x4xf32> -> tensor<?x5xf32>, tensor<?x5xi64>
  return
}

// -----

func.func @k_largest_integer(%x: tensor<4xf32>) {
  // expected-error@+1 {{'extrema.topk' op k is 9223372036854775807, but dimension 0 of 'tensor<4xf32>' has 4 elements}}
  %0:2 = extrema.topk %x k(9223372036854775807) : tensor<4xf32> -> tensor<?xf32>, tensor<?xi64>
  return
}

// -----

func.func @k_of_no_elements(%x: tensor<0xf32>) {
  // expected-error@+1 {{'extrema.topk' op k is 1, but dimension 0 of 'tensor<0xf32>' has 0 elements}}
  %0:2 = extrema.topk %x k(1) : tensor<0xf32> -> tensor<1xf32>, tensor<1xi64>
  return
}

// -----

func.func @k_neither(%x: tensor<4xf32>) {
  // expected-error@+1 {{'extrema.topk' op needs k as an attribute or as an operand: exactly one of the two}}
  %0:2 = "extrema.topk"(%x) : (tensor<4xf32>) -> (tensor<?xf32>, tensor<?xi64>)
  return
}

// -----

func.func @k_both(%x: tensor<4xf32>, %k: index) {
  // expected-error@+1 {{'extrema.topk' op needs k as an attribute or as an operand: exactly one of the two}}
  %0:2 = "extrema.topk"(%x, %k) <{static_k = 2 : i64}>
    : (tensor<4xf32>, index) -> (tensor<2xf32>, tensor<2xi64>)
  return
}

// -----

func.func @k_float(%x: tensor<4xf32>, %k: f32) {
  // expected-error@+1 {{'extrema.topk' op operand #1 must be i8, i16, i32, i64 or index, but got 'f32'}}
  %0:2 = extrema.topk %x k(%k : f32) : tensor<4xf32> -> tensor<?xf32>, tensor<?xi64>
  return
}

// -----

func.func @k_unsigned(%x: tensor<4xf32>, %k: ui8) {
  // expected-error@+1 {{'extrema.topk' op operand #1 must be i8, i16, i32, i64 or index, but got 'ui8'}}
  %0:2 = extrema.topk %x k(%k : ui8) : tensor<4xf32> -> tensor<?xf32>, tensor<?xi64>
  return
}

// -----

func.func @k_tensor(%x: tensor<4xf32>, %k: tensor<i64>) {
  // expected-error@+1 {{'extrema.topk' op operand #1 must be i8, i16, i32, i64 or index, but got 'tensor<i64>'}}
  %0:2 = extrema.topk %x k(%k : tensor<i64>) : tensor<4xf32> -> tensor<?xf32>, tensor<?xi64>
  return
}

// -----

//===----------------------------------------------------------------------===//
// Result shapes: they must be compatible with what is inferred
//===----------------------------------------------------------------------===//

func.func @result_rank(%x: tensor<4xf32>) {
  // expected-error@+2 {{failed to infer returned types}}
  // expected-error@+1 {{'extrema.argmax' op inferred type(s) 'tensor<i64>' are incompatible with return type(s) of operation 'tensor<1xi64>'}}
  %0 = extrema.argmax %x : tensor<4xf32> -> tensor<1xi64>
  return
}

// -----

func.func @result_rank_keepdims(%x: tensor<4xf32>) {
  // expected-error@+2 {{failed to infer returned types}}
  // expected-error@+1 {{'extrema.argmin' op inferred type(s) 'tensor<1xi64>' are incompatible with return type(s) of operation 'tensor<i64>'}}
  %0 = extrema.argmin %x keepdims : tensor<4xf32> -> tensor<i64>
  return
}

// -----

func.func @result_extent(%x: tensor<4x?x6xf32>) {
  // expected-error@+2 {{failed to infer returned types}}
  // expected-error@+1 {{'extrema.argmax' op inferred type(s) 'tensor<4x6xi64>' are incompatible with return type(s) of operation 'tensor<4x5xi32>'}}
  %0 = extrema.argmax %x axis(1) : tensor<4x?x6xf32> -> tensor<4x5xi32>
  return
}

// -----

func.func @result_extent_default_axis(%x: tensor<4x6xf32>) {
  // The default axis is 0.
  // expected-error@+2 {{failed to infer returned types}}
  // expected-error@+1 {{'extrema.argmin' op inferred type(s) 'tensor<6xi64>' are incompatible with return type(s) of operation 'tensor<4xi64>'}}
  %0 = extrema.argmin %x : tensor<4x6xf32> -> tensor<4xi64>
  return
}

// -----

func.func @result_kept_extent(%x: tensor<4x6xf32>) {
  // expected-error@+2 {{failed to infer returned types}}
  // expected-error@+1 {{'extrema.argmax' op inferred type(s) 'tensor<4x1xi64>' are incompatible with return type(s) of operation 'tensor<4x6xi64>'}}
  %0 = extrema.argmax %x axis(1) keepdims : tensor<4x6xf32> -> tensor<4x6xi64>
  return
}

// -----

func.func @topk_result_shapes(%x: tensor<4xf32>, %k: index) {
  // expected-error@+1 {{'extrema.topk' op has results of two shapes: 'tensor<2xf32>' and 'tensor<3xi64>'}}
  %0:2 = extrema.topk %x k(%k) : tensor<4xf32> -> tensor<2xf32>, tensor<3xi64>
  return
}

// -----

func.func @topk_result_ranks(%x: tensor<*xf32>) {
  // expected-error@+1 {{'extrema.topk' op has results of two shapes: 'tensor<2xf32>' and 'tensor<3x2xi8>'}}
  %0:2 = extrema.topk %x k(2) : tensor<*xf32> -> tensor<2xf32>, tensor<3x2xi8>
  return
}

// -----

func.func @topk_result_extent(%x: tensor<4x6xf32>) {
  // The default axis is -1.
  // expected-error@+2 {{failed to infer returned types}}
  // expected-error@+1 {{'extrema.topk' op inferred type(s) 'tensor<4x3xf32>', 'tensor<4x3xi64>' are incompatible with return type(s) of operation 'tensor<4x2xf32>', 'tensor<4x2xi64>'}}
  %0:2 = extrema.topk %x k(3) : tensor<4x6xf32> -> tensor<4x2xf32>, tensor<4x2xi64>
  return
}

// -----

func.func @topk_result_rank_dynamic_k(%x: tensor<4x6xf32>, %k: index) {
  // expected-error@+2 {{failed to infer returned types}}
  // expected-error@+1 {{'extrema.topk' op inferred type(s) 'tensor<4x?xf32>', 'tensor<4x?xi64>' are incompatible with return type(s) of operation 'tensor<?xf32>', 'tensor<?xi64>'}}
  %0:2 = extrema.topk %x k(%k) : tensor<4x6xf32> -> tensor<?xf32>, tensor<?xi64>
  return
}

// -----

func.func @topk_result_other_extent(%x: tensor<4x6xf32>, %k: index) {
  // expected-error@+2 {{failed to infer returned types}}
  // expected-error@+1 {{'extrema.topk' op inferred type(s) 'tensor<?x6xf32>', 'tensor<?x6xi64>' are incompatible with return type(s) of operation 'tensor<?x5xf32>', 'tensor<?x5xi64>'}}
  %0:2 = extrema.topk %x k(%k) axis(0) : tensor<4x6xf32> -> tensor<?x5xf32>, tensor<?x5xi64>
  return
}
