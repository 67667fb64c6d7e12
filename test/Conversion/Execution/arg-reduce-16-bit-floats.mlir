// The 16-bit floats, which are compared as integers: for each of five rows the
// indices found and the low bytes of the values found, which tell NaNs apart.

// RUN: extrema-opt %s --convert-extrema-to-loops %{to-llvm} | %{mlir-runner} | FileCheck %s
// RUN: extrema-opt %s --convert-extrema-to-linalg --convert-linalg-to-loops %{to-llvm} | %{mlir-runner} | FileCheck %s

// The rows: denormal numbers, NaNs among numbers, NaNs only (the first of another
// sign than the others), zeros, infinities and the largest finite numbers.
memref.global "private" constant @f16 : memref<5x4xf16> = dense<[
  [0x8001, 0x0001, 0x8002, 0x0002],
  [0x7E01, -1.0, 0xFE02, 2.0],
  [0xFC01, 0x7C02, 0x7E03, 0x7E04],
  [-0.0, 0.0, -0.0, 0.0],
  [0x7BFF, 0x7C00, 0xFC00, 0xFBFF]]>

memref.global "private" constant @bf16 : memref<5x4xbf16> = dense<[
  [0x8001, 0x0001, 0x8002, 0x0002],
  [0x7FC1, -1.0, 0xFFC2, 2.0],
  [0xFF81, 0x7F82, 0x7FC3, 0x7FC4],
  [-0.0, 0.0, -0.0, 0.0],
  [0x7F7F, 0x7F80, 0xFF80, 0xFF7F]]>

func.func @print_bits(%bits: vector<5xi16>, %indices: memref<5xi16>) {
  %c0 = arith.constant 0 : index
  %byte = arith.constant dense<255> : vector<5xi16>
  %i = vector.load %indices[%c0] : memref<5xi16>, vector<5xi16>
  vector.print %i : vector<5xi16>
  %low = arith.andi %bits, %byte : vector<5xi16>
  vector.print %low : vector<5xi16>
  return
}

func.func @run_f16() {
  %c0 = arith.constant 0 : index
  %x = memref.get_global @f16 : memref<5x4xf16>
  %v = memref.alloca() : memref<5xf16>
  %i = memref.alloca() : memref<5xi16>

  extrema.arg_reduce <maximumf> dimension(1) ins(%x : memref<5x4xf16>)
    outs(%v, %i : memref<5xf16>, memref<5xi16>)
  %v0 = vector.load %v[%c0] : memref<5xf16>, vector<5xf16>
  %b0 = vector.bitcast %v0 : vector<5xf16> to vector<5xi16>
  // CHECK:      ( 3, 0, 0, 0, 1 )
  // CHECK-NEXT: ( 2, 1, 1, 0, 0 )
  call @print_bits(%b0, %i) : (vector<5xi16>, memref<5xi16>) -> ()

  extrema.arg_reduce <minimumf> dimension(1) last ins(%x : memref<5x4xf16>)
    outs(%v, %i : memref<5xf16>, memref<5xi16>)
  %v1 = vector.load %v[%c0] : memref<5xf16>, vector<5xf16>
  %b1 = vector.bitcast %v1 : vector<5xf16> to vector<5xi16>
  // CHECK-NEXT: ( 2, 2, 3, 3, 2 )
  // CHECK-NEXT: ( 2, 2, 4, 0, 0 )
  call @print_bits(%b1, %i) : (vector<5xi16>, memref<5xi16>) -> ()

  extrema.arg_reduce <maxnumf> dimension(1) last ins(%x : memref<5x4xf16>)
    outs(%v, %i : memref<5xf16>, memref<5xi16>)
  %v2 = vector.load %v[%c0] : memref<5xf16>, vector<5xf16>
  %b2 = vector.bitcast %v2 : vector<5xf16> to vector<5xi16>
  // CHECK-NEXT: ( 3, 3, 3, 3, 1 )
  // CHECK-NEXT: ( 2, 0, 4, 0, 0 )
  call @print_bits(%b2, %i) : (vector<5xi16>, memref<5xi16>) -> ()

  extrema.arg_reduce <minnumf> dimension(1) ins(%x : memref<5x4xf16>)
    outs(%v, %i : memref<5xf16>, memref<5xi16>)
  %v3 = vector.load %v[%c0] : memref<5xf16>, vector<5xf16>
  %b3 = vector.bitcast %v3 : vector<5xf16> to vector<5xi16>
  // CHECK-NEXT: ( 2, 1, 0, 0, 2 )
  // CHECK-NEXT: ( 2, 0, 1, 0, 0 )
  call @print_bits(%b3, %i) : (vector<5xi16>, memref<5xi16>) -> ()
  return
}

func.func @run_bf16() {
  %c0 = arith.constant 0 : index
  %x = memref.get_global @bf16 : memref<5x4xbf16>
  %v = memref.alloca() : memref<5xbf16>
  %i = memref.alloca() : memref<5xi16>

  extrema.arg_reduce <maximumf> dimension(1) ins(%x : memref<5x4xbf16>)
    outs(%v, %i : memref<5xbf16>, memref<5xi16>)
  %v0 = vector.load %v[%c0] : memref<5xbf16>, vector<5xbf16>
  %b0 = vector.bitcast %v0 : vector<5xbf16> to vector<5xi16>
  // CHECK-NEXT: ( 3, 0, 0, 0, 1 )
  // CHECK-NEXT: ( 2, 193, 129, 0, 128 )
  call @print_bits(%b0, %i) : (vector<5xi16>, memref<5xi16>) -> ()

  extrema.arg_reduce <minimumf> dimension(1) last ins(%x : memref<5x4xbf16>)
    outs(%v, %i : memref<5xbf16>, memref<5xi16>)
  %v1 = vector.load %v[%c0] : memref<5xbf16>, vector<5xbf16>
  %b1 = vector.bitcast %v1 : vector<5xbf16> to vector<5xi16>
  // CHECK-NEXT: ( 2, 2, 3, 3, 2 )
  // CHECK-NEXT: ( 2, 194, 196, 0, 128 )
  call @print_bits(%b1, %i) : (vector<5xi16>, memref<5xi16>) -> ()

  extrema.arg_reduce <maxnumf> dimension(1) last ins(%x : memref<5x4xbf16>)
    outs(%v, %i : memref<5xbf16>, memref<5xi16>)
  %v2 = vector.load %v[%c0] : memref<5xbf16>, vector<5xbf16>
  %b2 = vector.bitcast %v2 : vector<5xbf16> to vector<5xi16>
  // CHECK-NEXT: ( 3, 3, 3, 3, 1 )
  // CHECK-NEXT: ( 2, 0, 196, 0, 128 )
  call @print_bits(%b2, %i) : (vector<5xi16>, memref<5xi16>) -> ()

  extrema.arg_reduce <minnumf> dimension(1) ins(%x : memref<5x4xbf16>)
    outs(%v, %i : memref<5xbf16>, memref<5xi16>)
  %v3 = vector.load %v[%c0] : memref<5xbf16>, vector<5xbf16>
  %b3 = vector.bitcast %v3 : vector<5xbf16> to vector<5xi16>
  // CHECK-NEXT: ( 2, 1, 0, 0, 2 )
  // CHECK-NEXT: ( 2, 128, 129, 0, 128 )
  call @print_bits(%b3, %i) : (vector<5xi16>, memref<5xi16>) -> ()
  return
}

func.func @main() {
  call @run_f16() : () -> ()
  call @run_bf16() : () -> ()
  return
}
