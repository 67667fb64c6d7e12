// RUN: extrema-opt %s --finalize-memref-to-llvm --convert-to-llvm --reconcile-unrealized-casts --extrema-allow-negative-strides | FileCheck %s

// The products with 4 may stay as they are, those with -4 and with an unknown stride
// not, nor what is made of them.

// CHECK-LABEL: @positive
// CHECK:         llvm.mul %{{.+}} overflow<nsw, nuw>
// CHECK:         llvm.add %{{.+}} overflow<nsw, nuw>
// CHECK:         llvm.getelementptr inbounds|nuw
func.func @positive(%x: memref<5x4xf32>, %i: index, %j: index) -> f32 {
  %value = memref.load %x[%i, %j] : memref<5x4xf32>
  return %value : f32
}

// CHECK-LABEL: @negative
// CHECK:         llvm.mul %{{.+}} overflow<nsw> : i64
// CHECK:         llvm.add %{{.+}} overflow<nsw> : i64
// CHECK:         llvm.getelementptr inbounds %
func.func @negative(%x: memref<5x4xf32, strided<[-4, 1], offset: 16>>, %i: index, %j: index) -> f32 {
  %value = memref.load %x[%i, %j] : memref<5x4xf32, strided<[-4, 1], offset: 16>>
  return %value : f32
}

// CHECK-LABEL: @unknown
// CHECK:         llvm.mul %{{.+}} overflow<nsw> : i64
// CHECK:         llvm.getelementptr inbounds %
func.func @unknown(%x: memref<5xf32, strided<[?], offset: ?>>, %i: index, %value: f32) {
  memref.store %value, %x[%i] : memref<5xf32, strided<[?], offset: ?>>
  return
}

// CHECK-LABEL: @constant_position
// CHECK:         llvm.mul %{{.+}} overflow<nsw> : i64
// CHECK:         llvm.getelementptr inbounds %
func.func @constant_position(%x: memref<5xf32, strided<[-1], offset: 4>>) -> f32 {
  %three = arith.constant 3 : index
  %value = memref.load %x[%three] : memref<5xf32, strided<[-1], offset: 4>>
  return %value : f32
}
