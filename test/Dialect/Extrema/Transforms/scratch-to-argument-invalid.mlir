// RUN: extrema-opt %s --extrema-scratch-to-argument -allow-unregistered-dialect -split-input-file -verify-diagnostics

func.func @computed(%x: memref<1xi64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : i64
  memref.store %c1, %x[%c0] : memref<1xi64>
  // expected-note@+1 {{it depends on what is computed here}}
  %n = memref.load %x[%c0] : memref<1xi64>
  %size = arith.index_cast %n : i64 to index
  // expected-error@+1 {{'memref.alloc' op is scratch memory whose size must be known from the arguments of 'computed' alone, for its caller to provide it}}
  %a = memref.alloc(%size) {extrema.scratch} : memref<?xi8>
  memref.dealloc %a : memref<?xi8>
  return
}

// -----

func.func @unknown_dimension(%n: index, %d: index) {
  // expected-error@+1 {{the size of scratch memory depends on the shape of what is allocated here, in a way that the arguments of 'unknown_dimension' alone do not tell}}
  %x = memref.alloc(%n, %n) : memref<?x?xi8>
  %size = memref.dim %x, %d : memref<?x?xi8>
  %a = memref.alloc(%size) {extrema.scratch} : memref<?xi8>
  memref.dealloc %a : memref<?xi8>
  return
}

// -----

// Where it lies is not known before.

func.func @address(%n: index) {
  %x = memref.alloc(%n) : memref<?xi8>
  // expected-note@+1 {{it depends on what is computed here}}
  %size = memref.extract_aligned_pointer_as_index %x : memref<?xi8> -> index
  // expected-error@+1 {{'memref.alloc' op is scratch memory whose size must be known from the arguments of 'address' alone}}
  %a = memref.alloc(%size) {extrema.scratch} : memref<?xi8>
  memref.dealloc %a : memref<?xi8>
  return
}

// -----

// A division may not be computed where it would not have been.

func.func @branch(%d: index, %n: index, %x: memref<1xi1>) {
  %c0 = arith.constant 0 : index
  %is_zero = arith.cmpi eq, %d, %c0 : index
  memref.store %is_zero, %x[%c0] : memref<1xi1>
  %loaded = memref.load %x[%c0] : memref<1xi1>
  scf.if %loaded {
  } else {
    // expected-note@+1 {{it depends on what is computed here}}
    %size = arith.divui %n, %d : index
    // expected-error@+1 {{'memref.alloc' op is scratch memory whose size must be known from the arguments of 'branch' alone}}
    %a = memref.alloc(%size) {extrema.scratch} : memref<?xi8>
    memref.dealloc %a : memref<?xi8>
  }
  return
}

// -----

func.func @carried(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-note@+1 {{it depends on what is computed here}}
  %last = scf.for %i = %c0 to %n step %c1 iter_args(%size = %c1) -> index {
    // expected-error@+1 {{'memref.alloc' op is scratch memory whose size must be known from the arguments of 'carried' alone}}
    %a = memref.alloc(%size) {extrema.scratch} : memref<?xi8>
    memref.dealloc %a : memref<?xi8>
    %next = arith.addi %size, %size : index
    scf.yield %next : index
  }
  return
}

// -----

func.func @unknown_iterations(%x: memref<1xindex>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  memref.store %c1, %x[%c0] : memref<1xindex>
  // expected-note@+1 {{it depends on what is computed here}}
  %n = memref.load %x[%c0] : memref<1xindex>
  // expected-error@+1 {{'scf.for' op has scratch memory of a different size in each iteration: how many there are must be known from the arguments of 'unknown_iterations' alone}}
  scf.for %i = %c0 to %n step %c1 {
    %a = memref.alloc(%i) {extrema.scratch} : memref<?xi8>
    memref.dealloc %a : memref<?xi8>
  }
  return
}

// -----

func.func @at_once() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  // expected-note@+1 {{it is in this operation}}
  scf.parallel (%i) = (%c0) to (%c8) step (%c1) {
    // expected-error@+1 {{'memref.alloca' op is scratch memory that cannot be a part of an argument: what is around it might have it more than once at the same time}}
    %a = memref.alloca() {extrema.scratch} : memref<4xi8>
    "some.use"(%a) : (memref<4xi8>) -> ()
  }
  return
}

// -----

func.func @layout() {
  // expected-error@+1 {{'memref.alloc' op is scratch memory that cannot be a part of an argument: it must be of numbers or vectors of a fixed length, of identity layout and in the default memory space}}
  %a = memref.alloc() {extrema.scratch} : memref<4xi8, 1>
  memref.dealloc %a : memref<4xi8, 1>
  return
}

// -----

func.func private @helper() {
  // expected-error@+1 {{'memref.alloc' op is scratch memory outside of a public func.func of this module, so no caller can provide it: inline functions before}}
  %a = memref.alloc() {extrema.scratch} : memref<4xi8>
  memref.dealloc %a : memref<4xi8>
  return
}

// -----

func.func @called() {
  return
}
func.func @caller() {
  // expected-error@+1 {{'func.call' op refers to the public function 'called', which gets one argument more: only callers outside of the module may do that}}
  call @called() : () -> ()
  return
}

// -----

// expected-error@+1 {{'func.func' op gets a function 'main_scratch_size' beside it, but there is one already}}
func.func @main() {
  return
}
// expected-note@+1 {{it is here}}
func.func private @main_scratch_size()

// -----

func.func @attribute() {
  // expected-error@+1 {{attribute 'extrema.scratch' belongs on a memref.alloc or memref.alloca, without a value}}
  %c0 = arith.constant {extrema.scratch} 0 : index
  return
}

// -----

// expected-error@+1 {{attribute 'extrema.scratch_size' belongs on a function, without a value}}
func.func @attribute() attributes {extrema.scratch_size = 4} {
  return
}

// -----

// Elements of an argument tell no size where the function may write them, in
// whatever way.

func.func private @write(memref<1xi64>)
func.func @called_with(%k: memref<1xi64>) {
  %c0 = arith.constant 0 : index
  call @write(%k) : (memref<1xi64>) -> ()
  // expected-note@+1 {{it depends on what is computed here}}
  %n = memref.load %k[%c0] : memref<1xi64>
  %size = arith.index_cast %n : i64 to index
  // expected-error@+1 {{'memref.alloc' op is scratch memory whose size must be known from the arguments of 'called_with' alone}}
  %a = memref.alloc(%size) {extrema.scratch} : memref<?xi8>
  return
}

// -----

// By what was stored before.

func.func private @write(memref<1xmemref<1xi64>>)
func.func @stored(%k: memref<1xi64>, %table: memref<1xmemref<1xi64>>) {
  %c0 = arith.constant 0 : index
  memref.store %k, %table[%c0] : memref<1xmemref<1xi64>>
  call @write(%table) : (memref<1xmemref<1xi64>>) -> ()
  // expected-note@+1 {{it depends on what is computed here}}
  %n = memref.load %k[%c0] : memref<1xi64>
  %size = arith.index_cast %n : i64 to index
  // expected-error@+1 {{'memref.alloc' op is scratch memory whose size must be known from the arguments of 'stored' alone}}
  %a = memref.alloc(%size) {extrema.scratch} : memref<?xi8>
  return
}

// -----

// By its pointer, as a number.

func.func private @write(index)
func.func @pointer(%k: memref<1xi64>) {
  %c0 = arith.constant 0 : index
  %address = memref.extract_aligned_pointer_as_index %k : memref<1xi64> -> index
  call @write(%address) : (index) -> ()
  // expected-note@+1 {{it depends on what is computed here}}
  %n = memref.load %k[%c0] : memref<1xi64>
  %size = arith.index_cast %n : i64 to index
  // expected-error@+1 {{'memref.alloc' op is scratch memory whose size must be known from the arguments of 'pointer' alone}}
  %a = memref.alloc(%size) {extrema.scratch} : memref<?xi8>
  return
}

// -----

// By its descriptor.

func.func @descriptor(%k: memref<1xi64>, %one: i64) {
  %c0 = arith.constant 0 : index
  %struct = builtin.unrealized_conversion_cast %k : memref<1xi64> to !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
  %pointer = llvm.extractvalue %struct[1] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
  llvm.store %one, %pointer : i64, !llvm.ptr
  // expected-note@+1 {{it depends on what is computed here}}
  %n = memref.load %k[%c0] : memref<1xi64>
  %size = arith.index_cast %n : i64 to index
  // expected-error@+1 {{'memref.alloc' op is scratch memory whose size must be known from the arguments of 'descriptor' alone}}
  %a = memref.alloc(%size) {extrema.scratch} : memref<?xi8>
  return
}

// -----

// By way of a choice.

func.func @selected(%k: memref<1xi64>, %other: memref<1xi64>, %condition: i1, %one: i64) {
  %c0 = arith.constant 0 : index
  %either = arith.select %condition, %k, %other : memref<1xi64>
  memref.store %one, %either[%c0] : memref<1xi64>
  // expected-note@+1 {{it depends on what is computed here}}
  %n = memref.load %k[%c0] : memref<1xi64>
  %size = arith.index_cast %n : i64 to index
  // expected-error@+1 {{'memref.alloc' op is scratch memory whose size must be known from the arguments of 'selected' alone}}
  %a = memref.alloc(%size) {extrema.scratch} : memref<?xi8>
  return
}

// -----

// By a reference that comes from memory.

func.func @loaded(%k: memref<1xi64>, %table: memref<1xmemref<1xi64>>, %one: i64) {
  %c0 = arith.constant 0 : index
  %found = memref.load %table[%c0] : memref<1xmemref<1xi64>>
  memref.store %one, %found[%c0] : memref<1xi64>
  // expected-note@+1 {{it depends on what is computed here}}
  %n = memref.load %k[%c0] : memref<1xi64>
  %size = arith.index_cast %n : i64 to index
  // expected-error@+1 {{'memref.alloc' op is scratch memory whose size must be known from the arguments of 'loaded' alone}}
  %a = memref.alloc(%size) {extrema.scratch} : memref<?xi8>
  return
}

// -----

// Scratch memory is someone else's once its block has ended.

func.func @returned() -> memref<4xi8> {
  // expected-error@+1 {{'memref.alloc' op is scratch memory that cannot be a part of an argument: it may be used after the block that it is in has ended}}
  %a = memref.alloc() {extrema.scratch} : memref<4xi8>
  %view = memref.cast %a : memref<4xi8> to memref<?xi8>
  %other = memref.cast %view : memref<?xi8> to memref<4xi8>
  // expected-note@+1 {{this operation hands it on}}
  return %other : memref<4xi8>
}

// -----

func.func @kept(%table: memref<1xmemref<4xi8>>) {
  %c0 = arith.constant 0 : index
  // expected-error@+1 {{'memref.alloc' op is scratch memory that cannot be a part of an argument: it may be used after the block that it is in has ended}}
  %a = memref.alloc() {extrema.scratch} : memref<4xi8>
  // expected-note@+1 {{this operation hands it on}}
  memref.store %a, %table[%c0] : memref<1xmemref<4xi8>>
  return
}

// -----

func.func @reallocated(%use: memref<8xi8>) {
  // expected-error@+1 {{'memref.alloc' op is scratch memory that cannot be a part of an argument: it may be used after the block that it is in has ended}}
  %a = memref.alloc() {extrema.scratch} : memref<4xi8>
  // expected-note@+1 {{this operation hands it on}}
  %larger = memref.realloc %a : memref<4xi8> to memref<8xi8>
  memref.dealloc %larger : memref<8xi8>
  return
}

// -----

// The region may still run when other code has the memory.

func.func @later() {
  // expected-note@+1 {{it is in this operation}}
  %token = async.execute {
    // expected-error@+1 {{'memref.alloca' op is scratch memory that cannot be a part of an argument: what is around it might have it more than once at the same time}}
    %a = memref.alloca() {extrema.scratch} : memref<4xi8>
    "some.use"(%a) : (memref<4xi8>) -> ()
    async.yield
  }
  return
}

// -----

func.func @affine() {
  // expected-note@+1 {{it is in this operation}}
  affine.parallel (%i) = (0) to (8) {
    // expected-error@+1 {{'memref.alloca' op is scratch memory that cannot be a part of an argument: what is around it might have it more than once at the same time}}
    %a = memref.alloca() {extrema.scratch} : memref<4xi8>
    "some.use"(%a) : (memref<4xi8>) -> ()
  }
  return
}
