// Columns: tiles of vectors side by side, one group of rows after the other.

// RUN: extrema-opt %s --convert-extrema-to-vector=triple=x86_64 --canonicalize --cse --split-input-file | FileCheck %s

// Few rows: the best of each column stays in registers. Counters are as wide as
// the elements. The last tile is moved back, and the last of equal ones wins.

// CHECK-LABEL: func @one_group(
// CHECK-SAME:    %[[X:[a-z0-9]+]]: memref<5x37xi16>, %[[I:[a-z0-9]+]]: memref<37xi64>)
func.func @one_group(%x: memref<5x37xi16>, %i: memref<37xi64>) {
  // CHECK-DAG:   %[[ZEROS:.+]] = arith.constant dense<0> : vector<8xi16>
  // CHECK-DAG:   %[[ONES:.+]] = arith.constant dense<1> : vector<8xi16>
  // CHECK-DAG:   %[[TWOS:.+]] = arith.constant dense<2> : vector<8xi16>
  // CHECK-NOT:   memref.alloca
  // CHECK:       scf.for %[[TILE:.+]] = %c0 to %c37 step %c16 {
  // CHECK-NEXT:    %[[C0:.+]] = arith.minsi %[[TILE]], %c21
  // CHECK-NEXT:    %[[FIRST0:.+]] = vector.load %[[X]][%c0, %[[C0]]]
  // CHECK-NEXT:    %[[C1:.+]] = arith.addi %[[C0]], %c8
  // CHECK-NEXT:    %[[FIRST1:.+]] = vector.load %[[X]][%c0, %[[C1]]]
  // CHECK-NEXT:    %[[BEST:.+]]:5 = scf.for %[[R:.+]] = %c1 to %c5 step %c2 iter_args(%[[K0:.+]] = %[[FIRST0]], %[[P0:.+]] = %[[ZEROS]], %{{.+}} = %[[FIRST1]], %{{.+}} = %[[ZEROS]], %[[COUNT:.+]] = %[[ONES]])
  // CHECK:           %[[A:.+]] = vector.load %[[X]][%[[R]], %[[C0]]]
  // CHECK:           %[[NEXT:.+]] = arith.addi %[[COUNT]], %[[ONES]]
  // CHECK:           %[[B:.+]] = vector.load %[[X]][%{{.+}}, %[[C0]]]
  // CHECK:           %[[TAKES_B:.+]] = arith.cmpi uge, %[[A]], %[[B]]
  // CHECK-NEXT:      %[[IS_WORSE:.+]] = arith.cmpi ugt, %[[B]], %[[A]]
  // CHECK-NEXT:      %[[AB:.+]] = arith.select %[[IS_WORSE]], %[[A]], %[[B]]
  // CHECK-NEXT:      %[[P:.+]] = arith.select %[[TAKES_B]], %[[NEXT]], %[[COUNT]]
  // CHECK:           %[[TAKES_AB:.+]] = arith.cmpi uge, %[[K0]], %[[AB]]
  // CHECK:           arith.select %[[TAKES_AB]], %[[P]], %[[P0]]
  // CHECK:           arith.addi %[[COUNT]], %[[TWOS]]
  // CHECK:         %[[I0:.+]] = arith.extui %[[BEST]]#1 : vector<8xi16> to vector<8xi64>
  // CHECK-NEXT:    vector.store %[[I0]], %[[I]][%[[C0]]]
  // CHECK-NEXT:    %[[I1:.+]] = arith.extui %[[BEST]]#3 : vector<8xi16> to vector<8xi64>
  // CHECK-NEXT:    vector.store %[[I1]], %[[I]][%[[C1]]]
  extrema.arg_reduce <minui> dimension(0) last ins(%x : memref<5x37xi16>) index_only outs(%i : memref<37xi64>)
  return
}

// -----

// An even number of rows: the first one takes part twice.

// CHECK-LABEL: func @even(
func.func @even(%x: memref<6x16xi32>, %v: memref<16xi32>) {
  // CHECK:       scf.for %{{.+}} = %c0 to %c6 step %c2
  // CHECK-NOT:   arith.extui
  extrema.arg_reduce <maxsi> dimension(0) ins(%x : memref<6x16xi32>) value_only outs(%v : memref<16xi32>)
  return
}

// -----

// Many rows: the best of the groups before lie in scratch memory, with
// positions among all rows. A loop around does not allocate it again.

// CHECK-LABEL: func @groups(
// CHECK-SAME:    %[[X:[a-z0-9]+]]: memref<1000x37xi16>, %[[V:[a-z0-9]+]]: memref<37xi16>, %[[I:[a-z0-9]+]]: memref<37xi64>, %[[N:[a-z0-9]+]]: index)
func.func @groups(%x: memref<1000x37xi16>, %v: memref<37xi16>, %i: memref<37xi64>, %n: index) {
  // CHECK-DAG:   %[[POSITIONS:.+]] = memref.alloca() {alignment = 64 : i64} : memref<[[SIZE:.+]]xi32>
  // CHECK-DAG:   %[[KEYS:.+]] = memref.alloca() {alignment = 64 : i64} : memref<[[SIZE]]xi16>
  // CHECK:       scf.for %{{.+}} = %c0 to %[[N]]
  // CHECK:         scf.for %[[GROUP:.+]] = %c0 to %c1000 step %c32 {
  // CHECK-NEXT:      scf.for %[[TILE:.+]] = %c0 to %c37 step %c16 {
  // CHECK:             %[[LEFT:.+]] = arith.subi %c1000, %[[GROUP]]
  // CHECK-NEXT:        %[[ROWS:.+]] = arith.minsi %[[LEFT]], %c32
  // CHECK-NEXT:        %[[IS_ODD:.+]] = arith.andi %[[ROWS]], %c1
  // CHECK:             %[[BEST:.+]]:5 = scf.for %{{.+}} = %[[IS_ODD]] to %[[ROWS]] step %c2
  // CHECK:             %[[FIRST_ROW:.+]] = vector.broadcast %{{.+}} : i32 to vector<8xi32>
  // CHECK:             %[[WIDE:.+]] = arith.extui %[[BEST]]#1 : vector<8xi16> to vector<8xi32>
  // CHECK-NEXT:        %[[POSITION:.+]] = arith.addi %[[WIDE]], %[[FIRST_ROW]]
  // CHECK:             %[[IS_FIRST:.+]] = arith.cmpi eq, %[[GROUP]], %c0
  // CHECK-NEXT:        %[[MERGED:.+]]:4 = scf.if %[[IS_FIRST]]
  // CHECK-NEXT:          scf.yield %[[BEST]]#0, %[[POSITION]], %[[BEST]]#2
  // CHECK:             else
  // CHECK-NEXT:          %[[K:.+]] = vector.load %[[KEYS]][%[[TILE]]]
  // CHECK-NEXT:          %[[P:.+]] = vector.load %[[POSITIONS]][%[[TILE]]]
  // CHECK-NEXT:          %[[IS_BETTER:.+]] = arith.cmpi ugt, %[[K]], %[[BEST]]#0
  // CHECK-NEXT:          arith.select %[[IS_BETTER]], %[[BEST]]#0, %[[K]]
  // CHECK-NEXT:          arith.select %[[IS_BETTER]], %[[POSITION]], %[[P]]
  // CHECK:             %[[IS_LAST:.+]] = arith.cmpi sle, %[[LEFT]], %c32
  // CHECK-NEXT:        scf.if %[[IS_LAST]]
  // CHECK:               vector.store %[[MERGED]]#0, %[[V]]
  // CHECK:             else
  // CHECK-NEXT:          vector.store %[[MERGED]]#0, %[[KEYS]][%[[TILE]]]
  // CHECK-NEXT:          vector.store %[[MERGED]]#1, %[[POSITIONS]][%[[TILE]]]
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %step = %c0 to %n step %c1 {
    extrema.arg_reduce <minui> dimension(0) ins(%x : memref<1000x37xi16>) outs(%v, %i : memref<37xi16>, memref<37xi64>)
  }
  return
}

// -----

// Iterations that may run at the same time have memory of their own, from the
// heap: lowered to a loop, they would keep the stack of each iteration.

// CHECK-LABEL: func @parallel(
func.func @parallel(%x: memref<1000x8xi32>, %i: memref<4x8xi64>) {
  // CHECK-NOT:   memref.alloc
  // CHECK:       scf.forall
  // CHECK:         %[[SCRATCH:.+]] = memref.alloc()
  // CHECK-NOT:     memref.alloca
  // CHECK:         memref.dealloc %[[SCRATCH]]
  scf.forall (%part) in (4) {
    %to = memref.subview %i[%part, 0] [1, 8] [1, 1] : memref<4x8xi64> to memref<8xi64, strided<[1], offset: ?>>
    extrema.arg_reduce <minui> dimension(0) ins(%x : memref<1000x8xi32>) index_only outs(%to : memref<8xi64, strided<[1], offset: ?>>)
  }
  return
}

// -----

// Blocks of columns, if there are more than scratch memory is for.

// CHECK-LABEL: func @blocks(
func.func @blocks(%x: memref<?x?xi32>, %i: memref<?xi64>) {
  // CHECK:       memref.alloca() {alignment = 64 : i64} : memref<1024xi32>
  // CHECK:       %[[COLUMNS:.+]] = memref.dim %{{.+}}, %c1
  // CHECK:       %[[ARE_MANY:.+]] = arith.cmpi sge, %[[COLUMNS]], %c16
  // CHECK-NEXT:  scf.if %[[ARE_MANY]]
  // CHECK:         scf.for %[[BLOCK:.+]] = %c0 to %[[COLUMNS]] step %c1024 {
  // CHECK-NEXT:      %[[BEHIND:.+]] = arith.addi %[[BLOCK]], %c1024
  // CHECK-NEXT:      %[[END:.+]] = arith.minsi %[[BEHIND]], %[[COLUMNS]]
  // CHECK-NEXT:      scf.for %{{.+}} = %c0 to %{{.+}} step %c32 {
  // CHECK-NEXT:        scf.for %[[TILE:.+]] = %[[BLOCK]] to %[[END]] step %c16 {
  // CHECK-NEXT:          arith.subi %[[TILE]], %[[BLOCK]]
  // CHECK:       else
  // Fewer columns: one vector, or, without masks, one column at a time.
  // CHECK:         arith.cmpi sge, %[[COLUMNS]], %c4
  // CHECK:         vector.load {{.+}} vector<4xi32>
  // CHECK:       else
  // CHECK:         vector.load {{.+}} vector<1xi32>
  // CHECK-NOT:   vector.maskedload
  extrema.arg_reduce <maxsi> dimension(0) ins(%x : memref<?x?xi32>) index_only outs(%i : memref<?xi64>)
  return
}
