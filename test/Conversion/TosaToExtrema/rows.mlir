// The rows at which the rules of argmax can be told apart, by extrema.argmax and
// by upstream's lowering to linalg: they are in docs/FromYourLinalg.md.

// RUN: extrema-opt %s --convert-tosa-to-extrema --extrema-to-loops=checks=none %{to-llvm} | %{mlir-runner} | FileCheck %s
// RUN: extrema-opt %s --pass-pipeline='builtin.module(func.func(tosa-to-linalg),extrema-to-loops{checks=none})' \
// RUN:   | extrema-opt %{to-llvm} | %{mlir-runner} | FileCheck %s --check-prefix=LINALG
// RUN: extrema-opt %s --pass-pipeline='builtin.module(func.func(tosa-to-linalg),raise-linalg-to-extrema,extrema-to-loops{checks=none})' \
// RUN:   | extrema-opt %{to-llvm} | %{mlir-runner} | FileCheck %s --check-prefix=LINALG

func.func @main() {
  %x = arith.constant dense<[
    [2.0, 3.0, 3.0],                         // a tie
    [-0.0, 0.0, -1.0],                       // zeros are equal
    [0xFF800000, 0xFF800000, 0xFF800000],    // nothing but -inf
    [0xFF800000, -3.40282347E+38, -3.40282347E+38], // -inf, the lowest number
    [1.0, 0x7FC00000, 2.0],                  // a NaN
    [1.0, 0x7FC00000, 0xFFC00001],           // the first of NaNs
    [0x7FC00000, 0x7FC00000, 0x7FC00000],    // nothing but NaNs
    [0x7FC00000, 0xFF800000, 0xFF800000]     // a NaN, and -inf
  ]> : tensor<8x3xf32>
  %propagate = tosa.argmax %x {axis = 1 : i32} : (tensor<8x3xf32>) -> tensor<8xi32>
  %ignore = tosa.argmax %x {axis = 1 : i32, nan_mode = IGNORE} : (tensor<8x3xf32>) -> tensor<8xi32>
  %c0 = arith.constant 0 : index
  %pad = arith.constant 0 : i32
  %p = vector.transfer_read %propagate[%c0], %pad : tensor<8xi32>, vector<8xi32>
  %i = vector.transfer_read %ignore[%c0], %pad : tensor<8xi32>, vector<8xi32>
  // CHECK:       ( 1, 0, 0, 1, 1, 1, 0, 0 )
  // LINALG:      ( 1, 0, 0, 0, 1, 1, 0, 0 )
  vector.print %p : vector<8xi32>
  // CHECK-NEXT:  ( 1, 0, 0, 1, 2, 0, 0, 1 )
  // LINALG-NEXT: ( 1, 0, 0, 0, 2, 0, 0, 0 )
  vector.print %i : vector<8xi32>
  return
}
