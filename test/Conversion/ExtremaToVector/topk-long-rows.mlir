// Long rows: the maxima of chunks tell a threshold, and only chunks that reach it are
// read again, for candidates. That the answers are right is for the execution and the
// differential tests.

// RUN: extrema-opt %s --convert-extrema-to-vector='vector-bits=512 cpu=sapphirerapids' --split-input-file | FileCheck %s

// Memory of a constant size, outside of the loop over rows: a register of ranks for
// each of 512 chunks and the rest, their numbers, groups of them, words of bits and
// their positions, candidates and the sorted ones.

// CHECK-LABEL: func @floats(
// CHECK-DAG:     %[[MAXIMA:.+]] = memref.alloca() {{.+}} : memref<8208xi32>
// CHECK-DAG:     %[[LISTED:.+]] = memref.alloca() {{.+}} : memref<513xi32>
// CHECK-DAG:     %[[GROUPS:.+]] = memref.alloca() {{.+}} : memref<256xi32>
// CHECK-DAG:     %[[BITS:.+]] = memref.alloca() {{.+}} : memref<1385xi64>
// CHECK-DAG:     %[[RECORDS:.+]] = memref.alloca() {{.+}} : memref<1444xi64>
// CHECK-DAG:     %[[SORTED:.+]] = memref.alloca() {{.+}} : memref<128xi64>
// CHECK-NOT:     memref.alloc
// Of each chunk the best of each lane. Where there is a NaN, ranks order it.
// CHECK:         scf.while
// CHECK:           arith.cmpf ogt, %{{.+}} : vector<64xf32>
// CHECK:           arith.cmpf uno, %{{.+}} : vector<64xf32>
// CHECK:           scf.if %{{.+}} -> (vector<16xi32>)
// CHECK:             arith.maxsi %{{.+}} : vector<64xi32>
// CHECK:           vector.store %{{.+}}, %[[MAXIMA]]
// Only if one reaches what k elements reached before, or something is left over:
// CHECK:           %[[BEST:.+]] = vector.reduction <or>, %{{.+}} : vector<16xi1> into i1
// CHECK:           %[[READS:.+]] = arith.ori %{{.+}}, %[[BEST]] : i1
// CHECK:           scf.if %[[READS]] -> (index, i32, index, index)
// the threshold, by groups of chunks that are far from one another,
// CHECK:             vector.store %{{.+}}, %[[GROUPS]]
// CHECK:             scf.while {{.+}} : (i32, i32, index)
// CHECK:               vector.reduction <add>, %{{.+}} : vector<64xi32>
// the list of chunks that reach it,
// CHECK:             memref.store %{{.+}}, %[[LISTED]]
// and of these, the candidates as bits. A NaN, the best of all, passes.
// CHECK:               arith.cmpf uge, %{{.+}} : vector<64xf32>
// CHECK:               memref.store %{{.+}}, %[[BITS]]
// If they are too many, chunks are sorted; else they become records, of which k are
// kept.
// CHECK:               vector.reduction <maxsi>
// CHECK:               memref.store %{{.+}}, %[[LISTED]]
// CHECK:             memref.store %{{.+}}, %[[RECORDS]]
// CHECK:               call @extrema_keep_best(
// CHECK:         vector.store %{{.+}}, %[[SORTED]]
func.func @floats(%x: memref<3x200000xf32>, %v: memref<3x50xf32>, %i: memref<3x50xi64>) {
  extrema.topk_reduce <maximumf> dimension(1) ins(%x : memref<3x200000xf32>) outs(%v, %i : memref<3x50xf32>, memref<3x50xi64>)
  return
}

// -----

// Of bytes, k of the best value may be anywhere, and end the search: the first block has
// 16 chunks of 1024, the next ones eight times as many each, up to 512. Of equal ones
// no more than k are collected.

// CHECK-LABEL: func @bytes(
// CHECK-DAG:     %[[FIRST:.+]] = arith.constant 16384 : index
// CHECK:         scf.while ({{.+}}, %[[SIZE:.+]] = %[[FIRST]])
// CHECK:         ^bb0({{.+}}, %[[SIZE:[^:]+]]: index):
// CHECK:           arith.minsi %{{.+}}, %[[SIZE]] : index
// CHECK:             %[[MOST:.+]] = arith.select %{{.+}}, %{{.*}}c50{{.*}}, %{{.+}} : index
// CHECK:             arith.minsi %{{.+}}, %[[MOST]] : index
// CHECK:           %[[EIGHT:.+]] = arith.constant 8 : index
// CHECK:           %[[NEXT:.+]] = arith.muli %[[SIZE]], %[[EIGHT]] : index
// CHECK:           %[[LARGEST:.+]] = arith.constant 524288 : index
// CHECK:           %[[CAPPED:.+]] = arith.minsi %[[NEXT]], %[[LARGEST]] : index
// CHECK:           scf.yield {{.+}}, %[[CAPPED]] :
func.func @bytes(%x: memref<1000000xi8>, %v: memref<50xi8>, %i: memref<50xi32>) {
  extrema.topk_reduce <maxui> dimension(0) ins(%x : memref<1000000xi8>) outs(%v, %i : memref<50xi8>, memref<50xi32>)
  return
}
