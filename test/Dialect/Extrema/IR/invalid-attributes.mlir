// Every way to get the dialect's own attributes wrong has its message.

// RUN: extrema-opt %s --split-input-file --verify-diagnostics

// expected-error@+1 {{attribute 'extrema.other' is not one that the extrema dialect gives to operations}}
func.func private @unknown_on_operation() attributes {extrema.other}

// -----

// expected-error@+1 {{attribute 'extrema.name' is not one that the extrema dialect gives to operations}}
func.func private @name_on_function() attributes {extrema.name = "f"}

// -----

// expected-error@+1 {{attribute 'extrema.original_type' belongs on a function}}
module attributes {extrema.original_type = "() -> ()"} {}

// -----

// expected-error@+1 {{attribute 'extrema.original_type' must be a string that holds a function type as MLIR prints it}}
func.func private @original_type() attributes {extrema.original_type = () -> ()}

// -----

// expected-error@+1 {{attribute 'extrema.original_type' must be a string that holds a function type as MLIR prints it}}
func.func private @original_type_of_value() attributes {extrema.original_type = "tensor<4xi64>"}

// -----

// expected-error@+1 {{attribute 'extrema.other' is not one that the extrema dialect gives to arguments or results}}
func.func private @unknown_on_argument(i32 {extrema.other})

// -----

// expected-error@+1 {{attribute 'extrema.original_type' is not one that the extrema dialect gives to arguments or results}}
func.func private @unknown_on_result() -> (i32 {extrema.original_type = "i32"})

// -----

// expected-error@+1 {{attribute 'extrema.name' must be a string}}
func.func private @name_of_argument(i32 {extrema.name = 1})

// -----

// expected-error@+1 {{attribute 'extrema.name' must be a string}}
func.func private @name_of_result() -> (i32 {extrema.name})

// -----

// expected-error@+1 {{unknown attribute `other` in dialect `extrema`}}
func.func private @unknown_attribute() attributes {a = #extrema.other}

// -----

// expected-error@+2 {{failed to parse Extrema_KindAttr parameter}}
// expected-error@+1 {{expected one of [maximumf, minimumf, maxnumf, minnumf, maxsi, minsi, maxui, minui] for kind of order, got: max}}
func.func private @kind() attributes {a = #extrema.kind<max>}

// -----

// expected-error@+2 {{failed to parse Extrema_NanModeAttr parameter}}
// expected-error@+1 {{expected one of [propagate, ignore] for NaN mode, got: skip}}
func.func private @nan_mode() attributes {a = #extrema.nan<skip>}

// -----

// expected-error@+1 {{dialect 'extrema' provides no type parsing hook}}
func.func private @type(!extrema.other)

// -----

func.func @operation() {
  // expected-error@+1 {{unregistered operation 'extrema.other' found in dialect ('extrema') that does not allow unknown operations}}
  "extrema.other"() : () -> ()
  return
}

// -----

func.func @harmless_elsewhere() {
  // expected-error@+1 {{attribute 'extrema.harmless' belongs on a cf.assert, without a value}}
  return {extrema.harmless}
}

// -----

func.func @harmless_with_value(%x: i1) {
  // expected-error@+1 {{attribute 'extrema.harmless' belongs on a cf.assert, without a value}}
  cf.assert %x, "x" {extrema.harmless = 1}
  return
}

// -----

// expected-error@+1 {{attribute 'extrema.read_only' must be without a value}}
func.func @read_only_with_value(%x: memref<4xf32> {extrema.read_only = 1}) {
  return
}

// -----

// expected-error@+1 {{attribute 'extrema.kept_results' belongs on a function, with an array of i64}}
func.func @kept_results_without_value() attributes {extrema.kept_results} {
  return
}

// -----

func.func @kept_results_elsewhere() {
  // expected-error@+1 {{attribute 'extrema.kept_results' belongs on a function, with an array of i64}}
  return {extrema.kept_results = array<i64: 0>}
}

// -----

// expected-error@+1 {{attribute 'extrema.result_attributes' belongs on a function, with an array of dictionaries}}
func.func @result_attributes_of_numbers() attributes {extrema.result_attributes = [1]} {
  return
}
