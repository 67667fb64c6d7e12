// RUN: extrema-opt %s --extrema-restore-repeated-results --split-input-file --verify-diagnostics

// expected-error @below {{attribute 'extrema.kept_results' does not fit to its results}}
func.func @too_many(%x: memref<4xf32>) -> memref<4xf32> attributes {extrema.kept_results = array<i64: 0, 1>} {
  return %x : memref<4xf32>
}

// -----

// expected-error @below {{attribute 'extrema.kept_results' does not fit to its results}}
func.func @negative(%x: memref<4xf32>) -> memref<4xf32> attributes {extrema.kept_results = array<i64: -1>} {
  return %x : memref<4xf32>
}

// -----

// expected-error @below {{attribute 'extrema.kept_results' does not fit to its results}}
func.func @branches(%x: memref<4xf32>, %c: i1) -> memref<4xf32> attributes {extrema.kept_results = array<i64: 0, 0>} {
  cf.cond_br %c, ^a, ^b
^a:
  return %x : memref<4xf32>
^b:
  return %x : memref<4xf32>
}

// -----

// expected-error @below {{attribute 'extrema.kept_results' does not fit to its results}}
func.func private @external(memref<4xf32>) -> memref<4xf32> attributes {extrema.kept_results = array<i64: 0, 0>}
