// RUN: extrema-opt %s --extrema-scratch-to-argument=check=assert | FileCheck %s --check-prefixes=CHECK,ASSERT
// RUN: extrema-opt %s --extrema-scratch-to-argument=check=record | FileCheck %s --check-prefixes=CHECK,RECORD
// RUN: extrema-opt %s --extrema-scratch-to-argument=check=record --extrema-lower-record | FileCheck %s --check-prefix=LOWERED

func.func @main(%n: index) -> index {
  %a = memref.alloc(%n) {extrema.scratch} : memref<?xi8>
  memref.dealloc %a : memref<?xi8>
  return %n : index
}

// CHECK-LABEL: func.func @main(
// CHECK-SAME:    %[[N:[a-z0-9]+]]: index, %[[SCRATCH:[a-z0-9]+]]: memref<?xi8>)
// CHECK:         %[[NEEDED:.*]] = call @main_scratch_size(%[[N]]) : (index) -> index
// CHECK:         %[[GIVEN:.*]] = memref.dim %[[SCRATCH]], %{{.*}} : memref<?xi8>
// CHECK:         %[[ADDRESS:.*]] = memref.extract_aligned_pointer_as_index %[[SCRATCH]]
// CHECK:         %[[REST:.*]] = arith.andi %[[ADDRESS]], %c63
// CHECK-DAG:     %[[FITS:.*]] = arith.cmpi ule, %[[NEEDED]], %[[GIVEN]]
// CHECK-DAG:     %[[ALIGNED:.*]] = arith.cmpi eq, %[[REST]], %c0
// CHECK:         %[[FIT:.*]] = arith.andi %[[FITS]], %[[ALIGNED]]

// ASSERT:        cf.assert %[[FIT]], "the scratch memory of 'main' must be as large as 'main_scratch_size' says, and be aligned to 64 bytes"
// ASSERT:        memref.view %[[SCRATCH]]

// RECORD:        %[[MEMORY:.*]] = scf.if %[[FIT]] -> (memref<?xi8>) {
// RECORD:          scf.yield %[[SCRATCH]]
// RECORD:        } else {
// RECORD:          extrema.record "the scratch memory must have {0} bytes and be aligned to 64: it has {1} bytes and its address leaves a rest of {2}"(%[[NEEDED]], %[[GIVEN]], %[[REST]])
// RECORD:          %[[OWN:.*]] = memref.alloc(%[[NEEDED]]) {alignment = 64 : i64} : memref<?xi8>
// RECORD:          scf.yield %[[OWN]]
// RECORD:        }
// RECORD:        memref.view %[[MEMORY]]
// RECORD:        scf.if %[[FIT]] {
// RECORD-NEXT:   } else {
// RECORD-NEXT:     memref.dealloc %[[MEMORY]]
// RECORD-NEXT:   }
// RECORD-NEXT:   return %[[N]]

// The size is known without a context and cannot fail.

// LOWERED: func.func @main(%{{.*}}: index, %{{.*}}: memref<?xi8>, %{{.*}}: !llvm.ptr) -> (index, i32) attributes {llvm.emit_c_interface, llvm.linkage = #llvm.linkage<internal>}
// LOWERED: func.func @main_scratch_size(%{{.*}}: index) -> index attributes {extrema.scratch_size, llvm.emit_c_interface, llvm.linkage = #llvm.linkage<internal>}
