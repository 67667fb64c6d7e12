// RUN: extrema-opt %s --extrema-copy-strided-returns | FileCheck %s

// CHECK-LABEL: func @narrower(
// CHECK:         %[[PART:.+]] = memref.subview
// CHECK:         %[[N:.+]] = memref.dim %[[PART]]
// CHECK:         %[[COPY:.+]] = memref.alloc(%[[N]]) {alignment = 64 : i64} : memref<1x5x?xf32>
// CHECK:         memref.copy %[[PART]], %[[COPY]]
// CHECK:         return %[[COPY]]
func.func @narrower(%x: memref<1x5x?xf32>, %n: index) -> memref<1x5x?xf32> {
  %0 = memref.subview %x[0, 0, 0] [1, 5, %n] [1, 1, 1] : memref<1x5x?xf32> to memref<1x5x?xf32, strided<[?, ?, 1]>>
  %1 = memref.cast %0 : memref<1x5x?xf32, strided<[?, ?, 1]>> to memref<1x5x?xf32>
  return %1 : memref<1x5x?xf32>
}

// CHECK-LABEL: func @offset(
// CHECK:         memref.copy
func.func @offset(%x: memref<8xf32, strided<[1], offset: ?>>) -> memref<8xf32> {
  %0 = memref.cast %x : memref<8xf32, strided<[1], offset: ?>> to memref<8xf32>
  return %0 : memref<8xf32>
}

// What the type tells to be contiguous stays.

// CHECK-LABEL: func @contiguous(
// CHECK-NOT:     memref.copy
func.func @contiguous(%x: memref<?x4xf32, strided<[4, 1]>>, %y: memref<1x?xf32, strided<[?, 1]>>, %z: memref<?xf32>)
    -> (memref<?x4xf32>, memref<1x?xf32>, memref<8xf32>) {
  %0 = memref.cast %x : memref<?x4xf32, strided<[4, 1]>> to memref<?x4xf32>
  %1 = memref.cast %y : memref<1x?xf32, strided<[?, 1]>> to memref<1x?xf32>
  %2 = memref.cast %z : memref<?xf32> to memref<8xf32>
  return %0, %1, %2 : memref<?x4xf32>, memref<1x?xf32>, memref<8xf32>
}
