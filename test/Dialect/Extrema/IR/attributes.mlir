// The attributes that the dialect gives to functions of other dialects.

// RUN: extrema-opt %s | extrema-opt | FileCheck %s

// CHECK: func.func @main(%{{.*}}: tensor<4xf32> {extrema.name = "scores"}) -> (tensor<4xf32> {extrema.name = "best"})
func.func @main(%x: tensor<4xf32> {extrema.name = "scores"})
    -> (tensor<4xf32> {extrema.name = "best"}) {
  return %x : tensor<4xf32>
}

// CHECK: func.func private @original(tensor<4xi8>) -> tensor<4xi64> attributes {extrema.original_type = "(tensor<4xui8>) -> tensor<4xi64>"}
func.func private @original(tensor<4xi8>) -> tensor<4xi64>
  attributes {extrema.original_type = "(tensor<4xui8>) -> tensor<4xi64>"}
