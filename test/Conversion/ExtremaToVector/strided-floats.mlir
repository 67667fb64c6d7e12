// NaNs in columns, 16-bit floats, and masks.

// RUN: extrema-opt %s --convert-extrema-to-vector='triple=x86_64 cpu=x86-64-v4' --canonicalize --cse --split-input-file | FileCheck %s --check-prefixes=CHECK,MASKS
// RUN: extrema-opt %s --convert-extrema-to-vector=triple=x86_64 --canonicalize --cse --split-input-file | FileCheck %s --check-prefixes=CHECK,SSE2

// Comparisons that ignore NaNs; if there was one, those that do not.

// CHECK-LABEL: func @propagate(
// CHECK-SAME:    %[[X:[a-z0-9]+]]: memref<9x3xf32>
func.func @propagate(%x: memref<9x3xf32>, %i: memref<3xi64>) {
  // MASKS:       %[[MASK:.+]] = vector.constant_mask [3] : vector<16xi1>
  // MASKS:       %[[FIRST:.+]] = vector.maskedload %[[X]][%c0, %c0], %[[MASK]]
  // SSE2:        scf.for %{{.+}} = %c0 to %c3 step %c1
  // SSE2:          vector.load %[[X]]{{.+}} vector<1xf32>
  // CHECK:       %[[FAST:.+]]:4 = scf.for {{.+}} iter_args(%[[K:.+]] = %{{.+}}, %{{.+}} = %{{.+}}, %{{.+}} = %{{.+}}, %[[FOUND:.+]] = %{{.+}})
  // MASKS:         %[[A:.+]] = vector.maskedload %[[X]]
  // MASKS:         %[[B:.+]] = vector.maskedload %[[X]]
  // SSE2:          %[[A:.+]] = vector.load %[[X]]
  // SSE2:          %[[B:.+]] = vector.load %[[X]]
  // CHECK:         %[[IS_NAN:.+]] = arith.cmpf uno, %[[A]], %[[B]]
  // SSE2-NEXT:     %[[WIDE:.+]] = arith.extsi %[[IS_NAN]] : vector<1xi1> to vector<1xi32>
  // MASKS-NEXT:    arith.ori %[[FOUND]], %[[IS_NAN]] : vector<16xi1>
  // SSE2-NEXT:     arith.ori %[[FOUND]], %[[WIDE]]
  // CHECK-NEXT:    %[[TAKES_B:.+]] = arith.cmpf ogt, %[[A]], %[[B]]
  // CHECK-NEXT:    %[[AB:.+]] = arith.select %[[TAKES_B]], %[[B]], %[[A]]
  // CHECK:         arith.cmpf ogt, %[[K]], %[[AB]]
  // MASKS:       %[[HAS_NAN:.+]] = vector.reduction <or>, %[[FAST]]#3
  // SSE2:        %[[HAS_NAN:.+]] = arith.cmpi ne
  // CHECK:       %[[BEST:.+]] = scf.if %[[HAS_NAN]]
  // CHECK:         scf.for {{.+}} step %c1
  // CHECK:           %[[ABOVE:.+]] = arith.cmpf ugt, %[[OLD:.+]], %{{.+}}
  // CHECK-NEXT:      %[[ORDERED:.+]] = arith.cmpf ord, %[[OLD]], %[[OLD]]
  // CHECK-NEXT:      arith.andi %[[ABOVE]], %[[ORDERED]]
  // CHECK:       else
  // CHECK-NEXT:    scf.yield %[[FAST]]#1
  // CHECK:       %[[INDEX:.+]] = arith.extui %[[BEST]]
  // MASKS-NEXT:  vector.maskedstore %{{.+}}[%c0], %[[MASK]], %[[INDEX]]
  // SSE2-NEXT:   vector.store
  extrema.arg_reduce <minimumf> dimension(0) ins(%x : memref<9x3xf32>) index_only outs(%i : memref<3xi64>)
  return
}

// -----

// 16-bit floats compare as integers, which have no NaNs; the values are carried
// with the bits that they have.

// CHECK-LABEL: func @half(
func.func @half(%x: memref<2x128xf16>, %v: memref<128xf16>) {
  // CHECK-NOT:   arith.cmpf
  // CHECK:       %[[A:.+]] = vector.load {{.+}} vector<[[LANES:.+]]xi16>
  // CHECK:       arith.cmpi sgt, %{{.+}}, %{{.+}} : vector<[[LANES]]xi16>
  // CHECK:       vector.store {{.+}} vector<[[LANES]]xi16>
  // CHECK-NOT:   arith.cmpf
  // CHECK:       return
  extrema.arg_reduce <maxnumf> dimension(0) ins(%x : memref<2x128xf16>) value_only outs(%v : memref<128xf16>)
  return
}

// -----

// What the destinations hold is better or not in the order of pairs.

// CHECK-LABEL: func @accumulate(
// CHECK-SAME:    %[[V:[a-z0-9]+]]: memref<3xi32>, %[[I:[a-z0-9]+]]: memref<3xi64>, %[[BASE:[a-z0-9]+]]: index)
func.func @accumulate(%x: memref<8x3xi32>, %v: memref<3xi32>, %i: memref<3xi64>, %base: index) {
  // CHECK:       %[[BASES:.+]] = vector.broadcast %{{.+}} : i64 to
  // CHECK-NEXT:  %[[INDEX:.+]] = arith.addi %[[BASES]]
  // MASKS-NEXT:  %[[OLD_V:.+]] = vector.maskedload %[[V]]
  // MASKS-NEXT:  %[[OLD_I:.+]] = vector.maskedload %[[I]]
  // SSE2-NEXT:   %[[OLD_V:.+]] = vector.load %[[V]]
  // SSE2-NEXT:   %[[OLD_I:.+]] = vector.load %[[I]]
  // CHECK:       %[[IS_LOWER:.+]] = arith.cmpi slt, %[[OLD_I]], %[[INDEX]]
  // CHECK:       %[[KEEP:.+]] = arith.ori
  // CHECK-NEXT:  arith.select %[[KEEP]], %[[OLD_V]]
  // CHECK-NEXT:  arith.select %[[KEEP]], %[[OLD_I]], %[[INDEX]]
  extrema.arg_reduce <maxsi> dimension(0) index_base(%base) accumulate ins(%x : memref<8x3xi32>) outs(%v, %i : memref<3xi32>, memref<3xi64>)
  return
}
