// RUN: extrema-opt %s --extrema-to-llvm=checks=record | FileCheck %s
// RUN: extrema-opt %s --extrema-to-llvm=checks=record | extrema-translate --mlir-to-llvmir | FileCheck %s --check-prefix=LLVM

// CHECK-NOT: func.func
// CHECK-NOT: memref
// CHECK: llvm.func internal @main(
// CHECK: llvm.func @_mlir_ciface_main(

// LLVM: define void @_mlir_ciface_main(ptr %{{[0-9]+}}, ptr %{{[0-9]+}}, ptr %{{[0-9]+}}, ptr %{{[0-9]+}})
func.func @main(%x: tensor<?x8xf16> {extrema.name = "scores"}, %k: tensor<1xi64> {extrema.name = "K"})
    -> (tensor<?x?xf16> {extrema.name = "values"}, tensor<?x?xi64> {extrema.name = "indices"}) {
  %c0 = arith.constant 0 : index
  %n = tensor.extract %k[%c0] : tensor<1xi64>
  %0:2 = extrema.topk %x k(%n : i64) : tensor<?x8xf16> -> tensor<?x?xf16>, tensor<?x?xi64>
  return %0#0, %0#1 : tensor<?x?xf16>, tensor<?x?xi64>
}
