// Parts of the reduced dimension in parallel, then merged. The parts overwrite
// what is not filled and have all their pairs' indices.

// RUN: extrema-opt %s --transform-interpreter --canonicalize --cse --split-input-file | FileCheck %s
// RUN: extrema-opt %s --transform-interpreter --canonicalize --cse --split-input-file \
// RUN:   --eliminate-empty-tensors --one-shot-bufferize=bufferize-function-boundaries --cse --canonicalize \
// RUN:   | FileCheck %s --check-prefix=IN-PLACE --implicit-check-not=memref.copy

// IN-PLACE-LABEL: func @arg
// IN-PLACE:         scf.forall
// IN-PLACE:           extrema.arg_reduce
// IN-PLACE:         extrema.arg_reduce

// CHECK-DAG:   #[[PARTS:.+]] = affine_map<()[s0] -> (s0 ceildiv 8)>
// CHECK-DAG:   #[[PART:.+]] = affine_map<()[s0] -> (s0 floordiv 8)>
// CHECK-LABEL: func @arg
// CHECK-SAME:    %[[X:[a-z0-9]+]]: tensor<4x?xf32>, %[[V:[a-z0-9]+]]: tensor<4xf32>, %[[I:[a-z0-9]+]]: tensor<4xi32>, %[[BASE:[a-z0-9]+]]: index
// CHECK:         %[[N:.+]] = affine.apply #[[PARTS]]
// CHECK-DAG:     %[[VE:.+]] = tensor.empty(%[[N]]) : tensor<?x4xf32>
// CHECK-DAG:     %[[IE:.+]] = tensor.empty(%[[N]]) : tensor<?x4xi32>
// CHECK:         %[[P:[a-z0-9]+]]:2 = scf.forall (%[[C:[a-z0-9]+]]) = (0) to (%{{.+}}) step (8) shared_outs(%[[VP:[a-z0-9]+]] = %[[VE]], %[[IP:[a-z0-9]+]] = %[[IE]])
// CHECK-DAG:       %[[NUMBER:.+]] = affine.apply #[[PART]]()[%[[C]]]
// CHECK-DAG:       %[[START:.+]] = arith.addi %[[BASE]], %[[C]] : index
// CHECK-DAG:       %[[XT:.+]] = tensor.extract_slice %[[X]][0, %[[C]]] [4, %{{.+}}] [1, 1]
// CHECK-DAG:       %[[VT:.+]] = tensor.extract_slice %[[VP]][%[[NUMBER]], 0] [1, 4] [1, 1] : tensor<?x4xf32> to tensor<4xf32>
// CHECK-DAG:       %[[IT:.+]] = tensor.extract_slice %[[IP]][%[[NUMBER]], 0] [1, 4] [1, 1] : tensor<?x4xi32> to tensor<4xi32>
// CHECK:           %[[T:.+]]:2 = extrema.arg_reduce <minimumf> dimension(1) last index_base(%[[START]]) ins(%[[XT]] : tensor<4x?xf32>) outs(%[[VT]], %[[IT]] :
// CHECK-DAG:       tensor.parallel_insert_slice %[[T]]#0 into %[[VP]][%[[NUMBER]], 0] [1, 4] [1, 1] : tensor<4xf32> into tensor<?x4xf32>
// CHECK-DAG:       tensor.parallel_insert_slice %[[T]]#1 into %[[IP]][%[[NUMBER]], 0] [1, 4] [1, 1] : tensor<4xi32> into tensor<?x4xi32>
// CHECK:         extrema.arg_reduce <minimumf> dimension(0) last accumulate ins(%[[P]]#0, %[[P]]#1 : tensor<?x4xf32>, tensor<?x4xi32>) outs(%[[V]], %[[I]] :
func.func @arg(%x: tensor<4x?xf32>, %v: tensor<4xf32>, %i: tensor<4xi32>, %base: index)
    -> (tensor<4xf32>, tensor<4xi32>) {
  %r:2 = extrema.arg_reduce <minimumf> dimension(1) last index_base(%base) accumulate
    ins(%x : tensor<4x?xf32>) outs(%v, %i : tensor<4xf32>, tensor<4xi32>) -> tensor<4xf32>, tensor<4xi32>
  return %r#0, %r#1 : tensor<4xf32>, tensor<4xi32>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%module: !transform.any_op {transform.readonly}) {
    %op = transform.structured.match ops{["extrema.arg_reduce"]} in %module : (!transform.any_op) -> !transform.any_op
    %fill0, %fill1, %part, %merge, %loop = transform.structured.tile_reduction_using_forall %op by tile_sizes = [0, 8]
      : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

// Merging needs pairs: the result that is left out comes back in the parts.

// CHECK-LABEL: func @value_only
// CHECK-SAME:    %[[X:[a-z0-9]+]]: tensor<?xi32>, %[[V:[a-z0-9]+]]: tensor<i32>
// CHECK-DAG:     tensor.empty() : tensor<4xi32>
// CHECK-DAG:     tensor.empty() : tensor<4xi64>
// CHECK:         %[[P:[a-z0-9]+]]:2 = scf.forall (%{{.+}}) in (4)
// CHECK:           extrema.arg_reduce <maxsi> dimension(0) index_base(%{{.+}}) ins({{.*}}) outs({{.*}} : tensor<i32>, tensor<i64>)
// CHECK:         extrema.arg_reduce <maxsi> dimension(0) ins(%[[P]]#0, %[[P]]#1 : tensor<4xi32>, tensor<4xi64>) value_only outs(%[[V]] : tensor<i32>)
func.func @value_only(%x: tensor<?xi32>, %v: tensor<i32>) -> tensor<i32> {
  %r = extrema.arg_reduce <maxsi> dimension(0) ins(%x : tensor<?xi32>) value_only outs(%v : tensor<i32>) -> tensor<i32>
  return %r : tensor<i32>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%module: !transform.any_op {transform.readonly}) {
    %op = transform.structured.match ops{["extrema.arg_reduce"]} in %module : (!transform.any_op) -> !transform.any_op
    %fill0, %fill1, %part, %merge, %loop = transform.structured.tile_reduction_using_forall %op by num_threads = [4]
      : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

// CHECK-LABEL: func @index_only
// CHECK:         scf.forall
// CHECK:           extrema.arg_reduce <maxsi> dimension(0) index_base(%{{.+}}) ins({{.*}}) outs({{.*}} : tensor<?xi32>, tensor<?xi16>)
// CHECK:         extrema.arg_reduce <maxsi> dimension(0) ins({{.*}} : tensor<4x?xi32>, tensor<4x?xi16>) index_only outs({{.*}} : tensor<?xi16>)
func.func @index_only(%x: tensor<?x?xi32>, %i: tensor<?xi16>) -> tensor<?xi16> {
  %r = extrema.arg_reduce <maxsi> dimension(0) ins(%x : tensor<?x?xi32>) index_only outs(%i : tensor<?xi16>) -> tensor<?xi16>
  return %r : tensor<?xi16>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%module: !transform.any_op {transform.readonly}) {
    %op = transform.structured.match ops{["extrema.arg_reduce"]} in %module : (!transform.any_op) -> !transform.any_op
    %fill0, %fill1, %part, %merge, %loop = transform.structured.tile_reduction_using_forall %op by num_threads = [4]
      : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

// The candidates of a row are put side by side. Only what is merged last is
// sorted.

// CHECK-LABEL: func @topk
// CHECK-SAME:    %[[X:[a-z0-9]+]]: tensor<2x?x3xf32>, %[[V:[a-z0-9]+]]: tensor<2x5x3xf32>, %[[I:[a-z0-9]+]]: tensor<2x5x3xi64>
// CHECK:         %[[P:.+]]:2 = scf.forall (%[[N:.+]]) in (4) shared_outs(%[[VP:.+]] = %{{.+}}, %[[IP:.+]] = %{{.+}}) -> (tensor<4x2x5x3xf32>, tensor<4x2x5x3xi64>)
// CHECK-DAG:       %[[C:.+]] = affine.apply {{.*}}(%[[N]])
// CHECK-DAG:       %[[XT:.+]] = tensor.extract_slice %[[X]][0, %[[C]], 0] [2, %{{.+}}, 3] [1, 1, 1]
// CHECK-DAG:       %[[VT:.+]] = tensor.extract_slice %[[VP]][%[[N]], 0, 0, 0] [1, 2, 5, 3] [1, 1, 1, 1] : tensor<4x2x5x3xf32> to tensor<2x5x3xf32>
// CHECK-DAG:       %[[IT:.+]] = tensor.extract_slice %[[IP]][%[[N]], 0, 0, 0] [1, 2, 5, 3] [1, 1, 1, 1] : tensor<4x2x5x3xi64> to tensor<2x5x3xi64>
// CHECK:           extrema.topk_reduce <maximumf> dimension(1) unsorted index_base(%[[C]]) ins(%[[XT]] : tensor<2x?x3xf32>) outs(%[[VT]], %[[IT]] :
// CHECK-DAG:     %[[TV:.+]] = linalg.transpose ins(%[[P]]#0 : tensor<4x2x5x3xf32>) outs(%{{.+}} : tensor<2x4x5x3xf32>) permutation = [1, 0, 2, 3]
// CHECK-DAG:     %[[TI:.+]] = linalg.transpose ins(%[[P]]#1 : tensor<4x2x5x3xi64>) outs(%{{.+}} : tensor<2x4x5x3xi64>) permutation = [1, 0, 2, 3]
// CHECK-DAG:     %[[CV:.+]] = tensor.collapse_shape %[[TV]] {{\[\[}}0], [1, 2], [3]] : tensor<2x4x5x3xf32> into tensor<2x20x3xf32>
// CHECK-DAG:     %[[CI:.+]] = tensor.collapse_shape %[[TI]] {{\[\[}}0], [1, 2], [3]] : tensor<2x4x5x3xi64> into tensor<2x20x3xi64>
// CHECK:         extrema.topk_reduce <maximumf> dimension(1) ins(%[[CV]], %[[CI]] : tensor<2x20x3xf32>, tensor<2x20x3xi64>) outs(%[[V]], %[[I]] :
func.func @topk(%x: tensor<2x?x3xf32>, %v: tensor<2x5x3xf32>, %i: tensor<2x5x3xi64>)
    -> (tensor<2x5x3xf32>, tensor<2x5x3xi64>) {
  %r:2 = extrema.topk_reduce <maximumf> dimension(1) ins(%x : tensor<2x?x3xf32>)
    outs(%v, %i : tensor<2x5x3xf32>, tensor<2x5x3xi64>) -> tensor<2x5x3xf32>, tensor<2x5x3xi64>
  return %r#0, %r#1 : tensor<2x5x3xf32>, tensor<2x5x3xi64>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%module: !transform.any_op {transform.readonly}) {
    %op = transform.structured.match ops{["extrema.topk_reduce"]} in %module : (!transform.any_op) -> !transform.any_op
    %fill0, %fill1, %part, %merge, %loop = transform.structured.tile_reduction_using_forall %op by num_threads = [0, 4]
      : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

// A tile size above the extent makes one part, whose loop folds away. Explicit
// indices go along.

// CHECK-LABEL: func @one_part
// CHECK-SAME:    %[[X:[a-z0-9]+]]: tensor<7xi16>, %[[IX:[a-z0-9]+]]: tensor<7xi32>
// CHECK:         extrema.topk_reduce <minsi> dimension(0) unsorted ins(%[[X]], %[[IX]] : {{.*}}) outs({{.*}} : tensor<?xi16>, tensor<?xi32>)
// CHECK:         extrema.topk_reduce <minsi> dimension(0) unsorted accumulate ins({{.*}} : tensor<?xi16>, tensor<?xi32>) outs
func.func @one_part(%x: tensor<7xi16>, %ix: tensor<7xi32>, %v: tensor<?xi16>, %i: tensor<?xi32>)
    -> (tensor<?xi16>, tensor<?xi32>) {
  %r:2 = extrema.topk_reduce <minsi> dimension(0) unsorted accumulate ins(%x, %ix : tensor<7xi16>, tensor<7xi32>)
    outs(%v, %i : tensor<?xi16>, tensor<?xi32>) -> tensor<?xi16>, tensor<?xi32>
  return %r#0, %r#1 : tensor<?xi16>, tensor<?xi32>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%module: !transform.any_op {transform.readonly}) {
    %op = transform.structured.match ops{["extrema.topk_reduce"]} in %module : (!transform.any_op) -> !transform.any_op
    %fill0, %fill1, %part, %merge, %loop = transform.structured.tile_reduction_using_forall %op by tile_sizes = [64]
      : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op)
    transform.yield
  }
}
