// torch.argmax(scores, 1) over 32 rows of 128,256 scores, as torch-mlir writes it: there
// is no operation for it in upstream's dialects.

#row = affine_map<(d0, d1) -> (d0, d1)>
#best = affine_map<(d0, d1) -> (d0)>

func.func @main(%scores: tensor<32x128256xf32>) -> tensor<32xi64> {
  %least = arith.constant 0xFF800000 : f32
  %zero = arith.constant 0 : i64
  %0 = tensor.empty() : tensor<32xf32>
  %values = linalg.fill ins(%least : f32) outs(%0 : tensor<32xf32>) -> tensor<32xf32>
  %1 = tensor.empty() : tensor<32xi64>
  %indices = linalg.fill ins(%zero : i64) outs(%1 : tensor<32xi64>) -> tensor<32xi64>
  %best:2 = linalg.generic {
      indexing_maps = [#row, #best, #best], iterator_types = ["parallel", "reduction"]}
      ins(%scores : tensor<32x128256xf32>)
      outs(%values, %indices : tensor<32xf32>, tensor<32xi64>) {
  ^bb0(%score: f32, %value: f32, %index: i64):
    %d = linalg.index 1 : index
    %position = arith.index_cast %d : index to i64
    %larger = arith.maximumf %score, %value : f32
    %wins = arith.cmpf ogt, %score, %value : f32
    %new_index = arith.select %wins, %position, %index : i64
    linalg.yield %larger, %new_index : f32, i64
  } -> (tensor<32xf32>, tensor<32xi64>)
  return %best#1 : tensor<32xi64>
}
