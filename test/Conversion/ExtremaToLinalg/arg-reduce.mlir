// RUN: extrema-opt %s --convert-extrema-to-linalg --canonicalize --split-input-file | FileCheck %s

// CHECK-DAG: #[[INPUT:.+]] = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
// CHECK-DAG: #[[REDUCED:.+]] = affine_map<(d0, d1, d2) -> (d0, d2)>

// CHECK-LABEL: func @overwrite(
// CHECK-SAME:    %[[X:[a-z0-9]+]]: tensor<4x8x?xf32>, %[[V0:[a-z0-9]+]]: tensor<4x?xf32>, %[[I0:[a-z0-9]+]]: tensor<4x?xi32>)
func.func @overwrite(%x: tensor<4x8x?xf32>, %v: tensor<4x?xf32>, %i: tensor<4x?xi32>)
    -> (tensor<4x?xf32>, tensor<4x?xi32>) {
  // CHECK-DAG:   %[[WORST:.+]] = arith.constant 0xFF800000 : f32
  // CHECK-DAG:   %[[LAST:.+]] = arith.constant 2147483647 : i32
  // CHECK:       %[[V1:.+]] = linalg.fill ins(%[[WORST]] : f32) outs(%[[V0]] : tensor<4x?xf32>)
  // CHECK:       %[[I1:.+]] = linalg.fill ins(%[[LAST]] : i32) outs(%[[I0]] : tensor<4x?xi32>)
  // CHECK:       %[[R:.+]]:2 = linalg.generic
  // CHECK-SAME:      indexing_maps = [#[[INPUT]], #[[REDUCED]], #[[REDUCED]]]
  // CHECK-SAME:      iterator_types = ["parallel", "reduction", "parallel"]
  // CHECK-SAME:      ins(%[[X]] : tensor<4x8x?xf32>) outs(%[[V1]], %[[I1]] : tensor<4x?xf32>, tensor<4x?xi32>)
  // CHECK:       ^bb0(%[[VALUE:.+]]: f32, %[[BEST:.+]]: f32, %[[AT:.+]]: i32):
  // CHECK:         %[[POSITION:.+]] = linalg.index 1 : index
  // CHECK:         %[[INDEX:.+]] = arith.index_cast %[[POSITION]] : index to i32
  // CHECK:         arith.cmpi slt, %[[AT]], %[[INDEX]] : i32
  // CHECK-NEXT:    arith.andi
  // CHECK-NEXT:    %[[BETTER:.+]] = arith.ori
  // CHECK-DAG:     %[[V:.+]] = arith.select %[[BETTER]], %[[BEST]], %[[VALUE]] : f32
  // CHECK-DAG:     %[[I:.+]] = arith.select %[[BETTER]], %[[AT]], %[[INDEX]] : i32
  // CHECK:         linalg.yield %[[V]], %[[I]] : f32, i32
  // CHECK:       return %[[R]]#0, %[[R]]#1
  %0:2 = extrema.arg_reduce <maximumf> dimension(1) ins(%x : tensor<4x8x?xf32>)
    outs(%v, %i : tensor<4x?xf32>, tensor<4x?xi32>) -> tensor<4x?xf32>, tensor<4x?xi32>
  return %0#0, %0#1 : tensor<4x?xf32>, tensor<4x?xi32>
}

// -----

// A state is not filled over; the base counts.

// CHECK-LABEL: func @accumulate(
// CHECK-SAME:    %[[X:[a-z0-9]+]]: tensor<8xi32>, %[[V:[a-z0-9]+]]: tensor<i32>, %[[I:[a-z0-9]+]]: tensor<index>, %[[BASE:[a-z0-9]+]]: index)
func.func @accumulate(%x: tensor<8xi32>, %v: tensor<i32>, %i: tensor<index>, %base: index)
    -> (tensor<i32>, tensor<index>) {
  // CHECK-NOT:   linalg.fill
  // CHECK:       linalg.generic
  // CHECK-SAME:      outs(%[[V]], %[[I]] : tensor<i32>, tensor<index>)
  // CHECK:         %[[POSITION:.+]] = linalg.index 0 : index
  // CHECK:         arith.addi %[[BASE]], %[[POSITION]] : index
  %0:2 = extrema.arg_reduce <minsi> dimension(0) index_base(%base) accumulate ins(%x : tensor<8xi32>)
    outs(%v, %i : tensor<i32>, tensor<index>) -> tensor<i32>, tensor<index>
  return %0#0, %0#1 : tensor<i32>, tensor<index>
}

// -----

// CHECK-DAG: #[[INPUT:.+]] = affine_map<(d0, d1) -> (d0, d1)>
// CHECK-DAG: #[[REDUCED:.+]] = affine_map<(d0, d1) -> (d0)>

// CHECK-LABEL: func @explicit_indices(
// CHECK-SAME:    %[[X:[a-z0-9]+]]: tensor<?x8xi8>, %[[E:[a-z0-9]+]]: tensor<?x8xi16>, %[[V0:[a-z0-9]+]]: tensor<?xi8>)
func.func @explicit_indices(%x: tensor<?x8xi8>, %e: tensor<?x8xi16>, %v: tensor<?xi8>) -> tensor<?xi8> {
  // The indices are scratch of the type of the explicit ones.
  // CHECK-DAG:   %[[NONE:.+]] = arith.constant -1 : i16
  // CHECK:       %[[ROWS:.+]] = tensor.dim %[[V0]]
  // CHECK:       %[[SCRATCH:.+]] = tensor.empty(%[[ROWS]]) : tensor<?xi16>
  // CHECK:       %[[V1:.+]] = linalg.fill ins(%{{.+}} : i8) outs(%[[V0]] : tensor<?xi8>)
  // CHECK:       %[[I1:.+]] = linalg.fill ins(%[[NONE]] : i16) outs(%[[SCRATCH]] : tensor<?xi16>)
  // CHECK:       %[[R:.+]]:2 = linalg.generic
  // CHECK-SAME:      indexing_maps = [#[[INPUT]], #[[INPUT]], #[[REDUCED]], #[[REDUCED]]]
  // CHECK-SAME:      ins(%[[X]], %[[E]] : tensor<?x8xi8>, tensor<?x8xi16>)
  // CHECK-SAME:      outs(%[[V1]], %[[I1]] : tensor<?xi8>, tensor<?xi16>)
  // CHECK-NOT:     linalg.index
  // CHECK:       return %[[R]]#0
  %0 = extrema.arg_reduce <maxui> dimension(1) last ins(%x, %e : tensor<?x8xi8>, tensor<?x8xi16>)
    value_only outs(%v : tensor<?xi8>) -> tensor<?xi8>
  return %0 : tensor<?xi8>
}

// -----

// A 16-bit float is compared and carried as an integer.

// CHECK-LABEL: func @memrefs(
// CHECK-SAME:    %[[X:[a-z0-9]+]]: memref<?x4xbf16, strided<[?, ?], offset: ?>>, %[[I:[a-z0-9]+]]: memref<?xi64>)
func.func @memrefs(%x: memref<?x4xbf16, strided<[?, ?], offset: ?>>, %i: memref<?xi64>) {
  // CHECK:       %[[SCRATCH:.+]] = memref.alloc(%{{.+}}) : memref<?xbf16>
  // CHECK:       linalg.fill ins(%{{.+}} : bf16) outs(%[[SCRATCH]] : memref<?xbf16>)
  // CHECK:       linalg.fill ins(%{{.+}} : i64) outs(%[[I]] : memref<?xi64>)
  // CHECK:       linalg.generic
  // CHECK-SAME:      ins(%[[X]] : memref<?x4xbf16, strided<[?, ?], offset: ?>>) outs(%[[SCRATCH]], %[[I]] : memref<?xbf16>, memref<?xi64>)
  // CHECK:       ^bb0(%[[VALUE:.+]]: bf16, %[[BEST:.+]]: bf16, %{{.+}}: i64):
  // CHECK-DAG:     %[[VALUE_BITS:.+]] = arith.bitcast %[[VALUE]] : bf16 to i16
  // CHECK-DAG:     %[[BEST_BITS:.+]] = arith.bitcast %[[BEST]] : bf16 to i16
  // CHECK-NOT:     cmpf
  // CHECK:         %[[BITS:.+]] = arith.select %{{.+}}, %[[BEST_BITS]], %[[VALUE_BITS]] : i16
  // CHECK:         %[[V:.+]] = arith.bitcast %[[BITS]] : i16 to bf16
  // CHECK:         linalg.yield %[[V]]
  // CHECK:       memref.dealloc %[[SCRATCH]]
  extrema.arg_reduce <maxnumf> dimension(1) ins(%x : memref<?x4xbf16, strided<[?, ?], offset: ?>>)
    index_only outs(%i : memref<?xi64>)
  return
}

// -----

// CHECK-LABEL: func @topk
// CHECK-NOT:     linalg
// CHECK:         extrema.topk_reduce
// CHECK-NOT:     linalg
func.func @topk(%x: tensor<8xui8>, %v: tensor<3xui8>, %i: tensor<3xi64>) -> tensor<3xi64> {
  %0:2 = extrema.topk_reduce <maxui> dimension(0) ins(%x : tensor<8xui8>)
    outs(%v, %i : tensor<3xui8>, tensor<3xi64>) -> tensor<3xui8>, tensor<3xi64>
  return %0#1 : tensor<3xi64>
}
