// The three meanings of `nan`, on what torch-mlir writes.

// RUN: extrema-opt %s --raise-linalg-to-extrema --canonicalize | FileCheck %s --check-prefix=EXACT
// RUN: extrema-opt %s --raise-linalg-to-extrema=nan=none --canonicalize | FileCheck %s --check-prefix=NONE
// RUN: extrema-opt %s --raise-linalg-to-extrema=nan=source --canonicalize | FileCheck %s --check-prefix=SOURCE

#in = affine_map<(d0, d1) -> (d0, d1)>
#out = affine_map<(d0, d1) -> (d0)>

// With NaNs, its index and value part. Without, the value may still be a 0.0
// where the element at the index is -0.0: it is reduced on its own, or the
// front-end's meaning is asked for.

// EXACT-LABEL: func.func @max_dim(
// EXACT-NOT:     extrema.

// NONE-LABEL:  func.func @max_dim(
// NONE-SAME:     %[[X:.*]]: tensor<4x8xf32>
// NONE:          %[[V:.*]] = linalg.fill
// NONE:          %[[I:.*]] = extrema.arg_reduce <maximumf> dimension(1) ins(%[[X]] : tensor<4x8xf32>) index_only outs
// NONE-NEXT:     %[[M:.*]] = linalg.generic
// NONE-SAME:       iterator_types = ["parallel", "reduction"]
// NONE-SAME:       ins(%[[X]] : tensor<4x8xf32>) outs(%[[V]] : tensor<4xf32>)
// NONE-NEXT:     ^bb0(%[[E:.*]]: f32, %[[A:.*]]: f32):
// NONE-NEXT:       %[[B:.*]] = arith.maximumf %[[E]], %[[A]] : f32
// NONE-NEXT:       linalg.yield %[[B]] : f32
// NONE:          return %[[M]], %[[I]]

// SOURCE-LABEL: func.func @max_dim(
// SOURCE:         %[[R:.*]]:2 = extrema.arg_reduce <maximumf> dimension(1) ins(%{{.*}} : tensor<4x8xf32>) outs
// SOURCE-NEXT:    return %[[R]]#0, %[[R]]#1
func.func @max_dim(%x: tensor<4x8xf32>) -> (tensor<4xf32>, tensor<4xi64>) {
  %least = arith.constant 0xFF800000 : f32
  %zero = arith.constant 0 : i64
  %ev = tensor.empty() : tensor<4xf32>
  %ei = tensor.empty() : tensor<4xi64>
  %v = linalg.fill ins(%least : f32) outs(%ev : tensor<4xf32>) -> tensor<4xf32>
  %i = linalg.fill ins(%zero : i64) outs(%ei : tensor<4xi64>) -> tensor<4xi64>
  %r:2 = linalg.generic {indexing_maps = [#in, #out, #out], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<4x8xf32>) outs(%v, %i : tensor<4xf32>, tensor<4xi64>) {
  ^bb0(%e: f32, %av: f32, %ai: i64):
    %d = linalg.index 1 : index
    %p = arith.index_cast %d : index to i64
    %m = arith.maximumf %e, %av : f32
    %c = arith.cmpf ogt, %e, %av : f32
    %b = arith.select %c, %p, %ai : i64
    linalg.yield %m, %b : f32, i64
  } -> (tensor<4xf32>, tensor<4xi64>)
  return %r#0, %r#1 : tensor<4xf32>, tensor<4xi64>
}

// Read backwards: the value that is reduced on its own still needs the input that
// says how long its loop is.

// NONE-LABEL:  func.func @backwards(
// NONE:          %[[I:.*]] = extrema.arg_reduce <minimumf> dimension(1) ins(%{{.*}} : tensor<4x6xf32>) index_only outs
// NONE-NEXT:     %[[M:.*]] = linalg.generic
// NONE-SAME:       ins(%{{.*}}, %{{.*}} : tensor<4x6xf32>, tensor<6xi32>)
// NONE:            arith.minimumf
// NONE:          return %[[M]], %[[I]]
func.func @backwards(%x: tensor<4x6xf32>) -> (tensor<4xf32>, tensor<4xi32>) {
  %most = arith.constant dense<0x7F800000> : tensor<4xf32>
  %zero = arith.constant dense<0> : tensor<4xi32>
  %iota = arith.constant dense<[0, 1, 2, 3, 4, 5]> : tensor<6xi32>
  %r:2 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, -d1 + 5)>, affine_map<(d0, d1) -> (d1)>, #out, #out], iterator_types = ["parallel", "reduction"]}
      ins(%x, %iota : tensor<4x6xf32>, tensor<6xi32>) outs(%most, %zero : tensor<4xf32>, tensor<4xi32>) {
  ^bb0(%e: f32, %p: i32, %av: f32, %ai: i32):
    %m = arith.minimumf %e, %av : f32
    %c = arith.cmpf olt, %e, %av : f32
    %b = arith.select %c, %p, %ai : i32
    linalg.yield %m, %b : f32, i32
  } -> (tensor<4xf32>, tensor<4xi32>)
  return %r#0, %r#1 : tensor<4xf32>, tensor<4xi32>
}

// What fits an order with its NaNs keeps it, whatever is vouched for: here, one
// that no NaN wins.

// EXACT-LABEL:  func.func @ignore(
// EXACT:          extrema.arg_reduce <maxnumf> dimension(1) accumulate
// NONE-LABEL:   func.func @ignore(
// NONE:           extrema.arg_reduce <maxnumf> dimension(1) accumulate
// SOURCE-LABEL: func.func @ignore(
// SOURCE:         extrema.arg_reduce <maxnumf> dimension(1) accumulate
func.func @ignore(%x: tensor<4x8xf32>) -> tensor<4xi64> {
  %least = arith.constant 0xFF800000 : f32
  %zero = arith.constant 0 : i64
  %ev = tensor.empty() : tensor<4xf32>
  %ei = tensor.empty() : tensor<4xi64>
  %v = linalg.fill ins(%least : f32) outs(%ev : tensor<4xf32>) -> tensor<4xf32>
  %i = linalg.fill ins(%zero : i64) outs(%ei : tensor<4xi64>) -> tensor<4xi64>
  %r:2 = linalg.generic {indexing_maps = [#in, #out, #out], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<4x8xf32>) outs(%v, %i : tensor<4xf32>, tensor<4xi64>) {
  ^bb0(%e: f32, %av: f32, %ai: i64):
    %d = linalg.index 1 : index
    %p = arith.index_cast %d : index to i64
    %c = arith.cmpf ogt, %e, %av : f32
    %bv = arith.select %c, %e, %av : f32
    %b = arith.select %c, %p, %ai : i64
    linalg.yield %bv, %b : f32, i64
  } -> (tensor<4xf32>, tensor<4xi64>)
  return %r#1 : tensor<4xi64>
}
