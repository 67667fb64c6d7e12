// Every width of integers, as signed and as unsigned, and f64: index and value
// of the extremum of one row. The index type has the width of the values.

// RUN: extrema-opt %s --convert-extrema-to-loops %{to-llvm} | %{mlir-runner} | FileCheck %s
// RUN: extrema-opt %s --convert-extrema-to-linalg --convert-linalg-to-loops %{to-llvm} | %{mlir-runner} | FileCheck %s

memref.global "private" constant @i8 : memref<8xi8> = dense<
  [-128, 127, -1, 0, 1, 127, -128, -1]>
memref.global "private" constant @i16 : memref<8xi16> = dense<
  [-32768, 32767, -1, 0, 1, 32767, -32768, -1]>
memref.global "private" constant @i32 : memref<8xi32> = dense<
  [-2147483648, 2147483647, -1, 0, 1, 2147483647, -2147483648, -1]>
memref.global "private" constant @i64 : memref<8xi64> = dense<
  [-9223372036854775808, 9223372036854775807, -1, 0, 1, 9223372036854775807, -9223372036854775808, -1]>
// One, its neighbours, and NaNs.
memref.global "private" constant @f64 : memref<6xf64> = dense<
  [1.0, 0x3FF0000000000001, 0x3FEFFFFFFFFFFFFF, 0x7FF8000000000003,
   0x3FF0000000000001, 0xFFF8000000000005]>

func.func @print(%index: i64, %value: i64) {
  %pair = vector.from_elements %index, %value : vector<2xi64>
  vector.print %pair : vector<2xi64>
  return
}

func.func @run_i8() {
  %x = memref.get_global @i8 : memref<8xi8>
  %v = memref.alloca() : memref<i8>
  %i = memref.alloca() : memref<i8>

  extrema.arg_reduce <maxsi> dimension(0) ins(%x : memref<8xi8>)
    outs(%v, %i : memref<i8>, memref<i8>)
  %v0 = memref.load %v[] : memref<i8>
  %i0 = memref.load %i[] : memref<i8>
  %iw0 = arith.extsi %i0 : i8 to i64
  %vw0 = arith.extsi %v0 : i8 to i64
  // CHECK:      ( 1, 127 )
  call @print(%iw0, %vw0) : (i64, i64) -> ()

  extrema.arg_reduce <minsi> dimension(0) last ins(%x : memref<8xi8>)
    outs(%v, %i : memref<i8>, memref<i8>)
  %v1 = memref.load %v[] : memref<i8>
  %i1 = memref.load %i[] : memref<i8>
  %iw1 = arith.extsi %i1 : i8 to i64
  %vw1 = arith.extsi %v1 : i8 to i64
  // CHECK-NEXT: ( 6, -128 )
  call @print(%iw1, %vw1) : (i64, i64) -> ()

  extrema.arg_reduce <maxui> dimension(0) last ins(%x : memref<8xi8>)
    outs(%v, %i : memref<i8>, memref<i8>)
  %v2 = memref.load %v[] : memref<i8>
  %i2 = memref.load %i[] : memref<i8>
  %iw2 = arith.extsi %i2 : i8 to i64
  %vw2 = arith.extsi %v2 : i8 to i64
  // CHECK-NEXT: ( 7, -1 )
  call @print(%iw2, %vw2) : (i64, i64) -> ()

  extrema.arg_reduce <minui> dimension(0) ins(%x : memref<8xi8>)
    outs(%v, %i : memref<i8>, memref<i8>)
  %v3 = memref.load %v[] : memref<i8>
  %i3 = memref.load %i[] : memref<i8>
  %iw3 = arith.extsi %i3 : i8 to i64
  %vw3 = arith.extsi %v3 : i8 to i64
  // CHECK-NEXT: ( 3, 0 )
  call @print(%iw3, %vw3) : (i64, i64) -> ()
  return
}

func.func @run_i16() {
  %x = memref.get_global @i16 : memref<8xi16>
  %v = memref.alloca() : memref<i16>
  %i = memref.alloca() : memref<i16>

  extrema.arg_reduce <maxsi> dimension(0) ins(%x : memref<8xi16>)
    outs(%v, %i : memref<i16>, memref<i16>)
  %v0 = memref.load %v[] : memref<i16>
  %i0 = memref.load %i[] : memref<i16>
  %iw0 = arith.extsi %i0 : i16 to i64
  %vw0 = arith.extsi %v0 : i16 to i64
  // CHECK-NEXT: ( 1, 32767 )
  call @print(%iw0, %vw0) : (i64, i64) -> ()

  extrema.arg_reduce <minsi> dimension(0) last ins(%x : memref<8xi16>)
    outs(%v, %i : memref<i16>, memref<i16>)
  %v1 = memref.load %v[] : memref<i16>
  %i1 = memref.load %i[] : memref<i16>
  %iw1 = arith.extsi %i1 : i16 to i64
  %vw1 = arith.extsi %v1 : i16 to i64
  // CHECK-NEXT: ( 6, -32768 )
  call @print(%iw1, %vw1) : (i64, i64) -> ()

  extrema.arg_reduce <maxui> dimension(0) last ins(%x : memref<8xi16>)
    outs(%v, %i : memref<i16>, memref<i16>)
  %v2 = memref.load %v[] : memref<i16>
  %i2 = memref.load %i[] : memref<i16>
  %iw2 = arith.extsi %i2 : i16 to i64
  %vw2 = arith.extsi %v2 : i16 to i64
  // CHECK-NEXT: ( 7, -1 )
  call @print(%iw2, %vw2) : (i64, i64) -> ()

  extrema.arg_reduce <minui> dimension(0) ins(%x : memref<8xi16>)
    outs(%v, %i : memref<i16>, memref<i16>)
  %v3 = memref.load %v[] : memref<i16>
  %i3 = memref.load %i[] : memref<i16>
  %iw3 = arith.extsi %i3 : i16 to i64
  %vw3 = arith.extsi %v3 : i16 to i64
  // CHECK-NEXT: ( 3, 0 )
  call @print(%iw3, %vw3) : (i64, i64) -> ()
  return
}

func.func @run_i32() {
  %x = memref.get_global @i32 : memref<8xi32>
  %v = memref.alloca() : memref<i32>
  %i = memref.alloca() : memref<i32>

  extrema.arg_reduce <maxsi> dimension(0) ins(%x : memref<8xi32>)
    outs(%v, %i : memref<i32>, memref<i32>)
  %v0 = memref.load %v[] : memref<i32>
  %i0 = memref.load %i[] : memref<i32>
  %iw0 = arith.extsi %i0 : i32 to i64
  %vw0 = arith.extsi %v0 : i32 to i64
  // CHECK-NEXT: ( 1, 2147483647 )
  call @print(%iw0, %vw0) : (i64, i64) -> ()

  extrema.arg_reduce <minsi> dimension(0) last ins(%x : memref<8xi32>)
    outs(%v, %i : memref<i32>, memref<i32>)
  %v1 = memref.load %v[] : memref<i32>
  %i1 = memref.load %i[] : memref<i32>
  %iw1 = arith.extsi %i1 : i32 to i64
  %vw1 = arith.extsi %v1 : i32 to i64
  // CHECK-NEXT: ( 6, -2147483648 )
  call @print(%iw1, %vw1) : (i64, i64) -> ()

  extrema.arg_reduce <maxui> dimension(0) last ins(%x : memref<8xi32>)
    outs(%v, %i : memref<i32>, memref<i32>)
  %v2 = memref.load %v[] : memref<i32>
  %i2 = memref.load %i[] : memref<i32>
  %iw2 = arith.extsi %i2 : i32 to i64
  %vw2 = arith.extsi %v2 : i32 to i64
  // CHECK-NEXT: ( 7, -1 )
  call @print(%iw2, %vw2) : (i64, i64) -> ()

  extrema.arg_reduce <minui> dimension(0) ins(%x : memref<8xi32>)
    outs(%v, %i : memref<i32>, memref<i32>)
  %v3 = memref.load %v[] : memref<i32>
  %i3 = memref.load %i[] : memref<i32>
  %iw3 = arith.extsi %i3 : i32 to i64
  %vw3 = arith.extsi %v3 : i32 to i64
  // CHECK-NEXT: ( 3, 0 )
  call @print(%iw3, %vw3) : (i64, i64) -> ()
  return
}

func.func @run_i64() {
  %x = memref.get_global @i64 : memref<8xi64>
  %v = memref.alloca() : memref<i64>
  %i = memref.alloca() : memref<i64>

  extrema.arg_reduce <maxsi> dimension(0) ins(%x : memref<8xi64>)
    outs(%v, %i : memref<i64>, memref<i64>)
  %v0 = memref.load %v[] : memref<i64>
  %i0 = memref.load %i[] : memref<i64>
  // CHECK-NEXT: ( 1, 9223372036854775807 )
  call @print(%i0, %v0) : (i64, i64) -> ()

  extrema.arg_reduce <minsi> dimension(0) last ins(%x : memref<8xi64>)
    outs(%v, %i : memref<i64>, memref<i64>)
  %v1 = memref.load %v[] : memref<i64>
  %i1 = memref.load %i[] : memref<i64>
  // CHECK-NEXT: ( 6, -9223372036854775808 )
  call @print(%i1, %v1) : (i64, i64) -> ()

  extrema.arg_reduce <maxui> dimension(0) last ins(%x : memref<8xi64>)
    outs(%v, %i : memref<i64>, memref<i64>)
  %v2 = memref.load %v[] : memref<i64>
  %i2 = memref.load %i[] : memref<i64>
  // CHECK-NEXT: ( 7, -1 )
  call @print(%i2, %v2) : (i64, i64) -> ()

  extrema.arg_reduce <minui> dimension(0) ins(%x : memref<8xi64>)
    outs(%v, %i : memref<i64>, memref<i64>)
  %v3 = memref.load %v[] : memref<i64>
  %i3 = memref.load %i[] : memref<i64>
  // CHECK-NEXT: ( 3, 0 )
  call @print(%i3, %v3) : (i64, i64) -> ()
  return
}

// The low byte of the value stands for it.
func.func @run_f64() {
  %x = memref.get_global @f64 : memref<6xf64>
  %v = memref.alloca() : memref<f64>
  %i = memref.alloca() : memref<index>
  %byte = arith.constant 255 : i64

  extrema.arg_reduce <maximumf> dimension(0) ins(%x : memref<6xf64>)
    outs(%v, %i : memref<f64>, memref<index>)
  %v0 = memref.load %v[] : memref<f64>
  %b0 = arith.bitcast %v0 : f64 to i64
  %l0 = arith.andi %b0, %byte : i64
  %i0 = memref.load %i[] : memref<index>
  %p0 = arith.index_cast %i0 : index to i64
  // CHECK-NEXT: ( 3, 3 )
  call @print(%p0, %l0) : (i64, i64) -> ()

  extrema.arg_reduce <minimumf> dimension(0) last ins(%x : memref<6xf64>)
    outs(%v, %i : memref<f64>, memref<index>)
  %v1 = memref.load %v[] : memref<f64>
  %b1 = arith.bitcast %v1 : f64 to i64
  %l1 = arith.andi %b1, %byte : i64
  %i1 = memref.load %i[] : memref<index>
  %p1 = arith.index_cast %i1 : index to i64
  // CHECK-NEXT: ( 5, 5 )
  call @print(%p1, %l1) : (i64, i64) -> ()

  extrema.arg_reduce <maxnumf> dimension(0) last ins(%x : memref<6xf64>)
    outs(%v, %i : memref<f64>, memref<index>)
  %v2 = memref.load %v[] : memref<f64>
  %b2 = arith.bitcast %v2 : f64 to i64
  %l2 = arith.andi %b2, %byte : i64
  %i2 = memref.load %i[] : memref<index>
  %p2 = arith.index_cast %i2 : index to i64
  // CHECK-NEXT: ( 4, 1 )
  call @print(%p2, %l2) : (i64, i64) -> ()

  extrema.arg_reduce <minnumf> dimension(0) ins(%x : memref<6xf64>)
    outs(%v, %i : memref<f64>, memref<index>)
  %v3 = memref.load %v[] : memref<f64>
  %b3 = arith.bitcast %v3 : f64 to i64
  %l3 = arith.andi %b3, %byte : i64
  %i3 = memref.load %i[] : memref<index>
  %p3 = arith.index_cast %i3 : index to i64
  // CHECK-NEXT: ( 2, 255 )
  call @print(%p3, %l3) : (i64, i64) -> ()
  return
}

func.func @main() {
  call @run_i8() : () -> ()
  call @run_i16() : () -> ()
  call @run_i32() : () -> ()
  call @run_i64() : () -> ()
  call @run_f64() : () -> ()
  return
}
