// RUN: extrema-opt %s --extrema-strip-signedness -allow-unregistered-dialect -split-input-file -verify-diagnostics

func.func @value_ops(%x: tensor<4xui8>, %y: tensor<4xsi16>, %k: index) {
  // expected-error@+1 {{'extrema.argmax' op orders 'tensor<4xui8>' by the signedness of its elements: run extrema-value-to-structured before extrema-strip-signedness}}
  %a = extrema.argmax %x : tensor<4xui8> -> tensor<i64>
  // expected-error@+1 {{'extrema.topk' op orders 'tensor<4xsi16>' by the signedness of its elements}}
  %v, %i = extrema.topk %y k(%k) : tensor<4xsi16> -> tensor<?xsi16>, tensor<?xi64>
  return
}

// -----

func.func @another_dialect(%x: tensor<1x4xui8>) -> tensor<1xi32> {
  // expected-error@+1 {{'tosa.argmax' op holds 'tensor<1x4xui8>', and its meaning may depend on the signedness: lower it to operations on signless integers before extrema-strip-signedness}}
  %a = tosa.argmax %x {axis = 1 : i32} : (tensor<1x4xui8>) -> tensor<1xi32>
  return %a : tensor<1xi32>
}

// -----

// Wherever the type is: in a result, in the argument of a region.

func.func @result() {
  // expected-error@+1 {{'unknown.make' op holds 'ui8'}}
  %a = "unknown.make"() : () -> ui8
  return
}

// -----

func.func @region() {
  // expected-error@+1 {{'unknown.region' op holds 'si32'}}
  "unknown.region"() ({
  ^bb0(%x: si32):
    "unknown.end"() : () -> ()
  }) : () -> ()
  return
}

// -----

// The body of an operation that passes has to pass too.

func.func @body(%x: tensor<4xui8>, %y: tensor<4xui8>) -> tensor<4xui8> {
  %a = linalg.map ins(%x : tensor<4xui8>) outs(%y : tensor<4xui8>)
    (%in: ui8, %out: ui8) {
      // expected-error@+1 {{'unknown.negate' op holds 'ui8'}}
      %b = "unknown.negate"(%in) : (ui8) -> ui8
      linalg.yield %b : ui8
    }
  return %a : tensor<4xui8>
}

// -----

func.func @widening(%x: ui8) -> i32 {
  // expected-error@+1 {{'builtin.unrealized_conversion_cast' op changes more than the signedness of 'ui8', and its meaning may depend on it: lower it before extrema-strip-signedness}}
  %a = builtin.unrealized_conversion_cast %x : ui8 to i32
  return %a : i32
}
