// What convert-extrema-to-linalg writes is read back, of every kind and tie.
// Not f16 and bf16, which it compares as integers.

// RUN: extrema-opt %s --convert-extrema-to-linalg --raise-linalg-to-extrema --canonicalize | FileCheck %s

// CHECK-LABEL: func.func @floats(
// CHECK:       extrema.arg_reduce <maximumf> dimension(1) ins(%{{.*}} : tensor<4x?xf32>) index_only
// CHECK:       extrema.arg_reduce <minimumf> dimension(1) last ins
// CHECK:       extrema.arg_reduce <maxnumf> dimension(1) last ins
// CHECK:       extrema.arg_reduce <minnumf> dimension(1) ins
func.func @floats(%x: tensor<4x?xf32>, %o: tensor<4xi64>)
    -> (tensor<4xi64>, tensor<4xi64>, tensor<4xi64>, tensor<4xi64>) {
  %a = extrema.arg_reduce <maximumf> dimension(1) ins(%x : tensor<4x?xf32>) index_only outs(%o : tensor<4xi64>) -> tensor<4xi64>
  %b = extrema.arg_reduce <minimumf> dimension(1) last ins(%x : tensor<4x?xf32>) index_only outs(%o : tensor<4xi64>) -> tensor<4xi64>
  %c = extrema.arg_reduce <maxnumf> dimension(1) last ins(%x : tensor<4x?xf32>) index_only outs(%o : tensor<4xi64>) -> tensor<4xi64>
  %d = extrema.arg_reduce <minnumf> dimension(1) ins(%x : tensor<4x?xf32>) index_only outs(%o : tensor<4xi64>) -> tensor<4xi64>
  return %a, %b, %c, %d : tensor<4xi64>, tensor<4xi64>, tensor<4xi64>, tensor<4xi64>
}

// CHECK-LABEL: func.func @integers(
// CHECK:       extrema.arg_reduce <maxsi> dimension(0) last accumulate ins
// CHECK:       extrema.arg_reduce <minsi> dimension(0) accumulate ins
// CHECK:       extrema.arg_reduce <maxui> dimension(0) accumulate ins
// CHECK:       extrema.arg_reduce <minui> dimension(0) last accumulate ins
func.func @integers(%x: tensor<4x?xi16>, %v: tensor<?xi16>, %i: tensor<?xi32>)
    -> (tensor<?xi16>, tensor<?xi32>) {
  %a:2 = extrema.arg_reduce <maxsi> dimension(0) last accumulate ins(%x : tensor<4x?xi16>) outs(%v, %i : tensor<?xi16>, tensor<?xi32>) -> tensor<?xi16>, tensor<?xi32>
  %b:2 = extrema.arg_reduce <minsi> dimension(0) accumulate ins(%x : tensor<4x?xi16>) outs(%a#0, %a#1 : tensor<?xi16>, tensor<?xi32>) -> tensor<?xi16>, tensor<?xi32>
  %c:2 = extrema.arg_reduce <maxui> dimension(0) accumulate ins(%x : tensor<4x?xi16>) outs(%b#0, %b#1 : tensor<?xi16>, tensor<?xi32>) -> tensor<?xi16>, tensor<?xi32>
  %d:2 = extrema.arg_reduce <minui> dimension(0) last accumulate ins(%x : tensor<4x?xi16>) outs(%c#0, %c#1 : tensor<?xi16>, tensor<?xi32>) -> tensor<?xi16>, tensor<?xi32>
  return %d#0, %d#1 : tensor<?xi16>, tensor<?xi32>
}
