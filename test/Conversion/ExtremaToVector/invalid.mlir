// RUN: extrema-opt %s --convert-extrema-to-vector --split-input-file -verify-diagnostics

func.func @tensors(%x: tensor<8xf32>, %i: tensor<i64>) -> tensor<i64> {
  // expected-error @+1 {{is on tensors, but can be lowered to vectors on memrefs only: bufferize before}}
  %0 = extrema.arg_reduce <maximumf> dimension(0) ins(%x : tensor<8xf32>) index_only outs(%i : tensor<i64>) -> tensor<i64>
  return %0 : tensor<i64>
}

// -----

func.func @unsigned(%x: memref<8xui8>, %i: memref<i64>) {
  // expected-error @+1 {{orders elements of type 'ui8', but can be lowered on signless integers only: run extrema-strip-signedness before}}
  extrema.arg_reduce <maxui> dimension(0) ins(%x : memref<8xui8>) index_only outs(%i : memref<i64>)
  return
}
