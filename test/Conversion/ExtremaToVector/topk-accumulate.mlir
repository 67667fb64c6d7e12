// topk_reduce into a state, and with explicit indices.

// RUN: extrema-opt %s --convert-extrema-to-vector=vector-bits=256 --canonicalize --cse --split-input-file | FileCheck %s

// The state's last element is the threshold of a long row, the next better rank
// if all of the row comes behind it; if there is none, nothing is read. What is
// found is merged with the state from the end of both on.

// CHECK-LABEL: func @long_row(
// CHECK-SAME:      %[[X:.+]]: memref<100000xi32>, %[[V:.+]]: memref<50xi32>, %[[I:.+]]: memref<50xi64>, %[[BASE:.+]]: index
// CHECK-DAG:     %[[ZERO:.+]] = arith.constant 0 : index
// CHECK-DAG:     %[[EXTENT:.+]] = arith.constant 100000 : index
// CHECK-DAG:     %[[LAST:.+]] = arith.constant 49 : index
// CHECK-DAG:     %[[K:.+]] = arith.constant 50 : index
// CHECK:         %[[FOUND_V:.+]] = memref.alloca() {{.+}} : memref<50xi32>
// CHECK:         %[[FOUND_I:.+]] = memref.alloca() {{.+}} : memref<50xi64>
// CHECK:         %[[WORST:.+]] = memref.load %[[V]][%[[LAST]]]
// CHECK:         %[[WORST_INDEX:.+]] = memref.load %[[I]][%[[LAST]]]
// CHECK:         %[[FIRST:.+]] = arith.index_cast %[[BASE]] : index to i64
// CHECK:         %[[BEHIND:.+]] = arith.cmpi sgt, %[[FIRST]], %[[WORST_INDEX]]
// CHECK:         %[[NEXT:.+]] = arith.addi %[[WORST]],
// CHECK:         %[[RANK:.+]] = arith.select %{{.+}}, %[[NEXT]], %[[WORST]]
// CHECK:         %[[END:.+]] = arith.select %{{.+}}, %[[ZERO]], %[[EXTENT]]
// CHECK:         %[[ROW:.+]]:5 = scf.while (%{{.+}} = %[[ZERO]], %{{.+}} = %[[ZERO]], %{{.+}} = %[[RANK]], %{{.+}} = %[[EXTENT]], %{{.+}} = %[[END]])
// A block of which no maximum reaches the threshold is done.
// CHECK:           vector.store
// CHECK:           %[[REACH:.+]] = arith.cmpi sge, %{{.+}}, %{{.+}} : vector<8xi32>
// CHECK:           %[[ANY:.+]] = vector.reduction <or>, %[[REACH]]
// CHECK:           %[[READ:.+]] = arith.ori %{{.+}}, %[[ANY]]
// CHECK:           scf.if %[[READ]]
// CHECK:         memref.store %{{.+}}, %[[FOUND_V]]
// CHECK:         memref.store %{{.+}}, %[[FOUND_I]]
// CHECK:         scf.while (%[[LEFT:.+]] = %[[K]], %[[NEW:.+]] = %[[ROW]]#1)
// CHECK:           memref.load %[[V]]
// CHECK:           memref.load %[[I]]
// CHECK:           memref.load %[[FOUND_V]]
// CHECK:           memref.load %[[FOUND_I]]
// CHECK:           scf.if
// CHECK:             memref.store %{{.+}}, %[[V]]
// CHECK:             memref.store %{{.+}}, %[[I]]
// CHECK:         return
func.func @long_row(%x: memref<100000xi32>, %v: memref<50xi32>, %i: memref<50xi64>, %base: index) {
  extrema.topk_reduce <maxsi> dimension(0) index_base(%base) accumulate ins(%x : memref<100000xi32>) outs(%v, %i : memref<50xi32>, memref<50xi64>)
  return
}

// -----

// The worst element of a state in any order is looked for. The state is sorted,
// as rank, index and place, once something is better.

// CHECK-LABEL: func @any_order(
// CHECK-SAME:      %[[X:.+]]: memref<100000xi32>, %[[V:.+]]: memref<50xi32>, %[[I:.+]]: memref<50xi64>
// CHECK:         %[[RANKS:.+]] = memref.alloca() {{.+}} : memref<128xi64>
// CHECK:         %[[INDICES:.+]] = memref.alloca() {{.+}} : memref<128xi64>
// CHECK:         %[[PLACES:.+]] = memref.alloca() {{.+}} : memref<128xi64>
// CHECK:         %[[COPY:.+]] = memref.alloca() {{.+}} : memref<50xi32>
// CHECK:         scf.for {{.+}} -> (i32, i64)
// CHECK:           memref.load %[[V]]
// CHECK:           memref.load %[[I]]
// CHECK:         memref.store %{{.+}}, %[[COPY]]
// CHECK:         memref.store %{{.+}}, %[[RANKS]]
// CHECK:         memref.store %{{.+}}, %[[INDICES]]
// CHECK:         memref.store %{{.+}}, %[[PLACES]]
// CHECK:         %[[VALUE:.+]] = memref.load %[[COPY]]
// CHECK:         memref.store %[[VALUE]], %[[V]]
func.func @any_order(%x: memref<100000xi32>, %v: memref<50xi32>, %i: memref<50xi64>) {
  extrema.topk_reduce <maxsi> dimension(0) unsorted accumulate ins(%x : memref<100000xi32>) outs(%v, %i : memref<50xi32>, memref<50xi64>)
  return
}

// -----

// A batch strategy finds the best of 128 rows, in memory of its own; each row is
// merged. The last block may be shorter, but is no shorter than a batch.

// CHECK-LABEL: func @rows(
// CHECK-SAME:      %[[X:.+]]: memref<1001x24xi32>, %[[V:.+]]: memref<1001x4xi32>, %[[I:.+]]: memref<1001x4xi64>
// CHECK-DAG:     %[[BATCH:.+]] = arith.constant 8 : index
// CHECK-DAG:     %[[ROWS:.+]] = arith.constant 1001 : index
// CHECK-DAG:     %[[BLOCK:.+]] = arith.constant 128 : index
// CHECK:         memref.expand_shape %{{.+}} : memref<512xi32> into memref<128x4xi32>
// CHECK:         memref.expand_shape %{{.+}} : memref<512xi64> into memref<128x4xi64>
// CHECK:         scf.for %[[FIRST:.+]] = %{{.+}} to %[[ROWS]] step %[[BLOCK]] {
// CHECK:           %[[LEFT:.+]] = arith.subi %[[ROWS]], %[[FIRST]]
// CHECK:           %[[MOST:.+]] = arith.minsi %[[LEFT]], %[[BLOCK]]
// CHECK:           %[[SIZE:.+]] = arith.maxsi %[[MOST]], %[[BATCH]]
// CHECK:           %[[LATEST:.+]] = arith.subi %[[ROWS]], %[[SIZE]]
// CHECK:           %[[BEGIN:.+]] = arith.minsi %[[FIRST]], %[[LATEST]]
// CHECK:           memref.subview %[[X]][%[[BEGIN]], 0] [%[[SIZE]], 24]
// CHECK:           %[[SEEN:.+]] = arith.subi %[[FIRST]], %[[BEGIN]]
// CHECK:           scf.for %{{.+}} = %[[SEEN]] to %[[SIZE]]
// CHECK:             scf.if
// CHECK:               scf.while
func.func @rows(%x: memref<1001x24xi32>, %v: memref<1001x4xi32>, %i: memref<1001x4xi64>) {
  extrema.topk_reduce <maxsi> dimension(1) accumulate ins(%x : memref<1001x24xi32>) outs(%v, %i : memref<1001x4xi32>, memref<1001x4xi64>)
  return
}

// -----

// All blocks of columns are of one size.

// CHECK-LABEL: func @columns(
// CHECK-SAME:      %[[X:.+]]: memref<40x256xf32>,
// CHECK:         memref.expand_shape %{{.+}} : memref<384xf32> into memref<3x128xf32>
// CHECK:         scf.for
// CHECK:           memref.subview %[[X]][0, %{{.+}}] [40, 128]
// CHECK:           scf.while
func.func @columns(%x: memref<40x256xf32>, %v: memref<3x256xf32>, %i: memref<3x256xi32>) {
  extrema.topk_reduce <minnumf> dimension(0) accumulate ins(%x : memref<40x256xf32>) outs(%v, %i : memref<3x256xf32>, memref<3x256xi32>)
  return
}

// -----

// Explicit indices are loaded of candidates alone. Those that tie with the
// threshold and have a greater index are overwritten by the next.

// CHECK-LABEL: func @explicit(
// CHECK-SAME:      %[[X:.+]]: memref<100000xi32>, %[[XI:.+]]: memref<100000xi32>,
// CHECK:         scf.for {{.+}} -> (index, i64, index)
// CHECK:           memref.load %[[X]]
// CHECK:           %[[INDEX:.+]] = memref.load %[[XI]]
// CHECK:           %[[TIES:.+]] = arith.cmpi eq
// CHECK:           %[[INDEX_CAST:.+]] = arith.index_cast %[[INDEX]]
// CHECK:           %[[LATER:.+]] = arith.cmpi sgt, %[[INDEX_CAST]],
// CHECK:           %[[LOSES:.+]] = arith.andi %[[TIES]], %[[LATER]]
// CHECK:         memref.load %[[XI]]
func.func @explicit(%x: memref<100000xi32>, %xi: memref<100000xi32>, %v: memref<50xi32>, %i: memref<50xi32>) {
  extrema.topk_reduce <maxsi> dimension(0) ins(%x, %xi : memref<100000xi32>, memref<100000xi32>) outs(%v, %i : memref<50xi32>, memref<50xi32>)
  return
}
