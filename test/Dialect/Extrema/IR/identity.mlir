// extrema.identity: its assembly, its effects, what folds and what does not.

// RUN: extrema-opt %s --split-input-file | extrema-opt --split-input-file | FileCheck %s
// RUN: extrema-opt %s --split-input-file --mlir-print-op-generic | extrema-opt --split-input-file | FileCheck %s
// RUN: extrema-opt %s --split-input-file --canonicalize --cse --loop-invariant-code-motion \
// RUN:   --resolve-ranked-shaped-type-result-dims --canonicalize | FileCheck %s --check-prefix=SIMPLE

// CHECK-LABEL: func @assembly
// SIMPLE-LABEL: func @assembly
func.func @assembly(%v: tensor<4x?xf32>, %i: tensor<4x?xi64>, %mv: memref<ui8, strided<[], offset: ?>>, %mi: memref<index, 1>)
    -> (tensor<4x?xf32>, tensor<4x?xi64>) {
  // CHECK: %{{.*}}:2 = extrema.identity <maximumf> outs(%{{.*}}, %{{.*}} : tensor<4x?xf32>, tensor<4x?xi64>) -> tensor<4x?xf32>, tensor<4x?xi64>
  %0:2 = extrema.identity <maximumf> outs(%v, %i : tensor<4x?xf32>, tensor<4x?xi64>) -> tensor<4x?xf32>, tensor<4x?xi64>
  // CHECK: extrema.identity <minui> last {note} outs(%{{.*}}, %{{.*}} : memref<ui8, strided<[], offset: ?>>, memref<index, 1>)
  // On memrefs it writes.
  // SIMPLE: extrema.identity <minui> last
  extrema.identity <minui> last {note} outs(%mv, %mi : memref<ui8, strided<[], offset: ?>>, memref<index, 1>)
  return %0#0, %0#1 : tensor<4x?xf32>, tensor<4x?xi64>
}

// -----

// On tensors equal ones are one, an unused one is none, and what is the same in
// every iteration leaves the loop.

// SIMPLE-LABEL: func @effects
func.func @effects(%v: tensor<4xf32>, %i: tensor<4xi64>, %n: index) -> (tensor<4xf32>, tensor<4xi64>) {
  // SIMPLE-COUNT-1: extrema.identity
  // SIMPLE-NOT:     extrema.identity
  // SIMPLE:         scf.for
  // SIMPLE-NOT:     extrema.identity
  %unused:2 = extrema.identity <minimumf> outs(%v, %i : tensor<4xf32>, tensor<4xi64>) -> tensor<4xf32>, tensor<4xi64>
  %0:2 = extrema.identity <maximumf> outs(%v, %i : tensor<4xf32>, tensor<4xi64>) -> tensor<4xf32>, tensor<4xi64>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %j = %c0 to %n step %c1 iter_args(%a = %0#1) -> tensor<4xi64> {
    %1:2 = extrema.identity <maximumf> outs(%v, %i : tensor<4xf32>, tensor<4xi64>) -> tensor<4xf32>, tensor<4xi64>
    %one = arith.constant 1 : i64
    %b = tensor.insert %one into %1#1[%j] : tensor<4xi64>
    scf.yield %b : tensor<4xi64>
  }
  return %0#0, %r : tensor<4xf32>, tensor<4xi64>
}

// -----

// It does not fold to a constant, and results have the shape of the destinations.

// SIMPLE-LABEL: func @no_constant
// SIMPLE-SAME:    %[[V:.*]]: tensor<?xf16>, %[[I:.*]]: tensor<?xi8>
func.func @no_constant(%v: tensor<?xf16>, %i: tensor<?xi8>) -> (tensor<4xf16>, tensor<4xi8>, index) {
  // SIMPLE:     %[[S:.*]]:2 = extrema.identity <maxnumf> outs(%{{.*}}, %{{.*}} : tensor<4xf16>, tensor<4xi8>)
  // SIMPLE:     %[[N:.*]] = tensor.dim %[[I]]
  // SIMPLE:     return %[[S]]#0, %[[S]]#1, %[[N]]
  %c0 = arith.constant 0 : index
  %e = tensor.empty() : tensor<4xf16>
  %f = tensor.empty() : tensor<4xi8>
  %0:2 = extrema.identity <maxnumf> outs(%e, %f : tensor<4xf16>, tensor<4xi8>) -> tensor<4xf16>, tensor<4xi8>
  %1:2 = extrema.identity <maxnumf> outs(%v, %i : tensor<?xf16>, tensor<?xi8>) -> tensor<?xf16>, tensor<?xi8>
  %n = tensor.dim %1#1, %c0 : tensor<?xi8>
  return %0#0, %0#1, %n : tensor<4xf16>, tensor<4xi8>, index
}

// -----

// Casts of destinations fold, by upstream's pattern.

// SIMPLE-LABEL: func @casts
// SIMPLE-SAME:    %[[V:.*]]: tensor<4xsi16>, %[[I:.*]]: tensor<4xi32>
func.func @casts(%v: tensor<4xsi16>, %i: tensor<4xi32>) -> (tensor<4xsi16>, tensor<4xi32>) {
  // SIMPLE-NEXT: %[[S:.*]]:2 = extrema.identity <minsi> last outs(%[[V]], %[[I]] : tensor<4xsi16>, tensor<4xi32>)
  // SIMPLE-NEXT: return %[[S]]#0, %[[S]]#1
  %vc = tensor.cast %v : tensor<4xsi16> to tensor<?xsi16>
  %ic = tensor.cast %i : tensor<4xi32> to tensor<?xi32>
  %0:2 = extrema.identity <minsi> last outs(%vc, %ic : tensor<?xsi16>, tensor<?xi32>) -> tensor<?xsi16>, tensor<?xi32>
  %1 = tensor.cast %0#0 : tensor<?xsi16> to tensor<4xsi16>
  %2 = tensor.cast %0#1 : tensor<?xi32> to tensor<4xi32>
  return %1, %2 : tensor<4xsi16>, tensor<4xi32>
}
