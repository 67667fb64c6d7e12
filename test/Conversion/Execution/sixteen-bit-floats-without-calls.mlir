// Where the processor knows no 16-bit floats, LLVM compares, and in part moves,
// them by run-time functions that a loaded kernel may not find. What is lowered
// here calls nothing, optimized or not.

// RUN: extrema-opt %s --convert-extrema-to-loops %{to-llvm} | mlir-translate --mlir-to-llvmir -o %t.loops.ll
// RUN: opt -O0 %t.loops.ll | llc -O0 -mtriple=x86_64 | FileCheck %s --implicit-check-not=call
// RUN: opt -O3 %t.loops.ll | llc -O3 -mtriple=x86_64 | FileCheck %s --implicit-check-not=call

// RUN: extrema-opt %s --convert-extrema-to-linalg --convert-linalg-to-loops --convert-extrema-to-loops %{to-llvm} | mlir-translate --mlir-to-llvmir -o %t.linalg.ll
// RUN: opt -O0 %t.linalg.ll | llc -O0 -mtriple=x86_64 | FileCheck %s --implicit-check-not=call
// RUN: opt -O3 %t.linalg.ll | llc -O3 -mtriple=x86_64 | FileCheck %s --implicit-check-not=call

// CHECK-LABEL: arg_reduce_f16:
func.func @arg_reduce_f16(%x: memref<4x?xf16>, %v: memref<4xf16>, %i: memref<4xi64>) {
  extrema.arg_reduce <minimumf> dimension(1) ins(%x : memref<4x?xf16>)
    outs(%v, %i : memref<4xf16>, memref<4xi64>)
  return
}

// CHECK-LABEL: arg_reduce_bf16:
func.func @arg_reduce_bf16(%x: memref<4x?xbf16>, %v: memref<4xbf16>, %i: memref<4xi64>) {
  extrema.arg_reduce <maxnumf> dimension(1) accumulate ins(%x : memref<4x?xbf16>)
    outs(%v, %i : memref<4xbf16>, memref<4xi64>)
  return
}

// CHECK-LABEL: topk_reduce_f16:
func.func @topk_reduce_f16(%x: memref<?xf16>, %v: memref<?xf16>, %i: memref<?xi64>) {
  extrema.topk_reduce <maximumf> dimension(0) ins(%x : memref<?xf16>)
    outs(%v, %i : memref<?xf16>, memref<?xi64>)
  return
}

// CHECK-LABEL: topk_reduce_bf16:
func.func @topk_reduce_bf16(%x: memref<?xbf16>, %v: memref<?xbf16>, %i: memref<?xi64>) {
  extrema.topk_reduce <minnumf> dimension(0) accumulate ins(%x : memref<?xbf16>)
    outs(%v, %i : memref<?xbf16>, memref<?xi64>)
  return
}
