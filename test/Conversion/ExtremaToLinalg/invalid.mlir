// RUN: extrema-opt %s --convert-extrema-to-linalg --split-input-file --verify-diagnostics

func.func @unsigned(%x: tensor<8xui16>, %i: tensor<i64>) -> tensor<i64> {
  // expected-error@+1 {{'extrema.arg_reduce' op orders elements of type 'ui16', but can be lowered on signless integers only: run extrema-strip-signedness before}}
  %0 = extrema.arg_reduce <minui> dimension(0) ins(%x : tensor<8xui16>)
    index_only outs(%i : tensor<i64>) -> tensor<i64>
  return %0 : tensor<i64>
}

// -----

func.func @signed(%x: memref<8xsi32>, %v: memref<si32>) {
  // expected-error@+1 {{'extrema.arg_reduce' op orders elements of type 'si32', but can be lowered on signless integers only: run extrema-strip-signedness before}}
  extrema.arg_reduce <minsi> dimension(0) ins(%x : memref<8xsi32>)
    value_only outs(%v : memref<si32>)
  return
}

// -----

func.func @identity(%v: memref<8xui32>, %i: memref<8xi64>) {
  // expected-error@+1 {{'extrema.identity' op orders elements of type 'ui32', but can be lowered on signless integers only: run extrema-strip-signedness before}}
  extrema.identity <minui> outs(%v, %i : memref<8xui32>, memref<8xi64>)
  return
}
