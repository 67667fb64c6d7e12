// What the destinations hold takes part. The rows in which the last two batches
// overlap are added twice, which changes nothing.

// RUN: extrema-opt %s --convert-extrema-to-vector=vector-bits=128 --canonicalize --cse | FileCheck %s

// CHECK-LABEL: func @accumulate(
// CHECK-SAME:    %{{.+}}: memref<100x4xi32>, %[[V:[a-z0-9]+]]: memref<100xi32>, %[[I:[a-z0-9]+]]: memref<100xi32>, %[[BASE:[a-z0-9]+]]: index)
func.func @accumulate(%x: memref<100x4xi32>, %v: memref<100xi32>, %i: memref<100xi32>, %base: index) {
  // CHECK:       scf.for
  // CHECK-NEXT:    %[[BEGIN:.+]] = arith.minsi
  // CHECK-COUNT-4: arith.select
  // CHECK:         %[[BEST:.+]] = arith.select %{{.+}} : vector<4xi1>, vector<4xi32>
  // CHECK-NEXT:    %[[POSITION:.+]] = arith.select %{{.+}} : vector<4xi1>, vector<4xi32>
  // CHECK:         %[[INDEX:.+]] = arith.addi %{{.+}}, %[[POSITION]] : vector<4xi32>
  // CHECK-NEXT:    %[[OLD_VALUE:.+]] = vector.load %[[V]][%[[BEGIN]]]
  // CHECK-NEXT:    %[[OLD_INDEX:.+]] = vector.load %[[I]][%[[BEGIN]]]
  // CHECK:         arith.cmpi sgt, %[[BEST]], %[[OLD_VALUE]]
  // CHECK:         arith.cmpi slt, %[[OLD_INDEX]], %[[INDEX]]
  // CHECK:         vector.store %{{.+}}, %[[V]][%[[BEGIN]]]
  // CHECK-NEXT:    vector.store %{{.+}}, %[[I]][%[[BEGIN]]]
  extrema.arg_reduce <minsi> dimension(1) index_base(%base) accumulate ins(%x : memref<100x4xi32>)
    outs(%v, %i : memref<100xi32>, memref<100xi32>)
  return
}
