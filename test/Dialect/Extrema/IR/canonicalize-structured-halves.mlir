// Reductions of the same pairs are one operation, whatever the order of
// canonicalize and cse.

// RUN: extrema-opt %s --canonicalize --split-input-file | FileCheck %s
// RUN: extrema-opt %s --canonicalize --cse --split-input-file | FileCheck %s
// RUN: extrema-opt %s --cse --canonicalize --split-input-file | FileCheck %s
// RUN: extrema-opt %s --extrema-accumulate-to-overwrite --split-input-file | FileCheck %s

// Of two equal operations, another result is used each.

// CHECK-LABEL: func @other_result_each
// CHECK:         %[[R:.*]]:2 = extrema.arg_reduce <maximumf> dimension(1) ins(
// CHECK-NOT:     extrema.arg_reduce
// CHECK:         return %[[R]]#0, %[[R]]#1
func.func @other_result_each(%x: tensor<64x1000xf32>) -> (tensor<64xf32>, tensor<64xi64>) {
  %e = tensor.empty() : tensor<64xi64>
  %ev = tensor.empty() : tensor<64xf32>
  %v, %b = extrema.arg_reduce <maximumf> dimension(1) ins(%x : tensor<64x1000xf32>) outs(%ev, %e : tensor<64xf32>, tensor<64xi64>) -> tensor<64xf32>, tensor<64xi64>
  %v2, %b2 = extrema.arg_reduce <maximumf> dimension(1) ins(%x : tensor<64x1000xf32>) outs(%ev, %e : tensor<64xf32>, tensor<64xi64>) -> tensor<64xf32>, tensor<64xi64>
  return %v, %b2 : tensor<64xf32>, tensor<64xi64>
}

// -----

// Halves as someone wrote them, in either order; i32 indices go with values of any
// operation.

// CHECK-LABEL: func @written
// CHECK-SAME:    %[[X:.*]]: tensor<4x8xf32>, %[[V:.*]]: tensor<4xf32>, %[[I:.*]]: tensor<?xi32>
// CHECK-NEXT:    %[[R:.*]]:2 = extrema.arg_reduce <maximumf> dimension(1) last {note = "kept"} ins(%[[X]] : tensor<4x8xf32>) outs(%[[V]], %[[I]] : tensor<4xf32>, tensor<?xi32>)
// CHECK-NEXT:    return %[[R]]#0, %[[R]]#1
func.func @written(%x: tensor<4x8xf32>, %v0: tensor<4xf32>, %i0: tensor<?xi32>) -> (tensor<4xf32>, tensor<?xi32>) {
  %v = extrema.arg_reduce <maximumf> dimension(1) last {note = "kept"} ins(%x : tensor<4x8xf32>) value_only outs(%v0 : tensor<4xf32>) -> tensor<4xf32>
  %i = extrema.arg_reduce <maximumf> dimension(1) last {note = "kept"} ins(%x : tensor<4x8xf32>) index_only outs(%i0 : tensor<?xi32>) -> tensor<?xi32>
  return %v, %i : tensor<4xf32>, tensor<?xi32>
}

// -----

// CHECK-LABEL: func @index_first
// CHECK:         %[[R:.*]]:2 = extrema.arg_reduce <minsi> dimension(0) index_base(%{{.*}}) ins(
// CHECK-NOT:     extrema.arg_reduce
// CHECK:         return %[[R]]#0, %[[R]]#1
func.func @index_first(%x: tensor<8xi64>, %b: index, %v0: tensor<i64>, %i0: tensor<i64>) -> (tensor<i64>, tensor<i64>) {
  %i = extrema.arg_reduce <minsi> dimension(0) index_base(%b) ins(%x : tensor<8xi64>) index_only outs(%i0 : tensor<i64>) -> tensor<i64>
  %v = extrema.arg_reduce <minsi> dimension(0) index_base(%b) ins(%x : tensor<8xi64>) value_only outs(%v0 : tensor<i64>) -> tensor<i64>
  return %v, %i : tensor<i64>, tensor<i64>
}

// -----

// CHECK-LABEL: func @explicit_indices
// CHECK:         %[[R:.*]]:2 = extrema.arg_reduce
// CHECK-NOT:     extrema.arg_reduce
func.func @explicit_indices(%x: tensor<8xf32>, %xi: tensor<8xi16>, %v0: tensor<f32>, %i0: tensor<i16>) -> (tensor<f32>, tensor<i16>) {
  %i = extrema.arg_reduce <minnumf> dimension(0) ins(%x, %xi : tensor<8xf32>, tensor<8xi16>) index_only outs(%i0 : tensor<i16>) -> tensor<i16>
  %v = extrema.arg_reduce <minnumf> dimension(0) ins(%x, %xi : tensor<8xf32>, tensor<8xi16>) value_only outs(%v0 : tensor<f32>) -> tensor<f32>
  return %v, %i : tensor<f32>, tensor<i16>
}

// -----

// One has both results, the other one of them, into an empty tensor.

// CHECK-LABEL: func @both_and_one
// CHECK:         %[[R:.*]]:2 = extrema.arg_reduce
// CHECK-NOT:     extrema.arg_reduce
// CHECK:         return %[[R]]#0, %[[R]]#1, %[[R]]#1
func.func @both_and_one(%x: tensor<8xf32>, %v0: tensor<f32>, %i0: tensor<i64>) -> (tensor<f32>, tensor<i64>, tensor<i64>) {
  %v, %i = extrema.arg_reduce <maximumf> dimension(0) ins(%x : tensor<8xf32>) outs(%v0, %i0 : tensor<f32>, tensor<i64>) -> tensor<f32>, tensor<i64>
  %e = tensor.empty() : tensor<i64>
  %j = extrema.arg_reduce <maximumf> dimension(0) ins(%x : tensor<8xf32>) index_only outs(%e : tensor<i64>) -> tensor<i64>
  return %v, %i, %j : tensor<f32>, tensor<i64>, tensor<i64>
}

// -----

// Three of them, and an operand that is computed twice, as tiling does.

// CHECK-LABEL: func @computed_alike
// CHECK:         %[[R:.*]]:2 = extrema.arg_reduce <maximumf> dimension(1) ins(
// CHECK-NOT:     extrema.arg_reduce
// CHECK:         return %[[R]]#0, %[[R]]#1, %[[R]]#1
#map = affine_map<(d0) -> (d0 + 4)>
#id = affine_map<(d0, d1) -> (d0, d1)>
func.func @computed_alike(%x: tensor<64x100xf32>, %at: index) -> (tensor<4xf32>, tensor<4xi64>, tensor<4xi64>) {
  %v0 = tensor.empty() : tensor<4xf32>
  %i0 = tensor.empty() : tensor<4xi64>
  %e = tensor.empty() : tensor<4x100xf32>
  %from = affine.apply #map(%at)
  %s = tensor.extract_slice %x[%from, 0] [4, 100] [1, 1] : tensor<64x100xf32> to tensor<4x100xf32>
  %n = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%s : tensor<4x100xf32>) outs(%e : tensor<4x100xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = math.absf %in : f32
    linalg.yield %0 : f32
  } -> tensor<4x100xf32>
  %v = extrema.arg_reduce <maximumf> dimension(1) ins(%n : tensor<4x100xf32>) value_only outs(%v0 : tensor<4xf32>) -> tensor<4xf32>
  %e2 = tensor.empty() : tensor<4x100xf32>
  %from2 = affine.apply #map(%at)
  %s2 = tensor.extract_slice %x[%from2, 0] [4, 100] [1, 1] : tensor<64x100xf32> to tensor<4x100xf32>
  %n2 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%s2 : tensor<4x100xf32>) outs(%e2 : tensor<4x100xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = math.absf %in : f32
    linalg.yield %0 : f32
  } -> tensor<4x100xf32>
  %i = extrema.arg_reduce <maximumf> dimension(1) ins(%n2 : tensor<4x100xf32>) index_only outs(%i0 : tensor<4xi64>) -> tensor<4xi64>
  %w, %j = extrema.arg_reduce <maximumf> dimension(1) ins(%n2 : tensor<4x100xf32>) outs(%v0, %i0 : tensor<4xf32>, tensor<4xi64>) -> tensor<4xf32>, tensor<4xi64>
  return %v, %i, %j : tensor<4xf32>, tensor<4xi64>, tensor<4xi64>
}

// -----

// The first is used before the second: there is one in the place of the first, with
// an empty destination that moves along.

// CHECK-LABEL: func @used_between
// CHECK:         %[[R:.*]]:2 = extrema.arg_reduce
// CHECK:         linalg.negf ins(%[[R]]#0
// CHECK-NOT:     extrema.arg_reduce
// CHECK:         return %{{.*}}, %[[R]]#1
func.func @used_between(%x: tensor<4x8xf32>, %v0: tensor<4xf32>, %n0: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xi64>) {
  %v = extrema.arg_reduce <maximumf> dimension(1) ins(%x : tensor<4x8xf32>) value_only outs(%v0 : tensor<4xf32>) -> tensor<4xf32>
  %n = linalg.negf ins(%v : tensor<4xf32>) outs(%n0 : tensor<4xf32>) -> tensor<4xf32>
  %i0 = tensor.empty() : tensor<4xi64>
  %i = extrema.arg_reduce <maximumf> dimension(1) ins(%x : tensor<4x8xf32>) index_only outs(%i0 : tensor<4xi64>) -> tensor<4xi64>
  return %n, %i : tensor<4xf32>, tensor<4xi64>
}

// -----

//===----------------------------------------------------------------------===//
// What stays two
//===----------------------------------------------------------------------===//

// Each differs from the first in one thing that its answer depends on.

// CHECK-LABEL: func @differ
// CHECK-COUNT-7: extrema.arg_reduce
// CHECK-NOT: extrema.arg_reduce
func.func @differ(%x: tensor<4x4xf32>, %y: tensor<4x4xf32>, %xi: tensor<4x4xi64>, %b: index, %v0: tensor<4xf32>, %i0: tensor<4xi64>)
    -> (tensor<4xf32>, tensor<4xi64>, tensor<4xi64>, tensor<4xi64>, tensor<4xi64>, tensor<4xi64>, tensor<4xi64>) {
  %v = extrema.arg_reduce <maximumf> dimension(1) ins(%x : tensor<4x4xf32>) value_only outs(%v0 : tensor<4xf32>) -> tensor<4xf32>
  %kind = extrema.arg_reduce <maxnumf> dimension(1) ins(%x : tensor<4x4xf32>) index_only outs(%i0 : tensor<4xi64>) -> tensor<4xi64>
  %tie = extrema.arg_reduce <maximumf> dimension(1) last ins(%x : tensor<4x4xf32>) index_only outs(%i0 : tensor<4xi64>) -> tensor<4xi64>
  %dimension = extrema.arg_reduce <maximumf> dimension(0) ins(%x : tensor<4x4xf32>) index_only outs(%i0 : tensor<4xi64>) -> tensor<4xi64>
  %input = extrema.arg_reduce <maximumf> dimension(1) ins(%y : tensor<4x4xf32>) index_only outs(%i0 : tensor<4xi64>) -> tensor<4xi64>
  %base = extrema.arg_reduce <maximumf> dimension(1) index_base(%b) ins(%x : tensor<4x4xf32>) index_only outs(%i0 : tensor<4xi64>) -> tensor<4xi64>
  %explicit = extrema.arg_reduce <maximumf> dimension(1) ins(%x, %xi : tensor<4x4xf32>, tensor<4x4xi64>) index_only outs(%i0 : tensor<4xi64>) -> tensor<4xi64>
  return %v, %kind, %tie, %dimension, %input, %base, %explicit : tensor<4xf32>, tensor<4xi64>, tensor<4xi64>, tensor<4xi64>, tensor<4xi64>, tensor<4xi64>, tensor<4xi64>
}

// -----

// Nor do a state, someone's mark, another index type, or another place for the same
// result go together.

// CHECK-LABEL: func @keep_apart
// CHECK-COUNT-6: extrema.arg_reduce
// CHECK-NOT: extrema.arg_reduce
func.func @keep_apart(%x: tensor<4x4xf32>, %v0: tensor<4xf32>, %i0: tensor<4xi64>, %i1: tensor<4xi32>, %i2: tensor<4xi64>)
    -> (tensor<4xf32>, tensor<4xi64>, tensor<4xi64>, tensor<4xi32>, tensor<4xi64>, tensor<4xi64>) {
  %v:2 = extrema.arg_reduce <maximumf> dimension(1) accumulate ins(%x : tensor<4x4xf32>) outs(%v0, %i0 : tensor<4xf32>, tensor<4xi64>) -> tensor<4xf32>, tensor<4xi64>
  %marked = extrema.arg_reduce <maximumf> dimension(1) {mark} ins(%x : tensor<4x4xf32>) index_only outs(%i0 : tensor<4xi64>) -> tensor<4xi64>
  %wide = extrema.arg_reduce <maximumf> dimension(1) ins(%x : tensor<4x4xf32>) index_only outs(%i0 : tensor<4xi64>) -> tensor<4xi64>
  %narrow = extrema.arg_reduce <maximumf> dimension(1) ins(%x : tensor<4x4xf32>) index_only outs(%i1 : tensor<4xi32>) -> tensor<4xi32>
  %elsewhere = extrema.arg_reduce <maximumf> dimension(1) ins(%x : tensor<4x4xf32>) index_only outs(%i2 : tensor<4xi64>) -> tensor<4xi64>
  %i:2 = extrema.arg_reduce <maximumf> dimension(1) accumulate ins(%x : tensor<4x4xf32>) outs(%v0, %i2 : tensor<4xf32>, tensor<4xi64>) -> tensor<4xf32>, tensor<4xi64>
  return %v#0, %marked, %wide, %narrow, %elsewhere, %i#1 : tensor<4xf32>, tensor<4xi64>, tensor<4xi64>, tensor<4xi32>, tensor<4xi64>, tensor<4xi64>
}

// -----

// In another block one may run where the other does not.

// CHECK-LABEL: func @other_blocks
// CHECK-COUNT-2: extrema.arg_reduce
// CHECK-NOT: extrema.arg_reduce
func.func @other_blocks(%x: tensor<4xf32>, %c: i1, %v0: tensor<f32>, %i0: tensor<i64>, %j0: tensor<i64>) -> (tensor<f32>, tensor<i64>) {
  %v = extrema.arg_reduce <maximumf> dimension(0) ins(%x : tensor<4xf32>) value_only outs(%v0 : tensor<f32>) -> tensor<f32>
  %i = scf.if %c -> tensor<i64> {
    %0 = extrema.arg_reduce <maximumf> dimension(0) ins(%x : tensor<4xf32>) index_only outs(%i0 : tensor<i64>) -> tensor<i64>
    scf.yield %0 : tensor<i64>
  } else {
    scf.yield %j0 : tensor<i64>
  }
  return %v, %i : tensor<f32>, tensor<i64>
}

// -----

// The second's destination depends on the first.

// CHECK-LABEL: func @destination_depends
// CHECK-COUNT-2: extrema.arg_reduce
// CHECK-NOT: extrema.arg_reduce
func.func @destination_depends(%x: tensor<4x4xi64>, %v0: tensor<4xi64>) -> tensor<4xi64> {
  %v = extrema.arg_reduce <maxsi> dimension(1) ins(%x : tensor<4x4xi64>) value_only outs(%v0 : tensor<4xi64>) -> tensor<4xi64>
  %c0 = arith.constant 0 : index
  %u = arith.constant 1 : i64
  %t = tensor.insert %u into %v[%c0] : tensor<4xi64>
  %i = extrema.arg_reduce <maxsi> dimension(1) ins(%x : tensor<4x4xi64>) index_only outs(%t : tensor<4xi64>) -> tensor<4xi64>
  return %i : tensor<4xi64>
}

// -----

// On memrefs an order of effects would have to be kept.

// CHECK-LABEL: func @memrefs
// CHECK-COUNT-2: extrema.arg_reduce
// CHECK-NOT: extrema.arg_reduce
func.func @memrefs(%x: memref<4xf32>, %v: memref<f32>, %i: memref<i64>) {
  extrema.arg_reduce <maximumf> dimension(0) ins(%x : memref<4xf32>) value_only outs(%v : memref<f32>)
  extrema.arg_reduce <maximumf> dimension(0) ins(%x : memref<4xf32>) index_only outs(%i : memref<i64>)
  return
}
