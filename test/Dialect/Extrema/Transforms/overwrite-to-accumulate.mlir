// RUN: extrema-opt %s -extrema-overwrite-to-accumulate | FileCheck %s
// RUN: extrema-opt %s -extrema-overwrite-to-accumulate -canonicalize | FileCheck %s --check-prefix=BACK

// CHECK-LABEL: func @index_only
// CHECK-SAME: %{{.*}}: tensor<4x8xf32>, %[[I0:.*]]: tensor<4xi32>
// BACK-LABEL: func @index_only
func.func @index_only(%x: tensor<4x8xf32>, %i0: tensor<4xi32>) -> tensor<4xi32> {
  // CHECK-DAG: %[[WORST:.*]] = arith.constant 0xFF800000 : f32
  // CHECK-DAG: %[[LAST:.*]] = arith.constant 2147483647 : i32
  // CHECK-DAG: %[[V:.*]] = linalg.fill ins(%[[WORST]] : f32) outs(%{{.*}} : tensor<4xf32>)
  // CHECK-DAG: %[[I:.*]] = linalg.fill ins(%[[LAST]] : i32) outs(%[[I0]] : tensor<4xi32>)
  // CHECK: %[[R:.*]]:2 = extrema.arg_reduce <maximumf> dimension(1) accumulate ins(%{{.*}}) outs(%[[V]], %[[I]] :
  // CHECK: return %[[R]]#1
  // BACK: extrema.arg_reduce <maximumf> dimension(1) ins(%{{.*}}) index_only outs
  %0 = extrema.arg_reduce <maximumf> dimension(1) ins(%x : tensor<4x8xf32>)
         index_only outs(%i0 : tensor<4xi32>) -> tensor<4xi32>
  return %0 : tensor<4xi32>
}

// The worst value of a kind whose NaN is the worst is a NaN; the worst index of
// `last` is -1. Explicit indices give the type of a state that was left out.

// CHECK-LABEL: func @value_only
// BACK-LABEL: func @value_only
func.func @value_only(%x: tensor<4x?xf16>, %ix: tensor<4x?xi8>, %v0: tensor<4xf16>) -> tensor<4xf16> {
  // CHECK-DAG: arith.constant 0x7E00 : f16
  // CHECK-DAG: arith.constant -1 : i8
  // CHECK: extrema.arg_reduce <minnumf> dimension(1) last accumulate ins(%{{.*}}, %{{.*}}) outs({{.*}} : tensor<4xf16>, tensor<4xi8>)
  // BACK: extrema.arg_reduce <minnumf> dimension(1) last ins(%{{.*}}) value_only outs
  %0 = extrema.arg_reduce <minnumf> dimension(1) last ins(%x, %ix : tensor<4x?xf16>, tensor<4x?xi8>)
         value_only outs(%v0 : tensor<4xf16>) -> tensor<4xf16>
  return %0 : tensor<4xf16>
}

// CHECK-LABEL: func @topk
// BACK-LABEL: func @topk
func.func @topk(%x: tensor<8xi16>, %b: index, %v0: tensor<3xi16>, %i0: tensor<3xindex>)
    -> (tensor<3xi16>, tensor<3xindex>) {
  // CHECK-DAG: arith.constant -1 : i16
  // CHECK-DAG: arith.constant 9223372036854775807 : index
  // CHECK: extrema.topk_reduce <minui> dimension(0) unsorted index_base(%{{.*}}) accumulate
  // BACK: extrema.topk_reduce <minui> dimension(0) unsorted index_base(%{{.*}}) ins
  %0:2 = extrema.topk_reduce <minui> dimension(0) unsorted index_base(%b) ins(%x : tensor<8xi16>)
         outs(%v0, %i0 : tensor<3xi16>, tensor<3xindex>) -> tensor<3xi16>, tensor<3xindex>
  return %0#0, %0#1 : tensor<3xi16>, tensor<3xindex>
}

// What has no constant, no tensors, or a state already is left alone.

// CHECK-LABEL: func @left_alone
func.func @left_alone(%u: tensor<8xui8>, %i: tensor<i64>, %m: memref<8xi8>, %mi: memref<i64>,
                      %s: tensor<8xi8>, %v: tensor<i8>) -> (tensor<i64>, tensor<i64>) {
  // CHECK-NOT: linalg.fill
  %0 = extrema.arg_reduce <maxui> dimension(0) ins(%u : tensor<8xui8>) index_only outs(%i : tensor<i64>) -> tensor<i64>
  extrema.arg_reduce <maxui> dimension(0) ins(%m : memref<8xi8>) index_only outs(%mi : memref<i64>)
  %1:2 = extrema.arg_reduce <maxui> dimension(0) accumulate ins(%s : tensor<8xi8>) outs(%v, %i : tensor<i8>, tensor<i64>) -> tensor<i8>, tensor<i64>
  return %0, %1#1 : tensor<i64>, tensor<i64>
}
