func.func @main(%x: tensor<?xf32> {extrema.name = "x"}, %y: tensor<3xi32> {extrema.name = "y"})
    -> (tensor<?xf32> {extrema.name = "x"}, tensor<3xi32>) {
  return %x, %y : tensor<?xf32>, tensor<3xi32>
}
