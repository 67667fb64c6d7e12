// Rows with many results: digits of the ranks are counted, for a threshold;
// what reaches it is sorted by digits. That the answers are right is for
// topk-large-k-execution.mlir and the differential tests.

// RUN: extrema-opt %s --convert-extrema-to-vector='vector-bits=512 cpu=sapphirerapids' --split-input-file | FileCheck %s
// RUN: extrema-opt %s --convert-extrema-to-vector=vector-bits=128 --split-input-file | FileCheck %s --check-prefix=NARROW

// One buffer for records in two places, and counts of three digits, before the
// loop over rows.

// CHECK-LABEL: func @selective(
// CHECK:         memref.alloc() {{.+}} : memref<32896xi64>
// CHECK:         memref.alloca() {{.+}} : memref<6145xi32>
// CHECK:         scf.for
// Digits of 11 bits, 16 at a time; then each is counted.
// CHECK:           scf.while {{.+}} : (i64, i64, index, i64, i1)
// CHECK:             arith.shrui %{{.+}}, %{{.+}} : vector<16xi32>
// CHECK:             %[[PLACES:.+]] = arith.minui %{{.+}}, %{{.+}} : vector<16xi32>
// CHECK-NEXT:        vector.store %[[PLACES]], %{{.+}} : memref<1024xi32>, vector<16xi32>
// Records in the order of their positions.
// CHECK:           %[[KEPT:.+]] = arith.cmpi sge, %[[WORDS:.+]], %{{.+}} : vector<8xi64>
// CHECK:           llvm.call_intrinsic "llvm.experimental.vector.compress"(%[[WORDS]], %[[KEPT]],
// CHECK:           llvm.call_intrinsic "llvm.experimental.vector.compress"
// CHECK-NOT:       llvm.call_intrinsic
// A pass for each digit, if it is not the same everywhere.
// CHECK-COUNT-3:   scf.if %{{.+}} -> (index, index)
// CHECK-NOT:       scf.if %{{.+}} -> (index, index)
// CHECK:       return

// Without an instruction to pack lanes, each is stored, and the next one over
// it unless it is kept.
// NARROW-LABEL: func @selective(
// NARROW-NOT:     llvm.call_intrinsic
// NARROW:         %[[KEPT:.+]] = arith.cmpi sge, %[[WORDS:.+]], %{{.+}} : vector<2xi64>
// NARROW-NEXT:    %[[WORD:.+]] = vector.extract %[[WORDS]][0]
// NARROW-NEXT:    memref.store %[[WORD]], %{{.+}}[%[[PLACE:.+]]] : memref<32896xi64>
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

// Ranks of 16 bits have two digits of eight, those of 8 bits one.

// CHECK-LABEL: func @sixteen_bits(
// CHECK:         memref.alloca() {{.+}} : memref<513xi32>
// CHECK-COUNT-2: scf.if %{{.+}} -> (index, index)
// CHECK-NOT:     scf.if %{{.+}} -> (index, index)
// CHECK-LABEL: func @eight_bits(
// CHECK:         memref.alloca() {{.+}} : memref<257xi32>
// CHECK-COUNT-1: scf.if %{{.+}} -> (index, index)
// CHECK-NOT:     scf.if %{{.+}} -> (index, index)
// CHECK:       return
func.func @sixteen_bits(%x: memref<5000xbf16>, %v: memref<5000xbf16>, %i: memref<5000xi32>) {
  extrema.topk_reduce <minimumf> dimension(0) ins(%x : memref<5000xbf16>) outs(%v, %i : memref<5000xbf16>, memref<5000xi32>)
  return
}
func.func @eight_bits(%x: memref<5000xi8>, %v: memref<5000xi8>, %i: memref<5000xi32>) {
  extrema.topk_reduce <maxui> dimension(0) ins(%x : memref<5000xi8>) outs(%v, %i : memref<5000xi8>, memref<5000xi32>)
  return
}

// -----

// By a threshold from maxima instead: few results, an elements' rank of 64
// bits, no order among the results.

// CHECK-LABEL: func @few(
// CHECK-NOT:     memref<6145xi32>
// CHECK:       func @long_ranks(
// CHECK-NOT:     memref<6145xi32>
// CHECK:       func @unsorted(
// CHECK-NOT:     memref<6145xi32>
// CHECK:       return
func.func @few(%x: memref<100000xf32>, %v: memref<4096xf32>, %i: memref<4096xi64>) {
  extrema.topk_reduce <maximumf> dimension(0) ins(%x : memref<100000xf32>) outs(%v, %i : memref<4096xf32>, memref<4096xi64>)
  return
}
func.func @long_ranks(%x: memref<9000xf64>, %v: memref<9000xf64>, %i: memref<9000xi64>) {
  extrema.topk_reduce <maximumf> dimension(0) ins(%x : memref<9000xf64>) outs(%v, %i : memref<9000xf64>, memref<9000xi64>)
  return
}
func.func @unsorted(%x: memref<9000xf32>, %v: memref<5000xf32>, %i: memref<5000xi64>) {
  extrema.topk_reduce <maximumf> dimension(0) unsorted ins(%x : memref<9000xf32>) outs(%v, %i : memref<5000xf32>, memref<5000xi64>)
  return
}

// -----

// Asked at run time.

// CHECK-LABEL: func @dynamic(
// CHECK:         %[[DENSE:.+]] = arith.cmpi sge, %{{.+}}, %{{.+}} : index
// CHECK:         scf.if %{{.+}} {
// CHECK:           scf.if %{{.+}} -> (index, index)
// CHECK:         } else {
// CHECK:           memref.alloc(
// CHECK:       return
func.func @dynamic(%x: memref<?xf32>, %v: memref<?xf32>, %i: memref<?xi64>) {
  extrema.topk_reduce <maximumf> dimension(0) ins(%x : memref<?xf32>) outs(%v, %i : memref<?xf32>, memref<?xi64>)
  return
}
