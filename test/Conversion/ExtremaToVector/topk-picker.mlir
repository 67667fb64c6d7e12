// Which strategy a topk_reduce gets, and what of it is asked at run time. That
// what the strategies make of it is right is for tests that run it.

// RUN: extrema-opt %s --convert-extrema-to-vector=vector-bits=256 --split-input-file | FileCheck %s

// One result of a row is what arg_reduce finds: by its strategies.

// CHECK-LABEL: func @one(
func.func @one(%x: memref<4x1000xf32>, %v: memref<4x1xf32>, %i: memref<4x1xi64>) {
  // CHECK:     memref.subview %{{.+}}[0, 0] [4, 1] [1, 1] : memref<4x1xf32> to memref<4xf32, strided<[1]>>
  // CHECK-NOT: extrema.
  extrema.topk_reduce <maximumf> dimension(1) ins(%x : memref<4x1000xf32>) outs(%v, %i : memref<4x1xf32>, memref<4x1xi64>)
  return
}

// -----

// Of no rows there are no views, and nothing to find.

// CHECK-LABEL: func @one_of_no_rows(
func.func @one_of_no_rows(%x: memref<0x1000xf32>, %v: memref<0x1xf32>, %i: memref<0x1xi64>) {
  // CHECK-NEXT: extrema.topk_reduce
  extrema.topk_reduce <maximumf> dimension(1) ins(%x : memref<0x1000xf32>) outs(%v, %i : memref<0x1xf32>, memref<0x1xi64>)
  return
}

// -----

// Where those have nothing to offer, the operation stays as an arg_reduce.

// CHECK-LABEL: func @one_apart(
func.func @one_apart(%x: memref<9xi32, strided<[2]>>, %xi: memref<9xi64>, %v: memref<1xi32>, %i: memref<1xi64>) {
  // CHECK:     extrema.arg_reduce <minui> dimension(0) accumulate ins(%{{.+}}, %{{.+}} : memref<9xi32, strided<[2]>>, memref<9xi64>)
  // CHECK-NOT: extrema.topk_reduce
  extrema.topk_reduce <minui> dimension(0) accumulate ins(%x, %xi : memref<9xi32, strided<[2]>>, memref<9xi64>) outs(%v, %i : memref<1xi32>, memref<1xi64>)
  return
}

// -----

// Long rows: memory is taken from the stack, once, before the loop over the rows
// that lie next to each other.

// CHECK-LABEL: func @long_rows(
func.func @long_rows(%x: memref<2x3x5000xf32>, %v: memref<2x3x5xf32>, %i: memref<2x3x5xi64>) {
  // CHECK:       memref.collapse_shape %{{.+}} {{\[}}[0, 1], [2]] : memref<2x3x5000xf32> into memref<6x5000xf32>
  // CHECK:       memref.alloca() {alignment = 64 : i64} : memref<{{[0-9]+}}xi64>
  // CHECK-NOT:   memref.alloc()
  // CHECK:       %[[SIX:.+]] = arith.constant 6 : index
  // CHECK:       scf.for %[[ROW:.+]] = %{{.+}} to %[[SIX]] step
  // CHECK:         memref.subview %{{.+}}[%[[ROW]], 0] [1, 5000] [1, 1]
  // CHECK-NOT:     memref.allo
  // CHECK-NOT:   extrema.
  extrema.topk_reduce <maximumf> dimension(2) ins(%x : memref<2x3x5000xf32>) outs(%v, %i : memref<2x3x5xf32>, memref<2x3x5xi64>)
  return
}

// -----

// In a loop the stack would grow with every turn of it.

// CHECK-LABEL: func @in_a_loop(
func.func @in_a_loop(%x: memref<5000xf64>, %v: memref<5xf64>, %i: memref<5xi64>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // CHECK:       scf.for
  // CHECK-NOT:     memref.alloca
  // CHECK-COUNT-7: memref.alloc()
  // CHECK-COUNT-7: memref.dealloc
  scf.for %j = %c0 to %n step %c1 {
    extrema.topk_reduce <minnumf> dimension(0) ins(%x : memref<5000xf64>) outs(%v, %i : memref<5xf64>, memref<5xi64>)
  }
  return
}

// -----

// A row of unknown length, with an unknown number of results.

// CHECK-LABEL: func @dynamic(
func.func @dynamic(%x: memref<?xi8>, %v: memref<?xi8>, %i: memref<?xi64>) {
  // CHECK-DAG:   %[[LEAST:.+]] = arith.constant 512 : index
  // CHECK:       %[[SHIFTED:.+]] = arith.subi %{{.+}}, %[[LEAST]]
  // CHECK:       arith.cmpi ule, %[[SHIFTED]]
  // CHECK:       scf.if
  // CHECK:         scf.if
  // CHECK:           math.sqrt
  // CHECK:           memref.dealloc
  // CHECK:         } else {
  // CHECK:           memref.alloc(%{{.+}})
  // CHECK:           memref.dealloc
  // CHECK:       } else {
  // CHECK-NEXT:    extrema.topk_reduce
  // CHECK-NOT:     extrema.topk_reduce
  extrema.topk_reduce <maxui> dimension(0) unsorted ins(%x : memref<?xi8>) outs(%v, %i : memref<?xi8>, memref<?xi64>)
  return
}

// -----

// Rows that may or may not be contiguous.

// CHECK-LABEL: func @dynamic_stride(
func.func @dynamic_stride(%x: memref<9999xi8, strided<[?]>>, %v: memref<9xi8>, %i: memref<9xi64>) {
  // CHECK:       %[[IS_ROW:.+]] = arith.cmpi eq
  // CHECK:       scf.if %[[IS_ROW]] {
  // CHECK:         memref.reinterpret_cast %{{.+}} : memref<9999xi8, strided<[?]>> to memref<9999xi8, strided<[1]>>
  // CHECK:       } else {
  // Copied to a row.
  // CHECK:         memref.load %{{.+}} : memref<9999xi8, strided<[?]>>
  // CHECK:         memref.store
  // CHECK:         memref.reinterpret_cast %{{.+}} to offset: [0], sizes: [9999], strides: [1]
  extrema.topk_reduce <maxsi> dimension(0) ins(%x : memref<9999xi8, strided<[?]>>) outs(%v, %i : memref<9xi8>, memref<9xi64>)
  return
}

// -----

// Explicit indices of short rows, if many elements are results: all are sorted.

// CHECK-LABEL: func @explicit(
func.func @explicit(%x: memref<9x40xf32>, %xi: memref<9x40xi64>, %v: memref<9x17xf32>, %i: memref<9x17xi64>) {
  // CHECK:     vector.load %{{.+}} : memref<40xi64, strided<[1], offset: ?>>, vector<4xi64>
  // CHECK-NOT: extrema.topk_reduce
  extrema.topk_reduce <maximumf> dimension(1) ins(%x, %xi : memref<9x40xf32>, memref<9x40xi64>) outs(%v, %i : memref<9x17xf32>, memref<9x17xi64>)
  return
}

// -----

// What stays as it is: columns of few elements, few results of short rows
// that lie apart or have explicit indices, nothing.

// CHECK-LABEL: func @stays(
func.func @stays(%x: memref<9x40xf32>, %z: memref<7x40xf32, strided<[80, 2]>>, %v: memref<9x4xf32>, %i: memref<9x4xi64>, %apart: memref<9x3xf32, strided<[6, 2]>>, %k: memref<9x3xi64>, %xi: memref<9x40xi64>, %w: memref<10x40xf32>, %j: memref<10x40xi64>,
                 %y: memref<5000xf32>, %none: memref<0xf32>, %nowhere: memref<0xi64>) {
  // CHECK-NOT: scf
  extrema.topk_reduce <maximumf> dimension(0) ins(%z : memref<7x40xf32, strided<[80, 2]>>) outs(%w, %j : memref<10x40xf32>, memref<10x40xi64>)
  extrema.topk_reduce <maximumf> dimension(1) ins(%x : memref<9x40xf32>) outs(%apart, %k : memref<9x3xf32, strided<[6, 2]>>, memref<9x3xi64>)
  extrema.topk_reduce <maximumf> dimension(1) ins(%x, %xi : memref<9x40xf32>, memref<9x40xi64>) outs(%v, %i : memref<9x4xf32>, memref<9x4xi64>)
  extrema.topk_reduce <maximumf> dimension(0) ins(%y : memref<5000xf32>) outs(%none, %nowhere : memref<0xf32>, memref<0xi64>)
  // CHECK-COUNT-4: extrema.topk_reduce
  return
}

// -----

// Of no elements, as the results or the indices alone say.

// CHECK-LABEL: func @empty_results(
// CHECK-NEXT:    extrema.topk_reduce
// CHECK-NEXT:    return
func.func @empty_results(%x: memref<?x?x1000xf32>, %v: memref<?x?x8xf32>, %i: memref<0x?x8xi64>) {
  extrema.topk_reduce <maximumf> dimension(2) ins(%x : memref<?x?x1000xf32>) outs(%v, %i : memref<?x?x8xf32>, memref<0x?x8xi64>)
  return
}
