// RUN: extrema-opt %s --extrema-accumulate-to-overwrite --split-input-file | FileCheck %s
// RUN: extrema-opt %s --canonicalize --split-input-file | FileCheck %s --check-prefix=STAYS

// The canonicalizer does neither: it would undo extrema-overwrite-to-accumulate.
// STAYS-LABEL: func @identity_maximumf(
// STAYS:         accumulate
// STAYS-LABEL: func @identity_of_topk(
// STAYS:         extrema.topk_reduce {{.*}} accumulate
// STAYS-LABEL: func @identity_of_topk_op(
// STAYS:         extrema.topk_reduce {{.*}} accumulate

//===----------------------------------------------------------------------===//
// accumulate into identities ⇒ overwrite what was filled with them: for every
// kind, its worst value; for every tie, its worst index
//===----------------------------------------------------------------------===//

// CHECK-LABEL: func @identity_maximumf
// CHECK-SAME: %[[X:.*]]: tensor<4x?xf32>, %[[V:.*]]: tensor<4xf32>, %[[I:.*]]: tensor<4xi32>
func.func @identity_maximumf(%x: tensor<4x?xf32>, %v: tensor<4xf32>, %i: tensor<4xi32>) -> (tensor<4xf32>, tensor<4xi32>) {
  // CHECK-NEXT: extrema.arg_reduce <maximumf> dimension(1) ins(%[[X]] : tensor<4x?xf32>) outs(%[[V]], %[[I]] : tensor<4xf32>, tensor<4xi32>)
  %worst = arith.constant 0xFF800000 : f32
  %index = arith.constant 2147483647 : i32
  %v0 = linalg.fill ins(%worst : f32) outs(%v : tensor<4xf32>) -> tensor<4xf32>
  %i0 = linalg.fill ins(%index : i32) outs(%i : tensor<4xi32>) -> tensor<4xi32>
  %0:2 = extrema.arg_reduce <maximumf> dimension(1) accumulate ins(%x : tensor<4x?xf32>) outs(%v0, %i0 : tensor<4xf32>, tensor<4xi32>) -> tensor<4xf32>, tensor<4xi32>
  return %0#0, %0#1 : tensor<4xf32>, tensor<4xi32>
}

// -----

// CHECK-LABEL: func @identity_maximumf_last
// CHECK-SAME: %[[X:.*]]: tensor<4x?xf32>, %[[V:.*]]: tensor<4xf32>, %[[I:.*]]: tensor<4xi32>
func.func @identity_maximumf_last(%x: tensor<4x?xf32>, %v: tensor<4xf32>, %i: tensor<4xi32>) -> (tensor<4xf32>, tensor<4xi32>) {
  // CHECK-NEXT: extrema.arg_reduce <maximumf> dimension(1) last ins(%[[X]] : tensor<4x?xf32>) outs(%[[V]], %[[I]] : tensor<4xf32>, tensor<4xi32>)
  %worst = arith.constant 0xFF800000 : f32
  %index = arith.constant -1 : i32
  %v0 = linalg.fill ins(%worst : f32) outs(%v : tensor<4xf32>) -> tensor<4xf32>
  %i0 = linalg.fill ins(%index : i32) outs(%i : tensor<4xi32>) -> tensor<4xi32>
  %0:2 = extrema.arg_reduce <maximumf> dimension(1) last accumulate ins(%x : tensor<4x?xf32>) outs(%v0, %i0 : tensor<4xf32>, tensor<4xi32>) -> tensor<4xf32>, tensor<4xi32>
  return %0#0, %0#1 : tensor<4xf32>, tensor<4xi32>
}

// -----

// CHECK-LABEL: func @identity_minimumf
// CHECK-SAME: %[[X:.*]]: tensor<4x?xf32>, %[[V:.*]]: tensor<4xf32>, %[[I:.*]]: tensor<4xi32>
func.func @identity_minimumf(%x: tensor<4x?xf32>, %v: tensor<4xf32>, %i: tensor<4xi32>) -> (tensor<4xf32>, tensor<4xi32>) {
  // CHECK-NEXT: extrema.arg_reduce <minimumf> dimension(1) ins(%[[X]] : tensor<4x?xf32>) outs(%[[V]], %[[I]] : tensor<4xf32>, tensor<4xi32>)
  %worst = arith.constant 0x7F800000 : f32
  %index = arith.constant 2147483647 : i32
  %v0 = linalg.fill ins(%worst : f32) outs(%v : tensor<4xf32>) -> tensor<4xf32>
  %i0 = linalg.fill ins(%index : i32) outs(%i : tensor<4xi32>) -> tensor<4xi32>
  %0:2 = extrema.arg_reduce <minimumf> dimension(1) accumulate ins(%x : tensor<4x?xf32>) outs(%v0, %i0 : tensor<4xf32>, tensor<4xi32>) -> tensor<4xf32>, tensor<4xi32>
  return %0#0, %0#1 : tensor<4xf32>, tensor<4xi32>
}

// -----

// CHECK-LABEL: func @identity_minimumf_last
// CHECK-SAME: %[[X:.*]]: tensor<4x?xf32>, %[[V:.*]]: tensor<4xf32>, %[[I:.*]]: tensor<4xi32>
func.func @identity_minimumf_last(%x: tensor<4x?xf32>, %v: tensor<4xf32>, %i: tensor<4xi32>) -> (tensor<4xf32>, tensor<4xi32>) {
  // CHECK-NEXT: extrema.arg_reduce <minimumf> dimension(1) last ins(%[[X]] : tensor<4x?xf32>) outs(%[[V]], %[[I]] : tensor<4xf32>, tensor<4xi32>)
  %worst = arith.constant 0x7F800000 : f32
  %index = arith.constant -1 : i32
  %v0 = linalg.fill ins(%worst : f32) outs(%v : tensor<4xf32>) -> tensor<4xf32>
  %i0 = linalg.fill ins(%index : i32) outs(%i : tensor<4xi32>) -> tensor<4xi32>
  %0:2 = extrema.arg_reduce <minimumf> dimension(1) last accumulate ins(%x : tensor<4x?xf32>) outs(%v0, %i0 : tensor<4xf32>, tensor<4xi32>) -> tensor<4xf32>, tensor<4xi32>
  return %0#0, %0#1 : tensor<4xf32>, tensor<4xi32>
}

// -----

// CHECK-LABEL: func @identity_maxnumf
// CHECK-SAME: %[[X:.*]]: tensor<4x?xf32>, %[[V:.*]]: tensor<4xf32>, %[[I:.*]]: tensor<4xi32>
func.func @identity_maxnumf(%x: tensor<4x?xf32>, %v: tensor<4xf32>, %i: tensor<4xi32>) -> (tensor<4xf32>, tensor<4xi32>) {
  // CHECK-NEXT: extrema.arg_reduce <maxnumf> dimension(1) ins(%[[X]] : tensor<4x?xf32>) outs(%[[V]], %[[I]] : tensor<4xf32>, tensor<4xi32>)
  %worst = arith.constant 0x7FC00000 : f32
  %index = arith.constant 2147483647 : i32
  %v0 = linalg.fill ins(%worst : f32) outs(%v : tensor<4xf32>) -> tensor<4xf32>
  %i0 = linalg.fill ins(%index : i32) outs(%i : tensor<4xi32>) -> tensor<4xi32>
  %0:2 = extrema.arg_reduce <maxnumf> dimension(1) accumulate ins(%x : tensor<4x?xf32>) outs(%v0, %i0 : tensor<4xf32>, tensor<4xi32>) -> tensor<4xf32>, tensor<4xi32>
  return %0#0, %0#1 : tensor<4xf32>, tensor<4xi32>
}

// -----

// CHECK-LABEL: func @identity_maxnumf_last
// CHECK-SAME: %[[X:.*]]: tensor<4x?xf32>, %[[V:.*]]: tensor<4xf32>, %[[I:.*]]: tensor<4xi32>
func.func @identity_maxnumf_last(%x: tensor<4x?xf32>, %v: tensor<4xf32>, %i: tensor<4xi32>) -> (tensor<4xf32>, tensor<4xi32>) {
  // CHECK-NEXT: extrema.arg_reduce <maxnumf> dimension(1) last ins(%[[X]] : tensor<4x?xf32>) outs(%[[V]], %[[I]] : tensor<4xf32>, tensor<4xi32>)
  %worst = arith.constant 0x7FC00000 : f32
  %index = arith.constant -1 : i32
  %v0 = linalg.fill ins(%worst : f32) outs(%v : tensor<4xf32>) -> tensor<4xf32>
  %i0 = linalg.fill ins(%index : i32) outs(%i : tensor<4xi32>) -> tensor<4xi32>
  %0:2 = extrema.arg_reduce <maxnumf> dimension(1) last accumulate ins(%x : tensor<4x?xf32>) outs(%v0, %i0 : tensor<4xf32>, tensor<4xi32>) -> tensor<4xf32>, tensor<4xi32>
  return %0#0, %0#1 : tensor<4xf32>, tensor<4xi32>
}

// -----

// CHECK-LABEL: func @identity_minnumf
// CHECK-SAME: %[[X:.*]]: tensor<4x?xf64>, %[[V:.*]]: tensor<4xf64>, %[[I:.*]]: tensor<4xi32>
func.func @identity_minnumf(%x: tensor<4x?xf64>, %v: tensor<4xf64>, %i: tensor<4xi32>) -> (tensor<4xf64>, tensor<4xi32>) {
  // CHECK-NEXT: extrema.arg_reduce <minnumf> dimension(1) ins(%[[X]] : tensor<4x?xf64>) outs(%[[V]], %[[I]] : tensor<4xf64>, tensor<4xi32>)
  %worst = arith.constant 0x7FF8000000000000 : f64
  %index = arith.constant 2147483647 : i32
  %v0 = linalg.fill ins(%worst : f64) outs(%v : tensor<4xf64>) -> tensor<4xf64>
  %i0 = linalg.fill ins(%index : i32) outs(%i : tensor<4xi32>) -> tensor<4xi32>
  %0:2 = extrema.arg_reduce <minnumf> dimension(1) accumulate ins(%x : tensor<4x?xf64>) outs(%v0, %i0 : tensor<4xf64>, tensor<4xi32>) -> tensor<4xf64>, tensor<4xi32>
  return %0#0, %0#1 : tensor<4xf64>, tensor<4xi32>
}

// -----

// CHECK-LABEL: func @identity_minnumf_last
// CHECK-SAME: %[[X:.*]]: tensor<4x?xf64>, %[[V:.*]]: tensor<4xf64>, %[[I:.*]]: tensor<4xi32>
func.func @identity_minnumf_last(%x: tensor<4x?xf64>, %v: tensor<4xf64>, %i: tensor<4xi32>) -> (tensor<4xf64>, tensor<4xi32>) {
  // CHECK-NEXT: extrema.arg_reduce <minnumf> dimension(1) last ins(%[[X]] : tensor<4x?xf64>) outs(%[[V]], %[[I]] : tensor<4xf64>, tensor<4xi32>)
  %worst = arith.constant 0x7FF8000000000000 : f64
  %index = arith.constant -1 : i32
  %v0 = linalg.fill ins(%worst : f64) outs(%v : tensor<4xf64>) -> tensor<4xf64>
  %i0 = linalg.fill ins(%index : i32) outs(%i : tensor<4xi32>) -> tensor<4xi32>
  %0:2 = extrema.arg_reduce <minnumf> dimension(1) last accumulate ins(%x : tensor<4x?xf64>) outs(%v0, %i0 : tensor<4xf64>, tensor<4xi32>) -> tensor<4xf64>, tensor<4xi32>
  return %0#0, %0#1 : tensor<4xf64>, tensor<4xi32>
}

// -----

// CHECK-LABEL: func @identity_maxsi
// CHECK-SAME: %[[X:.*]]: tensor<4x?xi8>, %[[V:.*]]: tensor<4xi8>, %[[I:.*]]: tensor<4xi32>
func.func @identity_maxsi(%x: tensor<4x?xi8>, %v: tensor<4xi8>, %i: tensor<4xi32>) -> (tensor<4xi8>, tensor<4xi32>) {
  // CHECK-NEXT: extrema.arg_reduce <maxsi> dimension(1) ins(%[[X]] : tensor<4x?xi8>) outs(%[[V]], %[[I]] : tensor<4xi8>, tensor<4xi32>)
  %worst = arith.constant -128 : i8
  %index = arith.constant 2147483647 : i32
  %v0 = linalg.fill ins(%worst : i8) outs(%v : tensor<4xi8>) -> tensor<4xi8>
  %i0 = linalg.fill ins(%index : i32) outs(%i : tensor<4xi32>) -> tensor<4xi32>
  %0:2 = extrema.arg_reduce <maxsi> dimension(1) accumulate ins(%x : tensor<4x?xi8>) outs(%v0, %i0 : tensor<4xi8>, tensor<4xi32>) -> tensor<4xi8>, tensor<4xi32>
  return %0#0, %0#1 : tensor<4xi8>, tensor<4xi32>
}

// -----

// CHECK-LABEL: func @identity_maxsi_last
// CHECK-SAME: %[[X:.*]]: tensor<4x?xi8>, %[[V:.*]]: tensor<4xi8>, %[[I:.*]]: tensor<4xi32>
func.func @identity_maxsi_last(%x: tensor<4x?xi8>, %v: tensor<4xi8>, %i: tensor<4xi32>) -> (tensor<4xi8>, tensor<4xi32>) {
  // CHECK-NEXT: extrema.arg_reduce <maxsi> dimension(1) last ins(%[[X]] : tensor<4x?xi8>) outs(%[[V]], %[[I]] : tensor<4xi8>, tensor<4xi32>)
  %worst = arith.constant -128 : i8
  %index = arith.constant -1 : i32
  %v0 = linalg.fill ins(%worst : i8) outs(%v : tensor<4xi8>) -> tensor<4xi8>
  %i0 = linalg.fill ins(%index : i32) outs(%i : tensor<4xi32>) -> tensor<4xi32>
  %0:2 = extrema.arg_reduce <maxsi> dimension(1) last accumulate ins(%x : tensor<4x?xi8>) outs(%v0, %i0 : tensor<4xi8>, tensor<4xi32>) -> tensor<4xi8>, tensor<4xi32>
  return %0#0, %0#1 : tensor<4xi8>, tensor<4xi32>
}

// -----

// CHECK-LABEL: func @identity_minsi
// CHECK-SAME: %[[X:.*]]: tensor<4x?xi8>, %[[V:.*]]: tensor<4xi8>, %[[I:.*]]: tensor<4xi32>
func.func @identity_minsi(%x: tensor<4x?xi8>, %v: tensor<4xi8>, %i: tensor<4xi32>) -> (tensor<4xi8>, tensor<4xi32>) {
  // CHECK-NEXT: extrema.arg_reduce <minsi> dimension(1) ins(%[[X]] : tensor<4x?xi8>) outs(%[[V]], %[[I]] : tensor<4xi8>, tensor<4xi32>)
  %worst = arith.constant 127 : i8
  %index = arith.constant 2147483647 : i32
  %v0 = linalg.fill ins(%worst : i8) outs(%v : tensor<4xi8>) -> tensor<4xi8>
  %i0 = linalg.fill ins(%index : i32) outs(%i : tensor<4xi32>) -> tensor<4xi32>
  %0:2 = extrema.arg_reduce <minsi> dimension(1) accumulate ins(%x : tensor<4x?xi8>) outs(%v0, %i0 : tensor<4xi8>, tensor<4xi32>) -> tensor<4xi8>, tensor<4xi32>
  return %0#0, %0#1 : tensor<4xi8>, tensor<4xi32>
}

// -----

// CHECK-LABEL: func @identity_minsi_last
// CHECK-SAME: %[[X:.*]]: tensor<4x?xi8>, %[[V:.*]]: tensor<4xi8>, %[[I:.*]]: tensor<4xi32>
func.func @identity_minsi_last(%x: tensor<4x?xi8>, %v: tensor<4xi8>, %i: tensor<4xi32>) -> (tensor<4xi8>, tensor<4xi32>) {
  // CHECK-NEXT: extrema.arg_reduce <minsi> dimension(1) last ins(%[[X]] : tensor<4x?xi8>) outs(%[[V]], %[[I]] : tensor<4xi8>, tensor<4xi32>)
  %worst = arith.constant 127 : i8
  %index = arith.constant -1 : i32
  %v0 = linalg.fill ins(%worst : i8) outs(%v : tensor<4xi8>) -> tensor<4xi8>
  %i0 = linalg.fill ins(%index : i32) outs(%i : tensor<4xi32>) -> tensor<4xi32>
  %0:2 = extrema.arg_reduce <minsi> dimension(1) last accumulate ins(%x : tensor<4x?xi8>) outs(%v0, %i0 : tensor<4xi8>, tensor<4xi32>) -> tensor<4xi8>, tensor<4xi32>
  return %0#0, %0#1 : tensor<4xi8>, tensor<4xi32>
}

// -----

// CHECK-LABEL: func @identity_maxui
// CHECK-SAME: %[[X:.*]]: tensor<4x?xi16>, %[[V:.*]]: tensor<4xi16>, %[[I:.*]]: tensor<4xi32>
func.func @identity_maxui(%x: tensor<4x?xi16>, %v: tensor<4xi16>, %i: tensor<4xi32>) -> (tensor<4xi16>, tensor<4xi32>) {
  // CHECK-NEXT: extrema.arg_reduce <maxui> dimension(1) ins(%[[X]] : tensor<4x?xi16>) outs(%[[V]], %[[I]] : tensor<4xi16>, tensor<4xi32>)
  %worst = arith.constant 0 : i16
  %index = arith.constant 2147483647 : i32
  %v0 = linalg.fill ins(%worst : i16) outs(%v : tensor<4xi16>) -> tensor<4xi16>
  %i0 = linalg.fill ins(%index : i32) outs(%i : tensor<4xi32>) -> tensor<4xi32>
  %0:2 = extrema.arg_reduce <maxui> dimension(1) accumulate ins(%x : tensor<4x?xi16>) outs(%v0, %i0 : tensor<4xi16>, tensor<4xi32>) -> tensor<4xi16>, tensor<4xi32>
  return %0#0, %0#1 : tensor<4xi16>, tensor<4xi32>
}

// -----

// CHECK-LABEL: func @identity_maxui_last
// CHECK-SAME: %[[X:.*]]: tensor<4x?xi16>, %[[V:.*]]: tensor<4xi16>, %[[I:.*]]: tensor<4xi32>
func.func @identity_maxui_last(%x: tensor<4x?xi16>, %v: tensor<4xi16>, %i: tensor<4xi32>) -> (tensor<4xi16>, tensor<4xi32>) {
  // CHECK-NEXT: extrema.arg_reduce <maxui> dimension(1) last ins(%[[X]] : tensor<4x?xi16>) outs(%[[V]], %[[I]] : tensor<4xi16>, tensor<4xi32>)
  %worst = arith.constant 0 : i16
  %index = arith.constant -1 : i32
  %v0 = linalg.fill ins(%worst : i16) outs(%v : tensor<4xi16>) -> tensor<4xi16>
  %i0 = linalg.fill ins(%index : i32) outs(%i : tensor<4xi32>) -> tensor<4xi32>
  %0:2 = extrema.arg_reduce <maxui> dimension(1) last accumulate ins(%x : tensor<4x?xi16>) outs(%v0, %i0 : tensor<4xi16>, tensor<4xi32>) -> tensor<4xi16>, tensor<4xi32>
  return %0#0, %0#1 : tensor<4xi16>, tensor<4xi32>
}

// -----

// CHECK-LABEL: func @identity_minui
// CHECK-SAME: %[[X:.*]]: tensor<4x?xi16>, %[[V:.*]]: tensor<4xi16>, %[[I:.*]]: tensor<4xi32>
func.func @identity_minui(%x: tensor<4x?xi16>, %v: tensor<4xi16>, %i: tensor<4xi32>) -> (tensor<4xi16>, tensor<4xi32>) {
  // CHECK-NEXT: extrema.arg_reduce <minui> dimension(1) ins(%[[X]] : tensor<4x?xi16>) outs(%[[V]], %[[I]] : tensor<4xi16>, tensor<4xi32>)
  %worst = arith.constant -1 : i16
  %index = arith.constant 2147483647 : i32
  %v0 = linalg.fill ins(%worst : i16) outs(%v : tensor<4xi16>) -> tensor<4xi16>
  %i0 = linalg.fill ins(%index : i32) outs(%i : tensor<4xi32>) -> tensor<4xi32>
  %0:2 = extrema.arg_reduce <minui> dimension(1) accumulate ins(%x : tensor<4x?xi16>) outs(%v0, %i0 : tensor<4xi16>, tensor<4xi32>) -> tensor<4xi16>, tensor<4xi32>
  return %0#0, %0#1 : tensor<4xi16>, tensor<4xi32>
}

// -----

// CHECK-LABEL: func @identity_minui_last
// CHECK-SAME: %[[X:.*]]: tensor<4x?xi16>, %[[V:.*]]: tensor<4xi16>, %[[I:.*]]: tensor<4xi32>
func.func @identity_minui_last(%x: tensor<4x?xi16>, %v: tensor<4xi16>, %i: tensor<4xi32>) -> (tensor<4xi16>, tensor<4xi32>) {
  // CHECK-NEXT: extrema.arg_reduce <minui> dimension(1) last ins(%[[X]] : tensor<4x?xi16>) outs(%[[V]], %[[I]] : tensor<4xi16>, tensor<4xi32>)
  %worst = arith.constant -1 : i16
  %index = arith.constant -1 : i32
  %v0 = linalg.fill ins(%worst : i16) outs(%v : tensor<4xi16>) -> tensor<4xi16>
  %i0 = linalg.fill ins(%index : i32) outs(%i : tensor<4xi32>) -> tensor<4xi32>
  %0:2 = extrema.arg_reduce <minui> dimension(1) last accumulate ins(%x : tensor<4x?xi16>) outs(%v0, %i0 : tensor<4xi16>, tensor<4xi32>) -> tensor<4xi16>, tensor<4xi32>
  return %0#0, %0#1 : tensor<4xi16>, tensor<4xi32>
}

// -----

// The position's source stays; index_base, explicit indices, every index type.

// CHECK-LABEL: func @identity_of_topk
func.func @identity_of_topk(%x: tensor<?xbf16>, %v: tensor<?xbf16>, %i: tensor<?xindex>, %b: index) -> (tensor<?xbf16>, tensor<?xindex>) {
  // CHECK-NEXT: extrema.topk_reduce <minnumf> dimension(0) unsorted index_base(%{{.*}}) ins(
  %worst = arith.constant 0x7FC0 : bf16
  %index = arith.constant 9223372036854775807 : index
  %v0 = linalg.fill ins(%worst : bf16) outs(%v : tensor<?xbf16>) -> tensor<?xbf16>
  %i0 = linalg.fill ins(%index : index) outs(%i : tensor<?xindex>) -> tensor<?xindex>
  %0:2 = extrema.topk_reduce <minnumf> dimension(0) unsorted index_base(%b) accumulate ins(%x : tensor<?xbf16>) outs(%v0, %i0 : tensor<?xbf16>, tensor<?xindex>) -> tensor<?xbf16>, tensor<?xindex>
  return %0#0, %0#1 : tensor<?xbf16>, tensor<?xindex>
}

// -----

// CHECK-LABEL: func @identity_with_explicit_indices
func.func @identity_with_explicit_indices(%x: tensor<?xf16>, %xi: tensor<?xi8>, %v: tensor<f16>, %i: tensor<i8>) -> (tensor<f16>, tensor<i8>) {
  // CHECK-NEXT: extrema.arg_reduce <maximumf> dimension(0) ins(%{{.*}}, %{{.*}} : tensor<?xf16>, tensor<?xi8>) outs(
  %worst = arith.constant 0xFC00 : f16
  %index = arith.constant 127 : i8
  %v0 = linalg.fill ins(%worst : f16) outs(%v : tensor<f16>) -> tensor<f16>
  %i0 = linalg.fill ins(%index : i8) outs(%i : tensor<i8>) -> tensor<i8>
  %0:2 = extrema.arg_reduce <maximumf> dimension(0) accumulate ins(%x, %xi : tensor<?xf16>, tensor<?xi8>) outs(%v0, %i0 : tensor<f16>, tensor<i8>) -> tensor<f16>, tensor<i8>
  return %0#0, %0#1 : tensor<f16>, tensor<i8>
}

// -----

//===----------------------------------------------------------------------===//
// The same of extrema.identity
//===----------------------------------------------------------------------===//

// Both results are used, or one of them, which drops the other destination.
// CHECK-LABEL: func @identity_op
// CHECK-SAME: %[[X:.*]]: tensor<4x?xf32>, %[[V:.*]]: tensor<4xf32>, %[[I:.*]]: tensor<4xi32>
func.func @identity_op(%x: tensor<4x?xf32>, %v: tensor<4xf32>, %i: tensor<4xi32>) -> (tensor<4xf32>, tensor<4xi32>) {
  // CHECK-NEXT: %[[R:.*]]:2 = extrema.arg_reduce <maxnumf> dimension(1) last ins(%[[X]] : tensor<4x?xf32>) outs(%[[V]], %[[I]] : tensor<4xf32>, tensor<4xi32>)
  // CHECK-NEXT: return %[[R]]#0, %[[R]]#1
  %s:2 = extrema.identity <maxnumf> last outs(%v, %i : tensor<4xf32>, tensor<4xi32>) -> tensor<4xf32>, tensor<4xi32>
  %0:2 = extrema.arg_reduce <maxnumf> dimension(1) last accumulate ins(%x : tensor<4x?xf32>) outs(%s#0, %s#1 : tensor<4xf32>, tensor<4xi32>) -> tensor<4xf32>, tensor<4xi32>
  return %0#0, %0#1 : tensor<4xf32>, tensor<4xi32>
}

// -----

// CHECK-LABEL: func @one_result
// CHECK-SAME: %[[X:.*]]: tensor<4x?xui8>, %{{.*}}: tensor<4xui8>, %[[I:.*]]: tensor<4xi32>
func.func @one_result(%x: tensor<4x?xui8>, %v: tensor<4xui8>, %i: tensor<4xi32>) -> tensor<4xi32> {
  // CHECK-NEXT: %[[R:.*]] = extrema.arg_reduce <maxui> dimension(1) ins(%[[X]] : tensor<4x?xui8>) index_only outs(%[[I]] : tensor<4xi32>)
  // CHECK-NEXT: return %[[R]]
  %s:2 = extrema.identity <maxui> outs(%v, %i : tensor<4xui8>, tensor<4xi32>) -> tensor<4xui8>, tensor<4xi32>
  %0:2 = extrema.arg_reduce <maxui> dimension(1) accumulate ins(%x : tensor<4x?xui8>) outs(%s#0, %s#1 : tensor<4xui8>, tensor<4xi32>) -> tensor<4xui8>, tensor<4xi32>
  return %0#1 : tensor<4xi32>
}

// -----

// CHECK-LABEL: func @identity_of_topk_op
// CHECK-SAME: %[[X:.*]]: tensor<?xf32>, %[[V:.*]]: tensor<?xf32>, %[[I:.*]]: tensor<?xi64>
func.func @identity_of_topk_op(%x: tensor<?xf32>, %v: tensor<?xf32>, %i: tensor<?xi64>) -> (tensor<?xf32>, tensor<?xi64>) {
  // CHECK-NEXT: extrema.topk_reduce <minnumf> dimension(0) unsorted ins(%[[X]] : tensor<?xf32>) outs(%[[V]], %[[I]] :
  %s:2 = extrema.identity <minnumf> outs(%v, %i : tensor<?xf32>, tensor<?xi64>) -> tensor<?xf32>, tensor<?xi64>
  %0:2 = extrema.topk_reduce <minnumf> dimension(0) unsorted accumulate ins(%x : tensor<?xf32>) outs(%s#0, %s#1 : tensor<?xf32>, tensor<?xi64>) -> tensor<?xf32>, tensor<?xi64>
  return %0#0, %0#1 : tensor<?xf32>, tensor<?xi64>
}

// -----

// The kinds differ, but not in their identities.
// CHECK-LABEL: func @identity_of_equal_kind
// CHECK-NOT: accumulate
func.func @identity_of_equal_kind(%x: tensor<?xf32>, %v: tensor<f32>, %i: tensor<i64>) -> (tensor<f32>, tensor<i64>) {
  %s:2 = extrema.identity <maxnumf> outs(%v, %i : tensor<f32>, tensor<i64>) -> tensor<f32>, tensor<i64>
  %0:2 = extrema.arg_reduce <minnumf> dimension(0) accumulate ins(%x : tensor<?xf32>) outs(%s#0, %s#1 : tensor<f32>, tensor<i64>) -> tensor<f32>, tensor<i64>
  return %0#0, %0#1 : tensor<f32>, tensor<i64>
}

// -----

// Through casts, and of a part; a part of one state and all of another.
// CHECK-LABEL: func @part
// CHECK-SAME: %[[X:.*]]: tensor<?xf32>, %[[V:.*]]: tensor<4xf32>, %[[I:.*]]: tensor<4xi64>, %[[AT:.*]]: index
func.func @part(%x: tensor<?xf32>, %v: tensor<4xf32>, %i: tensor<4xi64>, %at: index) -> (tensor<?xf32>, tensor<2xi64>) {
  // CHECK-DAG: %[[VS:.*]] = tensor.extract_slice %[[V]][%[[AT]]] [2] [1] : tensor<4xf32> to tensor<2xf32>
  // CHECK-DAG: %[[VC:.*]] = tensor.cast %[[VS]] : tensor<2xf32> to tensor<?xf32>
  // CHECK-DAG: %[[IS:.*]] = tensor.extract_slice %[[I]][1] [2] [1] : tensor<4xi64> to tensor<2xi64>
  // CHECK-NOT: identity
  // CHECK: extrema.topk_reduce <maximumf> dimension(0) ins(%[[X]] : tensor<?xf32>) outs(%[[VC]], %[[IS]] :
  %s:2 = extrema.identity <maximumf> outs(%v, %i : tensor<4xf32>, tensor<4xi64>) -> tensor<4xf32>, tensor<4xi64>
  %vs = tensor.extract_slice %s#0[%at] [2] [1] : tensor<4xf32> to tensor<2xf32>
  %vc = tensor.cast %vs : tensor<2xf32> to tensor<?xf32>
  %is = tensor.extract_slice %s#1[1] [2] [1] : tensor<4xi64> to tensor<2xi64>
  %0:2 = extrema.topk_reduce <maximumf> dimension(0) accumulate ins(%x : tensor<?xf32>) outs(%vc, %is : tensor<?xf32>, tensor<2xi64>) -> tensor<?xf32>, tensor<2xi64>
  return %0#0, %0#1 : tensor<?xf32>, tensor<2xi64>
}

// -----

// Each iteration starts anew, from one identity outside of the loop: tensors are
// values.
// CHECK-LABEL: func @anew
// CHECK: scf.for
// CHECK: extrema.topk_reduce <maximumf> dimension(0) ins(
func.func @anew(%x: tensor<?x8xf32>, %v: tensor<3xf32>, %i: tensor<3xi64>, %n: index, %o: tensor<?x3xf32>) -> tensor<?x3xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %s:2 = extrema.identity <maximumf> outs(%v, %i : tensor<3xf32>, tensor<3xi64>) -> tensor<3xf32>, tensor<3xi64>
  %r = scf.for %j = %c0 to %n step %c1 iter_args(%a = %o) -> tensor<?x3xf32> {
    %row = tensor.extract_slice %x[%j, 0] [1, 8] [1, 1] : tensor<?x8xf32> to tensor<8xf32>
    %0:2 = extrema.topk_reduce <maximumf> dimension(0) accumulate ins(%row : tensor<8xf32>) outs(%s#0, %s#1 : tensor<3xf32>, tensor<3xi64>) -> tensor<3xf32>, tensor<3xi64>
    %b = tensor.insert_slice %0#0 into %a[%j, 0] [1, 3] [1, 1] : tensor<3xf32> into tensor<?x3xf32>
    scf.yield %b : tensor<?x3xf32>
  }
  return %r : tensor<?x3xf32>
}

// -----

//===----------------------------------------------------------------------===//
// States that are no identity
//===----------------------------------------------------------------------===//

// What a loop carries is the identity in its first iteration only.
// CHECK-LABEL: func @carried
// CHECK: extrema.identity
// CHECK: scf.for
// CHECK: extrema.topk_reduce <maximumf> dimension(0) index_base(%{{.*}}) accumulate
func.func @carried(%x: tensor<64xf32>, %v: tensor<3xf32>, %i: tensor<3xi64>) -> (tensor<3xf32>, tensor<3xi64>) {
  %c0 = arith.constant 0 : index
  %c16 = arith.constant 16 : index
  %c64 = arith.constant 64 : index
  %s:2 = extrema.identity <maximumf> outs(%v, %i : tensor<3xf32>, tensor<3xi64>) -> tensor<3xf32>, tensor<3xi64>
  %r:2 = scf.for %j = %c0 to %c64 step %c16 iter_args(%a = %s#0, %b = %s#1) -> (tensor<3xf32>, tensor<3xi64>) {
    %part = tensor.extract_slice %x[%j] [16] [1] : tensor<64xf32> to tensor<16xf32>
    %0:2 = extrema.topk_reduce <maximumf> dimension(0) index_base(%j) accumulate ins(%part : tensor<16xf32>) outs(%a, %b : tensor<3xf32>, tensor<3xi64>) -> tensor<3xf32>, tensor<3xi64>
    scf.yield %0#0, %0#1 : tensor<3xf32>, tensor<3xi64>
  }
  return %r#0, %r#1 : tensor<3xf32>, tensor<3xi64>
}

// -----

// CHECK-LABEL: func @identity_of_other_kind_or_tie
// CHECK-COUNT-3: accumulate
func.func @identity_of_other_kind_or_tie(%x: tensor<?xf32>, %v: tensor<f32>, %i: tensor<i64>) -> (tensor<i64>, tensor<i64>, tensor<i64>) {
  %kind:2 = extrema.identity <maxnumf> outs(%v, %i : tensor<f32>, tensor<i64>) -> tensor<f32>, tensor<i64>
  %0:2 = extrema.arg_reduce <maximumf> dimension(0) accumulate ins(%x : tensor<?xf32>) outs(%kind#0, %kind#1 : tensor<f32>, tensor<i64>) -> tensor<f32>, tensor<i64>
  %tie:2 = extrema.identity <maximumf> last outs(%v, %i : tensor<f32>, tensor<i64>) -> tensor<f32>, tensor<i64>
  %1:2 = extrema.arg_reduce <maximumf> dimension(0) accumulate ins(%x : tensor<?xf32>) outs(%tie#0, %tie#1 : tensor<f32>, tensor<i64>) -> tensor<f32>, tensor<i64>
  // Only one half.
  %2:2 = extrema.arg_reduce <maximumf> dimension(0) accumulate ins(%x : tensor<?xf32>) outs(%tie#0, %i : tensor<f32>, tensor<i64>) -> tensor<f32>, tensor<i64>
  return %0#1, %1#1, %2#1 : tensor<i64>, tensor<i64>, tensor<i64>
}

// -----

// -FLT_MAX is not -inf: a row of -inf would answer wrongly.
// CHECK-LABEL: func @smallest_finite_value
func.func @smallest_finite_value(%x: tensor<?xf32>, %v: tensor<f32>, %i: tensor<i64>) -> (tensor<f32>, tensor<i64>) {
  // CHECK: accumulate
  %worst = arith.constant -3.40282347E+38 : f32
  %index = arith.constant 9223372036854775807 : i64
  %v0 = linalg.fill ins(%worst : f32) outs(%v : tensor<f32>) -> tensor<f32>
  %i0 = linalg.fill ins(%index : i64) outs(%i : tensor<i64>) -> tensor<i64>
  %0:2 = extrema.arg_reduce <maximumf> dimension(0) accumulate ins(%x : tensor<?xf32>) outs(%v0, %i0 : tensor<f32>, tensor<i64>) -> tensor<f32>, tensor<i64>
  return %0#0, %0#1 : tensor<f32>, tensor<i64>
}

// -----

// CHECK-LABEL: func @infinity_of_other_kind
func.func @infinity_of_other_kind(%x: tensor<?xf32>, %v: tensor<f32>, %i: tensor<i64>) -> (tensor<f32>, tensor<i64>) {
  // CHECK: accumulate
  %worst = arith.constant 0xFF800000 : f32
  %index = arith.constant 9223372036854775807 : i64
  %v0 = linalg.fill ins(%worst : f32) outs(%v : tensor<f32>) -> tensor<f32>
  %i0 = linalg.fill ins(%index : i64) outs(%i : tensor<i64>) -> tensor<i64>
  %0:2 = extrema.arg_reduce <maxnumf> dimension(0) accumulate ins(%x : tensor<?xf32>) outs(%v0, %i0 : tensor<f32>, tensor<i64>) -> tensor<f32>, tensor<i64>
  return %0#0, %0#1 : tensor<f32>, tensor<i64>
}

// -----

// CHECK-LABEL: func @limit_of_other_signedness
func.func @limit_of_other_signedness(%x: tensor<?xi8>, %v: tensor<i8>, %i: tensor<i64>) -> (tensor<i8>, tensor<i64>) {
  // CHECK: accumulate
  %worst = arith.constant 127 : i8
  %index = arith.constant 9223372036854775807 : i64
  %v0 = linalg.fill ins(%worst : i8) outs(%v : tensor<i8>) -> tensor<i8>
  %i0 = linalg.fill ins(%index : i64) outs(%i : tensor<i64>) -> tensor<i64>
  %0:2 = extrema.arg_reduce <minui> dimension(0) accumulate ins(%x : tensor<?xi8>) outs(%v0, %i0 : tensor<i8>, tensor<i64>) -> tensor<i8>, tensor<i64>
  return %0#0, %0#1 : tensor<i8>, tensor<i64>
}

// -----

// CHECK-LABEL: func @index_of_other_tie
func.func @index_of_other_tie(%x: tensor<?xf32>, %v: tensor<f32>, %i: tensor<i64>) -> (tensor<f32>, tensor<i64>) {
  // CHECK: accumulate
  %worst = arith.constant 0xFF800000 : f32
  %index = arith.constant -1 : i64
  %v0 = linalg.fill ins(%worst : f32) outs(%v : tensor<f32>) -> tensor<f32>
  %i0 = linalg.fill ins(%index : i64) outs(%i : tensor<i64>) -> tensor<i64>
  %0:2 = extrema.arg_reduce <maximumf> dimension(0) accumulate ins(%x : tensor<?xf32>) outs(%v0, %i0 : tensor<f32>, tensor<i64>) -> tensor<f32>, tensor<i64>
  return %0#0, %0#1 : tensor<f32>, tensor<i64>
}

// -----

// CHECK-LABEL: func @index_zero
func.func @index_zero(%x: tensor<?xf32>, %v: tensor<f32>, %i: tensor<i64>) -> (tensor<f32>, tensor<i64>) {
  // CHECK: accumulate
  %worst = arith.constant 0xFF800000 : f32
  %index = arith.constant 0 : i64
  %v0 = linalg.fill ins(%worst : f32) outs(%v : tensor<f32>) -> tensor<f32>
  %i0 = linalg.fill ins(%index : i64) outs(%i : tensor<i64>) -> tensor<i64>
  %0:2 = extrema.arg_reduce <maximumf> dimension(0) last accumulate ins(%x : tensor<?xf32>) outs(%v0, %i0 : tensor<f32>, tensor<i64>) -> tensor<f32>, tensor<i64>
  return %0#0, %0#1 : tensor<f32>, tensor<i64>
}

// -----

// Only the values are filled, or with something that is not known.
// CHECK-LABEL: func @other_states
func.func @other_states(%x: tensor<?xf32>, %v: tensor<f32>, %i: tensor<i64>, %c: f32) -> (tensor<f32>, tensor<f32>) {
  // CHECK-COUNT-2: accumulate
  %worst = arith.constant 0xFF800000 : f32
  %index = arith.constant 9223372036854775807 : i64
  %v0 = linalg.fill ins(%worst : f32) outs(%v : tensor<f32>) -> tensor<f32>
  %v1 = linalg.fill ins(%c : f32) outs(%v : tensor<f32>) -> tensor<f32>
  %i0 = linalg.fill ins(%index : i64) outs(%i : tensor<i64>) -> tensor<i64>
  %0:2 = extrema.arg_reduce <maximumf> dimension(0) accumulate ins(%x : tensor<?xf32>) outs(%v0, %i : tensor<f32>, tensor<i64>) -> tensor<f32>, tensor<i64>
  %1:2 = extrema.arg_reduce <maximumf> dimension(0) accumulate ins(%x : tensor<?xf32>) outs(%v1, %i0 : tensor<f32>, tensor<i64>) -> tensor<f32>, tensor<i64>
  return %0#0, %1#0 : tensor<f32>, tensor<f32>
}

// -----

// What a fill does to a memref cannot be seen by following the value.
// CHECK-LABEL: func @memrefs
func.func @memrefs(%x: memref<?xf32>, %v: memref<f32>, %i: memref<i64>) {
  // CHECK: accumulate
  %worst = arith.constant 0xFF800000 : f32
  %index = arith.constant 9223372036854775807 : i64
  linalg.fill ins(%worst : f32) outs(%v : memref<f32>)
  linalg.fill ins(%index : i64) outs(%i : memref<i64>)
  extrema.arg_reduce <maximumf> dimension(0) accumulate ins(%x : memref<?xf32>) outs(%v, %i : memref<f32>, memref<i64>)
  return
}

// -----

// An op that overwrites stays so: the other direction is a pass of its own.
// CHECK-LABEL: func @overwrite
func.func @overwrite(%x: tensor<?xf32>, %v: tensor<4xf32>, %i: tensor<4xi64>) -> (tensor<4xf32>, tensor<4xi64>) {
  // CHECK-NOT: linalg.fill
  // CHECK: extrema.topk_reduce <maximumf> dimension(0) ins(
  %0:2 = extrema.topk_reduce <maximumf> dimension(0) ins(%x : tensor<?xf32>) outs(%v, %i : tensor<4xf32>, tensor<4xi64>) -> tensor<4xf32>, tensor<4xi64>
  return %0#0, %0#1 : tensor<4xf32>, tensor<4xi64>
}
