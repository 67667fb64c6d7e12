// RUN: extrema-opt %s --pass-pipeline='builtin.module(extrema-to-vector{cpu=x86-64 triple=x86_64})' | FileCheck %s

// Parallel iterations run one after the other, and share scratch memory: on the
// stack, in a loop, it would add up.

// CHECK-LABEL: func.func @parallel(
func.func @parallel(%x: memref<1000x64xi32>, %i: memref<4x64xi64>) {
  // CHECK-NOT:  scf.for
  // CHECK:      memref.alloca
  // CHECK:      memref.alloca
  // CHECK:      scf.for
  // CHECK-NOT:  memref.alloca
  // CHECK:      return
  scf.forall (%part) in (4) {
    %to = memref.subview %i[%part, 0] [1, 64] [1, 1] : memref<4x64xi64> to memref<64xi64, strided<[1], offset: ?>>
    extrema.arg_reduce <minui> dimension(0) ins(%x : memref<1000x64xi32>) index_only outs(%to : memref<64xi64, strided<[1], offset: ?>>)
  }
  return
}
