// RUN: extrema-opt %s --extrema-insert-checks | FileCheck %s --check-prefixes=CHECK,ASSERT --implicit-check-not=cf.assert
// RUN: extrema-opt %s --extrema-insert-checks=form=record | FileCheck %s --check-prefixes=CHECK,RECORD --implicit-check-not=extrema.record
// Without checks none is made, and an assertion that does no harm goes.
// RUN: extrema-opt %s --extrema-insert-checks=form=none | FileCheck %s --check-prefix=NONE --implicit-check-not=cf.assert --implicit-check-not=extrema.record --implicit-check-not=arith.cmpi
// A second run is to the same effect, and what comes out goes further.
// RUN: extrema-opt %s --extrema-insert-checks=form=record --extrema-insert-checks=form=record \
// RUN:   --canonicalize --cse -o /dev/null

// CHECK-LABEL: func @empty_axis
// CHECK-SAME:    %[[X:.*]]: tensor<4x?xf32>
// CHECK:         %[[EXTENT:.*]] = tensor.dim %[[X]]
// CHECK:         %[[OK:.*]] = arith.cmpi ne, %[[EXTENT]], %
// ASSERT:        cf.assert %[[OK]], "extrema.argmax: the axis must not be empty"
// RECORD:        %[[FAILED:.*]] = arith.xori %[[OK]], %true
// RECORD:        scf.if %[[FAILED]] {
// RECORD-NEXT:     extrema.record "extrema.argmax: the axis must not be empty: dimension 1 of the input has no elements"
// RECORD-NEXT:   }
// CHECK:         %[[I:.*]] = extrema.argmax %[[X]] axis(-1)
// CHECK:         return %[[I]]
func.func @empty_axis(%x: tensor<4x?xf32>) -> tensor<4xi64> {
  %i = extrema.argmax %x axis(-1) : tensor<4x?xf32> -> tensor<4xi64>
  return %i : tensor<4xi64>
}

// The node's name goes first, and is no placeholder whatever it is.

// CHECK-LABEL: func @node_name
// ASSERT:        cf.assert %{{.*}}, "node 'argmin{0}': extrema.argmin: the axis must not be empty"
// RECORD:        extrema.record "node 'argmin{ 0}': extrema.argmin: the axis must not be empty: dimension 0 of the input has no elements"
func.func @node_name(%x: tensor<?xf32>) {
  %i = extrema.argmin %x : tensor<?xf32> -> tensor<i64> loc(callsite("argmin{0}" at "graph"))
  return
}

// CHECK-LABEL: func @node_name_with_nul
// ASSERT:        cf.assert %{{.*}}, "node 'a\00b': extrema.argmin: the axis must not be empty"
// RECORD:        extrema.record "node 'a b': extrema.argmin: the axis must not be empty: dimension 0 of the input has no elements"
func.func @node_name_with_nul(%x: tensor<?xf32>) {
  %i = extrema.argmin %x : tensor<?xf32> -> tensor<i64> loc("a\00b")
  return
}

// CHECK-LABEL: func @index_type
// ASSERT:        cf.assert %{{.*}}, "extrema.argmin: the axis must not be empty"
// ASSERT:        cf.assert %{{.*}}, "extrema.argmin: the index type i8 must be able to number the axis"
// RECORD:        extrema.record "extrema.argmin: the axis must not be empty
// RECORD:        extrema.record "extrema.argmin: the index type i8 must be able to number the axis: dimension 0 of the input has {0} elements, i8 numbers 128"(%{{.*}})
func.func @index_type(%x: tensor<?xf32>) -> tensor<i8> {
  %i = extrema.argmin %x : tensor<?xf32> -> tensor<i8>
  return %i : tensor<i8>
}

// A failing k becomes 0 where it would decide how much is allocated.

// CHECK-LABEL: func @dynamic_k
// CHECK-SAME:    %[[X:.*]]: tensor<?xf32>, %[[K:.*]]: i32
// CHECK-DAG:     %[[KINDEX:.*]] = arith.index_cast %[[K]] : i32 to index
// CHECK-DAG:     %[[EXTENT:.*]] = tensor.dim %[[X]]
// CHECK:         %[[OK:.*]] = arith.cmpi ule, %[[KINDEX]], %[[EXTENT]]
// ASSERT:        cf.assert %[[OK]], "extrema.topk: k must not be negative nor exceed the number of elements"
// ASSERT:        extrema.topk %[[X]] k(%[[K]] : i32)
// RECORD:        extrema.record "extrema.topk: k must not be negative nor exceed the number of elements: k is {0}, dimension 0 of the input has {1} elements"(%[[KINDEX]], %[[EXTENT]])
// RECORD:        %[[C0:.*]] = arith.constant 0 : i32
// RECORD:        %[[HARMLESS:.*]] = arith.select %[[OK]], %[[K]], %[[C0]]
// RECORD:        extrema.topk %[[X]] k(%[[HARMLESS]] : i32)
func.func @dynamic_k(%x: tensor<?xf32>, %k: i32) -> (tensor<?xf32>, tensor<?xi64>) {
  %v, %i = extrema.topk %x k(%k : i32) : tensor<?xf32> -> tensor<?xf32>, tensor<?xi64>
  return %v, %i : tensor<?xf32>, tensor<?xi64>
}

// CHECK-LABEL: func @static_k
// ASSERT:        cf.assert %{{.*}}, "extrema.topk: k must not be negative nor exceed the number of elements"
// RECORD:        extrema.record "extrema.topk: k must not be negative nor exceed the number of elements: k is {0}, dimension 0 of the input has {1} elements"
// CHECK:         extrema.topk %{{.*}} k(5)
func.func @static_k(%x: tensor<?xf32>) -> (tensor<5xf32>, tensor<5xi64>) {
  %v, %i = extrema.topk %x k(5) : tensor<?xf32> -> tensor<5xf32>, tensor<5xi64>
  return %v, %i : tensor<5xf32>, tensor<5xi64>
}

// A stated extent along the axis stays what it is, and so does k.

// CHECK-LABEL: func @stated_k
// CHECK-SAME:    %[[X:.*]]: tensor<8xf32>, %[[K:.*]]: index
// ASSERT:        cf.assert %{{.*}}, "extrema.topk: k must not be negative nor exceed the number of elements"
// ASSERT:        cf.assert %{{.*}}, "extrema.topk: k must be what the result states"
// RECORD:        extrema.record "extrema.topk: k must not be negative nor exceed the number of elements
// RECORD:        extrema.record "extrema.topk: k must be what the result states: k is {0}, the result has 5 elements"(%[[K]])
// CHECK:         extrema.topk %[[X]] k(%[[K]])
func.func @stated_k(%x: tensor<8xf32>, %k: index) -> (tensor<?xf32>, tensor<5xi64>) {
  %v, %i = extrema.topk %x k(%k) : tensor<8xf32> -> tensor<?xf32>, tensor<5xi64>
  return %v, %i : tensor<?xf32>, tensor<5xi64>
}

// What is known needs no test, and leaves nothing behind.

// CHECK-LABEL: func @known
// CHECK-SAME:    %[[X:.*]]: tensor<8xf32>, %[[U:.*]]: tensor<*xf32>
// CHECK-NEXT:    %[[C5:.*]] = arith.constant 5 : index
// CHECK-NEXT:    extrema.topk %[[X]] k(%[[C5]])
// CHECK-NEXT:    extrema.argmax %[[X]]
// CHECK-NEXT:    extrema.argmax %[[U]]
// CHECK-NEXT:    return
func.func @known(%x: tensor<8xf32>, %unranked: tensor<*xf32>) {
  %k = arith.constant 5 : index
  %v, %i = extrema.topk %x k(%k) : tensor<8xf32> -> tensor<?xf32>, tensor<?xi64>
  %j = extrema.argmax %x : tensor<8xf32> -> tensor<i8>
  %l = extrema.argmax %unranked : tensor<*xf32> -> tensor<*xi64>
  return
}

// CHECK-LABEL: func @known_to_fail
// CHECK-NEXT:    %[[C9:.*]] = arith.constant 9 : i64
// ASSERT-NEXT:   %[[FALSE:.*]] = arith.constant false
// ASSERT-NEXT:   cf.assert %[[FALSE]], "extrema.topk: k must not be negative nor exceed the number of elements"
// ASSERT-NEXT:   extrema.topk %{{.*}} k(%[[C9]] : i64)
// RECORD:        extrema.record "extrema.topk: k must not be negative
// RECORD-NEXT:   %[[C0:.*]] = arith.constant 0 : i64
// RECORD-NEXT:   extrema.topk %{{.*}} k(%[[C0]] : i64)
func.func @known_to_fail(%x: tensor<8xf32>) {
  %k = arith.constant 9 : i64
  %v, %i = extrema.topk %x k(%k : i64) : tensor<8xf32> -> tensor<?xf32>, tensor<?xi64>
  return
}

// An extent that only the result states: too short an input must not be read.

// CHECK-LABEL: func @stated_extent
// CHECK-SAME:    %[[X:.*]]: tensor<?x?x8xf32>
// ASSERT:        cf.assert %{{.*}}, "extrema.argmax: the axis must not be empty"
// ASSERT:        cf.assert %{{.*}}, "extrema.argmax: the input must have the shape that the result states"
// RECORD:        %[[NOT_EMPTY:.*]] = arith.cmpi ne
// RECORD:        %[[SAME:.*]] = arith.cmpi eq
// RECORD:        extrema.record "extrema.argmax: the axis must not be empty
// RECORD:        extrema.record "extrema.argmax: the input must have the shape that the result states: dimension 1 of the input has {0} elements, the result 4"
// RECORD:        %[[OK:.*]] = arith.andi %[[NOT_EMPTY]], %[[SAME]]
// RECORD:        %[[RESULT:.*]] = scf.if %[[OK]] -> (tensor<4x8xi64>) {
// RECORD-NEXT:     %[[I:.*]] = extrema.argmax %[[X]]
// RECORD-NEXT:     scf.yield %[[I]]
// RECORD-NEXT:   } else {
// RECORD-NEXT:     %[[EMPTY:.*]] = tensor.empty() : tensor<4x8xi64>
// RECORD-NEXT:     %[[ZERO:.*]] = arith.constant 0 : i64
// RECORD-NEXT:     %[[ZEROS:.*]] = linalg.fill ins(%[[ZERO]] : i64) outs(%[[EMPTY]] : tensor<4x8xi64>)
// RECORD-NEXT:     scf.yield %[[ZEROS]]
// RECORD-NEXT:   }
// RECORD-NEXT:   return %[[RESULT]]
func.func @stated_extent(%x: tensor<?x?x8xf32>) -> tensor<4x8xi64> {
  %i = extrema.argmax %x : tensor<?x?x8xf32> -> tensor<4x8xi64>
  return %i : tensor<4x8xi64>
}

// CHECK-LABEL: func @stated_extent_keepdims
// ASSERT:        cf.assert %{{.*}}, "extrema.argmin: the input must have the shape that the result states"
// RECORD:        extrema.record "extrema.argmin: the input must have the shape that the result states: dimension 0 of the input has {0} elements, the result 4"
// RECORD:        } else {
// RECORD:          tensor.empty() : tensor<4x1xi64>
func.func @stated_extent_keepdims(%x: tensor<?x8xf32>) -> tensor<4x?xi64> {
  %i = extrema.argmin %x axis(1) keepdims : tensor<?x8xf32> -> tensor<4x?xi64>
  return %i : tensor<4x?xi64>
}

// Of any result type: unsigned, unranked, with k along the axis.

// CHECK-LABEL: func @stated_extent_topk
// CHECK-SAME:    %[[X:.*]]: tensor<?x8xui8>, %[[K:.*]]: i64
// ASSERT:        cf.assert %{{.*}}, "extrema.topk: k must not be negative nor exceed the number of elements"
// ASSERT:        cf.assert %{{.*}}, "extrema.topk: the input must have the shape that the result states"
// RECORD:        extrema.record "extrema.topk: k must not
// RECORD:        extrema.record "extrema.topk: the input must have the shape
// RECORD:        %[[HARMLESS:.*]] = arith.select %{{.*}}, %[[K]], %{{.*}} : i64
// RECORD:        %[[KINDEX:.*]] = arith.index_cast %[[HARMLESS]] : i64 to index
// RECORD:        scf.if %{{.*}} -> (tensor<*xui8>, tensor<4x?xi64>) {
// RECORD:          extrema.topk %[[X]] k(%[[HARMLESS]] : i64)
// RECORD:        } else {
// RECORD-NEXT:     %[[EMPTY:.*]] = tensor.empty(%[[KINDEX]]) : tensor<4x?xui8>
// RECORD-NEXT:     %[[ZERO:.*]] = arith.constant dense<0> : tensor<ui8>
// RECORD-NEXT:     %[[SCALAR:.*]] = tensor.extract %[[ZERO]][] : tensor<ui8>
// RECORD-NEXT:     %[[ZEROS:.*]] = linalg.fill ins(%[[SCALAR]] : ui8) outs(%[[EMPTY]] : tensor<4x?xui8>)
// RECORD-NEXT:     %[[VALUES:.*]] = tensor.cast %[[ZEROS]] : tensor<4x?xui8> to tensor<*xui8>
// RECORD:          %[[INDICES:.*]] = linalg.fill
// RECORD-NEXT:     scf.yield %[[VALUES]], %[[INDICES]]
func.func @stated_extent_topk(%x: tensor<?x8xui8>, %k: i64) -> (tensor<*xui8>, tensor<4x?xi64>) {
  %v, %i = extrema.topk %x k(%k : i64) : tensor<?x8xui8> -> tensor<*xui8>, tensor<4x?xi64>
  return %v, %i : tensor<*xui8>, tensor<4x?xi64>
}

// One result states k, the other leaves it open: they still have one shape, even
// where k is any number.

// CHECK-LABEL: func @one_result_states_k
// ASSERT-COUNT-3: cf.assert
// RECORD-COUNT-3: extrema.record
// RECORD:        scf.if %{{.*}} -> (tensor<3x2xf32>, tensor<3x?xi64>) {
// RECORD:        } else {
// RECORD:          linalg.fill {{.*}} -> tensor<3x2xf32>
// RECORD:          %[[ZEROS:.*]] = linalg.fill {{.*}} -> tensor<3x2xi64>
// RECORD:          tensor.cast %[[ZEROS]] : tensor<3x2xi64> to tensor<3x?xi64>
func.func @one_result_states_k(%x: tensor<?x4xf32>, %k: i64) -> (tensor<3x2xf32>, tensor<3x?xi64>) {
  %v, %i = extrema.topk %x k(%k : i64) : tensor<?x4xf32> -> tensor<3x2xf32>, tensor<3x?xi64>
  return %v, %i : tensor<3x2xf32>, tensor<3x?xi64>
}

// An assertion of the program's own is noted if its author says that going on
// does no harm.

// CHECK-LABEL: func @harmless_assertion
// CHECK-SAME:    %[[HOLDS:.*]]: i1
// ASSERT:        cf.assert %[[HOLDS]], "node {0}" {extrema.harmless}
// RECORD:        %[[FAILED:.*]] = arith.xori %[[HOLDS]], %true
// RECORD-NEXT:   scf.if %[[FAILED]] {
// RECORD-NEXT:     extrema.record "node { 0}"
func.func @harmless_assertion(%holds: i1) {
  cf.assert %holds, "node {0}" {extrema.harmless}
  return
}

// CHECK-LABEL: func @own_assertion
// CHECK:         {{^ *}}cf{{.}}assert %{{.*}}, "mine"
// NONE-LABEL:  func @own_assertion
// NONE:          {{^ *}}cf{{.}}assert %{{.*}}, "mine"
func.func @own_assertion(%holds: i1) {
  cf.assert %holds, "mine"
  return
}
