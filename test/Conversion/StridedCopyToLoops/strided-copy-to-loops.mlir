// RUN: extrema-opt %s -convert-strided-copy-to-loops -canonicalize | FileCheck %s

// CHECK-LABEL: func @strided
// CHECK-SAME: %[[A:[^:]*]]: memref<4x6xf32, strided<[8, 1]>>, %[[B:[^:]*]]: memref<4x6xf32>
func.func @strided(%a: memref<4x6xf32, strided<[8, 1]>>, %b: memref<4x6xf32>) {
  // CHECK: scf.for %[[I:.*]] = %c0 to %c4
  // CHECK: scf.for %[[J:.*]] = %c0 to %c6
  // CHECK: %[[X:.*]] = memref.load %[[A]][%[[I]], %[[J]]]
  // CHECK: memref.store %[[X]], %[[B]][%[[I]], %[[J]]]
  // CHECK-NOT: memref.copy
  memref.copy %a, %b : memref<4x6xf32, strided<[8, 1]>> to memref<4x6xf32>
  return
}

// CHECK-LABEL: func @contiguous
func.func @contiguous(%a: memref<4x?xf32>, %b: memref<4x?xf32>, %c: memref<*xf32>, %d: memref<*xf32>) {
  // CHECK-COUNT-2: memref.copy
  memref.copy %a, %b : memref<4x?xf32> to memref<4x?xf32>
  memref.copy %c, %d : memref<*xf32> to memref<*xf32>
  return
}

// From one memory space to another, each element where it lies.

// CHECK-LABEL: func @spaces
func.func @spaces(%a: memref<4xf32, strided<[8]>, 1>, %b: memref<4xf32, #gpu.address_space<workgroup>>) {
  // CHECK-NOT: memref.copy
  // CHECK:     %[[X:.*]] = memref.load %{{.*}} : memref<4xf32, strided<[8]>, 1>
  // CHECK:     memref.store %[[X]], %{{.*}} : memref<4xf32, #gpu.address_space<workgroup>>
  memref.copy %a, %b : memref<4xf32, strided<[8]>, 1> to memref<4xf32, #gpu.address_space<workgroup>>
  return
}
