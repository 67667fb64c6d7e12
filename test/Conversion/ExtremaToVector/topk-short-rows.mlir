// Batches of short rows as the lanes of vectors: what is loaded, sorted, stored.
// That the results are right is for tests that run it.

// RUN: extrema-opt %s --convert-extrema-to-vector=vector-bits=512 --canonicalize --cse --split-input-file | FileCheck %s
// RUN: extrema-opt %s --convert-extrema-to-vector="triple=x86_64-linux-gnu cpu=x86-64-v4" --split-input-file | FileCheck %s --check-prefix=MASKS

// The first eight columns are sorted; all others by eights, and merged. No
// branches but for zeros and NaNs, whose bits are copied.

// CHECK-LABEL: func @routing(
func.func @routing(%x: memref<1024x64xf32>, %v: memref<1024x8xf32>, %i: memref<1024x8xi64>) {
  // CHECK-DAG:     %[[EIGHT:.+]] = arith.constant 8 : index
  // CHECK-DAG:     %[[SIXTEEN:.+]] = arith.constant 16 : index
  // CHECK-DAG:     %[[SIXTY_FOUR:.+]] = arith.constant 64 : index
  // CHECK-DAG:     %[[ROWS:.+]] = arith.constant 1024 : index
  // CHECK-DAG:     memref.alloca() {alignment = 64 : i64} : memref<128xi32>
  // CHECK:         scf.for %{{.+}} = %{{.+}} to %[[ROWS]] step %[[SIXTEEN]] {
  // CHECK-COUNT-32:  vector.load %{{.+}} : memref<1024x64xf32>, vector<4xf32>
  // CHECK:           vector.bitcast %{{.+}} : vector<16xi32> to vector<8xf64>
  // CHECK-COUNT-38:  arith.maxnumf %{{.+}} fastmath<nnan,nsz> : vector<8xf64>
  // CHECK:           scf.for %{{.+}} = %[[EIGHT]] to %[[SIXTY_FOUR]] step %[[EIGHT]]
  // CHECK-COUNT-32:    vector.load %{{.+}} : memref<1024x64xf32>, vector<4xf32>
  // CHECK-COUNT-78:    arith.maxnumf %{{.+}} fastmath<nnan,nsz> : vector<8xf64>
  // CHECK-NOT:         arith.select %{{.+}} : vector<8xf64>
  // CHECK:             scf.yield
  // The results as rows again, four rows at a time.
  // CHECK-COUNT-8:   vector.store %{{.+}}, %[[POSITIONS:.+]][%{{.+}}] : memref<128xi32>, vector<16xi32>
  // CHECK:           scf.for %{{.+}} = %{{.+}} to %[[SIXTEEN]] step
  // CHECK-COUNT-8:     vector.load %[[POSITIONS]][%{{.+}}] : memref<128xi32>, vector<4xi32>
  // CHECK-COUNT-4:     vector.store %{{.+}} : memref<1024x8xi64>, vector<8xi64>
  // CHECK:           vector.reduction <or>
  // CHECK:           scf.if
  // CHECK:             memref.store %{{.+}} : memref<1024x8xf32>
  // CHECK:           } else {
  // CHECK:             scf.for %{{.+}} = %{{.+}} to %[[SIXTEEN]] step
  // CHECK-COUNT-4:       vector.store %{{.+}} : memref<1024x8xf32>, vector<8xf32>
  // CHECK-NOT:     scf.
  // CHECK:         return
  extrema.topk_reduce <maximumf> dimension(1) ins(%x : memref<1024x64xf32>) outs(%v, %i : memref<1024x8xf32>, memref<1024x8xi64>)
  return
}

// -----

// The last piece overlaps the one before it. What has been seen is worse than
// every element. Of four results that are sorted, three are stored. Integers
// are made of their ranks, without branches.

// CHECK-LABEL: func @rest(
func.func @rest(%x: memref<40x13xi32>, %v: memref<40x3xi32>, %i: memref<40x3xi32>, %base: index) {
  // CHECK-DAG:     %[[NINE:.+]] = arith.constant 9 : index
  // CHECK:         scf.for
  // CHECK:           scf.for
  // CHECK:           vector.load %{{.+}}[%{{.+}}, %[[NINE]]] : memref<40x13xi32>, vector<4xi32>
  // CHECK:           scf.for
  // CHECK-COUNT-4:     vector.store %{{.+}} : memref<40x3xi32>, vector<3xi32>
  // CHECK-NOT:       scf.if
  // CHECK:           scf.for
  // CHECK-COUNT-4:     vector.store %{{.+}} : memref<40x3xi32>, vector<3xi32>
  extrema.topk_reduce <minsi> dimension(1) index_base(%base) ins(%x : memref<40x13xi32>) outs(%v, %i : memref<40x3xi32>, memref<40x3xi32>)
  return
}

// -----

// Elements of 64 bits: a comparison of two words decides, and eight rows are a
// batch.

// CHECK-LABEL: func @wide(
func.func @wide(%x: memref<100x32xf64>, %v: memref<100x2xf64>, %i: memref<100x2xindex>) {
  // CHECK-COUNT-8: vector.load %{{.+}} : memref<100x32xf64>, vector<2xf64>
  // CHECK:         arith.cmpi sgt, %{{.+}} : vector<8xi64>
  // CHECK-NOT:     vector<16x
  extrema.topk_reduce <minnumf> dimension(1) ins(%x : memref<100x32xf64>) outs(%v, %i : memref<100x2xf64>, memref<100x2xindex>)
  return
}

// -----

// Without masks there are no longer ones. An empty range of extents is not one of
// the width -1.

// CHECK-LABEL: func @wide_and_dynamic(
// CHECK-NOT:     arith.constant -1 : index
// CHECK:         scf.if
func.func @wide_and_dynamic(%x: memref<?x?xi64>, %v: memref<?x9xi64>, %i: memref<?x9xi64>) {
  extrema.topk_reduce <maxui> dimension(1) ins(%x : memref<?x?xi64>) outs(%v, %i : memref<?x9xi64>, memref<?x9xi64>)
  return
}

// -----

// Where one instruction compares them, more of them: long rows otherwise.

// CHECK-LABEL: func @wide_and_longer(
// CHECK:         memref.subview %{{.+}} [1, 300] [1, 1]
// MASKS-LABEL: func @wide_and_longer(
// MASKS-NOT:     memref.subview %{{.+}} [1, 300] [1, 1]
// MASKS-COUNT-8: vector.load %{{.+}} : memref<100x300xf64>, vector<2xf64>
func.func @wide_and_longer(%x: memref<100x300xf64>, %v: memref<100x10xf64>, %i: memref<100x10xindex>) {
  extrema.topk_reduce <minnumf> dimension(1) ins(%x : memref<100x300xf64>) outs(%v, %i : memref<100x10xf64>, memref<100x10xindex>)
  return
}

// -----

// Of fewer rows than lanes, the last one is that of many. The length decides at
// run time; what is shorter or longer goes elsewhere.

// CHECK-LABEL: func @dynamic(
func.func @dynamic(%x: memref<?x?xf16>, %v: memref<?x2xf16>, %i: memref<?x2xi64>) {
  // CHECK:     scf.if
  // CHECK:       scf.for
  // CHECK:         arith.minsi %{{.+}} : index
  // CHECK:         vector.load %{{.+}} : memref<?x?xi16>, vector<8xi16>
  // CHECK:         scf.for
  // CHECK:         arith.cmpi ne
  // CHECK:         scf.if
  // CHECK:       } else {
  // CHECK:       extrema.topk_reduce
  extrema.topk_reduce <maxnumf> dimension(1) ins(%x : memref<?x?xf16>) outs(%v, %i : memref<?x2xf16>, memref<?x2xi64>)
  return
}

// -----

// Where the results of a row do not lie next to each other, or are many, it is
// done one by one: sorted, or if the results are few, by scalar loops.

// CHECK-LABEL: func @others(
func.func @others(%x: memref<64x64xf32>, %v: memref<64x2xf32, strided<[4, 2]>>, %i: memref<64x2xi64>, %w: memref<64x17xf32>, %j: memref<64x17xi64>) {
  // CHECK: extrema.topk_reduce
  // CHECK: memref.subview %{{.+}} : memref<64x64xf32>
  // CHECK-NOT: extrema.topk_reduce
  extrema.topk_reduce <maximumf> dimension(1) ins(%x : memref<64x64xf32>) outs(%v, %i : memref<64x2xf32, strided<[4, 2]>>, memref<64x2xi64>)
  extrema.topk_reduce <maximumf> dimension(1) ins(%x : memref<64x64xf32>) outs(%w, %j : memref<64x17xf32>, memref<64x17xi64>)
  return
}

// -----

// Indices are truncated before three of them are taken: LLVM 22's store of three
// i64 as i8 on AArch64 writes the first one alone.
// CHECK-LABEL: func @three_bytes(
// CHECK-NOT:     vector<3xi64> to vector<3xi8>
// CHECK:         arith.trunci %{{.*}} : vector<4xi64> to vector<4xi8>
// CHECK-NOT:     vector<3xi64> to vector<3xi8>
// CHECK:         return
func.func @three_bytes(%x: memref<8x9xi64>, %v: memref<8x3xi64>, %i: memref<8x3xi8>) {
  extrema.topk_reduce <maxsi> dimension(1) ins(%x : memref<8x9xi64>)
    outs(%v, %i : memref<8x3xi64>, memref<8x3xi8>)
  return
}
