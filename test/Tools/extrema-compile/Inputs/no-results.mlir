func.func @main(%x: tensor<?xf32>) {
  %i = extrema.argmax %x axis(0) : tensor<?xf32> -> tensor<i64>
  return
}
