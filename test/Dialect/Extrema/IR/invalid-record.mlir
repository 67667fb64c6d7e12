// Every way to get a record wrong has its message.

// RUN: extrema-opt %s --split-input-file --verify-diagnostics

//===----------------------------------------------------------------------===//
// The example of the reference
//===----------------------------------------------------------------------===//

func.func @reference(%k: index) {
  // expected-error@+1 {{'extrema.record' op message refers to {1}, but the op has 1 operand}}
  extrema.record "k is {0}, the axis has {1} elements"(%k)
  return
}

// -----

//===----------------------------------------------------------------------===//
// The rest
//===----------------------------------------------------------------------===//

func.func @nul() {
  // expected-error@+1 {{'extrema.record' op message holds a NUL, at which it would end}}
  extrema.record "a\00b"
  return
}

// -----

func.func @placeholder_without_operands() {
  // expected-error@+1 {{'extrema.record' op message refers to {0}, but the op has 0 operands}}
  extrema.record "k is {0}"
  return
}

// -----

func.func @placeholder_beyond(%a: index) {
  // expected-error@+1 {{'extrema.record' op message refers to {4}, but the op has 2 operands}}
  extrema.record "{0} {1} {4}"(%a, %a)
  return
}

// -----

func.func @placeholder_beyond_integers(%a: index) {
  // expected-error@+1 {{'extrema.record' op message refers to {99999999999999999999}, but the op has 1 operand}}
  extrema.record "{99999999999999999999}"(%a)
  return
}

// -----

func.func @too_many_operands(%a: index) {
  // expected-error@+1 {{'extrema.record' op takes at most 4 operands, but has 5}}
  extrema.record "k"(%a, %a, %a, %a, %a)
  return
}

// -----

func.func @operand_type(%a: i64) {
  // expected-error@+1 {{'extrema.record' op operand #0 must be variadic of index, but got 'i64'}}
  "extrema.record"(%a) <{message = "k"}> : (i64) -> ()
  return
}

// -----

func.func @result() {
  // expected-error@+1 {{'extrema.record' op requires zero results}}
  %0 = "extrema.record"() <{message = "k"}> : () -> index
  return
}

// -----

func.func @message_missing() {
  // expected-error@+1 {{'extrema.record' op requires attribute 'message'}}
  "extrema.record"() : () -> ()
  return
}

// -----

func.func @message_integer() {
  // expected-error@+1 {{Invalid attribute `message` in property conversion: 1 : i64}}
  "extrema.record"() <{message = 1}> : () -> ()
  return
}
