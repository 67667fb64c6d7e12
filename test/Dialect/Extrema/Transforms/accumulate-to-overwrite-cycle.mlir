// A graph region may hold a tensor that is made of itself.

// RUN: extrema-opt %s --extrema-accumulate-to-overwrite --allow-unregistered-dialect | FileCheck %s

// CHECK: extrema.arg_reduce <maximumf> dimension(0) accumulate
%a = tensor.cast %b : tensor<f32> to tensor<f32>
%b = tensor.cast %a : tensor<f32> to tensor<f32>
%x = tensor.empty() : tensor<8xf32>
%i = tensor.empty() : tensor<i64>
%r:2 = extrema.arg_reduce <maximumf> dimension(0) accumulate ins(%x : tensor<8xf32>) outs(%a, %i : tensor<f32>, tensor<i64>) -> tensor<f32>, tensor<i64>
"some.use"(%r#1) : (tensor<i64>) -> ()
