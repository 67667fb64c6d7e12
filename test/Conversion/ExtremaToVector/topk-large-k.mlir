// Rows with many results: a sample of the row tells a threshold; what reaches it
// becomes records, which are sorted by digits and by networks. That the answers are
// right is for topk-large-k-execution.mlir and the differential tests.

// RUN: extrema-opt %s --convert-extrema-to-vector='vector-bits=512 cpu=sapphirerapids' --split-input-file | FileCheck %s
// RUN: extrema-opt %s --convert-extrema-to-vector=vector-bits=128 --split-input-file | FileCheck %s --check-prefix=NARROW

// Before the loop over rows: for the sample, for records in two places and a sorted
// run, for a run, and for counts.

// CHECK-LABEL: func @selective(
// CHECK:         memref.alloca() {{.+}} : memref<2112xi32>
// CHECK:         memref.alloc() {{.+}} : memref<36928xi64>
// CHECK:         memref.alloca() {{.+}} : memref<4160xi64>
// CHECK:         memref.alloca() {{.+}} : memref<1024xi32>
// CHECK:         scf.for
// Blocks from all over the row; of them, as many reach the threshold as would for
// certain be k of the row.
// CHECK:             %[[BLOCK:.+]] = vector.load %{{.+}} : memref<16384xf32, {{.+}}>, vector<16xf32>
// CHECK:             vector.store %{{.+}} : memref<2112xi32>, vector<16xi32>
// CHECK:           math.sqrt
// CHECK:             vector.reduction <maxsi>, %{{.+}} : vector<16xi32>
// Records in the order of their positions.
// CHECK:           scf.while {{.+}} : (i32, index, i1)
// CHECK:               %[[REACH:.+]] = arith.cmpi sge, %{{.+}} : vector<16xi32>
// CHECK:               %[[KEPT:.+]] = vector.extract_strided_slice %[[REACH]] {offsets = [0], sizes = [8]
// CHECK:               llvm.call_intrinsic "llvm.experimental.vector.compress"(%{{.+}}, %[[KEPT]],
// CHECK:               llvm.call_intrinsic "llvm.experimental.vector.compress"
// Where a later record is going to is asked for before one is moved.
// CHECK:                 memref.prefetch %{{.+}}, write, locality<3>, data : memref<36928xi64>
// CHECK:                 memref.store %{{.+}} : memref<36928xi64>
// Sorted, they tell their values, but for zeros and NaNs.
// CHECK:             vector.store %{{.+}} : memref<5000xi64, {{.+}}>, vector<8xi64>
// CHECK:             vector.store %{{.+}} : memref<5000xf32, {{.+}}>, vector<8xf32>
// CHECK:       return

// Without an instruction to pack lanes, each is stored, and the next one over
// it unless it is kept.
// NARROW-LABEL: func @selective(
// NARROW-NOT:     llvm.call_intrinsic
// NARROW:         %[[KEPT:.+]] = vector.extract_strided_slice %{{.+}} {offsets = [0], {{.+}} : vector<4xi1>
// NARROW-NEXT:    %[[WORD:.+]] = vector.extract %{{.+}}[0]
// NARROW-NEXT:    memref.store %[[WORD]], %{{.+}}[%[[PLACE:.+]]] : memref<36928xi64>
// NARROW-NEXT:    %[[IS_KEPT:.+]] = vector.extract %[[KEPT]][0]
// NARROW-NEXT:    %[[ONE:.+]] = arith.index_castui %[[IS_KEPT]]
// NARROW-NEXT:    arith.addi %[[PLACE]], %[[ONE]]
// NARROW-NOT:     llvm.call_intrinsic
// NARROW:       return
func.func @selective(%x: memref<3x16384xf32>, %v: memref<3x5000xf32>, %i: memref<3x5000xi64>) {
  extrema.topk_reduce <maximumf> dimension(1) ins(%x : memref<3x16384xf32>) outs(%v, %i : memref<3x5000xf32>, memref<3x5000xi64>)
  return
}

// -----

// Integers have one value for each rank. Ranks of 64 bits have words of their own.

// CHECK-LABEL: func @integers(
// CHECK-NOT:     vector<8xf
// CHECK:         memref.alloc() {{.+}} : memref<20544xi64>
// CHECK-NOT:     memref.alloc()
// CHECK:       func @long_ranks(
// CHECK-COUNT-2: memref.alloc() {{.+}} : memref<26688xi64>
// CHECK-NOT:     memref.alloc()
// CHECK:       return
func.func @integers(%x: memref<5000xi8>, %v: memref<5000xi8>, %i: memref<5000xi32>) {
  extrema.topk_reduce <maxui> dimension(0) ins(%x : memref<5000xi8>) outs(%v, %i : memref<5000xi8>, memref<5000xi32>)
  return
}
func.func @long_ranks(%x: memref<12000xf64>, %v: memref<9000xf64>, %i: memref<9000xi64>) {
  extrema.topk_reduce <maximumf> dimension(0) ins(%x : memref<12000xf64>) outs(%v, %i : memref<9000xf64>, memref<9000xi64>)
  return
}

// -----

// In no order: nothing is sorted, but all over k is taken away.

// CHECK-LABEL: func @unsorted(
// CHECK:         math.sqrt
// CHECK-NOT:     math.ctlz
// CHECK-NOT:     vector.shuffle
// CHECK:       return
func.func @unsorted(%x: memref<9000xf32>, %v: memref<5000xf32>, %i: memref<5000xi64>) {
  extrema.topk_reduce <maximumf> dimension(0) unsorted ins(%x : memref<9000xf32>) outs(%v, %i : memref<5000xf32>, memref<5000xi64>)
  return
}

// -----

// By a threshold from maxima instead.

// CHECK-LABEL: func @few(
// CHECK-NOT:     math.sqrt
// CHECK:       return
func.func @few(%x: memref<100000xf32>, %v: memref<1000xf32>, %i: memref<1000xi64>) {
  extrema.topk_reduce <maximumf> dimension(0) ins(%x : memref<100000xf32>) outs(%v, %i : memref<1000xf32>, memref<1000xi64>)
  return
}

// -----

// Asked at run time. Without unit strides, results are stored one by one.

// CHECK-LABEL: func @dynamic(
// CHECK:         %[[DENSE:.+]] = arith.cmpi sge, %{{.+}}, %{{.+}} : index
// CHECK:         scf.if %{{.+}} {
// CHECK:           math.sqrt
// CHECK-NOT:       vector.store %{{.+}} : memref<?xf32, strided
// CHECK:         } else {
// CHECK:           memref.alloc(
// CHECK:       return
func.func @dynamic(%x: memref<?xf32>, %v: memref<?xf32, strided<[?]>>, %i: memref<?xi64>) {
  extrema.topk_reduce <maximumf> dimension(0) ins(%x : memref<?xf32>) outs(%v, %i : memref<?xf32, strided<[?]>>, memref<?xi64>)
  return
}
