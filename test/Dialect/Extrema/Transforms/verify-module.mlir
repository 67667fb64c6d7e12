// What a pass has made invalid is an error where nobody else looks. (Upstream's
// canonicalizer takes the results of a loop of one iteration in the order in
// which they are inserted.)

// RUN: not extrema-opt %s --verify-each=false --canonicalize --extrema-verify-module 2>&1 | FileCheck %s
// CHECK: error: type of return operand 0 ('tensor<1x8xi32>') doesn't match function result type ('tensor<1x8xf32>') in function @main
// CHECK: error: a pass has made this of a valid module: the fault is the compiler's

// RUN: extrema-opt %s --extrema-verify-module | FileCheck %s --check-prefix=VALID
// VALID: scf.forall

func.func @main(%x: tensor<1x8xf32>, %y: tensor<1x8xi32>, %o: tensor<1x8xf32>, %p: tensor<1x8xi32>)
    -> (tensor<1x8xf32>, tensor<1x8xi32>) {
  %r:2 = scf.forall (%i) in (1) shared_outs(%a = %o, %b = %p) -> (tensor<1x8xf32>, tensor<1x8xi32>) {
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %y into %b[0, 0] [1, 8] [1, 1] : tensor<1x8xi32> into tensor<1x8xi32>
      tensor.parallel_insert_slice %x into %a[0, 0] [1, 8] [1, 1] : tensor<1x8xf32> into tensor<1x8xf32>
    }
  }
  return %r#0, %r#1 : tensor<1x8xf32>, tensor<1x8xi32>
}
