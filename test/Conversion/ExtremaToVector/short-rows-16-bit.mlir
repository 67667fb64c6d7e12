// Short rows of 16-bit floats: integer keys are compared, and the values, with
// the bits that they have, are carried beside them.

// RUN: extrema-opt %s --convert-extrema-to-vector=vector-bits=128 --canonicalize --cse --split-input-file | FileCheck %s

// CHECK-LABEL: func @keys(
// CHECK-SAME:    %[[X:[a-z0-9]+]]: memref<100x8xf16>, %[[V:[a-z0-9]+]]: memref<100xf16>
func.func @keys(%x: memref<100x8xf16>, %v: memref<100xf16>) {
  // CHECK-DAG:      %[[ROWS:.+]] = builtin.unrealized_conversion_cast %[[X]] : memref<100x8xf16> to memref<100x8xi16>
  // CHECK-DAG:      %[[TO:.+]] = builtin.unrealized_conversion_cast %[[V]] : memref<100xf16> to memref<100xi16>
  // CHECK-COUNT-8:  vector.load %{{.+}}, vector<8xi16>
  // CHECK-COUNT-16: vector.shuffle
  // CHECK:          %[[COLUMN0:.+]] = vector.shuffle
  // CHECK-NEXT:     %[[COLUMN1:.+]] = vector.shuffle
  // CHECK:          %[[KEY0:.+]] = arith.minsi {{.+}} vector<8xi16>
  // CHECK:          arith.subi %{{.+}}, %[[COLUMN1]]
  // CHECK:          %[[UNMERGED1:.+]] = arith.select
  // CHECK-NEXT:     %[[KEY1:.+]] = arith.minsi %[[UNMERGED1]]
  // CHECK:          %[[IS1:.+]] = arith.cmpi sgt, %[[KEY1]], %{{.+}} : vector<8xi16>
  // CHECK-NEXT:     arith.select %[[IS1]], %[[KEY1]], %{{.+}}
  // CHECK-NEXT:     arith.select %[[IS1]], %[[COLUMN1]], %[[COLUMN0]]
  // CHECK-NOT:      arith.cmpf
  // CHECK:          vector.store %{{.+}}, %[[TO]]
  extrema.arg_reduce <maximumf> dimension(1) ins(%x : memref<100x8xf16>) value_only outs(%v : memref<100xf16>)
  return
}

// -----

// Nobody asks for values: three selects fewer.

// CHECK-LABEL: func @indices(
func.func @indices(%x: memref<100x2xbf16>, %i: memref<100xi64>) {
  // CHECK:          %[[COLUMN0:.+]] = vector.shuffle
  // CHECK:          %[[IS1:.+]] = arith.cmpi sgt
  // CHECK-NEXT:     %[[POSITION:.+]] = arith.select %[[IS1]], %{{.+}}, %{{.+}} : vector<8xi1>, vector<8xi16>
  // CHECK-NEXT:     %[[INDICES:.+]] = arith.extui %[[POSITION]] : vector<8xi16> to vector<8xi64>
  // CHECK-NEXT:     vector.store %[[INDICES]]
  extrema.arg_reduce <maximumf> dimension(1) ins(%x : memref<100x2xbf16>) index_only outs(%i : memref<100xi64>)
  return
}
