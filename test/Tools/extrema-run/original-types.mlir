// Types kept from before signedness was stripped count only where the function
// still is what they say.

// RUN: extrema-run %s random:3:u8 | FileCheck %s --check-prefix=KEPT
// RUN: sed 's/"(tensor<3xui8>)/"(tensor<9x9xui8>)/' %s > %t.shape.mlir
// RUN: extrema-run %t.shape.mlir random:3:i8 | FileCheck %s --check-prefix=CHANGED
// RUN: sed 's/-> (tensor<3xui8>)"/-> (tensor<3x3x3xf64>)"/' %s > %t.type.mlir
// RUN: extrema-run %t.type.mlir random:3:i8 | FileCheck %s --check-prefix=CHANGED
// KEPT: result0: u8[3]
// CHANGED: result0: i8[3]

func.func @main(%x: tensor<3xi8>) -> tensor<3xi8> attributes {extrema.original_type = "(tensor<3xui8>) -> (tensor<3xui8>)"} {
  return %x : tensor<3xi8>
}
