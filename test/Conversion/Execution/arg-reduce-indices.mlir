// What numbers the elements, and what they are folded into: index_base, explicit
// indices in any order, a state; and results left out.

// RUN: extrema-opt %s --convert-extrema-to-loops %{to-llvm} | %{mlir-runner} | FileCheck %s
// RUN: extrema-opt %s --convert-extrema-to-linalg --convert-linalg-to-loops %{to-llvm} | %{mlir-runner} | FileCheck %s

memref.global "private" constant @x : memref<3x4xf32> = dense<[
  [1.0, 3.0, 3.0, 2.0], [5.0, 5.0, 5.0, 5.0], [-0.0, 0.0, 0.0, 0.0]]>
memref.global "private" constant @shuffled : memref<3x4xi32> = dense<[
  [7, 9, 4, 0], [30, 10, 40, 20], [3, 2, 1, 0]]>
// A state that wins by its value, ties with a lower index, loses.
memref.global "private" @values : memref<3xf32> = dense<[4.0, 5.0, -1.0]>
memref.global "private" @indices : memref<3xi32> = dense<[50, 2, 50]>

func.func @print_indices(%indices: memref<3xi32>) {
  %c0 = arith.constant 0 : index
  %i = vector.load %indices[%c0] : memref<3xi32>, vector<3xi32>
  vector.print %i : vector<3xi32>
  return
}

func.func @print_values(%values: memref<3xf32>) {
  %c0 = arith.constant 0 : index
  %v = vector.load %values[%c0] : memref<3xf32>, vector<3xf32>
  vector.print %v : vector<3xf32>
  return
}

func.func @main() {
  %x = memref.get_global @x : memref<3x4xf32>
  %e = memref.get_global @shuffled : memref<3x4xi32>
  %values = memref.get_global @values : memref<3xf32>
  %indices = memref.get_global @indices : memref<3xi32>
  %v = memref.alloca() : memref<3xf32>
  %i = memref.alloca() : memref<3xi32>
  %base = arith.constant 100 : index

  // index_base.
  extrema.arg_reduce <maximumf> dimension(1) index_base(%base) ins(%x : memref<3x4xf32>)
    outs(%v, %i : memref<3xf32>, memref<3xi32>)
  // CHECK:      ( 101, 100, 100 )
  call @print_indices(%i) : (memref<3xi32>) -> ()
  // CHECK-NEXT: ( 3, 5, -0 )
  call @print_values(%v) : (memref<3xf32>) -> ()

  extrema.arg_reduce <maximumf> dimension(1) last index_base(%base) ins(%x : memref<3x4xf32>)
    outs(%v, %i : memref<3xf32>, memref<3xi32>)
  // CHECK-NEXT: ( 102, 103, 103 )
  call @print_indices(%i) : (memref<3xi32>) -> ()
  // CHECK-NEXT: ( 3, 5, 0 )
  call @print_values(%v) : (memref<3xf32>) -> ()

  // Explicit indices: the lowest, the highest of the largest values.
  extrema.arg_reduce <maximumf> dimension(1) ins(%x, %e : memref<3x4xf32>, memref<3x4xi32>)
    outs(%v, %i : memref<3xf32>, memref<3xi32>)
  // CHECK-NEXT: ( 4, 10, 0 )
  call @print_indices(%i) : (memref<3xi32>) -> ()
  // CHECK-NEXT: ( 3, 5, 0 )
  call @print_values(%v) : (memref<3xf32>) -> ()

  extrema.arg_reduce <maximumf> dimension(1) last ins(%x, %e : memref<3x4xf32>, memref<3x4xi32>)
    outs(%v, %i : memref<3xf32>, memref<3xi32>)
  // CHECK-NEXT: ( 9, 40, 3 )
  call @print_indices(%i) : (memref<3xi32>) -> ()
  // CHECK-NEXT: ( 3, 5, -0 )
  call @print_values(%v) : (memref<3xf32>) -> ()

  // Only one of the results.
  extrema.arg_reduce <maximumf> dimension(1) ins(%x : memref<3x4xf32>)
    index_only outs(%i : memref<3xi32>)
  // CHECK-NEXT: ( 1, 0, 0 )
  call @print_indices(%i) : (memref<3xi32>) -> ()

  extrema.arg_reduce <maximumf> dimension(1) ins(%x : memref<3x4xf32>)
    value_only outs(%v : memref<3xf32>)
  // CHECK-NEXT: ( 3, 5, -0 )
  call @print_values(%v) : (memref<3xf32>) -> ()

  extrema.arg_reduce <maximumf> dimension(1) last ins(%x, %e : memref<3x4xf32>, memref<3x4xi32>)
    value_only outs(%v : memref<3xf32>)
  // CHECK-NEXT: ( 3, 5, -0 )
  call @print_values(%v) : (memref<3xf32>) -> ()

  extrema.arg_reduce <maximumf> dimension(1) last ins(%x, %e : memref<3x4xf32>, memref<3x4xi32>)
    index_only outs(%i : memref<3xi32>)
  // CHECK-NEXT: ( 9, 40, 3 )
  call @print_indices(%i) : (memref<3xi32>) -> ()

  // Folded into the state, and again.
  extrema.arg_reduce <maximumf> dimension(1) index_base(%base) accumulate ins(%x : memref<3x4xf32>)
    outs(%values, %indices : memref<3xf32>, memref<3xi32>)
  // CHECK-NEXT: ( 50, 2, 100 )
  call @print_indices(%indices) : (memref<3xi32>) -> ()
  // CHECK-NEXT: ( 4, 5, -0 )
  call @print_values(%values) : (memref<3xf32>) -> ()

  extrema.arg_reduce <maximumf> dimension(1) last accumulate ins(%x, %e : memref<3x4xf32>, memref<3x4xi32>)
    outs(%values, %indices : memref<3xf32>, memref<3xi32>)
  // CHECK-NEXT: ( 50, 40, 100 )
  call @print_indices(%indices) : (memref<3xi32>) -> ()
  // CHECK-NEXT: ( 4, 5, -0 )
  call @print_values(%values) : (memref<3xf32>) -> ()
  return
}
