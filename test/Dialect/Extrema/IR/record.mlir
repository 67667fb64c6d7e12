// RUN: extrema-opt %s | FileCheck %s
// RUN: extrema-opt %s | extrema-opt | FileCheck %s
// RUN: extrema-opt %s --mlir-print-op-generic | extrema-opt | FileCheck %s
// RUN: extrema-opt %s --emit-bytecode | extrema-opt | FileCheck %s

// The example of the reference.

// CHECK-LABEL: func @reference
func.func @reference(%out_of_range: i1, %k: index, %n: index) {
  // CHECK: extrema.record "extrema.topk: k is {0}, the axis has {1} elements"(%{{.*}}, %{{.*}})
  scf.if %out_of_range {
    extrema.record "extrema.topk: k is {0}, the axis has {1} elements"(%k, %n)
  }
  return
}

// CHECK-LABEL: func @operands
func.func @operands(%a: index) {
  // CHECK-NEXT: extrema.record "nothing to show"{{$}}
  extrema.record "nothing to show"
  // CHECK-NEXT: extrema.record "nothing to show"{{$}}
  extrema.record "nothing to show"()
  // An operand need not be shown, and can be shown twice.
  // CHECK-NEXT: extrema.record "{3}, {3}, {}, {x}, {0"(%{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}) {note = "kept"}
  extrema.record "{3}, {3}, {}, {x}, {0"(%a, %a, %a, %a) {note = "kept"}
  // CHECK-NEXT: extrema.record ""
  extrema.record ""
  return
}
