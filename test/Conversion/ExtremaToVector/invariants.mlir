// What kernels verify when they run, with verify-invariants: by strategy, what each relies on beside the bounds of all
// accesses. Without the option there is nothing.

// RUN: extrema-opt %s --convert-extrema-to-vector="vector-bits=512 cpu=x86-64-v4 triple=x86_64-linux-gnu verify-invariants" | FileCheck %s
// RUN: extrema-opt %s --extrema-to-vector="vector-bits=512 cpu=x86-64-v4 triple=x86_64-linux-gnu verify-invariants" | FileCheck %s
// RUN: extrema-opt %s --convert-extrema-to-vector="vector-bits=512 cpu=x86-64-v4 triple=x86_64-linux-gnu" | FileCheck %s --check-prefix=OFF
// OFF-NOT: cf.assert

// CHECK-LABEL: func @arg_long_rows(
// CHECK:         cf.assert %{{.+}}, "a load of vector<{{.+}}xf32> leaves its memref<100000xf32>"
// CHECK:         cf.assert %{{.+}}, "ArgReduce/LongRows: the best element is not in the best block"
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

// CHECK-LABEL: func @arg_rows(
// CHECK-DAG:     cf.assert %{{.+}}, "Views: a slice outside of its memref"
// CHECK-DAG:     cf.assert %{{.+}}, "ArgReduce/LongRows: a row is shorter than a block"
// CHECK-DAG:     cf.assert %{{.+}}, "ArgReduce/LongRows: a segment of more blocks than are counted"
// CHECK-DAG:     cf.assert %{{.+}}, "ArgReduce/LongRows: a masked row that is longer than a register, or empty"
func.func @arg_rows(%x: memref<?x?xf64, strided<[?, 1]>>, %i: memref<?xi64>) {
  extrema.arg_reduce <maximumf> dimension(1) ins(%x : memref<?x?xf64, strided<[?, 1]>>) index_only outs(%i : memref<?xi64>)
  return
}

// CHECK-LABEL: func @arg_pairs(
// CHECK:         cf.assert %{{.+}}, "Pairs: an empty row, or fewer indices than elements"
func.func @arg_pairs(%x: memref<?xi32>, %j: memref<?xi64>, %v: memref<i32>, %i: memref<i64>) {
  extrema.arg_reduce <maxsi> dimension(0) ins(%x, %j : memref<?xi32>, memref<?xi64>) outs(%v, %i : memref<i32>, memref<i64>)
  return
}

// CHECK-LABEL: func @arg_columns(
// CHECK-DAG:     cf.assert %{{.+}}, "ArgReduce/Strided: fewer columns than a tile has"
// CHECK-DAG:     cf.assert %{{.+}}, "ArgReduce/Strided: a group without rows"
// CHECK-DAG:     cf.assert %{{.+}}, "ArgReduce/Strided: a result outside of its column"
// CHECK-DAG:     cf.assert %{{.+}}, "ArgReduce/Strided: a store past the caches leaves the results"
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

// CHECK-LABEL: func @topk_short_rows(
// CHECK-DAG:     cf.assert %{{.+}}, "RowBatch: results are not sorted"
// CHECK-DAG:     cf.assert %{{.+}}, "RowBatch: a result outside of its row"
// CHECK-DAG:     cf.assert %{{.+}}, "a load of vector<4xf32> leaves its memref<?x24xf32{{.*}}>"
func.func @topk_short_rows(%x: memref<?x24xf32>, %v: memref<?x4xf32>, %i: memref<?x4xi64>) {
  extrema.topk_reduce <maximumf> dimension(1) ins(%x : memref<?x24xf32>) outs(%v, %i : memref<?x4xf32>, memref<?x4xi64>)
  return
}

// CHECK-LABEL: func @topk_merged_rows(
// CHECK-DAG:     cf.assert %{{.+}}, "BlockMerge: a block that leaves the rows"
// CHECK-DAG:     cf.assert %{{.+}}, "BlockMerge: a block of more rows than there is memory for"
// CHECK-DAG:     cf.assert %{{.+}}, "BlockMerge: a block of fewer rows than its strategy needs"
func.func @topk_merged_rows(%x: memref<?x24xf32>, %v: memref<?x4xf32>, %i: memref<?x4xi64>) {
  extrema.topk_reduce <maximumf> dimension(1) accumulate ins(%x : memref<?x24xf32>) outs(%v, %i : memref<?x4xf32>, memref<?x4xi64>)
  return
}

// CHECK-LABEL: func @topk_medium_rows(
// CHECK-DAG:     cf.assert %{{.+}}, "RowBatch: fewer elements than results"
// CHECK-DAG:     cf.assert %{{.+}}, "RowBatch: fewer columns than are loaded at once"
// CHECK-DAG:     cf.assert %{{.+}}, "MediumRows: a row is shorter than a group"
// CHECK-DAG:     cf.assert %{{.+}}, "MediumRows: a long row has fewer groups than results"
func.func @topk_medium_rows(%x: memref<64x?xf32>, %v: memref<64x5xf32>, %i: memref<64x5xi64>) {
  extrema.topk_reduce <maximumf> dimension(1) ins(%x : memref<64x?xf32>) outs(%v, %i : memref<64x5xf32>, memref<64x5xi64>)
  return
}

// CHECK-LABEL: func @topk_columns(
// CHECK-DAG:     cf.assert %{{.+}}, "Strided: fewer columns than a tile has"
// CHECK-DAG:     cf.assert %{{.+}}, "ColumnBatch: fewer rows than results, or too many"
// CHECK-DAG:     cf.assert %{{.+}}, "ColumnBatch: a list is not sorted"
// CHECK-DAG:     cf.assert %{{.+}}, "ColumnBatch: a result outside of its column"
func.func @topk_columns(%x: memref<?x?xf32>, %v: memref<3x?xf32>, %i: memref<3x?xi64>) {
  extrema.topk_reduce <maximumf> dimension(0) ins(%x : memref<?x?xf32>) outs(%v, %i : memref<3x?xf32>, memref<3x?xi64>)
  return
}

// CHECK-LABEL: func @topk_column_groups(
// CHECK-DAG:     cf.assert %{{.+}}, "StridedGroups: a column has fewer groups than results"
// CHECK-DAG:     cf.assert %{{.+}}, "StridedGroups: groups that do not ascend"
// CHECK-DAG:     cf.assert %{{.+}}, "ColumnBatch: fewer elements than places of a list"
func.func @topk_column_groups(%x: memref<?x64xf32>, %v: memref<3x64xf32>, %i: memref<3x64xi64>) {
  extrema.topk_reduce <maximumf> dimension(0) ins(%x : memref<?x64xf32>) outs(%v, %i : memref<3x64xf32>, memref<3x64xi64>)
  return
}

// CHECK-LABEL: func @topk_copies(
// CHECK-DAG:     cf.assert %{{.+}}, "BlockedCopies: a block that makes no long row"
// CHECK-DAG:     cf.assert %{{.+}}, "BlockedCopies: a block is longer than its memory"
// CHECK-DAG:     cf.assert %{{.+}}, "BlockedCopies: columns that leave their memory"
func.func @topk_copies(%x: memref<?x64xf32>, %v: memref<50x64xf32>, %i: memref<50x64xi64>) {
  extrema.topk_reduce <maximumf> dimension(0) ins(%x : memref<?x64xf32>) outs(%v, %i : memref<50x64xf32>, memref<50x64xi64>)
  return
}
