func.func @two(%x: tensor<4x8xf32>, %y: tensor<100x?xui8>) -> (tensor<4xi64>, tensor<3x?xui8>) {
  %i = extrema.argmax %x axis(1) : tensor<4x8xf32> -> tensor<4xi64>
  %v, %j = extrema.topk %y k(3) axis(0) : tensor<100x?xui8> -> tensor<3x?xui8>, tensor<3x?xi64>
  return %i, %v : tensor<4xi64>, tensor<3x?xui8>
}
