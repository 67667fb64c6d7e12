// RUN: extrema-opt %s --convert-extrema-to-linalg | FileCheck %s

// CHECK-LABEL: func @tensors
// CHECK-SAME:    %[[V:.*]]: tensor<4x?xf16>, %[[I:.*]]: tensor<4x?xi8>
// CHECK:         %[[NAN:.*]] = arith.constant 0x7E00 : f16
// CHECK:         %[[F:.*]] = linalg.fill ins(%[[NAN]] : f16) outs(%[[V]] : tensor<4x?xf16>)
// CHECK:         %[[WORST:.*]] = arith.constant -1 : i8
// CHECK:         %[[G:.*]] = linalg.fill ins(%[[WORST]] : i8) outs(%[[I]] : tensor<4x?xi8>)
// CHECK:         return %[[F]], %[[G]]
func.func @tensors(%v: tensor<4x?xf16>, %i: tensor<4x?xi8>) -> (tensor<4x?xf16>, tensor<4x?xi8>) {
  %0:2 = extrema.identity <minnumf> last outs(%v, %i : tensor<4x?xf16>, tensor<4x?xi8>) -> tensor<4x?xf16>, tensor<4x?xi8>
  return %0#0, %0#1 : tensor<4x?xf16>, tensor<4x?xi8>
}

// CHECK-LABEL: func @memrefs
// CHECK-DAG:     linalg.fill ins(%{{.*}} : i16) outs(%{{.*}} : memref<?xi16, 3>)
// CHECK-DAG:     linalg.fill ins(%{{.*}} : index) outs(%{{.*}} : memref<?xindex>)
// CHECK-NOT:     extrema
func.func @memrefs(%v: memref<?xi16, 3>, %i: memref<?xindex>) {
  extrema.identity <maxsi> outs(%v, %i : memref<?xi16, 3>, memref<?xindex>)
  return
}
