// RUN: extrema-opt %s --convert-extrema-to-loops --canonicalize | FileCheck %s

// 16-bit floats are stored as integers, as everywhere.

// CHECK-LABEL: func @half
// CHECK-SAME:    %[[V:.*]]: memref<4x?xbf16, strided<[?, ?], offset: ?>>, %[[I:.*]]: memref<4x?xi32>
// CHECK-DAG:     %[[INF:.*]] = arith.constant 32640 : i16
// CHECK-DAG:     %[[LARGEST:.*]] = arith.constant 2147483647 : i32
// CHECK:         %[[BITS:.*]] = builtin.unrealized_conversion_cast %[[V]]
// CHECK:         scf.for %[[A:.*]] =
// CHECK:           scf.for %[[B:.*]] =
// CHECK-DAG:         memref.store %[[INF]], %[[BITS]][%[[A]], %[[B]]]
// CHECK-DAG:         memref.store %[[LARGEST]], %[[I]][%[[A]], %[[B]]]
func.func @half(%v: memref<4x?xbf16, strided<[?, ?], offset: ?>>, %i: memref<4x?xi32>) {
  extrema.identity <minimumf> outs(%v, %i : memref<4x?xbf16, strided<[?, ?], offset: ?>>, memref<4x?xi32>)
  return
}

// CHECK-LABEL: func @scalars
// CHECK-DAG:     memref.store %{{.*}}, %{{.*}}[] : memref<i64>
// CHECK-DAG:     memref.store %{{.*}}, %{{.*}}[] : memref<index>
// CHECK-NOT:     extrema
func.func @scalars(%v: memref<i64>, %i: memref<index>) {
  extrema.identity <maxui> last outs(%v, %i : memref<i64>, memref<index>)
  return
}
