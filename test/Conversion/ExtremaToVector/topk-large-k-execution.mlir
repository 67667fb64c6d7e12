// Rows with many results have them in order: elements of a known multiset, in
// a mixed order and each eight times or once, by the vector lowering.

// RUN: extrema-opt %s --convert-extrema-to-vector=vector-bits=128 --convert-extrema-to-loops %{to-llvm} | %{mlir-runner} | FileCheck %s

// With x[p] = (p * 7919 mod n) / 2^shift, of n elements: prints how many of the
// k results are not elements, are not behind the one before, or are less than
// the k-th best one.
func.func @count_faults(%n: index, %k: index, %shift: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c1_i32 = arith.constant 1 : i32
  %zero = arith.constant 0 : i32
  %factor = arith.constant 7919 : index
  %x = memref.alloc(%n) : memref<?xi32>
  %v = memref.alloc(%k) : memref<?xi32>
  %i = memref.alloc(%k) : memref<?xi64>
  scf.for %p = %c0 to %n step %c1 {
    %product = arith.muli %p, %factor : index
    %mixed = arith.remui %product, %n : index
    %value = arith.shrui %mixed, %shift : index
    %element = arith.index_cast %value : index to i32
    memref.store %element, %x[%p] : memref<?xi32>
  }
  extrema.topk_reduce <maxsi> dimension(0) ins(%x : memref<?xi32>) outs(%v, %i : memref<?xi32>, memref<?xi64>)

  %least = arith.subi %n, %k : index
  %least_value = arith.shrui %least, %shift : index
  %least_element = arith.index_cast %least_value : index to i32
  %before_all = arith.constant 2147483647 : i32
  %no_index = arith.constant -1 : i64
  %faults, %value, %index = scf.for %j = %c0 to %k step %c1
      iter_args(%sum = %zero, %last = %before_all, %last_index = %no_index) -> (i32, i32, i64) {
    %value = memref.load %v[%j] : memref<?xi32>
    %index = memref.load %i[%j] : memref<?xi64>
    %p = arith.index_cast %index : i64 to index
    %element = memref.load %x[%p] : memref<?xi32>
    %is_element = arith.cmpi eq, %element, %value : i32
    %is_less = arith.cmpi slt, %value, %last : i32
    %is_same = arith.cmpi eq, %value, %last : i32
    %is_later = arith.cmpi sgt, %index, %last_index : i64
    %is_tie = arith.andi %is_same, %is_later : i1
    %is_behind = arith.ori %is_less, %is_tie : i1
    %is_best = arith.cmpi sge, %value, %least_element : i32
    %both = arith.andi %is_element, %is_behind : i1
    %all = arith.andi %both, %is_best : i1
    %one = arith.extui %all : i1 to i32
    %fault = arith.subi %c1_i32, %one : i32
    %next = arith.addi %sum, %fault : i32
    scf.yield %next, %value, %index : i32, i32, i64
  }
  vector.print %faults : i32
  memref.dealloc %x : memref<?xi32>
  memref.dealloc %v : memref<?xi32>
  memref.dealloc %i : memref<?xi64>
  return
}

func.func @main() {
  %c0 = arith.constant 0 : index
  %c3 = arith.constant 3 : index
  %c20 = arith.constant 20 : index
  %k = arith.constant 4099 : index
  %few = arith.constant 5001 : index
  %many = arith.constant 60001 : index
  // Most of the elements, few of them, ties, and all of them the same.
  // CHECK-COUNT-7: {{^0$}}
  // CHECK-NOT:     {{.}}
  call @count_faults(%k, %k, %c0) : (index, index, index) -> ()
  call @count_faults(%few, %k, %c0) : (index, index, index) -> ()
  call @count_faults(%few, %k, %c3) : (index, index, index) -> ()
  call @count_faults(%many, %k, %c0) : (index, index, index) -> ()
  call @count_faults(%many, %k, %c3) : (index, index, index) -> ()
  call @count_faults(%many, %k, %c20) : (index, index, index) -> ()
  call @count_faults(%few, %few, %c20) : (index, index, index) -> ()
  return
}
