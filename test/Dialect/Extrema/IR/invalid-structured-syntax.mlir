// Every way to get the attributes and the syntax of a structured operation wrong has its message.

// RUN: extrema-opt %s --split-input-file --verify-diagnostics

//===----------------------------------------------------------------------===//
// Attributes of the generic form
//===----------------------------------------------------------------------===//

func.func @kind_missing(
    %x: memref<4x8xf32>, %v: memref<4xf32>, %i: memref<4xi64>) {
  // expected-error@+1 {{'extrema.arg_reduce' op requires attribute 'kind'}}
  "extrema.arg_reduce"(%x, %v, %i)
    <{dimension = 1 : i64, operandSegmentSizes = array<i32: 1, 0, 0, 1, 1>}>
    : (memref<4x8xf32>, memref<4xf32>, memref<4xi64>) -> ()
  return
}

// -----

func.func @dimension_missing(
    %x: memref<4x8xf32>, %v: memref<4xf32>, %i: memref<4xi64>) {
  // expected-error@+1 {{'extrema.arg_reduce' op requires attribute 'dimension'}}
  "extrema.arg_reduce"(%x, %v, %i)
    <{kind = #extrema.kind<maximumf>, operandSegmentSizes = array<i32: 1, 0, 0, 1, 1>}>
    : (memref<4x8xf32>, memref<4xf32>, memref<4xi64>) -> ()
  return
}

// -----

func.func @topk_kind_missing(
    %x: memref<4x8xf32>, %v: memref<4x5xf32>, %i: memref<4x5xi64>) {
  // expected-error@+1 {{'extrema.topk_reduce' op requires attribute 'kind'}}
  "extrema.topk_reduce"(%x, %v, %i)
    <{dimension = 1 : i64, operandSegmentSizes = array<i32: 1, 0, 0, 1, 1>}>
    : (memref<4x8xf32>, memref<4x5xf32>, memref<4x5xi64>) -> ()
  return
}

// -----

func.func @topk_dimension_missing(
    %x: memref<4x8xf32>, %v: memref<4x5xf32>, %i: memref<4x5xi64>) {
  // expected-error@+1 {{'extrema.topk_reduce' op requires attribute 'dimension'}}
  "extrema.topk_reduce"(%x, %v, %i)
    <{kind = #extrema.kind<maximumf>, operandSegmentSizes = array<i32: 1, 0, 0, 1, 1>}>
    : (memref<4x8xf32>, memref<4x5xf32>, memref<4x5xi64>) -> ()
  return
}

// -----

func.func @kind_integer(
    %x: memref<4x8xf32>, %v: memref<4xf32>, %i: memref<4xi64>) {
  // expected-error@+1 {{Invalid attribute `kind` in property conversion: 1 : i32}}
  "extrema.arg_reduce"(%x, %v, %i)
    <{kind = 1 : i32, dimension = 1 : i64, operandSegmentSizes = array<i32: 1, 0, 0, 1, 1>}>
    : (memref<4x8xf32>, memref<4xf32>, memref<4xi64>) -> ()
  return
}

// -----

func.func @kind_of_nan(
    %x: memref<4x8xf32>, %v: memref<4xf32>, %i: memref<4xi64>) {
  // expected-error@+1 {{Invalid attribute `kind` in property conversion: #extrema.nan<ignore>}}
  "extrema.arg_reduce"(%x, %v, %i)
    <{kind = #extrema.nan<ignore>, dimension = 1 : i64, operandSegmentSizes = array<i32: 1, 0, 0, 1, 1>}>
    : (memref<4x8xf32>, memref<4xf32>, memref<4xi64>) -> ()
  return
}

// -----

func.func @dimension_width(
    %x: memref<4x8xf32>, %v: memref<4xf32>, %i: memref<4xi64>) {
  // expected-error@+1 {{'extrema.arg_reduce' op attribute 'dimension' failed to satisfy constraint: 64-bit signless integer attribute}}
  "extrema.arg_reduce"(%x, %v, %i)
    <{kind = #extrema.kind<maximumf>, dimension = 1 : i32, operandSegmentSizes = array<i32: 1, 0, 0, 1, 1>}>
    : (memref<4x8xf32>, memref<4xf32>, memref<4xi64>) -> ()
  return
}

// -----

func.func @dimension_string(
    %x: memref<4x8xf32>, %v: memref<4xf32>, %i: memref<4xi64>) {
  // expected-error@+1 {{Invalid attribute `dimension` in property conversion: "1"}}
  "extrema.arg_reduce"(%x, %v, %i)
    <{kind = #extrema.kind<maximumf>, dimension = "1", operandSegmentSizes = array<i32: 1, 0, 0, 1, 1>}>
    : (memref<4x8xf32>, memref<4xf32>, memref<4xi64>) -> ()
  return
}

// -----

func.func @accumulate_bool(
    %x: memref<4x8xf32>, %v: memref<4xf32>, %i: memref<4xi64>) {
  // expected-error@+1 {{Invalid attribute `accumulate` in property conversion: true}}
  "extrema.arg_reduce"(%x, %v, %i)
    <{kind = #extrema.kind<maximumf>, dimension = 1 : i64, accumulate = true, operandSegmentSizes = array<i32: 1, 0, 0, 1, 1>}>
    : (memref<4x8xf32>, memref<4xf32>, memref<4xi64>) -> ()
  return
}

// -----

func.func @select_last_integer(
    %x: memref<4x8xf32>, %v: memref<4xf32>, %i: memref<4xi64>) {
  // expected-error@+1 {{Invalid attribute `select_last` in property conversion: 1 : i64}}
  "extrema.arg_reduce"(%x, %v, %i)
    <{kind = #extrema.kind<maximumf>, dimension = 1 : i64, select_last = 1, operandSegmentSizes = array<i32: 1, 0, 0, 1, 1>}>
    : (memref<4x8xf32>, memref<4xf32>, memref<4xi64>) -> ()
  return
}

// -----

func.func @unsorted_integer(
    %x: memref<4x8xf32>, %v: memref<4x5xf32>, %i: memref<4x5xi64>) {
  // expected-error@+1 {{Invalid attribute `unsorted` in property conversion: 1 : i64}}
  "extrema.topk_reduce"(%x, %v, %i)
    <{kind = #extrema.kind<maximumf>, dimension = 1 : i64, unsorted = 1, operandSegmentSizes = array<i32: 1, 0, 0, 1, 1>}>
    : (memref<4x8xf32>, memref<4x5xf32>, memref<4x5xi64>) -> ()
  return
}

// -----

//===----------------------------------------------------------------------===//
// Syntax
//===----------------------------------------------------------------------===//

func.func @kind_unknown(
    %x: memref<4x8xf32>, %v: memref<4xf32>, %i: memref<4xi64>) {
  // expected-error@+2 {{failed to parse Extrema_KindAttr parameter}}
  // expected-error@+1 {{expected one of [maximumf, minimumf, maxnumf, minnumf, maxsi, minsi, maxui, minui] for kind of order, got: max}}
  extrema.arg_reduce <max> dimension(1)
    ins(%x : memref<4x8xf32>) outs(%v, %i : memref<4xf32>, memref<4xi64>)
  return
}

// -----

func.func @kind_bare(
    %x: memref<4x8xf32>, %v: memref<4xf32>, %i: memref<4xi64>) {
  // expected-error@+1 {{expected '<'}}
  extrema.arg_reduce maximumf dimension(1)
    ins(%x : memref<4x8xf32>) outs(%v, %i : memref<4xf32>, memref<4xi64>)
  return
}

// -----

func.func @dimension_left_out(
    %x: memref<4x8xf32>, %v: memref<4xf32>, %i: memref<4xi64>) {
  // expected-error@+1 {{expected 'dimension'}}
  extrema.arg_reduce <maximumf> ins(%x : memref<4x8xf32>)
    outs(%v, %i : memref<4xf32>, memref<4xi64>)
  return
}

// -----

func.func @outs_left_out(
    %x: memref<4x8xf32>, %v: memref<4xf32>, %i: memref<4xi64>) {
  // expected-error@+1 {{expected 'outs'}}
  extrema.arg_reduce <maximumf> dimension(1) ins(%x : memref<4x8xf32>) %v
  return
}

// -----

func.func @topk_last(
    %x: memref<4x8xf32>, %v: memref<4x5xf32>, %i: memref<4x5xi64>) {
  // Ties of topk_reduce always go to the lower index.
  // expected-error@+1 {{expected 'ins'}}
  extrema.topk_reduce <maximumf> dimension(1) last
    ins(%x : memref<4x8xf32>) outs(%v, %i : memref<4x5xf32>, memref<4x5xi64>)
  return
}

// -----

func.func @destination_without_keyword(
    %x: memref<4x8xf32>, %v: memref<4xf32>, %i: memref<4xi64>) {
  // expected-error@+1 {{expected ','}}
  extrema.arg_reduce <maximumf> dimension(1) ins(%x : memref<4x8xf32>) outs(%v : memref<4xf32>)
  return
}

// -----

func.func @both_with_keyword(
    %x: memref<4x8xf32>, %v: memref<4xf32>, %i: memref<4xi64>) {
  // expected-error@+1 {{expected ':'}}
  extrema.arg_reduce <maximumf> dimension(1) ins(%x : memref<4x8xf32>) index_only outs(%v, %i : memref<4xf32>, memref<4xi64>)
  return
}

// -----

func.func @both_keywords(
    %x: memref<4x8xf32>, %v: memref<4xf32>, %i: memref<4xi64>) {
  // expected-error@+1 {{expected 'outs'}}
  extrema.arg_reduce <maximumf> dimension(1) ins(%x : memref<4x8xf32>) value_only index_only outs(%i : memref<4xi64>)
  return
}

// -----

func.func @second_type_left_out(
    %x: memref<4x8xf32>, %v: memref<4xf32>, %i: memref<4xi64>) {
  // expected-error@+1 {{expected ','}}
  extrema.arg_reduce <maximumf> dimension(1) ins(%x : memref<4x8xf32>) outs(%v, %i : memref<4xf32>)
  return
}

// -----

func.func @topk_index_only(
    %x: memref<4x8xf32>, %v: memref<4xf32>, %i: memref<4xi64>) {
  // expected-error@+1 {{expected 'outs'}}
  extrema.topk_reduce <maximumf> dimension(1) ins(%x : memref<4x8xf32>) index_only outs(%i : memref<4xi64>)
  return
}
