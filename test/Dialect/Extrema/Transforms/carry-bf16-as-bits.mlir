// RUN: extrema-opt %s --extrema-carry-bf16-as-bits --split-input-file | FileCheck %s

// CHECK: llvm.mlir.global internal constant @table(dense<[16256, -16384]> : tensor<2xi16>) {{.*}}: !llvm.array<2 x i16>
llvm.mlir.global internal constant @table(dense<[1.0, -2.0]> : tensor<2xbf16>) : !llvm.array<2 x bf16>

// CHECK-LABEL: llvm.func @move
// CHECK-SAME: (%[[X:.*]]: !llvm.ptr, %[[C:.*]]: i1, %[[BITS:.*]]: i16)
// CHECK-SAME: attributes {note = tensor<4xbf16>}
llvm.func @move(%x: !llvm.ptr, %c: i1, %bits: i16) -> !llvm.struct<(ptr, i16)> attributes {note = tensor<4xbf16>} {
  // CHECK-DAG: %[[NAN:.*]] = llvm.mlir.constant(32704 : i16) : i16
  // CHECK-DAG: %[[WORST:.*]] = llvm.mlir.constant(dense<-128> : vector<4xi16>) : vector<4xi16>
  %nan = llvm.mlir.constant(0x7FC0 : bf16) : bf16
  %worst = llvm.mlir.constant(dense<0xFF80> : vector<4xbf16>) : vector<4xbf16>
  // CHECK-NOT: llvm.bitcast
  // CHECK: llvm.select %[[C]], %[[NAN]], %[[BITS]] : i1, i16
  %0 = llvm.bitcast %bits : i16 to bf16
  %1 = llvm.select %c, %nan, %0 : i1, bf16
  // CHECK: llvm.getelementptr %[[X]][1] : (!llvm.ptr) -> !llvm.ptr, i16
  %2 = llvm.getelementptr %x[1] : (!llvm.ptr) -> !llvm.ptr, bf16
  llvm.cond_br %c, ^store(%1 : bf16), ^store(%0 : bf16)
// CHECK: ^{{.*}}(%[[VALUE:.*]]: i16):
^store(%value: bf16):
  // CHECK: llvm.store %[[VALUE]], %{{.*}} : i16, !llvm.ptr
  llvm.store %value, %2 : bf16, !llvm.ptr
  // CHECK: llvm.store %[[WORST]], %[[X]] : vector<4xi16>, !llvm.ptr
  llvm.store %worst, %x : vector<4xbf16>, !llvm.ptr
  // CHECK: llvm.load %[[X]] : !llvm.ptr -> i32
  // CHECK: llvm.bitcast %{{.*}} : i32 to vector<2xi16>
  %3 = llvm.load %x : !llvm.ptr -> i32
  %4 = llvm.bitcast %3 : i32 to vector<2xbf16>
  llvm.store %4, %x : vector<2xbf16>, !llvm.ptr
  %5 = llvm.mlir.zero : !llvm.struct<(ptr, i16)>
  llvm.return %5 : !llvm.struct<(ptr, i16)>
}

// -----

// Someone computes on it.

// CHECK-LABEL: llvm.func @computed
llvm.func @computed(%x: !llvm.ptr) -> f32 {
  // CHECK: llvm.load %{{.*}} : !llvm.ptr -> bf16
  %0 = llvm.load %x : !llvm.ptr -> bf16
  %1 = llvm.fpext %0 : bf16 to f32
  llvm.return %1 : f32
}

// -----

// Another module's function passes it as a float.

// CHECK: llvm.func @foreign() -> bf16
llvm.func @foreign() -> bf16
llvm.func @calls(%x: !llvm.ptr) {
  // CHECK: llvm.call @foreign() : () -> bf16
  %0 = llvm.call @foreign() : () -> bf16
  llvm.store %0, %x : bf16, !llvm.ptr
  llvm.return
}
