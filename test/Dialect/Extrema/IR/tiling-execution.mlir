// Whatever the tiles and parts, the results are those of the plain program.

// RUN: split-file %s %t
// DEFINE: %{schedule} =
// DEFINE: %{lower} = --canonicalize --cse --eliminate-empty-tensors \
// DEFINE:   --one-shot-bufferize="bufferize-function-boundaries function-boundary-type-conversion=identity-layout-map" \
// DEFINE:   --buffer-deallocation-pipeline --convert-bufferization-to-memref --canonicalize \
// DEFINE:   --convert-extrema-to-loops --convert-linalg-to-loops --scf-forall-to-for %{to-llvm}
// DEFINE: %{transform} = --transform-preload-library=transform-library-paths=%t/%{schedule} --transform-interpreter

// RUN: extrema-opt %t/program.mlir %{lower} | %{mlir-runner} | FileCheck %s

// REDEFINE: %{schedule} = parallel.mlir
// RUN: extrema-opt %t/program.mlir %{transform} %{lower} | %{mlir-runner} | FileCheck %s

// REDEFINE: %{schedule} = sequential.mlir
// RUN: extrema-opt %t/program.mlir --extrema-overwrite-to-accumulate %{transform} %{lower} | %{mlir-runner} | FileCheck %s

// REDEFINE: %{schedule} = fused.mlir
// RUN: extrema-opt %t/program.mlir --extrema-overwrite-to-accumulate --canonicalize %{transform} %{lower} | %{mlir-runner} | FileCheck %s
// RUN: extrema-opt %t/program.mlir --extrema-overwrite-to-accumulate --canonicalize %{transform} --extrema-accumulate-to-overwrite %{lower} | %{mlir-runner} | FileCheck %s

// REDEFINE: %{schedule} = parts.mlir
// RUN: extrema-opt %t/program.mlir %{transform} %{lower} | %{mlir-runner} | FileCheck %s

// The last threads have nothing left to do: their parts are empty.
// REDEFINE: %{schedule} = threads.mlir
// RUN: extrema-opt %t/program.mlir %{transform} %{lower} | %{mlir-runner} | FileCheck %s

//--- program.mlir
func.func @first(%x: tensor<?x?xf32>) -> (tensor<?xf32>, tensor<?xi64>) {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?x?xf32>
  %v = tensor.empty(%n) : tensor<?xf32>
  %i = tensor.empty(%n) : tensor<?xi64>
  %r:2 = extrema.arg_reduce <maximumf> dimension(1) {rows} ins(%x : tensor<?x?xf32>)
    outs(%v, %i : tensor<?xf32>, tensor<?xi64>) -> tensor<?xf32>, tensor<?xi64>
  return %r#0, %r#1 : tensor<?xf32>, tensor<?xi64>
}

func.func @last(%x: tensor<?x?xf32>) -> tensor<?xi64> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?x?xf32>
  %i = tensor.empty(%n) : tensor<?xi64>
  %r = extrema.arg_reduce <minnumf> dimension(1) last {rows} ins(%x : tensor<?x?xf32>)
    index_only outs(%i : tensor<?xi64>) -> tensor<?xi64>
  return %r : tensor<?xi64>
}

func.func @state(%x: tensor<?x?xf32>, %v: tensor<?xf32>, %i: tensor<?xi64>) -> (tensor<?xf32>, tensor<?xi64>) {
  %base = arith.constant 100 : index
  %r:2 = extrema.arg_reduce <maximumf> dimension(1) last index_base(%base) accumulate {rows}
    ins(%x : tensor<?x?xf32>) outs(%v, %i : tensor<?xf32>, tensor<?xi64>) -> tensor<?xf32>, tensor<?xi64>
  return %r#0, %r#1 : tensor<?xf32>, tensor<?xi64>
}

func.func @one_row(%x: tensor<?xi32>) -> (tensor<i32>, tensor<i8>) {
  %v = tensor.empty() : tensor<i32>
  %i = tensor.empty() : tensor<i8>
  %r:2 = extrema.arg_reduce <maxsi> dimension(0) last {row} ins(%x : tensor<?xi32>)
    outs(%v, %i : tensor<i32>, tensor<i8>) -> tensor<i32>, tensor<i8>
  return %r#0, %r#1 : tensor<i32>, tensor<i8>
}

func.func @largest(%x: tensor<?x?xf32>) -> (tensor<?x3xf32>, tensor<?x3xi64>) {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?x?xf32>
  %v = tensor.empty(%n) : tensor<?x3xf32>
  %i = tensor.empty(%n) : tensor<?x3xi64>
  %r:2 = extrema.topk_reduce <maximumf> dimension(1) {rows} ins(%x : tensor<?x?xf32>)
    outs(%v, %i : tensor<?x3xf32>, tensor<?x3xi64>) -> tensor<?x3xf32>, tensor<?x3xi64>
  return %r#0, %r#1 : tensor<?x3xf32>, tensor<?x3xi64>
}

// A dimension of extent 1, not to be mistaken for the one that numbers parts.
func.func @largest_of_one(%x: tensor<?x1x?xf32>, %k: index) -> (tensor<?x1x?xf32>, tensor<?x1x?xi64>) {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?x1x?xf32>
  %v = tensor.empty(%n, %k) : tensor<?x1x?xf32>
  %i = tensor.empty(%n, %k) : tensor<?x1x?xi64>
  %r:2 = extrema.topk_reduce <maximumf> dimension(2) {batch} ins(%x : tensor<?x1x?xf32>)
    outs(%v, %i : tensor<?x1x?xf32>, tensor<?x1x?xi64>) -> tensor<?x1x?xf32>, tensor<?x1x?xi64>
  return %r#0, %r#1 : tensor<?x1x?xf32>, tensor<?x1x?xi64>
}

// More than there are in a tile, a part, or at all.
func.func @smallest_of_columns(%x: tensor<?x?xf32>, %k: index) -> (tensor<?x?xf32>, tensor<?x?xi32>) {
  %c1 = arith.constant 1 : index
  %n = tensor.dim %x, %c1 : tensor<?x?xf32>
  %v = tensor.empty(%k, %n) : tensor<?x?xf32>
  %i = tensor.empty(%k, %n) : tensor<?x?xi32>
  %r:2 = extrema.topk_reduce <minnumf> dimension(0) {columns} ins(%x : tensor<?x?xf32>)
    outs(%v, %i : tensor<?x?xf32>, tensor<?x?xi32>) -> tensor<?x?xf32>, tensor<?x?xi32>
  return %r#0, %r#1 : tensor<?x?xf32>, tensor<?x?xi32>
}

func.func @explicit_indices(%x: tensor<?xi32>, %ix: tensor<?xi16>, %v: tensor<5xi32>, %i: tensor<5xi16>)
    -> (tensor<5xi32>, tensor<5xi16>) {
  %r:2 = extrema.topk_reduce <minui> dimension(0) accumulate {row} ins(%x, %ix : tensor<?xi32>, tensor<?xi16>)
    outs(%v, %i : tensor<5xi32>, tensor<5xi16>) -> tensor<5xi32>, tensor<5xi16>
  return %r#0, %r#1 : tensor<5xi32>, tensor<5xi16>
}

func.func @negated(%x: tensor<?x?xf32>) -> (tensor<?x3xf32>, tensor<?x3xi64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = tensor.dim %x, %c0 : tensor<?x?xf32>
  %n = tensor.dim %x, %c1 : tensor<?x?xf32>
  %e = tensor.empty(%m, %n) : tensor<?x?xf32>
  %y = linalg.negf ins(%x : tensor<?x?xf32>) outs(%e : tensor<?x?xf32>) -> tensor<?x?xf32>
  %v = tensor.empty(%m) : tensor<?x3xf32>
  %i = tensor.empty(%m) : tensor<?x3xi64>
  %r:2 = extrema.topk_reduce <maximumf> dimension(1) {fused} ins(%y : tensor<?x?xf32>)
    outs(%v, %i : tensor<?x3xf32>, tensor<?x3xi64>) -> tensor<?x3xf32>, tensor<?x3xi64>
  return %r#0, %r#1 : tensor<?x3xf32>, tensor<?x3xi64>
}

func.func @print_f32(%x: tensor<?xf32>) {
  %c0 = arith.constant 0 : index
  %pad = arith.constant 7.0 : f32
  %v = vector.transfer_read %x[%c0], %pad : tensor<?xf32>, vector<3xf32>
  vector.print %v : vector<3xf32>
  return
}

func.func @print_i64(%x: tensor<?xi64>) {
  %c0 = arith.constant 0 : index
  %pad = arith.constant 7 : i64
  %v = vector.transfer_read %x[%c0], %pad : tensor<?xi64>, vector<3xi64>
  vector.print %v : vector<3xi64>
  return
}

func.func @print_best(%v: tensor<?x3xf32>, %i: tensor<?x3xi64>) {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  %pad = arith.constant 7 : i64
  %vv = vector.transfer_read %v[%c0, %c0], %zero : tensor<?x3xf32>, vector<3x3xf32>
  vector.print %vv : vector<3x3xf32>
  %iv = vector.transfer_read %i[%c0, %c0], %pad : tensor<?x3xi64>, vector<3x3xi64>
  vector.print %iv : vector<3x3xi64>
  return
}

func.func @main() {
  %c0 = arith.constant 0 : index
  %x = arith.constant dense<[
    [1.0, 4.0, -0.0, 4.0, 2.0, 4.0, 0.0, -5.0, 3.0, 4.0, -5.0, 4.0, 1.0],
    [-1.0, 0xFF800000, -0.0, -3.0, 0.0, -0.0, -2.0, 0.0, -0.0, -7.0, 0xFF800000, -1.0, 0.0],
    [1.0, 2.0, 3.0, 0x7FC00000, 6.0, 0x7FC00000, 8.0, 8.0, 9.0, 0x7F800000, 1.0, 1.0, 2.0]]> : tensor<3x13xf32>
  %xd = tensor.cast %x : tensor<3x13xf32> to tensor<?x?xf32>

  // CHECK:      ( 4, -0, nan )
  // CHECK-NEXT: ( 1, 2, 3 )
  %first:2 = call @first(%xd) : (tensor<?x?xf32>) -> (tensor<?xf32>, tensor<?xi64>)
  call @print_f32(%first#0) : (tensor<?xf32>) -> ()
  call @print_i64(%first#1) : (tensor<?xi64>) -> ()

  // CHECK-NEXT: ( 10, 10, 11 )
  %last = call @last(%xd) : (tensor<?x?xf32>) -> tensor<?xi64>
  call @print_i64(%last) : (tensor<?xi64>) -> ()

  // A state that loses, ties with a lower index, wins.
  // CHECK-NEXT: ( 4, 0, nan )
  // CHECK-NEXT: ( 111, 112, 200 )
  %v = arith.constant dense<[3.0, -0.0, 0x7FC00000]> : tensor<3xf32>
  %i = arith.constant dense<[5, 6, 200]> : tensor<3xi64>
  %vd = tensor.cast %v : tensor<3xf32> to tensor<?xf32>
  %id = tensor.cast %i : tensor<3xi64> to tensor<?xi64>
  %state:2 = call @state(%xd, %vd, %id) : (tensor<?x?xf32>, tensor<?xf32>, tensor<?xi64>) -> (tensor<?xf32>, tensor<?xi64>)
  call @print_f32(%state#0) : (tensor<?xf32>) -> ()
  call @print_i64(%state#1) : (tensor<?xi64>) -> ()

  // CHECK-NEXT: ( 9 )
  // CHECK-NEXT: ( 7 )
  %row = arith.constant dense<[3, 9, -2, 9, 0, 5, 9, 9, 1]> : tensor<9xi32>
  %rowd = tensor.cast %row : tensor<9xi32> to tensor<?xi32>
  %best:2 = call @one_row(%rowd) : (tensor<?xi32>) -> (tensor<i32>, tensor<i8>)
  %bv = tensor.extract %best#0[] : tensor<i32>
  %bvv = vector.broadcast %bv : i32 to vector<1xi32>
  vector.print %bvv : vector<1xi32>
  %bi = tensor.extract %best#1[] : tensor<i8>
  %biv = vector.broadcast %bi : i8 to vector<1xi8>
  vector.print %biv : vector<1xi8>

  // CHECK-NEXT: ( ( 4, 4, 4 ), ( -0, 0, -0 ), ( nan, nan, inf ) )
  // CHECK-NEXT: ( ( 1, 3, 5 ), ( 2, 4, 5 ), ( 3, 5, 9 ) )
  %largest:2 = call @largest(%xd) : (tensor<?x?xf32>) -> (tensor<?x3xf32>, tensor<?x3xi64>)
  call @print_best(%largest#0, %largest#1) : (tensor<?x3xf32>, tensor<?x3xi64>) -> ()

  // CHECK-NEXT: ( ( 4, 4 ), ( -0, 0 ), ( nan, nan ) )
  // CHECK-NEXT: ( ( 1, 3 ), ( 2, 4 ), ( 3, 5 ) )
  %two = arith.constant 2 : index
  %x3 = tensor.expand_shape %x [[0], [1, 2]] output_shape [3, 1, 13] : tensor<3x13xf32> into tensor<3x1x13xf32>
  %x3d = tensor.cast %x3 : tensor<3x1x13xf32> to tensor<?x1x?xf32>
  %of_one:2 = call @largest_of_one(%x3d, %two) : (tensor<?x1x?xf32>, index) -> (tensor<?x1x?xf32>, tensor<?x1x?xi64>)
  %of_one_v = tensor.collapse_shape %of_one#0 [[0], [1, 2]] : tensor<?x1x?xf32> into tensor<?x?xf32>
  %of_one_i = tensor.collapse_shape %of_one#1 [[0], [1, 2]] : tensor<?x1x?xi64> into tensor<?x?xi64>
  %f0 = arith.constant 0.0 : f32
  %l0 = arith.constant 0 : i64
  %ov = vector.transfer_read %of_one_v[%c0, %c0], %f0 : tensor<?x?xf32>, vector<3x2xf32>
  vector.print %ov : vector<3x2xf32>
  %oi = vector.transfer_read %of_one_i[%c0, %c0], %l0 : tensor<?x?xi64>, vector<3x2xi64>
  vector.print %oi : vector<3x2xi64>

  // CHECK-NEXT: ( ( -1, -inf, -0, -3 ), ( 1, 2, -0, 4 ), ( 1, 4, 3, nan ), ( nan, nan, nan, nan ) )
  // CHECK-NEXT: ( ( 1, 1, 0, 1 ), ( 0, 2, 1, 0 ), ( 2, 0, 2, 2 ), ( 2147483647, 2147483647, 2147483647, 2147483647 ) )
  %k = arith.constant 4 : index
  %smallest:2 = call @smallest_of_columns(%xd, %k) : (tensor<?x?xf32>, index) -> (tensor<?x?xf32>, tensor<?x?xi32>)
  %sv = vector.transfer_read %smallest#0[%c0, %c0], %f0 : tensor<?x?xf32>, vector<4x4xf32>
  vector.print %sv : vector<4x4xf32>
  %i0 = arith.constant 0 : i32
  %si = vector.transfer_read %smallest#1[%c0, %c0], %i0 : tensor<?x?xi32>, vector<4x4xi32>
  vector.print %si : vector<4x4xi32>

  // CHECK-NEXT: ( 0, 0, 1, 2, 3 )
  // CHECK-NEXT: ( 4, 40, 30, 60, 50 )
  %ix = arith.constant dense<[50, 90, 80, 70, 40, 10, 20, 60, 30]> : tensor<9xi16>
  %ixd = tensor.cast %ix : tensor<9xi16> to tensor<?xi16>
  %mv = arith.constant dense<[0, 3, 4, 5, -1]> : tensor<5xi32>
  %mi = arith.constant dense<[4, 60, 3, 2, 1]> : tensor<5xi16>
  %rowu = arith.constant dense<[3, 9, -2, 9, 0, 5, 9, 2, 1]> : tensor<9xi32>
  %rowud = tensor.cast %rowu : tensor<9xi32> to tensor<?xi32>
  %merged:2 = call @explicit_indices(%rowud, %ixd, %mv, %mi)
    : (tensor<?xi32>, tensor<?xi16>, tensor<5xi32>, tensor<5xi16>) -> (tensor<5xi32>, tensor<5xi16>)
  %s0 = arith.constant 0 : i16
  %ev = vector.transfer_read %merged#0[%c0], %i0 : tensor<5xi32>, vector<5xi32>
  vector.print %ev : vector<5xi32>
  %ei = vector.transfer_read %merged#1[%c0], %s0 : tensor<5xi16>, vector<5xi16>
  vector.print %ei : vector<5xi16>

  // CHECK-NEXT: ( ( 5, 5, 0 ), ( inf, inf, 7 ), ( -nan, -nan, -1 ) )
  // CHECK-NEXT: ( ( 7, 10, 2 ), ( 1, 10, 9 ), ( 3, 5, 0 ) )
  %negated:2 = call @negated(%xd) : (tensor<?x?xf32>) -> (tensor<?x3xf32>, tensor<?x3xi64>)
  call @print_best(%negated#0, %negated#1) : (tensor<?x3xf32>, tensor<?x3xi64>) -> ()
  return
}

//--- parallel.mlir
module attributes {transform.with_named_sequence} {
transform.named_sequence @__transform_main(%module: !transform.any_op {transform.readonly}) {
  %rows = transform.structured.match attributes{rows} in %module : (!transform.any_op) -> !transform.any_op
  %rows_tiled, %rows_loop = transform.structured.tile_using_forall %rows num_threads [2] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
  %columns = transform.structured.match attributes{columns} in %module : (!transform.any_op) -> !transform.any_op
  %columns_tiled, %columns_loops = transform.structured.tile_using_for %columns tile_sizes [0, 5] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
  transform.yield
}
}

//--- sequential.mlir
module attributes {transform.with_named_sequence} {
transform.named_sequence @__transform_main(%module: !transform.any_op {transform.readonly}) {
  %rows = transform.structured.match attributes{rows} in %module : (!transform.any_op) -> !transform.any_op
  %rows_tiled, %rows_loops:2 = transform.structured.tile_using_for %rows tile_sizes [2, 4] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
  %columns = transform.structured.match attributes{columns} in %module : (!transform.any_op) -> !transform.any_op
  %columns_tiled, %columns_loops:2 = transform.structured.tile_using_for %columns tile_sizes [2, 5] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
  %row = transform.structured.match attributes{row} in %module : (!transform.any_op) -> !transform.any_op
  %row_tiled, %row_loops = transform.structured.tile_using_for %row tile_sizes [2] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
  %negf = transform.structured.match ops{["linalg.negf"]} in %module : (!transform.any_op) -> !transform.any_op
  %topk = transform.structured.match attributes{fused} in %module : (!transform.any_op) -> !transform.any_op
  %tiled, %loops:2 = transform.structured.tile_using_for %topk tile_sizes [2, 4] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
  %fused, %loop = transform.structured.fuse_into_containing_op %negf into %loops#1 : (!transform.any_op, !transform.any_op) -> (!transform.any_op, !transform.any_op)
  transform.yield
}
}

//--- fused.mlir
module attributes {transform.with_named_sequence} {
transform.named_sequence @__transform_main(%module: !transform.any_op {transform.readonly}) {
  %rows = transform.structured.match attributes{rows} in %module : (!transform.any_op) -> !transform.any_op
  %rows_fused, %rows_loops:2 = transform.structured.fuse %rows tile_sizes [2, 4] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
  %columns = transform.structured.match attributes{columns} in %module : (!transform.any_op) -> !transform.any_op
  %columns_fused, %columns_loops:2 = transform.structured.fuse %columns tile_sizes [2, 5] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
  %row = transform.structured.match attributes{row} in %module : (!transform.any_op) -> !transform.any_op
  %row_fused, %row_loops = transform.structured.fuse %row tile_sizes [2] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
  %topk = transform.structured.match attributes{fused} in %module : (!transform.any_op) -> !transform.any_op
  %fused, %loops:2 = transform.structured.fuse %topk tile_sizes [2, 4] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
  transform.yield
}
}

//--- parts.mlir
module attributes {transform.with_named_sequence} {
transform.named_sequence @__transform_main(%module: !transform.any_op {transform.readonly}) {
  %rows = transform.structured.match attributes{rows} in %module : (!transform.any_op) -> !transform.any_op
  %rows_fill:2, %rows_part, %rows_merge, %rows_loop = transform.structured.tile_reduction_using_forall %rows by tile_sizes = [0, 4] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op)
  %columns = transform.structured.match attributes{columns} in %module : (!transform.any_op) -> !transform.any_op
  %columns_fill:2, %columns_part, %columns_merge, %columns_loop = transform.structured.tile_reduction_using_forall %columns by tile_sizes = [2] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op)
  %row = transform.structured.match attributes{row} in %module : (!transform.any_op) -> !transform.any_op
  %row_fill:2, %row_part, %row_merge, %row_loop = transform.structured.tile_reduction_using_forall %row by tile_sizes = [4] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op)
  %batch = transform.structured.match attributes{batch} in %module : (!transform.any_op) -> !transform.any_op
  %batch_fill:2, %batch_part, %batch_merge, %batch_loop = transform.structured.tile_reduction_using_forall %batch by tile_sizes = [0, 0, 4] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op)
  transform.yield
}
}

//--- threads.mlir
module attributes {transform.with_named_sequence} {
transform.named_sequence @__transform_main(%module: !transform.any_op {transform.readonly}) {
  %rows = transform.structured.match attributes{rows} in %module : (!transform.any_op) -> !transform.any_op
  %rows_fill:2, %rows_part, %rows_merge, %rows_loop = transform.structured.tile_reduction_using_forall %rows by num_threads = [0, 9] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op)
  %columns = transform.structured.match attributes{columns} in %module : (!transform.any_op) -> !transform.any_op
  %columns_fill:2, %columns_part, %columns_merge, %columns_loop = transform.structured.tile_reduction_using_forall %columns by num_threads = [2] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op)
  %row = transform.structured.match attributes{row} in %module : (!transform.any_op) -> !transform.any_op
  %row_fill:2, %row_part, %row_merge, %row_loop = transform.structured.tile_reduction_using_forall %row by num_threads = [8] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op)
  %batch = transform.structured.match attributes{batch} in %module : (!transform.any_op) -> !transform.any_op
  %batch_fill:2, %batch_part, %batch_merge, %batch_loop = transform.structured.tile_reduction_using_forall %batch by num_threads = [0, 0, 5] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op)
  transform.yield
}
}
