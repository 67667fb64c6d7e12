// RUN: extrema-opt %s --convert-extrema-to-vector="triple=x86_64-linux-gnu cpu=x86-64-v4" --canonicalize --cse --split-input-file | FileCheck %s
// RUN: extrema-opt %s --convert-extrema-to-vector="triple=x86_64-linux-gnu cpu=x86-64-v3" --split-input-file | FileCheck %s --check-prefix=AVX2

// 125 groups of 8 rows. Of blocks of 64 columns the groups' best ranks are
// stored; then, for 16 columns at a time, the 10 best groups are selected, put
// into the order of their positions, fetched and inserted.

// CHECK-LABEL: func @columns(
// CHECK-SAME:    %[[X:[a-z0-9]+]]: memref<1000x1000xf32>
// CHECK-DAG:     %[[MAXIMA:.+]] = memref.alloca() {{.*}} : memref<8000xi32>
// CHECK-DAG:     %[[FIRST:.+]] = memref.alloca() {{.*}} : memref<160xi32>
// CHECK-DAG:     %[[ELEMENTS:.+]] = memref.alloca() {{.*}} : memref<1280xf32>
func.func @columns(%x: memref<1000x1000xf32>, %v: memref<10x1000xf32>, %i: memref<10x1000xi64>) {
  // Four vectors side by side, four rows at a time, and what NaNs there are.
  // CHECK:       %[[BEST:.+]]:5 = scf.for %{{.+}} = %{{.+}} to %{{.+}} step %c4
  // CHECK-COUNT-16: vector.load %[[X]][%{{.+}}, %{{.+}}] : memref<1000x1000xf32>, vector<16xf32>
  // CHECK-COUNT-8:  arith.cmpf uno
  // CHECK:       %[[HAS:.+]] = vector.reduction <or>, %[[BEST]]#4
  // CHECK:       scf.if %[[HAS]]
  // CHECK-COUNT-4: vector.store %{{.+}}, %[[MAXIMA]]
  // CHECK:       vector.load %[[MAXIMA]]
  // The network has 16 places.
  // CHECK:       arith.maxsi %{{.+}}, %cst{{.*}} : vector<16xi32>
  // CHECK-COUNT-10: vector.store %{{.+}}, %[[FIRST]]
  // CHECK:       scf.for %{{.+}} = %c0 to %c16 step %c1
  // CHECK-NEXT:    arith.addi
  // CHECK-NEXT:    scf.for %{{.+}} = %c0 to %c10 step %c1
  // CHECK:           scf.for %{{.+}} = %c0 to %c8 step %c4
  // CHECK-COUNT-4:     memref.store %{{.+}}, %[[ELEMENTS]]
  // CHECK:       vector.load %[[FIRST]]
  // CHECK:       vector.load %[[ELEMENTS]]
  // CHECK-NOT:   extrema.topk_reduce

  // Without masks, NaNs are found in vectors as wide as elements.
  // AVX2-LABEL: func @columns(
  // AVX2:         arith.cmpf uno
  // AVX2-NEXT:    arith.extsi %{{.+}} : vector<8xi1> to vector<8xi32>
  // AVX2:         vector.reduction <or>, %{{.+}} : vector<8xi32> into i32
  extrema.topk_reduce <maximumf> dimension(0) ins(%x : memref<1000x1000xf32>)
    outs(%v, %i : memref<10x1000xf32>, memref<10x1000xi64>)
  return
}

// -----

// The last group has 7 rows: one of the group before it is fetched too, and
// then worse than all. Few columns go by masked vectors.

// CHECK-LABEL: func @rest(
func.func @rest(%x: memref<999x7xi32>, %v: memref<4x7xi32>, %i: memref<4x7xi32>) {
  // CHECK:       vector.constant_mask [7]
  // CHECK:       vector.maskedload %{{.+}} : memref<999x7xi32>, vector<16xi1>
  // CHECK:       vector.store %{{.+}}, %{{.+}}[%{{.+}}] : memref<8000xi32>
  // CHECK:       memref.load %{{.+}} : memref<999x7xi32>
  // CHECK:       %[[FIRST:.+]] = vector.load %{{.+}} : memref<192xi32>, vector<16xi32>
  // CHECK:       %[[BEGIN:.+]] = arith.minsi %[[FIRST]], %{{.+}} : vector<16xi32>
  // CHECK-NEXT:  %[[POSITION:.+]] = arith.addi %[[BEGIN]], %{{.+}}
  // CHECK-NEXT:  %[[OTHER:.+]] = arith.cmpi slt, %[[POSITION]], %[[FIRST]]
  // CHECK-NEXT:  arith.select %[[OTHER]], %{{.+}}, %{{.+}} : vector<16xi1>, vector<16xi32>
  extrema.topk_reduce <minsi> dimension(0) ins(%x : memref<999x7xi32>)
    outs(%v, %i : memref<4x7xi32>, memref<4x7xi32>)
  return
}

// -----

// Where the extent is not known, a run asks for it, and doubles the groups
// while they are small.

// CHECK-LABEL: func @dynamic(
func.func @dynamic(%x: memref<?x1000xi32>, %v: memref<4x1000xi32>, %i: memref<4x1000xi32>) {
  // CHECK:       %[[ROWS:.+]] = memref.dim
  // CHECK:       %[[OFFSET:.+]] = arith.subi %[[ROWS]], %c96
  // CHECK:       %[[IS_TALL:.+]] = arith.cmpi ule, %[[OFFSET]],
  // CHECK:       scf.if %[[IS_TALL]]
  // CHECK:         scf.while
  // CHECK:         memref.alloc(
  // CHECK:         memref.dealloc
  // CHECK:       } else {
  extrema.topk_reduce <maxsi> dimension(0) ins(%x : memref<?x1000xi32>)
    outs(%v, %i : memref<4x1000xi32>, memref<4x1000xi32>)
  return
}
