// Tiles by upstream's drivers: slices of the operands, the index base of a tile
// of the reduced dimension.

// RUN: extrema-opt %s --transform-interpreter --canonicalize --cse --split-input-file | FileCheck %s

// CHECK-LABEL: func @rows_and_reduced
// CHECK-SAME:    %[[X:[a-z0-9]+]]: tensor<?x33xf32>, %[[V:[a-z0-9]+]]: tensor<?xf32>, %[[I:[a-z0-9]+]]: tensor<?xi64>, %[[BASE:[a-z0-9]+]]: index
// CHECK:         scf.for %[[R:[a-z0-9]+]] = %{{.*}} step %{{.*}} iter_args(%[[V1:[a-z0-9]+]] = %[[V]], %[[I1:[a-z0-9]+]] = %[[I]])
// CHECK:           scf.for %[[C:[a-z0-9]+]] = %{{.*}} step %{{.*}} iter_args(%[[V2:[a-z0-9]+]] = %[[V1]], %[[I2:[a-z0-9]+]] = %[[I1]])
// CHECK-DAG:         %[[ROWS:.+]] = affine.min {{.*}}(%[[R]])
// CHECK-DAG:         %[[COLUMNS:.+]] = affine.min {{.*}}(%[[C]])
// CHECK-DAG:         %[[START:.+]] = arith.addi %[[BASE]], %[[C]] : index
// CHECK-DAG:         %[[XT:.+]] = tensor.extract_slice %[[X]][%[[R]], %[[C]]] [%[[ROWS]], %[[COLUMNS]]] [1, 1]
// CHECK-DAG:         %[[VT:.+]] = tensor.extract_slice %[[V2]][%[[R]]] [%[[ROWS]]] [1]
// CHECK-DAG:         %[[IT:.+]] = tensor.extract_slice %[[I2]][%[[R]]] [%[[ROWS]]] [1]
// CHECK:             %[[T:.+]]:2 = extrema.arg_reduce <maximumf> dimension(1) last index_base(%[[START]]) accumulate {tag} ins(%[[XT]] : tensor<?x?xf32>) outs(%[[VT]], %[[IT]] : tensor<?xf32>, tensor<?xi64>)
// CHECK-DAG:         tensor.insert_slice %[[T]]#0 into %[[V2]][%[[R]]] [%[[ROWS]]] [1]
// CHECK-DAG:         tensor.insert_slice %[[T]]#1 into %[[I2]][%[[R]]] [%[[ROWS]]] [1]
func.func @rows_and_reduced(%x: tensor<?x33xf32>, %v: tensor<?xf32>, %i: tensor<?xi64>, %base: index)
    -> (tensor<?xf32>, tensor<?xi64>) {
  %r:2 = extrema.arg_reduce <maximumf> dimension(1) last index_base(%base) accumulate {tag}
    ins(%x : tensor<?x33xf32>) outs(%v, %i : tensor<?xf32>, tensor<?xi64>)
    -> tensor<?xf32>, tensor<?xi64>
  return %r#0, %r#1 : tensor<?xf32>, tensor<?xi64>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%module: !transform.any_op {transform.readonly}) {
    %op = transform.structured.match ops{["extrema.arg_reduce"]} in %module : (!transform.any_op) -> !transform.any_op
    %tiled, %loops:2 = transform.structured.tile_using_for %op tile_sizes [4, 8]
      : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

// An overwriting operation, one result left out, the reduced dimension in the
// middle: its index base stays.

// CHECK-LABEL: func @parallel_only
// CHECK-SAME:    %[[X:[a-z0-9]+]]: tensor<8x?x6xi32>, %[[I:[a-z0-9]+]]: tensor<8x6xi32>, %[[BASE:[a-z0-9]+]]: index
// CHECK:         scf.forall (%[[A:[a-z0-9]+]], %[[B:[a-z0-9]+]]) in (2, 3) shared_outs(%[[OUT:[a-z0-9]+]] = %[[I]])
// CHECK-DAG:       %[[AT:.+]] = affine.apply {{.*}}(%[[A]])
// CHECK-DAG:       %[[BT:.+]] = affine.apply {{.*}}(%[[B]])
// CHECK-DAG:       %[[XT:.+]] = tensor.extract_slice %[[X]][%[[AT]], 0, %[[BT]]] [4, %{{.+}}, 2] [1, 1, 1] : tensor<8x?x6xi32> to tensor<4x?x2xi32>
// CHECK-DAG:       %[[IT:.+]] = tensor.extract_slice %[[OUT]][%[[AT]], %[[BT]]] [4, 2] [1, 1]
// CHECK:           %[[T:.+]] = extrema.arg_reduce <minui> dimension(1) index_base(%[[BASE]]) ins(%[[XT]] : tensor<4x?x2xi32>) index_only outs(%[[IT]] : tensor<4x2xi32>)
// CHECK:           tensor.parallel_insert_slice %[[T]] into %[[OUT]][%[[AT]], %[[BT]]] [4, 2] [1, 1]
func.func @parallel_only(%x: tensor<8x?x6xi32>, %i: tensor<8x6xi32>, %base: index) -> tensor<8x6xi32> {
  %r = extrema.arg_reduce <minui> dimension(1) index_base(%base) ins(%x : tensor<8x?x6xi32>)
    index_only outs(%i : tensor<8x6xi32>) -> tensor<8x6xi32>
  return %r : tensor<8x6xi32>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%module: !transform.any_op {transform.readonly}) {
    %op = transform.structured.match ops{["extrema.arg_reduce"]} in %module : (!transform.any_op) -> !transform.any_op
    %tiled, %loop = transform.structured.tile_using_forall %op num_threads [2, 0, 3]
      : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

// A row only; its destinations have no dimension.

// CHECK-LABEL: func @one_row
// CHECK-SAME:    %[[X:[a-z0-9]+]]: tensor<?xi8>, %[[V:[a-z0-9]+]]: tensor<i8>, %[[I:[a-z0-9]+]]: tensor<index>
// CHECK:         scf.for %[[C:[a-z0-9]+]] = {{.*}} iter_args(%[[V1:[a-z0-9]+]] = %[[V]], %[[I1:[a-z0-9]+]] = %[[I]])
// CHECK:           %[[XT:.+]] = tensor.extract_slice %[[X]][%[[C]]]
// CHECK:           %[[T:.+]]:2 = extrema.arg_reduce <maxsi> dimension(0) index_base(%[[C]]) accumulate ins(%[[XT]] : tensor<?xi8>) outs(%[[V1]], %[[I1]] : tensor<i8>, tensor<index>)
// CHECK:           scf.yield %[[T]]#0, %[[T]]#1
func.func @one_row(%x: tensor<?xi8>, %v: tensor<i8>, %i: tensor<index>) -> (tensor<i8>, tensor<index>) {
  %r:2 = extrema.arg_reduce <maxsi> dimension(0) accumulate ins(%x : tensor<?xi8>)
    outs(%v, %i : tensor<i8>, tensor<index>) -> tensor<i8>, tensor<index>
  return %r#0, %r#1 : tensor<i8>, tensor<index>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%module: !transform.any_op {transform.readonly}) {
    %op = transform.structured.match ops{["extrema.arg_reduce"]} in %module : (!transform.any_op) -> !transform.any_op
    %tiled, %loop = transform.structured.tile_using_for %op tile_sizes [64]
      : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

// Explicit indices go along with their elements; all k of a destination.

// CHECK-LABEL: func @explicit_indices
// CHECK-SAME:    %[[X:[a-z0-9]+]]: tensor<?x?xf16>, %[[IX:[a-z0-9]+]]: tensor<?x?xi32>, %[[V:[a-z0-9]+]]: tensor<?x?xf16>, %[[I:[a-z0-9]+]]: tensor<?x?xi32>
// CHECK:         scf.for %[[R:[a-z0-9]+]] = {{.*}} iter_args(%[[V1:[a-z0-9]+]] = %[[V]], %[[I1:[a-z0-9]+]] = %[[I]])
// CHECK:           scf.for %[[C:[a-z0-9]+]] = {{.*}} iter_args(%[[V2:[a-z0-9]+]] = %[[V1]], %[[I2:[a-z0-9]+]] = %[[I1]])
// CHECK-DAG:         %[[XT:.+]] = tensor.extract_slice %[[X]][%[[R]], %[[C]]] [%[[RT:.+]], %[[CT:.+]]] [1, 1]
// CHECK-DAG:         %[[IXT:.+]] = tensor.extract_slice %[[IX]][%[[R]], %[[C]]] [%[[RT]], %[[CT]]] [1, 1]
// CHECK-DAG:         %[[K:.+]] = tensor.dim %[[V2]], %{{.+}}
// CHECK-DAG:         %[[VT:.+]] = tensor.extract_slice %[[V2]][0, %[[C]]] [%[[K]], %[[CT]]] [1, 1]
// CHECK-DAG:         %[[IT:.+]] = tensor.extract_slice %[[I2]][0, %[[C]]] [%[[K]], %[[CT]]] [1, 1]
// CHECK:             extrema.topk_reduce <minnumf> dimension(0) unsorted accumulate ins(%[[XT]], %[[IXT]] : tensor<?x?xf16>, tensor<?x?xi32>) outs(%[[VT]], %[[IT]] : tensor<?x?xf16>, tensor<?x?xi32>)
func.func @explicit_indices(%x: tensor<?x?xf16>, %ix: tensor<?x?xi32>, %v: tensor<?x?xf16>, %i: tensor<?x?xi32>)
    -> (tensor<?x?xf16>, tensor<?x?xi32>) {
  %r:2 = extrema.topk_reduce <minnumf> dimension(0) unsorted accumulate
    ins(%x, %ix : tensor<?x?xf16>, tensor<?x?xi32>) outs(%v, %i : tensor<?x?xf16>, tensor<?x?xi32>)
    -> tensor<?x?xf16>, tensor<?x?xi32>
  return %r#0, %r#1 : tensor<?x?xf16>, tensor<?x?xi32>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%module: !transform.any_op {transform.readonly}) {
    %op = transform.structured.match ops{["extrema.topk_reduce"]} in %module : (!transform.any_op) -> !transform.any_op
    %tiled, %loops:2 = transform.structured.tile_using_for %op tile_sizes [16, 8]
      : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

// A tile as large as the reduced dimension holds whole rows, so that the
// operation may overwrite.

// CHECK-LABEL: func @tile_of_whole_rows
// CHECK:         extrema.topk_reduce <maxsi> dimension(1) ins(%{{.+}} : tensor<?x9xi32>) outs
func.func @tile_of_whole_rows(%x: tensor<7x9xi32>, %v: tensor<7x3xi32>, %i: tensor<7x3xi64>)
    -> (tensor<7x3xi32>, tensor<7x3xi64>) {
  %r:2 = extrema.topk_reduce <maxsi> dimension(1) ins(%x : tensor<7x9xi32>)
    outs(%v, %i : tensor<7x3xi32>, tensor<7x3xi64>) -> tensor<7x3xi32>, tensor<7x3xi64>
  return %r#0, %r#1 : tensor<7x3xi32>, tensor<7x3xi64>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%module: !transform.any_op {transform.readonly}) {
    %op = transform.structured.match ops{["extrema.topk_reduce"]} in %module : (!transform.any_op) -> !transform.any_op
    %tiled, %loops:2 = transform.structured.tile_using_for %op tile_sizes [4, 9]
      : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

// CHECK-LABEL: func @memrefs
// CHECK-SAME:    %[[X:[a-z0-9]+]]: memref<?x33xf32, strided<[?, 1], offset: ?>>, %[[V:[a-z0-9]+]]: memref<?x5xf32>, %[[I:[a-z0-9]+]]: memref<?x5xi64>
// CHECK:         scf.for %[[R:[a-z0-9]+]] =
// CHECK:           scf.for %[[C:[a-z0-9]+]] =
// CHECK-DAG:         %[[XT:.+]] = memref.subview %[[X]][%[[R]], %[[C]]] [%[[ROWS:.+]], %{{.+}}] [1, 1]
// CHECK-DAG:         %[[VT:.+]] = memref.subview %[[V]][%[[R]], 0] [%[[ROWS]], 5] [1, 1]
// CHECK-DAG:         %[[IT:.+]] = memref.subview %[[I]][%[[R]], 0] [%[[ROWS]], 5] [1, 1]
// CHECK:             extrema.topk_reduce <maximumf> dimension(1) index_base(%[[C]]) accumulate ins(%[[XT]] : {{.*}}) outs(%[[VT]], %[[IT]] : {{.*}})
func.func @memrefs(%x: memref<?x33xf32, strided<[?, 1], offset: ?>>, %v: memref<?x5xf32>, %i: memref<?x5xi64>) {
  extrema.topk_reduce <maximumf> dimension(1) accumulate ins(%x : memref<?x33xf32, strided<[?, 1], offset: ?>>)
    outs(%v, %i : memref<?x5xf32>, memref<?x5xi64>)
  return
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%module: !transform.any_op {transform.readonly}) {
    %op = transform.structured.match ops{["extrema.topk_reduce"]} in %module : (!transform.any_op) -> !transform.any_op
    %tiled, %loops:2 = transform.structured.tile_using_for %op tile_sizes [4, 8]
      : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
    transform.yield
  }
}
