// Every kind and tie on f32 rows rich in ties, NaNs, zeros and infinities, by
// both lowerings of arg_reduce. Printed for the six rows: the indices, the
// values, and their low bytes, which tell NaNs apart.

// RUN: extrema-opt %s --convert-extrema-to-loops %{to-llvm} | %{mlir-runner} | FileCheck %s
// RUN: extrema-opt %s --convert-extrema-to-linalg --convert-linalg-to-loops %{to-llvm} | %{mlir-runner} | FileCheck %s

memref.global "private" constant @x : memref<6x5xf32> = dense<[
  [1.0, 3.0, 3.0, -2.0, -2.0],
  [0x7FC00001, 1.0, 0xFFC00002, 2.0, 0x7FC00003],
  [0xFFC00001, 0x7F800002, 0x7FC00003, 0xFFC00004, 0xFF800005],
  [0.0, -0.0, 0.0, -0.0, -0.0],
  [0xFF800000, 0xFF800000, 0xFF800000, 0xFF800000, 0xFF800000],
  [0x7F800000, 0x7F800000, 5.0, 0xFF800000, 0xFF800000]]>

func.func @print(%values: memref<6xf32>, %indices: memref<6xi64>) {
  %c0 = arith.constant 0 : index
  %byte = arith.constant dense<255> : vector<6xi32>
  %i = vector.load %indices[%c0] : memref<6xi64>, vector<6xi64>
  vector.print %i : vector<6xi64>
  %v = vector.load %values[%c0] : memref<6xf32>, vector<6xf32>
  vector.print %v : vector<6xf32>
  %bits = vector.bitcast %v : vector<6xf32> to vector<6xi32>
  %low = arith.andi %bits, %byte : vector<6xi32>
  vector.print %low : vector<6xi32>
  return
}

func.func @main() {
  %x = memref.get_global @x : memref<6x5xf32>
  %v = memref.alloca() : memref<6xf32>
  %i = memref.alloca() : memref<6xi64>

  extrema.arg_reduce <maximumf> dimension(1) ins(%x : memref<6x5xf32>)
    outs(%v, %i : memref<6xf32>, memref<6xi64>)
  // CHECK:      ( 1, 0, 0, 0, 0, 0 )
  // CHECK-NEXT: ( 3, nan, -nan, 0, -inf, inf )
  // CHECK-NEXT: ( 0, 1, 1, 0, 0, 0 )
  call @print(%v, %i) : (memref<6xf32>, memref<6xi64>) -> ()

  extrema.arg_reduce <maximumf> dimension(1) last ins(%x : memref<6x5xf32>)
    outs(%v, %i : memref<6xf32>, memref<6xi64>)
  // CHECK-NEXT: ( 2, 4, 4, 4, 4, 1 )
  // CHECK-NEXT: ( 3, nan, -nan, -0, -inf, inf )
  // CHECK-NEXT: ( 0, 3, 5, 0, 0, 0 )
  call @print(%v, %i) : (memref<6xf32>, memref<6xi64>) -> ()

  extrema.arg_reduce <minimumf> dimension(1) ins(%x : memref<6x5xf32>)
    outs(%v, %i : memref<6xf32>, memref<6xi64>)
  // CHECK-NEXT: ( 3, 0, 0, 0, 0, 3 )
  // CHECK-NEXT: ( -2, nan, -nan, 0, -inf, -inf )
  // CHECK-NEXT: ( 0, 1, 1, 0, 0, 0 )
  call @print(%v, %i) : (memref<6xf32>, memref<6xi64>) -> ()

  extrema.arg_reduce <minimumf> dimension(1) last ins(%x : memref<6x5xf32>)
    outs(%v, %i : memref<6xf32>, memref<6xi64>)
  // CHECK-NEXT: ( 4, 4, 4, 4, 4, 4 )
  // CHECK-NEXT: ( -2, nan, -nan, -0, -inf, -inf )
  // CHECK-NEXT: ( 0, 3, 5, 0, 0, 0 )
  call @print(%v, %i) : (memref<6xf32>, memref<6xi64>) -> ()

  extrema.arg_reduce <maxnumf> dimension(1) ins(%x : memref<6x5xf32>)
    outs(%v, %i : memref<6xf32>, memref<6xi64>)
  // CHECK-NEXT: ( 1, 3, 0, 0, 0, 0 )
  // CHECK-NEXT: ( 3, 2, -nan, 0, -inf, inf )
  // CHECK-NEXT: ( 0, 0, 1, 0, 0, 0 )
  call @print(%v, %i) : (memref<6xf32>, memref<6xi64>) -> ()

  extrema.arg_reduce <maxnumf> dimension(1) last ins(%x : memref<6x5xf32>)
    outs(%v, %i : memref<6xf32>, memref<6xi64>)
  // CHECK-NEXT: ( 2, 3, 4, 4, 4, 1 )
  // CHECK-NEXT: ( 3, 2, -nan, -0, -inf, inf )
  // CHECK-NEXT: ( 0, 0, 5, 0, 0, 0 )
  call @print(%v, %i) : (memref<6xf32>, memref<6xi64>) -> ()

  extrema.arg_reduce <minnumf> dimension(1) ins(%x : memref<6x5xf32>)
    outs(%v, %i : memref<6xf32>, memref<6xi64>)
  // CHECK-NEXT: ( 3, 1, 0, 0, 0, 3 )
  // CHECK-NEXT: ( -2, 1, -nan, 0, -inf, -inf )
  // CHECK-NEXT: ( 0, 0, 1, 0, 0, 0 )
  call @print(%v, %i) : (memref<6xf32>, memref<6xi64>) -> ()

  extrema.arg_reduce <minnumf> dimension(1) last ins(%x : memref<6x5xf32>)
    outs(%v, %i : memref<6xf32>, memref<6xi64>)
  // CHECK-NEXT: ( 4, 1, 4, 4, 4, 4 )
  // CHECK-NEXT: ( -2, 1, -nan, -0, -inf, -inf )
  // CHECK-NEXT: ( 0, 0, 5, 0, 0, 0 )
  call @print(%v, %i) : (memref<6xf32>, memref<6xi64>) -> ()
  return
}
