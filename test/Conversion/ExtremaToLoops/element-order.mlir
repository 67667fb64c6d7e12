// How the state S is compared with the next element E under each kind.

// RUN: extrema-opt %s --convert-extrema-to-loops --canonicalize --cse --split-input-file | FileCheck %s

// CHECK-LABEL: func @maximumf
// CHECK:         iter_args(%[[S:[a-z0-9]+]] = %{{[a-z0-9_]+}}, %[[AT:[a-z0-9]+]] =
// CHECK:         %[[E:.+]] = memref.load %{{.+}} : memref<8xf32>
// CHECK:         %[[INDEX:.+]] = arith.index_cast
// CHECK:         %[[GREATER:.+]] = arith.cmpf ugt, %[[S]], %[[E]] : f32
// CHECK-NEXT:    %[[E_NUMBER:.+]] = arith.cmpf ord, %[[E]], %[[E]] : f32
// CHECK-NEXT:    %[[BETTER:.+]] = arith.andi %[[GREATER]], %[[E_NUMBER]] : i1
// CHECK-NEXT:    %[[NOT_LESS:.+]] = arith.cmpf oge, %[[S]], %[[E]] : f32
// CHECK-NEXT:    %[[S_NAN:.+]] = arith.cmpf uno, %[[S]], %[[S]] : f32
// CHECK-NEXT:    %[[NOT_WORSE:.+]] = arith.ori %[[NOT_LESS]], %[[S_NAN]] : i1
// CHECK-NEXT:    %[[EARLIER:.+]] = arith.cmpi slt, %[[AT]], %[[INDEX]] : i64
// CHECK-NEXT:    %[[TIE:.+]] = arith.andi %[[NOT_WORSE]], %[[EARLIER]] : i1
// CHECK-NEXT:    arith.ori %[[BETTER]], %[[TIE]] : i1
func.func @maximumf(%x: memref<8xf32>, %i: memref<i64>) {
  extrema.arg_reduce <maximumf> dimension(0) ins(%x : memref<8xf32>)
    index_only outs(%i : memref<i64>)
  return
}

// -----

// CHECK-LABEL: func @minimumf
// CHECK:         iter_args(%[[S:[a-z0-9]+]] =
// CHECK:         %[[E:.+]] = memref.load %{{.+}} : memref<8xf64>
// CHECK:         arith.cmpf ugt, %[[E]], %[[S]] : f64
// CHECK:         arith.cmpf ord, %[[E]], %[[E]] : f64
// CHECK:         arith.cmpf oge, %[[E]], %[[S]] : f64
// CHECK:         arith.cmpf uno, %[[S]], %[[S]] : f64
func.func @minimumf(%x: memref<8xf64>, %i: memref<i64>) {
  extrema.arg_reduce <minimumf> dimension(0) ins(%x : memref<8xf64>)
    index_only outs(%i : memref<i64>)
  return
}

// -----

// CHECK-LABEL: func @maxnumf
// CHECK:         iter_args(%[[S:[a-z0-9]+]] =
// CHECK:         %[[E:.+]] = memref.load %{{.+}} : memref<8xf32>
// CHECK:         arith.cmpf ugt, %[[S]], %[[E]] : f32
// CHECK:         arith.cmpf ord, %[[S]], %[[S]] : f32
// CHECK:         arith.cmpf oge, %[[S]], %[[E]] : f32
// CHECK:         arith.cmpf uno, %[[E]], %[[E]] : f32
func.func @maxnumf(%x: memref<8xf32>, %i: memref<i64>) {
  extrema.arg_reduce <maxnumf> dimension(0) ins(%x : memref<8xf32>)
    index_only outs(%i : memref<i64>)
  return
}

// -----

// CHECK-LABEL: func @minnumf
// CHECK:         iter_args(%[[S:[a-z0-9]+]] =
// CHECK:         %[[E:.+]] = memref.load %{{.+}} : memref<8xf32>
// CHECK:         arith.cmpf ugt, %[[E]], %[[S]] : f32
// CHECK:         arith.cmpf ord, %[[S]], %[[S]] : f32
// CHECK:         arith.cmpf oge, %[[E]], %[[S]] : f32
// CHECK:         arith.cmpf uno, %[[E]], %[[E]] : f32
func.func @minnumf(%x: memref<8xf32>, %i: memref<i64>) {
  extrema.arg_reduce <minnumf> dimension(0) ins(%x : memref<8xf32>)
    index_only outs(%i : memref<i64>)
  return
}

// -----

// CHECK-LABEL: func @maxsi
// CHECK:         iter_args(%[[S:[a-z0-9]+]] =
// CHECK:         %[[E:.+]] = memref.load %{{.+}} : memref<8xi8>
// CHECK:         arith.cmpi sgt, %[[S]], %[[E]] : i8
// CHECK:         arith.cmpi sge, %[[S]], %[[E]] : i8
func.func @maxsi(%x: memref<8xi8>, %i: memref<i64>) {
  extrema.arg_reduce <maxsi> dimension(0) ins(%x : memref<8xi8>)
    index_only outs(%i : memref<i64>)
  return
}

// -----

// CHECK-LABEL: func @minsi
// CHECK:         iter_args(%[[S:[a-z0-9]+]] =
// CHECK:         %[[E:.+]] = memref.load %{{.+}} : memref<8xi16>
// CHECK:         arith.cmpi sgt, %[[E]], %[[S]] : i16
// CHECK:         arith.cmpi sge, %[[E]], %[[S]] : i16
func.func @minsi(%x: memref<8xi16>, %i: memref<i64>) {
  extrema.arg_reduce <minsi> dimension(0) ins(%x : memref<8xi16>)
    index_only outs(%i : memref<i64>)
  return
}

// -----

// CHECK-LABEL: func @maxui
// CHECK:         iter_args(%[[S:[a-z0-9]+]] =
// CHECK:         %[[E:.+]] = memref.load %{{.+}} : memref<8xi32>
// CHECK:         arith.cmpi ugt, %[[S]], %[[E]] : i32
// CHECK:         arith.cmpi uge, %[[S]], %[[E]] : i32
func.func @maxui(%x: memref<8xi32>, %i: memref<i64>) {
  extrema.arg_reduce <maxui> dimension(0) ins(%x : memref<8xi32>)
    index_only outs(%i : memref<i64>)
  return
}

// -----

// CHECK-LABEL: func @minui
// CHECK:         iter_args(%[[S:[a-z0-9]+]] =
// CHECK:         %[[E:.+]] = memref.load %{{.+}} : memref<8xi64>
// CHECK:         arith.cmpi ugt, %[[E]], %[[S]] : i64
// CHECK:         arith.cmpi uge, %[[E]], %[[S]] : i64
func.func @minui(%x: memref<8xi64>, %i: memref<i64>) {
  extrema.arg_reduce <minui> dimension(0) ins(%x : memref<8xi64>)
    index_only outs(%i : memref<i64>)
  return
}

// -----

// The order key of a 16-bit float: a negative one is negated (0x8000 - bits),
// and a NaN, what lies outside of [-inf, inf], becomes the largest integer.

// CHECK-LABEL: func @half
// CHECK-DAG:     %[[ZERO:.+]] = arith.constant 0 : i16
// CHECK-DAG:     %[[SIGN:.+]] = arith.constant -32768 : i16
// CHECK-DAG:     %[[INF:.+]] = arith.constant 31744 : i16
// CHECK-DAG:     %[[TWO_INF:.+]] = arith.constant -2048 : i16
// CHECK-DAG:     %[[BEST:.+]] = arith.constant 32767 : i16
// CHECK:         %[[E:.+]] = memref.load %{{.+}} : memref<8xi16>
// CHECK:         %[[NEGATIVE:.+]] = arith.cmpi slt, %[[E]], %[[ZERO]] : i16
// CHECK-NEXT:    %[[NEGATED:.+]] = arith.subi %[[SIGN]], %[[E]] : i16
// CHECK-NEXT:    %[[NUMBER:.+]] = arith.select %[[NEGATIVE]], %[[NEGATED]], %[[E]] : i16
// CHECK-NEXT:    %[[SHIFTED:.+]] = arith.addi %[[NUMBER]], %[[INF]] : i16
// CHECK-NEXT:    %[[NAN:.+]] = arith.cmpi ugt, %[[SHIFTED]], %[[TWO_INF]] : i16
// CHECK-NEXT:    %[[KEY:.+]] = arith.select %[[NAN]], %[[BEST]], %[[NUMBER]] : i16
// CHECK-NEXT:    arith.cmpi sgt, %{{.+}}, %[[KEY]] : i16
// CHECK-NEXT:    arith.cmpi sge, %{{.+}}, %[[KEY]] : i16
func.func @half(%x: memref<8xf16>, %i: memref<i64>) {
  extrema.arg_reduce <maximumf> dimension(0) ins(%x : memref<8xf16>)
    index_only outs(%i : memref<i64>)
  return
}

// -----

// NaNs are the best of the smallest, and the worst of the largest numbers: the
// smallest integer.

// CHECK-LABEL: func @nan_smallest
// CHECK-NOT:     arith.constant 32767
// CHECK:         return
func.func @nan_smallest(%x: memref<8xbf16>, %i: memref<i64>) {
  extrema.arg_reduce <minimumf> dimension(0) ins(%x : memref<8xbf16>)
    index_only outs(%i : memref<i64>)
  extrema.arg_reduce <maxnumf> dimension(0) ins(%x : memref<8xbf16>)
    index_only outs(%i : memref<i64>)
  return
}
