// RUN: extrema-opt %s --extrema-saturate-allocations | FileCheck %s

// CHECK-LABEL: func @one_extent
// CHECK-SAME:    %[[N:.+]]: index
// CHECK-DAG:     %[[BYTES:.+]] = arith.constant 4 : i64
// CHECK-DAG:     %[[COUNT:.+]] = arith.index_cast %[[N]] : index to i64
// CHECK:         %[[LOW:.+]], %[[HIGH:.+]] = arith.mului_extended %[[BYTES]], %[[COUNT]] : i64
// CHECK:         %[[WRAPS:.+]] = arith.cmpi ne, %[[HIGH]], %{{.+}} : i64
// CHECK:         %[[LARGE:.+]] = arith.cmpi ugt, %[[LOW]], %{{.+}} : i64
// CHECK:         %[[EITHER:.+]] = arith.ori %[[WRAPS]], %[[LARGE]] : i1
// CHECK:         %[[LIMIT:.+]] = arith.constant 4611686018427387904 : i64
// CHECK:         %[[CUT:.+]] = arith.select %[[EITHER]], %[[LIMIT]], %[[LOW]] : i64
// CHECK-NEXT:    %[[SIZE:.+]] = arith.index_cast %[[CUT]] : i64 to index
// CHECK:         %[[MEMORY:.+]] = memref.alloc(%[[SIZE]]) {alignment = 64 : i64} : memref<?xi8>
// CHECK:         %[[VIEW:.+]] = memref.view %[[MEMORY]][%{{.+}}][%[[N]]] : memref<?xi8> to memref<?xf32>
// CHECK:         return %[[VIEW]]
func.func @one_extent(%n: index) -> memref<?xf32> {
  %m = memref.alloc(%n) {alignment = 64 : i64} : memref<?xf32>
  return %m : memref<?xf32>
}

// With an extent of 0 nothing is needed, whatever the others.

// CHECK-LABEL: func @two_extents
// CHECK:         mului_extended
// CHECK:         mului_extended
// CHECK:         %[[CUT:.+]] = arith.select
// CHECK:         arith.select %{{.+}}, %{{.+}}, %[[CUT]] : i64
// CHECK:         memref.alloc(%{{.+}}) : memref<?xi8, 3>
// CHECK:         memref.view {{.*}} : memref<?xi8, 3> to memref<?x7x?xi16, 3>
func.func @two_extents(%m: index, %n: index) -> memref<?x7x?xi16, 3> {
  %a = memref.alloc(%m, %n) : memref<?x7x?xi16, 3>
  return %a : memref<?x7x?xi16, 3>
}

// Elements that are no scalars are aligned to their size.

// CHECK-LABEL: func @complex
// CHECK:         memref.alloc(%{{.+}}) {alignment = 16 : i64} : memref<?xi8>
func.func @complex(%n: index) -> memref<?xcomplex<f64>> {
  %a = memref.alloc(%n) : memref<?xcomplex<f64>>
  return %a : memref<?xcomplex<f64>>
}

// CHECK-LABEL: func @static
// CHECK:         memref.alloc() : memref<1152921504606846976xf32>
// CHECK:         %[[LIMIT:.+]] = arith.constant 4611686018427387904 : i64
// CHECK:         %[[SIZE:.+]] = arith.index_cast %[[LIMIT]] : i64 to index
// CHECK:         memref.alloc(%[[SIZE]]) : memref<?xi8>
// CHECK:         memref.view {{.*}} : memref<?xi8> to memref<4611686018427387904xf32>
func.func @static() -> (memref<1152921504606846976xf32>, memref<4611686018427387904xf32>) {
  %a = memref.alloc() : memref<1152921504606846976xf32>
  %b = memref.alloc() : memref<4611686018427387904xf32>
  return %a, %b : memref<1152921504606846976xf32>, memref<4611686018427387904xf32>
}
