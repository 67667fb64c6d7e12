// RUN: extrema-opt %s --convert-extrema-to-loops --split-input-file --verify-diagnostics

func.func @tensors(%x: tensor<8xf32>, %i: tensor<i64>) -> tensor<i64> {
  // expected-error@+1 {{'extrema.arg_reduce' op is on tensors, but can be lowered to loops on memrefs only: bufferize before}}
  %0 = extrema.arg_reduce <maximumf> dimension(0) ins(%x : tensor<8xf32>)
    index_only outs(%i : tensor<i64>) -> tensor<i64>
  return %0 : tensor<i64>
}

// -----

func.func @topk_tensors(%x: tensor<8xf32>, %v: tensor<3xf32>, %i: tensor<3xi64>) -> tensor<3xi64> {
  // expected-error@+1 {{'extrema.topk_reduce' op is on tensors, but can be lowered to loops on memrefs only: bufferize before}}
  %0:2 = extrema.topk_reduce <maximumf> dimension(0) ins(%x : tensor<8xf32>)
    outs(%v, %i : tensor<3xf32>, tensor<3xi64>) -> tensor<3xf32>, tensor<3xi64>
  return %0#1 : tensor<3xi64>
}

// -----

func.func @unsigned(%x: memref<8xui8>, %i: memref<i64>) {
  // expected-error@+1 {{'extrema.arg_reduce' op orders elements of type 'ui8', but can be lowered on signless integers only: run extrema-strip-signedness before}}
  extrema.arg_reduce <maxui> dimension(0) ins(%x : memref<8xui8>)
    index_only outs(%i : memref<i64>)
  return
}

// -----

func.func @signed(%x: memref<8xsi64>, %v: memref<3xsi64>, %i: memref<3xi64>) {
  // expected-error@+1 {{'extrema.topk_reduce' op orders elements of type 'si64', but can be lowered on signless integers only: run extrema-strip-signedness before}}
  extrema.topk_reduce <maxsi> dimension(0) ins(%x : memref<8xsi64>)
    outs(%v, %i : memref<3xsi64>, memref<3xi64>)
  return
}

// -----

func.func @identity_tensors(%v: tensor<3xf32>, %i: tensor<3xi64>) -> tensor<3xi64> {
  // expected-error@+1 {{'extrema.identity' op is on tensors, but can be lowered to loops on memrefs only: bufferize before}}
  %0:2 = extrema.identity <maximumf> outs(%v, %i : tensor<3xf32>, tensor<3xi64>) -> tensor<3xf32>, tensor<3xi64>
  return %0#1 : tensor<3xi64>
}

// -----

func.func @identity_unsigned(%v: memref<3xui8>, %i: memref<3xi64>) {
  // expected-error@+1 {{'extrema.identity' op orders elements of type 'ui8', but can be lowered on signless integers only: run extrema-strip-signedness before}}
  extrema.identity <maxui> outs(%v, %i : memref<3xui8>, memref<3xi64>)
  return
}
