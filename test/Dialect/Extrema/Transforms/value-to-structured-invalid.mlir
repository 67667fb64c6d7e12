// RUN: extrema-opt %s -extrema-value-to-structured -split-input-file -verify-diagnostics

func.func @unranked_argmax(%x: tensor<*xf32>) -> tensor<*xi64> {
  // expected-error @below {{'extrema.argmax' op cannot become a structured operation: its input is of unknown rank}}
  %0 = extrema.argmax %x : tensor<*xf32> -> tensor<*xi64>
  return %0 : tensor<*xi64>
}

// -----

func.func @unranked_topk(%x: tensor<*xf32>) -> tensor<*xi64> {
  // expected-error @below {{'extrema.topk' op cannot become a structured operation: its input is of unknown rank}}
  %0:2 = extrema.topk %x k(3) : tensor<*xf32> -> tensor<*xf32>, tensor<*xi64>
  return %0#1 : tensor<*xi64>
}
