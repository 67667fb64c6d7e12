// NaNs in long rows, and 16-bit floats.

// RUN: extrema-opt %s --convert-extrema-to-vector='triple=x86_64 cpu=x86-64-v4' --canonicalize --cse --split-input-file | FileCheck %s

// A NaN is the best: one comparison for two registers looks for them. In a lane
// that has had one, blocks are no longer counted, so that the least count is that
// of the first block with a NaN.

// CHECK-LABEL: func @propagate(
func.func @propagate(%x: memref<4096xf32>, %i: memref<i64>) {
  // CHECK:       %[[LANES:.+]]:4 = scf.for {{.+}} %[[NEXT:[a-z0-9]+]] = %{{[a-z0-9_]+}}, %[[ARE_NUMBERS:[a-z0-9]+]] = %{{[a-z0-9_]+}}) -> (vector<16xf32>, vector<16xi32>, vector<16xi32>, vector<16xi1>)
  // CHECK:         %[[COUNT:.+]] = arith.addi %[[NEXT]]
  // CHECK-NEXT:    %[[ORD0:.+]] = arith.cmpf ord
  // CHECK-NEXT:    %[[ORD1:.+]] = arith.cmpf ord
  // CHECK-NEXT:    %[[ORD:.+]] = arith.andi %[[ORD0]], %[[ORD1]]
  // CHECK-NEXT:    %[[STILL:.+]] = arith.andi %[[ARE_NUMBERS]], %[[ORD]]
  // CHECK-NEXT:    %[[NEW_NEXT:.+]] = arith.select %[[STILL]], %[[COUNT]], %[[NEXT]]
  // CHECK-NEXT:    scf.yield %{{.+}}, %{{.+}}, %[[NEW_NEXT]], %[[STILL]]
  // CHECK:       %[[IS_NAN:.+]] = vector.reduction <or>
  // CHECK:       scf.if %[[IS_NAN]]
  // CHECK-NEXT:    vector.reduction <minui>, %[[LANES]]#2
  // CHECK:       scf.if %[[IS_NAN]]
  // CHECK:         arith.cmpf uno
  // CHECK:       else
  // CHECK:         arith.cmpf oeq
  extrema.arg_reduce <maximumf> dimension(0) ins(%x : memref<4096xf32>) index_only outs(%i : memref<i64>)
  return
}

// -----

// The last NaN is looked for from the end of the row.

// CHECK-LABEL: func @propagate_last(
func.func @propagate_last(%x: memref<4096xf64>, %i: memref<i64>) {
  // CHECK:       %[[AT:.+]] = scf.while (%[[BLOCK:.+]] = %c4064)
  // CHECK:         arith.cmpf uno
  // CHECK:         arith.cmpi eq, %[[BLOCK]], %c0
  // CHECK:       do
  // CHECK:         arith.subi %{{.+}}, %c32
  // CHECK:       vector.load %{{.+}}[%[[AT]]] : memref<4096xf64>, vector<32xf64>
  // CHECK:       math.ctlz
  extrema.arg_reduce <minimumf> dimension(0) last ins(%x : memref<4096xf64>) index_only outs(%i : memref<i64>)
  return
}

// -----

// NaNs are the worst: maxima against a key that is none leave them out. Where
// nothing is better than -inf, the row may begin with NaNs: it is searched.

// CHECK-LABEL: func @ignore(
func.func @ignore(%x: memref<4096xf32>, %i: memref<i64>) {
  // CHECK-DAG:   %[[WORST:.+]] = arith.constant dense<0xFF800000> : vector<16xf32>
  // CHECK:       scf.for
  // CHECK:         %[[V0:.+]] = vector.load
  // CHECK:         %[[V1:.+]] = vector.load
  // CHECK:         %[[IS_NAN:.+]] = arith.cmpf uno, %[[V0]], %[[V0]]
  // CHECK-NEXT:    %[[FIRST:.+]] = arith.select %[[IS_NAN]], %[[WORST]], %[[V0]]
  // CHECK-NEXT:    %[[IS1:.+]] = arith.cmpf ogt, %[[V1]], %[[FIRST]]
  // CHECK-NEXT:    arith.select %[[IS1]], %[[V1]], %[[FIRST]]
  // CHECK:       %[[BEST:.+]] = vector.reduction <maxnumf>
  // CHECK:       %[[IS_RARE:.+]] = arith.cmpf oeq, %[[BEST]], %{{.+}} : f32
  // CHECK:       scf.if %[[IS_RARE]]
  // CHECK:         %[[FOUND:.+]]:2 = scf.while
  // CHECK:         arith.select %[[FOUND]]#1, %{{.+}}, %c0
  extrema.arg_reduce <maxnumf> dimension(0) ins(%x : memref<4096xf32>) index_only outs(%i : memref<i64>)
  return
}

// -----

// 16-bit floats are compared as integers: three operations for each register,
// and one for each block, which makes all NaNs the same.

// CHECK-LABEL: func @bf16(
func.func @bf16(%x: memref<4096xbf16>, %i: memref<i64>) {
  // CHECK-DAG:   %[[NAN:.+]] = arith.constant dense<32513> : vector<32xi16>
  // CHECK:       scf.for
  // CHECK:         %[[V0:.+]] = vector.load {{.+}} vector<32xi16>
  // CHECK-NEXT:    %[[IS_NEGATIVE:.+]] = arith.cmpi slt, %[[V0]]
  // CHECK-NEXT:    %[[NEGATIVE:.+]] = arith.subi %{{.+}}, %[[V0]]
  // CHECK-NEXT:    %[[POSITIVE:.+]] = arith.addi %[[V0]]
  // CHECK-NEXT:    arith.select %[[IS_NEGATIVE]], %[[NEGATIVE]], %[[POSITIVE]]
  // CHECK-COUNT-3: arith.cmpi sgt
  // CHECK-NEXT:    %[[BLOCK:.+]] = arith.select
  // CHECK-NEXT:    %[[KEYS:.+]] = arith.minsi %[[BLOCK]], %[[NAN]]
  // CHECK-NEXT:    arith.cmpi sgt, %[[KEYS]]
  extrema.arg_reduce <maximumf> dimension(0) ins(%x : memref<4096xbf16>) index_only outs(%i : memref<i64>)
  return
}
