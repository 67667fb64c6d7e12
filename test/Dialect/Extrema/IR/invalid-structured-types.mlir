// Every way to get an operand or a result of a structured operation wrong has its message.

// RUN: extrema-opt %s --split-input-file --verify-diagnostics

//===----------------------------------------------------------------------===//
// Operands: number and type
//===----------------------------------------------------------------------===//

func.func @no_operands() {
  // expected-error@+1 {{'extrema.arg_reduce' op expected 1 or more operands, but found 0}}
  "extrema.arg_reduce"() <{kind = #extrema.kind<maximumf>, dimension = 1 : i64}> : () -> ()
  return
}

// -----

func.func @topk_no_operands() {
  // expected-error@+1 {{'extrema.topk_reduce' op expected 3 or more operands, but found 0}}
  "extrema.topk_reduce"() <{kind = #extrema.kind<maximumf>, dimension = 1 : i64}> : () -> ()
  return
}

// -----

func.func @segments_missing(
    %x: memref<4x8xf32>, %v: memref<4xf32>, %i: memref<4xi64>) {
  // expected-error@+1 {{'extrema.arg_reduce' op operand count (3) does not match with the total size (0) specified in attribute 'operandSegmentSizes'}}
  "extrema.arg_reduce"(%x, %v, %i) <{kind = #extrema.kind<maximumf>, dimension = 1 : i64}> : (memref<4x8xf32>, memref<4xf32>, memref<4xi64>) -> ()
  return
}

// -----

func.func @segments_of_other_number(
    %x: memref<4x8xf32>, %v: memref<4xf32>, %i: memref<4xi64>) {
  // expected-error@+1 {{size mismatch in attribute conversion: 4 vs 5}}
  "extrema.arg_reduce"(%x, %v, %i)
    <{kind = #extrema.kind<maximumf>, dimension = 1 : i64, operandSegmentSizes = array<i32: 1, 0, 1, 1>}> : (memref<4x8xf32>, memref<4xf32>, memref<4xi64>) -> ()
  return
}

// -----

func.func @segments_negative(
    %x: memref<4x8xf32>, %v: memref<4xf32>, %i: memref<4xi64>) {
  // expected-error@+1 {{'extrema.arg_reduce' op 'operandSegmentSizes' attribute cannot have negative elements}}
  "extrema.arg_reduce"(%x, %v, %i)
    <{kind = #extrema.kind<maximumf>, dimension = 1 : i64, operandSegmentSizes = array<i32: 1, -1, 1, 1, 1>}> : (memref<4x8xf32>, memref<4xf32>, memref<4xi64>) -> ()
  return
}

// -----

func.func @segments_do_not_add_up(
    %x: memref<4x8xf32>, %v: memref<4xf32>, %i: memref<4xi64>) {
  // expected-error@+1 {{'extrema.arg_reduce' op operand count (3) does not match with the total size (4) specified in attribute 'operandSegmentSizes'}}
  "extrema.arg_reduce"(%x, %v, %i)
    <{kind = #extrema.kind<maximumf>, dimension = 1 : i64, operandSegmentSizes = array<i32: 1, 1, 0, 1, 1>}> : (memref<4x8xf32>, memref<4xf32>, memref<4xi64>) -> ()
  return
}

// -----

func.func @segments_two_values(
    %x: memref<4x8xf32>, %v: memref<4xf32>, %i: memref<4xi64>) {
  // expected-error@+1 {{'extrema.arg_reduce' op operand group starting at #1 requires 0 or 1 element, but found 2}}
  "extrema.arg_reduce"(%x, %v, %v)
    <{kind = #extrema.kind<maximumf>, dimension = 1 : i64, operandSegmentSizes = array<i32: 1, 0, 0, 2, 0>}>
    : (memref<4x8xf32>, memref<4xf32>, memref<4xf32>) -> ()
  return
}

// -----

func.func @segments_swapped(
    %x: memref<4x8xf32>, %v: memref<4xf32>, %i: memref<4xi64>) {
  // expected-error@+1 {{'extrema.arg_reduce' op operand #1 must be index, but got 'memref<4xf32>'}}
  "extrema.arg_reduce"(%x, %v, %i)
    <{kind = #extrema.kind<maximumf>, dimension = 1 : i64, operandSegmentSizes = array<i32: 1, 0, 1, 0, 1>}> : (memref<4x8xf32>, memref<4xf32>, memref<4xi64>) -> ()
  return
}

// -----

func.func @segments_no_input(
    %x: memref<4x8xf32>, %v: memref<4xf32>, %i: memref<4xi64>) {
  // expected-error@+1 {{'extrema.arg_reduce' op needs one operand 'input', but operandSegmentSizes gives it 0}}
  "extrema.arg_reduce"(%i, %v, %i)
    <{kind = #extrema.kind<maximumf>, dimension = 1 : i64, operandSegmentSizes = array<i32: 0, 1, 0, 1, 1>}>
    : (memref<4xi64>, memref<4xf32>, memref<4xi64>) -> ()
  return
}

// -----

func.func @no_destination(%x: memref<4x8xf32>) {
  // expected-error@+1 {{'extrema.arg_reduce' op needs a destination: for values, for indices or both}}
  "extrema.arg_reduce"(%x)
    <{kind = #extrema.kind<maximumf>, dimension = 1 : i64, operandSegmentSizes = array<i32: 1, 0, 0, 0, 0>}> : (memref<4x8xf32>) -> ()
  return
}

// -----

func.func @topk_two_inputs(
    %x: memref<4x8xf32>, %v: memref<4x5xf32>, %i: memref<4x5xi64>) {
  // expected-error@+1 {{'extrema.topk_reduce' op needs one operand 'input', but operandSegmentSizes gives it 2}}
  "extrema.topk_reduce"(%x, %x, %v, %i)
    <{kind = #extrema.kind<maximumf>, dimension = 1 : i64, operandSegmentSizes = array<i32: 2, 0, 0, 1, 1>}>
    : (memref<4x8xf32>, memref<4x8xf32>, memref<4x5xf32>, memref<4x5xi64>) -> ()
  return
}

// -----

func.func @topk_no_values(
    %x: memref<4x8xf32>, %v: memref<4x5xf32>, %i: memref<4x5xi64>) {
  // expected-error@+1 {{'extrema.topk_reduce' op needs one operand 'values', but operandSegmentSizes gives it 0}}
  "extrema.topk_reduce"(%x, %i, %i)
    <{kind = #extrema.kind<maximumf>, dimension = 1 : i64, operandSegmentSizes = array<i32: 1, 1, 0, 0, 1>}>
    : (memref<4x8xf32>, memref<4x5xi64>, memref<4x5xi64>) -> ()
  return
}

// -----

func.func @topk_no_indices(
    %x: memref<4x8xf32>, %v: memref<4x5xf32>, %i: memref<4x5xi64>) {
  // expected-error@+1 {{'extrema.topk_reduce' op needs one operand 'indices', but operandSegmentSizes gives it 0}}
  "extrema.topk_reduce"(%x, %i, %v)
    <{kind = #extrema.kind<maximumf>, dimension = 1 : i64, operandSegmentSizes = array<i32: 1, 1, 0, 1, 0>}>
    : (memref<4x8xf32>, memref<4x5xi64>, memref<4x5xf32>) -> ()
  return
}

// -----

func.func @input_unranked_tensor(%x: tensor<*xf32>, %i: tensor<i64>) {
  // expected-error@+1 {{'extrema.arg_reduce' op operand #0 must be ranked tensor or memref of 8/16/32/64-bit signless, signed or unsigned integer, f16, bf16, f32 or f64 values, but got 'tensor<*xf32>'}}
  %0 = extrema.arg_reduce <maximumf> dimension(1)
    ins(%x : tensor<*xf32>) index_only outs(%i : tensor<i64>) -> tensor<i64>
  return
}

// -----

func.func @input_unranked_memref(%x: memref<*xf32>, %i: memref<i64>) {
  // expected-error@+1 {{'extrema.arg_reduce' op operand #0 must be ranked tensor or memref of 8/16/32/64-bit signless, signed or unsigned integer, f16, bf16, f32 or f64 values, but got 'memref<*xf32>'}}
  extrema.arg_reduce <maximumf> dimension(1)
    ins(%x : memref<*xf32>) index_only outs(%i : memref<i64>)
  return
}

// -----

func.func @input_vector(%x: vector<4x8xf32>, %i: memref<4xi64>) {
  // expected-error@+1 {{'extrema.arg_reduce' op operand #0 must be ranked tensor or memref of 8/16/32/64-bit signless, signed or unsigned integer, f16, bf16, f32 or f64 values, but got 'vector<4x8xf32>'}}
  extrema.arg_reduce <maximumf> dimension(1)
    ins(%x : vector<4x8xf32>) index_only outs(%i : memref<4xi64>)
  return
}

// -----

func.func @input_i1(%x: memref<4x8xi1>, %i: memref<4xi64>) {
  // expected-error@+1 {{'extrema.arg_reduce' op operand #0 must be ranked tensor or memref of 8/16/32/64-bit signless, signed or unsigned integer, f16, bf16, f32 or f64 values, but got 'memref<4x8xi1>'}}
  extrema.arg_reduce <maxui> dimension(1)
    ins(%x : memref<4x8xi1>) index_only outs(%i : memref<4xi64>)
  return
}

// -----

func.func @topk_input_f8(
    %x: memref<4x8xf8E5M2>, %v: memref<4x5xf8E5M2>, %i: memref<4x5xi64>) {
  // expected-error@+1 {{'extrema.topk_reduce' op operand #0 must be ranked tensor or memref of 8/16/32/64-bit signless, signed or unsigned integer, f16, bf16, f32 or f64 values, but got 'memref<4x8xf8E5M2>'}}
  extrema.topk_reduce <maximumf> dimension(1)
    ins(%x : memref<4x8xf8E5M2>) outs(%v, %i : memref<4x5xf8E5M2>, memref<4x5xi64>)
  return
}

// -----

func.func @indices_float(
    %x: memref<4x8xf32>, %v: memref<4xf32>, %i: memref<4xi64>) {
  // expected-error@+1 {{'extrema.arg_reduce' op operand #2 must be ranked tensor or memref of i8, i16, i32, i64 or index values, but got 'memref<4xf32>'}}
  extrema.arg_reduce <maximumf> dimension(1)
    ins(%x : memref<4x8xf32>) outs(%v, %v : memref<4xf32>, memref<4xf32>)
  return
}

// -----

func.func @indices_unsigned(%x: memref<4x8xf32>, %i: memref<4xui64>) {
  // expected-error@+1 {{'extrema.arg_reduce' op operand #1 must be ranked tensor or memref of i8, i16, i32, i64 or index values, but got 'memref<4xui64>'}}
  extrema.arg_reduce <maximumf> dimension(1)
    ins(%x : memref<4x8xf32>) index_only outs(%i : memref<4xui64>)
  return
}

// -----

func.func @explicit_indices_i4(
    %x: memref<4x8xf32>, %v: memref<4xf32>, %i: memref<4xi64>,
    %xi: memref<4x8xi4>) {
  // expected-error@+1 {{'extrema.arg_reduce' op operand #1 must be ranked tensor or memref of i8, i16, i32, i64 or index values, but got 'memref<4x8xi4>'}}
  extrema.arg_reduce <maximumf> dimension(1)
    ins(%x, %xi : memref<4x8xf32>, memref<4x8xi4>) outs(%v, %i : memref<4xf32>, memref<4xi64>)
  return
}

// -----

func.func @index_base_i64(
    %x: memref<4x8xf32>, %v: memref<4xf32>, %i: memref<4xi64>, %b: i64) {
  // expected-error@+1 {{'extrema.arg_reduce' op operand #1 must be index, but got 'i64'}}
  "extrema.arg_reduce"(%x, %b, %v, %i)
    <{kind = #extrema.kind<maximumf>, dimension = 1 : i64, operandSegmentSizes = array<i32: 1, 0, 1, 1, 1>}>
    : (memref<4x8xf32>, i64, memref<4xf32>, memref<4xi64>) -> ()
  return
}

// -----

func.func @values_of_other_type(
    %x: memref<4x8xf32>, %v: memref<4xf64>, %i: memref<4xi64>) {
  // expected-error@+1 {{'extrema.arg_reduce' op has a values destination of element type 'f64', but the input's is 'f32'}}
  extrema.arg_reduce <maximumf> dimension(1)
    ins(%x : memref<4x8xf32>) outs(%v, %i : memref<4xf64>, memref<4xi64>)
  return
}

// -----

func.func @values_of_other_signedness(%x: memref<4x8xui8>, %v: memref<4xi8>) {
  // expected-error@+1 {{'extrema.arg_reduce' op has a values destination of element type 'i8', but the input's is 'ui8'}}
  extrema.arg_reduce <maxui> dimension(1)
    ins(%x : memref<4x8xui8>) value_only outs(%v : memref<4xi8>)
  return
}

// -----

func.func @topk_values_of_other_type(
    %x: memref<4x8xf32>, %v: memref<4x5xf16>, %i: memref<4x5xi64>) {
  // expected-error@+1 {{'extrema.topk_reduce' op has a values destination of element type 'f16', but the input's is 'f32'}}
  extrema.topk_reduce <maximumf> dimension(1)
    ins(%x : memref<4x8xf32>) outs(%v, %i : memref<4x5xf16>, memref<4x5xi64>)
  return
}

// -----

//===----------------------------------------------------------------------===//
// Tensors, memrefs and results
//===----------------------------------------------------------------------===//

func.func @tensor_input_memref_destinations(
    %x: tensor<4x8xf32>, %v: memref<4xf32>, %i: memref<4xi64>) {
  // expected-error@+1 {{'extrema.arg_reduce' op takes either tensors or memrefs, not both in one operation}}
  extrema.arg_reduce <maximumf> dimension(1)
    ins(%x : tensor<4x8xf32>) outs(%v, %i : memref<4xf32>, memref<4xi64>)
  return
}

// -----

func.func @memref_input_tensor_destinations(
    %x: memref<4x8xf32>, %v: tensor<4xf32>, %i: tensor<4xi64>) {
  // expected-error@+1 {{'extrema.arg_reduce' op takes either tensors or memrefs, not both in one operation}}
  %0:2 = extrema.arg_reduce <maximumf> dimension(1)
    ins(%x : memref<4x8xf32>) outs(%v, %i : tensor<4xf32>, tensor<4xi64>)
    -> tensor<4xf32>, tensor<4xi64>
  return
}

// -----

func.func @memref_values_tensor_indices(
    %x: tensor<4x8xf32>, %v: memref<4xf32>, %i: tensor<4xi64>) {
  // expected-error@+1 {{'extrema.arg_reduce' op takes either tensors or memrefs, not both in one operation}}
  %0 = extrema.arg_reduce <maximumf> dimension(1)
    ins(%x : tensor<4x8xf32>) outs(%v, %i : memref<4xf32>, tensor<4xi64>) -> tensor<4xi64>
  return
}

// -----

func.func @tensor_values_memref_indices(
    %x: tensor<4x8xf32>, %v: tensor<4xf32>, %i: memref<4xi64>) {
  // expected-error@+1 {{'extrema.arg_reduce' op takes either tensors or memrefs, not both in one operation}}
  %0 = extrema.arg_reduce <maximumf> dimension(1)
    ins(%x : tensor<4x8xf32>) outs(%v, %i : tensor<4xf32>, memref<4xi64>) -> tensor<4xf32>
  return
}

// -----

func.func @tensor_explicit_indices(
    %x: memref<4x8xf32>, %v: memref<4xf32>, %i: memref<4xi64>,
    %xi: tensor<4x8xi64>) {
  // expected-error@+1 {{'extrema.arg_reduce' op takes either tensors or memrefs, not both in one operation}}
  extrema.arg_reduce <maximumf> dimension(1)
    ins(%x, %xi : memref<4x8xf32>, tensor<4x8xi64>) outs(%v, %i : memref<4xf32>, memref<4xi64>)
  return
}

// -----

func.func @topk_mixed(
    %x: tensor<4x8xf32>, %v: memref<4x5xf32>, %i: memref<4x5xi64>) {
  // expected-error@+1 {{'extrema.topk_reduce' op takes either tensors or memrefs, not both in one operation}}
  extrema.topk_reduce <maximumf> dimension(1)
    ins(%x : tensor<4x8xf32>) outs(%v, %i : memref<4x5xf32>, memref<4x5xi64>)
  return
}

// -----

func.func @results_missing(
    %x: tensor<4x8xf32>, %v: tensor<4xf32>, %i: tensor<4xi64>) {
  // expected-error@+1 {{'extrema.arg_reduce' op on tensors must have one result for each of its 2 destinations, but has 0}}
  extrema.arg_reduce <maximumf> dimension(1)
    ins(%x : tensor<4x8xf32>) outs(%v, %i : tensor<4xf32>, tensor<4xi64>)
  return
}

// -----

func.func @results_too_few(
    %x: tensor<4x8xf32>, %v: tensor<4xf32>, %i: tensor<4xi64>) {
  // expected-error@+1 {{'extrema.arg_reduce' op on tensors must have one result for each of its 2 destinations, but has 1}}
  %0 = extrema.arg_reduce <maximumf> dimension(1)
    ins(%x : tensor<4x8xf32>) outs(%v, %i : tensor<4xf32>, tensor<4xi64>) -> tensor<4xf32>
  return
}

// -----

func.func @results_too_many(
    %x: tensor<4x8xf32>, %v: tensor<4xf32>, %i: tensor<4xi64>) {
  // expected-error@+1 {{'extrema.arg_reduce' op on tensors must have one result for each of its 2 destinations, but has 3}}
  %0:3 = extrema.arg_reduce <maximumf> dimension(1)
    ins(%x : tensor<4x8xf32>) outs(%v, %i : tensor<4xf32>, tensor<4xi64>)
    -> tensor<4xf32>, tensor<4xi64>, tensor<4xi64>
  return
}

// -----

func.func @results_of_memrefs(
    %x: memref<4x8xf32>, %v: memref<4xf32>, %i: memref<4xi64>) {
  // expected-error@+1 {{'extrema.arg_reduce' op on memrefs must have no results, but has 2}}
  %0:2 = extrema.arg_reduce <maximumf> dimension(1)
    ins(%x : memref<4x8xf32>) outs(%v, %i : memref<4xf32>, memref<4xi64>)
    -> tensor<4xf32>, tensor<4xi64>
  return
}

// -----

func.func @topk_results_too_few(
    %x: tensor<4x8xf32>, %v: tensor<4x5xf32>, %i: tensor<4x5xi64>) {
  // expected-error@+1 {{'extrema.topk_reduce' op on tensors must have one result for each of its 2 destinations, but has 1}}
  %0 = extrema.topk_reduce <maximumf> dimension(1)
    ins(%x : tensor<4x8xf32>) outs(%v, %i : tensor<4x5xf32>, tensor<4x5xi64>) -> tensor<4x5xf32>
  return
}

// -----

func.func @result_of_other_type(
    %x: tensor<4x8xf32>, %v: tensor<4xf32>, %i: tensor<4xi64>) {
  // expected-error@+1 {{'extrema.arg_reduce' op expected type of operand #2 ('tensor<4xi64>') to match type of corresponding result ('tensor<?xi64>')}}
  %0:2 = extrema.arg_reduce <maximumf> dimension(1)
    ins(%x : tensor<4x8xf32>) outs(%v, %i : tensor<4xf32>, tensor<4xi64>) -> tensor<4xf32>, tensor<?xi64>
  return
}

// -----

func.func @results_swapped(
    %x: tensor<4x8xf32>, %v: tensor<4xf32>, %i: tensor<4xi64>) {
  // expected-error@+1 {{'extrema.arg_reduce' op expected type of operand #1 ('tensor<4xf32>') to match type of corresponding result ('tensor<4xi64>')}}
  %0:2 = extrema.arg_reduce <maximumf> dimension(1)
    ins(%x : tensor<4x8xf32>) outs(%v, %i : tensor<4xf32>, tensor<4xi64>) -> tensor<4xi64>, tensor<4xf32>
  return
}

// -----

func.func @result_unranked(
    %x: tensor<4x8xf32>, %v: tensor<4xf32>, %i: tensor<4xi64>) {
  // expected-error@+1 {{'extrema.arg_reduce' op result #1 must be variadic of ranked tensor of any type values, but got 'tensor<*xi64>'}}
  %0:2 = extrema.arg_reduce <maximumf> dimension(1)
    ins(%x : tensor<4x8xf32>) outs(%v, %i : tensor<4xf32>, tensor<4xi64>) -> tensor<4xf32>, tensor<*xi64>
  return
}

// -----

#sparse = #sparse_tensor.encoding<{ map = (d0) -> (d0 : compressed) }>
func.func @sparse_input(%x: tensor<8xf32, #sparse>, %i: tensor<i64>) {
  // expected-error@+1 {{'extrema.arg_reduce' op does not take sparse tensors, of which some elements are not stored: 'tensor<8xf32, #sparse_tensor.encoding<{ map = (d0) -> (d0 : compressed) }>>'}}
  %0 = extrema.arg_reduce <maximumf> dimension(0)
    ins(%x : tensor<8xf32, #sparse>) index_only outs(%i : tensor<i64>) -> tensor<i64>
  return
}

// -----

#sparse = #sparse_tensor.encoding<{ map = (d0) -> (d0 : compressed) }>
func.func @sparse_destination(%x: tensor<8xf32>, %v: tensor<3xf32>, %i: tensor<3xi64, #sparse>) {
  // expected-error@+1 {{'extrema.topk_reduce' op does not take sparse tensors, of which some elements are not stored: 'tensor<3xi64, #sparse_tensor.encoding<{ map = (d0) -> (d0 : compressed) }>>'}}
  %0:2 = extrema.topk_reduce <maximumf> dimension(0)
    ins(%x : tensor<8xf32>) outs(%v, %i : tensor<3xf32>, tensor<3xi64, #sparse>)
    -> tensor<3xf32>, tensor<3xi64, #sparse>
  return
}

// -----

// A result has the encoding of its destination.
func.func @encoding_of_result(%x: tensor<8xf32>, %i: tensor<i64, "there">) {
  // expected-error@+1 {{expected type of operand #1 ('tensor<i64, "there">') to match type of corresponding result ('tensor<i64>')}}
  %0 = extrema.arg_reduce <maximumf> dimension(0)
    ins(%x : tensor<8xf32>) index_only outs(%i : tensor<i64, "there">) -> tensor<i64>
  return
}

// -----

//===----------------------------------------------------------------------===//
// identity
//===----------------------------------------------------------------------===//

func.func @identity_kind(%v: tensor<4xi32>, %i: tensor<4xi64>) {
  // expected-error@+1 {{'extrema.identity' op kind 'maximumf' orders floats, but the values destination has element type 'i32'}}
  %0:2 = extrema.identity <maximumf> outs(%v, %i : tensor<4xi32>, tensor<4xi64>) -> tensor<4xi32>, tensor<4xi64>
  return
}

// -----

func.func @identity_integer_kind(%v: memref<4xf16>, %i: memref<4xi64>) {
  // expected-error@+1 {{'extrema.identity' op kind 'minui' orders integers, but the values destination has element type 'f16'}}
  extrema.identity <minui> outs(%v, %i : memref<4xf16>, memref<4xi64>)
  return
}

// -----

func.func @identity_element_type(%v: memref<4xf80>, %i: memref<4xi64>) {
  // expected-error@+1 {{'extrema.identity' op operand #0 must be ranked tensor or memref of 8/16/32/64-bit signless, signed or unsigned integer, f16, bf16, f32 or f64 values, but got 'memref<4xf80>'}}
  extrema.identity <maximumf> outs(%v, %i : memref<4xf80>, memref<4xi64>)
  return
}

// -----

func.func @identity_index_type(%v: memref<4xf32>, %i: memref<4xui32>) {
  // expected-error@+1 {{'extrema.identity' op operand #1 must be ranked tensor or memref of i8, i16, i32, i64 or index values, but got 'memref<4xui32>'}}
  extrema.identity <maximumf> outs(%v, %i : memref<4xf32>, memref<4xui32>)
  return
}

// -----

func.func @identity_shapes(%v: memref<?x5xf32>, %i: memref<4x6xi64>) {
  // expected-error@+1 {{'extrema.identity' op has destinations of two shapes: 'memref<?x5xf32>' and 'memref<4x6xi64>'}}
  extrema.identity <maximumf> outs(%v, %i : memref<?x5xf32>, memref<4x6xi64>)
  return
}

// -----

func.func @identity_mixed(%v: memref<4xf32>, %i: tensor<4xi64>) {
  // expected-error@+1 {{'extrema.identity' op takes either tensors or memrefs, not both in one operation}}
  %0 = extrema.identity <maximumf> outs(%v, %i : memref<4xf32>, tensor<4xi64>) -> tensor<4xi64>
  return
}

// -----

func.func @identity_results(%v: tensor<4xf32>, %i: tensor<4xi64>) {
  // expected-error@+1 {{'extrema.identity' op on tensors must have one result for each of its 2 destinations, but has 1}}
  %0 = extrema.identity <maximumf> outs(%v, %i : tensor<4xf32>, tensor<4xi64>) -> tensor<4xf32>
  return
}

// -----

func.func @identity_sparse(%v: tensor<4xf32, #sparse_tensor.encoding<{ map = (d0) -> (d0 : compressed) }>>, %i: tensor<4xi64>) {
  // expected-error@+1 {{'extrema.identity' op does not take sparse tensors, of which some elements are not stored}}
  %0:2 = extrema.identity <maximumf> outs(%v, %i : tensor<4xf32, #sparse_tensor.encoding<{ map = (d0) -> (d0 : compressed) }>>, tensor<4xi64>)
    -> tensor<4xf32, #sparse_tensor.encoding<{ map = (d0) -> (d0 : compressed) }>>, tensor<4xi64>
  return
}
