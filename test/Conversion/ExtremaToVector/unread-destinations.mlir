// RUN: extrema-opt %s --convert-extrema-to-vector="triple=x86_64-linux-gnu cpu=x86-64-v4" --allow-unregistered-dialect --split-input-file | FileCheck %s

// A destination goes, with what writes it, where nobody sees it.

// CHECK-LABEL: func @only_written(
// CHECK-NOT:     memref.alloc
// CHECK:         return
func.func @only_written(%x: memref<4x8xf32>, %v: memref<4xf32>) {
  %i = memref.alloc() : memref<4xi64>
  extrema.arg_reduce <maximumf> dimension(1) ins(%x : memref<4x8xf32>) outs(%v, %i : memref<4xf32>, memref<4xi64>)
  memref.dealloc %i : memref<4xi64>
  return
}

// -----

// CHECK-LABEL: func @written_by_views(
// CHECK-NOT:     memref.alloc
// CHECK:         return
func.func @written_by_views(%x: memref<4x8xf32>, %v: memref<4xf32>, %one: i64, %all: memref<2xi64>, %condition: i1) {
  %c0 = arith.constant 0 : index
  %i = memref.alloc() : memref<4xi64>
  extrema.arg_reduce <maximumf> dimension(1) ins(%x : memref<4x8xf32>) outs(%v, %i : memref<4xf32>, memref<4xi64>)
  %cast = memref.cast %i : memref<4xi64> to memref<?xi64>
  %part = memref.subview %cast[1] [2] [1] : memref<?xi64> to memref<2xi64, strided<[1], offset: 1>>
  memref.store %one, %part[%c0] : memref<2xi64, strided<[1], offset: 1>>
  memref.copy %all, %part : memref<2xi64> to memref<2xi64, strided<[1], offset: 1>>
  scf.if %condition {
    memref.store %one, %cast[%c0] : memref<?xi64>
  }
  memref.dealloc %cast : memref<?xi64>
  return
}

// -----

// It stays where it is seen: its reference is what is stored.

// CHECK-LABEL: func @stored(
// CHECK:         %[[I:.+]] = memref.alloc() : memref<4xi64>
// CHECK:         memref.store %{{.+}}, %[[I]]
// CHECK:         memref.store %[[I]], %{{.+}} : memref<1xmemref<4xi64>>
func.func @stored(%x: memref<4x8xf32>, %table: memref<1xmemref<4xi64>>) {
  %c0 = arith.constant 0 : index
  %i = memref.alloc() : memref<4xi64>
  extrema.arg_reduce <maximumf> dimension(1) ins(%x : memref<4x8xf32>) index_only outs(%i : memref<4xi64>)
  memref.store %i, %table[%c0] : memref<1xmemref<4xi64>>
  return
}

// -----

// CHECK-LABEL: func @view_stored(
// CHECK:         %[[I:.+]] = memref.alloc() : memref<4xi64>
// CHECK:         memref.store %{{.+}}, %[[I]]
// CHECK:         memref.store %{{.+}}, %{{.+}} : memref<1xmemref<2xi64, strided<[1]>>>
func.func @view_stored(%x: memref<4x8xf32>, %table: memref<1xmemref<2xi64, strided<[1]>>>) {
  %c0 = arith.constant 0 : index
  %i = memref.alloc() : memref<4xi64>
  extrema.arg_reduce <maximumf> dimension(1) ins(%x : memref<4x8xf32>) index_only outs(%i : memref<4xi64>)
  %part = memref.subview %i[0] [2] [1] : memref<4xi64> to memref<2xi64, strided<[1]>>
  memref.store %part, %table[%c0] : memref<1xmemref<2xi64, strided<[1]>>>
  return
}

// -----

// CHECK-LABEL: func @called(
// CHECK:         %[[I:.+]] = memref.alloc() : memref<4xi64>
// CHECK:         memref.store %{{.+}}, %[[I]]
// CHECK:         call @use(%[[I]])
func.func private @use(memref<4xi64>)
func.func @called(%x: memref<4x8xf32>) {
  %i = memref.alloc() : memref<4xi64>
  extrema.arg_reduce <maximumf> dimension(1) ins(%x : memref<4x8xf32>) index_only outs(%i : memref<4xi64>)
  call @use(%i) : (memref<4xi64>) -> ()
  return
}

// -----

// CHECK-LABEL: func @returned(
// CHECK:         %[[I:.+]] = memref.alloc() : memref<4xi64>
// CHECK:         memref.store %{{.+}}, %[[I]]
// CHECK:         return %[[I]]
func.func @returned(%x: memref<4x8xf32>) -> memref<4xi64> {
  %i = memref.alloc() : memref<4xi64>
  extrema.arg_reduce <maximumf> dimension(1) ins(%x : memref<4x8xf32>) index_only outs(%i : memref<4xi64>)
  return %i : memref<4xi64>
}

// -----

// CHECK-LABEL: func @yielded(
// CHECK:           %[[I:.+]] = memref.alloc() : memref<4xi64>
// CHECK:           memref.store %{{.+}}, %[[I]]
// CHECK:           scf.yield %[[I]]
func.func @yielded(%x: memref<4x8xf32>, %other: memref<4xi64>, %condition: i1) -> i64 {
  %c0 = arith.constant 0 : index
  %best = scf.if %condition -> memref<4xi64> {
    %i = memref.alloc() : memref<4xi64>
    extrema.arg_reduce <maximumf> dimension(1) ins(%x : memref<4x8xf32>) index_only outs(%i : memref<4xi64>)
    scf.yield %i : memref<4xi64>
  } else {
    scf.yield %other : memref<4xi64>
  }
  %first = memref.load %best[%c0] : memref<4xi64>
  return %first : i64
}

// -----

// CHECK-LABEL: func @branched(
// CHECK:         %[[I:.+]] = memref.alloc() : memref<4xi64>
// CHECK:         memref.store %{{.+}}, %[[I]]
// CHECK:         cf.br ^bb1(%[[I]]
func.func @branched(%x: memref<4x8xf32>) -> i64 {
  %c0 = arith.constant 0 : index
  %i = memref.alloc() : memref<4xi64>
  extrema.arg_reduce <maximumf> dimension(1) ins(%x : memref<4x8xf32>) index_only outs(%i : memref<4xi64>)
  cf.br ^next(%i : memref<4xi64>)
^next(%best: memref<4xi64>):
  %first = memref.load %best[%c0] : memref<4xi64>
  return %first : i64
}

// -----

// CHECK-LABEL: func @selected(
// CHECK:         %[[I:.+]] = memref.alloc() : memref<4xi64>
// CHECK:         memref.store %{{.+}}, %[[I]]
// CHECK:         arith.select %{{.+}}, %[[I]], %{{.+}}
func.func @selected(%x: memref<4x8xf32>, %other: memref<4xi64>, %condition: i1) -> i64 {
  %c0 = arith.constant 0 : index
  %i = memref.alloc() : memref<4xi64>
  extrema.arg_reduce <maximumf> dimension(1) ins(%x : memref<4x8xf32>) index_only outs(%i : memref<4xi64>)
  %either = arith.select %condition, %i, %other : memref<4xi64>
  %first = memref.load %either[%c0] : memref<4xi64>
  return %first : i64
}

// -----

// A loop carries it, so that an iteration reads what the one before has found.

// CHECK-LABEL: func @carried(
// CHECK:           %[[I:.+]] = memref.alloc() : memref<4xi64>
// CHECK:           memref.store %{{.+}}, %[[I]]
// CHECK:           scf.yield %[[I]]
func.func @carried(%x: memref<4x8xf32>, %start: memref<4xi64>, %n: index) -> i64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %last = scf.for %step = %c0 to %n step %c1 iter_args(%before = %start) -> memref<4xi64> {
    %i = memref.alloc() : memref<4xi64>
    extrema.arg_reduce <maximumf> dimension(1) ins(%x : memref<4x8xf32>) index_only outs(%i : memref<4xi64>)
    scf.yield %i : memref<4xi64>
  }
  %first = memref.load %last[%c0] : memref<4xi64>
  return %first : i64
}

// -----

// CHECK-LABEL: func @pointer_taken(
// CHECK:         %[[I:.+]] = memref.alloc() : memref<4xi64>
// CHECK:         memref.store %{{.+}}, %[[I]]
// CHECK:         memref.extract_aligned_pointer_as_index %[[I]]
func.func @pointer_taken(%x: memref<4x8xf32>) -> index {
  %i = memref.alloc() : memref<4xi64>
  extrema.arg_reduce <maximumf> dimension(1) ins(%x : memref<4x8xf32>) index_only outs(%i : memref<4xi64>)
  %pointer = memref.extract_aligned_pointer_as_index %i : memref<4xi64> -> index
  return %pointer : index
}

// -----

// Its descriptor, a struct, is made and stored.

// CHECK-LABEL: func @descriptor(
// CHECK:         %[[I:.+]] = memref.alloc() : memref<4xi64>
// CHECK:         memref.store %{{.+}}, %[[I]]
// CHECK:         builtin.unrealized_conversion_cast %[[I]]
func.func @descriptor(%x: memref<4x8xf32>, %to: !llvm.ptr) {
  %i = memref.alloc() : memref<4xi64>
  extrema.arg_reduce <maximumf> dimension(1) ins(%x : memref<4x8xf32>) index_only outs(%i : memref<4xi64>)
  %struct = builtin.unrealized_conversion_cast %i : memref<4xi64> to !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
  llvm.store %struct, %to : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>, !llvm.ptr
  return
}

// -----

// CHECK-LABEL: func @strided_metadata(
// CHECK:         %[[I:.+]] = memref.alloc() : memref<4xi64>
// CHECK:         memref.store %{{.+}}, %[[I]]
// CHECK:         %[[BASE:.+]], %{{.+}}, %{{.+}}, %{{.+}} = memref.extract_strided_metadata %[[I]]
// CHECK:         memref.load
func.func @strided_metadata(%x: memref<4x8xf32>) -> i64 {
  %i = memref.alloc() : memref<4xi64>
  extrema.arg_reduce <maximumf> dimension(1) ins(%x : memref<4x8xf32>) index_only outs(%i : memref<4xi64>)
  %base, %offset, %size, %stride = memref.extract_strided_metadata %i : memref<4xi64> -> memref<i64>, index, index, index
  %first = memref.load %base[] : memref<i64>
  return %first : i64
}

// -----

// Upstream says that a reshape reads nothing. It does read the shape.

// CHECK-LABEL: func @shape(
// CHECK:         %[[I:.+]] = memref.alloc() : memref<2xindex>
// CHECK:         memref.store %{{.+}}, %[[I]]
// CHECK:         memref.reshape %{{.+}}(%[[I]])
func.func @shape(%x: memref<2x8xf32>, %y: memref<?xf32>) -> memref<?x?xf32> {
  %i = memref.alloc() : memref<2xindex>
  extrema.arg_reduce <maximumf> dimension(1) ins(%x : memref<2x8xf32>) index_only outs(%i : memref<2xindex>)
  %reshaped = memref.reshape %y(%i) : (memref<?xf32>, memref<2xindex>) -> memref<?x?xf32>
  return %reshaped : memref<?x?xf32>
}

// -----

// Reads of all kinds.

// CHECK-LABEL: func @copied(
// CHECK:         %[[I:.+]] = memref.alloc() : memref<4xi64>
// CHECK:         memref.store %{{.+}}, %[[I]]
// CHECK:         memref.copy %[[I]]
func.func @copied(%x: memref<4x8xf32>, %to: memref<4xi64>) {
  %i = memref.alloc() : memref<4xi64>
  extrema.arg_reduce <maximumf> dimension(1) ins(%x : memref<4x8xf32>) index_only outs(%i : memref<4xi64>)
  memref.copy %i, %to : memref<4xi64> to memref<4xi64>
  return
}

// -----

// CHECK-LABEL: func @changed(
// CHECK:         %[[I:.+]] = memref.alloc() : memref<4xi64>
// CHECK:         memref.store %{{.+}}, %[[I]]
// CHECK:         memref.atomic_rmw addi %{{.+}}, %[[I]]
func.func @changed(%x: memref<4x8xf32>, %one: i64) -> i64 {
  %c0 = arith.constant 0 : index
  %i = memref.alloc() : memref<4xi64>
  extrema.arg_reduce <maximumf> dimension(1) ins(%x : memref<4x8xf32>) index_only outs(%i : memref<4xi64>)
  %before = memref.atomic_rmw addi %one, %i[%c0] : (i64, memref<4xi64>) -> i64
  return %before : i64
}

// -----

// CHECK-LABEL: func @vectors(
// CHECK:         %[[I:.+]] = memref.alloc() : memref<4xi64>
// CHECK:         memref.store %{{.+}}, %[[I]]
// CHECK:         vector.transfer_read %[[I]]
func.func @vectors(%x: memref<4x8xf32>, %zero: i64) -> vector<4xi64> {
  %c0 = arith.constant 0 : index
  %i = memref.alloc() : memref<4xi64>
  extrema.arg_reduce <maximumf> dimension(1) ins(%x : memref<4x8xf32>) index_only outs(%i : memref<4xi64>)
  %all = vector.transfer_read %i[%c0], %zero : memref<4xi64>, vector<4xi64>
  return %all : vector<4xi64>
}

// -----

// CHECK-LABEL: func @generic(
// CHECK:         %[[I:.+]] = memref.alloc() : memref<4xi64>
// CHECK:         memref.store %{{.+}}, %[[I]]
// CHECK:         linalg.generic {{.*}} ins(%[[I]]
func.func @generic(%x: memref<4x8xf32>, %to: memref<4xi64>) {
  %i = memref.alloc() : memref<4xi64>
  extrema.arg_reduce <maximumf> dimension(1) ins(%x : memref<4x8xf32>) index_only outs(%i : memref<4xi64>)
  linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%i : memref<4xi64>) outs(%to : memref<4xi64>) {
  ^bb0(%from: i64, %old: i64):
    linalg.yield %from : i64
  }
  return
}

// -----

// CHECK-LABEL: func @moved(
// CHECK:         %[[I:.+]] = memref.alloc() : memref<4xi64>
// CHECK:         memref.store %{{.+}}, %[[I]]
// CHECK:         memref.dma_start %[[I]]
func.func @moved(%x: memref<4x8xf32>, %to: memref<4xi64>, %tag: memref<1xi32>) {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %i = memref.alloc() : memref<4xi64>
  extrema.arg_reduce <maximumf> dimension(1) ins(%x : memref<4x8xf32>) index_only outs(%i : memref<4xi64>)
  memref.dma_start %i[%c0], %to[%c0], %c4, %tag[%c0] : memref<4xi64>, memref<4xi64>, memref<1xi32>
  return
}

// -----

// Regions capture it, one that runs later among them.

// CHECK-LABEL: func @captured(
// CHECK:         %[[I:.+]] = memref.alloc() : memref<4xi64>
// CHECK:         memref.store %{{.+}}, %[[I]]
// CHECK:         async.execute
// CHECK:           memref.load %[[I]]
func.func @captured(%x: memref<4x8xf32>, %to: memref<1xi64>) -> !async.token {
  %c0 = arith.constant 0 : index
  %i = memref.alloc() : memref<4xi64>
  extrema.arg_reduce <maximumf> dimension(1) ins(%x : memref<4x8xf32>) index_only outs(%i : memref<4xi64>)
  %token = async.execute {
    %first = memref.load %i[%c0] : memref<4xi64>
    memref.store %first, %to[%c0] : memref<1xi64>
    async.yield
  }
  return %token : !async.token
}

// -----

// What makes another allocation of it, or decides later whether it is one.

// CHECK-LABEL: func @reallocated(
// CHECK:         %[[I:.+]] = memref.alloc() : memref<4xi64>
// CHECK:         memref.store %{{.+}}, %[[I]]
// CHECK:         memref.realloc %[[I]]
func.func @reallocated(%x: memref<4x8xf32>) -> memref<8xi64> {
  %i = memref.alloc() : memref<4xi64>
  extrema.arg_reduce <maximumf> dimension(1) ins(%x : memref<4x8xf32>) index_only outs(%i : memref<4xi64>)
  %larger = memref.realloc %i : memref<4xi64> to memref<8xi64>
  return %larger : memref<8xi64>
}

// -----

// CHECK-LABEL: func @perhaps_released(
// CHECK:         %[[I:.+]] = memref.alloc() : memref<4xi64>
// CHECK:         bufferization.dealloc (%[[I]]
func.func @perhaps_released(%x: memref<4x8xf32>, %condition: i1) {
  %i = memref.alloc() : memref<4xi64>
  extrema.arg_reduce <maximumf> dimension(1) ins(%x : memref<4x8xf32>) index_only outs(%i : memref<4xi64>)
  bufferization.dealloc (%i : memref<4xi64>) if (%condition)
  return
}

// -----

// CHECK-LABEL: func @made_a_tensor(
// CHECK:         %[[I:.+]] = memref.alloc() : memref<4xi64>
// CHECK:         memref.store %{{.+}}, %[[I]]
// CHECK:         bufferization.to_tensor %[[I]]
func.func @made_a_tensor(%x: memref<4x8xf32>) -> tensor<4xi64> {
  %i = memref.alloc() : memref<4xi64>
  extrema.arg_reduce <maximumf> dimension(1) ins(%x : memref<4x8xf32>) index_only outs(%i : memref<4xi64>)
  %tensor = bufferization.to_tensor %i restrict : memref<4xi64> to tensor<4xi64>
  return %tensor : tensor<4xi64>
}

// -----

// CHECK-LABEL: func @unknown(
// CHECK:         %[[I:.+]] = memref.alloc() : memref<4xi64>
// CHECK:         memref.store %{{.+}}, %[[I]]
// CHECK:         "other.use"(%[[I]])
func.func @unknown(%x: memref<4x8xf32>) {
  %i = memref.alloc() : memref<4xi64>
  extrema.arg_reduce <maximumf> dimension(1) ins(%x : memref<4x8xf32>) index_only outs(%i : memref<4xi64>)
  "other.use"(%i) : (memref<4xi64>) -> ()
  return
}

// -----

// The next reduction reads it, and is lowered or left to scalar loops.

// CHECK-LABEL: func @read_by_reductions(
// CHECK-DAG:     %[[V:.+]] = memref.alloc() : memref<4xf32>
// CHECK-DAG:     %[[STATE:.+]] = memref.alloc() : memref<4xi64>
// CHECK:         memref.store %{{.+}}, %[[V]]
// CHECK:         memref.store %{{.+}}, %[[STATE]]
// CHECK:         extrema.arg_reduce
func.func @read_by_reductions(%x: memref<4x8xf32>, %v: memref<f32, strided<[]>>, %i: memref<i64>) {
  %best = memref.alloc() : memref<4xf32>
  %state = memref.alloc() : memref<4xi64>
  extrema.arg_reduce <maximumf> dimension(1) ins(%x : memref<4x8xf32>) outs(%best, %state : memref<4xf32>, memref<4xi64>)
  %every = memref.subview %best[0] [2] [2] : memref<4xf32> to memref<2xf32, strided<[2]>>
  %indices = memref.subview %state[0] [2] [2] : memref<4xi64> to memref<2xi64, strided<[2]>>
  extrema.arg_reduce <maximumf> dimension(0) ins(%every, %indices : memref<2xf32, strided<[2]>>, memref<2xi64, strided<[2]>>) outs(%v, %i : memref<f32, strided<[]>>, memref<i64>)
  return
}

// -----

// A number that is made of the reference may be a pointer.

// CHECK-LABEL: func @cast_to_a_number(
// CHECK:         %[[I:.+]] = memref.alloc() : memref<i64>
// CHECK:         memref.store %{{.+}}, %[[I]]
// CHECK:         builtin.unrealized_conversion_cast %[[I]]
func.func @cast_to_a_number(%x: memref<8xf32>) -> index {
  %i = memref.alloc() : memref<i64>
  extrema.arg_reduce <maximumf> dimension(0) ins(%x : memref<8xf32>) index_only outs(%i : memref<i64>)
  %p = builtin.unrealized_conversion_cast %i : memref<i64> to index
  return %p : index
}
