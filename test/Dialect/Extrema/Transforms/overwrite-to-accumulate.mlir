// RUN: extrema-opt %s -extrema-overwrite-to-accumulate -split-input-file | FileCheck %s

// The canonicalizer leaves it, the pass of the other direction does not.
// RUN: extrema-opt %s -extrema-overwrite-to-accumulate -canonicalize -cse -split-input-file | FileCheck %s --check-prefix=KEPT
// RUN: extrema-opt %s -extrema-overwrite-to-accumulate -canonicalize -extrema-accumulate-to-overwrite -split-input-file | FileCheck %s --check-prefix=BACK --implicit-check-not=extrema.identity

// CHECK-LABEL: func @index_only
// CHECK-SAME: %{{.*}}: tensor<4x8xf32>, %[[I0:.*]]: tensor<4xi32>
// KEPT-LABEL: func @index_only
// BACK-LABEL: func @index_only
func.func @index_only(%x: tensor<4x8xf32>, %i0: tensor<4xi32>) -> tensor<4xi32> {
  // CHECK-NEXT: %[[V0:.*]] = tensor.empty() : tensor<4xf32>
  // CHECK-NEXT: %[[S:.*]]:2 = extrema.identity <maximumf> outs(%[[V0]], %[[I0]] : tensor<4xf32>, tensor<4xi32>) -> tensor<4xf32>, tensor<4xi32>
  // CHECK-NEXT: %[[R:.*]]:2 = extrema.arg_reduce <maximumf> dimension(1) accumulate ins(%{{.*}}) outs(%[[S]]#0, %[[S]]#1 :
  // CHECK-NEXT: return %[[R]]#1
  // KEPT: extrema.identity
  // KEPT: accumulate
  // BACK: extrema.arg_reduce <maximumf> dimension(1) ins(%{{.*}}) index_only outs
  %0 = extrema.arg_reduce <maximumf> dimension(1) ins(%x : tensor<4x8xf32>)
         index_only outs(%i0 : tensor<4xi32>) -> tensor<4xi32>
  return %0 : tensor<4xi32>
}

// -----

// `last` is the identity's too. Explicit indices give the type of a state that was
// left out, and the other destination its encoding.

// CHECK-LABEL: func @value_only
// KEPT-LABEL: func @value_only
// BACK-LABEL: func @value_only
func.func @value_only(%x: tensor<4x?xf16>, %ix: tensor<4x?xi8>, %v0: tensor<4xf16, "there">) -> tensor<4xf16, "there"> {
  // CHECK: tensor.empty() : tensor<4xi8, "there">
  // CHECK: extrema.identity <minnumf> last outs({{.*}} : tensor<4xf16, "there">, tensor<4xi8, "there">)
  // CHECK: extrema.arg_reduce <minnumf> dimension(1) last accumulate ins(%{{.*}}, %{{.*}}) outs({{.*}} : tensor<4xf16, "there">, tensor<4xi8, "there">)
  // KEPT: accumulate
  // BACK: extrema.arg_reduce <minnumf> dimension(1) last ins(%{{.*}}) value_only outs
  %0 = extrema.arg_reduce <minnumf> dimension(1) last ins(%x, %ix : tensor<4x?xf16>, tensor<4x?xi8>)
         value_only outs(%v0 : tensor<4xf16, "there">) -> tensor<4xf16, "there">
  return %0 : tensor<4xf16, "there">
}

// -----

// CHECK-LABEL: func @topk
// KEPT-LABEL: func @topk
// BACK-LABEL: func @topk
func.func @topk(%x: tensor<8xi16>, %b: index, %v0: tensor<3xi16>, %i0: tensor<3xindex>)
    -> (tensor<3xi16>, tensor<3xindex>) {
  // CHECK: extrema.identity <minui> outs({{.*}} : tensor<3xi16>, tensor<3xindex>)
  // CHECK: extrema.topk_reduce <minui> dimension(0) unsorted index_base(%{{.*}}) accumulate {note = "kept"}
  // KEPT: accumulate
  // BACK: extrema.topk_reduce <minui> dimension(0) unsorted index_base(%{{.*}}) {note = "kept"} ins
  %0:2 = extrema.topk_reduce <minui> dimension(0) unsorted index_base(%b) {note = "kept"} ins(%x : tensor<8xi16>)
         outs(%v0, %i0 : tensor<3xi16>, tensor<3xindex>) -> tensor<3xi16>, tensor<3xindex>
  return %0#0, %0#1 : tensor<3xi16>, tensor<3xindex>
}

// -----

// Integers of any signedness.

// CHECK-LABEL: func @unsigned
// BACK-LABEL: func @unsigned
func.func @unsigned(%u: tensor<8xui8>, %i: tensor<i64>) -> tensor<i64> {
  // CHECK: extrema.identity <maxui> outs({{.*}} : tensor<ui8>, tensor<i64>)
  // CHECK: accumulate ins(%{{.*}} : tensor<8xui8>)
  // BACK: index_only
  %0 = extrema.arg_reduce <maxui> dimension(0) ins(%u : tensor<8xui8>) index_only outs(%i : tensor<i64>) -> tensor<i64>
  return %0 : tensor<i64>
}

// -----

// What is on memrefs, or has a state already, is left alone.

// CHECK-LABEL: func @left_alone
func.func @left_alone(%i: tensor<i64>, %m: memref<8xi8>, %mi: memref<i64>,
                      %s: tensor<8xi8>, %v: tensor<i8>) -> tensor<i64> {
  // CHECK-NOT: extrema.identity
  // CHECK: extrema.arg_reduce <maxui> dimension(0) ins(
  extrema.arg_reduce <maxui> dimension(0) ins(%m : memref<8xi8>) index_only outs(%mi : memref<i64>)
  %1:2 = extrema.arg_reduce <maxui> dimension(0) accumulate ins(%s : tensor<8xi8>) outs(%v, %i : tensor<i8>, tensor<i64>) -> tensor<i8>, tensor<i64>
  return %1#1 : tensor<i64>
}
