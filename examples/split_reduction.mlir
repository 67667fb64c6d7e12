// The best of a long row, its parts reduced in parallel: see docs/Tiling.md.

func.func @main(%scores: tensor<1000000xf32>) -> tensor<i64> {
  %empty = tensor.empty() : tensor<i64>
  %best = extrema.arg_reduce <maximumf> dimension(0)
            ins(%scores : tensor<1000000xf32>)
            index_only outs(%empty : tensor<i64>) -> tensor<i64>
  return %best : tensor<i64>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %reduction = transform.structured.match ops{["extrema.arg_reduce"]} in %root
        : (!transform.any_op) -> !transform.any_op
    %values, %indices, %part, %merge, %loop =
        transform.structured.tile_reduction_using_forall %reduction
        by num_threads = [8]
        : (!transform.any_op) -> (!transform.any_op, !transform.any_op,
                                  !transform.any_op, !transform.any_op,
                                  !transform.any_op)
    transform.yield
  }
}
