// Which strategy an arg_reduce gets, and what of it is asked at run time. What
// the strategies make of it have tests of their own.

// RUN: extrema-opt %s --convert-extrema-to-vector=vector-bits=256 --split-input-file | FileCheck %s

// Outer dimensions that lie next to each other are one: a loop over 32 rows.

// CHECK-LABEL: func @merged_rows(
// CHECK-SAME:    %[[X:[a-z0-9]+]]: memref<4x8x1000xf32>, %[[I:[a-z0-9]+]]: memref<4x8xi64>)
func.func @merged_rows(%x: memref<4x8x1000xf32>, %i: memref<4x8xi64>) {
  // CHECK-DAG:   %[[ROWS:.+]] = memref.collapse_shape %[[X]] {{\[}}[0, 1], [2]] : memref<4x8x1000xf32> into memref<32x1000xf32>
  // CHECK-DAG:   %[[TO:.+]] = memref.collapse_shape %[[I]] {{\[}}[0, 1]] : memref<4x8xi64> into memref<32xi64>
  // CHECK:       scf.for %[[ROW:.+]] = %{{.+}} to %{{.+}} step
  // CHECK-NEXT:    memref.subview %[[ROWS]][%[[ROW]], 0] [1, 1000] [1, 1] : memref<32x1000xf32> to memref<1000xf32, strided<[1], offset: ?>>
  // CHECK:         memref.store %{{.+}}, %[[TO]][%[[ROW]]]
  // CHECK-NOT:   extrema.arg_reduce
  extrema.arg_reduce <maximumf> dimension(2) ins(%x : memref<4x8x1000xf32>) index_only outs(%i : memref<4x8xi64>)
  return
}

// -----

// Inner dimensions too: 4 times, the 512 columns of a matrix of 8 rows.

// CHECK-LABEL: func @merged_columns(
// CHECK-SAME:    %[[X:[a-z0-9]+]]: memref<4x8x16x32xi32>
func.func @merged_columns(%x: memref<4x8x16x32xi32>, %i: memref<4x16x32xi64>) {
  // CHECK:       memref.collapse_shape %[[X]] {{\[}}[0], [1], [2, 3]] : memref<4x8x16x32xi32> into memref<4x8x512xi32>
  // CHECK:       memref.subview %{{.+}}[%{{.+}}, 0, 0] [1, 8, 512] [1, 1, 1]
  // CHECK-NOT:   extrema.arg_reduce
  extrema.arg_reduce <minsi> dimension(1) ins(%x : memref<4x8x16x32xi32>) index_only outs(%i : memref<4x16x32xi64>)
  return
}

// -----

// A destination that lies otherwise keeps dimensions apart.

// CHECK-LABEL: func @unmerged(
func.func @unmerged(%x: memref<4x8x1000xf32>, %i: memref<4x8xi64, strided<[16, 1]>>) {
  // CHECK-NOT:   collapse_shape
  // CHECK:       scf.for
  // CHECK-NEXT:    scf.for
  // CHECK-NEXT:      memref.subview %{{.+}}[%{{.+}}, %{{.+}}, 0] [1, 1, 1000] [1, 1, 1]
  extrema.arg_reduce <maximumf> dimension(2) ins(%x : memref<4x8x1000xf32>) index_only outs(%i : memref<4x8xi64, strided<[16, 1]>>)
  return
}

// -----

// A transposed matrix: the rows that are reduced lie side by side.

// CHECK-LABEL: func @transposed(
func.func @transposed(%x: memref<64x100xf32, strided<[1, 64]>>, %i: memref<64xi64>) {
  // CHECK:       memref.transpose %{{.+}} (d0, d1) -> (d1, d0)
  // CHECK-NOT:   extrema.arg_reduce
  extrema.arg_reduce <maximumf> dimension(1) ins(%x : memref<64x100xf32, strided<[1, 64]>>) index_only outs(%i : memref<64xi64>)
  return
}

// -----

// A row may be empty: only a run can tell.

// CHECK-LABEL: func @dynamic(
// CHECK-SAME:    %[[X:[a-z0-9]+]]: memref<?xf32>, %[[I:[a-z0-9]+]]: memref<i64>)
func.func @dynamic(%x: memref<?xf32>, %i: memref<i64>) {
  // CHECK:       %[[N:.+]] = memref.dim %[[X]], %{{.+}} : memref<?xf32>
  // CHECK:       %[[LAST:.+]] = arith.subi %[[N]], %{{.+}} : index
  // CHECK:       %[[SOME:.+]] = arith.cmpi ule, %[[LAST]], %{{.+}} : index
  // CHECK-NEXT:  scf.if %[[SOME]] {
  // CHECK:         memref.store
  // CHECK-NEXT:  } else {
  // CHECK-NEXT:    extrema.arg_reduce <maximumf> dimension(0) ins(%[[X]] : memref<?xf32>) index_only outs(%[[I]] : memref<i64>)
  // CHECK-NEXT:  }
  extrema.arg_reduce <maximumf> dimension(0) ins(%x : memref<?xf32>) index_only outs(%i : memref<i64>)
  return
}

// -----

// Nor is a stride known: the reduced dimension's may be 1, or the other one's.

// CHECK-LABEL: func @dynamic_strides(
// CHECK-SAME:    %[[X:[a-z0-9]+]]: memref<40x50xf32, strided<[?, ?], offset: ?>>
func.func @dynamic_strides(%x: memref<40x50xf32, strided<[?, ?], offset: ?>>, %i: memref<50xi64>) {
  // CHECK:       %{{.+}}, %{{.+}}, %{{.+}}:2, %[[STRIDES:.+]]:2 = memref.extract_strided_metadata %[[X]]
  // CHECK-NEXT:  %[[ROWS:.+]] = arith.cmpi eq, %[[STRIDES]]#0, %{{.+}} : index
  // CHECK-NEXT:  scf.if %[[ROWS]] {
  // CHECK:         memref.reinterpret_cast %{{.+}} strides: [1, %{{.+}}]
  // CHECK:       } else {
  // CHECK:         arith.cmpi eq, %{{.+}}#1, %{{.+}} : index
  // CHECK-NEXT:    scf.if
  // CHECK:           memref.reinterpret_cast %{{.+}} strides: [%{{.+}}, 1]
  // CHECK:           extrema.arg_reduce
  extrema.arg_reduce <maximumf> dimension(0) ins(%x : memref<40x50xf32, strided<[?, ?], offset: ?>>) index_only outs(%i : memref<50xi64>)
  return
}

// -----

// Nothing to vectorize: the operation stays.

// CHECK-LABEL: func @every_other(
// CHECK-NEXT:    extrema.arg_reduce
// CHECK-NEXT:    return
func.func @every_other(%x: memref<8x16xf32, strided<[64, 2]>>, %i: memref<8xi64>) {
  extrema.arg_reduce <maximumf> dimension(1) ins(%x : memref<8x16xf32, strided<[64, 2]>>) index_only outs(%i : memref<8xi64>)
  return
}

// -----

// CHECK-LABEL: func @empty(
// CHECK-NEXT:    extrema.arg_reduce
// CHECK-NEXT:    return
func.func @empty(%x: memref<8x0xf32>, %i: memref<8xi64>) {
  extrema.arg_reduce <maximumf> dimension(1) ins(%x : memref<8x0xf32>) index_only outs(%i : memref<8xi64>)
  return
}

// -----

// 16-bit floats are looked at as integers.

// CHECK-LABEL: func @half(
func.func @half(%x: memref<1000xf16>, %i: memref<i64>) {
  // CHECK:       builtin.unrealized_conversion_cast %{{.+}} : memref<1000xf16> to memref<1000xi16>
  // CHECK-NOT:   f16
  extrema.arg_reduce <maximumf> dimension(0) ins(%x : memref<1000xf16>) index_only outs(%i : memref<i64>)
  return
}

// -----

// Only the results say so.

// CHECK-LABEL: func @empty_results(
// CHECK-NEXT:    extrema.arg_reduce
// CHECK-NEXT:    return
func.func @empty_results(%x: memref<?x4x?xf32>, %i: memref<?x0xi64>) {
  extrema.arg_reduce <maximumf> dimension(1) ins(%x : memref<?x4x?xf32>) index_only outs(%i : memref<?x0xi64>)
  return
}
