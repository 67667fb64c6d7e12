// The loop over blocks of a long row has the loads, and ten instructions on
// vectors for four of them, no more.

// RUN: extrema-compile %s --checks=off --target=x86_64-linux-gnu --cpu=x86-64-v4 --show=assembly | FileCheck %s

// CHECK-LABEL: _mlir_ciface_row:
// CHECK:       [[LOOP:.LBB[0-9_]+]]:
// CHECK-COUNT-4: vmovups {{.*}}, %zmm
// CHECK-NEXT:  vmaxps %zmm
// CHECK-NEXT:  vmaxps %zmm
// CHECK-NEXT:  vmaxps %zmm
// CHECK-NEXT:  vcmpltps
// CHECK-NEXT:  vmaxps %zmm
// CHECK-NEXT:  vmovdqa32 {{.*}} {%k{{[0-9]}}}
// CHECK-NEXT:  vcmpordps
// CHECK-NEXT:  vcmpordps {{.*}} {%k{{[0-9]}}}
// CHECK-NEXT:  kandw
// CHECK-NEXT:  vpaddd {{.*}} {%k{{[0-9]}}}
// CHECK-NEXT:  addq
// CHECK-NEXT:  cmpq
// CHECK-NEXT:  jl [[LOOP]]
func.func @row(%x: memref<4096xf32>, %i: memref<i64>) {
  extrema.arg_reduce <maximumf> dimension(0) ins(%x : memref<4096xf32>) index_only outs(%i : memref<i64>)
  return
}
