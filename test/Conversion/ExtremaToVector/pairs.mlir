// Explicit indices: whole pairs compare, exactly.

// RUN: extrema-opt %s --convert-extrema-to-vector='triple=x86_64 cpu=haswell' --canonicalize --cse --split-input-file | FileCheck %s

// CHECK-LABEL: func @columns(
// CHECK-SAME:    %[[X:[a-z0-9]+]]: memref<4x100xi32>, %[[E:[a-z0-9]+]]: memref<4x100xi64>
func.func @columns(%x: memref<4x100xi32>, %e: memref<4x100xi64>, %v: memref<100xi32>, %i: memref<100xi64>) {
  // As many lanes as the wider type has.
  // CHECK:       scf.for %{{.+}} = %c0 to %c100 step %c8
  // CHECK:         scf.for
  // CHECK:           %[[A:.+]] = vector.load %[[X]][%[[R:.+]], %[[C:.+]]] : memref<4x100xi32>, vector<4xi32>
  // CHECK-NEXT:      %[[A_INDEX:.+]] = vector.load %[[E]][%[[R]], %[[C]]] : memref<4x100xi64>, vector<4xi64>
  // CHECK:           %[[R1:.+]] = arith.addi %[[R]], %c1
  // CHECK-NEXT:      %[[B:.+]] = vector.load %[[X]][%[[R1]], %[[C]]]
  // CHECK-NEXT:      %[[B_INDEX:.+]] = vector.load %[[E]][%[[R1]], %[[C]]]
  // CHECK:           %[[BETTER:.+]] = arith.cmpi sgt, %[[A]], %[[B]]
  // CHECK-NEXT:      %[[NOT_WORSE:.+]] = arith.cmpi sge, %[[A]], %[[B]]
  // CHECK-NEXT:      %[[LOWER:.+]] = arith.cmpi slt, %[[A_INDEX]], %[[B_INDEX]]
  // CHECK-NEXT:      %[[TIE:.+]] = arith.andi %[[NOT_WORSE]], %[[LOWER]]
  // CHECK-NEXT:      %[[KEEP:.+]] = arith.ori %[[BETTER]], %[[TIE]]
  // CHECK-NEXT:      arith.select %[[KEEP]], %[[A]], %[[B]]
  // CHECK-NEXT:      arith.select %[[KEEP]], %[[A_INDEX]], %[[B_INDEX]]
  // CHECK-NOT:   extrema.arg_reduce
  extrema.arg_reduce <maxsi> dimension(0) ins(%x, %e : memref<4x100xi32>, memref<4x100xi64>) outs(%v, %i : memref<100xi32>, memref<100xi64>)
  return
}

// -----

// CHECK-LABEL: func @rows(
// CHECK-SAME:    %[[X:[a-z0-9]+]]: memref<9x?xi64>
func.func @rows(%x: memref<9x?xi64>, %e: memref<9x?xi64>, %v: memref<9xi64>, %i: memref<9xi64>) {
  // CHECK:       %[[N:.+]] = memref.dim %[[X]], %c1
  // CHECK:       scf.for
  // CHECK:         %[[VALUES:.+]] = memref.subview %[[X]]
  // CHECK:         %[[IS_SHORT:.+]] = arith.cmpi sle, %[[LENGTH:.+]], %c3
  // CHECK-NEXT:    %[[BEST:.+]]:2 = scf.if %[[IS_SHORT]]
  // CHECK:           memref.load %[[VALUES]]
  // CHECK:         else
  // CHECK:           %[[LAST:.+]] = arith.subi %[[LENGTH]], %c4
  // CHECK:           %[[LANES:.+]]:3 = scf.for %[[AT:.+]] = %c4 to %[[LENGTH]] step %c4 {{.+}} -> (vector<4xi64>, vector<4xi64>, vector<4xindex>)
  // CHECK-NEXT:        %[[BEGIN:.+]] = arith.minsi %[[AT]], %[[LAST]]
  // CHECK-NEXT:        vector.load %[[VALUES]][%[[BEGIN]]]
  // Halves of the lanes against each other, then the last two.
  // CHECK:           vector.extract_strided_slice %[[LANES]]#0 {offsets = [2], sizes = [2]
  // CHECK:           offsets = [1], sizes = [1]
  // CHECK:         memref.store %[[BEST]]#0
  // CHECK:         memref.store %[[BEST]]#1
  extrema.arg_reduce <minui> dimension(1) ins(%x, %e : memref<9x?xi64>, memref<9x?xi64>) outs(%v, %i : memref<9xi64>, memref<9xi64>)
  return
}

// -----

// Values and indices lie differently: nothing to gain.

// CHECK-LABEL: func @apart(
func.func @apart(%x: memref<4x8xi32>, %e: memref<4x8xi64, strided<[1, 4]>>, %v: memref<8xi32>, %i: memref<8xi64>) {
  // CHECK-NEXT:  extrema.arg_reduce
  extrema.arg_reduce <maxsi> dimension(0) ins(%x, %e : memref<4x8xi32>, memref<4x8xi64, strided<[1, 4]>>) outs(%v, %i : memref<8xi32>, memref<8xi64>)
  return
}

// -----

// One dimension made of a destination's 1 x ? elements would not be known to have a
// stride of 1, so that the two stay apart: pairs are taken where strides are known.

// CHECK-LABEL: func @columns_into_a_slice(
// CHECK-SAME:    %[[X:[a-z0-9]+]]: memref<?x1x?xf64>, %[[E:[a-z0-9]+]]: memref<?x1x?xi32>
func.func @columns_into_a_slice(%x: memref<?x1x?xf64>, %e: memref<?x1x?xi32>, %v: memref<1x?xf64, strided<[?, 1], offset: ?>>, %i: memref<1x?xi32, strided<[?, 1], offset: ?>>) {
  // CHECK:       %[[COLUMNS:.+]] = memref.subview %[[X]]
  // CHECK:       %[[INDICES:.+]] = memref.subview %[[E]]
  // CHECK:       vector.load %[[COLUMNS]]
  // CHECK-NEXT:  vector.load %[[INDICES]]
  extrema.arg_reduce <maximumf> dimension(0) ins(%x, %e : memref<?x1x?xf64>, memref<?x1x?xi32>) outs(%v, %i : memref<1x?xf64, strided<[?, 1], offset: ?>>, memref<1x?xi32, strided<[?, 1], offset: ?>>)
  return
}
