// The loop over two rows of a tile of eight vectors: of each vector two
// comparisons, two maxima and two masked moves of counters, and one comparison
// for NaNs. Nothing is spilled.

// RUN: extrema-compile %s --checks=off --target=x86_64-linux-gnu --cpu=x86-64-v4 --show=assembly > %t.s
// RUN: FileCheck %s --check-prefix=COMPARE --input-file=%t.s
// RUN: FileCheck %s --check-prefix=MAXIMUM --input-file=%t.s
// RUN: FileCheck %s --check-prefix=MOVE --input-file=%t.s
// RUN: FileCheck %s --check-prefix=NAN --input-file=%t.s
// RUN: FileCheck %s --check-prefix=STACK --input-file=%t.s

// COMPARE-LABEL:    _mlir_ciface_columns:
// COMPARE:          vcmpltps
// COMPARE-COUNT-15: vcmpltps %zmm
// COMPARE-NOT:      vcmpltps
// COMPARE:          vcmpordps

// MAXIMUM-LABEL:    _mlir_ciface_columns:
// MAXIMUM-COUNT-16: vmaxps %zmm
// MAXIMUM-NOT:      vmaxps
// MAXIMUM:          vcmpordps

// MOVE-LABEL:       _mlir_ciface_columns:
// MOVE:             vmaxps
// MOVE-COUNT-16:    {{vmovdqa32|vpblendmd}} {{.*}} {%k{{[1-7]}}}
// MOVE-NOT:         {%k
// MOVE:             kortestw

// NAN-LABEL:        _mlir_ciface_columns:
// The first one stands before the first maximum.
// NAN:              vmaxps
// NAN-COUNT-7:      vcmpunordps
// NAN-NOT:          vcmpunordps
// NAN:              kortestw

// STACK-LABEL:      _mlir_ciface_columns:
// STACK:            vmaxps
// STACK-NOT:        (%rsp)
// STACK:            kortestw
func.func @columns(%x: memref<21x1024xf32>, %i: memref<1024xi64>) {
  extrema.arg_reduce <maximumf> dimension(0) ins(%x : memref<21x1024xf32>) index_only outs(%i : memref<1024xi64>)
  return
}
