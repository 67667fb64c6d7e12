// RUN: extrema-opt %s --convert-extrema-to-vector="triple=x86_64-linux-gnu cpu=x86-64-v3 cache-sizes=32768,262144,1048576" --canonicalize | FileCheck %s --check-prefixes=CHECK,SMALL
// RUN: extrema-opt %s --convert-extrema-to-vector="triple=x86_64-linux-gnu cpu=x86-64-v3 cache-sizes=1,1,1" --canonicalize | FileCheck %s --check-prefixes=CHECK,TINY
// RUN: extrema-opt %s --convert-extrema-to-vector="triple=x86_64-linux-gnu cpu=x86-64-v3" --canonicalize | FileCheck %s --check-prefixes=CHECK,LARGE
//
// RUN: not extrema-opt %s --convert-extrema-to-vector=cache-sizes=32768,1048576 2>&1 | FileCheck %s --check-prefix=ERROR -DSIZES=32768,1048576
// RUN: not extrema-opt %s --convert-extrema-to-vector=cache-sizes=1,2,3,4 2>&1 | FileCheck %s --check-prefix=ERROR -DSIZES=1,2,3,4
// RUN: not extrema-opt %s --convert-extrema-to-vector=cache-sizes=0,1,2 2>&1 | FileCheck %s --check-prefix=ERROR -DSIZES=0,1,2
// RUN: not extrema-opt %s --convert-extrema-to-vector=cache-sizes=2,1,3 2>&1 | FileCheck %s --check-prefix=ERROR -DSIZES=2,1,3
// RUN: not extrema-opt %s --convert-extrema-to-vector=cache-sizes=1,2,1099511627777 2>&1 | FileCheck %s --check-prefix=ERROR -DSIZES=1,2,1099511627777
// RUN: not extrema-opt %s --convert-extrema-to-vector=cache-sizes=1K,2K,3K 2>&1 | FileCheck %s --check-prefix=ERROR -DSIZES=1K,2K,3K
// ERROR: error: caches of '[[SIZES]]' bytes: there are three, level 1 of data, level 2 and the last level (32768,1048576,33554432), each of 1 to 2^40 bytes and none smaller than the one before

// Of columns of bytes, 64 are copied at a time. A cache of 256 KB is for 512 rows
// of them, which is a chunk of a long row: so that no block is shorter, they have
// 1024 at most, and 513 at least.

// CHECK-LABEL: func @blocks_of_bytes(
// SMALL:         scf.for %{{.+}} = %c0 to %c2 step %c1 {
// SMALL:           arith.muli %{{.+}}, %c1025
// TINY:          scf.for %{{.+}} = %c0 to %c2 step %c1 {
// TINY:            arith.muli %{{.+}}, %c1025
// LARGE-NOT:     arith.muli %{{.+}}, %c1025
// CHECK:         return
func.func @blocks_of_bytes(%x: memref<1025x64xi8>, %v: memref<20x64xi8>, %i: memref<20x64xi64>) {
  extrema.topk_reduce <maxsi> dimension(0) ins(%x : memref<1025x64xi8>) outs(%v, %i : memref<20x64xi8>, memref<20x64xi64>)
  return
}

// Columns wait in scratch memory for a tile at least.

// CHECK-LABEL: func @columns(
// SMALL:         memref.alloca() {{.*}} : memref<1024xi32>
// TINY:          memref.alloca() {{.*}} : memref<32xi32>
// LARGE:         memref.alloca() {{.*}} : memref<1024xi32>
func.func @columns(%x: memref<1000x256xf32>, %i: memref<256xi64>) {
  extrema.arg_reduce <maximumf> dimension(0) ins(%x : memref<1000x256xf32>) index_only outs(%i : memref<256xi64>)
  return
}
