// RUN: extrema-opt %s --extrema-scratch-to-argument --canonicalize -allow-unregistered-dialect -split-input-file | FileCheck %s

// What is alive at the same time lies one behind the other; what comes later
// begins where that began which is gone.

func.func @stack(%n: index) {
  %a = memref.alloc(%n) {extrema.scratch} : memref<?xi32>
  %b = memref.alloc() {alignment = 64 : i64, extrema.scratch} : memref<100xi16>
  "some.use"(%a, %b) : (memref<?xi32>, memref<100xi16>) -> ()
  memref.dealloc %a : memref<?xi32>
  memref.dealloc %b : memref<100xi16>
  %c = memref.alloc() {extrema.scratch} : memref<3xindex>
  %d = memref.alloc() {extrema.scratch} : memref<2xvector<4xf32>>
  "some.use"(%c, %d) : (memref<3xindex>, memref<2xvector<4xf32>>) -> ()
  memref.dealloc %c : memref<3xindex>
  memref.dealloc %d : memref<2xvector<4xf32>>
  return
}

// CHECK-LABEL: func.func @stack(
// CHECK-SAME:    %[[N:[a-z0-9]+]]: index, %[[SCRATCH:[a-z0-9]+]]: memref<?xi8>) {
// CHECK-DAG:     %[[C0:.*]] = arith.constant 0 : index
// CHECK-DAG:     %[[C4:.*]] = arith.constant 4 : index
// CHECK-DAG:     %[[C63:.*]] = arith.constant 63 : index
// CHECK-DAG:     %[[C64:.*]] = arith.constant 64 : index
// CHECK-DAG:     %[[MASK:.*]] = arith.constant -64 : index
// CHECK:         %[[BYTES:.*]] = arith.muli %[[N]], %[[C4]]
// CHECK:         %[[MORE:.*]] = arith.addi %[[BYTES]], %[[C63]]
// CHECK:         %[[END:.*]] = arith.andi %[[MORE]], %[[MASK]]
// CHECK:         %[[A:.*]] = memref.view %[[SCRATCH]][%[[C0]]][%[[N]]] : memref<?xi8> to memref<?xi32>
// CHECK:         %[[B:.*]] = memref.view %[[SCRATCH]][%[[END]]][] : memref<?xi8> to memref<100xi16>
// CHECK:         "some.use"(%[[A]], %[[B]])
// CHECK-NOT:     memref.dealloc
// CHECK:         memref.view %[[SCRATCH]][%[[C0]]][] : memref<?xi8> to memref<3xindex>
// CHECK:         memref.view %[[SCRATCH]][%[[C64]]][] : memref<?xi8> to memref<2xvector<4xf32>>
// CHECK:         return

// CHECK:       func.func @stack_scratch_size(
// CHECK-SAME:    %[[N:[a-z0-9]+]]: index) -> index attributes {extrema.scratch_size} {
// CHECK-DAG:     %[[C4:.*]] = arith.constant 4 : index
// CHECK-DAG:     %[[C63:.*]] = arith.constant 63 : index
// CHECK-DAG:     %[[MASK:.*]] = arith.constant -64 : index
// CHECK-DAG:     %[[C128:.*]] = arith.constant 128 : index
// CHECK-DAG:     %[[C256:.*]] = arith.constant 256 : index
// CHECK:         %[[BYTES:.*]] = arith.muli %[[N]], %[[C4]]
// CHECK:         %[[MORE:.*]] = arith.addi %[[BYTES]], %[[C63]]
// CHECK:         %[[END:.*]] = arith.andi %[[MORE]], %[[MASK]]
// CHECK:         %[[BOTH:.*]] = arith.addi %[[END]], %[[C256]]
// CHECK:         %[[SIZE:.*]] = arith.maxui %[[BOTH]], %[[C128]]
// CHECK:         return %[[SIZE]]

// -----

// Whoever needs nothing is called in the same way. Only a public function with a
// body is.

func.func @nothing(%x: memref<4xf32>) {
  return
}
func.func private @helper(%x: memref<4xf32>) {
  return
}
func.func private @external(%x: memref<4xf32>)

// CHECK-LABEL: func.func @nothing(
// CHECK-SAME:    memref<4xf32>, %{{.*}}: memref<?xi8>) {
// CHECK-LABEL: func.func @nothing_scratch_size(%{{.*}}: memref<4xf32>) -> index
// CHECK:         %[[C0:.*]] = arith.constant 0 : index
// CHECK:         return %[[C0]]
// CHECK:       func.func private @helper(%{{.*}}: memref<4xf32>) {
// CHECK-NOT:   _scratch_size
// CHECK:       func.func private @external(memref<4xf32>)

// -----

// The branch that will be taken is known before: what it needs is computed in a
// branch, and what it holds does not run elsewhere.

func.func @branches(%x: memref<?x?xf32, strided<[?, ?]>>, %d: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %base, %offset, %sizes:2, %strides:2 = memref.extract_strided_metadata %x
      : memref<?x?xf32, strided<[?, ?]>> -> memref<f32>, index, index, index, index, index
  %unit = arith.cmpi eq, %strides#1, %c1 : index
  %outer = memref.alloc() {extrema.scratch} : memref<64xi8>
  scf.if %unit {
    %part = arith.divui %sizes#0, %d : index
    %a = memref.alloc(%part) {extrema.scratch} : memref<?xi8>
    "some.use"(%a) : (memref<?xi8>) -> ()
    memref.dealloc %a : memref<?xi8>
  }
  memref.dealloc %outer : memref<64xi8>
  return
}

// CHECK-LABEL: func.func @branches(
// CHECK:         scf.if
// CHECK:           memref.view %{{.*}}[%c64][%{{.*}}]

// CHECK-LABEL: func.func @branches_scratch_size(
// CHECK-SAME:    %[[X:[a-z0-9]+]]: memref<?x?xf32, strided<[?, ?]>>, %[[D:[a-z0-9]+]]: index)
// CHECK:         %{{.*}}, %{{.*}}, %[[SIZES:.*]]:2, %[[STRIDES:.*]]:2 = memref.extract_strided_metadata %[[X]]
// CHECK:         %[[UNIT:.*]] = arith.cmpi eq, %[[STRIDES]]#1, %{{.*}}
// CHECK:         %[[SIZE:.*]] = scf.if %[[UNIT]] -> (index) {
// CHECK:           arith.divui %[[SIZES]]#0, %[[D]]
// CHECK:           scf.yield
// CHECK:         } else {
// CHECK:           scf.yield %c0
// CHECK:         }
// CHECK:         %[[ALL:.*]] = arith.addi %[[SIZE]], %c64
// CHECK:         return

// -----

// If it depends on elements that the function computes, the larger size is taken.

func.func @unknown_branch(%x: memref<?xi1>, %n: index) {
  %c0 = arith.constant 0 : index
  %true = arith.constant true
  memref.store %true, %x[%c0] : memref<?xi1>
  %condition = memref.load %x[%c0] : memref<?xi1>
  scf.if %condition {
    %a = memref.alloc() {extrema.scratch} : memref<100xi64>
    "some.use"(%a) : (memref<100xi64>) -> ()
    memref.dealloc %a : memref<100xi64>
  } else {
    %b = memref.alloc() {extrema.scratch} : memref<200xi64>
    "some.use"(%b) : (memref<200xi64>) -> ()
    memref.dealloc %b : memref<200xi64>
  }
  return
}

// CHECK-LABEL: func.func @unknown_branch(
// CHECK-COUNT-2: memref.view %{{.*}}[%c0][]
// CHECK-LABEL: func.func @unknown_branch_scratch_size(
// CHECK:         %[[C1600:.*]] = arith.constant 1600 : index
// CHECK:         return %[[C1600]]

// -----

// Iterations share their memory: where its size is the same for all, no loop is
// needed to find it.

func.func @same_in_loop(%x: memref<?xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %size = memref.dim %x, %c0 : memref<?xf32>
    %a = memref.alloc(%size) {extrema.scratch} : memref<?xi8>
    "some.use"(%a) : (memref<?xi8>) -> ()
    memref.dealloc %a : memref<?xi8>
  }
  return
}

// CHECK-LABEL: func.func @same_in_loop_scratch_size(
// CHECK-NOT:     scf.for
// CHECK:         memref.dim
// CHECK-NOT:     scf.for
// CHECK:         return

// -----

// Else the largest is found by a loop of the same iterations.

func.func @different_in_loop(%n: index) {
  %c0 = arith.constant 0 : index
  %c32 = arith.constant 32 : index
  scf.for %i = %c0 to %n step %c32 {
    %left = arith.subi %n, %i : index
    %size = arith.minsi %left, %c32 : index
    %a = memref.alloc(%size) {extrema.scratch} : memref<?xi8>
    "some.use"(%a) : (memref<?xi8>) -> ()
    memref.dealloc %a : memref<?xi8>
  }
  return
}

// CHECK-LABEL: func.func @different_in_loop_scratch_size(
// CHECK-SAME:    %[[N:[a-z0-9]+]]: index)
// CHECK:         %[[SIZE:.*]] = scf.for %[[I:.*]] = %c0 to %[[N]] step %c32 iter_args(%[[LARGEST:.*]] = %c0) -> (index) {
// CHECK:           %[[LEFT:.*]] = arith.subi %[[N]], %[[I]]
// CHECK:           arith.minsi %[[LEFT]], %c32
// CHECK:           %[[THIS:.*]] = arith.andi
// CHECK:           %[[NEXT:.*]] = arith.maxui %[[LARGEST]], %[[THIS]]
// CHECK:           scf.yield %[[NEXT]]
// CHECK:         }
// CHECK:         return %[[SIZE]]

// -----

// So it is where the size is computed by what must not be computed if there is no
// iteration.

func.func @division_in_loop(%d: index, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %d step %c1 {
    %size = arith.divui %n, %d : index
    %a = memref.alloc(%size) {extrema.scratch} : memref<?xi8>
    "some.use"(%a) : (memref<?xi8>) -> ()
    memref.dealloc %a : memref<?xi8>
  }
  return
}

// CHECK-LABEL: func.func @division_in_loop_scratch_size(
// CHECK:         scf.for
// CHECK-NEXT:      arith.divui

// -----

// Numbers may come from elements: of arguments that are only read, and of
// constants.

memref.global "private" constant @three : memref<1xi64> = dense<3>

func.func @loaded(%k: memref<1xi64>, %x: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  memref.store %zero, %x[%c0] : memref<?xf32>
  %global = memref.get_global @three : memref<1xi64>
  %a = memref.load %k[%c0] : memref<1xi64>
  %b = memref.load %global[%c0] : memref<1xi64>
  %sum = arith.addi %a, %b : i64
  %size = arith.index_cast %sum : i64 to index
  %scratch = memref.alloc(%size) {extrema.scratch} : memref<?xi8>
  "some.use"(%scratch) {memory = "none"} : (memref<?xi8>) -> ()
  memref.dealloc %scratch : memref<?xi8>
  return
}

// CHECK-LABEL: func.func @loaded_scratch_size(
// CHECK-SAME:    %[[K:[a-z0-9]+]]: memref<1xi64>
// CHECK:         %[[A:.*]] = memref.load %[[K]]
// CHECK:         arith.addi
// CHECK-NOT:     memref.store

// -----

// A C interface is for both.

func.func @interface(%x: memref<4xf32>)
    attributes {llvm.emit_c_interface, llvm.linkage = #llvm.linkage<internal>} {
  return
}

// CHECK: func.func @interface_scratch_size(%{{.*}}) -> index attributes {extrema.scratch_size, llvm.emit_c_interface, llvm.linkage = #llvm.linkage<internal>}

// -----

// The shape of what the function allocates is what it was allocated with, also
// where it is seen as a matrix of other elements.

func.func @shapes(%n: index, %m: index) -> memref<?x4x?xf16> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %result = memref.alloc(%n, %m) : memref<?x4x?xf16>
  %integers = builtin.unrealized_conversion_cast %result : memref<?x4x?xf16> to memref<?x4x?xi16>
  %matrix = memref.collapse_shape %integers [[0], [1, 2]] : memref<?x4x?xi16> into memref<?x?xi16>
  %size = memref.dim %matrix, %c1 : memref<?x?xi16>
  %base, %offset, %sizes:2, %strides:2 = memref.extract_strided_metadata %matrix
      : memref<?x?xi16> -> memref<i16>, index, index, index, index, index
  %is_one = arith.cmpi eq, %strides#0, %c1 : index
  scf.if %is_one {
    %a = memref.alloc(%size) {extrema.scratch} : memref<?xi8>
    "some.use"(%a) : (memref<?xi8>) -> ()
    memref.dealloc %a : memref<?xi8>
  }
  return %result : memref<?x4x?xf16>
}

// CHECK-LABEL: func.func @shapes_scratch_size(
// CHECK-SAME:    %[[N:[a-z0-9]+]]: index, %[[M:[a-z0-9]+]]: index)
// CHECK-NOT:     memref
// CHECK:         %[[COLUMNS:.*]] = arith.muli %[[M]], %c4
// CHECK-NOT:     memref
// CHECK:         %[[IS_ONE:.*]] = arith.cmpi eq, %[[COLUMNS]], %c1
// CHECK-NOT:     memref
// CHECK:         scf.if %[[IS_ONE]]
// CHECK-NOT:     memref
// CHECK:         return

// -----

// An argument that is only read stays as it was, also if its views are passed on
// by what writes nothing, and if other memory goes anywhere.

func.func private @use(memref<4xf32>)
func.func @read_only(%k: memref<1xi64>, %x: memref<4xf32>, %condition: i1, %d: memref<1xi64>) -> memref<1xi64> {
  %c0 = arith.constant 0 : index
  call @use(%x) : (memref<4xf32>) -> ()
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %either = arith.select %condition, %k, %d : memref<1xi64>
  %carried:2 = scf.for %step = %c0 to %c8 step %c1 iter_args(%memory = %k, %sum = %c0) -> (memref<1xi64>, index) {
    %next = arith.addi %sum, %step : index
    scf.yield %memory, %next : memref<1xi64>, index
  }
  "some.use"(%carried#1) : (index) -> ()
  %n = memref.load %k[%c0] : memref<1xi64>
  %size = arith.index_cast %n : i64 to index
  %a = memref.alloc(%size) {extrema.scratch} : memref<?xi8>
  %cast = memref.cast %a : memref<?xi8> to memref<*xi8>
  memref.dealloc %cast : memref<*xi8>
  return %either : memref<1xi64>
}
// It is not the function that releases it, by whatever name.
// CHECK-LABEL: func.func @read_only(
// CHECK-NOT:     memref.dealloc
// CHECK-LABEL: func.func @read_only_scratch_size(
// CHECK-SAME:    %[[K:[a-z0-9]+]]: memref<1xi64>
// CHECK:         memref.load %[[K]]

// -----

// Loops of the affine dialect run in sequence too.

func.func @affine(%n: index) {
  affine.for %i = 0 to 8 {
    affine.if affine_set<(d0) : (d0 - 4 >= 0)>(%i) {
      %a = memref.alloc(%n) {extrema.scratch} : memref<?xi8>
      "some.use"(%a) : (memref<?xi8>) -> ()
      memref.dealloc %a : memref<?xi8>
    }
  }
  return
}
// CHECK-LABEL: func.func @affine(
// CHECK:         affine.for
// CHECK:           memref.view
// CHECK-NOT:       memref.dealloc

// -----

// Code that is never reached may hold views of themselves.

// CHECK-LABEL: func.func @unreachable(
func.func @unreachable(%x: memref<?xi8>) {
  return
^bb1:
  %a = memref.cast %b : memref<f32> to memref<f32>
  %b = memref.cast %a : memref<f32> to memref<f32>
  %c = arith.constant 1.0 : f32
  memref.store %c, %a[] : memref<f32>
  return
}

// -----

// A number that is read only where a condition says that it is there.

// CHECK-LABEL: func.func @read_if_there(
// CHECK-LABEL: func.func @read_if_there_scratch_size(
// CHECK:         %[[K:.+]] = scf.if %{{.+}} -> (index) {
// CHECK:           memref.load %{{.+}}
func.func @read_if_there(%k: memref<?xindex>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %count = memref.dim %k, %c0 : memref<?xindex>
  %one = arith.cmpi eq, %count, %c1 : index
  %size = scf.if %one -> (index) {
    %number = memref.load %k[%c0] : memref<?xindex>
    scf.yield %number : index
  } else {
    scf.yield %c0 : index
  }
  %a = memref.alloc(%size) {extrema.scratch} : memref<?xi8>
  memref.dealloc %a : memref<?xi8>
  return
}
