// RUN: extrema-opt %s --convert-extrema-to-vector="triple=x86_64-linux-gnu cpu=x86-64-v4" --canonicalize --split-input-file | FileCheck %s

// Batches of short rows may be copies on the stack. In another memory space, each
// row is reduced by itself, where it lies.

// CHECK-LABEL: func @short_rows(
// CHECK-SAME:    %[[X:[a-z0-9]+]]: memref<?x3xf32, 1>
// CHECK-NOT:     memref.alloca
// CHECK-NOT:     memref.cast
// CHECK:         %[[ROW:.+]] = memref.subview %[[X]]
// CHECK:         vector.maskedload %[[ROW]]{{.*}} : memref<3xf32, strided<[1], offset: ?>, 1>
func.func @short_rows(%x: memref<?x3xf32, 1>, %i: memref<?xi64, 1>) {
  extrema.arg_reduce <maximumf> dimension(1) ins(%x : memref<?x3xf32, 1>) index_only outs(%i : memref<?xi64, 1>)
  return
}

// -----

// Destinations may lie anywhere.

// CHECK-LABEL: func @destinations(
// CHECK:         memref.alloca() {alignment = 64 : i64} : memref<64xf32>
// CHECK:         vector.store %{{.+}} : memref<?xi64, #gpu.address_space<workgroup>>
func.func @destinations(%x: memref<?x3xf32>, %i: memref<?xi64, #gpu.address_space<workgroup>>) {
  extrema.arg_reduce <maximumf> dimension(1) ins(%x : memref<?x3xf32>) index_only outs(%i : memref<?xi64, #gpu.address_space<workgroup>>)
  return
}

// -----

// Scratch memory lies in the default space, whatever is copied into it.

// CHECK-LABEL: func @copies(
// CHECK:         %[[BLOCK:.+]] = memref.alloc() {{.*}} : memref<33024xf32>
// CHECK:         vector.load %{{.+}} : memref<100000x20xf32, 3>
// CHECK:         vector.store %{{.+}}, %[[BLOCK]]
func.func @copies(%x: memref<100000x20xf32, 3>, %v: memref<50x20xf32, 4>, %i: memref<50x20xi64, 5>) {
  extrema.topk_reduce <maximumf> dimension(0) ins(%x : memref<100000x20xf32, 3>)
    outs(%v, %i : memref<50x20xf32, 4>, memref<50x20xi64, 5>)
  return
}

// -----

// The code that kernels share takes a space as a part of its type.

// CHECK-LABEL: func @two(
// CHECK-NOT:     memref.memory_space_cast
// CHECK-NOT:     extrema.topk_reduce
// CHECK:         return
func.func @two(%x: memref<4x5000xf32>, %y: memref<4x5000xf32, 2>, %v: memref<4x50xf32>, %i: memref<4x50xi64>, %w: memref<4x50xf32, 2>) {
  extrema.topk_reduce <maximumf> dimension(1) ins(%x : memref<4x5000xf32>) outs(%v, %i : memref<4x50xf32>, memref<4x50xi64>)
  extrema.topk_reduce <maximumf> dimension(1) ins(%y : memref<4x5000xf32, 2>) outs(%w, %i : memref<4x50xf32, 2>, memref<4x50xi64>)
  return
}
