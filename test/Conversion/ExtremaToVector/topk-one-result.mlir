// RUN: extrema-opt %s -convert-extrema-to-vector=triple=x86_64-linux -canonicalize | FileCheck %s

// A destination that nobody reads is not written, nor is what is stored there
// computed.

// CHECK-LABEL: func @indices_alone
//   CHECK-NOT:   memref.alloc()
//       CHECK:   memref.store %{{.*}}, %arg1[%{{.*}}] : memref<50xi64>
//   CHECK-NOT:   memref.load %arg0
//       CHECK:   return
func.func @indices_alone(%x: memref<4096xf32>, %i: memref<50xi64>) {
  %v = memref.alloc() : memref<50xf32>
  extrema.topk_reduce <maximumf> dimension(0) ins(%x : memref<4096xf32>)
    outs(%v, %i : memref<50xf32>, memref<50xi64>)
  memref.dealloc %v : memref<50xf32>
  return
}

// CHECK-LABEL: func @values_alone
//   CHECK-NOT:   xi64>
//       CHECK:   vector.store %{{.*}}, %arg1[%{{.*}}] : memref<3x64xf32>
//   CHECK-NOT:   xi64>
//       CHECK:   return
func.func @values_alone(%x: memref<20x64xf32>, %v: memref<3x64xf32>) {
  %i = memref.alloc() : memref<3x64xi64>
  extrema.topk_reduce <maximumf> dimension(0) ins(%x : memref<20x64xf32>)
    outs(%v, %i : memref<3x64xf32>, memref<3x64xi64>)
  memref.dealloc %i : memref<3x64xi64>
  return
}

// The scalar loops of other sizes need both to select in.
// CHECK-LABEL: func @of_any_size
//       CHECK:   extrema.topk_reduce {{.*}} outs(%arg1, %alloc : memref<?xf32>, memref<?xi64>)
func.func @of_any_size(%x: memref<?xf32>, %v: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %k = memref.dim %v, %c0 : memref<?xf32>
  %i = memref.alloc(%k) : memref<?xi64>
  extrema.topk_reduce <maximumf> dimension(0) ins(%x : memref<?xf32>)
    outs(%v, %i : memref<?xf32>, memref<?xi64>)
  memref.dealloc %i : memref<?xi64>
  return
}
