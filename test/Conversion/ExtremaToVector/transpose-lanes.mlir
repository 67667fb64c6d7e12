// How rows become columns in registers: log2 of a piece's length stages of
// interleaving, within 128 bits. Of four rows of four elements, nothing else is
// to be done.

// RUN: extrema-opt %s --convert-extrema-to-vector=vector-bits=128 --canonicalize --cse --split-input-file | FileCheck %s
// RUN: extrema-opt %s --convert-extrema-to-vector=vector-bits=256 --canonicalize --cse --split-input-file | FileCheck %s --check-prefix=WIDE

// CHECK-LABEL: func @square(
// CHECK-SAME:    %[[X:[a-z0-9]+]]: memref<4x4xi32>
func.func @square(%x: memref<4x4xi32>, %v: memref<4xi32>) {
  // CHECK-DAG:   %[[C0:.+]] = arith.constant 0 : index
  // CHECK-DAG:   %[[C1:.+]] = arith.constant 1 : index
  // CHECK-DAG:   %[[C2:.+]] = arith.constant 2 : index
  // CHECK-DAG:   %[[C3:.+]] = arith.constant 3 : index
  // CHECK:       %[[ROW0:.+]] = vector.load %[[X]][%[[C0]], %[[C0]]]
  // CHECK-NEXT:  %[[ROW1:.+]] = vector.load %[[X]][%[[C1]], %[[C0]]]
  // CHECK-NEXT:  %[[ROW2:.+]] = vector.load %[[X]][%[[C2]], %[[C0]]]
  // CHECK-NEXT:  %[[ROW3:.+]] = vector.load %[[X]][%[[C3]], %[[C0]]]
  // CHECK-NEXT:  %[[EVEN01:.+]] = vector.shuffle %[[ROW0]], %[[ROW2]] [0, 4, 1, 5]
  // CHECK-NEXT:  %[[EVEN23:.+]] = vector.shuffle %[[ROW0]], %[[ROW2]] [2, 6, 3, 7]
  // CHECK-NEXT:  %[[ODD01:.+]] = vector.shuffle %[[ROW1]], %[[ROW3]] [0, 4, 1, 5]
  // CHECK-NEXT:  %[[ODD23:.+]] = vector.shuffle %[[ROW1]], %[[ROW3]] [2, 6, 3, 7]
  // CHECK-NEXT:  %[[COLUMN0:.+]] = vector.shuffle %[[EVEN01]], %[[ODD01]] [0, 4, 1, 5]
  // CHECK-NEXT:  %[[COLUMN1:.+]] = vector.shuffle %[[EVEN01]], %[[ODD01]] [2, 6, 3, 7]
  // CHECK-NEXT:  %[[COLUMN2:.+]] = vector.shuffle %[[EVEN23]], %[[ODD23]] [0, 4, 1, 5]
  // CHECK-NEXT:  %[[COLUMN3:.+]] = vector.shuffle %[[EVEN23]], %[[ODD23]] [2, 6, 3, 7]
  // CHECK-NEXT:  arith.cmpi sgt, %[[COLUMN1]], %[[COLUMN0]]
  extrema.arg_reduce <maxsi> dimension(1) ins(%x : memref<4x4xi32>) value_only outs(%v : memref<4xi32>)
  return
}

// -----

// Registers of several pieces: a piece goes where its row, within the part of
// its length, is the number of the register.

// WIDE-LABEL: func @wide(
func.func @wide(%x: memref<4x2xf64>, %i: memref<4xi64>) {
  // WIDE:        %[[ROW0:.+]] = vector.load
  // WIDE-NEXT:   %[[ROW1:.+]] = vector.load
  // WIDE-NEXT:   %[[ROW2:.+]] = vector.load
  // WIDE-NEXT:   %[[ROW3:.+]] = vector.load
  // WIDE-NEXT:   %[[EVEN:.+]] = vector.shuffle %[[ROW0]], %[[ROW2]] [0, 1, 2, 3]
  // WIDE-NEXT:   %[[ODD:.+]] = vector.shuffle %[[ROW1]], %[[ROW3]] [0, 1, 2, 3]
  // WIDE-NEXT:   %[[COLUMN0:.+]] = vector.shuffle %[[EVEN]], %[[ODD]] [0, 4, 2, 6]
  // WIDE-NEXT:   %[[COLUMN1:.+]] = vector.shuffle %[[EVEN]], %[[ODD]] [1, 5, 3, 7]
  // WIDE-NEXT:   arith.cmpf ogt, %[[COLUMN1]], %[[COLUMN0]]
  extrema.arg_reduce <maximumf> dimension(1) ins(%x : memref<4x2xf64>) index_only outs(%i : memref<4xi64>)
  return
}

// -----

// 512 bits of bytes: four pieces a register, sixteen registers, four
// stages; of these, only what the two columns need.

// RUN: extrema-opt %s --convert-extrema-to-vector=vector-bits=512 --canonicalize --cse --split-input-file | FileCheck %s --check-prefix=BYTES

// BYTES-LABEL: func @bytes(
func.func @bytes(%x: memref<100x2xi8>, %v: memref<100xi8>) {
  // BYTES-COUNT-64: vector.load %{{.+}} vector<16xi8>
  // BYTES-NOT:      vector.load
  // BYTES:          %[[LOWER:.+]] = vector.shuffle %{{.+}}, %{{.+}} [0, 1, 2, 3, {{.+}}, 30, 31] : vector<16xi8>, vector<16xi8>
  // BYTES-NEXT:     %[[UPPER:.+]] = vector.shuffle %{{.+}}, %{{.+}} [0, 1, 2, 3, {{.+}}, 30, 31] : vector<16xi8>, vector<16xi8>
  // BYTES-NEXT:     vector.shuffle %[[LOWER]], %[[UPPER]] [0, 1, 2, 3, {{.+}}, 62, 63] : vector<32xi8>, vector<32xi8>
  // BYTES-COUNT-16: vector.shuffle {{.+}} : vector<64xi8>, vector<64xi8>
  // BYTES-NOT:      vector.shuffle {{.+}} : vector<64xi8>, vector<64xi8>
  // BYTES:          arith.cmpi ugt
  extrema.arg_reduce <maxui> dimension(1) ins(%x : memref<100x2xi8>) value_only outs(%v : memref<100xi8>)
  return
}
