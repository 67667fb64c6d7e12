// RUN: extrema-opt %s --extrema-drop-repeated-results --split-input-file | FileCheck %s --check-prefix=DROPPED
// RUN: extrema-opt %s --extrema-drop-repeated-results --extrema-restore-repeated-results --split-input-file | FileCheck %s

// DROPPED-LABEL: func @twice(
// DROPPED-SAME:    %[[X:.+]]: tensor<4xf32>, %[[Y:.+]]: tensor<2xi64>) -> (tensor<4xf32>, tensor<2xi64>)
// DROPPED-SAME:    extrema.kept_results = array<i64: 0, 1, 0, 1, 0>
// DROPPED-SAME:    extrema.result_attributes = [{extrema.name = "a"}, {extrema.name = "b"}, {extrema.name = "c"}, {}, {}]
// DROPPED:         return %[[X]], %[[Y]] :

// CHECK-LABEL: func @twice(
// CHECK-SAME:    %[[X:.+]]: tensor<4xf32>, %[[Y:.+]]: tensor<2xi64>)
// CHECK-SAME:    -> (tensor<4xf32> {extrema.name = "a"}, tensor<2xi64> {extrema.name = "b"}, tensor<4xf32> {extrema.name = "c"}, tensor<2xi64>, tensor<4xf32>) {
// CHECK:         return %[[X]], %[[Y]], %[[X]], %[[Y]], %[[X]]
func.func @twice(%x: tensor<4xf32>, %y: tensor<2xi64>)
    -> (tensor<4xf32> {extrema.name = "a"}, tensor<2xi64> {extrema.name = "b"}, tensor<4xf32> {extrema.name = "c"},
        tensor<2xi64>, tensor<4xf32>) {
  return %x, %y, %x, %y, %x : tensor<4xf32>, tensor<2xi64>, tensor<4xf32>, tensor<2xi64>, tensor<4xf32>
}

// -----

// Nothing is dropped where there is nothing to drop, where others expect all results, and where there are several
// returns.

// DROPPED-LABEL: func @once(
// DROPPED-NOT:     kept_results
func.func @once(%x: tensor<4xf32>, %y: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  return %x, %y : tensor<4xf32>, tensor<4xf32>
}

// DROPPED-LABEL: func @called(
// DROPPED-NOT:     kept_results
func.func @called(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  return %x, %x : tensor<4xf32>, tensor<4xf32>
}
// DROPPED-LABEL: func @calls(
// DROPPED-NOT:     kept_results
func.func @calls(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %0:2 = call @called(%x) : (tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>)
  return %0#0, %0#1 : tensor<4xf32>, tensor<4xf32>
}

// DROPPED-LABEL: func @branches(
// DROPPED-NOT:     kept_results
func.func @branches(%x: tensor<4xf32>, %c: i1) -> (tensor<4xf32>, tensor<4xf32>) {
  cf.cond_br %c, ^a, ^b
^a:
  return %x, %x : tensor<4xf32>, tensor<4xf32>
^b:
  return %x, %x : tensor<4xf32>, tensor<4xf32>
}

// DROPPED-LABEL: func private @external(
// DROPPED-NOT:     kept_results
func.func private @external(tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>)

// -----

// Between the two, an entry point was made around the function. Only it repeats the results.

// DROPPED-LABEL: func @entry(

// CHECK-LABEL: func @entry(
// CHECK-SAME:    -> (memref<4xf32>, memref<4xf32>) {
// CHECK:         return %[[R:.+]], %[[R]] :
func.func @entry(%x: memref<4xf32>) -> memref<4xf32> attributes {extrema.kept_results = array<i64: 0, 0>} {
  %0 = call @body(%x) : (memref<4xf32>) -> memref<4xf32>
  return %0 : memref<4xf32>
}
// CHECK-LABEL: func private @body(
// CHECK-SAME:    -> memref<4xf32> {
func.func private @body(%x: memref<4xf32>) -> memref<4xf32> attributes {extrema.kept_results = array<i64: 0, 0>} {
  return %x : memref<4xf32>
}
