// Every way to get the order, the indices or the shapes of a structured operation wrong has its message.

// RUN: extrema-opt %s --split-input-file --verify-diagnostics

//===----------------------------------------------------------------------===//
// The examples of the reference
//===----------------------------------------------------------------------===//

func.func @arg_reduce_reference(%x: tensor<8xi32>, %i0: tensor<i64>) {
  // expected-error@+1 {{'extrema.arg_reduce' op kind 'maximumf' orders floats, but the input has element type 'i32'}}
  %i = extrema.arg_reduce <maximumf> dimension(0) ins(%x : tensor<8xi32>)
         index_only outs(%i0 : tensor<i64>) -> tensor<i64>
  return
}

// -----

func.func @topk_reduce_reference(
    %x: memref<8xi32>, %v0: memref<5xi32>, %i0: memref<4xi64>) {
  // expected-error@+1 {{'extrema.topk_reduce' op has a values destination of 5 and an indices destination of 4 elements along dimension 0}}
  extrema.topk_reduce <maxsi> dimension(0) ins(%x : memref<8xi32>)
    outs(%v0, %i0 : memref<5xi32>, memref<4xi64>)
  return
}

// -----

//===----------------------------------------------------------------------===//
// Kind and dimension
//===----------------------------------------------------------------------===//

func.func @kind_of_integers(
    %x: memref<4x8xf32>, %v: memref<4xf32>, %i: memref<4xi64>) {
  // expected-error@+1 {{'extrema.arg_reduce' op kind 'maxsi' orders integers, but the input has element type 'f32'}}
  extrema.arg_reduce <maxsi> dimension(1)
    ins(%x : memref<4x8xf32>) outs(%v, %i : memref<4xf32>, memref<4xi64>)
  return
}

// -----

func.func @kind_of_floats(%x: memref<8xui16>, %i: memref<i64>) {
  // expected-error@+1 {{'extrema.arg_reduce' op kind 'minnumf' orders floats, but the input has element type 'ui16'}}
  extrema.arg_reduce <minnumf> dimension(0)
    ins(%x : memref<8xui16>) index_only outs(%i : memref<i64>)
  return
}

// -----

func.func @topk_kind_of_integers(
    %x: memref<4x8xf32>, %v: memref<4x5xf32>, %i: memref<4x5xi64>) {
  // expected-error@+1 {{'extrema.topk_reduce' op kind 'minui' orders integers, but the input has element type 'f32'}}
  extrema.topk_reduce <minui> dimension(1)
    ins(%x : memref<4x8xf32>) outs(%v, %i : memref<4x5xf32>, memref<4x5xi64>)
  return
}

// -----

func.func @dimension_too_large(
    %x: memref<4x8xf32>, %v: memref<4xf32>, %i: memref<4xi64>) {
  // expected-error@+1 {{'extrema.arg_reduce' op dimension 2 is out of range: the input has rank 2}}
  extrema.arg_reduce <maximumf> dimension(2)
    ins(%x : memref<4x8xf32>) outs(%v, %i : memref<4xf32>, memref<4xi64>)
  return
}

// -----

func.func @dimension_negative(
    %x: memref<4x8xf32>, %v: memref<4xf32>, %i: memref<4xi64>) {
  // expected-error@+1 {{'extrema.arg_reduce' op dimension -1 is out of range: the input has rank 2}}
  extrema.arg_reduce <maximumf> dimension(-1)
    ins(%x : memref<4x8xf32>) outs(%v, %i : memref<4xf32>, memref<4xi64>)
  return
}

// -----

func.func @dimension_smallest_integer(
    %x: memref<4x8xf32>, %v: memref<4xf32>, %i: memref<4xi64>) {
  // expected-error@+1 {{'extrema.arg_reduce' op dimension -9223372036854775808 is out of range: the input has rank 2}}
  extrema.arg_reduce <maximumf> dimension(-9223372036854775808)
    ins(%x : memref<4x8xf32>) outs(%v, %i : memref<4xf32>, memref<4xi64>)
  return
}

// -----

func.func @dimension_of_rank_zero(%x: memref<f32>, %i: memref<i64>) {
  // expected-error@+1 {{'extrema.arg_reduce' op dimension 0 is out of range: the input has rank 0}}
  extrema.arg_reduce <maximumf> dimension(0)
    ins(%x : memref<f32>) index_only outs(%i : memref<i64>)
  return
}

// -----

func.func @topk_dimension_too_large(
    %x: memref<4x8xf32>, %v: memref<4x5xf32>, %i: memref<4x5xi64>) {
  // expected-error@+1 {{'extrema.topk_reduce' op dimension 2 is out of range: the input has rank 2}}
  extrema.topk_reduce <maximumf> dimension(2)
    ins(%x : memref<4x8xf32>) outs(%v, %i : memref<4x5xf32>, memref<4x5xi64>)
  return
}

// -----

func.func @topk_dimension_of_rank_zero(
    %x: memref<f32>, %v: memref<f32>, %i: memref<i64>) {
  // expected-error@+1 {{'extrema.topk_reduce' op dimension 0 is out of range: the input has rank 0}}
  extrema.topk_reduce <maximumf> dimension(0)
    ins(%x : memref<f32>) outs(%v, %i : memref<f32>, memref<i64>)
  return
}

// -----

//===----------------------------------------------------------------------===//
// Where indices come from
//===----------------------------------------------------------------------===//

func.func @base_and_explicit_indices(
    %x: memref<4x8xf32>, %v: memref<4xf32>, %i: memref<4xi64>,
    %xi: memref<4x8xi64>, %b: index) {
  // expected-error@+1 {{'extrema.arg_reduce' op takes index_base or explicit indices, not both}}
  extrema.arg_reduce <maximumf> dimension(1) index_base(%b)
    ins(%x, %xi : memref<4x8xf32>, memref<4x8xi64>) outs(%v, %i : memref<4xf32>, memref<4xi64>)
  return
}

// -----

func.func @topk_base_and_explicit_indices(
    %x: memref<4x8xf32>, %v: memref<4x5xf32>, %i: memref<4x5xi64>,
    %xi: memref<4x8xi64>, %b: index) {
  // expected-error@+1 {{'extrema.topk_reduce' op takes index_base or explicit indices, not both}}
  extrema.topk_reduce <maximumf> dimension(1) index_base(%b)
    ins(%x, %xi : memref<4x8xf32>, memref<4x8xi64>) outs(%v, %i : memref<4x5xf32>, memref<4x5xi64>)
  return
}

// -----

func.func @explicit_indices_shape(
    %x: memref<4x8xf32>, %v: memref<4xf32>, %i: memref<4xi64>,
    %xi: memref<4x5xi64>) {
  // expected-error@+1 {{'extrema.arg_reduce' op has explicit indices of type 'memref<4x5xi64>', which do not have the shape of the input, 'memref<4x8xf32>'}}
  extrema.arg_reduce <maximumf> dimension(1)
    ins(%x, %xi : memref<4x8xf32>, memref<4x5xi64>) outs(%v, %i : memref<4xf32>, memref<4xi64>)
  return
}

// -----

func.func @explicit_indices_rank(
    %x: memref<4x8xf32>, %v: memref<4x5xf32>, %i: memref<4x5xi64>,
    %xi: memref<8xi64>) {
  // expected-error@+1 {{'extrema.topk_reduce' op has explicit indices of type 'memref<8xi64>', which do not have the shape of the input, 'memref<4x8xf32>'}}
  extrema.topk_reduce <maximumf> dimension(1)
    ins(%x, %xi : memref<4x8xf32>, memref<8xi64>) outs(%v, %i : memref<4x5xf32>, memref<4x5xi64>)
  return
}

// -----

func.func @explicit_indices_type(
    %x: memref<4x8xf32>, %v: memref<4xf32>, %i: memref<4xi64>,
    %xi: memref<4x8xi32>) {
  // expected-error@+1 {{'extrema.arg_reduce' op has explicit indices of element type 'i32', but an indices destination of element type 'i64'}}
  extrema.arg_reduce <maximumf> dimension(1)
    ins(%x, %xi : memref<4x8xf32>, memref<4x8xi32>) outs(%v, %i : memref<4xf32>, memref<4xi64>)
  return
}

// -----

func.func @topk_explicit_indices_type(
    %x: memref<4x8xf32>, %v: memref<4x5xf32>, %i: memref<4x5xi64>,
    %xi: memref<4x8xindex>) {
  // expected-error@+1 {{'extrema.topk_reduce' op has explicit indices of element type 'index', but an indices destination of element type 'i64'}}
  extrema.topk_reduce <maximumf> dimension(1)
    ins(%x, %xi : memref<4x8xf32>, memref<4x8xindex>) outs(%v, %i : memref<4x5xf32>, memref<4x5xi64>)
  return
}

// -----

//===----------------------------------------------------------------------===//
// Destinations
//===----------------------------------------------------------------------===//

func.func @values_shape(
    %x: memref<4x8xf32>, %v: memref<4xf32>, %i: memref<4xi64>) {
  // expected-error@+1 {{'extrema.arg_reduce' op values destination is of type 'memref<4xf32>', but the input and the dimension call for the shape [8]}}
  extrema.arg_reduce <maximumf> dimension(0)
    ins(%x : memref<4x8xf32>) outs(%v, %i : memref<4xf32>, memref<4xi64>)
  return
}

// -----

func.func @values_rank(%x: memref<4x8xf32>, %v: memref<4x1xf32>) {
  // expected-error@+1 {{'extrema.arg_reduce' op values destination is of type 'memref<4x1xf32>', but the input and the dimension call for the shape [4]}}
  extrema.arg_reduce <maximumf> dimension(1)
    ins(%x : memref<4x8xf32>) value_only outs(%v : memref<4x1xf32>)
  return
}

// -----

func.func @indices_shape(
    %x: memref<?x8xf32>, %v: memref<?xf32>, %i: memref<5x?xi64>) {
  // expected-error@+1 {{'extrema.arg_reduce' op indices destination is of type 'memref<5x?xi64>', but the input and the dimension call for the shape [?]}}
  extrema.arg_reduce <maximumf> dimension(1)
    ins(%x : memref<?x8xf32>) outs(%v, %i : memref<?xf32>, memref<5x?xi64>)
  return
}

// -----

func.func @rank_one_shape(%x: memref<8xf32>, %i: memref<8xi64>) {
  // expected-error@+1 {{'extrema.arg_reduce' op indices destination is of type 'memref<8xi64>', but the input and the dimension call for the shape []}}
  extrema.arg_reduce <maximumf> dimension(0)
    ins(%x : memref<8xf32>) index_only outs(%i : memref<8xi64>)
  return
}

// -----

func.func @topk_values_shape(
    %x: memref<4x8xf32>, %v: memref<4x5xf32>, %i: memref<4x5xi64>) {
  // expected-error@+1 {{'extrema.topk_reduce' op values destination is of type 'memref<4x5xf32>', but the input and the dimension call for the shape [?, 8]}}
  extrema.topk_reduce <maximumf> dimension(0)
    ins(%x : memref<4x8xf32>) outs(%v, %i : memref<4x5xf32>, memref<4x5xi64>)
  return
}

// -----

func.func @topk_indices_rank(
    %x: memref<4x8xf32>, %v: memref<4x5xf32>, %i: memref<4xi64>) {
  // expected-error@+1 {{'extrema.topk_reduce' op indices destination is of type 'memref<4xi64>', but the input and the dimension call for the shape [4, ?]}}
  extrema.topk_reduce <maximumf> dimension(1)
    ins(%x : memref<4x8xf32>) outs(%v, %i : memref<4x5xf32>, memref<4xi64>)
  return
}

// -----

func.func @accumulate_without_values(
    %x: memref<4x8xf32>, %v: memref<4xf32>, %i: memref<4xi64>) {
  // expected-error@+1 {{'extrema.arg_reduce' op with accumulate needs both destinations: they hold the state}}
  extrema.arg_reduce <maximumf> dimension(1) accumulate
    ins(%x : memref<4x8xf32>) index_only outs(%i : memref<4xi64>)
  return
}

// -----

func.func @accumulate_without_indices(
    %x: memref<4x8xf32>, %v: memref<4xf32>, %i: memref<4xi64>) {
  // expected-error@+1 {{'extrema.arg_reduce' op with accumulate needs both destinations: they hold the state}}
  extrema.arg_reduce <maximumf> dimension(1) accumulate
    ins(%x : memref<4x8xf32>) value_only outs(%v : memref<4xf32>)
  return
}
