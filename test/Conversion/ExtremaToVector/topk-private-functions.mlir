// Code that more than one strategy or kernel needs becomes functions, private to
// the module that the pass runs on. Run on one function, it must not make others.

// RUN: extrema-opt %s --convert-extrema-to-vector=vector-bits=512 --split-input-file | FileCheck %s
// RUN: extrema-opt %s --pass-pipeline="builtin.module(func.func(convert-extrema-to-vector{vector-bits=512}))" --split-input-file | FileCheck %s --check-prefix=NESTED

// NESTED-NOT: call @
// NESTED-NOT: func.func private @extrema_{{.*}}(%

// One sort for short rows, long ones, those with many results, and for two
// operations, of the same records.

// CHECK-LABEL: func @shared(
func.func @shared(%x: memref<?xf32>, %v: memref<?xf32>, %y: memref<10000xf32>, %w: memref<100xf32>, %i: memref<?xi64>, %j: memref<100xi64>) {
  // CHECK: call @extrema_sort(
  // CHECK: call @extrema_store_results(
  // CHECK: call @extrema_sort(
  // CHECK: call @extrema_store_results(
  // CHECK: call @extrema_keep_best(
  // CHECK: call @extrema_sort(
  // CHECK: call @extrema_store_results(
  // What is cast are the sizes. Of known ones, results have one loop anyway.
  // CHECK: memref.cast %{{.+}} : memref<{{[0-9]+}}xi64> to memref<?xi64>
  // CHECK: call @extrema_keep_best(
  // CHECK: call @extrema_sort(
  // CHECK-NOT: call @extrema_store_results(
  extrema.topk_reduce <maximumf> dimension(0) ins(%x : memref<?xf32>) outs(%v, %i : memref<?xf32>, memref<?xi64>)
  extrema.topk_reduce <minnumf> dimension(0) ins(%y : memref<10000xf32>) outs(%w, %j : memref<100xf32>, memref<100xi64>)
  return
}
// CHECK-NOT: func private @extrema_sort_
// CHECK:     func.func private @extrema_sort(%{{.+}}: memref<?xi64>, %{{.+}}: index) attributes {llvm.linkage = #llvm.linkage<internal>, passthrough = ["noinline"]}
// CHECK-NOT: func private @extrema_sort

// -----

// Records of two words have a sort of their own, and what has that name already
// keeps it.

// CHECK-LABEL: func private @extrema_sort(f32)
func.func private @extrema_sort(f32)

// CHECK-LABEL: func @others(
func.func @others(%x: memref<10000xf32>, %v: memref<100xf32>, %y: memref<10000xf64>, %w: memref<100xf64>, %i: memref<100xi64>) {
  // CHECK: call @extrema_sort_0(%{{.+}}, %{{.+}}) : (memref<?xi64>, index) -> ()
  // CHECK: call @extrema_sort_1(%{{.+}}, %{{.+}}, %{{.+}}) : (memref<?xi64>, memref<?xi64>, index) -> ()
  extrema.topk_reduce <maximumf> dimension(0) ins(%x : memref<10000xf32>) outs(%v, %i : memref<100xf32>, memref<100xi64>)
  extrema.topk_reduce <maximumf> dimension(0) ins(%y : memref<10000xf64>) outs(%w, %i : memref<100xf64>, memref<100xi64>)
  return
}

// -----

// So few results have a short network of their own.

// CHECK-LABEL: func @few(
// CHECK:         call @extrema_keep_best(
// CHECK-NOT:     call @extrema_sort
func.func @few(%x: memref<10000xf32>, %v: memref<16xf32>, %i: memref<16xi64>) {
  extrema.topk_reduce <maximumf> dimension(0) ins(%x : memref<10000xf32>) outs(%v, %i : memref<16xf32>, memref<16xi64>)
  return
}

// -----

// Short columns and long ones are copied by one function.

// CHECK-LABEL: func @columns(
// CHECK-COUNT-2: call @extrema_copy_columns(
// CHECK:       func.func private @extrema_copy_columns(
// CHECK-NOT:   func.func private @extrema_copy_columns
func.func @columns(%x: memref<?x?xf32>, %v: memref<?x?xf32>, %i: memref<?x?xi64>) {
  extrema.topk_reduce <maximumf> dimension(0) ins(%x : memref<?x?xf32>) outs(%v, %i : memref<?x?xf32>, memref<?x?xi64>)
  return
}

// -----

// Nor in a module within that one: its functions could not be called.

// CHECK-LABEL: module @inner
// CHECK-NOT:     call @
module {
  module @inner {
    func.func @f(%x: memref<10000xf32>, %v: memref<20xf32>, %i: memref<20xi64>) {
      extrema.topk_reduce <maximumf> dimension(0) ins(%x : memref<10000xf32>) outs(%v, %i : memref<20xf32>, memref<20xi64>)
      return
    }
  }
}
