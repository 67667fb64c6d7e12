// RUN: extrema-opt %s --extrema-lower-record | FileCheck %s

// Each text once, under a free name.

// CHECK-DAG: llvm.mlir.global private constant @[[TEXT:extrema_message.*]]("k is {0} of {1}\00")
// CHECK-DAG: llvm.mlir.global private constant @[[BARE:extrema_message.*]]("empty\00")

// CHECK-NOT: llvm.mlir.global
llvm.mlir.global internal constant @extrema_message(0 : i32) : i32
// CHECK: llvm.mlir.global internal constant @extrema_message(0 : i32)
// CHECK-NOT: llvm.mlir.global

// CHECK-LABEL: func.func @with_results
// CHECK-SAME:    (%[[X:.*]]: memref<?xf32>, %[[K:.*]]: index, %[[N:.*]]: index, %[[CONTEXT:.*]]: !llvm.ptr) -> (memref<?xf32> {extrema.name = "y"}, i32)
// CHECK-SAME:    attributes {llvm.emit_c_interface, llvm.linkage = #llvm.linkage<internal>}
// CHECK:         scf.if
// CHECK-NEXT:      %[[MESSAGE:.*]] = llvm.mlir.addressof @[[TEXT]]
// CHECK-NEXT:      %[[NULL:.*]] = llvm.mlir.zero : !llvm.ptr
// CHECK-NEXT:      %[[EXCHANGE:.*]] = llvm.cmpxchg %[[CONTEXT]], %[[NULL]], %[[MESSAGE]] monotonic monotonic
// CHECK-NEXT:      %[[FIRST:.*]] = llvm.extractvalue %[[EXCHANGE]][1]
// CHECK-NEXT:      scf.if %[[FIRST]] {
// CHECK-NEXT:        %[[PLACE0:.*]] = llvm.getelementptr %[[CONTEXT]][0, 1, 0] : (!llvm.ptr) -> !llvm.ptr, !llvm.struct<(ptr, array<4 x i64>)>
// CHECK-NEXT:        %[[VALUE0:.*]] = arith.index_cast %[[K]] : index to i64
// CHECK-NEXT:        llvm.store %[[VALUE0]], %[[PLACE0]]
// CHECK-NEXT:        %[[PLACE1:.*]] = llvm.getelementptr %[[CONTEXT]][0, 1, 1]
// CHECK-NEXT:        %[[VALUE1:.*]] = arith.index_cast %[[N]] : index to i64
// CHECK-NEXT:        llvm.store %[[VALUE1]], %[[PLACE1]]
// CHECK-NEXT:      }
// CHECK:         %[[SET:.*]] = llvm.load %[[CONTEXT]] : !llvm.ptr -> !llvm.ptr
// CHECK-NEXT:    %[[NONE:.*]] = llvm.mlir.zero
// CHECK-NEXT:    %[[FAILED:.*]] = llvm.icmp "ne" %[[SET]], %[[NONE]]
// CHECK-NEXT:    %[[STATUS:.*]] = arith.extui %[[FAILED]] : i1 to i32
// CHECK-NEXT:    return %[[X]], %[[STATUS]] : memref<?xf32>, i32
func.func @with_results(%x: memref<?xf32>, %k: index, %n: index) -> (memref<?xf32> {extrema.name = "y"}) {
  %bad = arith.cmpi ugt, %k, %n : index
  scf.if %bad {
    extrema.record "k is {0} of {1}"(%k, %n)
  }
  return %x : memref<?xf32>
}

// A record without operands only puts its text in place.

// CHECK-LABEL: func.func private @internal
// CHECK-SAME:    (%[[BAD:.*]]: i1, %[[CONTEXT:.*]]: !llvm.ptr) -> index
// CHECK-SAME:    attributes {llvm.linkage = #llvm.linkage<internal>}
// CHECK-NEXT:    %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT:    scf.if %[[BAD]] {
// CHECK-NEXT:      %[[MESSAGE:.*]] = llvm.mlir.addressof @[[BARE]]
// CHECK-NEXT:      %[[NULL:.*]] = llvm.mlir.zero
// CHECK-NEXT:      llvm.cmpxchg %[[CONTEXT]], %[[NULL]], %[[MESSAGE]]
// CHECK-NEXT:    }
// CHECK-NEXT:    return %[[C0]] : index
func.func private @internal(%bad: i1) -> index {
  %c0 = arith.constant 0 : index
  scf.if %bad {
    extrema.record "empty"
  }
  return %c0 : index
}

// CHECK-LABEL: func.func private @external(index)
// CHECK-NOT:     attributes
func.func private @external(index)

// The context goes along with calls, from wherever they are. What is external
// knows nothing of it.

// CHECK-LABEL: func.func @calls
// CHECK-SAME:    (%[[X:.*]]: memref<?xf32>, %[[BAD:.*]]: i1, %[[CONTEXT:.*]]: !llvm.ptr) -> i32
// CHECK:         scf.forall
// CHECK:           %[[INDEX:.*]] = func.call @internal(%[[BAD]], %[[CONTEXT]]) : (i1, !llvm.ptr) -> index
// CHECK:           func.call @external(%[[INDEX]]) : (index) -> ()
// CHECK:         %[[RESULTS:.*]]:2 = call @with_results(%[[X]], %{{.*}}, %{{.*}}, %[[CONTEXT]]) {mark}
// CHECK:         memref.dim %[[RESULTS]]#0
// CHECK:         call @calls(%[[X]], %[[BAD]], %[[CONTEXT]]) : (memref<?xf32>, i1, !llvm.ptr) -> i32
// CHECK:         %[[SET:.*]] = llvm.load %[[CONTEXT]]
// CHECK:         return %{{.*}} : i32
func.func @calls(%x: memref<?xf32>, %bad: i1) {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  scf.forall (%i) in (%c4) {
    %index = func.call @internal(%bad) : (i1) -> index
    func.call @external(%index) : (index) -> ()
    extrema.record "k is {0} of {1}"(%i, %i)
  }
  %y = call @with_results(%x, %c0, %c4) {mark} : (memref<?xf32>, index, index) -> memref<?xf32>
  %n = memref.dim %y, %c0 : memref<?xf32>
  call @external(%n) : (index) -> ()
  call @calls(%x, %bad) : (memref<?xf32>, i1) -> ()
  return
}

// The form is the same where nothing can fail, and each return has the status.

// CHECK-LABEL: func.func @nothing_recorded
// CHECK-SAME:    (%{{.*}}: i1, %[[CONTEXT:.*]]: !llvm.ptr) -> (index, i32)
// CHECK:         llvm.load %[[CONTEXT]]
// CHECK:         return %{{.*}}, %{{.*}} : index, i32
// CHECK:         llvm.load %[[CONTEXT]]
// CHECK:         return %{{.*}}, %{{.*}} : index, i32
func.func @nothing_recorded(%c: i1) -> index {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  cf.cond_br %c, ^one, ^other
^one:
  return %c0 : index
^other:
  return %c4 : index
}
