// Rows that are reduced by batches, of lengths about each strategy's first and
// last one, full batches and others, give what scalar loops, to which explicit
// indices lead, give.

// RUN: extrema-opt %s --convert-extrema-to-vector=vector-bits=128 --convert-extrema-to-loops %{to-llvm} | %{mlir-runner} | FileCheck %s
// RUN: extrema-opt %s --convert-extrema-to-vector=vector-bits=512 --convert-extrema-to-loops %{to-llvm} | %{mlir-runner} | FileCheck %s
func.func private @floats(%rows: index, %n: index, %mask: i64) -> i64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %k = arith.constant 5 : index
  %none = arith.constant 0 : i64
  %factor = arith.constant 6364136223846793005 : i64
  %offset = arith.constant 1442695040888963407 : i64
  %half = arith.constant 32 : i64
  %x = memref.alloc(%rows, %n) : memref<?x?xf32>
  %positions = memref.alloc(%rows, %n) : memref<?x?xi64>
  %v = memref.alloc(%rows) : memref<?x5xf32>
  %i = memref.alloc(%rows) : memref<?x5xi64>
  %judge_v = memref.alloc(%rows) : memref<?x5xf32>
  %judge_i = memref.alloc(%rows) : memref<?x5xi64>
  scf.for %row = %c0 to %rows step %c1 {
    %first = arith.index_cast %row : index to i64
    %last = scf.for %p = %c0 to %n step %c1 iter_args(%state = %first) -> (i64) {
      %product = arith.muli %state, %factor : i64
      %next = arith.addi %product, %offset : i64
      %high = arith.shrui %next, %half : i64
      %mixed = arith.xori %high, %next : i64
      %bits = arith.andi %mixed, %mask : i64
      %word = arith.trunci %bits : i64 to i32
      %element = arith.bitcast %word : i32 to f32
      memref.store %element, %x[%row, %p] : memref<?x?xf32>
      %position = arith.index_cast %p : index to i64
      memref.store %position, %positions[%row, %p] : memref<?x?xi64>
      scf.yield %next : i64
    }
  }
  extrema.topk_reduce <maximumf> dimension(1) ins(%x : memref<?x?xf32>) outs(%v, %i : memref<?x5xf32>, memref<?x5xi64>)
  extrema.topk_reduce <maximumf> dimension(1) ins(%x, %positions : memref<?x?xf32>, memref<?x?xi64>) outs(%judge_v, %judge_i : memref<?x5xf32>, memref<?x5xi64>)
  %faults = scf.for %row = %c0 to %rows step %c1 iter_args(%outer = %none) -> (i64) {
    %sum = scf.for %j = %c0 to %k step %c1 iter_args(%inner = %outer) -> (i64) {
      %value = memref.load %v[%row, %j] : memref<?x5xf32>
      %judge_value = memref.load %judge_v[%row, %j] : memref<?x5xf32>
      %index = memref.load %i[%row, %j] : memref<?x5xi64>
      %judge_index = memref.load %judge_i[%row, %j] : memref<?x5xi64>
      %word = arith.bitcast %value : f32 to i32
      %judge_word = arith.bitcast %judge_value : f32 to i32
      %other_value = arith.cmpi ne, %word, %judge_word : i32
      %other_index = arith.cmpi ne, %index, %judge_index : i64
      %fault = arith.ori %other_value, %other_index : i1
      %one = arith.extui %fault : i1 to i64
      %next = arith.addi %inner, %one : i64
      scf.yield %next : i64
    }
    scf.yield %sum : i64
  }
  memref.dealloc %x : memref<?x?xf32>
  memref.dealloc %positions : memref<?x?xi64>
  memref.dealloc %v : memref<?x5xf32>
  memref.dealloc %i : memref<?x5xi64>
  memref.dealloc %judge_v : memref<?x5xf32>
  memref.dealloc %judge_i : memref<?x5xi64>
  return %faults : i64
}

func.func private @bytes(%rows: index, %n: index, %mask: i64) -> i64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %k = arith.constant 16 : index
  %none = arith.constant 0 : i64
  %factor = arith.constant 6364136223846793005 : i64
  %offset = arith.constant 1442695040888963407 : i64
  %half = arith.constant 32 : i64
  %x = memref.alloc(%rows, %n) : memref<?x?xi8>
  %positions = memref.alloc(%rows, %n) : memref<?x?xi64>
  %v = memref.alloc(%rows) : memref<?x16xi8>
  %i = memref.alloc(%rows) : memref<?x16xi64>
  %judge_v = memref.alloc(%rows) : memref<?x16xi8>
  %judge_i = memref.alloc(%rows) : memref<?x16xi64>
  scf.for %row = %c0 to %rows step %c1 {
    %first = arith.index_cast %row : index to i64
    %last = scf.for %p = %c0 to %n step %c1 iter_args(%state = %first) -> (i64) {
      %product = arith.muli %state, %factor : i64
      %next = arith.addi %product, %offset : i64
      %high = arith.shrui %next, %half : i64
      %mixed = arith.xori %high, %next : i64
      %bits = arith.andi %mixed, %mask : i64
      %element = arith.trunci %bits : i64 to i8
      memref.store %element, %x[%row, %p] : memref<?x?xi8>
      %position = arith.index_cast %p : index to i64
      memref.store %position, %positions[%row, %p] : memref<?x?xi64>
      scf.yield %next : i64
    }
  }
  extrema.topk_reduce <minsi> dimension(1) ins(%x : memref<?x?xi8>) outs(%v, %i : memref<?x16xi8>, memref<?x16xi64>)
  extrema.topk_reduce <minsi> dimension(1) ins(%x, %positions : memref<?x?xi8>, memref<?x?xi64>) outs(%judge_v, %judge_i : memref<?x16xi8>, memref<?x16xi64>)
  %faults = scf.for %row = %c0 to %rows step %c1 iter_args(%outer = %none) -> (i64) {
    %sum = scf.for %j = %c0 to %k step %c1 iter_args(%inner = %outer) -> (i64) {
      %value = memref.load %v[%row, %j] : memref<?x16xi8>
      %judge_value = memref.load %judge_v[%row, %j] : memref<?x16xi8>
      %index = memref.load %i[%row, %j] : memref<?x16xi64>
      %judge_index = memref.load %judge_i[%row, %j] : memref<?x16xi64>
      %other_value = arith.cmpi ne, %value, %judge_value : i8
      %other_index = arith.cmpi ne, %index, %judge_index : i64
      %fault = arith.ori %other_value, %other_index : i1
      %one = arith.extui %fault : i1 to i64
      %next = arith.addi %inner, %one : i64
      scf.yield %next : i64
    }
    scf.yield %sum : i64
  }
  memref.dealloc %x : memref<?x?xi8>
  memref.dealloc %positions : memref<?x?xi64>
  memref.dealloc %v : memref<?x16xi8>
  memref.dealloc %i : memref<?x16xi64>
  memref.dealloc %judge_v : memref<?x16xi8>
  memref.dealloc %judge_i : memref<?x16xi64>
  return %faults : i64
}

func.func private @longs(%rows: index, %n: index, %mask: i64) -> i64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %k = arith.constant 2 : index
  %none = arith.constant 0 : i64
  %factor = arith.constant 6364136223846793005 : i64
  %offset = arith.constant 1442695040888963407 : i64
  %half = arith.constant 32 : i64
  %x = memref.alloc(%rows, %n) : memref<?x?xi64>
  %positions = memref.alloc(%rows, %n) : memref<?x?xi64>
  %v = memref.alloc(%rows) : memref<?x2xi64>
  %i = memref.alloc(%rows) : memref<?x2xi64>
  %judge_v = memref.alloc(%rows) : memref<?x2xi64>
  %judge_i = memref.alloc(%rows) : memref<?x2xi64>
  scf.for %row = %c0 to %rows step %c1 {
    %first = arith.index_cast %row : index to i64
    %last = scf.for %p = %c0 to %n step %c1 iter_args(%state = %first) -> (i64) {
      %product = arith.muli %state, %factor : i64
      %next = arith.addi %product, %offset : i64
      %high = arith.shrui %next, %half : i64
      %mixed = arith.xori %high, %next : i64
      %bits = arith.andi %mixed, %mask : i64
      %element = arith.ori %bits, %none : i64
      memref.store %element, %x[%row, %p] : memref<?x?xi64>
      %position = arith.index_cast %p : index to i64
      memref.store %position, %positions[%row, %p] : memref<?x?xi64>
      scf.yield %next : i64
    }
  }
  extrema.topk_reduce <maxui> dimension(1) ins(%x : memref<?x?xi64>) outs(%v, %i : memref<?x2xi64>, memref<?x2xi64>)
  extrema.topk_reduce <maxui> dimension(1) ins(%x, %positions : memref<?x?xi64>, memref<?x?xi64>) outs(%judge_v, %judge_i : memref<?x2xi64>, memref<?x2xi64>)
  %faults = scf.for %row = %c0 to %rows step %c1 iter_args(%outer = %none) -> (i64) {
    %sum = scf.for %j = %c0 to %k step %c1 iter_args(%inner = %outer) -> (i64) {
      %value = memref.load %v[%row, %j] : memref<?x2xi64>
      %judge_value = memref.load %judge_v[%row, %j] : memref<?x2xi64>
      %index = memref.load %i[%row, %j] : memref<?x2xi64>
      %judge_index = memref.load %judge_i[%row, %j] : memref<?x2xi64>
      %other_value = arith.cmpi ne, %value, %judge_value : i64
      %other_index = arith.cmpi ne, %index, %judge_index : i64
      %fault = arith.ori %other_value, %other_index : i1
      %one = arith.extui %fault : i1 to i64
      %next = arith.addi %inner, %one : i64
      scf.yield %next : i64
    }
    scf.yield %sum : i64
  }
  memref.dealloc %x : memref<?x?xi64>
  memref.dealloc %positions : memref<?x?xi64>
  memref.dealloc %v : memref<?x2xi64>
  memref.dealloc %i : memref<?x2xi64>
  memref.dealloc %judge_v : memref<?x2xi64>
  memref.dealloc %judge_i : memref<?x2xi64>
  return %faults : i64
}

func.func @main() {
  %none = arith.constant 0 : i64
  %shortest = arith.constant 16 : index
  %longest = arith.constant 300 : index
  %step = arith.constant 7 : index
  %c3 = arith.constant 3 : index
  %c34 = arith.constant 34 : index
  %c38 = arith.constant 38 : index
  %all = arith.constant -1 : i64
  // Both zeros and three numbers of either sign.
  %few_floats = arith.constant 0x80c00000 : i64
  %few = arith.constant 3 : i64
  // Three rows, and 37.
  %faults = scf.for %rows = %c3 to %c38 step %c34 iter_args(%outer = %none) -> (i64) {
    %sum = scf.for %n = %shortest to %longest step %step iter_args(%inner = %outer) -> (i64) {
      %f0 = func.call @floats(%rows, %n, %few_floats) : (index, index, i64) -> i64
      %f1 = func.call @floats(%rows, %n, %all) : (index, index, i64) -> i64
      %f2 = func.call @bytes(%rows, %n, %few) : (index, index, i64) -> i64
      %f3 = func.call @bytes(%rows, %n, %all) : (index, index, i64) -> i64
      %f4 = func.call @longs(%rows, %n, %few) : (index, index, i64) -> i64
      %f5 = func.call @longs(%rows, %n, %all) : (index, index, i64) -> i64
      %s0 = arith.addi %inner, %f0 : i64
      %s1 = arith.addi %s0, %f1 : i64
      %s2 = arith.addi %s1, %f2 : i64
      %s3 = arith.addi %s2, %f3 : i64
      %s4 = arith.addi %s3, %f4 : i64
      %s5 = arith.addi %s4, %f5 : i64
      scf.yield %s5 : i64
    }
    scf.yield %sum : i64
  }
  // CHECK: {{^0$}}
  vector.print %faults : i64
  return
}
