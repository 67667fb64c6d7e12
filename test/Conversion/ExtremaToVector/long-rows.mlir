// Long rows: in each lane the best key and the number of its block, then the
// element in the one block that is left.

// RUN: extrema-opt %s --convert-extrema-to-vector='triple=x86_64 cpu=x86-64-v4' --canonicalize --cse --split-input-file | FileCheck %s

// CHECK-LABEL: func @static(
// CHECK-SAME:    %[[X:[a-z0-9]+]]: memref<4000xi32>, %[[I:[a-z0-9]+]]: memref<i64>)
func.func @static(%x: memref<4000xi32>, %i: memref<i64>) {
  // CHECK-DAG:   %[[STEP:.+]] = arith.constant dense<4> : vector<16xi32>
  // CHECK-DAG:   %[[LAST:.+]] = arith.constant 3936 : index
  // CHECK-DAG:   %[[WORST:.+]] = arith.constant dense<-2147483648> : vector<16xi32>
  // CHECK-DAG:   %[[ZEROS:.+]] = arith.constant dense<0> : vector<16xi32>
  // CHECK:       %[[LANES:.+]]:3 = scf.for %[[AT:.+]] = %c0 to %c4000 step %c64 iter_args(%[[KEYS:.+]] = %[[WORST]], %[[NUMBERS:.+]] = %[[ZEROS]], %[[NEXT:.+]] = %[[ZEROS]])
  // The last block overlaps the one before.
  // CHECK-NEXT:    %[[BEGIN:.+]] = arith.minsi %[[AT]], %[[LAST]]
  // CHECK-NEXT:    %[[V0:.+]] = vector.load %[[X]][%[[BEGIN]]] : memref<4000xi32>, vector<16xi32>
  // CHECK:         %[[V1:.+]] = vector.load
  // CHECK:         %[[V2:.+]] = vector.load
  // CHECK:         %[[V3:.+]] = vector.load
  // CHECK-NEXT:    %[[IS0:.+]] = arith.cmpi sgt, %[[V0]], %[[V1]]
  // CHECK-NEXT:    %[[V01:.+]] = arith.select %[[IS0]], %[[V0]], %[[V1]]
  // CHECK-NEXT:    %[[IS2:.+]] = arith.cmpi sgt, %[[V2]], %[[V3]]
  // CHECK-NEXT:    %[[V23:.+]] = arith.select %[[IS2]], %[[V2]], %[[V3]]
  // CHECK-NEXT:    %[[IS01:.+]] = arith.cmpi sgt, %[[V01]], %[[V23]]
  // CHECK-NEXT:    %[[BLOCK:.+]] = arith.select %[[IS01]], %[[V01]], %[[V23]]
  // CHECK-NEXT:    %[[IS_BETTER:.+]] = arith.cmpi sgt, %[[BLOCK]], %[[KEYS]]
  // CHECK-NEXT:    %[[NEW_KEYS:.+]] = arith.select %[[IS_BETTER]], %[[BLOCK]], %[[KEYS]]
  // CHECK-NEXT:    %[[NEW_NUMBERS:.+]] = arith.select %[[IS_BETTER]], %[[NEXT]], %[[NUMBERS]]
  // CHECK-NEXT:    %[[NEW_NEXT:.+]] = arith.addi %[[NEXT]], %[[STEP]]
  // CHECK-NEXT:    scf.yield %[[NEW_KEYS]], %[[NEW_NUMBERS]], %[[NEW_NEXT]]
  // CHECK:       %[[BEST:.+]] = vector.reduction <maxsi>, %[[LANES]]#0
  // CHECK:       %[[IS_BEST:.+]] = arith.cmpi eq, %[[LANES]]#0, %{{.+}}
  // CHECK-NEXT:  %[[CANDIDATES:.+]] = arith.select %[[IS_BEST]], %[[LANES]]#1, %{{.+}}
  // CHECK-NEXT:  %[[NUMBER:.+]] = vector.reduction <minui>, %[[CANDIDATES]]
  // CHECK:       %[[AT_BEST:.+]] = arith.minsi %{{.+}}, %[[LAST]]
  // CHECK-NEXT:  vector.load %[[X]][%[[AT_BEST]]] : memref<4000xi32>, vector<64xi32>
  // CHECK-NEXT:  vector.broadcast %[[BEST]] : i32 to vector<64xi32>
  // CHECK-NEXT:  %[[HITS:.+]] = arith.cmpi eq
  // CHECK-NEXT:  vector.bitcast %[[HITS]] : vector<64xi1> to vector<1xi64>
  // CHECK:       %[[LANE:.+]] = math.cttz
  // CHECK:       memref.store %{{.+}}, %[[I]]
  extrema.arg_reduce <maxsi> dimension(0) ins(%x : memref<4000xi32>) index_only outs(%i : memref<i64>)
  return
}

// -----

// The last of equal elements: a block that is as good replaces, the greatest
// number counts, and the last lane.

// CHECK-LABEL: func @last(
func.func @last(%x: memref<4096xi32>, %i: memref<i64>) {
  // CHECK:       scf.for
  // CHECK:         %[[IS_BETTER:.+]] = arith.cmpi uge, %{{.+}}, %[[KEYS:.+]] : vector<16xi32>
  // CHECK:         arith.select %[[IS_BETTER]]
  // CHECK:       vector.reduction <maxui>
  // CHECK:       vector.reduction <maxui>
  // CHECK:       math.ctlz
  extrema.arg_reduce <maxui> dimension(0) last ins(%x : memref<4096xi32>) index_only outs(%i : memref<i64>)
  return
}

// -----

// Rows of 8-bit integers end at the type's best value, looked for after each
// segment, which is as long as numbers of 8 bits allow.

// CHECK-LABEL: func @segments(
func.func @segments(%x: memref<1048576xi8>, %i: memref<i64>) {
  // CHECK-DAG:   %[[BEST_OF_TYPE:.+]] = arith.constant -1 : i8
  // CHECK:       scf.while (%[[BEGIN:.+]] = %c0, %{{.+}}, %{{.+}}, %[[ENDS:.+]] = %false)
  // CHECK:         arith.cmpi slt, %[[BEGIN]], %c1048576
  // CHECK:         arith.xori %[[ENDS]]
  // CHECK:       do
  // CHECK:         %[[SEGMENT_END:.+]] = arith.addi %{{.+}}, %c16384
  // CHECK:         scf.for %{{.+}} to %{{.+}} step %c256
  // CHECK:         %[[KEY:.+]] = arith.select %{{.+}} : i8
  // CHECK:         %[[IS_TOP:.+]] = arith.cmpi eq, %[[KEY]], %[[BEST_OF_TYPE]]
  // CHECK:         scf.yield %[[NEXT:.+]], %[[KEY]], %{{.+}}, %[[IS_TOP]]
  extrema.arg_reduce <maxui> dimension(0) ins(%x : memref<1048576xi8>) index_only outs(%i : memref<i64>)
  return
}

// -----

// The extent decides at run time between blocks of four registers, blocks of
// one, and a masked one.

// CHECK-LABEL: func @dynamic(
func.func @dynamic(%x: memref<?xi64>, %i: memref<i64>) {
  // CHECK:       %[[EXTENT:.+]] = memref.dim
  // CHECK:       arith.cmpi sge, %[[EXTENT]], %c32
  // CHECK:         scf.while
  // CHECK:           scf.for {{.+}} step %c32
  // CHECK:           vector.load {{.+}} vector<32xi64>
  // CHECK:       else
  // CHECK:         arith.cmpi sge, %[[EXTENT]], %c8
  // CHECK-NOT:     scf.while
  // CHECK:           scf.for {{.+}} step %c8
  // CHECK:           vector.load {{.+}} vector<8xi64>
  // CHECK:         else
  // CHECK:           arith.cmpi sge, %[[EXTENT]], %c2
  // CHECK:             vector.create_mask %[[EXTENT]] : vector<8xi1>
  // CHECK:             vector.maskedload
  // CHECK:             %[[HITS:.+]] = arith.andi
  // CHECK:             vector.bitcast %[[HITS]] : vector<8xi1> to vector<1xi8>
  extrema.arg_reduce <minsi> dimension(0) ins(%x : memref<?xi64>) index_only outs(%i : memref<i64>)
  return
}
