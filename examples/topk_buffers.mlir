// The best of each row, as many as the destinations have room for.
func.func @topk(%scores: memref<?x?xf32>, %values: memref<?x?xf32>,
                %indices: memref<?x?xi64>) {
  extrema.topk_reduce <maximumf> dimension(1) ins(%scores : memref<?x?xf32>)
    outs(%values, %indices : memref<?x?xf32>, memref<?x?xi64>)
  return
}
