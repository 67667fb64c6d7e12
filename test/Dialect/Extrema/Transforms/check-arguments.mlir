// RUN: extrema-opt %s --split-input-file --extrema-check-arguments | FileCheck %s

// An input that is only read: one branch for all, copies behind it, one call.

// CHECK-LABEL: func.func @read(
// CHECK-SAME:    %[[X:[a-z0-9]+]]: memref<?x?xf32, strided<[?, ?], offset: ?>> {extrema.name = "x"}, %[[K:[a-z0-9]+]]: index) -> (memref<?xf32>, f32)
// CHECK:         %[[GIVEN:.*]] = builtin.unrealized_conversion_cast %[[X]]
// CHECK-DAG:     %[[ROWS:.*]] = llvm.extractvalue %[[GIVEN]][3, 0]
// CHECK-DAG:     %[[COLUMNS:.*]] = llvm.extractvalue %[[GIVEN]][3, 1]
// CHECK-DAG:     %[[STRIDE:.*]] = llvm.extractvalue %[[GIVEN]][4, 0]
// CHECK:         arith.cmpi eq, %[[ROWS]], %c4
// CHECK:         arith.cmpi sge, %[[COLUMNS]]
// CHECK:         "llvm.intr.smul.with.overflow"(%c16{{.*}}, %[[COLUMNS]])
// CHECK:         arith.cmpi eq, %[[STRIDE]], %[[COLUMNS]]
// CHECK:         %[[PREPARED:.*]]:3 = scf.if %{{.*}} -> (i1, !llvm.ptr, !llvm.ptr) {
// CHECK-NEXT:      scf.yield
// CHECK-NEXT:    } else {
// CHECK:           extrema.record "input 'x': dimension {0} must have {1} elements: it has {2}"
// CHECK:           extrema.record "input 'x': the extent of dimension {0} must not be negative: it is {1}"
// CHECK:           extrema.record "input 'x': its bytes must be fewer than 2^63: its extents ask for more"
// CHECK:           extrema.record "input 'x': it must have memory: its pointer is null"
// CHECK-NOT:       must be {1}
// CHECK:           memref.alloc(%{{.*}}) : memref<4x?xf32>
// CHECK:           extrema.record "input 'x' is not contiguous, and there is no memory for a copy that is"
// CHECK:           scf.for
// CHECK:             memref.load %[[X]]
// CHECK:         %[[RESULTS:.*]]:2 = scf.if %[[PREPARED]]#0 -> (memref<?xf32>, f32) {
// CHECK:           func.call @read_body(%{{.*}}, %[[K]]) : (memref<4x?xf32>, index) -> (memref<?xf32>, f32)
// CHECK-NOT:       call
// CHECK:         } else {
// CHECK:           llvm.mlir.zero : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK:           arith.constant 0.0
// CHECK:         memref.dealloc
// CHECK:         return %[[RESULTS]]#0, %[[RESULTS]]#1

// CHECK-LABEL: func.func private @read_body(
// CHECK-SAME:    memref<4x?xf32> {extrema.name = "x"}, %{{.*}}: index)
func.func @read(%x: memref<4x?xf32> {extrema.name = "x"}, %k: index) -> (memref<?xf32>, f32) {
  %c0 = arith.constant 0 : index
  %v = memref.load %x[%c0, %k] : memref<4x?xf32>
  %r = memref.alloc(%k) : memref<?xf32>
  return %r, %v : memref<?xf32>, f32
}

// -----

// What is written, or may be seen by others, is not copied.

// CHECK-LABEL: func.func @written(
// CHECK:         extrema.record "argument 'arg0': the stride of dimension {0} must be {1}: it is {2}"
// CHECK:         extrema.record "argument 'arg1': the stride of dimension {0} must be {1}: it is {2}"
// CHECK:         extrema.record "argument 'arg2': the stride of dimension {0} must be {1}: it is {2}"
// CHECK-NOT:     memref.alloc
// CHECK:         call @written_body
// CHECK-LABEL: func.func private @written_body(
func.func @written(%x: memref<?xf32>, %y: memref<?xf32>, %z: memref<?xf32>) -> memref<?xf32> {
  %c0 = arith.constant 0 : index
  %v = memref.load %x[%c0] : memref<?xf32>
  memref.store %v, %x[%c0] : memref<?xf32>
  memref.dealloc %y : memref<?xf32>
  return %z : memref<?xf32>
}

// -----

// Marked, it is known to be only read. Functions called are looked into.

// CHECK-LABEL: func.func @marked(
// CHECK-NOT:     extrema.read_only
// CHECK:         memref.alloc
// CHECK:         memref.alloc
// CHECK-NOT:     memref.alloc
// CHECK:         call @marked_body
// CHECK-LABEL: func.func private @marked_body(
// CHECK-NOT:     extrema.read_only
func.func @marked(%x: memref<?xf32> {extrema.read_only}, %y: memref<?xf32>) {
  call @unknown(%x) : (memref<?xf32>) -> ()
  call @reads(%y) : (memref<?xf32>) -> ()
  return
}
func.func private @unknown(memref<?xf32>)
func.func private @reads(%y: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %v = memref.load %y[%c0] : memref<?xf32>
  call @reads(%y) : (memref<?xf32>) -> ()
  return
}

// -----

// Of a layout only what it states is asked for; strides that do not matter are not.

// CHECK-LABEL: func.func @layout(
// CHECK:         extrema.record "input 'arg0': the stride of dimension {0} must be {1}: it is {2}"
// CHECK-LABEL: func.func private @layout_body(
// CHECK-LABEL: func.func @open(
// CHECK-NOT:     the stride
// CHECK-LABEL: func.func private @open_body(
func.func @layout(%x: memref<?x?xf32, strided<[?, 1], offset: ?>>) -> f32 {
  %c0 = arith.constant 0 : index
  %v = memref.load %x[%c0, %c0] : memref<?x?xf32, strided<[?, 1], offset: ?>>
  return %v : f32
}
func.func @open(%x: memref<?xf32, strided<[?], offset: ?>>) -> f32 {
  %c0 = arith.constant 0 : index
  %v = memref.load %x[%c0] : memref<?xf32, strided<[?], offset: ?>>
  return %v : f32
}

// -----

// A size function has no context. Calls in the module go to the bodies.

// CHECK-LABEL: func.func @main(
// CHECK:         extrema.record "the scratch memory: the extent of dimension {0} must not be negative: it is {1}"
// CHECK:         call @main_body(
// CHECK-LABEL: func.func private @main_body(
// CHECK:         call @main_scratch_size_body(
// CHECK-LABEL: func.func @main_scratch_size(
// CHECK-SAME:    attributes {extrema.scratch_size}
// CHECK-NOT:     extrema.record
// CHECK-LABEL: func.func private @main_scratch_size_body(
// CHECK-SAME:    attributes {extrema.scratch_size}
func.func @main(%x: memref<?xf32>, %scratch: memref<?xi8>) {
  %size = call @main_scratch_size(%x) : (memref<?xf32>) -> index
  return
}
func.func @main_scratch_size(%x: memref<?xf32>) -> index attributes {extrema.scratch_size} {
  %c0 = arith.constant 0 : index
  %n = memref.dim %x, %c0 : memref<?xf32>
  return %n : index
}

// -----

// Left alone: without memrefs, private, external, and what has no place in compiled
// code.

// CHECK-NOT: _body
func.func @numbers(%k: index) -> index {
  return %k : index
}
func.func private @internal(%x: memref<4xf32>) {
  return
}
func.func private @external(%x: memref<4xf32>)
func.func @tensors(%x: memref<4xf32>) -> tensor<4xf32> {
  %t = bufferization.to_tensor %x : memref<4xf32> to tensor<4xf32>
  return %t : tensor<4xf32>
}
