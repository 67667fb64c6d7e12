// Every way to get an operand or a result of a value operation wrong has its message.

// RUN: extrema-opt %s --split-input-file --verify-diagnostics

//===----------------------------------------------------------------------===//
// Operands and results: number and type
//===----------------------------------------------------------------------===//

func.func @no_input() {
  // expected-error@+1 {{'extrema.argmax' op requires a single operand}}
  %0 = "extrema.argmax"() : () -> tensor<i64>
  return
}

// -----

func.func @two_inputs(%x: tensor<4xf32>) {
  // expected-error@+1 {{'extrema.argmin' op requires a single operand}}
  %0 = "extrema.argmin"(%x, %x) : (tensor<4xf32>, tensor<4xf32>) -> tensor<i64>
  return
}

// -----

func.func @no_result(%x: tensor<4xf32>) {
  // expected-error@+1 {{'extrema.argmax' op requires one result}}
  "extrema.argmax"(%x) : (tensor<4xf32>) -> ()
  return
}

// -----

func.func @two_results(%x: tensor<4xf32>) {
  // expected-error@+1 {{'extrema.argmin' op requires one result}}
  %0:2 = "extrema.argmin"(%x) : (tensor<4xf32>) -> (tensor<i64>, tensor<i64>)
  return
}

// -----

func.func @region(%x: tensor<4xf32>) {
  // expected-error@+1 {{'extrema.argmax' op requires zero regions}}
  %0 = "extrema.argmax"(%x) ({}) : (tensor<4xf32>) -> tensor<i64>
  return
}

// -----

func.func @input_memref(%x: memref<4xf32>) {
  // expected-error@+1 {{'extrema.argmax' op operand #0 must be tensor of 8/16/32/64-bit signless, signed or unsigned integer, f16, bf16, f32 or f64 values, but got 'memref<4xf32>'}}
  %0 = extrema.argmax %x : memref<4xf32> -> tensor<i64>
  return
}

// -----

func.func @input_vector(%x: vector<4xf32>) {
  // expected-error@+1 {{'extrema.argmin' op operand #0 must be tensor of 8/16/32/64-bit signless, signed or unsigned integer, f16, bf16, f32 or f64 values, but got 'vector<4xf32>'}}
  %0 = extrema.argmin %x : vector<4xf32> -> tensor<i64>
  return
}

// -----

func.func @input_scalar(%x: f32) {
  // expected-error@+1 {{'extrema.argmax' op operand #0 must be tensor of 8/16/32/64-bit signless, signed or unsigned integer, f16, bf16, f32 or f64 values, but got 'f32'}}
  %0 = extrema.argmax %x : f32 -> tensor<i64>
  return
}

// -----

func.func @result_memref(%x: tensor<4xf32>) {
  // expected-error@+1 {{'extrema.argmax' op result #0 must be tensor of i8, i16, i32, i64 or index values, but got 'memref<i64>'}}
  %0 = extrema.argmax %x : tensor<4xf32> -> memref<i64>
  return
}

// -----

func.func @result_scalar(%x: tensor<4xf32>) {
  // expected-error@+1 {{'extrema.argmin' op result #0 must be tensor of i8, i16, i32, i64 or index values, but got 'i64'}}
  %0 = extrema.argmin %x : tensor<4xf32> -> i64
  return
}

// -----

func.func @element_type_i1(%x: tensor<4xi1>) {
  // expected-error@+1 {{'extrema.argmax' op operand #0 must be tensor of 8/16/32/64-bit signless, signed or unsigned integer, f16, bf16, f32 or f64 values, but got 'tensor<4xi1>'}}
  %0 = extrema.argmax %x : tensor<4xi1> -> tensor<i64>
  return
}

// -----

func.func @element_type_i4(%x: tensor<4xi4>) {
  // expected-error@+1 {{'extrema.argmax' op operand #0 must be tensor of 8/16/32/64-bit signless, signed or unsigned integer, f16, bf16, f32 or f64 values, but got 'tensor<4xi4>'}}
  %0 = extrema.argmax %x : tensor<4xi4> -> tensor<i64>
  return
}

// -----

func.func @element_type_i128(%x: tensor<4xi128>) {
  // expected-error@+1 {{'extrema.argmax' op operand #0 must be tensor of 8/16/32/64-bit signless, signed or unsigned integer, f16, bf16, f32 or f64 values, but got 'tensor<4xi128>'}}
  %0 = extrema.argmax %x : tensor<4xi128> -> tensor<i64>
  return
}

// -----

func.func @element_type_ui4(%x: tensor<4xui4>) {
  // expected-error@+1 {{'extrema.argmax' op operand #0 must be tensor of 8/16/32/64-bit signless, signed or unsigned integer, f16, bf16, f32 or f64 values, but got 'tensor<4xui4>'}}
  %0 = extrema.argmax %x : tensor<4xui4> -> tensor<i64>
  return
}

// -----

func.func @element_type_index(%x: tensor<4xindex>) {
  // expected-error@+1 {{'extrema.argmax' op operand #0 must be tensor of 8/16/32/64-bit signless, signed or unsigned integer, f16, bf16, f32 or f64 values, but got 'tensor<4xindex>'}}
  %0 = extrema.argmax %x : tensor<4xindex> -> tensor<i64>
  return
}

// -----

func.func @element_type_f8(%x: tensor<4xf8E4M3FN>) {
  // expected-error@+1 {{'extrema.argmax' op operand #0 must be tensor of 8/16/32/64-bit signless, signed or unsigned integer, f16, bf16, f32 or f64 values, but got 'tensor<4xf8E4M3FN>'}}
  %0 = extrema.argmax %x : tensor<4xf8E4M3FN> -> tensor<i64>
  return
}

// -----

func.func @element_type_f80(%x: tensor<4xf80>) {
  // expected-error@+1 {{'extrema.argmax' op operand #0 must be tensor of 8/16/32/64-bit signless, signed or unsigned integer, f16, bf16, f32 or f64 values, but got 'tensor<4xf80>'}}
  %0 = extrema.argmax %x : tensor<4xf80> -> tensor<i64>
  return
}

// -----

func.func @element_type_complex(%x: tensor<4xcomplex<f32>>) {
  // expected-error@+1 {{'extrema.argmax' op operand #0 must be tensor of 8/16/32/64-bit signless, signed or unsigned integer, f16, bf16, f32 or f64 values, but got 'tensor<4xcomplex<f32>>'}}
  %0 = extrema.argmax %x : tensor<4xcomplex<f32>> -> tensor<i64>
  return
}

// -----

func.func @element_type_quantized(%x: tensor<4x!quant.uniform<i8:f32, 1.0>>) {
  // expected-error@+1 {{'extrema.argmax' op operand #0 must be tensor of 8/16/32/64-bit signless, signed or unsigned integer, f16, bf16, f32 or f64 values, but got 'tensor<4x!quant.uniform<i8:f32, 1.000000e+00>>'}}
  %0 = extrema.argmax %x : tensor<4x!quant.uniform<i8:f32, 1.0>> -> tensor<i64>
  return
}

// -----

func.func @element_type_vector_elements(%x: tensor<4xvector<2xf32>>) {
  // expected-error@+1 {{'extrema.argmax' op operand #0 must be tensor of 8/16/32/64-bit signless, signed or unsigned integer, f16, bf16, f32 or f64 values, but got 'tensor<4xvector<2xf32>>'}}
  %0 = extrema.argmax %x : tensor<4xvector<2xf32>> -> tensor<i64>
  return
}

// -----

func.func @index_type_i4(%x: tensor<4xf32>) {
  // expected-error@+1 {{'extrema.argmin' op result #0 must be tensor of i8, i16, i32, i64 or index values, but got 'tensor<i4>'}}
  %0 = extrema.argmin %x : tensor<4xf32> -> tensor<i4>
  return
}

// -----

func.func @index_type_i1(%x: tensor<4xf32>) {
  // expected-error@+1 {{'extrema.argmin' op result #0 must be tensor of i8, i16, i32, i64 or index values, but got 'tensor<i1>'}}
  %0 = extrema.argmin %x : tensor<4xf32> -> tensor<i1>
  return
}

// -----

func.func @index_type_i128(%x: tensor<4xf32>) {
  // expected-error@+1 {{'extrema.argmin' op result #0 must be tensor of i8, i16, i32, i64 or index values, but got 'tensor<i128>'}}
  %0 = extrema.argmin %x : tensor<4xf32> -> tensor<i128>
  return
}

// -----

func.func @index_type_unsigned(%x: tensor<4xf32>) {
  // expected-error@+1 {{'extrema.argmin' op result #0 must be tensor of i8, i16, i32, i64 or index values, but got 'tensor<ui32>'}}
  %0 = extrema.argmin %x : tensor<4xf32> -> tensor<ui32>
  return
}

// -----

func.func @index_type_signed(%x: tensor<4xf32>) {
  // expected-error@+1 {{'extrema.argmin' op result #0 must be tensor of i8, i16, i32, i64 or index values, but got 'tensor<si64>'}}
  %0 = extrema.argmin %x : tensor<4xf32> -> tensor<si64>
  return
}

// -----

func.func @index_type_float(%x: tensor<4xf32>) {
  // expected-error@+1 {{'extrema.argmin' op result #0 must be tensor of i8, i16, i32, i64 or index values, but got 'tensor<f32>'}}
  %0 = extrema.argmin %x : tensor<4xf32> -> tensor<f32>
  return
}

// -----

func.func @topk_no_input() {
  // expected-error@+1 {{'extrema.topk' op expected 1 or more operands, but found 0}}
  %0:2 = "extrema.topk"() <{static_k = 1 : i64}> : () -> (tensor<1xf32>, tensor<1xi64>)
  return
}

// -----

func.func @topk_three_operands(%x: tensor<4xf32>, %k: index) {
  // expected-error@+1 {{'extrema.topk' op operand group starting at #1 requires 0 or 1 element, but found 2}}
  %0:2 = "extrema.topk"(%x, %k, %k) : (tensor<4xf32>, index, index) -> (tensor<1xf32>, tensor<1xi64>)
  return
}

// -----

func.func @topk_one_result(%x: tensor<4xf32>) {
  // expected-error@+1 {{'extrema.topk' op expected 2 results}}
  %0 = "extrema.topk"(%x) <{static_k = 1 : i64}> : (tensor<4xf32>) -> tensor<1xf32>
  return
}

// -----

func.func @topk_input_type(%x: tensor<4xi1>) {
  // expected-error@+1 {{'extrema.topk' op operand #0 must be tensor of 8/16/32/64-bit signless, signed or unsigned integer, f16, bf16, f32 or f64 values, but got 'tensor<4xi1>'}}
  %0:2 = extrema.topk %x k(1) : tensor<4xi1> -> tensor<1xi1>, tensor<1xi64>
  return
}

// -----

func.func @topk_input_memref(%x: memref<4xf32>) {
  // expected-error@+1 {{'extrema.topk' op operand #0 must be tensor of 8/16/32/64-bit signless, signed or unsigned integer, f16, bf16, f32 or f64 values, but got 'memref<4xf32>'}}
  %0:2 = extrema.topk %x k(1) : memref<4xf32> -> tensor<1xf32>, tensor<1xi64>
  return
}

// -----

func.func @topk_values_type(%x: tensor<4xf32>) {
  // expected-error@+1 {{'extrema.topk' op result #0 must be tensor of 8/16/32/64-bit signless, signed or unsigned integer, f16, bf16, f32 or f64 values, but got 'tensor<1xi1>'}}
  %0:2 = extrema.topk %x k(1) : tensor<4xf32> -> tensor<1xi1>, tensor<1xi64>
  return
}

// -----

func.func @topk_index_type(%x: tensor<4xf32>) {
  // expected-error@+1 {{'extrema.topk' op result #1 must be tensor of i8, i16, i32, i64 or index values, but got 'tensor<1xui64>'}}
  %0:2 = extrema.topk %x k(1) : tensor<4xf32> -> tensor<1xf32>, tensor<1xui64>
  return
}

// -----

func.func @topk_results_swapped(%x: tensor<4xf32>) {
  // expected-error@+1 {{'extrema.topk' op result #1 must be tensor of i8, i16, i32, i64 or index values, but got 'tensor<1xf32>'}}
  %0:2 = extrema.topk %x k(1) : tensor<4xf32> -> tensor<1xi64>, tensor<1xf32>
  return
}

// -----

func.func @topk_other_value_type(%x: tensor<4xf32>) {
  // expected-error@+2 {{failed to infer returned types}}
  // expected-error@+1 {{'extrema.topk' op inferred type(s) 'tensor<1xf32>', 'tensor<1xi64>' are incompatible with return type(s) of operation 'tensor<1xf64>', 'tensor<1xi64>'}}
  %0:2 = extrema.topk %x k(1) : tensor<4xf32> -> tensor<1xf64>, tensor<1xi64>
  return
}

// -----

func.func @topk_other_signedness(%x: tensor<4xui8>) {
  // expected-error@+2 {{failed to infer returned types}}
  // expected-error@+1 {{'extrema.topk' op inferred type(s) 'tensor<1xui8>', 'tensor<1xi64>' are incompatible with return type(s) of operation 'tensor<1xi8>', 'tensor<1xi64>'}}
  %0:2 = extrema.topk %x k(1) : tensor<4xui8> -> tensor<1xi8>, tensor<1xi64>
  return
}

// -----

//===----------------------------------------------------------------------===//
// Sparse tensors
//===----------------------------------------------------------------------===//

func.func @sparse_input(%x: tensor<4xf32, #sparse_tensor.encoding<{ map = (d0) -> (d0 : compressed) }>>) {
  // expected-error@+1 {{'extrema.argmax' op does not take sparse tensors, of which some elements are not stored: 'tensor<4xf32, #sparse_tensor.encoding<{ map = (d0) -> (d0 : compressed) }>>'}}
  %0 = extrema.argmax %x : tensor<4xf32, #sparse_tensor.encoding<{ map = (d0) -> (d0 : compressed) }>> -> tensor<i64>
  return
}

// -----

func.func @sparse_result(%x: tensor<4xf32>) {
  // expected-error@+1 {{'extrema.argmin' op does not take sparse tensors, of which some elements are not stored: 'tensor<1xi64, #sparse_tensor.encoding<{ map = (d0) -> (d0 : compressed) }>>'}}
  %0 = extrema.argmin %x keepdims : tensor<4xf32> -> tensor<1xi64, #sparse_tensor.encoding<{ map = (d0) -> (d0 : compressed) }>>
  return
}

// -----

func.func @topk_sparse_input(%x: tensor<4xf32, #sparse_tensor.encoding<{ map = (d0) -> (d0 : compressed) }>>) {
  // expected-error@+1 {{'extrema.topk' op does not take sparse tensors, of which some elements are not stored: 'tensor<4xf32, #sparse_tensor.encoding<{ map = (d0) -> (d0 : compressed) }>>'}}
  %0:2 = extrema.topk %x k(1) : tensor<4xf32, #sparse_tensor.encoding<{ map = (d0) -> (d0 : compressed) }>> -> tensor<1xf32>, tensor<1xi64>
  return
}

// -----

func.func @topk_sparse_values(%x: tensor<4xf32>) {
  // expected-error@+1 {{'extrema.topk' op does not take sparse tensors, of which some elements are not stored: 'tensor<1xf32, #sparse_tensor.encoding<{ map = (d0) -> (d0 : compressed) }>>'}}
  %0:2 = extrema.topk %x k(1) : tensor<4xf32> -> tensor<1xf32, #sparse_tensor.encoding<{ map = (d0) -> (d0 : compressed) }>>, tensor<1xi64>
  return
}
