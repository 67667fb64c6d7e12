// Every way to get the attributes and the syntax of a value operation wrong has its message.

// RUN: extrema-opt %s --split-input-file --verify-diagnostics

//===----------------------------------------------------------------------===//
// Attributes of the generic form
//===----------------------------------------------------------------------===//

func.func @axis_width(%x: tensor<4xf32>) {
  // expected-error@+1 {{'extrema.argmax' op attribute 'axis' failed to satisfy constraint: 64-bit signless integer attribute}}
  %0 = "extrema.argmax"(%x) <{axis = 0 : i32}> : (tensor<4xf32>) -> tensor<i64>
  return
}

// -----

func.func @axis_string(%x: tensor<4xf32>) {
  // expected-error@+1 {{Invalid attribute `axis` in property conversion: "0"}}
  %0 = "extrema.argmax"(%x) <{axis = "0"}> : (tensor<4xf32>) -> tensor<i64>
  return
}

// -----

func.func @keepdims_integer(%x: tensor<4xf32>) {
  // expected-error@+1 {{Invalid attribute `keepdims` in property conversion: 1 : i64}}
  %0 = "extrema.argmin"(%x) <{keepdims = 1 : i64}> : (tensor<4xf32>) -> tensor<1xi64>
  return
}

// -----

func.func @last_bool(%x: tensor<4xf32>) {
  // expected-error@+1 {{Invalid attribute `select_last` in property conversion: true}}
  %0 = "extrema.argmax"(%x) <{select_last = true}> : (tensor<4xf32>) -> tensor<i64>
  return
}

// -----

func.func @nan_integer(%x: tensor<4xf32>) {
  // expected-error@+1 {{Invalid attribute `nan` in property conversion: 1 : i32}}
  %0 = "extrema.argmax"(%x) <{nan = 1 : i32}> : (tensor<4xf32>) -> tensor<i64>
  return
}

// -----

func.func @nan_of_other_kind(%x: tensor<4xf32>) {
  // expected-error@+1 {{Invalid attribute `nan` in property conversion: #extrema.kind<maxsi>}}
  %0 = "extrema.argmax"(%x) <{nan = #extrema.kind<maxsi>}> : (tensor<4xf32>) -> tensor<i64>
  return
}

// -----

func.func @static_k_width(%x: tensor<4xf32>) {
  // expected-error@+1 {{'extrema.topk' op attribute 'static_k' failed to satisfy constraint: 64-bit signless integer attribute}}
  %0:2 = "extrema.topk"(%x) <{static_k = 1 : i8}> : (tensor<4xf32>) -> (tensor<1xf32>, tensor<1xi64>)
  return
}

// -----

func.func @static_k_float(%x: tensor<4xf32>) {
  // expected-error@+1 {{Invalid attribute `static_k` in property conversion: 1.000000e+00 : f32}}
  %0:2 = "extrema.topk"(%x) <{static_k = 1.0 : f32}> : (tensor<4xf32>) -> (tensor<1xf32>, tensor<1xi64>)
  return
}

// -----

func.func @topk_axis_width(%x: tensor<4xf32>) {
  // expected-error@+1 {{'extrema.topk' op attribute 'axis' failed to satisfy constraint: 64-bit signless integer attribute}}
  %0:2 = "extrema.topk"(%x) <{axis = 0 : index, static_k = 1 : i64}> : (tensor<4xf32>) -> (tensor<1xf32>, tensor<1xi64>)
  return
}

// -----

func.func @smallest_integer(%x: tensor<4xf32>) {
  // expected-error@+1 {{Invalid attribute `smallest` in property conversion: 0 : i64}}
  %0:2 = "extrema.topk"(%x) <{smallest = 0 : i64, static_k = 1 : i64}> : (tensor<4xf32>) -> (tensor<1xf32>, tensor<1xi64>)
  return
}

// -----

func.func @unsorted_string(%x: tensor<4xf32>) {
  // expected-error@+1 {{Invalid attribute `unsorted` in property conversion: "yes"}}
  %0:2 = "extrema.topk"(%x) <{static_k = 1 : i64, unsorted = "yes"}> : (tensor<4xf32>) -> (tensor<1xf32>, tensor<1xi64>)
  return
}

// -----

//===----------------------------------------------------------------------===//
// Syntax
//===----------------------------------------------------------------------===//

func.func @clauses_swapped(%x: tensor<4xf32>) {
  // expected-error@+1 {{expected ':'}}
  %0 = extrema.argmax %x last keepdims : tensor<4xf32> -> tensor<1xi64>
  return
}

// -----

func.func @nan_word(%x: tensor<4xf32>) {
  // expected-error@+1 {{expected one of [propagate, ignore] for NaN mode, got: skip}}
  %0 = extrema.argmax %x nan(skip) : tensor<4xf32> -> tensor<i64>
  return
}

// -----

func.func @nan_number(%x: tensor<4xf32>) {
  // expected-error@+1 {{expected keyword for NaN mode}}
  %0 = extrema.argmax %x nan(1) : tensor<4xf32> -> tensor<i64>
  return
}

// -----

func.func @axis_bare(%x: tensor<4xf32>) {
  // expected-error@+1 {{expected '('}}
  %0 = extrema.argmax %x axis 0 : tensor<4xf32> -> tensor<i64>
  return
}

// -----

func.func @k_missing(%x: tensor<4xf32>) {
  // expected-error@+1 {{expected 'k'}}
  %0:2 = extrema.topk %x : tensor<4xf32> -> tensor<1xf32>, tensor<1xi64>
  return
}

// -----

func.func @k_empty(%x: tensor<4xf32>) {
  // expected-error@+1 {{expected integer value}}
  %0:2 = extrema.topk %x k() : tensor<4xf32> -> tensor<1xf32>, tensor<1xi64>
  return
}

// -----

func.func @k_typed_integer(%x: tensor<4xf32>) {
  // expected-error@+1 {{expected ')'}}
  %0:2 = extrema.topk %x k(1 : i64) : tensor<4xf32> -> tensor<1xf32>, tensor<1xi64>
  return
}

// -----

func.func @k_beyond_integers(%x: tensor<4xf32>) {
  // expected-error@+1 {{integer value too large}}
  %0:2 = extrema.topk %x k(9223372036854775808) : tensor<4xf32> -> tensor<?xf32>, tensor<?xi64>
  return
}

// -----

// expected-note@+1 {{prior use here}}
func.func @k_type_left_out(%x: tensor<4xf32>, %k: i64) {
  // expected-error@+1 {{use of value '%k' expects different type than prior uses: 'index' vs 'i64'}}
  %0:2 = extrema.topk %x k(%k) : tensor<4xf32> -> tensor<?xf32>, tensor<?xi64>
  return
}

// -----

func.func @one_result_type(%x: tensor<4xf32>) {
  // expected-error@+1 {{expected ','}}
  %0:2 = extrema.topk %x k(1) : tensor<4xf32> -> tensor<1xf32>
  return
}
