// The four float orders, sorted, on f32, and on the 16-bit floats, which are
// compared as integers. Printed for k = 5 of seven elements: the indices, the
// values, and their low bytes, which tell NaNs apart.

// RUN: extrema-opt %s --convert-extrema-to-loops %{to-llvm} | %{mlir-runner} | FileCheck %s

memref.global "private" constant @x : memref<7xf32> = dense<
  [-0.0, 2.0, 0x7FC00002, 0.0, 0xFF800000, 0xFFC00005, 2.0]>
memref.global "private" constant @x16 : memref<7xbf16> = dense<
  [-0.0, 2.0, 0x7FC2, 0.0, 0xFF80, 0xFFC5, 2.0]>

func.func @print(%values: memref<5xf32>, %indices: memref<5xi64>) {
  %c0 = arith.constant 0 : index
  %byte = arith.constant dense<255> : vector<5xi32>
  %i = vector.load %indices[%c0] : memref<5xi64>, vector<5xi64>
  vector.print %i : vector<5xi64>
  %v = vector.load %values[%c0] : memref<5xf32>, vector<5xf32>
  vector.print %v : vector<5xf32>
  %bits = vector.bitcast %v : vector<5xf32> to vector<5xi32>
  %low = arith.andi %bits, %byte : vector<5xi32>
  vector.print %low : vector<5xi32>
  return
}

func.func @print_bits(%values: memref<5xbf16>, %indices: memref<5xi64>) {
  %c0 = arith.constant 0 : index
  %i = vector.load %indices[%c0] : memref<5xi64>, vector<5xi64>
  vector.print %i : vector<5xi64>
  %v = vector.load %values[%c0] : memref<5xbf16>, vector<5xbf16>
  %bits = vector.bitcast %v : vector<5xbf16> to vector<5xi16>
  vector.print %bits : vector<5xi16>
  return
}

func.func @main() {
  %x = memref.get_global @x : memref<7xf32>
  %v = memref.alloca() : memref<5xf32>
  %x16 = memref.get_global @x16 : memref<7xbf16>
  %v16 = memref.alloca() : memref<5xbf16>
  %i = memref.alloca() : memref<5xi64>

  extrema.topk_reduce <maximumf> dimension(0) ins(%x : memref<7xf32>)
    outs(%v, %i : memref<5xf32>, memref<5xi64>)
  // CHECK:      ( 2, 5, 1, 6, 0 )
  // CHECK-NEXT: ( nan, -nan, 2, 2, -0 )
  // CHECK-NEXT: ( 2, 5, 0, 0, 0 )
  call @print(%v, %i) : (memref<5xf32>, memref<5xi64>) -> ()

  extrema.topk_reduce <minimumf> dimension(0) ins(%x : memref<7xf32>)
    outs(%v, %i : memref<5xf32>, memref<5xi64>)
  // CHECK-NEXT: ( 2, 5, 4, 0, 3 )
  // CHECK-NEXT: ( nan, -nan, -inf, -0, 0 )
  // CHECK-NEXT: ( 2, 5, 0, 0, 0 )
  call @print(%v, %i) : (memref<5xf32>, memref<5xi64>) -> ()

  extrema.topk_reduce <maxnumf> dimension(0) ins(%x : memref<7xf32>)
    outs(%v, %i : memref<5xf32>, memref<5xi64>)
  // CHECK-NEXT: ( 1, 6, 0, 3, 4 )
  // CHECK-NEXT: ( 2, 2, -0, 0, -inf )
  // CHECK-NEXT: ( 0, 0, 0, 0, 0 )
  call @print(%v, %i) : (memref<5xf32>, memref<5xi64>) -> ()

  extrema.topk_reduce <minnumf> dimension(0) ins(%x : memref<7xf32>)
    outs(%v, %i : memref<5xf32>, memref<5xi64>)
  // CHECK-NEXT: ( 4, 0, 3, 1, 6 )
  // CHECK-NEXT: ( -inf, -0, 0, 2, 2 )
  // CHECK-NEXT: ( 0, 0, 0, 0, 0 )
  call @print(%v, %i) : (memref<5xf32>, memref<5xi64>) -> ()

  extrema.topk_reduce <maximumf> dimension(0) ins(%x16 : memref<7xbf16>)
    outs(%v16, %i : memref<5xbf16>, memref<5xi64>)
  // CHECK-NEXT: ( 2, 5, 1, 6, 0 )
  // CHECK-NEXT: ( 32706, -59, 16384, 16384, -32768 )
  call @print_bits(%v16, %i) : (memref<5xbf16>, memref<5xi64>) -> ()

  extrema.topk_reduce <minnumf> dimension(0) ins(%x16 : memref<7xbf16>)
    outs(%v16, %i : memref<5xbf16>, memref<5xi64>)
  // CHECK-NEXT: ( 4, 0, 3, 1, 6 )
  // CHECK-NEXT: ( -128, -32768, 0, 16384, 16384 )
  call @print_bits(%v16, %i) : (memref<5xbf16>, memref<5xi64>) -> ()
  return
}
