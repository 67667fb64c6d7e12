// The blocks of TopK, an example of each. What they compute is for
// test/Execution/topk-blocks.test.

// RUN: extrema-test-opt %s --test-selection-blocks=cpu=x86-64-v4 --canonicalize --cse | FileCheck %s
// RUN: extrema-test-opt %s --test-selection-blocks=cpu=x86-64-v3 --canonicalize --cse | FileCheck %s --check-prefix=AVX2

// A rank takes the negative floats' bits backwards; what is beyond an infinity, NaNs
// of either sign, has the largest one.

// CHECK-LABEL: func private @rank(
// CHECK:         %[[BITS:.+]] = arith.bitcast %{{.+}} : vector<16xf32> to vector<16xi32>
// CHECK:         %[[NEGATIVE:.+]] = arith.cmpi slt, %[[BITS]],
// CHECK:         %[[BACKWARDS:.+]] = arith.subi %{{.+}}, %[[BITS]]
// CHECK:         %[[RANK:.+]] = arith.select %[[NEGATIVE]], %[[BACKWARDS]], %[[BITS]]
// CHECK:         arith.cmpi ugt
// CHECK:         arith.select %{{.+}}, %{{.+}}, %[[RANK]]
// CHECK:         vector.store
func.func private @rank(memref<?xf32>, memref<?xi32>) attributes {block = "rank", kind = "maximumf"}

// Bisection: from the least and the largest number, until few enough reach the
// middle. The passes count without branches.

// CHECK-LABEL: func private @bound(
// CHECK:         vector.reduction <minsi>
// CHECK:         vector.reduction <maxsi>
// CHECK:         scf.while
// CHECK:           scf.for
// CHECK:             %[[REACHES:.+]] = arith.cmpi sge, %{{.+}} : vector<64xi32>
// CHECK:             %[[ONES:.+]] = arith.extsi %[[REACHES]]
// CHECK:             arith.subi %{{.+}}, %[[ONES]]
// CHECK:         return
func.func private @bound(memref<?xi32>, index, index) -> i32 attributes {block = "bound"}

// The same, until exactly k are left; these move to the front.

// CHECK-LABEL: func private @keep_best(
// CHECK:         scf.while
// CHECK:         scf.for
// CHECK:           %[[KEPT:.+]] = arith.cmpi sge, %{{.+}} : vector<8xi64>
// CHECK:           llvm.call_intrinsic "llvm.experimental.vector.compress"(%{{.+}}, %[[KEPT]],
// CHECK:           math.ctpop
// CHECK:         return
func.func private @keep_best(memref<?xi64>, index, index) -> i64 attributes {block = "keep_best"}

// Without an instruction that packs lanes each is stored, and the next one over it
// unless it is kept.

// CHECK-LABEL: func private @append(
// CHECK:         llvm.call_intrinsic "llvm.experimental.vector.compress"
// AVX2-LABEL:  func private @append(
// AVX2-NOT:      llvm.call_intrinsic
// AVX2-COUNT-4:  memref.store
// AVX2-NOT:      memref.store
// AVX2:          return
func.func private @append(memref<?xi64>, memref<?xi8>, index, memref<?xi64>) -> index attributes {block = "append"}

// Lanes of registers by maxima and minima alone; then shuffles, to merge lanes.

// CHECK-LABEL: func private @sort(
// CHECK:         scf.while
// CHECK-NOT:       vector.shuffle
// CHECK:           arith.maxsi %{{.+}} : vector<8xi64>
// CHECK:           arith.minsi %{{.+}} : vector<8xi64>
// CHECK:         vector.shuffle
// CHECK:         return
func.func private @sort(memref<?xi64>, index, memref<?xi64>) attributes {block = "sort"}

// Parts of the records that are to be sorted: a run by a network, to where it is in
// order, or else, if the ranks differ, by counting the highest digit that does.

// CHECK-LABEL:  func private @radix_sort(
// CHECK:          scf.while
// CHECK:            scf.if %{{.+}} -> (index, index, index)
// CHECK:              vector.shuffle
// CHECK:            } else {
// CHECK:              vector.reduction <minsi>
// CHECK:              vector.reduction <maxsi>
// CHECK:              scf.if
// CHECK:                math.ctlz
// CHECK:                memref.store %{{.+}} : memref<?xi32>
// CHECK:          return
func.func private @radix_sort(memref<?xi64>, memref<?xi64>, memref<?xi64>, memref<?xi32>, memref<?xindex>, index, index, index) attributes {
  block = "radix_sort", position_bits = 32, run_size = 4096}

// Four vectors, lane by lane: five exchanges.

// CHECK-LABEL: func private @sort_lanes(
// CHECK-COUNT-5: arith.maxsi
// CHECK-NOT:     arith.maxsi
// CHECK:         return
func.func private @sort_lanes(memref<?xi64>) attributes {block = "sort_lanes", size = 4}

// The better half of two sorted pairs, by maxima, and its exchange.

// CHECK-LABEL: func private @merge_lanes(
// CHECK-COUNT-3: arith.maxsi
// CHECK-NEXT:    arith.minsi
// CHECK-NOT:     arith.m
// CHECK:         return
func.func private @merge_lanes(memref<?xi64>, memref<?xi64>) attributes {block = "merge_lanes", size = 2, others = 2}

// The example of docs/Kernels.md.

// CHECK-LABEL: func private @count(
// CHECK-SAME:    %[[ROW:.+]]: memref<?xi32>, %[[BOUND:.+]]: i32, %[[MOST:.+]]: index
// CHECK:         %[[EXTENT:.+]] = memref.dim %[[ROW]]
// CHECK:         %[[LAST:.+]]:2 = scf.while (%[[P:.+]] = %{{.+}}, %[[F:.+]] = %{{.+}}) : (index, index) -> (index, index)
// CHECK-NEXT:      %[[IS_INSIDE:.+]] = arith.cmpi slt, %[[P]], %[[EXTENT]] : index
// CHECK-NEXT:      %[[ARE_FEW:.+]] = arith.cmpi slt, %[[F]], %[[MOST]] : index
// CHECK-NEXT:      %[[GOES_ON:.+]] = arith.andi %[[IS_INSIDE]], %[[ARE_FEW]] : i1
// CHECK-NEXT:      scf.condition(%[[GOES_ON]]) %[[P]], %[[F]]
// CHECK:         ^bb0(%[[P:.+]]: index, %[[F:.+]]: index):
// CHECK-NEXT:      %[[ELEMENT:.+]] = memref.load %[[ROW]][%[[P]]]
// CHECK-NEXT:      %[[REACHES:.+]] = arith.cmpi sge, %[[ELEMENT]], %[[BOUND]] : i32
// CHECK-NEXT:      %[[NEXT:.+]] = arith.addi %[[P]], %{{.+}} : index
// CHECK-NEXT:      %[[ONE:.+]] = arith.index_castui %[[REACHES]] : i1 to index
// CHECK-NEXT:      %[[MORE:.+]] = arith.addi %[[F]], %[[ONE]] : index
// CHECK-NEXT:      scf.yield %[[NEXT]], %[[MORE]]
// CHECK:         return %[[LAST]]#1
func.func private @count(memref<?xi32>, i32, index) -> index attributes {block = "count"}
