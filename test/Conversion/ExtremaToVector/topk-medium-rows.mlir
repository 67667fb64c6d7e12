// Batches of rows of which only the elements of few groups are sorted. That the
// results are right is for tests that run it.

// RUN: extrema-opt %s --convert-extrema-to-vector=vector-bits=512 --canonicalize --cse --split-input-file | FileCheck %s

// Groups of 8: the best ranks of 32 of them; 8 groups; their elements. A group
// with a NaN is compared by ranks. Two rounds of one network, the second one of
// the selected groups.

// CHECK-LABEL: func @routing(
func.func @routing(%x: memref<1024x256xf32>, %v: memref<1024x8xf32>, %i: memref<1024x8xi64>) {
  // CHECK-DAG:     %[[ZERO:.+]] = arith.constant 0 : index
  // CHECK-DAG:     %[[ONE:.+]] = arith.constant 1 : index
  // CHECK-DAG:     %[[TWO:.+]] = arith.constant 2 : index
  // CHECK-DAG:     %[[EIGHT:.+]] = arith.constant 8 : index
  // CHECK-DAG:     %[[SIXTEEN:.+]] = arith.constant 16 : index
  // CHECK-DAG:     %[[GROUPS:.+]] = arith.constant 32 : index
  // CHECK-DAG:     %[[SELECTED:.+]] = arith.constant 64 : index
  // CHECK-DAG:     %[[ROWS:.+]] = arith.constant 1024 : index
  // CHECK-DAG:     %[[MAXIMA:.+]] = memref.alloca() {alignment = 64 : i64} : memref<512xi32>
  // CHECK-DAG:     %[[BEGINS:.+]] = memref.alloca() {alignment = 64 : i64} : memref<128xi32>
  // CHECK:         scf.for %{{.+}} = %[[ZERO]] to %[[ROWS]] step %[[SIXTEEN]] {
  // CHECK:           scf.for %[[ROUND:.+]] = %[[ZERO]] to %[[TWO]] step %[[ONE]]
  // CHECK:             %[[IS_FIRST:.+]] = arith.cmpi eq, %[[ROUND]], %[[ZERO]]
  // CHECK:             scf.if %[[IS_FIRST]] {
  // CHECK:               scf.for %{{.+}} = %[[ZERO]] to %[[GROUPS]] step %[[ONE]] {
  // CHECK-COUNT-32:        vector.load %{{.+}} : memref<1024x256xf32>, vector<4xf32>
  // CHECK-COUNT-4:         arith.cmpf uno, %{{.+}} : vector<16xf32>
  // CHECK:                 %[[RANKS:.+]] = scf.if %{{.+}} -> (vector<16xi32>) {
  // CHECK-COUNT-7:           arith.maxsi %{{.+}} : vector<16xi32>
  // CHECK:                 } else {
  // CHECK-COUNT-7:           arith.cmpf ogt, %{{.+}} : vector<16xf32>
  // CHECK:                 vector.store %[[RANKS]], %[[MAXIMA]]
  // CHECK:             %[[SIZE:.+]] = arith.select %[[IS_FIRST]], %[[GROUPS]], %[[SELECTED]] : index
  // CHECK:             scf.for %[[POSITION:.+]] = %[[ZERO]] to %[[SIZE]] step %[[EIGHT]]
  // CHECK:               scf.if %[[IS_FIRST]]
  // CHECK-COUNT-8:         vector.load %[[MAXIMA]]
  // CHECK:               } else {
  // CHECK-COUNT-16:        memref.load %{{.+}} : memref<128xi32>
  // CHECK-COUNT-32:        vector.load %{{.+}} : memref<1024x256xf32>, vector<4xf32>
  // CHECK:               arith.cmpi eq, %[[POSITION]], %[[ZERO]]
  // CHECK-COUNT-38:      arith.maxnumf %{{.+}} : vector<8xf64>
  // CHECK:               scf.if
  // CHECK:               } else {
  // CHECK-COUNT-40:        arith.maxnumf %{{.+}} : vector<8xf64>
  // CHECK:             scf.if %[[IS_FIRST]] {
  // CHECK-COUNT-8:       vector.store %{{.+}}, %[[BEGINS]]
  // CHECK:           scf.for %{{.+}} = %[[ZERO]] to %[[SIXTEEN]] step
  // CHECK-COUNT-4:     vector.store %{{.+}} : memref<1024x8xi64>, vector<8xi64>
  // CHECK:         return
  extrema.topk_reduce <maximumf> dimension(1) ins(%x : memref<1024x256xf32>) outs(%v, %i : memref<1024x8xf32>, memref<1024x8xi64>)
  return
}

// -----

// 51 groups, the last of 10 elements, are made up to 56 by some that are worse.
// What the last group shares with the one before it does not count for it, nor
// is it sorted twice.

// CHECK-LABEL: func @rest(
func.func @rest(%x: memref<64x810xi16>, %v: memref<64x4xi16>, %i: memref<64x4xi64>) {
  // CHECK-DAG:     %[[WORST:.+]] = arith.constant dense<-2147483648> : vector<16xi32>
  // CHECK-DAG:     %[[LAST:.+]] = arith.constant 794 : index
  // CHECK-DAG:     %[[MAXIMA:.+]] = memref.alloca() {alignment = 64 : i64} : memref<896xi32>
  // CHECK:         vector.store %[[WORST]], %[[MAXIMA]]
  // CHECK:         scf.for
  // CHECK:           scf.for
  // CHECK:             scf.for
  // CHECK:               %[[FIRST:.+]] = arith.muli
  // CHECK:               %[[BEGIN:.+]] = arith.minsi %[[FIRST]], %[[LAST]] : index
  // CHECK:               %[[OVERLAP:.+]] = arith.subi %[[FIRST]], %[[BEGIN]] : index
  // CHECK:               %[[HAS_OVERLAP:.+]] = arith.cmpi sgt, %[[OVERLAP]]
  // CHECK:               scf.if %[[HAS_OVERLAP]]
  // CHECK-COUNT-15:        arith.maxsi %{{.+}} : vector<16xi32>
  // CHECK:               } else {
  // CHECK-NOT:             arith.maxsi %{{.+}} : vector<16xi32>
  // CHECK:               vector.store %{{.+}}, %[[MAXIMA]]
  // CHECK:             scf.for
  // CHECK:               vector.load %{{.+}} : memref<64xi32>, vector<16xi32>
  // CHECK:               %[[SHARED:.+]] = vector.load %{{.+}} : memref<64xi32>, vector<16xi32>
  // CHECK:               arith.cmpi sgt, %{{.+}} : vector<16xi32>
  // CHECK:             arith.minsi %{{.+}} : vector<16xi32>
  extrema.topk_reduce <minsi> dimension(1) ins(%x : memref<64x810xi16>) outs(%v, %i : memref<64x4xi16>, memref<64x4xi64>)
  return
}

// -----

// Fewer rows than lanes: one at a time, if they are long enough for that.

// CHECK-LABEL: func @few_rows(
func.func @few_rows(%x: memref<4x1000xf32>, %y: memref<4x200xf32>, %v: memref<4x5xf32>, %i: memref<4x5xi64>) {
  // CHECK:     memref.subview %{{.+}}[%{{.+}}, 0] [1, 1000] [1, 1] : memref<4x1000xf32>
  // CHECK-NOT: memref.subview %{{.+}} : memref<4x200xf32>
  // CHECK:     vector.load %{{.+}} : memref<4x200xf32>, vector<4xf32>
  extrema.topk_reduce <maximumf> dimension(1) ins(%x : memref<4x1000xf32>) outs(%v, %i : memref<4x5xf32>, memref<4x5xi64>)
  extrema.topk_reduce <maximumf> dimension(1) ins(%y : memref<4x200xf32>) outs(%v, %i : memref<4x5xf32>, memref<4x5xi64>)
  return
}
