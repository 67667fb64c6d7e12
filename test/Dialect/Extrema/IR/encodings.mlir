// Tensors with an encoding: a result has the one of its destination, or the one that
// it states. Whatever an operation becomes, each tensor keeps its own.

// RUN: extrema-opt %s --split-input-file | extrema-opt --split-input-file | FileCheck %s
// RUN: extrema-opt %s --split-input-file --canonicalize | FileCheck %s --check-prefix=SIMPLE

// CHECK-LABEL: func @value_ops
func.func @value_ops(%x: tensor<4x8xf32, "a">, %k: index)
    -> (tensor<4xi64, "b">, tensor<4x1xi32>, tensor<4x?xf32, "c">, tensor<4x?xi64, "d">) {
  // CHECK: extrema.argmax %{{.*}} axis(1) : tensor<4x8xf32, "a"> -> tensor<4xi64, "b">
  // CHECK: extrema.argmin %{{.*}} axis(1) keepdims : tensor<4x8xf32, "a"> -> tensor<4x1xi32>
  // CHECK: extrema.topk %{{.*}} k(%{{.*}}) axis(1) : tensor<4x8xf32, "a"> -> tensor<4x?xf32, "c">, tensor<4x?xi64, "d">
  %0 = extrema.argmax %x axis(1) : tensor<4x8xf32, "a"> -> tensor<4xi64, "b">
  %1 = extrema.argmin %x axis(1) keepdims : tensor<4x8xf32, "a"> -> tensor<4x1xi32>
  %2:2 = extrema.topk %x k(%k) axis(1) : tensor<4x8xf32, "a"> -> tensor<4x?xf32, "c">, tensor<4x?xi64, "d">
  return %0, %1, %2#0, %2#1 : tensor<4xi64, "b">, tensor<4x1xi32>, tensor<4x?xf32, "c">, tensor<4x?xi64, "d">
}

// -----

// CHECK-LABEL: func @structured_ops
func.func @structured_ops(%x: tensor<4x8xf32, "a">, %v: tensor<4xf32, "b">, %i: tensor<4xi64, "c">, %xi: tensor<4x8xi64, "d">)
    -> (tensor<4xf32, "b">, tensor<4xi64, "c">) {
  // CHECK: extrema.identity <maximumf> outs({{.*}}) -> tensor<4xf32, "b">, tensor<4xi64, "c">
  // CHECK: extrema.arg_reduce {{.*}} ins({{.*}} : tensor<4x8xf32, "a">, tensor<4x8xi64, "d">) outs({{.*}} : tensor<4xf32, "b">, tensor<4xi64, "c">)
  %s:2 = extrema.identity <maximumf> outs(%v, %i : tensor<4xf32, "b">, tensor<4xi64, "c">) -> tensor<4xf32, "b">, tensor<4xi64, "c">
  %0:2 = extrema.arg_reduce <maximumf> dimension(1) accumulate ins(%x, %xi : tensor<4x8xf32, "a">, tensor<4x8xi64, "d">)
    outs(%s#0, %s#1 : tensor<4xf32, "b">, tensor<4xi64, "c">) -> tensor<4xf32, "b">, tensor<4xi64, "c">
  return %0#0, %0#1 : tensor<4xf32, "b">, tensor<4xi64, "c">
}

// -----

// A refined result keeps the encoding that it states.

// SIMPLE-LABEL: func @refined
func.func @refined(%x: tensor<4x8xf32, "a">) -> (tensor<?xi64, "b">, tensor<4x?xf32>, tensor<?x3xi64, "c">) {
  // SIMPLE: extrema.argmax %{{.*}} axis(1) : tensor<4x8xf32, "a"> -> tensor<4xi64, "b">
  // SIMPLE: tensor.cast %{{.*}} : tensor<4xi64, "b"> to tensor<?xi64, "b">
  // SIMPLE: extrema.topk %{{.*}} : tensor<4x8xf32, "a"> -> tensor<4x3xf32>, tensor<4x3xi64, "c">
  %0 = extrema.argmax %x axis(1) : tensor<4x8xf32, "a"> -> tensor<?xi64, "b">
  %1:2 = extrema.topk %x k(3) axis(1) : tensor<4x8xf32, "a"> -> tensor<4x?xf32>, tensor<?x3xi64, "c">
  return %0, %1#0, %1#1 : tensor<?xi64, "b">, tensor<4x?xf32>, tensor<?x3xi64, "c">
}

// -----

// A cast that changes the encoding stays: it may be a move from place to place.

// SIMPLE-LABEL: func @casts
func.func @casts(%x: tensor<4x8xf32, "a">, %i: tensor<4xi64, "b">) -> (tensor<4xi64>, tensor<4xi64>, tensor<4xi64>) {
  // SIMPLE-DAG: %[[MOVED:.*]] = tensor.cast %{{.*}} : tensor<4x8xf32, "a"> to tensor<4x8xf32>
  // SIMPLE-DAG: extrema.argmax %{{[a-z0-9]*}} axis(1) : tensor<4x8xf32, "a">
  // SIMPLE-DAG: extrema.argmin %{{[a-z0-9]*}} axis(1) : tensor<4x8xf32> -> tensor<4xi64>
  // SIMPLE-DAG: %[[DESTINATION:.*]] = tensor.cast %{{.*}} : tensor<4xi64, "b"> to tensor<4xi64>
  // SIMPLE-DAG: extrema.arg_reduce <maxnumf> dimension(1) ins(%[[MOVED]] : tensor<4x8xf32>) index_only outs(%[[DESTINATION]] : tensor<4xi64>)
  %less = tensor.cast %x : tensor<4x8xf32, "a"> to tensor<?x?xf32, "a">
  %moved = tensor.cast %x : tensor<4x8xf32, "a"> to tensor<4x8xf32>
  %0 = extrema.argmax %less axis(1) : tensor<?x?xf32, "a"> -> tensor<4xi64>
  %1 = extrema.argmin %moved axis(1) : tensor<4x8xf32> -> tensor<4xi64>
  %destination = tensor.cast %i : tensor<4xi64, "b"> to tensor<4xi64>
  %2 = extrema.arg_reduce <maxnumf> dimension(1) ins(%moved : tensor<4x8xf32>) index_only outs(%destination : tensor<4xi64>) -> tensor<4xi64>
  return %0, %1, %2 : tensor<4xi64>, tensor<4xi64>, tensor<4xi64>
}

// -----

// What is known folds to tensors of the stated encoding, where upstream has an
// operation that makes them.

// SIMPLE-LABEL: func @known
// SIMPLE-SAME:    %[[X:.*]]: tensor<4x1xf32, "a">
func.func @known(%x: tensor<4x1xf32, "a">, %y: tensor<?x1xf32, "a">)
    -> (tensor<4xi64, "b">, tensor<4x1xf32, "a">, tensor<4x1xi64, "b">, tensor<?xi64, "b">, tensor<4x1xf32, "c">) {
  // SIMPLE-DAG: %[[ZEROS:.*]] = arith.constant dense<0> : tensor<4xi64, "b">
  // SIMPLE-DAG: %[[ZEROS1:.*]] = arith.constant dense<0> : tensor<4x1xi64, "b">
  // SIMPLE-DAG: %[[OPEN:.*]] = extrema.argmax %{{.*}} axis(1) : tensor<?x1xf32, "a"> -> tensor<?xi64, "b">
  // SIMPLE-DAG: %[[MOVED:.*]], %{{.*}} = extrema.topk %[[X]] k(1) axis(1) : tensor<4x1xf32, "a"> -> tensor<4x1xf32, "c">
  // SIMPLE: return %[[ZEROS]], %[[X]], %[[ZEROS1]], %[[OPEN]], %[[MOVED]]
  %0 = extrema.argmax %x axis(1) : tensor<4x1xf32, "a"> -> tensor<4xi64, "b">
  %1:2 = extrema.topk %x k(1) axis(1) : tensor<4x1xf32, "a"> -> tensor<4x1xf32, "a">, tensor<4x1xi64, "b">
  %2 = extrema.argmax %y axis(1) : tensor<?x1xf32, "a"> -> tensor<?xi64, "b">
  %3:2 = extrema.topk %x k(1) axis(1) : tensor<4x1xf32, "a"> -> tensor<4x1xf32, "c">, tensor<4x1xi64>
  return %0, %1#0, %1#1, %2, %3#0 : tensor<4xi64, "b">, tensor<4x1xf32, "a">, tensor<4x1xi64, "b">, tensor<?xi64, "b">, tensor<4x1xf32, "c">
}

// -----

// SIMPLE-LABEL: func @nothing
// SIMPLE-DAG: tensor.empty() : tensor<4x0xf32, "b">
// SIMPLE-DAG: tensor.empty() : tensor<4x0xi64, "c">
// SIMPLE-NOT: extrema
func.func @nothing(%x: tensor<4x8xf32, "a">) -> (tensor<4x0xf32, "b">, tensor<4x0xi64, "c">) {
  %0:2 = extrema.topk %x k(0) axis(1) : tensor<4x8xf32, "a"> -> tensor<4x0xf32, "b">, tensor<4x0xi64, "c">
  return %0#0, %0#1 : tensor<4x0xf32, "b">, tensor<4x0xi64, "c">
}
