// The five largest magnitudes of each row, found tile by tile: 300 elements of a row
// are made when they are looked at. docs/Tiling.md shows what comes of it.

func.func @main(%x: tensor<37x1000xf32>, %values: tensor<37x5xf32>, %indices: tensor<37x5xi64>)
    -> (tensor<37x5xf32>, tensor<37x5xi64>) {
  %empty = tensor.empty() : tensor<37x1000xf32>
  %magnitudes = linalg.abs ins(%x : tensor<37x1000xf32>) outs(%empty : tensor<37x1000xf32>)
                  -> tensor<37x1000xf32>
  %v, %i = extrema.topk_reduce <maximumf> dimension(1) ins(%magnitudes : tensor<37x1000xf32>)
             outs(%values, %indices : tensor<37x5xf32>, tensor<37x5xi64>)
             -> tensor<37x5xf32>, tensor<37x5xi64>
  return %v, %i : tensor<37x5xf32>, tensor<37x5xi64>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%module: !transform.any_op {transform.readonly}) {
    %topk = transform.structured.match ops{["extrema.topk_reduce"]} in %module
      : (!transform.any_op) -> !transform.any_op
    %tiled, %loop = transform.structured.fuse %topk tile_sizes [0, 300]
      : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}
