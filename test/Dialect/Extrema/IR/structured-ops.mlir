// Every form of the structured operations is printed as it was read, and comes
// back the same by way of the generic form and of bytecode.

// RUN: extrema-opt %s | FileCheck %s
// RUN: extrema-opt %s | extrema-opt | FileCheck %s
// RUN: extrema-opt %s --mlir-print-op-generic | extrema-opt | FileCheck %s
// RUN: extrema-opt %s --emit-bytecode | extrema-opt | FileCheck %s
// RUN: extrema-opt %s --mlir-print-op-generic | FileCheck %s --check-prefix=GENERIC

// The examples of the reference.

// CHECK-LABEL: func @arg_reduce_reference
func.func @arg_reduce_reference(
    %x: tensor<4x8xf32>, %v0: tensor<4xf32>, %i0: tensor<4xi64>, %b: index,
    %y: memref<?x8xi16, strided<[?, 1], offset: ?>>, %w: memref<8xi16>,
    %j: memref<8xi32>) {
  // CHECK: %{{.*}}:2 = extrema.arg_reduce <maximumf> dimension(1) ins(%{{.*}} : tensor<4x8xf32>) outs(%{{.*}}, %{{.*}} : tensor<4xf32>, tensor<4xi64>) -> tensor<4xf32>, tensor<4xi64>
  // CHECK: extrema.arg_reduce <minsi> dimension(0) last index_base(%{{.*}}) accumulate ins(%{{.*}} : memref<?x8xi16, strided<[?, 1], offset: ?>>) outs(%{{.*}}, %{{.*}} : memref<8xi16>, memref<8xi32>){{$}}
  %v, %i = extrema.arg_reduce <maximumf> dimension(1) ins(%x : tensor<4x8xf32>)
             outs(%v0, %i0 : tensor<4xf32>, tensor<4xi64>)
             -> tensor<4xf32>, tensor<4xi64>

  // A part of a longer row that starts at position %b, folded into a state.
  extrema.arg_reduce <minsi> dimension(0) last index_base(%b) accumulate
    ins(%y : memref<?x8xi16, strided<[?, 1], offset: ?>>)
    outs(%w, %j : memref<8xi16>, memref<8xi32>)
  return
}

// CHECK-LABEL: func @arg_reduce_reference_merge
func.func @arg_reduce_reference_merge(
    %p: tensor<16x4xui8>, %pi: tensor<16x4xi64>, %n0: tensor<4xi64>) {
  // CHECK: %{{.*}} = extrema.arg_reduce <maxui> dimension(0) ins(%{{.*}}, %{{.*}} : tensor<16x4xui8>, tensor<16x4xi64>) index_only outs(%{{.*}} : tensor<4xi64>) -> tensor<4xi64>

  // Partial results, each with its indices, merged.
  %n = extrema.arg_reduce <maxui> dimension(0)
         ins(%p, %pi : tensor<16x4xui8>, tensor<16x4xi64>)
         index_only outs(%n0 : tensor<4xi64>) -> tensor<4xi64>
  return
}

// CHECK-LABEL: func @topk_reduce_reference
func.func @topk_reduce_reference(
    %x: tensor<4x8xf32>, %v0: tensor<4x5xf32>, %i0: tensor<4x5xi64>, %b: index,
    %y: memref<4x?xf16>, %w: memref<4x?xf16>, %j: memref<4x?xi64>) {
  // CHECK: %{{.*}}:2 = extrema.topk_reduce <maximumf> dimension(1) ins(%{{.*}} : tensor<4x8xf32>) outs(%{{.*}}, %{{.*}} : tensor<4x5xf32>, tensor<4x5xi64>) -> tensor<4x5xf32>, tensor<4x5xi64>
  // CHECK: extrema.topk_reduce <minnumf> dimension(1) index_base(%{{.*}}) accumulate ins(%{{.*}} : memref<4x?xf16>) outs(%{{.*}}, %{{.*}} : memref<4x?xf16>, memref<4x?xi64>){{$}}
  %v, %i = extrema.topk_reduce <maximumf> dimension(1) ins(%x : tensor<4x8xf32>)
             outs(%v0, %i0 : tensor<4x5xf32>, tensor<4x5xi64>)
             -> tensor<4x5xf32>, tensor<4x5xi64>

  // A part of longer rows that starts at position %b, folded into a state.
  extrema.topk_reduce <minnumf> dimension(1) index_base(%b) accumulate
    ins(%y : memref<4x?xf16>) outs(%w, %j : memref<4x?xf16>, memref<4x?xi64>)
  return
}

// CHECK-LABEL: func @topk_reduce_reference_merge
func.func @topk_reduce_reference_merge(
    %p: tensor<64xui8>, %pi: tensor<64xi32>, %m0: tensor<9xui8>,
    %n0: tensor<9xi32>) {
  // CHECK: %{{.*}}:2 = extrema.topk_reduce <maxui> dimension(0) unsorted ins(%{{.*}}, %{{.*}} : tensor<64xui8>, tensor<64xi32>) outs(%{{.*}}, %{{.*}} : tensor<9xui8>, tensor<9xi32>) -> tensor<9xui8>, tensor<9xi32>

  // Merging: the best of pairs that carry their indices.
  %m, %n = extrema.topk_reduce <maxui> dimension(0) unsorted
             ins(%p, %pi : tensor<64xui8>, tensor<64xi32>)
             outs(%m0, %n0 : tensor<9xui8>, tensor<9xi32>)
             -> tensor<9xui8>, tensor<9xi32>
  return
}

// Destinations left out.

// CHECK-LABEL: func @arg_reduce_destinations
// CHECK-SAME: %[[X:.*]]: tensor<?xi64>, %[[V:.*]]: tensor<i64>, %[[I:.*]]: tensor<i64>, %[[XM:.*]]: memref<?xi64>, %[[VM:.*]]: memref<i64>, %[[IM:.*]]: memref<i64>
// GENERIC-LABEL: sym_name = "arg_reduce_destinations"
func.func @arg_reduce_destinations(
    %x: tensor<?xi64>, %v: tensor<i64>, %i: tensor<i64>,
    %xm: memref<?xi64>, %vm: memref<i64>, %im: memref<i64>) {
  // CHECK: extrema.arg_reduce <maxsi> dimension(0) ins(%[[X]] : tensor<?xi64>) outs(%[[V]], %[[I]] : tensor<i64>, tensor<i64>) -> tensor<i64>, tensor<i64>
  // GENERIC: "extrema.arg_reduce"(%{{.*}}, %{{.*}}, %{{.*}}) <{dimension = 0 : i64, kind = #extrema.kind<maxsi>, operandSegmentSizes = array<i32: 1, 0, 0, 1, 1>}> : (tensor<?xi64>, tensor<i64>, tensor<i64>) -> (tensor<i64>, tensor<i64>)
  %0:2 = extrema.arg_reduce <maxsi> dimension(0) ins(%x : tensor<?xi64>) outs(%v, %i : tensor<i64>, tensor<i64>) -> tensor<i64>, tensor<i64>
  // CHECK: extrema.arg_reduce <maxsi> dimension(0) ins(%[[X]] : tensor<?xi64>) value_only outs(%[[V]] : tensor<i64>) -> tensor<i64>
  // GENERIC: operandSegmentSizes = array<i32: 1, 0, 0, 1, 0>
  %1 = extrema.arg_reduce <maxsi> dimension(0) ins(%x : tensor<?xi64>) value_only outs(%v : tensor<i64>) -> tensor<i64>
  // CHECK: extrema.arg_reduce <maxsi> dimension(0) ins(%[[X]] : tensor<?xi64>) index_only outs(%[[I]] : tensor<i64>) -> tensor<i64>
  // GENERIC: operandSegmentSizes = array<i32: 1, 0, 0, 0, 1>
  %2 = extrema.arg_reduce <maxsi> dimension(0) ins(%x : tensor<?xi64>) index_only outs(%i : tensor<i64>) -> tensor<i64>
  // CHECK: extrema.arg_reduce <maxsi> dimension(0) ins(%[[XM]] : memref<?xi64>) outs(%[[VM]], %[[IM]] : memref<i64>, memref<i64>){{$}}
  extrema.arg_reduce <maxsi> dimension(0) ins(%xm : memref<?xi64>) outs(%vm, %im : memref<i64>, memref<i64>)
  // CHECK: extrema.arg_reduce <maxsi> dimension(0) ins(%[[XM]] : memref<?xi64>) value_only outs(%[[VM]] : memref<i64>){{$}}
  extrema.arg_reduce <maxsi> dimension(0) ins(%xm : memref<?xi64>) value_only outs(%vm : memref<i64>)
  // CHECK: extrema.arg_reduce <maxsi> dimension(0) ins(%[[XM]] : memref<?xi64>) index_only outs(%[[IM]] : memref<i64>){{$}}
  extrema.arg_reduce <maxsi> dimension(0) ins(%xm : memref<?xi64>) index_only outs(%im : memref<i64>)
  return
}

// Each clause alone, with explicit indices, and with an attribute of someone
// else's.

// CHECK-LABEL: func @clauses
// GENERIC-LABEL: sym_name = "clauses"
func.func @clauses(%x: memref<?xf32>, %xi: memref<?xi32>, %b: index,
                   %v: memref<f32>, %i: memref<i32>, %vk: memref<?xf32>,
                   %ik: memref<?xi32>) {
  // CHECK: extrema.arg_reduce <maximumf> dimension(0) last ins(
  // GENERIC: <{dimension = 0 : i64, kind = #extrema.kind<maximumf>, operandSegmentSizes = array<i32: 1, 0, 0, 1, 1>, select_last}>
  extrema.arg_reduce <maximumf> dimension(0) last ins(%x : memref<?xf32>) outs(%v, %i : memref<f32>, memref<i32>)
  // CHECK: extrema.arg_reduce <maximumf> dimension(0) index_base(%{{.*}}) ins(
  // GENERIC: operandSegmentSizes = array<i32: 1, 0, 1, 1, 1>
  extrema.arg_reduce <maximumf> dimension(0) index_base(%b) ins(%x : memref<?xf32>) outs(%v, %i : memref<f32>, memref<i32>)
  // CHECK: extrema.arg_reduce <maximumf> dimension(0) accumulate ins(
  // GENERIC: <{accumulate, dimension
  extrema.arg_reduce <maximumf> dimension(0) accumulate ins(%x : memref<?xf32>) outs(%v, %i : memref<f32>, memref<i32>)
  // CHECK: extrema.arg_reduce <maximumf> dimension(0) last accumulate {note = "kept"} ins(%{{.*}}, %{{.*}} : memref<?xf32>, memref<?xi32>) outs(
  // GENERIC: operandSegmentSizes = array<i32: 1, 1, 0, 1, 1>
  extrema.arg_reduce <maximumf> dimension(0) last accumulate {note = "kept"} ins(%x, %xi : memref<?xf32>, memref<?xi32>) outs(%v, %i : memref<f32>, memref<i32>)
  // CHECK: extrema.topk_reduce <maximumf> dimension(0) unsorted ins(
  // GENERIC: <{dimension = 0 : i64, kind = #extrema.kind<maximumf>, operandSegmentSizes = array<i32: 1, 0, 0, 1, 1>, unsorted}>
  extrema.topk_reduce <maximumf> dimension(0) unsorted ins(%x : memref<?xf32>) outs(%vk, %ik : memref<?xf32>, memref<?xi32>)
  // CHECK: extrema.topk_reduce <maximumf> dimension(0) index_base(%{{.*}}) ins(
  extrema.topk_reduce <maximumf> dimension(0) index_base(%b) ins(%x : memref<?xf32>) outs(%vk, %ik : memref<?xf32>, memref<?xi32>)
  // CHECK: extrema.topk_reduce <maximumf> dimension(0) accumulate ins(
  extrema.topk_reduce <maximumf> dimension(0) accumulate ins(%x : memref<?xf32>) outs(%vk, %ik : memref<?xf32>, memref<?xi32>)
  // CHECK: extrema.topk_reduce <maximumf> dimension(0) unsorted accumulate {note = "kept"} ins(%{{.*}}, %{{.*}} : memref<?xf32>, memref<?xi32>) outs(
  extrema.topk_reduce <maximumf> dimension(0) unsorted accumulate {note = "kept"} ins(%x, %xi : memref<?xf32>, memref<?xi32>) outs(%vk, %ik : memref<?xf32>, memref<?xi32>)
  return
}

// Every kind; integers of any signedness under any kind of integers.

// CHECK-LABEL: func @kinds
func.func @kinds(%f: memref<4xbf16>, %fv: memref<bf16>, %s: memref<4xi8>,
                 %sv: memref<i8>, %u: memref<4xui64>, %uv: memref<ui64>,
                 %d: memref<4xsi32>, %dv: memref<si32>) {
  // CHECK: <maximumf>
  extrema.arg_reduce <maximumf> dimension(0) ins(%f : memref<4xbf16>) value_only outs(%fv : memref<bf16>)
  // CHECK: <minimumf>
  extrema.arg_reduce <minimumf> dimension(0) ins(%f : memref<4xbf16>) value_only outs(%fv : memref<bf16>)
  // CHECK: <maxnumf>
  extrema.arg_reduce <maxnumf> dimension(0) ins(%f : memref<4xbf16>) value_only outs(%fv : memref<bf16>)
  // CHECK: <minnumf>
  extrema.arg_reduce <minnumf> dimension(0) ins(%f : memref<4xbf16>) value_only outs(%fv : memref<bf16>)
  // CHECK: <maxsi>
  extrema.arg_reduce <maxsi> dimension(0) ins(%u : memref<4xui64>) value_only outs(%uv : memref<ui64>)
  // CHECK: <minsi>
  extrema.arg_reduce <minsi> dimension(0) ins(%s : memref<4xi8>) value_only outs(%sv : memref<i8>)
  // CHECK: <maxui>
  extrema.arg_reduce <maxui> dimension(0) ins(%d : memref<4xsi32>) value_only outs(%dv : memref<si32>)
  // CHECK: <minui>
  extrema.arg_reduce <minui> dimension(0) ins(%s : memref<4xi8>) value_only outs(%sv : memref<i8>)
  return
}

// Shapes known in part, more than there are, none at all, other memory spaces.

// CHECK-LABEL: func @shapes
func.func @shapes(%x: tensor<?x8xf32>, %v: tensor<4x?xf32>, %i: tensor<?x12xindex>,
                  %y: memref<0x3xf32, 1>, %w: memref<3xf32, strided<[?]>>,
                  %j: memref<3xi8, 2>) {
  // CHECK: outs(%{{.*}}, %{{.*}} : tensor<4x?xf32>, tensor<?x12xindex>) -> tensor<4x?xf32>, tensor<?x12xindex>
  %0:2 = extrema.topk_reduce <maximumf> dimension(1) ins(%x : tensor<?x8xf32>) outs(%v, %i : tensor<4x?xf32>, tensor<?x12xindex>) -> tensor<4x?xf32>, tensor<?x12xindex>
  // CHECK: ins(%{{.*}} : memref<0x3xf32, 1>) outs(%{{.*}}, %{{.*}} : memref<3xf32, strided<[?]>>, memref<3xi8, 2>)
  extrema.arg_reduce <maximumf> dimension(0) ins(%y : memref<0x3xf32, 1>) outs(%w, %j : memref<3xf32, strided<[?]>>, memref<3xi8, 2>)
  return
}
