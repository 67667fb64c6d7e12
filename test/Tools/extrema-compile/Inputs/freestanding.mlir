func.func @check(%x: tensor<?xf16>) {
  %i = extrema.argmax %x axis(0) : tensor<?xf16> -> tensor<i64>
  return
}
func.func @top_f32(%x: tensor<?xf32>) -> (tensor<3xf32>, tensor<3xi64>) {
  %v, %i = extrema.topk %x k(3) axis(0) : tensor<?xf32> -> tensor<3xf32>, tensor<3xi64>
  return %v, %i : tensor<3xf32>, tensor<3xi64>
}
func.func @top_f16(%x: tensor<?xf16>) -> (tensor<3xf16>, tensor<3xi64>) {
  %v, %i = extrema.topk %x k(3) axis(0) smallest : tensor<?xf16> -> tensor<3xf16>, tensor<3xi64>
  return %v, %i : tensor<3xf16>, tensor<3xi64>
}
