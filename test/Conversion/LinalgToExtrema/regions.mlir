// The region is read as an order, however it is spelled.

// RUN: extrema-opt %s --raise-linalg-to-extrema --canonicalize --split-input-file | FileCheck %s

#in = affine_map<(d0, d1) -> (d0, d1)>
#out = affine_map<(d0, d1) -> (d0)>

// Strict: the first of equals, since a row is read from its front. The index is
// wanted alone, and no row is empty, so what was filled is overwritten.
// CHECK-LABEL: func.func @strict_signed(
// CHECK-SAME:    %[[X:.*]]: tensor<4x8xi32>
// CHECK:         %[[EMPTY:.*]] = tensor.empty() : tensor<4xi64>
// CHECK-NEXT:    %[[I:.*]] = extrema.arg_reduce <maxsi> dimension(1) ins(%[[X]] : tensor<4x8xi32>) index_only outs(%[[EMPTY]] : tensor<4xi64>) -> tensor<4xi64>
// CHECK-NEXT:    return %[[I]]
func.func @strict_signed(%x: tensor<4x8xi32>) -> tensor<4xi64> {
  %least = arith.constant -2147483648 : i32
  %zero = arith.constant 0 : i64
  %ev = tensor.empty() : tensor<4xi32>
  %ei = tensor.empty() : tensor<4xi64>
  %v = linalg.fill ins(%least : i32) outs(%ev : tensor<4xi32>) -> tensor<4xi32>
  %i = linalg.fill ins(%zero : i64) outs(%ei : tensor<4xi64>) -> tensor<4xi64>
  %r:2 = linalg.generic {indexing_maps = [#in, #out, #out], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<4x8xi32>) outs(%v, %i : tensor<4xi32>, tensor<4xi64>) {
  ^bb0(%e: i32, %av: i32, %ai: i64):
    %d = linalg.index 1 : index
    %p = arith.index_cast %d : index to i64
    %m = arith.maxsi %e, %av : i32
    %c = arith.cmpi sgt, %e, %av : i32
    %b = arith.select %c, %p, %ai : i64
    linalg.yield %m, %b : i32, i64
  } -> (tensor<4xi32>, tensor<4xi64>)
  return %r#1 : tensor<4xi64>
}

// -----

#in = affine_map<(d0, d1) -> (d0, d1)>
#out = affine_map<(d0, d1) -> (d0)>

// Not strict, from the other side: the last of equals. Index first, both used;
// the type is signless, the predicate is not.
// CHECK-LABEL: func.func @last_unsigned(
// CHECK:         %[[R:.*]]:2 = extrema.arg_reduce <minui> dimension(1) last ins(%{{.*}} : tensor<4x8xi16>) outs(%{{.*}}, %{{.*}} : tensor<4xi16>, tensor<4xi32>)
// CHECK-NEXT:    return %[[R]]#1, %[[R]]#0
func.func @last_unsigned(%x: tensor<4x8xi16>) -> (tensor<4xi32>, tensor<4xi16>) {
  %most = arith.constant -1 : i16
  %zero = arith.constant 0 : i32
  %ev = tensor.empty() : tensor<4xi16>
  %ei = tensor.empty() : tensor<4xi32>
  %v = linalg.fill ins(%most : i16) outs(%ev : tensor<4xi16>) -> tensor<4xi16>
  %i = linalg.fill ins(%zero : i32) outs(%ei : tensor<4xi32>) -> tensor<4xi32>
  %r:2 = linalg.generic {indexing_maps = [#in, #out, #out], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<4x8xi16>) outs(%i, %v : tensor<4xi32>, tensor<4xi16>) {
  ^bb0(%e: i16, %ai: i32, %av: i16):
    %d = linalg.index 1 : index
    %keep = arith.cmpi ult, %av, %e : i16
    %j = arith.index_cast %ai : i32 to index
    %b = arith.select %keep, %j, %d : index
    %bi = arith.index_cast %b : index to i32
    %bv = arith.select %keep, %av, %e : i16
    linalg.yield %bi, %bv : i32, i16
  } -> (tensor<4xi32>, tensor<4xi16>)
  return %r#0, %r#1 : tensor<4xi32>, tensor<4xi16>
}

// -----

#in = affine_map<(d0, d1) -> (d0, d1)>
#out = affine_map<(d0, d1) -> (d0)>

// By negation, by a comparison with the larger of the two, by extended operands.
// CHECK-LABEL: func.func @roundabout(
// CHECK:         extrema.arg_reduce <maxui> dimension(1) ins(%{{.*}} : tensor<4x8xi8>) index_only
func.func @roundabout(%x: tensor<4x8xi8>) -> tensor<4xi64> {
  %zero = arith.constant 0 : i8
  %izero = arith.constant 0 : i64
  %ev = tensor.empty() : tensor<4xi8>
  %ei = tensor.empty() : tensor<4xi64>
  %v = linalg.fill ins(%zero : i8) outs(%ev : tensor<4xi8>) -> tensor<4xi8>
  %i = linalg.fill ins(%izero : i64) outs(%ei : tensor<4xi64>) -> tensor<4xi64>
  %true = arith.constant true
  %r:2 = linalg.generic {indexing_maps = [#in, #out, #out], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<4x8xi8>) outs(%v, %i : tensor<4xi8>, tensor<4xi64>) {
  ^bb0(%e: i8, %av: i8, %ai: i64):
    %d = linalg.index 1 : index
    %p = arith.index_cast %d : index to i64
    %we = arith.extui %e : i8 to i32
    %wa = arith.extui %av : i8 to i32
    %c = arith.cmpi sle, %we, %wa : i32
    %n = arith.xori %c, %true : i1
    %m = arith.maxui %av, %e : i8
    %isold = arith.cmpi eq, %m, %av : i8
    %b = arith.select %isold, %ai, %p : i64
    %bv = arith.select %n, %e, %av : i8
    linalg.yield %bv, %b : i8, i64
  } -> (tensor<4xi8>, tensor<4xi64>)
  return %r#1 : tensor<4xi64>
}

// -----

#in = affine_map<(d0, d1) -> (d0, d1)>
#out = affine_map<(d0, d1) -> (d0)>

// NaNs by two comparisons, ties by the index. The rows may be empty, and then
// the answer is what the destinations held: they are a state.
// CHECK-LABEL: func.func @propagate(
// CHECK:         %[[V:.*]] = linalg.fill
// CHECK:         %[[I:.*]] = linalg.fill
// CHECK:         extrema.arg_reduce <maximumf> dimension(1) accumulate ins(%{{.*}} : tensor<?x?xf32>) outs(%[[V]], %[[I]] : tensor<?xf32>, tensor<?xi64>)
func.func @propagate(%x: tensor<?x?xf32>, %n: index) -> (tensor<?xf32>, tensor<?xi64>) {
  %least = arith.constant 0xFF800000 : f32
  %zero = arith.constant 0 : i64
  %ev = tensor.empty(%n) : tensor<?xf32>
  %ei = tensor.empty(%n) : tensor<?xi64>
  %v = linalg.fill ins(%least : f32) outs(%ev : tensor<?xf32>) -> tensor<?xf32>
  %i = linalg.fill ins(%zero : i64) outs(%ei : tensor<?xi64>) -> tensor<?xi64>
  %r:2 = linalg.generic {indexing_maps = [#in, #out, #out], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<?x?xf32>) outs(%v, %i : tensor<?xf32>, tensor<?xi64>) {
  ^bb0(%e: f32, %av: f32, %ai: i64):
    %d = linalg.index 1 : index
    %p = arith.index_cast %d : index to i64
    %larger = arith.cmpf ogt, %av, %e : f32
    %nan = arith.cmpf une, %av, %av : f32
    %keep = arith.ori %larger, %nan : i1
    %same = arith.cmpf oeq, %av, %e : f32
    %lower = arith.cmpi slt, %ai, %p : i64
    %tie = arith.andi %same, %lower : i1
    %keepi = arith.ori %keep, %tie : i1
    %bv = arith.select %keep, %av, %e : f32
    %bi = arith.select %keepi, %ai, %p : i64
    linalg.yield %bv, %bi : f32, i64
  } -> (tensor<?xf32>, tensor<?xi64>)
  return %r#0, %r#1 : tensor<?xf32>, tensor<?xi64>
}

// -----

#in = affine_map<(d0, d1) -> (d0, d1)>
#out = affine_map<(d0, d1) -> (d0)>

// An initial value that is not the identity counts as the pair that it is: a
// row of numbers below 1.0, and of NaNs, answers (1.0, 0).
// CHECK-LABEL: func.func @clamped_start(
// CHECK:         extrema.arg_reduce <maxnumf> dimension(1) accumulate
func.func @clamped_start(%x: tensor<4x8xf64>) -> (tensor<4xi64>, tensor<4xf64>) {
  %one = arith.constant 1.0 : f64
  %zero = arith.constant 0 : i64
  %ev = tensor.empty() : tensor<4xf64>
  %ei = tensor.empty() : tensor<4xi64>
  %v = linalg.fill ins(%one : f64) outs(%ev : tensor<4xf64>) -> tensor<4xf64>
  %i = linalg.fill ins(%zero : i64) outs(%ei : tensor<4xi64>) -> tensor<4xi64>
  %r:2 = linalg.generic {indexing_maps = [#in, #out, #out], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<4x8xf64>) outs(%i, %v : tensor<4xi64>, tensor<4xf64>) {
  ^bb0(%e: f64, %ai: i64, %av: f64):
    %d = linalg.index 1 : index
    %p = arith.index_cast %d : index to i64
    %c = arith.cmpf ogt, %e, %av : f64
    %bv = arith.select %c, %e, %av : f64
    %bi = arith.select %c, %p, %ai : i64
    linalg.yield %bi, %bv : i64, f64
  } -> (tensor<4xi64>, tensor<4xf64>)
  return %r#0, %r#1 : tensor<4xi64>, tensor<4xf64>
}

// -----

#in = affine_map<(d0, d1) -> (d0, d1)>
#out = affine_map<(d0, d1) -> (d0)>

// A state of any contents: indices are compared, so the order of arrival does
// not matter.
// CHECK-LABEL: func.func @any_state(
// CHECK-SAME:    %[[X:.*]]: tensor<4x8xi8>, %[[V:.*]]: tensor<4xi8>, %[[I:.*]]: tensor<4xindex>
// CHECK-NEXT:    extrema.arg_reduce <minsi> dimension(1) accumulate ins(%[[X]] : tensor<4x8xi8>) outs(%[[V]], %[[I]] : tensor<4xi8>, tensor<4xindex>)
func.func @any_state(%x: tensor<4x8xi8>, %v: tensor<4xi8>, %i: tensor<4xindex>) -> (tensor<4xi8>, tensor<4xindex>) {
  %r:2 = linalg.generic {indexing_maps = [#in, #out, #out], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<4x8xi8>) outs(%v, %i : tensor<4xi8>, tensor<4xindex>) {
  ^bb0(%e: i8, %av: i8, %ai: index):
    %p = linalg.index 1 : index
    %c = arith.cmpi sle, %e, %av : i8
    %same = arith.cmpi eq, %e, %av : i8
    %low = arith.minsi %p, %ai : index
    %one = arith.select %c, %p, %ai : index
    %bi = arith.select %same, %low, %one : index
    %bv = arith.minsi %av, %e : i8
    linalg.yield %bv, %bi : i8, index
  } -> (tensor<4xi8>, tensor<4xindex>)
  return %r#0, %r#1 : tensor<4xi8>, tensor<4xindex>
}

// -----

#in = affine_map<(d0, d1) -> (d0, d1)>
#out = affine_map<(d0, d1) -> (d0)>

// A region that says itself that it sees no NaNs.
// CHECK-LABEL: func.func @fast_math(
// CHECK:         extrema.arg_reduce <maximumf> dimension(1) ins(%{{.*}} : tensor<4x8xf32>) outs(
func.func @fast_math(%x: tensor<4x8xf32>) -> (tensor<4xf32>, tensor<4xi64>) {
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
    %m = arith.maximumf %e, %av fastmath<nnan, nsz> : f32
    %c = arith.cmpf ogt, %e, %av fastmath<nnan> : f32
    %b = arith.select %c, %p, %ai : i64
    linalg.yield %m, %b : f32, i64
  } -> (tensor<4xf32>, tensor<4xi64>)
  return %r#0, %r#1 : tensor<4xf32>, tensor<4xi64>
}

// -----

#in = affine_map<(d0, d1) -> (d0, d1)>
#out = affine_map<(d0, d1) -> (d0)>

// The value alone, of a region that no plain reduction is.
// CHECK-LABEL: func.func @value_only(
// CHECK:         extrema.arg_reduce <maxsi> dimension(1) ins(%{{.*}} : tensor<4x8xi64>) value_only outs(%{{.*}} : tensor<4xi64>)
func.func @value_only(%x: tensor<4x8xi64>) -> tensor<4xi64> {
  %least = arith.constant -9223372036854775808 : i64
  %zero = arith.constant 0 : i64
  %e0 = tensor.empty() : tensor<4xi64>
  %v = linalg.fill ins(%least : i64) outs(%e0 : tensor<4xi64>) -> tensor<4xi64>
  %i = linalg.fill ins(%zero : i64) outs(%e0 : tensor<4xi64>) -> tensor<4xi64>
  %r:2 = linalg.generic {indexing_maps = [#in, #out, #out], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<4x8xi64>) outs(%i, %v : tensor<4xi64>, tensor<4xi64>) {
  ^bb0(%e: i64, %ai: i64, %av: i64):
    %d = linalg.index 1 : index
    %p = arith.index_cast %d : index to i64
    %c = arith.cmpi sgt, %e, %av : i64
    %bv = arith.select %c, %e, %av : i64
    %bi = arith.select %c, %p, %ai : i64
    linalg.yield %bi, %bv : i64, i64
  } -> (tensor<4xi64>, tensor<4xi64>)
  return %r#1 : tensor<4xi64>
}
