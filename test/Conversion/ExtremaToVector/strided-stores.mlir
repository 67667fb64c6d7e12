// How columns are stored.

// RUN: extrema-opt %s --convert-extrema-to-vector='triple=x86_64 cpu=x86-64-v4' --canonicalize --cse --split-input-file | FileCheck %s --check-prefixes=CHECK,X86
// RUN: extrema-opt %s --convert-extrema-to-vector='triple=aarch64 cpu=neoverse-v1 vector-bits=scalable' --canonicalize --cse --split-input-file | FileCheck %s --check-prefixes=CHECK,SVE

// Results larger than the caches go past them, where they are aligned.

// CHECK-LABEL: func @large(
// CHECK-SAME:    %[[I:[a-z0-9]+]]: memref<4194305xi64>)
func.func @large(%x: memref<2x4194305xf32>, %i: memref<4194305xi64>) {
  // X86:         %[[ADDRESS:.+]] = memref.extract_aligned_pointer_as_index %[[I]]
  // X86:         %[[BELOW:.+]] = arith.andi %[[ADDRESS]], %c63
  // X86-NEXT:    %[[IS_ALIGNED:.+]] = arith.cmpi eq, %[[BELOW]], %c0
  // X86:         scf.for %[[TILE:.+]] = %c0 to %c4194305 step %c128
  // X86:           %[[COLUMN:.+]] = arith.minsi %[[TILE]]
  // X86:           %[[IS_IN_PLACE:.+]] = arith.cmpi eq, %[[COLUMN]], %[[TILE]]
  // X86-NEXT:      %[[STREAMS:.+]] = arith.andi %[[IS_ALIGNED]], %[[IS_IN_PLACE]]
  // X86-NEXT:      scf.if %[[STREAMS]]
  // X86:             vector.store %{{.+}}, %[[I]]{{.+}} {alignment = 64 : i64, nontemporal = true}
  // X86:           else
  // X86-NOT:         nontemporal = true
  // X86:         scf.if %[[IS_ALIGNED]]
  // X86-NEXT:      llvm.fence seq_cst
  // SVE-NOT:     nontemporal = true
  // CHECK:       return
  extrema.arg_reduce <maximumf> dimension(0) ins(%x : memref<2x4194305xf32>) index_only outs(%i : memref<4194305xi64>)
  return
}

// -----

// CHECK-LABEL: func @small(
func.func @small(%x: memref<2x4096xf32>, %i: memref<4096xi64>) {
  // CHECK-NOT:   nontemporal = true
  // CHECK:       return
  extrema.arg_reduce <maximumf> dimension(0) ins(%x : memref<2x4096xf32>) index_only outs(%i : memref<4096xi64>)
  return
}

// -----

// No masked store of what was wider before.

// CHECK-LABEL: func @narrowed(
func.func @narrowed(%x: memref<9x3xi32>, %i: memref<3xi16>) {
  // CHECK:       arith.trunci %[[MANY:.+]] to [[NARROW:.+]]
  // CHECK:       scf.for %[[LANE:.+]] = %c0
  // CHECK-NEXT:    %[[IS_IN:.+]] = vector.extract %{{.+}}[%[[LANE]]] : i1
  // CHECK-NEXT:    scf.if %[[IS_IN]]
  // CHECK-NEXT:      vector.extract %{{.+}}[%[[LANE]]] : i16 from [[NARROW]]
  // CHECK:           memref.store
  // CHECK-NOT:   vector.maskedstore
  extrema.arg_reduce <maxsi> dimension(0) ins(%x : memref<9x3xi32>) index_only outs(%i : memref<3xi16>)
  return
}

// -----

// Tiles of registers whose length is not known.

// CHECK-LABEL: func @tiles(
func.func @tiles(%x: memref<9x1000xi32>, %i: memref<1000xi64>) {
  // X86:         scf.for %{{.+}} = %c0 to %c1000 step %c128
  // SVE:         %[[SCALE:.+]] = vector.vscale
  // SVE:         %[[LANES:.+]] = arith.muli %[[SCALE]], %c32
  // SVE:         %[[ARE_ENOUGH:.+]] = arith.cmpi sle, %[[LANES]], %c1000
  // SVE-NEXT:    scf.if %[[ARE_ENOUGH]]
  // SVE:           scf.for %[[TILE:.+]] = %c0 to %c1000 step %[[LANES]]
  // SVE:             %[[LAST:.+]] = arith.subi %c1000, %[[LANES]]
  // SVE:             arith.minsi %[[TILE]], %[[LAST]]
  // SVE:             vector.load {{.+}} vector<[4]xi32>
  // SVE:         else
  // SVE:           vector.create_mask %{{.+}} : vector<[4]xi1>
  extrema.arg_reduce <maxsi> dimension(0) ins(%x : memref<9x1000xi32>) index_only outs(%i : memref<1000xi64>)
  return
}
