// RUN: extrema-opt %s --convert-extrema-to-loops --canonicalize --split-input-file | FileCheck %s

// CHECK-LABEL: func @overwrite(
// CHECK-SAME:    %[[X:[a-z0-9]+]]: memref<4x?x8xi32, strided<[?, ?, ?], offset: ?>>, %[[V:[a-z0-9]+]]: memref<4x8xi32>, %[[I:[a-z0-9]+]]: memref<4x8xi16>)
func.func @overwrite(%x: memref<4x?x8xi32, strided<[?, ?, ?], offset: ?>>, %v: memref<4x8xi32>, %i: memref<4x8xi16>) {
  // CHECK-DAG:   %[[WORST:.+]] = arith.constant 0 : i32
  // CHECK-DAG:   %[[NONE:.+]] = arith.constant -1 : i16
  // CHECK-DAG:   %[[C0:.+]] = arith.constant 0 : index
  // CHECK-DAG:   %[[C1:.+]] = arith.constant 1 : index
  // CHECK-DAG:   %[[C4:.+]] = arith.constant 4 : index
  // CHECK-DAG:   %[[C8:.+]] = arith.constant 8 : index
  // CHECK:       %[[N:.+]] = memref.dim %[[X]], %[[C1]]
  // CHECK-NEXT:  scf.for %[[A:.+]] = %[[C0]] to %[[C4]] step %[[C1]] {
  // CHECK-NEXT:    scf.for %[[B:.+]] = %[[C0]] to %[[C8]] step %[[C1]] {
  // CHECK-NEXT:      %[[R:.+]]:2 = scf.for %[[P:.+]] = %[[C0]] to %[[N]] step %[[C1]]
  // CHECK-SAME:          iter_args(%[[BEST:.+]] = %[[WORST]], %[[AT:.+]] = %[[NONE]]) -> (i32, i16) {
  // CHECK-NEXT:        %[[VALUE:.+]] = memref.load %[[X]][%[[A]], %[[P]], %[[B]]]
  // CHECK-NEXT:        %[[INDEX:.+]] = arith.index_cast %[[P]] : index to i16
  // CHECK-NEXT:        %[[LARGER:.+]] = arith.cmpi ugt, %[[BEST]], %[[VALUE]] : i32
  // CHECK-NEXT:        %[[NOT_LESS:.+]] = arith.cmpi uge, %[[BEST]], %[[VALUE]] : i32
  // CHECK-NEXT:        %[[LATER:.+]] = arith.cmpi sgt, %[[AT]], %[[INDEX]] : i16
  // CHECK-NEXT:        %[[TIE:.+]] = arith.andi %[[NOT_LESS]], %[[LATER]] : i1
  // CHECK-NEXT:        %[[KEEP:.+]] = arith.ori %[[LARGER]], %[[TIE]] : i1
  // CHECK-NEXT:        %[[NEW_BEST:.+]] = arith.select %[[KEEP]], %[[BEST]], %[[VALUE]] : i32
  // CHECK-NEXT:        %[[NEW_AT:.+]] = arith.select %[[KEEP]], %[[AT]], %[[INDEX]] : i16
  // CHECK-NEXT:        scf.yield %[[NEW_BEST]], %[[NEW_AT]]
  // CHECK-NEXT:      }
  // CHECK-NEXT:      memref.store %[[R]]#0, %[[V]][%[[A]], %[[B]]]
  // CHECK-NEXT:      memref.store %[[R]]#1, %[[I]][%[[A]], %[[B]]]
  extrema.arg_reduce <maxui> dimension(1) last ins(%x : memref<4x?x8xi32, strided<[?, ?, ?], offset: ?>>)
    outs(%v, %i : memref<4x8xi32>, memref<4x8xi16>)
  return
}

// -----

// CHECK-LABEL: func @accumulate(
// CHECK-SAME:    %[[X:[a-z0-9]+]]: memref<8xi32>, %[[E:[a-z0-9]+]]: memref<8xindex>, %[[V:[a-z0-9]+]]: memref<i32>, %[[I:[a-z0-9]+]]: memref<index>)
func.func @accumulate(%x: memref<8xi32>, %e: memref<8xindex>, %v: memref<i32>, %i: memref<index>) {
  // CHECK:       %[[V0:.+]] = memref.load %[[V]][]
  // CHECK-NEXT:  %[[I0:.+]] = memref.load %[[I]][]
  // CHECK-NEXT:  scf.for %[[P:[a-z0-9]+]] = {{.*}} iter_args(%{{.+}} = %[[V0]], %{{.+}} = %[[I0]]) -> (i32, index) {
  // CHECK-NEXT:    memref.load %[[X]][%[[P]]]
  // CHECK-NEXT:    memref.load %[[E]][%[[P]]]
  extrema.arg_reduce <minsi> dimension(0) accumulate ins(%x, %e : memref<8xi32>, memref<8xindex>)
    outs(%v, %i : memref<i32>, memref<index>)
  return
}

// -----

// The base counts, though no index is stored.

// CHECK-LABEL: func @value_only(
// CHECK-SAME:    %[[X:[a-z0-9]+]]: memref<8xf64>, %[[V:[a-z0-9]+]]: memref<f64>, %[[BASE:[a-z0-9]+]]: index)
func.func @value_only(%x: memref<8xf64>, %v: memref<f64>, %base: index) {
  // CHECK:       %[[R:.+]]:2 = scf.for %[[P:[a-z0-9]+]] = {{.*}} -> (f64, i64) {
  // CHECK:         arith.addi %[[BASE]], %[[P]] : index
  // CHECK:       }
  // CHECK-NEXT:  memref.store %[[R]]#0, %[[V]][]
  // CHECK-NEXT:  return
  extrema.arg_reduce <minimumf> dimension(0) index_base(%base) ins(%x : memref<8xf64>)
    value_only outs(%v : memref<f64>)
  return
}

// -----

// A memref of 16-bit floats is seen as one of integers.

// CHECK-LABEL: func @half(
// CHECK-SAME:    %[[X:[a-z0-9]+]]: memref<8xf16, strided<[?], offset: ?>>, %[[I:[a-z0-9]+]]: memref<i64>)
func.func @half(%x: memref<8xf16, strided<[?], offset: ?>>, %i: memref<i64>) {
  // CHECK-DAG:   %[[WORST:.+]] = arith.constant -1024 : i16
  // CHECK:       %[[BITS:.+]] = builtin.unrealized_conversion_cast %[[X]] : memref<8xf16, strided<[?], offset: ?>> to memref<8xi16, strided<[?], offset: ?>>
  // CHECK:       %[[R:.+]]:2 = scf.for %[[P:[a-z0-9]+]] = {{.*}} iter_args(%{{.+}} = %[[WORST]], {{.*}}) -> (i16, i64) {
  // CHECK:         memref.load %[[BITS]][%[[P]]]
  // CHECK:       }
  // CHECK-NEXT:  memref.store %[[R]]#1, %[[I]][]
  // CHECK-NEXT:  return
  extrema.arg_reduce <maximumf> dimension(0) ins(%x : memref<8xf16, strided<[?], offset: ?>>)
    index_only outs(%i : memref<i64>)
  return
}
