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
