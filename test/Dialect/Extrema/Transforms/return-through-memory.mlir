// RUN: extrema-opt %s --extrema-return-through-memory --split-input-file | FileCheck %s

!memref = !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
!results = !llvm.struct<(struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>, struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>, i32)>

// What was inserted last counts; what was never set is not stored.

// CHECK-LABEL: llvm.func internal @main(
// CHECK-SAME:    %[[A:[^:]+]]: !llvm.struct{{.*}}, %[[B:[^:]+]]: !llvm.struct{{.*}}, %[[STATUS:[^:]+]]: i32, %[[RESULTS:[^:]+]]: !llvm.ptr) {
// CHECK-NOT:     insertvalue
// CHECK:         %[[FIRST:.+]] = llvm.getelementptr %[[RESULTS]][0, 0] :
// CHECK:         llvm.store %[[A]], %[[FIRST]]
// CHECK:         %[[LAST:.+]] = llvm.getelementptr %[[RESULTS]][0, 2] :
// CHECK:         llvm.store %[[STATUS]], %[[LAST]]
// CHECK-NOT:     store
// CHECK:         llvm.return{{$}}
llvm.func internal @main(%a: !memref, %b: !memref, %status: i32) -> !results {
  %0 = llvm.mlir.poison : !results
  %1 = llvm.insertvalue %b, %0[0] : !results
  %2 = llvm.insertvalue %status, %1[2] : !results
  %3 = llvm.insertvalue %a, %2[0] : !results
  llvm.return %3 : !results
}

// A caller that stores all of it passes its address.

// CHECK-LABEL: llvm.func @stores(
// CHECK-SAME:    %[[TO:[^:]+]]: !llvm.ptr, %[[A:[^:]+]]: !llvm.struct
// CHECK-NEXT:    llvm.call @main(%[[A]], %[[A]], %{{.*}}, %[[TO]]) {note} : ({{.*}}) -> ()
// CHECK-NEXT:    llvm.return
llvm.func @stores(%to: !llvm.ptr, %a: !memref, %status: i32) {
  %0 = llvm.call @main(%a, %a, %status) {note} : (!memref, !memref, i32) -> !results
  llvm.store %0, %to : !results, !llvm.ptr
  llvm.return
}

// One that takes parts of it has memory of its own, and reads them from there.

// CHECK-LABEL: llvm.func @extracts(
// CHECK:         %[[MEMORY:[^ ]+]] = llvm.alloca %{{.*}} x !llvm.struct
// CHECK:         llvm.call @main(%{{.*}}, %{{.*}}, %{{.*}}, %[[MEMORY]])
// CHECK-DAG:     %[[STATUS:.+]] = llvm.getelementptr %[[MEMORY]][0, 2] :
// CHECK-DAG:     llvm.load %[[STATUS]] : !llvm.ptr -> i32
// CHECK-DAG:     %[[SIZE:.+]] = llvm.getelementptr %[[MEMORY]][0, 1, 3, 1] :
// CHECK-DAG:     llvm.load %[[SIZE]] : !llvm.ptr -> i64
llvm.func @extracts(%a: !memref, %status: i32) -> !llvm.struct<(i32, i64)> {
  %0 = llvm.call @main(%a, %a, %status) : (!memref, !memref, i32) -> !results
  %1 = llvm.extractvalue %0[2] : !results
  %2 = llvm.extractvalue %0[1, 3, 1] : !results
  %3 = llvm.mlir.poison : !llvm.struct<(i32, i64)>
  %4 = llvm.insertvalue %1, %3[0] : !llvm.struct<(i32, i64)>
  %5 = llvm.insertvalue %2, %4[1] : !llvm.struct<(i32, i64)>
  llvm.return %5 : !llvm.struct<(i32, i64)>
}

// One that stores all of it later, when others may have read the old value, stores it then.

// CHECK-LABEL: llvm.func @stores_later(
// CHECK:         llvm.call @main(%{{.*}}, %{{.*}}, %{{.*}}, %[[MEMORY:[^)]+]])
// CHECK:         %[[ALL:.+]] = llvm.load %[[MEMORY]] : !llvm.ptr -> !llvm.struct
// CHECK:         %[[OLD:.+]] = llvm.load %[[TO:[^ ]+]] : !llvm.ptr -> i32
// CHECK:         llvm.store %[[ALL]], %[[TO]]
llvm.func @stores_later(%to: !llvm.ptr, %a: !memref, %status: i32) -> i32 {
  %0 = llvm.call @main(%a, %a, %status) : (!memref, !memref, i32) -> !results
  %1 = llvm.load %to : !llvm.ptr -> i32
  llvm.store %0, %to : !results, !llvm.ptr
  llvm.return %1 : i32
}

// One that returns it does so through memory too.

// CHECK-LABEL: llvm.func internal @passes_on(
// CHECK-SAME:    %[[RESULTS:[^:]+]]: !llvm.ptr) {
// CHECK:         %[[MEMORY:[^ ]+]] = llvm.alloca
// CHECK:         llvm.call @main(%{{.*}}, %{{.*}}, %{{.*}}, %[[MEMORY]])
// CHECK-DAG:     %[[FROM:[^ ]+]] = llvm.getelementptr %[[MEMORY]][0, 1]
// CHECK-DAG:     %[[MEMBER:[^ ]+]] = llvm.load %[[FROM]]
// CHECK-DAG:     %[[TO:[^ ]+]] = llvm.getelementptr %[[RESULTS]][0, 1]
// CHECK-DAG:     llvm.store %[[MEMBER]], %[[TO]]
// CHECK:         llvm.return{{$}}
llvm.func internal @passes_on(%a: !memref, %status: i32) -> !results {
  %0 = llvm.call @main(%a, %a, %status) : (!memref, !memref, i32) -> !results
  llvm.return %0 : !results
}

// -----

// What others can see stays as it is, what registers can hold, and what is called in an unknown way.

!large = !llvm.struct<(array<9 x i64>, i32)>
!small = !llvm.struct<(array<7 x i64>, i32)>
!packed = !llvm.struct<packed (i8, array<9 x i64>)>

// CHECK-LABEL: llvm.func @public(
// CHECK-SAME:    -> !llvm.struct
llvm.func @public(%x: !large) -> !large {
  llvm.return %x : !large
}

// CHECK-LABEL: llvm.func internal @small(
// CHECK-SAME:    -> !llvm.struct
llvm.func internal @small(%x: !small) -> !small {
  llvm.return %x : !small
}

// CHECK-LABEL: llvm.func internal @packed(
// CHECK-SAME:    -> !llvm.struct
llvm.func internal @packed(%x: !packed) -> !packed {
  llvm.return %x : !packed
}

// CHECK-LABEL: llvm.func internal @reads_nothing(
// CHECK-SAME:    -> !llvm.struct
llvm.func internal @reads_nothing(%x: !large) -> !large attributes {memory_effects = #llvm.memory_effects<other = none, argMem = none, inaccessibleMem = none, errnoMem = none, targetMem0 = none, targetMem1 = none>} {
  llvm.return %x : !large
}

// CHECK-LABEL: llvm.func internal @taken(
// CHECK-SAME:    -> !llvm.struct
llvm.func internal @taken(%x: !large) -> !large {
  llvm.return %x : !large
}
llvm.func @takes() -> !llvm.ptr {
  %0 = llvm.mlir.addressof @taken : !llvm.ptr
  llvm.return %0 : !llvm.ptr
}

// CHECK-LABEL: llvm.func @declared(
// CHECK-SAME:    -> !llvm.struct
llvm.func @declared(!large) -> !large attributes {sym_visibility = "private"}

// CHECK-LABEL: llvm.func internal @uncalled(
// CHECK-SAME:    %[[X:[^:]+]]: !llvm.struct{{.*}}, %[[TO:[^:]+]]: !llvm.ptr) {
// CHECK:         %[[ARRAY:.+]] = llvm.extractvalue %[[X]][0]
// CHECK:         llvm.store %[[ARRAY]],
llvm.func internal @uncalled(%x: !large) -> !large {
  llvm.return %x : !large
}
