// What a kernel relies on and its caller breaks ends the program with a message that names it: a state that is not
// sorted, and destinations that are shorter than the input has rows.

// The message goes to standard output, which is not flushed before the end: stdbuf has it written at once.

// RUN: split-file %s %t

// RUN: extrema-opt %t/state.mlir --convert-extrema-to-vector=verify-invariants --convert-extrema-to-loops %{to-llvm} -o %t/state.llvm
// RUN: not --crash stdbuf -o0 %{mlir-runner} %t/state.llvm 2>&1 | FileCheck %s --check-prefix=STATE
// STATE: StateMerge: the state is not sorted

// RUN: extrema-opt %t/rows.mlir --convert-extrema-to-vector=verify-invariants --convert-extrema-to-loops %{to-llvm} -o %t/rows.llvm
// RUN: not --crash stdbuf -o0 %{mlir-runner} %t/rows.llvm 2>&1 | FileCheck %s --check-prefix=ROWS
// ROWS: a store of an element leaves its memref<?xi64>

// In order, and long enough, they go through.

// RUN: sed 's/dense<\[1.0, 2.0\]>/dense<[2.0, 1.0]>/' %t/state.mlir > %t/sorted.mlir
// RUN: extrema-opt %t/sorted.mlir --convert-extrema-to-vector=verify-invariants --convert-extrema-to-loops %{to-llvm} | %{mlir-runner}
// RUN: sed 's/%rows = arith.constant 2/%rows = arith.constant 3/' %t/rows.mlir > %t/enough.mlir
// RUN: extrema-opt %t/enough.mlir --convert-extrema-to-vector=verify-invariants --convert-extrema-to-loops %{to-llvm} | %{mlir-runner}

//--- state.mlir
memref.global "private" @v : memref<2xf32> = dense<[1.0, 2.0]>
memref.global "private" @i : memref<2xi64> = dense<[1, 2]>
memref.global "private" constant @x : memref<4000xf32> = dense<3.0>
func.func @main() {
  %x = memref.get_global @x : memref<4000xf32>
  %v = memref.get_global @v : memref<2xf32>
  %i = memref.get_global @i : memref<2xi64>
  extrema.topk_reduce <maximumf> dimension(0) accumulate ins(%x : memref<4000xf32>) outs(%v, %i : memref<2xf32>, memref<2xi64>)
  return
}

//--- rows.mlir
memref.global "private" constant @x : memref<3x40xf32> = dense<3.0>
func.func @main() {
  %rows = arith.constant 2 : index
  %x = memref.get_global @x : memref<3x40xf32>
  %open = memref.cast %x : memref<3x40xf32> to memref<?x40xf32>
  %i = memref.alloc(%rows) : memref<?xi64>
  extrema.arg_reduce <maximumf> dimension(1) ins(%open : memref<?x40xf32>) index_only outs(%i : memref<?xi64>)
  memref.dealloc %i : memref<?xi64>
  return
}
