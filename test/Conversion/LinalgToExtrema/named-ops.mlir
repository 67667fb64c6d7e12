// Arg reductions written as linalg.reduce, as Triton's are, and what numbers their
// positions.

// RUN: extrema-opt %s --raise-linalg-to-extrema --split-input-file --verify-diagnostics | FileCheck %s

// Triton's own: values and positions, the lower position among equal values. It
// starts from -1, which no answer but that of a row of NaNs or -inf is: an
// operation with a state.

// CHECK-LABEL: func.func @triton(
// CHECK-SAME:    %[[X:.*]]: tensor<4096xf32>
// CHECK-NOT:     linalg.reduce
// CHECK:         %[[R:.*]]:2 = extrema.arg_reduce <maxnumf> dimension(0) accumulate ins(%[[X]] : tensor<4096xf32>)
// CHECK:         return %[[R]]#1
func.func @triton(%x: tensor<4096xf32>) -> tensor<i32> {
  %lo = arith.constant 0xFF800000 : f32
  %m1 = arith.constant -1 : i32
  %it = tensor.empty() : tensor<4096xi32>
  %iota = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} outs(%it : tensor<4096xi32>) {
  ^bb0(%o: i32):
    %d = linalg.index 0 : index
    %c = arith.index_cast %d : index to i32
    linalg.yield %c : i32
  } -> tensor<4096xi32>
  %e = tensor.empty() : tensor<f32>
  %ei = tensor.empty() : tensor<i32>
  %a = linalg.fill ins(%lo : f32) outs(%e : tensor<f32>) -> tensor<f32>
  %b = linalg.fill ins(%m1 : i32) outs(%ei : tensor<i32>) -> tensor<i32>
  %q:2 = linalg.reduce ins(%x, %iota : tensor<4096xf32>, tensor<4096xi32>) outs(%a, %b : tensor<f32>, tensor<i32>) dimensions = [0]
    (%in: f32, %ii: i32, %acc: f32, %ai: i32) {
      %eq = arith.cmpf oeq, %in, %acc : f32
      %lt = arith.cmpi slt, %ii, %ai : i32
      %tie = arith.andi %eq, %lt : i1
      %gt = arith.cmpf ogt, %in, %acc : f32
      %s = arith.ori %gt, %tie : i1
      %v = arith.select %s, %in, %acc : f32
      %w = arith.select %s, %ii, %ai : i32
      linalg.yield %v, %w : f32, i32
    }
  return %q#1 : tensor<i32>
}

// -----

// Integers, the last of equals, a dimension in the middle, constants to start from;
// the positions are a tensor.generate.

// CHECK-LABEL: func.func @generate(
// CHECK-SAME:    %[[X:.*]]: tensor<2x8x3xi16>
// CHECK-NOT:     linalg.reduce
// CHECK:         %[[R:.*]]:2 = extrema.arg_reduce <minui> dimension(1) last ins(%[[X]] : tensor<2x8x3xi16>) outs(
// CHECK:         return %[[R]]#0, %[[R]]#1
func.func @generate(%x: tensor<2x8x3xi16>) -> (tensor<2x3xi16>, tensor<2x3xi64>) {
  %most = arith.constant dense<-1> : tensor<2x3xi16>
  %zero = arith.constant dense<0> : tensor<2x3xi64>
  %iota = tensor.generate {
  ^bb0(%i: index, %j: index, %k: index):
    %p = arith.index_cast %j : index to i64
    tensor.yield %p : i64
  } : tensor<2x8x3xi64>
  %q:2 = linalg.reduce ins(%x, %iota : tensor<2x8x3xi16>, tensor<2x8x3xi64>) outs(%most, %zero : tensor<2x3xi16>, tensor<2x3xi64>) dimensions = [1]
    (%e: i16, %p: i64, %av: i16, %ai: i64) {
      %keep = arith.cmpi ult, %av, %e : i16
      %v = arith.select %keep, %av, %e : i16
      %i = arith.select %keep, %ai, %p : i64
      linalg.yield %v, %i : i16, i64
    }
  return %q#0, %q#1 : tensor<2x3xi16>, tensor<2x3xi64>
}

// -----

// Positions of one row, given dimensions of one element and then to all rows; the
// fill is a tensor.splat.

// CHECK-LABEL: func.func @expanded(
// CHECK-NOT:     linalg.reduce
// CHECK:         extrema.arg_reduce <maxsi> dimension(1) ins(%{{.*}} : tensor<?x8xi32>) index_only
func.func @expanded(%x: tensor<?x8xi32>, %n: index) -> tensor<?xi32> {
  %c0 = arith.constant 0 : index
  %rows = tensor.dim %x, %c0 : tensor<?x8xi32>
  %least = arith.constant -2147483648 : i32
  %zero = arith.constant 0 : i32
  %v0 = tensor.splat %least[%rows] : tensor<?xi32>
  %i0 = tensor.splat %zero[%rows] : tensor<?xi32>
  %e = tensor.empty() : tensor<8xi32>
  %iota = linalg.map outs(%e : tensor<8xi32>) (%out: i32) {
    %d = linalg.index 0 : index
    %p = arith.index_cast %d : index to i32
    linalg.yield %p : i32
  }
  %row = tensor.expand_shape %iota [[0, 1, 2]] output_shape [1, 8, 1] : tensor<8xi32> into tensor<1x8x1xi32>
  %flat = tensor.collapse_shape %row [[0], [1, 2]] : tensor<1x8x1xi32> into tensor<1x8xi32>
  %row8 = tensor.collapse_shape %flat [[0, 1]] : tensor<1x8xi32> into tensor<8xi32>
  %b = tensor.empty(%rows) : tensor<?x8xi32>
  %all = linalg.broadcast ins(%row8 : tensor<8xi32>) outs(%b : tensor<?x8xi32>) dimensions = [0]
  %q:2 = linalg.reduce ins(%x, %all : tensor<?x8xi32>, tensor<?x8xi32>) outs(%v0, %i0 : tensor<?xi32>, tensor<?xi32>) dimensions = [1]
    (%el: i32, %p: i32, %av: i32, %ai: i32) {
      %take = arith.cmpi sgt, %el, %av : i32
      %v = arith.select %take, %el, %av : i32
      %i = arith.select %take, %p, %ai : i32
      linalg.yield %v, %i : i32, i32
    }
  return %q#1 : tensor<?xi32>
}

// -----

// linalg.index in the region itself.

// CHECK-LABEL: func.func @index_inside(
// CHECK-NOT:     linalg.reduce
// CHECK:         extrema.arg_reduce <minsi> dimension(0) ins(%{{.*}} : tensor<8x4xi8>) index_only
func.func @index_inside(%x: tensor<8x4xi8>) -> tensor<4xi64> {
  %most = arith.constant dense<127> : tensor<4xi8>
  %zero = arith.constant dense<0> : tensor<4xi64>
  %unread = tensor.empty() : tensor<8x4xi64>
  %q:2 = linalg.reduce ins(%x, %unread : tensor<8x4xi8>, tensor<8x4xi64>) outs(%most, %zero : tensor<4xi8>, tensor<4xi64>) dimensions = [0]
    (%e: i8, %u: i64, %av: i8, %ai: i64) {
      %d = linalg.index 0 : index
      %p = arith.index_cast %d : index to i64
      %take = arith.cmpi slt, %e, %av : i8
      %v = arith.select %take, %e, %av : i8
      %i = arith.select %take, %p, %ai : i64
      linalg.yield %v, %i : i8, i64
    }
  return %q#1 : tensor<4xi64>
}

// -----

// The value is computed and reduced on its own where it is not the element.

// CHECK-LABEL: func.func @computed(
// CHECK-NOT:     linalg.reduce
// CHECK:         linalg.generic {{.*}} iterator_types = ["parallel", "parallel"]
// CHECK:         extrema.arg_reduce <maxsi> dimension(1)
func.func @computed(%x: tensor<4x8xi32>) -> tensor<4xi32> {
  %least = arith.constant dense<-2147483648> : tensor<4xi32>
  %zero = arith.constant dense<0> : tensor<4xi32>
  %iota = arith.constant dense<[[0, 1, 2, 3, 4, 5, 6, 7]]> : tensor<1x8xi32>
  %row = tensor.collapse_shape %iota [[0, 1]] : tensor<1x8xi32> into tensor<8xi32>
  %b = tensor.empty() : tensor<4x8xi32>
  %all = linalg.broadcast ins(%row : tensor<8xi32>) outs(%b : tensor<4x8xi32>) dimensions = [0]
  %q:2 = linalg.reduce ins(%x, %all : tensor<4x8xi32>, tensor<4x8xi32>) outs(%least, %zero : tensor<4xi32>, tensor<4xi32>) dimensions = [1]
    (%e: i32, %p: i32, %av: i32, %ai: i32) {
      %twice = arith.addi %e, %e : i32
      %take = arith.cmpi sgt, %twice, %av : i32
      %v = arith.select %take, %twice, %av : i32
      %i = arith.select %take, %p, %ai : i32
      linalg.yield %v, %i : i32, i32
    }
  return %q#1 : tensor<4xi32>
}

// -----

//===----------------------------------------------------------------------===//
// What stays, and why
//===----------------------------------------------------------------------===//

// A plain maximum is nothing like it: no remark.

// CHECK-LABEL: func.func @plain(
// CHECK:         linalg.reduce
func.func @plain(%x: tensor<4x8xf32>, %v0: tensor<4xf32>) -> tensor<4xf32> {
  %m = linalg.reduce { arith.maximumf } ins(%x : tensor<4x8xf32>) outs(%v0 : tensor<4xf32>) dimensions = [1]
  return %m : tensor<4xf32>
}

// -----

// CHECK-LABEL: func.func @two_dimensions(
// CHECK:         linalg.reduce
func.func @two_dimensions(%x: tensor<4x8xi32>, %p: tensor<4x8xi32>, %v0: tensor<i32>, %i0: tensor<i32>) -> tensor<i32> {
  // expected-remark @below {{is not raised to extrema.arg_reduce: it reduces 2 dimensions, not one}}
  %q:2 = linalg.reduce ins(%x, %p : tensor<4x8xi32>, tensor<4x8xi32>) outs(%v0, %i0 : tensor<i32>, tensor<i32>) dimensions = [0, 1]
    (%e: i32, %ei: i32, %av: i32, %ai: i32) {
      %take = arith.cmpi sgt, %e, %av : i32
      %v = arith.select %take, %e, %av : i32
      %i = arith.select %take, %ei, %ai : i32
      linalg.yield %v, %i : i32, i32
    }
  return %q#1 : tensor<i32>
}

// -----

// The indices are any tensor, or number another dimension.

// CHECK-LABEL: func.func @other_positions(
// CHECK-COUNT-2: linalg.reduce
func.func @other_positions(%x: tensor<8x8xi32>, %p: tensor<8x8xi32>, %v0: tensor<8xi32>, %i0: tensor<8xi32>) -> (tensor<8xi32>, tensor<8xi32>) {
  // expected-remark @below {{is not raised to extrema.arg_reduce: its index is not the position along the reduced dimension}}
  %q:2 = linalg.reduce ins(%x, %p : tensor<8x8xi32>, tensor<8x8xi32>) outs(%v0, %i0 : tensor<8xi32>, tensor<8xi32>) dimensions = [1]
    (%e: i32, %ei: i32, %av: i32, %ai: i32) {
      %take = arith.cmpi sgt, %e, %av : i32
      %v = arith.select %take, %e, %av : i32
      %i = arith.select %take, %ei, %ai : i32
      linalg.yield %v, %i : i32, i32
    }
  %rows = tensor.generate {
  ^bb0(%i: index, %j: index):
    %c = arith.index_cast %i : index to i32
    tensor.yield %c : i32
  } : tensor<8x8xi32>
  // expected-remark @below {{is not raised to extrema.arg_reduce: its index is not the position along the reduced dimension}}
  %r:2 = linalg.reduce ins(%x, %rows : tensor<8x8xi32>, tensor<8x8xi32>) outs(%v0, %i0 : tensor<8xi32>, tensor<8xi32>) dimensions = [1]
    (%e: i32, %ei: i32, %av: i32, %ai: i32) {
      %take = arith.cmpi sgt, %e, %av : i32
      %v = arith.select %take, %e, %av : i32
      %i = arith.select %take, %ei, %ai : i32
      linalg.yield %v, %i : i32, i32
    }
  return %q#1, %r#1 : tensor<8xi32>, tensor<8xi32>
}

// -----

// A row of positions that becomes two is no longer one.

// CHECK-LABEL: func.func @expanded_in_two(
// CHECK:         linalg.reduce
func.func @expanded_in_two(%x: tensor<2x4xi32>, %v0: tensor<2xi32>, %i0: tensor<2xi32>) -> tensor<2xi32> {
  %e = tensor.empty() : tensor<8xi32>
  %iota = linalg.map outs(%e : tensor<8xi32>) (%out: i32) {
    %d = linalg.index 0 : index
    %p = arith.index_cast %d : index to i32
    linalg.yield %p : i32
  }
  %rows = tensor.expand_shape %iota [[0, 1]] output_shape [2, 4] : tensor<8xi32> into tensor<2x4xi32>
  // expected-remark @below {{is not raised to extrema.arg_reduce: its index is not the position along the reduced dimension}}
  %q:2 = linalg.reduce ins(%x, %rows : tensor<2x4xi32>, tensor<2x4xi32>) outs(%v0, %i0 : tensor<2xi32>, tensor<2xi32>) dimensions = [1]
    (%el: i32, %p: i32, %av: i32, %ai: i32) {
      %take = arith.cmpi sgt, %el, %av : i32
      %v = arith.select %take, %el, %av : i32
      %i = arith.select %take, %p, %ai : i32
      linalg.yield %v, %i : i32, i32
    }
  return %q#1 : tensor<2xi32>
}

// -----

// CHECK-LABEL: func.func @three_results(
// CHECK:         linalg.reduce
func.func @three_results(%x: tensor<8xi32>, %v0: tensor<i32>) -> tensor<i32> {
  // expected-remark @below {{is not raised to extrema.arg_reduce: it has 3 results, not a value and an index}}
  %q:3 = linalg.reduce ins(%x, %x, %x : tensor<8xi32>, tensor<8xi32>, tensor<8xi32>) outs(%v0, %v0, %v0 : tensor<i32>, tensor<i32>, tensor<i32>) dimensions = [0]
    (%a: i32, %b: i32, %c: i32, %d: i32, %e: i32, %f: i32) {
      linalg.yield %a, %b, %c : i32, i32, i32
    }
  return %q#0 : tensor<i32>
}

// -----

// CHECK-LABEL: func.func @memrefs(
// CHECK:         linalg.reduce
func.func @memrefs(%x: memref<8xi32>, %p: memref<8xi32>, %v: memref<i32>, %i: memref<i32>) {
  // expected-remark @below {{is not raised to extrema.arg_reduce: it is on memrefs: raise before bufferization}}
  linalg.reduce ins(%x, %p : memref<8xi32>, memref<8xi32>) outs(%v, %i : memref<i32>, memref<i32>) dimensions = [0]
    (%e: i32, %ei: i32, %av: i32, %ai: i32) {
      %take = arith.cmpi sgt, %e, %av : i32
      %b = arith.select %take, %e, %av : i32
      %c = arith.select %take, %ei, %ai : i32
      linalg.yield %b, %c : i32, i32
    }
  return
}
