// Short rows of static extents: batches of rows, with rows as lanes. The last
// batch overlaps the one before it.

// RUN: extrema-opt %s --convert-extrema-to-vector=vector-bits=128 --canonicalize --cse --split-input-file | FileCheck %s
// RUN: extrema-opt %s --convert-extrema-to-vector="cpu=x86-64-v4" --canonicalize --cse --split-input-file | FileCheck %s --check-prefix=WIDE

// Pieces of four elements reach beyond rows of three: a batch whose last one
// would reach beyond the last row is copied.

// CHECK-LABEL: func @copied(
// CHECK-SAME:    %[[X:[a-z0-9]+]]: memref<100x3xf32>, %[[I:[a-z0-9]+]]: memref<100xi64>)
func.func @copied(%x: memref<100x3xf32>, %i: memref<100xi64>) {
  // CHECK-DAG:   %[[C0:.+]] = arith.constant 0 : index
  // CHECK-DAG:   %[[C1:.+]] = arith.constant 1 : index
  // CHECK-DAG:   %[[C3:.+]] = arith.constant 3 : index
  // CHECK-DAG:   %[[C4:.+]] = arith.constant 4 : index
  // CHECK-DAG:   %[[C12:.+]] = arith.constant 12 : index
  // CHECK-DAG:   %[[C96:.+]] = arith.constant 96 : index
  // CHECK-DAG:   %[[C97:.+]] = arith.constant 97 : index
  // CHECK-DAG:   %[[C100:.+]] = arith.constant 100 : index
  // CHECK-DAG:   %[[ZEROS:.+]] = arith.constant dense<0.000000e+00> : vector<4xf32>
  // CHECK-DAG:   %[[P0:.+]] = arith.constant dense<0> : vector<4xi32>
  // CHECK-DAG:   %[[P1:.+]] = arith.constant dense<1> : vector<4xi32>
  // CHECK-DAG:   %[[P2:.+]] = arith.constant dense<2> : vector<4xi32>
  // CHECK-DAG:   %[[NONE:.+]] = arith.constant dense<-1> : vector<4xi32>
  // CHECK:       %[[SCRATCH:.+]] = memref.alloca() {{.*}}: memref<16xf32>
  // CHECK-NEXT:  scf.for %[[ROW:.+]] = %[[C0]] to %[[C100]] step %[[C4]] {
  // CHECK-NEXT:    %[[BEGIN:.+]] = arith.minsi %[[ROW]], %[[C96]] : index
  // CHECK-NEXT:    %[[ROWS:.+]] = memref.subview %[[X]][%[[BEGIN]], 0] [4, 3] [1, 1]
  // CHECK-NEXT:    %[[LEFT:.+]] = arith.subi %[[C97]], %[[BEGIN]] : index
  // CHECK-NEXT:    %[[ELEMENTS:.+]] = arith.muli %[[LEFT]], %[[C3]] : index
  // CHECK-NEXT:    %[[IS_INSIDE:.+]] = arith.cmpi sge, %[[ELEMENTS]], %[[C4]] : index
  // CHECK-NEXT:    %[[BATCH:.+]] = scf.if %[[IS_INSIDE]]
  // CHECK-NEXT:      scf.yield %[[ROWS]]
  // CHECK-NEXT:    } else {
  // CHECK-NEXT:      scf.for %[[AT:.+]] = %[[C0]] to %[[C12]] step %[[C4]] {
  // CHECK-NEXT:        %[[COPIED:.+]] = vector.load %[[ROWS]][%[[C0]], %[[AT]]] {{.+}}, vector<4xf32>
  // CHECK-NEXT:        vector.store %[[COPIED]], %[[SCRATCH]][%[[AT]]]
  // CHECK-NEXT:      }
  // CHECK-NEXT:      vector.store %[[ZEROS]], %[[SCRATCH]][%[[C12]]]
  // CHECK-NEXT:      %[[VIEW:.+]] = memref.reinterpret_cast %[[SCRATCH]] to offset: [0], sizes: [4, 3], strides: [3, 1]
  // CHECK-NEXT:      %[[CAST:.+]] = memref.cast %[[VIEW]]
  // CHECK-NEXT:      scf.yield %[[CAST]]
  // CHECK-NEXT:    }
  // CHECK-COUNT-4: vector.load %[[BATCH]][%{{.+}}, %[[C0]]] {{.+}}, vector<4xf32>

  // Seven interleavings for three of four columns.
  // CHECK-COUNT-4: vector.shuffle
  // CHECK-NEXT:    %[[COLUMN0:.+]] = vector.shuffle
  // CHECK-NEXT:    %[[COLUMN1:.+]] = vector.shuffle
  // CHECK-NEXT:    %[[COLUMN2:.+]] = vector.shuffle

  // The best numbers: a later column has to be better.
  // CHECK-NEXT:    %[[IS1:.+]] = arith.cmpf ogt, %[[COLUMN1]], %[[COLUMN0]]
  // CHECK-NEXT:    %[[BEST:.+]] = arith.select %[[IS1]], %[[COLUMN1]], %[[COLUMN0]]
  // CHECK-NEXT:    %[[POSITION01:.+]] = arith.select %[[IS1]], %[[P1]], %[[P0]]
  // CHECK-NEXT:    %[[IS2:.+]] = arith.cmpf ogt, %[[COLUMN2]], %[[BEST]]
  // CHECK-NEXT:    %[[POSITION:.+]] = arith.select %[[IS2]], %[[P2]], %[[POSITION01]]

  // The first NaN.
  // CHECK-NEXT:    %[[NAN2:.+]] = arith.cmpf uno, %[[COLUMN2]], %[[COLUMN2]]
  // CHECK-NEXT:    %[[FIRST2:.+]] = arith.select %[[NAN2]], %[[P2]], %[[NONE]]
  // CHECK-NEXT:    %[[NAN1:.+]] = arith.cmpf uno, %[[COLUMN1]], %[[COLUMN1]]
  // CHECK-NEXT:    %[[FIRST1:.+]] = arith.select %[[NAN1]], %[[P1]], %[[FIRST2]]
  // CHECK-NEXT:    %[[NAN0:.+]] = arith.cmpf uno, %[[COLUMN0]], %[[COLUMN0]]
  // CHECK-NEXT:    %[[FIRST0:.+]] = arith.select %[[NAN0]], %[[P0]], %[[FIRST1]]
  // CHECK-NEXT:    %[[HAS_NAN:.+]] = arith.cmpi sge, %[[FIRST0]], %[[P0]]
  // CHECK-NEXT:    %[[ALL:.+]] = arith.select %[[HAS_NAN]], %[[FIRST0]], %[[POSITION]]
  // CHECK-NEXT:    %[[INDICES:.+]] = arith.extui %[[ALL]] : vector<4xi32> to vector<4xi64>
  // CHECK-NEXT:    vector.store %[[INDICES]], %[[I]][%[[BEGIN]]]
  // CHECK-NEXT:  }
  extrema.arg_reduce <maximumf> dimension(1) ins(%x : memref<100x3xf32>) index_only outs(%i : memref<100xi64>)
  return
}

// -----

// The last piece of a row overlaps the one before it: columns 2 to 5, of which
// 4 and 5 are used. Nothing is copied. With Tie::Last, an earlier column has to
// be better. Positions are as wide as keys.

// CHECK-LABEL: func @overlapping(
func.func @overlapping(%x: memref<100x6xi32>, %i: memref<100xi16>) {
  // CHECK-DAG:     %[[C0:.+]] = arith.constant 0 : index
  // CHECK-DAG:     %[[C2:.+]] = arith.constant 2 : index
  // CHECK-NOT:     memref.alloca
  // CHECK-COUNT-4: vector.load %{{.+}}[%{{.+}}, %[[C0]]]
  // CHECK-COUNT-8: vector.shuffle
  // CHECK-COUNT-3: arith.cmpi sgt
  // CHECK-COUNT-4: vector.load %{{.+}}[%{{.+}}, %[[C2]]]
  // CHECK-COUNT-4: vector.shuffle
  // CHECK-NOT:     vector.shuffle
  // CHECK-COUNT-2: arith.cmpi sgt
  // CHECK-NOT:     arith.cmpi sgt
  // CHECK:         arith.trunci %{{.+}} : vector<4xi32> to vector<4xi16>
  extrema.arg_reduce <minsi> dimension(1) last ins(%x : memref<100x6xi32>) index_only outs(%i : memref<100xi16>)
  return
}

// -----

// A row of one element is a copy.

// CHECK-LABEL: func @one(
// CHECK-SAME:    %[[X:[a-z0-9]+]]: memref<100x1xi32>, %[[V:[a-z0-9]+]]: memref<100xi32>, %[[I:[a-z0-9]+]]: memref<100xi64>)
func.func @one(%x: memref<100x1xi32>, %v: memref<100xi32>, %i: memref<100xi64>) {
  // CHECK:       %[[ZERO:.+]] = arith.constant 0 : i64
  // CHECK:       scf.for %[[ROW:.+]] =
  // CHECK:         %[[VALUE:.+]] = memref.load
  // CHECK-NEXT:    memref.store %[[VALUE]], %[[V]][%[[ROW]]]
  // CHECK-NEXT:    memref.store %[[ZERO]], %[[I]][%[[ROW]]]
  // CHECK-NEXT:  }
  extrema.arg_reduce <minsi> dimension(1) ins(%x : memref<100x1xi32>) outs(%v, %i : memref<100xi32>, memref<100xi64>)
  return
}

// -----

// Registers of 512 bits take 16 rows, and longer code is a loop over pieces.

// WIDE-LABEL: func @wide(
func.func @wide(%x: memref<100x48xf32>, %i: memref<100xi64>) {
  // WIDE-DAG:      %[[C0:.+]] = arith.constant 0 : index
  // WIDE-DAG:      %[[C4:.+]] = arith.constant 4 : index
  // WIDE-DAG:      %[[C16:.+]] = arith.constant 16 : index
  // WIDE-DAG:      %[[C44:.+]] = arith.constant 44 : index
  // WIDE-DAG:      %[[C48:.+]] = arith.constant 48 : index
  // WIDE-DAG:      %[[C84:.+]] = arith.constant 84 : index
  // WIDE-DAG:      %[[C100:.+]] = arith.constant 100 : index
  // WIDE-DAG:      %[[WORST:.+]] = arith.constant dense<0xFF800000> : vector<16xf32>
  // WIDE-DAG:      %[[P0:.+]] = arith.constant dense<0> : vector<16xi32>
  // WIDE-DAG:      %[[NONE:.+]] = arith.constant dense<-1> : vector<16xi32>
  // WIDE:          scf.for %[[ROW:.+]] = %[[C0]] to %[[C100]] step %[[C16]] {
  // WIDE-NEXT:       arith.minsi %[[ROW]], %[[C84]]

  // From the end, such that a later piece wins ties.
  // WIDE:            scf.for %[[AT:.+]] = %[[C0]] to %[[C48]] step %[[C4]] iter_args(%{{.+}} = %[[WORST]], %{{.+}} = %[[P0]], %{{.+}} = %[[NONE]])
  // WIDE-NEXT:         %[[BEGIN:.+]] = arith.subi %[[C44]], %[[AT]]
  // WIDE:              arith.maxsi %[[BEGIN]], %[[C0]]
  // WIDE-COUNT-16:     vector.load %{{.+}}, vector<4xf32>
  // WIDE-COUNT-8:      vector.shuffle %{{.+}} : vector<16xf32>, vector<16xf32>
  // WIDE:              scf.yield
  // WIDE:            vector.store %{{.+}} vector<16xi64>
  // WIDE-NOT:      vector.maskedload
  extrema.arg_reduce <maximumf> dimension(1) ins(%x : memref<100x48xf32>) index_only outs(%i : memref<100xi64>)
  return
}

// -----

// A row of 64 f32, of four registers of 512 bits, is reduced by itself, and so
// are fewer rows than there are lanes of 128 bits.

// WIDE-LABEL: func @long(
// WIDE-NOT:     vector<4xf32>
// WIDE:         return
func.func @long(%x: memref<100x64xf32>, %i: memref<100xi64>) {
  extrema.arg_reduce <maximumf> dimension(1) ins(%x : memref<100x64xf32>) index_only outs(%i : memref<100xi64>)
  return
}

// WIDE-LABEL: func @few(
// WIDE-NOT:     vector<4xf32>
// WIDE:         return
func.func @few(%x: memref<3x20xf32>, %i: memref<3xi64>) {
  extrema.arg_reduce <maximumf> dimension(1) ins(%x : memref<3x20xf32>) index_only outs(%i : memref<3xi64>)
  return
}
