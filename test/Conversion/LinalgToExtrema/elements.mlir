// What is compared, and where it stands: any input, any dimension, any order of
// dimensions, an expression.

// RUN: extrema-opt %s --raise-linalg-to-extrema --canonicalize --split-input-file | FileCheck %s

// The reduced dimension is the first one; the parallel ones are permuted alike in
// the input and the results.
// CHECK-LABEL: func.func @permuted(
// CHECK-SAME:    %[[X:.*]]: tensor<8x4x?xi32>, %[[V:.*]]: tensor<4x?xi32>, %[[I:.*]]: tensor<4x?xi64>
// CHECK-NEXT:    extrema.arg_reduce <maxsi> dimension(0) accumulate ins(%[[X]] : tensor<8x4x?xi32>) outs(%[[V]], %[[I]] : tensor<4x?xi32>, tensor<4x?xi64>)
func.func @permuted(%x: tensor<8x4x?xi32>, %v: tensor<4x?xi32>, %i: tensor<4x?xi64>) -> tensor<4x?xi64> {
  %r:2 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d1, d2, d0)>, affine_map<(d0, d1, d2) -> (d2, d0)>, affine_map<(d0, d1, d2) -> (d2, d0)>], iterator_types = ["parallel", "reduction", "parallel"]}
      ins(%x : tensor<8x4x?xi32>) outs(%v, %i : tensor<4x?xi32>, tensor<4x?xi64>) {
  ^bb0(%e: i32, %av: i32, %ai: i64):
    %d = linalg.index 1 : index
    %p = arith.index_cast %d : index to i64
    %c = arith.cmpi sgt, %e, %av : i32
    %s = arith.cmpi eq, %e, %av : i32
    %l = arith.cmpi slt, %p, %ai : i64
    %t = arith.andi %s, %l : i1
    %w = arith.ori %c, %t : i1
    %bv = arith.select %w, %e, %av : i32
    %bi = arith.select %w, %p, %ai : i64
    linalg.yield %bv, %bi : i32, i64
  } -> (tensor<4x?xi32>, tensor<4x?xi64>)
  return %r#1 : tensor<4x?xi64>
}

// -----

// Results that stand the other way around are transposed, not the input; a state
// is so before.
// CHECK-LABEL: func.func @transposed(
// CHECK-SAME:    %[[X:.*]]: tensor<4x8x2xi32>, %[[V:.*]]: tensor<2x4xi32>, %[[I:.*]]: tensor<4x2xi64>
// CHECK:         %[[TV:.*]] = linalg.transpose ins(%[[V]] : tensor<2x4xi32>) outs(%{{.*}} : tensor<4x2xi32>) permutation = [1, 0]
// CHECK-NEXT:    %[[R:.*]]:2 = extrema.arg_reduce <maxsi> dimension(1) accumulate ins(%[[X]] : tensor<4x8x2xi32>) outs(%[[TV]], %[[I]] : tensor<4x2xi32>, tensor<4x2xi64>)
// CHECK:         %[[BACK:.*]] = linalg.transpose ins(%[[R]]#0 : tensor<4x2xi32>) outs(%{{.*}} : tensor<2x4xi32>) permutation = [1, 0]
// CHECK-NEXT:    return %[[BACK]], %[[R]]#1
func.func @transposed(%x: tensor<4x8x2xi32>, %v: tensor<2x4xi32>, %i: tensor<4x2xi64>) -> (tensor<2x4xi32>, tensor<4x2xi64>) {
  %r:2 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d2, d0)>, affine_map<(d0, d1, d2) -> (d0, d2)>], iterator_types = ["parallel", "reduction", "parallel"]}
      ins(%x : tensor<4x8x2xi32>) outs(%v, %i : tensor<2x4xi32>, tensor<4x2xi64>) {
  ^bb0(%e: i32, %av: i32, %ai: i64):
    %d = linalg.index 1 : index
    %p = arith.index_cast %d : index to i64
    %c = arith.cmpi sgt, %e, %av : i32
    %s = arith.cmpi eq, %e, %av : i32
    %l = arith.cmpi slt, %p, %ai : i64
    %t = arith.andi %s, %l : i1
    %w = arith.ori %c, %t : i1
    %bv = arith.select %w, %e, %av : i32
    %bi = arith.select %w, %p, %ai : i64
    linalg.yield %bv, %bi : i32, i64
  } -> (tensor<2x4xi32>, tensor<4x2xi64>)
  return %r#0, %r#1 : tensor<2x4xi32>, tensor<4x2xi64>
}

// -----

#in = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>

// An expression of inputs becomes an operation of its own, with what it needs
// and no more.
// CHECK-LABEL: func.func @quotient(
// CHECK-SAME:    %[[X:.*]]: tensor<?x8xf32>, %[[Y:.*]]: tensor<?xf32>, %[[V:.*]]: tensor<?xf32>, %[[I:.*]]: tensor<?xi32>
// CHECK:         %[[E:.*]] = tensor.empty(%{{.*}}) : tensor<?x8xf32>
// CHECK-NEXT:    %[[Q:.*]] = linalg.generic
// CHECK-SAME:      iterator_types = ["parallel", "parallel"]
// CHECK-SAME:      ins(%[[Y]], %[[X]] : tensor<?xf32>, tensor<?x8xf32>) outs(%[[E]] : tensor<?x8xf32>)
// CHECK-NEXT:    ^bb0(%[[B:.*]]: f32, %[[A:.*]]: f32, %{{.*}}: f32):
// CHECK-NEXT:      %[[D:.*]] = arith.divf %[[A]], %[[B]] : f32
// CHECK-NEXT:      linalg.yield %[[D]] : f32
// CHECK:         extrema.arg_reduce <minimumf> dimension(1) ins(%[[Q]] : tensor<?x8xf32>) index_only
func.func @quotient(%x: tensor<?x8xf32>, %y: tensor<?xf32>, %v0: tensor<?xf32>, %i0: tensor<?xi32>) -> tensor<?xi32> {
  %most = arith.constant 0x7F800000 : f32
  %zero = arith.constant 0 : i32
  %v = linalg.fill ins(%most : f32) outs(%v0 : tensor<?xf32>) -> tensor<?xf32>
  %i = linalg.fill ins(%zero : i32) outs(%i0 : tensor<?xi32>) -> tensor<?xi32>
  %r:2 = linalg.generic {indexing_maps = [#row, #in, #row, #row], iterator_types = ["parallel", "reduction"]}
      ins(%y, %x : tensor<?xf32>, tensor<?x8xf32>) outs(%v, %i : tensor<?xf32>, tensor<?xi32>) {
  ^bb0(%b: f32, %a: f32, %av: f32, %ai: i32):
    %d = linalg.index 1 : index
    %p = arith.index_cast %d : index to i32
    %q = arith.divf %a, %b : f32
    %q2 = arith.divf %a, %b : f32
    %l = arith.cmpf olt, %av, %q : f32
    %u = arith.cmpf uno, %av, %av : f32
    %k = arith.ori %l, %u : i1
    %s = arith.cmpf oeq, %q2, %av : f32
    %kt = arith.ori %k, %s : i1
    %bv = arith.select %kt, %av, %q : f32
    %bi = arith.select %kt, %ai, %p : i32
    linalg.yield %bv, %bi : f32, i32
  } -> (tensor<?xf32>, tensor<?xi32>)
  return %r#1 : tensor<?xi32>
}

// -----

#in = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>

// Positions from a tensor: of constants, of linalg.index, read through casts,
// copies and other dimensions' broadcasts.
// CHECK-LABEL: func.func @iota(
// CHECK-NOT:     linalg.generic
// CHECK:         extrema.arg_reduce <maxsi> dimension(1) ins(%{{.*}} : tensor<4x6xi16>) index_only
// CHECK-NOT:     linalg.generic
// CHECK:         extrema.arg_reduce <maxsi> dimension(1) ins(%{{.*}} : tensor<4x6xi16>) index_only
// CHECK-NOT:     linalg.generic
// CHECK:         extrema.arg_reduce <maxsi> dimension(1) ins(%{{.*}} : tensor<4x6xi16>) index_only
func.func @iota(%x: tensor<4x6xi16>, %y: tensor<4x6xi16>, %z: tensor<4x6xi16>) -> (tensor<4xi32>, tensor<4xi32>, tensor<4xi32>) {
  %least = arith.constant dense<-32768> : tensor<4xi16>
  %zero = arith.constant dense<0> : tensor<4xi32>
  %a = arith.constant dense<[[0, 1, 2, 3, 4, 5]]> : tensor<1x6xi32>
  %e = tensor.empty() : tensor<6x4xi8>
  %b = linalg.generic {indexing_maps = [#in], iterator_types = ["parallel", "parallel"]} outs(%e : tensor<6x4xi8>) {
  ^bb0(%o: i8):
    %d = linalg.index 0 : index
    %p = arith.index_cast %d : index to i8
    linalg.yield %p : i8
  } -> tensor<6x4xi8>
  %f = tensor.empty() : tensor<4x6xi32>
  %c = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d1, d0)>, #in], iterator_types = ["parallel", "parallel"]}
      ins(%b : tensor<6x4xi8>) outs(%f : tensor<4x6xi32>) {
  ^bb0(%i: i8, %o: i32):
    %w = arith.extsi %i : i8 to i32
    linalg.yield %w : i32
  } -> tensor<4x6xi32>
  %g = tensor.empty() : tensor<4x6xi32>
  %h = arith.constant dense<[0, 1, 2, 3, 4, 5]> : tensor<6xi32>
  %k = linalg.broadcast ins(%h : tensor<6xi32>) outs(%g : tensor<4x6xi32>) dimensions = [0]
  %r:2 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (0, d1)>, #in, #row, #row], iterator_types = ["parallel", "reduction"]}
      ins(%a, %x : tensor<1x6xi32>, tensor<4x6xi16>) outs(%zero, %least : tensor<4xi32>, tensor<4xi16>) {
  ^bb0(%p: i32, %q: i16, %ai: i32, %av: i16):
    %w = arith.cmpi slt, %av, %q : i16
    %bv = arith.select %w, %q, %av : i16
    %bi = arith.select %w, %p, %ai : i32
    linalg.yield %bi, %bv : i32, i16
  } -> (tensor<4xi32>, tensor<4xi16>)
  %s:2 = linalg.generic {indexing_maps = [#in, #in, #row, #row], iterator_types = ["parallel", "reduction"]}
      ins(%c, %y : tensor<4x6xi32>, tensor<4x6xi16>) outs(%zero, %least : tensor<4xi32>, tensor<4xi16>) {
  ^bb0(%p: i32, %q: i16, %ai: i32, %av: i16):
    %w = arith.cmpi slt, %av, %q : i16
    %bv = arith.select %w, %q, %av : i16
    %bi = arith.select %w, %p, %ai : i32
    linalg.yield %bi, %bv : i32, i16
  } -> (tensor<4xi32>, tensor<4xi16>)
  %t:2 = linalg.generic {indexing_maps = [#in, #in, #row, #row], iterator_types = ["parallel", "reduction"]}
      ins(%k, %z : tensor<4x6xi32>, tensor<4x6xi16>) outs(%zero, %least : tensor<4xi32>, tensor<4xi16>) {
  ^bb0(%p: i32, %q: i16, %ai: i32, %av: i16):
    %w = arith.cmpi slt, %av, %q : i16
    %bv = arith.select %w, %q, %av : i16
    %bi = arith.select %w, %p, %ai : i32
    linalg.yield %bi, %bv : i32, i16
  } -> (tensor<4xi32>, tensor<4xi16>)
  return %r#0, %s#0, %t#0 : tensor<4xi32>, tensor<4xi32>, tensor<4xi32>
}

// -----

#in = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>

// An input that is read backwards is copied; the index is the position there.
// CHECK-LABEL: func.func @backwards(
// CHECK:         %[[COPY:.*]] = linalg.generic
// CHECK-SAME:      iterator_types = ["parallel", "parallel"]
// CHECK:         extrema.arg_reduce <maxsi> dimension(1) ins(%[[COPY]] : tensor<4x6xi16>) index_only
func.func @backwards(%x: tensor<4x6xi16>) -> tensor<4xi32> {
  %least = arith.constant dense<-32768> : tensor<4xi16>
  %zero = arith.constant dense<0> : tensor<4xi32>
  %iota = arith.constant dense<[0, 1, 2, 3, 4, 5]> : tensor<6xi32>
  %r:2 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0, -d1 + 5)>, #row, #row], iterator_types = ["parallel", "reduction"]}
      ins(%iota, %x : tensor<6xi32>, tensor<4x6xi16>) outs(%zero, %least : tensor<4xi32>, tensor<4xi16>) {
  ^bb0(%p: i32, %q: i16, %ai: i32, %av: i16):
    %w = arith.cmpi slt, %av, %q : i16
    %bv = arith.select %w, %q, %av : i16
    %bi = arith.select %w, %p, %ai : i32
    linalg.yield %bi, %bv : i32, i16
  } -> (tensor<4xi32>, tensor<4xi16>)
  return %r#0 : tensor<4xi32>
}

// -----

#in = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>

// Truth values become i8 and back.
// CHECK-LABEL: func.func @truth(
// CHECK:         %[[WIDE:.*]] = linalg.generic
// CHECK:           arith.extui %{{.*}} : i1 to i8
// CHECK:         %[[R:.*]]:2 = extrema.arg_reduce <maxui> dimension(1) ins(%[[WIDE]] : tensor<4x6xi8>) outs(%{{.*}}, %{{.*}} : tensor<4xi8>, tensor<4xi64>)
// CHECK:         %[[BACK:.*]] = linalg.generic
// CHECK-SAME:      ins(%[[R]]#0 : tensor<4xi8>)
// CHECK:           arith.trunci %{{.*}} : i8 to i1
// CHECK:         return %[[BACK]], %[[R]]#1
func.func @truth(%x: tensor<4x6xi1>) -> (tensor<4xi1>, tensor<4xi64>) {
  %false = arith.constant dense<false> : tensor<4xi1>
  %zero = arith.constant dense<0> : tensor<4xi64>
  %r:2 = linalg.generic {indexing_maps = [#in, #row, #row], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<4x6xi1>) outs(%false, %zero : tensor<4xi1>, tensor<4xi64>) {
  ^bb0(%q: i1, %av: i1, %ai: i64):
    %d = linalg.index 1 : index
    %p = arith.index_cast %d : index to i64
    %m = arith.maxui %av, %q : i1
    %w = arith.cmpi ugt, %q, %av : i1
    %bi = arith.select %w, %p, %ai : i64
    linalg.yield %m, %bi : i1, i64
  } -> (tensor<4xi1>, tensor<4xi64>)
  return %r#0, %r#1 : tensor<4xi1>, tensor<4xi64>
}
