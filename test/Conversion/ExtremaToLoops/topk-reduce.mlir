// RUN: extrema-opt %s --convert-extrema-to-loops --canonicalize --cse --split-input-file | FileCheck %s

// The steps: the first elements fill the row, identities the rest; the row
// becomes a heap; others that are better replace its root; the heap is sorted.

// CHECK-LABEL: func @overwrite(
// CHECK-SAME:    %[[X:[a-z0-9]+]]: memref<?xi32>, %[[V:[a-z0-9]+]]: memref<?xi32>, %[[I:[a-z0-9]+]]: memref<?xi64>)
func.func @overwrite(%x: memref<?xi32>, %v: memref<?xi32>, %i: memref<?xi64>) {
  // CHECK-DAG:   %[[C0:.+]] = arith.constant 0 : index
  // CHECK-DAG:   %[[C1:.+]] = arith.constant 1 : index
  // CHECK-DAG:   %[[TRUE:.+]] = arith.constant true
  // CHECK-DAG:   %[[WORST:.+]] = arith.constant -2147483648 : i32
  // CHECK-DAG:   %[[LAST:.+]] = arith.constant 9223372036854775807 : i64
  // CHECK-DAG:   %[[N:.+]] = memref.dim %[[X]], %[[C0]]
  // CHECK-DAG:   %[[K:.+]] = memref.dim %[[V]], %[[C0]]
  // CHECK:       %[[SIZE:.+]] = arith.minsi %[[K]], %[[N]] : index
  // CHECK:       %[[EMPTY:.+]] = arith.cmpi eq, %[[K]], %[[C0]]
  // CHECK:       %[[END:.+]] = arith.select %[[EMPTY]], %[[C0]], %[[N]]

  // CHECK:       scf.for %[[P:[a-z0-9]+]] = %[[C0]] to %[[SIZE]] step %[[C1]] {
  // CHECK-NEXT:    %[[VALUE:.+]] = memref.load %[[X]][%[[P]]]
  // CHECK-NEXT:    %[[INDEX:.+]] = arith.index_cast %[[P]] : index to i64
  // CHECK-NEXT:    memref.store %[[VALUE]], %[[V]][%[[P]]]
  // CHECK-NEXT:    memref.store %[[INDEX]], %[[I]][%[[P]]]
  // CHECK-NEXT:  }
  // CHECK-NEXT:  scf.for %[[P:[a-z0-9]+]] = %[[SIZE]] to %[[K]] step %[[C1]] {
  // CHECK-NEXT:    memref.store %[[WORST]], %[[V]][%[[P]]]
  // CHECK-NEXT:    memref.store %[[LAST]], %[[I]][%[[P]]]
  // CHECK-NEXT:  }

  // CHECK:       %[[PARENTS:.+]] = arith.shrsi %[[SIZE]], %[[C1]]
  // CHECK:       scf.for %{{.+}} = %[[C0]] to %[[PARENTS]] step %[[C1]] {
  // CHECK:         scf.while
  // CHECK:       }

  // CHECK:       scf.for %[[P:[a-z0-9]+]] = %[[SIZE]] to %[[END]] step %[[C1]] {
  // CHECK-NEXT:    %[[VALUE:.+]] = memref.load %[[X]][%[[P]]]
  // CHECK-NEXT:    %[[INDEX:.+]] = arith.index_cast %[[P]] : index to i64
  // CHECK-NEXT:    %[[ROOT:.+]] = memref.load %[[V]][%[[C0]]]
  // CHECK-NEXT:    %[[ROOT_INDEX:.+]] = memref.load %[[I]][%[[C0]]]
  // CHECK:         %[[OUT:.+]] = arith.ori
  // CHECK-NEXT:    %[[IN:.+]] = arith.xori %[[OUT]], %[[TRUE]]
  // CHECK-NEXT:    scf.if %[[IN]] {
  // CHECK:           %[[R:.+]]:2 = scf.while (%[[HOLE:.+]] = %[[C0]]) : (index) -> (index, index) {
  // CHECK:             scf.condition(
  // CHECK:           } do {
  // CHECK:           ^bb0(%[[TO:.+]]: index, %[[FROM:.+]]: index):
  // CHECK-NEXT:        %[[CHILD:.+]] = memref.load %[[V]][%[[FROM]]]
  // CHECK-NEXT:        %[[CHILD_INDEX:.+]] = memref.load %[[I]][%[[FROM]]]
  // CHECK-NEXT:        memref.store %[[CHILD]], %[[V]][%[[TO]]]
  // CHECK-NEXT:        memref.store %[[CHILD_INDEX]], %[[I]][%[[TO]]]
  // CHECK-NEXT:        scf.yield %[[FROM]]
  // CHECK-NEXT:      }
  // CHECK-NEXT:      memref.store %[[VALUE]], %[[V]][%[[R]]#0]
  // CHECK-NEXT:      memref.store %[[INDEX]], %[[I]][%[[R]]#0]

  // CHECK:       %[[REST:.+]] = arith.subi %[[SIZE]], %[[C1]]
  // CHECK:       scf.for %{{.+}} = %[[C0]] to %[[REST]] step %[[C1]] {
  // CHECK:         scf.while
  extrema.topk_reduce <maxsi> dimension(0) ins(%x : memref<?xi32>)
    outs(%v, %i : memref<?xi32>, memref<?xi64>)
  return
}

// -----

// A state is neither filled nor, unless wanted, sorted; every element arrives.

// CHECK-LABEL: func @accumulate_unsorted(
// CHECK-SAME:    %[[X:[a-z0-9]+]]: memref<4x8xi32>, %[[E:[a-z0-9]+]]: memref<4x8xi64>, %[[V:[a-z0-9]+]]: memref<4x3xi32>, %[[I:[a-z0-9]+]]: memref<4x3xi64>)
func.func @accumulate_unsorted(%x: memref<4x8xi32>, %e: memref<4x8xi64>, %v: memref<4x3xi32>, %i: memref<4x3xi64>) {
  // CHECK-DAG:   %[[C0:.+]] = arith.constant 0 : index
  // CHECK-DAG:   %[[C1:.+]] = arith.constant 1 : index
  // CHECK-DAG:   %[[C8:.+]] = arith.constant 8 : index
  // CHECK:       scf.for %[[ROW:.+]] = %[[C0]] to %{{.+}} step %[[C1]] {
  // CHECK:         scf.while
  // CHECK:         scf.for %[[P:[a-z0-9]+]] = %[[C0]] to %[[C8]] step %[[C1]] {
  // CHECK-NEXT:      memref.load %[[X]][%[[ROW]], %[[P]]]
  // CHECK-NEXT:      memref.load %[[E]][%[[ROW]], %[[P]]]
  // CHECK-NEXT:      memref.load %[[V]][%[[ROW]], %[[C0]]]
  // CHECK-NEXT:      memref.load %[[I]][%[[ROW]], %[[C0]]]
  // CHECK:           scf.while
  // CHECK-NOT:     scf.while
  extrema.topk_reduce <minui> dimension(1) unsorted accumulate
    ins(%x, %e : memref<4x8xi32>, memref<4x8xi64>)
    outs(%v, %i : memref<4x3xi32>, memref<4x3xi64>)
  return
}

// -----

// The destinations of 16-bit floats, too, are seen as integers.

// CHECK-LABEL: func @half(
// CHECK-SAME:    %[[X:[a-z0-9]+]]: memref<8xbf16>, %[[V:[a-z0-9]+]]: memref<2xbf16>,
func.func @half(%x: memref<8xbf16>, %v: memref<2xbf16>, %i: memref<2xi64>) {
  // CHECK-DAG:   builtin.unrealized_conversion_cast %[[X]] : memref<8xbf16> to memref<8xi16>
  // CHECK-DAG:   builtin.unrealized_conversion_cast %[[V]] : memref<2xbf16> to memref<2xi16>
  // CHECK-NOT:   bf16
  extrema.topk_reduce <maxnumf> dimension(0) ins(%x : memref<8xbf16>)
    outs(%v, %i : memref<2xbf16>, memref<2xi64>)
  return
}
