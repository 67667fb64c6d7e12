// RUN: extrema-opt %s --convert-extrema-to-vector="triple=x86_64-linux-gnu cpu=x86-64-v4" --canonicalize --cse --split-input-file | FileCheck %s

// Groups of 16 columns, whose elements share cache lines. A block of 2041 rows
// is transposed into scratch memory, a column to a row of that; each row is
// reduced into the state that the blocks before have left.

// CHECK-LABEL: func @blocks(
// CHECK-SAME:    %[[X:[a-z0-9]+]]: memref<100000x20xf32>, %[[V:[a-z0-9]+]]: memref<50x20xf32>
// CHECK:         %[[BLOCK:.+]] = memref.alloc() {{.*}} : memref<33024xf32>
// CHECK:         %[[TO:.+]] = memref.transpose %[[V]] (d0, d1) -> (d1, d0)
// CHECK:         scf.for %[[FIRST:.+]] = %c0 to %c20 step %c16 {
// The first state.
// CHECK:           scf.for %{{.+}} = %c0 to %c50 step %c1 {
// CHECK-NEXT:        memref.store %{{.+}} : memref<50xf32,
// CHECK-NEXT:        memref.store %c9223372036854775807_i64, %{{.+}} : memref<50xi64,
// CHECK:           scf.for %[[NUMBER:.+]] = %c0 to %c49 step %c1 {
// CHECK-NEXT:        %[[PRODUCT:.+]] = arith.muli %[[NUMBER]], %c100000
// CHECK-NEXT:        %[[BEGIN:.+]] = arith.divui %[[PRODUCT]], %c49
// CHECK-COUNT-16:    vector.load %[[X]]{{.*}} : memref<100000x20xf32>, vector<4xf32>
// CHECK-COUNT-4:     vector.store %{{.+}}, %[[BLOCK]]{{.*}} : memref<33024xf32>, vector<16xf32>
// CHECK:             memref.reinterpret_cast %[[BLOCK]] to offset: [0], sizes: [%{{.+}}, %{{.+}}], strides: [2064, 1]
// CHECK-NOT:   extrema.topk_reduce
func.func @blocks(%x: memref<100000x20xf32>, %v: memref<50x20xf32>, %i: memref<50x20xi64>) {
  extrema.topk_reduce <maximumf> dimension(0) ins(%x : memref<100000x20xf32>)
    outs(%v, %i : memref<50x20xf32>, memref<50x20xi64>)
  return
}

// -----

// Explicit indices are copied too. One block: no state but the operation's.

// CHECK-LABEL: func @explicit(
// CHECK-SAME:    %[[X:[a-z0-9]+]]: memref<3000xi32, strided<[2]>>, %[[XI:[a-z0-9]+]]: memref<3000xi64, strided<[3]>>
// CHECK:         scf.for %{{.+}} = %c0 to %c3000 step %c64
// CHECK:           memref.load %[[X]]
// CHECK:         scf.for %{{.+}} = %c0 to %c3000 step %c64
// CHECK:           memref.load %[[XI]]
// CHECK-NOT:   extrema.topk_reduce
func.func @explicit(%x: memref<3000xi32, strided<[2]>>, %xi: memref<3000xi64, strided<[3]>>, %v: memref<30xi32>, %i: memref<30xi64>) {
  extrema.topk_reduce <maxsi> dimension(0) ins(%x, %xi : memref<3000xi32, strided<[2]>>, memref<3000xi64, strided<[3]>>)
    outs(%v, %i : memref<30xi32>, memref<30xi64>)
  return
}

// -----

// Fewer elements: one block, whose rows are sorted one at a time.

// CHECK-LABEL: func @short(
// CHECK:         %[[BLOCK:.+]] = memref.alloca() {{.*}} : memref<4352xf32>
// CHECK:         %[[ROWS:.+]] = memref.reinterpret_cast %[[BLOCK]] to offset: [0], sizes: [16, 100], strides: [272, 1]
// CHECK:         scf.for %[[ROW:.+]] = %c0 to %c16 step %c1 {
// CHECK:           memref.subview %[[ROWS]][%[[ROW]], 0] [1, 100] [1, 1]
// CHECK-NOT:   extrema.topk_reduce
func.func @short(%x: memref<100x16xf32>, %v: memref<30x16xf32>, %i: memref<30x16xi64>) {
  extrema.topk_reduce <maximumf> dimension(0) ins(%x : memref<100x16xf32>)
    outs(%v, %i : memref<30x16xf32>, memref<30x16xi64>)
  return
}

// -----

// Rows of unit stride, but not their indices: vectors cannot load these.

// CHECK-LABEL: func @apart(
// CHECK-SAME:    %[[X:[a-z0-9]+]]: memref<100xf32>, %[[XI:[a-z0-9]+]]: memref<100xi64, strided<[-1], offset: 99>>
// CHECK-NOT:     vector.load %[[XI]]
// CHECK:         memref.load %[[XI]]
// CHECK-NOT:     vector.load %[[XI]]
// CHECK-NOT:   extrema.topk_reduce
func.func @apart(%x: memref<100xf32>, %xi: memref<100xi64, strided<[-1], offset: 99>>, %v: memref<30xf32>, %i: memref<30xi64>) {
  extrema.topk_reduce <maximumf> dimension(0) ins(%x, %xi : memref<100xf32>, memref<100xi64, strided<[-1], offset: 99>>)
    outs(%v, %i : memref<30xf32>, memref<30xi64>)
  return
}

// -----

// Where strides are not known, rows are taken only if both turn out to be 1.

// CHECK-LABEL: func @perhaps(
// CHECK:         %{{.+}}, %{{.+}}, %{{.+}}, %[[STRIDE:.+]] = memref.extract_strided_metadata %{{.+}} : memref<100xf32
// CHECK:         %[[IS_ROW:.+]] = arith.cmpi eq, %[[STRIDE]], %c1
// CHECK:         %{{.+}}, %{{.+}}, %{{.+}}, %[[OTHER:.+]] = memref.extract_strided_metadata %{{.+}} : memref<100xi64
// CHECK:         %[[ARE_ROWS:.+]] = arith.cmpi eq, %[[OTHER]], %c1
// CHECK:         %[[BOTH:.+]] = arith.andi %[[IS_ROW]], %[[ARE_ROWS]]
// CHECK:         scf.if %[[BOTH]]
// CHECK-NOT:   extrema.topk_reduce
func.func @perhaps(%x: memref<100xf32, strided<[?], offset: ?>>, %xi: memref<100xi64, strided<[?], offset: ?>>, %v: memref<30xf32>, %i: memref<30xi64>) {
  extrema.topk_reduce <maximumf> dimension(0) ins(%x, %xi : memref<100xf32, strided<[?], offset: ?>>, memref<100xi64, strided<[?], offset: ?>>)
    outs(%v, %i : memref<30xf32>, memref<30xi64>)
  return
}
