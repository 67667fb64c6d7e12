// RUN: extrema-opt %s --extrema-fill-large-constants --split-input-file --verify-diagnostics

func.func @no_memory() -> tensor<4611686018427387904xf32> {
  // expected-error @+1 {{the constant has the type 'tensor<4611686018427387904xf32>', more than the 281474976710656 bytes that can be addressed}}
  %x = arith.constant dense<1.0> : tensor<4611686018427387904xf32>
  return %x : tensor<4611686018427387904xf32>
}

// -----

// The last that can, were there such a machine, and the first that cannot.

func.func @limit() -> (tensor<281474976710656xi8>, tensor<281474976710657xi8>) {
  %x = arith.constant dense<1> : tensor<281474976710656xi8>
  // expected-error @+1 {{the constant has the type 'tensor<281474976710657xi8>', more than the 281474976710656 bytes that can be addressed}}
  %y = arith.constant dense<1> : tensor<281474976710657xi8>
  return %x, %y : tensor<281474976710656xi8>, tensor<281474976710657xi8>
}
