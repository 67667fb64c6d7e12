// What kernels verify when they run, with verify-invariants: by strategy, what each relies on beside the bounds of all
// accesses. Without the option there is nothing.

// RUN: extrema-opt %s --convert-extrema-to-vector="vector-bits=512 cpu=x86-64-v4 triple=x86_64-linux-gnu verify-invariants" | FileCheck %s
// RUN: extrema-opt %s --extrema-to-vector="vector-bits=512 cpu=x86-64-v4 triple=x86_64-linux-gnu verify-invariants" | FileCheck %s
// RUN: extrema-opt %s --convert-extrema-to-vector="vector-bits=512 cpu=x86-64-v4 triple=x86_64-linux-gnu" | FileCheck %s --check-prefix=OFF
// OFF-NOT: cf.assert

// CHECK-LABEL: func @arg_long_rows(
// CHECK:         cf.assert %{{.+}}, "a load of vector<{{.+}}xf32> leaves its memref<100000xf32>"
func.func @arg_long_rows(%x: memref<100000xf32>, %i: memref<i64>) {
  extrema.arg_reduce <maximumf> dimension(0) ins(%x : memref<100000xf32>) index_only outs(%i : memref<i64>)
  return
}

// CHECK-LABEL: func @arg_short_rows(
// CHECK:         cf.assert %{{.+}}, "ShortRows: fewer rows than a batch has"
// CHECK:         cf.assert %{{.+}}, "ShortRows: a piece that leaves its row"
func.func @arg_short_rows(%x: memref<?x?xf32>, %i: memref<?xi64>) {
  extrema.arg_reduce <maximumf> dimension(1) ins(%x : memref<?x?xf32>) index_only outs(%i : memref<?xi64>)
  return
}

// CHECK-LABEL: func @arg_columns(
// CHECK:         cf.assert %{{.+}}, "a {{(masked )?}}load of vector<{{.+}}xf32> leaves its memref<?x?xf32>"
// CHECK:         cf.assert %{{.+}}, "a {{(masked )?}}store of vector<{{.+}}xi64> leaves its memref<?xi64{{.*}}>"
func.func @arg_columns(%x: memref<?x?xf32>, %i: memref<?xi64>) {
  extrema.arg_reduce <maximumf> dimension(0) ins(%x : memref<?x?xf32>) index_only outs(%i : memref<?xi64>)
  return
}

// CHECK-LABEL: func @topk_long_rows(
// CHECK-DAG:     cf.assert %{{.+}}, "LongRows: no results"
// CHECK-DAG:     cf.assert %{{.+}}, "ChunkMaxima: a block of too many chunks"
// CHECK-DAG:     cf.assert %{{.+}}, "BisectSelect: k is not in [1, size]"
// CHECK-DAG:     cf.assert %{{.+}}, "BisectSelect: fewer numbers than a register has"
// CHECK-DAG:     cf.assert %{{.+}}, "LongRows: no room for the candidates of a chunk"
// CHECK-DAG:     cf.assert %{{.+}}, "LongRows: more candidates than the buffer holds"
// CHECK-DAG:     cf.assert %{{.+}}, "LongRows: more candidates than results"
// CHECK-DAG:     cf.assert %{{.+}}, "RowResults: more are found than there are results"
func.func @topk_long_rows(%x: memref<100000xf32>, %v: memref<?xf32>, %i: memref<?xi64>) {
  extrema.topk_reduce <maximumf> dimension(0) ins(%x : memref<100000xf32>) outs(%v, %i : memref<?xf32>, memref<?xi64>)
  return
}

// CHECK-LABEL: func @topk_large_k(
// CHECK-DAG:     cf.assert %{{.+}}, "LargeK: a part that has no place for its block of the sample"
// CHECK-DAG:     cf.assert %{{.+}}, "LargeK: no room for more records"
// CHECK-DAG:     cf.assert %{{.+}}, "LargeK: more records than there is room for"
// CHECK-DAG:     cf.assert %{{.+}}, "LargeK: fewer records than results"
// CHECK-DAG:     cf.assert %{{.+}}, "RadixSort: more records than the capacity"
// CHECK-DAG:     cf.assert %{{.+}}, "RadixSort: digits do not count all records"
// CHECK-DAG:     cf.assert %{{.+}}, "RadixSort: a part is not sorted"
func.func @topk_large_k(%x: memref<?xf32>, %v: memref<20000xf32>, %i: memref<20000xi64>) {
  extrema.topk_reduce <maximumf> dimension(0) ins(%x : memref<?xf32>) outs(%v, %i : memref<20000xf32>, memref<20000xi64>)
  return
}

// CHECK-LABEL: func @topk_sorted_rows(
// CHECK-DAG:     cf.assert %{{.+}}, "SortNetwork: an exchange outside of the rows"
// CHECK-DAG:     cf.assert %{{.+}}, "SortNetwork: records are not sorted"
func.func @topk_sorted_rows(%x: memref<100xf32>, %v: memref<70xf32>, %i: memref<70xi64>) {
  extrema.topk_reduce <maximumf> dimension(0) ins(%x : memref<100xf32>) outs(%v, %i : memref<70xf32>, memref<70xi64>)
  return
}

// CHECK-LABEL: func @topk_accumulate(
// CHECK-DAG:     cf.assert %{{.+}}, "StateMerge: the state is not sorted"
// CHECK-DAG:     cf.assert %{{.+}}, "StateMerge: what was found is not sorted"
func.func @topk_accumulate(%x: memref<100xf32>, %v: memref<70xf32>, %i: memref<70xi64>) {
  extrema.topk_reduce <maximumf> dimension(0) accumulate ins(%x : memref<100xf32>) outs(%v, %i : memref<70xf32>, memref<70xi64>)
  return
}

// CHECK-LABEL: func @topk_medium_rows(
// CHECK-DAG:     cf.assert %{{.+}}, "MediumRows: a row is shorter than a group"
// CHECK-DAG:     cf.assert %{{.+}}, "MediumRows: a long row has fewer groups than results"
func.func @topk_medium_rows(%x: memref<64x?xf32>, %v: memref<64x5xf32>, %i: memref<64x5xi64>) {
  extrema.topk_reduce <maximumf> dimension(1) ins(%x : memref<64x?xf32>) outs(%v, %i : memref<64x5xf32>, memref<64x5xi64>)
  return
}

// CHECK-LABEL: func @topk_column_groups(
// CHECK:         cf.assert %{{.+}}, "StridedGroups: a column has fewer groups than results"
func.func @topk_column_groups(%x: memref<?x64xf32>, %v: memref<3x64xf32>, %i: memref<3x64xi64>) {
  extrema.topk_reduce <maximumf> dimension(0) ins(%x : memref<?x64xf32>) outs(%v, %i : memref<3x64xf32>, memref<3x64xi64>)
  return
}

// CHECK-LABEL: func @topk_copies(
// CHECK-DAG:     cf.assert %{{.+}}, "BlockedCopies: a block that makes no long row"
// CHECK-DAG:     cf.assert %{{.+}}, "BlockedCopies: a block is longer than its memory"
func.func @topk_copies(%x: memref<?x64xf32>, %v: memref<50x64xf32>, %i: memref<50x64xi64>) {
  extrema.topk_reduce <maximumf> dimension(0) ins(%x : memref<?x64xf32>) outs(%v, %i : memref<50x64xf32>, memref<50x64xi64>)
  return
}
