// Short rows of dynamic extents: what they are is asked at run time.

// RUN: extrema-opt %s --convert-extrema-to-vector=vector-bits=256 --canonicalize --cse --split-input-file | FileCheck %s

// CHECK-LABEL: func @dynamic(
// CHECK-SAME:    %[[X:[a-z0-9]+]]: memref<?x?xi32>
func.func @dynamic(%x: memref<?x?xi32>, %i: memref<?xi64>) {
  // CHECK-DAG:   %[[C0:.+]] = arith.constant 0 : index
  // CHECK-DAG:   %[[C1:.+]] = arith.constant 1 : index
  // CHECK-DAG:   %[[C3:.+]] = arith.constant 3 : index
  // CHECK-DAG:   %[[C4:.+]] = arith.constant 4 : index
  // CHECK-DAG:   %[[C7:.+]] = arith.constant 7 : index
  // CHECK-DAG:   %[[C8:.+]] = arith.constant 8 : index
  // CHECK-DAG:   %[[LIMIT:.+]] = arith.constant 63 : index
  // CHECK-DAG:   %[[N:.+]] = memref.dim %[[X]], %[[C1]]
  // CHECK:       scf.if

  // One element.
  // CHECK:         %[[IS_ONE:.+]] = arith.cmpi sle, %[[N]], %[[C1]]
  // CHECK-NEXT:    scf.if %[[IS_ONE]] {
  // CHECK:         } else {
  // CHECK-NEXT:      %[[R:.+]] = memref.dim %[[X]], %[[C0]]
  // CHECK-NEXT:      %[[IS_SHORT:.+]] = arith.cmpi sle, %[[N]], %[[LIMIT]]
  // CHECK-NEXT:      scf.if %[[IS_SHORT]] {

  // Too few rows even for 128 bits.
  // CHECK-NEXT:        %[[IS_FEW:.+]] = arith.cmpi sle, %[[R]], %[[C3]]
  // CHECK-NEXT:        scf.if %[[IS_FEW]] {

  // Too few for 256.
  // CHECK:               %[[IS_NARROW:.+]] = arith.cmpi sle, %[[R]], %[[C7]]
  // CHECK-NEXT:          scf.if %[[IS_NARROW]] {
  // CHECK-NEXT:            %[[NARROW_LAST:.+]] = arith.subi %[[R]], %[[C4]]
  // CHECK-NEXT:            scf.for %{{.+}} = %[[C0]] to %[[R]] step %[[C4]] {
  // CHECK:                 %[[LAST:.+]] = arith.subi %[[R]], %[[C8]]
  // CHECK-NEXT:            scf.for %[[ROW:.+]] = %[[C0]] to %[[R]] step %[[C8]] {
  // CHECK-NEXT:              %[[BEGIN:.+]] = arith.minsi %[[ROW]], %[[LAST]]
  // CHECK-NEXT:              memref.subview %[[X]][%[[BEGIN]], 0] [8, %[[N]]] [1, 1]

  // Columns that a row shorter than a piece does not have are left out.
  // CHECK:                   %[[N32:.+]] = arith.index_cast %[[N]] : index to i32
  // CHECK-NEXT:              %[[NS:.+]] = vector.broadcast %[[N32]] : i32 to vector<8xi32>
  // CHECK-NEXT:              scf.for %{{.+}} = %[[C0]] to %[[N]] step %[[C4]]
  // CHECK-COUNT-8:             vector.load %{{.+}}, vector<4xi32>
  // CHECK:                     %[[IS_THERE:.+]] = arith.cmpi ugt, %[[NS]], %{{.+}}
  // CHECK-NEXT:                %[[IS_BETTER:.+]] = arith.cmpi sgt
  // CHECK-NEXT:                arith.andi %[[IS_BETTER]], %[[IS_THERE]]
  // CHECK:                     scf.yield
  // CHECK:         extrema.arg_reduce
  extrema.arg_reduce <maxsi> dimension(1) ins(%x : memref<?x?xi32>) index_only outs(%i : memref<?xi64>)
  return
}

// -----

// Where NaNs are worst, they are taken for the worst number, and batches with a
// row of nothing better are reduced again. Rows of two f64 are pieces of 128
// bits: nothing is copied, no column left out.

// CHECK-LABEL: func @nan_is_worst(
// CHECK-SAME:    %[[X:[a-z0-9]+]]: memref<100x?xf64>, %[[V:[a-z0-9]+]]: memref<100xf64>
func.func @nan_is_worst(%x: memref<100x?xf64>, %v: memref<100xf64>, %i: memref<100xi64>) {
  // CHECK-DAG:     %[[WORST:.+]] = arith.constant dense<0x7FF0000000000000> : vector<4xf64>
  // CHECK-DAG:     %[[IDENTITY:.+]] = arith.constant dense<0x7FF8000000000000> : vector<4xf64>
  // CHECK-NOT:     memref.alloca() {{.*}}: memref<8xf64>
  // CHECK:         %[[BEST:.+]]:2 = scf.for %{{.+}} iter_args(%{{.+}} = %[[WORST]], %{{.+}} = %{{.+}}) -> (vector<4xf64>, vector<4xi64>) {
  // CHECK-COUNT-4:   vector.load
  // CHECK:           %[[COLUMN0:.+]] = vector.shuffle %{{.+}} [0, 4, 2, 6]
  // CHECK-NEXT:      %[[COLUMN1:.+]] = vector.shuffle %{{.+}} [1, 5, 3, 7]
  // CHECK:           %[[NAN0:.+]] = arith.cmpf uno, %[[COLUMN0]], %[[COLUMN0]]
  // CHECK-NEXT:      %[[KEY0:.+]] = arith.select %[[NAN0]], %[[WORST]], %[[COLUMN0]]
  // CHECK-NEXT:      %[[NAN1:.+]] = arith.cmpf uno, %[[COLUMN1]], %[[COLUMN1]]
  // CHECK-NEXT:      %[[KEY1:.+]] = arith.select %[[NAN1]], %[[WORST]], %[[COLUMN1]]
  // CHECK-NEXT:      arith.cmpf ogt, %[[KEY1]], %[[KEY0]]
  // CHECK:           scf.yield
  // CHECK:         %[[IS_WORST:.+]] = arith.cmpf oeq, %[[BEST]]#0, %[[WORST]]
  // CHECK-NEXT:    %[[ANY:.+]] = vector.reduction <or>, %[[IS_WORST]] : vector<4xi1> into i1
  // CHECK-NEXT:    %[[EXACT:.+]]:2 = scf.if %[[ANY]]
  // CHECK-NEXT:      scf.for %{{.+}} iter_args(%{{.+}} = %[[IDENTITY]]
  // CHECK-COUNT-4:     memref.load
  // CHECK-NEXT:        vector.from_elements
  // CHECK:         } else {
  // CHECK-NEXT:      scf.yield %[[BEST]]#0, %[[BEST]]#1
  // CHECK-NEXT:    }
  // CHECK-NEXT:    vector.store %[[EXACT]]#0, %[[V]]
  extrema.arg_reduce <minnumf> dimension(1) last ins(%x : memref<100x?xf64>) outs(%v, %i : memref<100xf64>, memref<100xi64>)
  return
}
