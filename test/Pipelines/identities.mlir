// What the pipelines do with the identity of a reduction, and with its halves.

// RUN: extrema-opt %s --extrema-to-loops=checks=none | FileCheck %s
// RUN: extrema-opt %s --extrema-to-linalg=checks=none | FileCheck %s --check-prefix=LINALG
// RUN: extrema-opt %s --extrema-to-vector="checks=none triple=x86_64-linux-gnu cpu=x86-64-v4" | FileCheck %s --check-prefix=VECTOR
// RUN: extrema-opt %s --extrema-to-llvm=checks=none | FileCheck %s --check-prefix=LLVM --implicit-check-not=extrema.identity

// LLVM: llvm.func @untiled

// What was not tiled overwrites: nothing is written before the loop over the row, and
// nobody wants the values.

// CHECK-LABEL: func.func @untiled(
// CHECK:         memref.alloc() {{.*}} : memref<4xi64>
// CHECK-NOT:     memref.alloc
// CHECK-NOT:     memref.store
// CHECK:         scf.for
// CHECK-NOT:       memref.store
// CHECK:           scf.for
// CHECK-NOT:         memref.store
// CHECK:           memref.store
// CHECK-NOT:     scf.for
// CHECK:         return
// LINALG-LABEL: func.func @untiled(
// LINALG-NOT:     extrema.{{identity|arg_reduce|topk_reduce}}
// VECTOR-LABEL: func.func @untiled(
// VECTOR-NOT:     extrema.{{identity|arg_reduce|topk_reduce}}
// VECTOR:         vector.load
func.func @untiled(%x: tensor<4x1000xui8>) -> tensor<4xi64> {
  %v0 = tensor.empty() : tensor<4xui8>
  %i0 = tensor.empty() : tensor<4xi64>
  %s:2 = extrema.identity <maxui> outs(%v0, %i0 : tensor<4xui8>, tensor<4xi64>) -> tensor<4xui8>, tensor<4xi64>
  %r:2 = extrema.arg_reduce <maxui> dimension(1) accumulate ins(%x : tensor<4x1000xui8>)
    outs(%s#0, %s#1 : tensor<4xui8>, tensor<4xi64>) -> tensor<4xui8>, tensor<4xi64>
  return %r#1 : tensor<4xi64>
}

// A loop over tiles starts from it: it is stored once, in place.

// CHECK-LABEL: func.func @tiled(
// CHECK-DAG:     %[[V:.*]] = memref.alloc() {{.*}} : memref<3xf32>
// CHECK-DAG:     %[[I:.*]] = memref.alloc() {{.*}} : memref<3xi64>
// CHECK-NOT:     memref.alloc
// CHECK:         scf.for
// CHECK-DAG:       memref.store %{{.*}}, %[[V]]
// CHECK-DAG:       memref.store %{{.*}}, %[[I]]
// CHECK-NOT:     memref.copy
// CHECK:         return %[[V]], %[[I]]
// LINALG-LABEL: func.func @tiled(
// LINALG-COUNT-2: linalg.fill
// VECTOR-LABEL: func.func @tiled(
// VECTOR-NOT:     extrema.{{identity|arg_reduce|topk_reduce}}
func.func @tiled(%x: tensor<1024xf32>) -> (tensor<3xf32>, tensor<3xi64>) {
  %c0 = arith.constant 0 : index
  %c256 = arith.constant 256 : index
  %c1024 = arith.constant 1024 : index
  %v0 = tensor.empty() : tensor<3xf32>
  %i0 = tensor.empty() : tensor<3xi64>
  %s:2 = extrema.identity <maximumf> outs(%v0, %i0 : tensor<3xf32>, tensor<3xi64>) -> tensor<3xf32>, tensor<3xi64>
  %r:2 = scf.for %j = %c0 to %c1024 step %c256 iter_args(%a = %s#0, %b = %s#1) -> (tensor<3xf32>, tensor<3xi64>) {
    %part = tensor.extract_slice %x[%j] [256] [1] : tensor<1024xf32> to tensor<256xf32>
    %t:2 = extrema.topk_reduce <maximumf> dimension(0) index_base(%j) accumulate ins(%part : tensor<256xf32>)
      outs(%a, %b : tensor<3xf32>, tensor<3xi64>) -> tensor<3xf32>, tensor<3xi64>
    scf.yield %t#0, %t#1 : tensor<3xf32>, tensor<3xi64>
  }
  return %r#0, %r#1 : tensor<3xf32>, tensor<3xi64>
}

// Halves read the input once.

// CHECK-LABEL: func.func @halves(
// CHECK-COUNT-1: memref.load
// CHECK-NOT:     memref.load
// CHECK:         return
// LINALG-LABEL: func.func @halves(
// LINALG-COUNT-1: linalg.generic
// LINALG-NOT:     linalg.generic
// LINALG:         return
func.func @halves(%x: tensor<64x1000xi64>) -> (tensor<64xi64>, tensor<64xi64>) {
  %e = tensor.empty() : tensor<64xi64>
  %v = extrema.arg_reduce <maxsi> dimension(1) ins(%x : tensor<64x1000xi64>) value_only outs(%e : tensor<64xi64>) -> tensor<64xi64>
  %i = extrema.arg_reduce <maxsi> dimension(1) ins(%x : tensor<64x1000xi64>) index_only outs(%e : tensor<64xi64>) -> tensor<64xi64>
  return %v, %i : tensor<64xi64>, tensor<64xi64>
}
