// RUN: extrema-opt %s --convert-extrema-to-vector="triple=x86_64-linux-gnu cpu=x86-64-v4" --allow-unregistered-dialect --split-input-file | FileCheck %s

// Iterations that may run at the same time have memory of their own: it is in the
// loop, and from the heap, since lowered loops keep the stack.

// CHECK-LABEL: func @affine_parallel(
// CHECK-NOT:     memref.alloc
// CHECK:         affine.parallel
// CHECK-DAG:       %[[A:.+]] = memref.alloc() {alignment = 64 : i64} : memref<{{.+}}xf32>
// CHECK-DAG:       %[[B:.+]] = memref.alloc() {alignment = 64 : i64} : memref<{{.+}}xi32>
// CHECK:           scf.for
// CHECK-DAG:       memref.dealloc %[[A]]
// CHECK-DAG:       memref.dealloc %[[B]]
// CHECK:         return
func.func @affine_parallel(%x: memref<8x1000x256xf32>, %o: memref<8x256xi64>) {
  affine.parallel (%b) = (0) to (8) {
    %s = memref.subview %x[%b, 0, 0] [1, 1000, 256] [1, 1, 1] : memref<8x1000x256xf32> to memref<1000x256xf32, strided<[256, 1], offset: ?>>
    %t = memref.subview %o[%b, 0] [1, 256] [1, 1] : memref<8x256xi64> to memref<256xi64, strided<[1], offset: ?>>
    extrema.arg_reduce <maximumf> dimension(0) ins(%s : memref<1000x256xf32, strided<[256, 1], offset: ?>>)
      index_only outs(%t : memref<256xi64, strided<[1], offset: ?>>)
  }
  return
}

// -----

// The memory is around all that is built, also where a condition that only a run
// knows is in front.

// CHECK-LABEL: func @unknown_region(
// CHECK:         "other.region"
// CHECK-DAG:       memref.alloc() {alignment = 64 : i64} : memref<{{.+}}xf32>
// CHECK-DAG:       memref.alloc() {alignment = 64 : i64} : memref<{{.+}}xi32>
// CHECK:           scf.if
// CHECK:           memref.dealloc
// CHECK:           memref.dealloc
// CHECK-NEXT:      "other.end"
func.func @unknown_region(%x: memref<?x?xf32, strided<[?, ?]>>, %i: memref<?xi64, strided<[?]>>) {
  "other.region"() ({
    extrema.arg_reduce <maximumf> dimension(0) ins(%x : memref<?x?xf32, strided<[?, ?]>>) index_only outs(%i : memref<?xi64, strided<[?]>>)
    "other.end"() : () -> ()
  }) : () -> ()
  return
}

// -----

// A loop around a frame does not share it; a loop in a frame does.

// CHECK-LABEL: func @frame_in_loop(
// CHECK-NOT:     memref.alloc
// CHECK:         scf.for
// CHECK:           omp.parallel
// CHECK:             memref.alloca()
// CHECK:             affine.for
func.func @frame_in_loop(%x: memref<1000x256xf32>, %i: memref<256xi64>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %step = %c0 to %n step %c1 {
    omp.parallel {
      affine.for %again = 0 to 4 {
        extrema.arg_reduce <maximumf> dimension(0) ins(%x : memref<1000x256xf32>) index_only outs(%i : memref<256xi64>)
      }
      omp.terminator
    }
  }
  return
}

// -----

// Branches that form a loop take the stack once, or the heap.

// CHECK-LABEL: func @branches(
// CHECK:         memref.alloca() {{.*}}xi32>
// CHECK:       ^[[LOOP:[a-z0-9]+]]:
// CHECK-NOT:     memref.alloca
// CHECK:         memref.alloc(
// CHECK:         cf.cond_br %{{.+}}, ^[[LOOP]]
func.func @branches(%x: memref<1000x256xf32>, %i: memref<256xi64>, %v: memref<3x256xf32>, %r: memref<3x256xi64>, %again: i1) {
  cf.br ^loop
^loop:
  extrema.arg_reduce <maximumf> dimension(0) ins(%x : memref<1000x256xf32>) index_only outs(%i : memref<256xi64>)
  extrema.topk_reduce <maximumf> dimension(0) ins(%x : memref<1000x256xf32>) outs(%v, %r : memref<3x256xf32>, memref<3x256xi64>)
  cf.cond_br %again, ^loop, ^end
^end:
  return
}

// -----

// Several blocks alone are no loop.

// CHECK-LABEL: func @straight(
// CHECK-NOT:     memref.alloc(
// CHECK:         return
func.func @straight(%x: memref<1000x256xf32>, %v: memref<3x256xf32>, %r: memref<3x256xi64>, %condition: i1) {
  cf.cond_br %condition, ^some, ^end
^some:
  extrema.topk_reduce <maximumf> dimension(0) ins(%x : memref<1000x256xf32>) outs(%v, %r : memref<3x256xf32>, memref<3x256xi64>)
  cf.br ^end
^end:
  return
}
