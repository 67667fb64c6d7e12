// Short rows, one at a time, of which all elements are sorted. That the results
// are right is for tests that run it.

// RUN: extrema-opt %s --convert-extrema-to-vector=vector-bits=512 --canonicalize --cse --split-input-file | FileCheck %s

// The elements become records, eight at a time, the last eight of 100 from
// position 92 on.

// CHECK-LABEL: func @one_row(
func.func @one_row(%x: memref<100xf32>, %v: memref<20xf32>, %i: memref<20xi64>) {
  // CHECK-DAG: %[[ZERO:.+]] = arith.constant 0 : index
  // CHECK-DAG: %[[EIGHT:.+]] = arith.constant 8 : index
  // CHECK-DAG: %[[LAST:.+]] = arith.constant 92 : index
  // CHECK-DAG: %[[EXTENT:.+]] = arith.constant 100 : index
  // CHECK-DAG: %[[RECORDS:.+]] = memref.alloca() {alignment = 64 : i64} : memref<192xi64>
  // CHECK:     scf.for %[[POSITION:.+]] = %[[ZERO]] to %[[EXTENT]] step %[[EIGHT]] {
  // CHECK:       %[[BEGIN:.+]] = arith.minsi %[[POSITION]], %[[LAST]]
  // CHECK:       vector.load %{{.+}}[%[[BEGIN]]] : memref<100xf32{{.*}}>, vector<8xf32>
  // CHECK:       vector.store %{{.+}}, %[[RECORDS]][%[[BEGIN]]]
  // CHECK:     arith.maxnumf %{{.+}} : vector<8xf64>
  // CHECK-NOT: extrema.topk_reduce
  // CHECK:     return
  extrema.topk_reduce <maximumf> dimension(0) ins(%x : memref<100xf32>) outs(%v, %i : memref<20xf32>, memref<20xi64>)
  return
}

// -----

// How many results there are, only a run knows; of fewer than four, or of fewer
// elements than eight, scalar loops are the fastest.

// CHECK-LABEL: func @dynamic(
func.func @dynamic(%x: memref<50x?xi8>, %v: memref<50x?xi8>, %i: memref<50x?xi32>) {
  // CHECK: %[[EXTENT:.+]] = memref.dim %{{.+}} : memref<50x?xi8>
  // CHECK: arith.subi %[[EXTENT]], %c8
  // CHECK: arith.subi %{{.+}}, %c4
  // CHECK: arith.andi
  // CHECK: extrema.topk_reduce
  extrema.topk_reduce <minsi> dimension(1) ins(%x : memref<50x?xi8>) outs(%v, %i : memref<50x?xi8>, memref<50x?xi32>)
  return
}
