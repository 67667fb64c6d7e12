// RUN: extrema-opt %s --convert-extrema-to-vector="triple=x86_64-linux-gnu cpu=x86-64-v4" --split-input-file | FileCheck %s
// RUN: extrema-opt %s --convert-extrema-to-vector="triple=aarch64-linux-gnu" --split-input-file | FileCheck %s --check-prefix=NEON

// Four vectors of 16 columns: in each lane a list of 2, kept sorted by
// comparing each new row with both of its places.

// CHECK-LABEL: func @columns(
// CHECK-SAME:    %[[X:[a-z0-9]+]]: memref<64x1000xf32>
func.func @columns(%x: memref<64x1000xf32>, %v: memref<2x1000xf32>, %i: memref<2x1000xi64>) {
  // CHECK:       scf.for %[[TILE:.+]] = %{{.+}} to %{{.+}} step %{{.+}} {
  // The last tile ends where the columns do.
  // CHECK:         %[[COLUMN:.+]] = arith.minsi %[[TILE]], %[[LAST:.+]] : index
  // The lists begin with ranks that are worse than those of all floats.
  // CHECK:         %[[WORSE:.+]] = arith.constant dense<-2147483648> : vector<16xi32>
  // CHECK:         scf.for %[[ROW:.+]] = %{{.+}} to %{{.+}} step %{{.+}} iter_args(%[[L0:[a-z0-9]+]] = %[[WORSE]], %[[L1:[a-z0-9]+]] = %[[WORSE]], %[[I0:[a-z0-9]+]] = %{{[a-z0-9_]+}}, %[[I1:[a-z0-9]+]] =
  // What is asked for is some rows ahead, in this tile or the next one.
  // CHECK:           %[[AHEAD:.+]] = arith.addi %[[ROW]], %{{.+}} : index
  // CHECK:           %[[IS_NEXT:.+]] = arith.cmpi sge, %[[AHEAD]], %{{.+}} : index
  // CHECK:           %[[ASKED:.+]] = arith.select %[[IS_NEXT]], %{{.+}}, %[[AHEAD]] : index
  // CHECK:           arith.select %[[IS_NEXT]], %{{.+}}, %[[COLUMN]] : index
  // CHECK-COUNT-4:   memref.prefetch %[[X]][%[[ASKED]], %{{.+}}], read
  // CHECK:           %[[POSITION:.+]] = vector.broadcast %{{.+}} : i32 to vector<16xi32>
  // CHECK:           vector.load %[[X]][%[[ROW]], %{{.+}}] : memref<64x1000xf32>, vector<16xf32>
  // CHECK:           %[[M0:.+]] = arith.cmpi sgt, %[[RANK:.+]], %[[L0]] : vector<16xi32>
  // CHECK-NEXT:      %[[M1:.+]] = arith.cmpi sgt, %[[RANK]], %[[L1]] : vector<16xi32>
  // CHECK-NEXT:      %[[J1:.+]] = arith.select %[[M1]], %[[POSITION]], %[[I1]]
  // CHECK-NEXT:      %[[MIN:.+]] = arith.minsi %[[RANK]], %[[L0]]
  // CHECK-NEXT:      arith.maxsi %[[L1]], %[[MIN]]
  // CHECK-NEXT:      arith.select %[[M0]], %[[I0]], %[[J1]]
  // CHECK-NEXT:      arith.select %[[M0]], %[[RANK]], %[[L0]]
  // CHECK-NEXT:      arith.select %[[M0]], %[[POSITION]], %[[I0]]
  // CHECK-NOT:   extrema.topk_reduce

  // NEON-LABEL: func @columns(
  // NEON:         arith.maxsi %{{.+}}, %{{.+}} : vector<4xi32>
  extrema.topk_reduce <maximumf> dimension(0) ins(%x : memref<64x1000xf32>)
    outs(%v, %i : memref<2x1000xf32>, memref<2x1000xi64>)
  return
}

// -----

// Narrow integers are widened; no rank of an integer is of two values, and so
// none is fetched from memory again.

// CHECK-LABEL: func @bytes(
func.func @bytes(%x: memref<64x64xi8>, %v: memref<3x64xi8>, %i: memref<3x64xi32>) {
  // CHECK:       vector.load %{{.+}} : memref<64x64xi8>, vector<16xi8>
  // CHECK:       arith.extsi %{{.+}} : vector<16xi8> to vector<16xi32>
  // CHECK-NOT:   memref.load
  // CHECK:       arith.trunci %{{.+}} : vector<16xi32> to vector<16xi8>
  // CHECK:       vector.store %{{.+}} : memref<3x64xi8>, vector<16xi8>
  // CHECK:       vector.store %{{.+}} : memref<3x64xi32>, vector<16xi32>
  extrema.topk_reduce <minui> dimension(0) ins(%x : memref<64x64xi8>)
    outs(%v, %i : memref<3x64xi8>, memref<3x64xi32>)
  return
}

// -----

// Fewer columns than lanes: masked where there are masks, else copied to rows.

// CHECK-LABEL: func @few(
func.func @few(%x: memref<64x3xi32>, %v: memref<2x3xi32>, %i: memref<2x3xi32>) {
  // No rank is worse than those of 32 bits: the first 2 rows take what is free.
  // CHECK:       %[[FILLED:.+]]:4 = scf.for %[[ROW:.+]] = %{{.+}} to %{{.+}} step %{{.+}} iter_args
  // CHECK:         vector.maskedload
  // CHECK:         arith.cmpi ule, %[[ROW]], %{{.+}} : index
  // CHECK:       scf.for %{{.+}} = %{{.+}} to %{{.+}} step %{{.+}} iter_args(%{{[a-z0-9]+}} = %[[FILLED]]#0,
  // CHECK:         vector.maskedload
  // CHECK:       vector.maskedstore
  // NEON-LABEL: func @few(
  // NEON-NOT:    vector.maskedload
  // NEON:        memref.reinterpret_cast %{{.+}} to offset: [0], sizes: [3, 64]
  extrema.topk_reduce <maxsi> dimension(0) ins(%x : memref<64x3xi32>)
    outs(%v, %i : memref<2x3xi32>, memref<2x3xi32>)
  return
}

// -----

// Too many results for registers: copied to rows.

// CHECK-LABEL: func @many(
// CHECK:         memref.reinterpret_cast %{{.+}} to offset: [0], sizes: [16, 64], strides: [272, 1]
func.func @many(%x: memref<64x64xi32>, %v: memref<40x64xi32>, %i: memref<40x64xi32>) {
  extrema.topk_reduce <maxsi> dimension(0) ins(%x : memref<64x64xi32>)
    outs(%v, %i : memref<40x64xi32>, memref<40x64xi32>)
  return
}

// -----

// CHECK-LABEL: func @dynamic(
func.func @dynamic(%x: memref<?x?xi32>, %v: memref<2x?xi32>, %i: memref<2x?xi32>) {
  // Tall columns by groups of rows, others row by row, too few rows as scalars.
  // CHECK:       scf.if
  // CHECK:         scf.while
  // CHECK:         vector.maskedstore
  // CHECK:       } else {
  // CHECK-NOT:     scf.while
  // CHECK:         vector.maskedstore
  // CHECK:       } else {
  // CHECK-NEXT:    extrema.topk_reduce
  extrema.topk_reduce <maxsi> dimension(0) ins(%x : memref<?x?xi32>)
    outs(%v, %i : memref<2x?xi32>, memref<2x?xi32>)
  return
}
