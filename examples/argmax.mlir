func.func @main(%scores: tensor<?x?xf32> {extrema.name = "scores"})
    -> (tensor<?xi64> {extrema.name = "best"}) {
  %best = extrema.argmax %scores axis(1) : tensor<?x?xf32> -> tensor<?xi64>
  return %best : tensor<?xi64>
}
