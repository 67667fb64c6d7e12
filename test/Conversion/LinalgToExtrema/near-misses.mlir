// What is nearly an arg reduction stays as it is, and a remark says why.

// RUN: extrema-opt %s --raise-linalg-to-extrema --verify-diagnostics --split-input-file | FileCheck %s
// CHECK-NOT: extrema.

// Wrong NaN: a NaN takes its place, and the next element takes it from the NaN.
#in = affine_map<(d0, d1) -> (d0, d1)>
#out = affine_map<(d0, d1) -> (d0)>
func.func @nan_is_forgotten(%x: tensor<4x8xf32>) -> (tensor<4xf32>, tensor<4xi64>) {
  %cv = arith.constant 0xFF800000 : f32
  %ci = arith.constant 0 : i64
  %ev = tensor.empty() : tensor<4xf32>
  %ei = tensor.empty() : tensor<4xi64>
  %v = linalg.fill ins(%cv : f32) outs(%ev : tensor<4xf32>) -> tensor<4xf32>
  %i = linalg.fill ins(%ci : i64) outs(%ei : tensor<4xi64>) -> tensor<4xi64>
  // expected-remark @below {{where the element is a number and the accumulator a NaN, it keeps the element's value and the element's index, but <maximumf>, the first of equals, keeps the accumulator (only NaNs tell the two apart: see the option 'nan')}}
  %r:2 = linalg.generic {indexing_maps = [#in, #out, #out], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<4x8xf32>) outs(%v, %i : tensor<4xf32>, tensor<4xi64>) {
  ^bb0(%e: f32, %av: f32, %ai: i64):
    %d = linalg.index 1 : index
    %p = arith.index_cast %d : index to i64
    %c = arith.cmpf ugt, %e, %av : f32
    %bv = arith.select %c, %e, %av : f32
    %bi = arith.select %c, %p, %ai : i64
    linalg.yield %bv, %bi : f32, i64
  } -> (tensor<4xf32>, tensor<4xi64>)
  return %r#0, %r#1 : tensor<4xf32>, tensor<4xi64>
}

// -----

// Wrong NaN: torch-mlir's argmax. The value becomes a NaN, the index stays.
#in = affine_map<(d0, d1) -> (d0, d1)>
#out = affine_map<(d0, d1) -> (d0)>
func.func @nan_without_its_index(%x: tensor<4x8xf32>) -> (tensor<4xf32>, tensor<4xi64>) {
  %cv = arith.constant 0xFF800000 : f32
  %ci = arith.constant 0 : i64
  %ev = tensor.empty() : tensor<4xf32>
  %ei = tensor.empty() : tensor<4xi64>
  %v = linalg.fill ins(%cv : f32) outs(%ev : tensor<4xf32>) -> tensor<4xf32>
  %i = linalg.fill ins(%ci : i64) outs(%ei : tensor<4xi64>) -> tensor<4xi64>
  // expected-remark @below {{where the element is a NaN and the accumulator a number, it keeps the element's value and the accumulator's index, but <maximumf>, the first of equals, keeps the element (only NaNs tell the two apart: see the option 'nan')}}
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

// -----

// Wrong tie: the lower index wins, but where it is lower than 3.
#in = affine_map<(d0, d1) -> (d0, d1)>
#out = affine_map<(d0, d1) -> (d0)>
func.func @tie_by_constant(%x: tensor<4x8xi32>) -> (tensor<4xi32>, tensor<4xi64>) {
  %cv = arith.constant -2147483648 : i32
  %ci = arith.constant 0 : i64
  %ev = tensor.empty() : tensor<4xi32>
  %ei = tensor.empty() : tensor<4xi64>
  %v = linalg.fill ins(%cv : i32) outs(%ev : tensor<4xi32>) -> tensor<4xi32>
  %i = linalg.fill ins(%ci : i64) outs(%ei : tensor<4xi64>) -> tensor<4xi64>
  // expected-remark @below {{its 'arith.cmpi' does not follow from how the element and the accumulator, and their indices, compare}}
  %r:2 = linalg.generic {indexing_maps = [#in, #out, #out], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<4x8xi32>) outs(%v, %i : tensor<4xi32>, tensor<4xi64>) {
  ^bb0(%e: i32, %av: i32, %ai: i64):
    %d = linalg.index 1 : index
    %p = arith.index_cast %d : index to i64
    %three = arith.constant 3 : i64
    %c = arith.cmpi sgt, %e, %av : i32
    %s = arith.cmpi eq, %e, %av : i32
    %low = arith.cmpi slt, %p, %three : i64
    %t = arith.andi %s, %low : i1
    %w = arith.ori %c, %t : i1
    %bv = arith.select %w, %e, %av : i32
    %bi = arith.select %w, %p, %ai : i64
    linalg.yield %bv, %bi : i32, i64
  } -> (tensor<4xi32>, tensor<4xi64>)
  return %r#0, %r#1 : tensor<4xi32>, tensor<4xi64>
}

// -----

// Wrong tie: the greater index of equal ones, the lower one of unequal ones.
#in = affine_map<(d0, d1) -> (d0, d1)>
#out = affine_map<(d0, d1) -> (d0)>
func.func @index_reversed_where_greater(%x: tensor<4x8xi32>) -> (tensor<4xi32>, tensor<4xi64>) {
  %cv = arith.constant -2147483648 : i32
  %ci = arith.constant 0 : i64
  %ev = tensor.empty() : tensor<4xi32>
  %ei = tensor.empty() : tensor<4xi64>
  %v = linalg.fill ins(%cv : i32) outs(%ev : tensor<4xi32>) -> tensor<4xi32>
  %i = linalg.fill ins(%ci : i64) outs(%ei : tensor<4xi64>) -> tensor<4xi64>
  // expected-remark @below {{where the element is greater than the accumulator, it keeps the element's value and the accumulator's index, but <maxsi>, the last of equals, keeps the element}}
  %r:2 = linalg.generic {indexing_maps = [#in, #out, #out], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<4x8xi32>) outs(%v, %i : tensor<4xi32>, tensor<4xi64>) {
  ^bb0(%e: i32, %av: i32, %ai: i64):
    %d = linalg.index 1 : index
    %p = arith.index_cast %d : index to i64
    %c = arith.cmpi sgt, %e, %av : i32
    %s = arith.cmpi eq, %e, %av : i32
    %bv = arith.select %c, %e, %av : i32
    %bi = arith.select %s, %p, %ai : i64
    linalg.yield %bv, %bi : i32, i64
  } -> (tensor<4xi32>, tensor<4xi64>)
  return %r#0, %r#1 : tensor<4xi32>, tensor<4xi64>
}

// -----

// Wrong init: the initial pair wins a tie against index 0, which is lower.
#in = affine_map<(d0, d1) -> (d0, d1)>
#out = affine_map<(d0, d1) -> (d0)>
func.func @initial_index(%x: tensor<4x8xi32>) -> (tensor<4xi32>, tensor<4xi64>) {
  %cv = arith.constant -5 : i32
  %ci = arith.constant 3 : i64
  %ev = tensor.empty() : tensor<4xi32>
  %ei = tensor.empty() : tensor<4xi64>
  %v = linalg.fill ins(%cv : i32) outs(%ev : tensor<4xi32>) -> tensor<4xi32>
  %i = linalg.fill ins(%ci : i64) outs(%ei : tensor<4xi64>) -> tensor<4xi64>
  // expected-remark @below {{where the element equals the initial value, at an index lower than the initial one, it keeps the accumulator's value and the accumulator's index, but <maxsi>, the first of equals, keeps the element}}
  %r:2 = linalg.generic {indexing_maps = [#in, #out, #out], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<4x8xi32>) outs(%v, %i : tensor<4xi32>, tensor<4xi64>) {
  ^bb0(%e: i32, %av: i32, %ai: i64):
    %d = linalg.index 1 : index
    %p = arith.index_cast %d : index to i64
    %c = arith.cmpi sgt, %e, %av : i32
    %bv = arith.select %c, %e, %av : i32
    %bi = arith.select %c, %p, %ai : i64
    linalg.yield %bv, %bi : i32, i64
  } -> (tensor<4xi32>, tensor<4xi64>)
  return %r#0, %r#1 : tensor<4xi32>, tensor<4xi64>
}

// -----

// Wrong init: against the initial NaN no element ever wins.
#in = affine_map<(d0, d1) -> (d0, d1)>
#out = affine_map<(d0, d1) -> (d0)>
func.func @initial_nan(%x: tensor<4x8xf32>) -> (tensor<4xf32>, tensor<4xi64>) {
  %cv = arith.constant 0x7FC00000 : f32
  %ci = arith.constant 0 : i64
  %ev = tensor.empty() : tensor<4xf32>
  %ei = tensor.empty() : tensor<4xi64>
  %v = linalg.fill ins(%cv : f32) outs(%ev : tensor<4xf32>) -> tensor<4xf32>
  %i = linalg.fill ins(%ci : i64) outs(%ei : tensor<4xi64>) -> tensor<4xi64>
  // expected-remark @below {{where the element is a NaN and the accumulator a number, it keeps the accumulator's value and the accumulator's index, but <maximumf>, the first of equals, keeps the element}}
  %r:2 = linalg.generic {indexing_maps = [#in, #out, #out], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<4x8xf32>) outs(%v, %i : tensor<4xf32>, tensor<4xi64>) {
  ^bb0(%e: f32, %av: f32, %ai: i64):
    %d = linalg.index 1 : index
    %p = arith.index_cast %d : index to i64
    %c = arith.cmpf ogt, %e, %av : f32
    %bv = arith.select %c, %e, %av : f32
    %bi = arith.select %c, %p, %ai : i64
    linalg.yield %bv, %bi : f32, i64
  } -> (tensor<4xf32>, tensor<4xi64>)
  return %r#0, %r#1 : tensor<4xf32>, tensor<4xi64>
}

// -----

// Compares as signed, and keeps the larger as unsigned.
#in = affine_map<(d0, d1) -> (d0, d1)>
#out = affine_map<(d0, d1) -> (d0)>
func.func @two_signednesses(%x: tensor<4x8xi8>) -> (tensor<4xi8>, tensor<4xi64>) {
  %cv = arith.constant -128 : i8
  %ci = arith.constant 0 : i64
  %ev = tensor.empty() : tensor<4xi8>
  %ei = tensor.empty() : tensor<4xi64>
  %v = linalg.fill ins(%cv : i8) outs(%ev : tensor<4xi8>) -> tensor<4xi8>
  %i = linalg.fill ins(%ci : i64) outs(%ei : tensor<4xi64>) -> tensor<4xi64>
  // expected-remark @below {{its 'arith.maxui' does not follow from how the element and the accumulator, and their indices, compare}}
  %r:2 = linalg.generic {indexing_maps = [#in, #out, #out], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<4x8xi8>) outs(%v, %i : tensor<4xi8>, tensor<4xi64>) {
  ^bb0(%e: i8, %av: i8, %ai: i64):
    %d = linalg.index 1 : index
    %p = arith.index_cast %d : index to i64
    %c = arith.cmpi sgt, %e, %av : i8
    %bv = arith.maxui %e, %av : i8
    %bi = arith.select %c, %p, %ai : i64
    linalg.yield %bv, %bi : i8, i64
  } -> (tensor<4xi8>, tensor<4xi64>)
  return %r#0, %r#1 : tensor<4xi8>, tensor<4xi64>
}

// -----

// Reversed index.
#in = affine_map<(d0, d1) -> (d0, d1)>
#out = affine_map<(d0, d1) -> (d0)>
func.func @reversed_index(%x: tensor<4x8xi32>) -> (tensor<4xi32>, tensor<4xi64>) {
  %cv = arith.constant -2147483648 : i32
  %ci = arith.constant 0 : i64
  %ev = tensor.empty() : tensor<4xi32>
  %ei = tensor.empty() : tensor<4xi64>
  %v = linalg.fill ins(%cv : i32) outs(%ev : tensor<4xi32>) -> tensor<4xi32>
  %i = linalg.fill ins(%ci : i64) outs(%ei : tensor<4xi64>) -> tensor<4xi64>
  // expected-remark @below {{its index is not the position along the reduced dimension}}
  %r:2 = linalg.generic {indexing_maps = [#in, #out, #out], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<4x8xi32>) outs(%v, %i : tensor<4xi32>, tensor<4xi64>) {
  ^bb0(%e: i32, %av: i32, %ai: i64):
    %d = linalg.index 1 : index
    %seven = arith.constant 7 : index
    %rev = arith.subi %seven, %d : index
    %p = arith.index_cast %rev : index to i64
    %c = arith.cmpi sgt, %e, %av : i32
    %bv = arith.select %c, %e, %av : i32
    %bi = arith.select %c, %p, %ai : i64
    linalg.yield %bv, %bi : i32, i64
  } -> (tensor<4xi32>, tensor<4xi64>)
  return %r#0, %r#1 : tensor<4xi32>, tensor<4xi64>
}

// -----

// The position along another dimension.
#in = affine_map<(d0, d1) -> (d0, d1)>
#out = affine_map<(d0, d1) -> (d0)>
func.func @other_dimension(%x: tensor<4x8xi32>) -> (tensor<4xi32>, tensor<4xi64>) {
  %cv = arith.constant -2147483648 : i32
  %ci = arith.constant 0 : i64
  %ev = tensor.empty() : tensor<4xi32>
  %ei = tensor.empty() : tensor<4xi64>
  %v = linalg.fill ins(%cv : i32) outs(%ev : tensor<4xi32>) -> tensor<4xi32>
  %i = linalg.fill ins(%ci : i64) outs(%ei : tensor<4xi64>) -> tensor<4xi64>
  // expected-remark @below {{its index is not the position along the reduced dimension}}
  %r:2 = linalg.generic {indexing_maps = [#in, #out, #out], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<4x8xi32>) outs(%v, %i : tensor<4xi32>, tensor<4xi64>) {
  ^bb0(%e: i32, %av: i32, %ai: i64):
    %d = linalg.index 1 : index
    %o = linalg.index 0 : index
    %p = arith.index_cast %o : index to i64
    %c = arith.cmpi sgt, %e, %av : i32
    %bv = arith.select %c, %e, %av : i32
    %bi = arith.select %c, %p, %ai : i64
    linalg.yield %bv, %bi : i32, i64
  } -> (tensor<4xi32>, tensor<4xi64>)
  return %r#0, %r#1 : tensor<4xi32>, tensor<4xi64>
}

// -----

// Index used twice: the index is the position times itself.
#in = affine_map<(d0, d1) -> (d0, d1)>
#out = affine_map<(d0, d1) -> (d0)>
func.func @square_index(%x: tensor<4x8xi32>) -> (tensor<4xi32>, tensor<4xi64>) {
  %cv = arith.constant -2147483648 : i32
  %ci = arith.constant 0 : i64
  %ev = tensor.empty() : tensor<4xi32>
  %ei = tensor.empty() : tensor<4xi64>
  %v = linalg.fill ins(%cv : i32) outs(%ev : tensor<4xi32>) -> tensor<4xi32>
  %i = linalg.fill ins(%ci : i64) outs(%ei : tensor<4xi64>) -> tensor<4xi64>
  // expected-remark @below {{its index is not the position along the reduced dimension}}
  %r:2 = linalg.generic {indexing_maps = [#in, #out, #out], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<4x8xi32>) outs(%v, %i : tensor<4xi32>, tensor<4xi64>) {
  ^bb0(%e: i32, %av: i32, %ai: i64):
    %d = linalg.index 1 : index
    %q = arith.index_cast %d : index to i64
    %p = arith.muli %q, %q : i64
    %c = arith.cmpi sgt, %e, %av : i32
    %bv = arith.select %c, %e, %av : i32
    %bi = arith.select %c, %p, %ai : i64
    linalg.yield %bv, %bi : i32, i64
  } -> (tensor<4xi32>, tensor<4xi64>)
  return %r#0, %r#1 : tensor<4xi32>, tensor<4xi64>
}

// -----

// Index used twice: the comparison of values asks for it as well.
#in = affine_map<(d0, d1) -> (d0, d1)>
#out = affine_map<(d0, d1) -> (d0)>
func.func @index_in_comparison(%x: tensor<4x8xi32>) -> (tensor<4xi32>, tensor<4xi64>) {
  %cv = arith.constant -2147483648 : i32
  %ci = arith.constant 0 : i64
  %ev = tensor.empty() : tensor<4xi32>
  %ei = tensor.empty() : tensor<4xi64>
  %v = linalg.fill ins(%cv : i32) outs(%ev : tensor<4xi32>) -> tensor<4xi32>
  %i = linalg.fill ins(%ci : i64) outs(%ei : tensor<4xi64>) -> tensor<4xi64>
  // expected-remark @below {{its 'arith.cmpi' does not follow from how the element and the accumulator, and their indices, compare}}
  %r:2 = linalg.generic {indexing_maps = [#in, #out, #out], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<4x8xi32>) outs(%v, %i : tensor<4xi32>, tensor<4xi64>) {
  ^bb0(%e: i32, %av: i32, %ai: i64):
    %d = linalg.index 1 : index
    %p = arith.index_cast %d : index to i64
    %five = arith.constant 5 : i64
    %in = arith.cmpi slt, %p, %five : i64
    %g = arith.cmpi sgt, %e, %av : i32
    %c = arith.andi %g, %in : i1
    %bv = arith.select %c, %e, %av : i32
    %bi = arith.select %c, %p, %ai : i64
    linalg.yield %bv, %bi : i32, i64
  } -> (tensor<4xi32>, tensor<4xi64>)
  return %r#0, %r#1 : tensor<4xi32>, tensor<4xi64>
}

// -----

// An i8 cannot number the 300 positions of a row.
#in = affine_map<(d0, d1) -> (d0, d1)>
#out = affine_map<(d0, d1) -> (d0)>
func.func @index_wraps(%x: tensor<4x300xi32>) -> (tensor<4xi32>, tensor<4xi8>) {
  %cv = arith.constant -2147483648 : i32
  %ci = arith.constant 0 : i8
  %ev = tensor.empty() : tensor<4xi32>
  %ei = tensor.empty() : tensor<4xi8>
  %v = linalg.fill ins(%cv : i32) outs(%ev : tensor<4xi32>) -> tensor<4xi32>
  %i = linalg.fill ins(%ci : i8) outs(%ei : tensor<4xi8>) -> tensor<4xi8>
  // expected-remark @below {{its index is not the position along the reduced dimension}}
  %r:2 = linalg.generic {indexing_maps = [#in, #out, #out], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<4x300xi32>) outs(%v, %i : tensor<4xi32>, tensor<4xi8>) {
  ^bb0(%e: i32, %av: i32, %ai: i8):
    %d = linalg.index 1 : index
    %p = arith.index_cast %d : index to i8
    %c = arith.cmpi sgt, %e, %av : i32
    %bv = arith.select %c, %e, %av : i32
    %bi = arith.select %c, %p, %ai : i8
    linalg.yield %bv, %bi : i32, i8
  } -> (tensor<4xi32>, tensor<4xi8>)
  return %r#0, %r#1 : tensor<4xi32>, tensor<4xi8>
}

// -----

// The value of another input than the one compared.
#in = affine_map<(d0, d1) -> (d0, d1)>
#out = affine_map<(d0, d1) -> (d0)>
func.func @value_of_another_input(%x: tensor<4x8xi32>, %y: tensor<4x8xi32>) -> (tensor<4xi32>, tensor<4xi64>) {
  %cv = arith.constant -2147483648 : i32
  %ci = arith.constant 0 : i64
  %ev = tensor.empty() : tensor<4xi32>
  %ei = tensor.empty() : tensor<4xi64>
  %v = linalg.fill ins(%cv : i32) outs(%ev : tensor<4xi32>) -> tensor<4xi32>
  %i = linalg.fill ins(%ci : i64) outs(%ei : tensor<4xi64>) -> tensor<4xi64>
  // expected-remark @below {{its 'arith.cmpi' does not follow from how the element and the accumulator, and their indices, compare}}
  %r:2 = linalg.generic {indexing_maps = [#in, #in, #out, #out], iterator_types = ["parallel", "reduction"]}
      ins(%x, %y : tensor<4x8xi32>, tensor<4x8xi32>) outs(%v, %i : tensor<4xi32>, tensor<4xi64>) {
  ^bb0(%e: i32, %f: i32, %av: i32, %ai: i64):
    %d = linalg.index 1 : index
    %p = arith.index_cast %d : index to i64
    %c = arith.cmpi sgt, %e, %av : i32
    %bv = arith.select %c, %f, %av : i32
    %bi = arith.select %c, %p, %ai : i64
    linalg.yield %bv, %bi : i32, i64
  } -> (tensor<4xi32>, tensor<4xi64>)
  return %r#0, %r#1 : tensor<4xi32>, tensor<4xi64>
}

// -----

// An input of indices that are not known to be positions.
#in = affine_map<(d0, d1) -> (d0, d1)>
#out = affine_map<(d0, d1) -> (d0)>
func.func @given_indices(%x: tensor<4x8xi32>, %y: tensor<4x8xi64>) -> (tensor<4xi32>, tensor<4xi64>) {
  %cv = arith.constant -2147483648 : i32
  %ci = arith.constant 0 : i64
  %ev = tensor.empty() : tensor<4xi32>
  %ei = tensor.empty() : tensor<4xi64>
  %v = linalg.fill ins(%cv : i32) outs(%ev : tensor<4xi32>) -> tensor<4xi32>
  %i = linalg.fill ins(%ci : i64) outs(%ei : tensor<4xi64>) -> tensor<4xi64>
  // expected-remark @below {{its index is not the position along the reduced dimension}}
  %r:2 = linalg.generic {indexing_maps = [#in, #in, #out, #out], iterator_types = ["parallel", "reduction"]}
      ins(%x, %y : tensor<4x8xi32>, tensor<4x8xi64>) outs(%v, %i : tensor<4xi32>, tensor<4xi64>) {
  ^bb0(%e: i32, %f: i64, %av: i32, %ai: i64):
    %d = linalg.index 1 : index
    %p = arith.index_cast %d : index to i64
    %c = arith.cmpi sgt, %e, %av : i32
    %bv = arith.select %c, %e, %av : i32
    %bi = arith.select %c, %f, %ai : i64
    linalg.yield %bv, %bi : i32, i64
  } -> (tensor<4xi32>, tensor<4xi64>)
  return %r#0, %r#1 : tensor<4xi32>, tensor<4xi64>
}

// -----

// Positions read backwards.
#in = affine_map<(d0, d1) -> (d0, d1)>
#out = affine_map<(d0, d1) -> (d0)>
func.func @iota_read_backwards(%x: tensor<4x8xi32>) -> (tensor<4xi32>, tensor<4xi64>) {
  %cv = arith.constant -2147483648 : i32
  %ci = arith.constant 0 : i64
  %ev = tensor.empty() : tensor<4xi32>
  %ei = tensor.empty() : tensor<4xi64>
  %v = linalg.fill ins(%cv : i32) outs(%ev : tensor<4xi32>) -> tensor<4xi32>
  %i = linalg.fill ins(%ci : i64) outs(%ei : tensor<4xi64>) -> tensor<4xi64>
  %iota = arith.constant dense<[0, 1, 2, 3, 4, 5, 6, 7]> : tensor<8xi64>
  // expected-remark @below {{its index is not the position along the reduced dimension}}
  %r:2 = linalg.generic {indexing_maps = [#in, affine_map<(d0, d1) -> (-d1 + 7)>, #out, #out], iterator_types = ["parallel", "reduction"]}
      ins(%x, %iota : tensor<4x8xi32>, tensor<8xi64>) outs(%v, %i : tensor<4xi32>, tensor<4xi64>) {
  ^bb0(%e: i32, %f: i64, %av: i32, %ai: i64):
    %d = linalg.index 1 : index
    %p = arith.index_cast %d : index to i64
    %c = arith.cmpi sgt, %e, %av : i32
    %bv = arith.select %c, %e, %av : i32
    %bi = arith.select %c, %f, %ai : i64
    linalg.yield %bv, %bi : i32, i64
  } -> (tensor<4xi32>, tensor<4xi64>)
  return %r#0, %r#1 : tensor<4xi32>, tensor<4xi64>
}

// -----

// Positions from 1.
#in = affine_map<(d0, d1) -> (d0, d1)>
#out = affine_map<(d0, d1) -> (d0)>
func.func @iota_from_one(%x: tensor<4x8xi32>) -> (tensor<4xi32>, tensor<4xi64>) {
  %cv = arith.constant -2147483648 : i32
  %ci = arith.constant 0 : i64
  %ev = tensor.empty() : tensor<4xi32>
  %ei = tensor.empty() : tensor<4xi64>
  %v = linalg.fill ins(%cv : i32) outs(%ev : tensor<4xi32>) -> tensor<4xi32>
  %i = linalg.fill ins(%ci : i64) outs(%ei : tensor<4xi64>) -> tensor<4xi64>
  %iota = arith.constant dense<[1, 2, 3, 4, 5, 6, 7, 8]> : tensor<8xi64>
  // expected-remark @below {{its index is not the position along the reduced dimension}}
  %r:2 = linalg.generic {indexing_maps = [#in, affine_map<(d0, d1) -> (d1)>, #out, #out], iterator_types = ["parallel", "reduction"]}
      ins(%x, %iota : tensor<4x8xi32>, tensor<8xi64>) outs(%v, %i : tensor<4xi32>, tensor<4xi64>) {
  ^bb0(%e: i32, %f: i64, %av: i32, %ai: i64):
    %d = linalg.index 1 : index
    %p = arith.index_cast %d : index to i64
    %c = arith.cmpi sgt, %e, %av : i32
    %bv = arith.select %c, %e, %av : i32
    %bi = arith.select %c, %f, %ai : i64
    linalg.yield %bv, %bi : i32, i64
  } -> (tensor<4xi32>, tensor<4xi64>)
  return %r#0, %r#1 : tensor<4xi32>, tensor<4xi64>
}

// -----

// A running sum.
#in = affine_map<(d0, d1) -> (d0, d1)>
#out = affine_map<(d0, d1) -> (d0)>
func.func @accumulated(%x: tensor<4x8xf32>) -> (tensor<4xf32>, tensor<4xi64>) {
  %cv = arith.constant 0xFF800000 : f32
  %ci = arith.constant 0 : i64
  %ev = tensor.empty() : tensor<4xf32>
  %ei = tensor.empty() : tensor<4xi64>
  %v = linalg.fill ins(%cv : f32) outs(%ev : tensor<4xf32>) -> tensor<4xf32>
  %i = linalg.fill ins(%ci : i64) outs(%ei : tensor<4xi64>) -> tensor<4xi64>
  // expected-remark @below {{its value is computed from the accumulator, and not one of the values that it compares}}
  %r:2 = linalg.generic {indexing_maps = [#in, #out, #out], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<4x8xf32>) outs(%v, %i : tensor<4xf32>, tensor<4xi64>) {
  ^bb0(%e: f32, %av: f32, %ai: i64):
    %d = linalg.index 1 : index
    %p = arith.index_cast %d : index to i64
    %s = arith.addf %e, %av : f32
    %c = arith.cmpf ogt, %s, %av : f32
    %bi = arith.select %c, %p, %ai : i64
    linalg.yield %s, %bi : f32, i64
  } -> (tensor<4xf32>, tensor<4xi64>)
  return %r#0, %r#1 : tensor<4xf32>, tensor<4xi64>
}

// -----

// Two elements at once.
#in = affine_map<(d0, d1) -> (d0, d1)>
#out = affine_map<(d0, d1) -> (d0)>
func.func @two_values(%x: tensor<4x8xf32>) -> (tensor<4xf32>, tensor<4xi64>) {
  %cv = arith.constant 0xFF800000 : f32
  %ci = arith.constant 0 : i64
  %ev = tensor.empty() : tensor<4xf32>
  %ei = tensor.empty() : tensor<4xi64>
  %v = linalg.fill ins(%cv : f32) outs(%ev : tensor<4xf32>) -> tensor<4xf32>
  %i = linalg.fill ins(%ci : i64) outs(%ei : tensor<4xi64>) -> tensor<4xi64>
  // expected-remark @below {{it keeps more than one value for an element}}
  %r:2 = linalg.generic {indexing_maps = [#in, #out, #out], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<4x8xf32>) outs(%v, %i : tensor<4xf32>, tensor<4xi64>) {
  ^bb0(%e: f32, %av: f32, %ai: i64):
    %d = linalg.index 1 : index
    %p = arith.index_cast %d : index to i64
    %n = arith.negf %e : f32
    %c = arith.cmpf ogt, %e, %av : f32
    %o = arith.cmpf olt, %e, %av : f32
    %w = arith.select %o, %n, %av : f32
    %bv = arith.select %c, %e, %w : f32
    %bi = arith.select %c, %p, %ai : i64
    linalg.yield %bv, %bi : f32, i64
  } -> (tensor<4xf32>, tensor<4xi64>)
  return %r#0, %r#1 : tensor<4xf32>, tensor<4xi64>
}

// -----

// The least in absolute terms of the accumulator.
#in = affine_map<(d0, d1) -> (d0, d1)>
#out = affine_map<(d0, d1) -> (d0)>
func.func @absolute_accumulator(%x: tensor<4x8xf32>) -> (tensor<4xf32>, tensor<4xi64>) {
  %cv = arith.constant 0xFF800000 : f32
  %ci = arith.constant 0 : i64
  %ev = tensor.empty() : tensor<4xf32>
  %ei = tensor.empty() : tensor<4xi64>
  %v = linalg.fill ins(%cv : f32) outs(%ev : tensor<4xf32>) -> tensor<4xf32>
  %i = linalg.fill ins(%ci : i64) outs(%ei : tensor<4xi64>) -> tensor<4xi64>
  // expected-remark @below {{does not follow from how the element and the accumulator, and their indices, compare}}
  %r:2 = linalg.generic {indexing_maps = [#in, #out, #out], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<4x8xf32>) outs(%v, %i : tensor<4xf32>, tensor<4xi64>) {
  ^bb0(%e: f32, %av: f32, %ai: i64):
    %d = linalg.index 1 : index
    %p = arith.index_cast %d : index to i64
    %n = math.absf %av : f32
    %c = arith.cmpf ogt, %e, %n : f32
    %bv = arith.select %c, %e, %av : f32
    %bi = arith.select %c, %p, %ai : i64
    linalg.yield %bv, %bi : f32, i64
  } -> (tensor<4xf32>, tensor<4xi64>)
  return %r#0, %r#1 : tensor<4xf32>, tensor<4xi64>
}

// -----

// 128-bit floats.
#in = affine_map<(d0, d1) -> (d0, d1)>
#out = affine_map<(d0, d1) -> (d0)>
func.func @f128(%x: tensor<4x8xf128>) -> (tensor<4xf128>, tensor<4xi64>) {
  %cv = arith.constant -1.0 : f128
  %ci = arith.constant 0 : i64
  %ev = tensor.empty() : tensor<4xf128>
  %ei = tensor.empty() : tensor<4xi64>
  %v = linalg.fill ins(%cv : f128) outs(%ev : tensor<4xf128>) -> tensor<4xf128>
  %i = linalg.fill ins(%ci : i64) outs(%ei : tensor<4xi64>) -> tensor<4xi64>
  // expected-remark @below {{it compares elements of type f128, not 1, 8, 16, 32 or 64-bit integers, f16, bf16, f32 or f64}}
  %r:2 = linalg.generic {indexing_maps = [#in, #out, #out], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<4x8xf128>) outs(%v, %i : tensor<4xf128>, tensor<4xi64>) {
  ^bb0(%e: f128, %av: f128, %ai: i64):
    %d = linalg.index 1 : index
    %p = arith.index_cast %d : index to i64
    %c = arith.cmpf ogt, %e, %av : f128
    %bv = arith.select %c, %e, %av : f128
    %bi = arith.select %c, %p, %ai : i64
    linalg.yield %bv, %bi : f128, i64
  } -> (tensor<4xf128>, tensor<4xi64>)
  return %r#0, %r#1 : tensor<4xf128>, tensor<4xi64>
}

// -----

// A narrow index.
#in = affine_map<(d0, d1) -> (d0, d1)>
#out = affine_map<(d0, d1) -> (d0)>
func.func @i4(%x: tensor<4x8xf32>) -> (tensor<4xf32>, tensor<4xi4>) {
  %cv = arith.constant 0xFF800000 : f32
  %ci = arith.constant 0 : i4
  %ev = tensor.empty() : tensor<4xf32>
  %ei = tensor.empty() : tensor<4xi4>
  %v = linalg.fill ins(%cv : f32) outs(%ev : tensor<4xf32>) -> tensor<4xf32>
  %i = linalg.fill ins(%ci : i4) outs(%ei : tensor<4xi4>) -> tensor<4xi4>
  // expected-remark @below {{its index is of type i4, not i8, i16, i32, i64 or index}}
  %r:2 = linalg.generic {indexing_maps = [#in, #out, #out], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<4x8xf32>) outs(%v, %i : tensor<4xf32>, tensor<4xi4>) {
  ^bb0(%e: f32, %av: f32, %ai: i4):
    %d = linalg.index 1 : index
    %p = arith.index_cast %d : index to i4
    %c = arith.cmpf ogt, %e, %av : f32
    %bv = arith.select %c, %e, %av : f32
    %bi = arith.select %c, %p, %ai : i4
    linalg.yield %bv, %bi : f32, i4
  } -> (tensor<4xf32>, tensor<4xi4>)
  return %r#0, %r#1 : tensor<4xf32>, tensor<4xi4>
}

// -----

// Two reductions.
func.func @two_reductions(%x: tensor<4x8x2xi32>, %v: tensor<4xi32>, %i: tensor<4xi64>) -> tensor<4xi64> {
  // expected-remark @below {{it reduces 2 dimensions, not one}}
  %r:2 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0)>, affine_map<(d0, d1, d2) -> (d0)>], iterator_types = ["parallel", "reduction", "reduction"]}
      ins(%x : tensor<4x8x2xi32>) outs(%v, %i : tensor<4xi32>, tensor<4xi64>) {
  ^bb0(%e: i32, %av: i32, %ai: i64):
    %d = linalg.index 1 : index
    %p = arith.index_cast %d : index to i64
    %c = arith.cmpi sgt, %e, %av : i32
    %bv = arith.select %c, %e, %av : i32
    %bi = arith.select %c, %p, %ai : i64
    linalg.yield %bv, %bi : i32, i64
  } -> (tensor<4xi32>, tensor<4xi64>)
  return %r#1 : tensor<4xi64>
}

// -----

// A side result.
#in = affine_map<(d0, d1) -> (d0, d1)>
#out = affine_map<(d0, d1) -> (d0)>
func.func @side_result(%x: tensor<4x8xi32>, %v: tensor<4xi32>, %i: tensor<4xi64>) -> (tensor<4xi64>, tensor<4xi32>) {
  // expected-remark @below {{it has 3 results, not a value and an index}}
  %r:3 = linalg.generic {indexing_maps = [#in, #out, #out, #out], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<4x8xi32>) outs(%v, %i, %v : tensor<4xi32>, tensor<4xi64>, tensor<4xi32>) {
  ^bb0(%e: i32, %av: i32, %ai: i64, %sum: i32):
    %d = linalg.index 1 : index
    %p = arith.index_cast %d : index to i64
    %c = arith.cmpi sgt, %e, %av : i32
    %bv = arith.select %c, %e, %av : i32
    %bi = arith.select %c, %p, %ai : i64
    %s = arith.addi %sum, %e : i32
    linalg.yield %bv, %bi, %s : i32, i64, i32
  } -> (tensor<4xi32>, tensor<4xi64>, tensor<4xi32>)
  return %r#1, %r#2 : tensor<4xi64>, tensor<4xi32>
}

// -----

// A result that is not indexed by what is not reduced: a sum over diagonals.
func.func @diagonals(%x: tensor<4x8x2xi32>, %v: tensor<5xi32>, %i: tensor<5xi64>) -> tensor<5xi64> {
  // expected-remark @below {{its results are not indexed by the dimensions that are not reduced}}
  %r:2 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0 + d2)>, affine_map<(d0, d1, d2) -> (d0 + d2)>], iterator_types = ["parallel", "reduction", "parallel"]}
      ins(%x : tensor<4x8x2xi32>) outs(%v, %i : tensor<5xi32>, tensor<5xi64>) {
  ^bb0(%e: i32, %av: i32, %ai: i64):
    %d = linalg.index 1 : index
    %p = arith.index_cast %d : index to i64
    %c = arith.cmpi sgt, %e, %av : i32
    %bv = arith.select %c, %e, %av : i32
    %bi = arith.select %c, %p, %ai : i64
    linalg.yield %bv, %bi : i32, i64
  } -> (tensor<5xi32>, tensor<5xi64>)
  return %r#1 : tensor<5xi64>
}

// -----

// On memrefs, the destinations may be anything by now.
#in = affine_map<(d0, d1) -> (d0, d1)>
#out = affine_map<(d0, d1) -> (d0)>
func.func @memrefs(%x: memref<4x8xi32>, %v: memref<4xi32>, %i: memref<4xi64>) {
  // expected-remark @below {{it is on memrefs: raise before bufferization}}
  linalg.generic {indexing_maps = [#in, #out, #out], iterator_types = ["parallel", "reduction"]}
      ins(%x : memref<4x8xi32>) outs(%v, %i : memref<4xi32>, memref<4xi64>) {
  ^bb0(%e: i32, %av: i32, %ai: i64):
    %d = linalg.index 1 : index
    %p = arith.index_cast %d : index to i64
    %c = arith.cmpi sgt, %e, %av : i32
    %bv = arith.select %c, %e, %av : i32
    %bi = arith.select %c, %p, %ai : i64
    linalg.yield %bv, %bi : i32, i64
  }
  return
}

// -----

// A sum and a product: two results, no arg reduction; nothing to say of a plain
// reduction.
#in = affine_map<(d0, d1) -> (d0, d1)>
#out = affine_map<(d0, d1) -> (d0)>
func.func @sums(%x: tensor<4x8xi32>, %v: tensor<4xi32>) -> (tensor<4xi32>, tensor<4xi32>, tensor<4xi32>) {
  // expected-remark @below {{is not raised to extrema.arg_reduce: its index is not the position along the reduced dimension}}
  %r:2 = linalg.generic {indexing_maps = [#in, #out, #out], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<4x8xi32>) outs(%v, %v : tensor<4xi32>, tensor<4xi32>) {
  ^bb0(%e: i32, %av: i32, %ai: i32):
    %s = arith.addi %e, %av : i32
    %m = arith.muli %e, %ai : i32
    linalg.yield %s, %m : i32, i32
  } -> (tensor<4xi32>, tensor<4xi32>)
  %max = linalg.generic {indexing_maps = [#in, #out], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<4x8xi32>) outs(%v : tensor<4xi32>) {
  ^bb0(%e: i32, %av: i32):
    %m = arith.maxsi %e, %av : i32
    linalg.yield %m : i32
  } -> tensor<4xi32>
  return %r#0, %r#1, %max : tensor<4xi32>, tensor<4xi32>, tensor<4xi32>
}

// -----

// Sign-extended, then zero-extended: -1 is 65535 on one side and 255 on the other.
#in = affine_map<(d0, d1) -> (d0, d1)>
#out = affine_map<(d0, d1) -> (d0)>
func.func @two_extensions(%x: tensor<4x8xi8>) -> (tensor<4xi8>, tensor<4xi64>) {
  %cv = arith.constant 0 : i8
  %ci = arith.constant 0 : i64
  %ev = tensor.empty() : tensor<4xi8>
  %ei = tensor.empty() : tensor<4xi64>
  %v = linalg.fill ins(%cv : i8) outs(%ev : tensor<4xi8>) -> tensor<4xi8>
  %i = linalg.fill ins(%ci : i64) outs(%ei : tensor<4xi64>) -> tensor<4xi64>
  // expected-remark @below {{its 'arith.extui' does not follow from how the element and the accumulator, and their indices, compare}}
  %r:2 = linalg.generic {indexing_maps = [#in, #out, #out], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<4x8xi8>) outs(%v, %i : tensor<4xi8>, tensor<4xi64>) {
  ^bb0(%e: i8, %av: i8, %ai: i64):
    %d = linalg.index 1 : index
    %p = arith.index_cast %d : index to i64
    %e16 = arith.extsi %e : i8 to i16
    %e32 = arith.extui %e16 : i16 to i32
    %a32 = arith.extui %av : i8 to i32
    %c = arith.cmpi ugt, %e32, %a32 : i32
    %bv = arith.select %c, %e, %av : i8
    %bi = arith.select %c, %p, %ai : i64
    linalg.yield %bv, %bi : i8, i64
  } -> (tensor<4xi8>, tensor<4xi64>)
  return %r#0, %r#1 : tensor<4xi8>, tensor<4xi64>
}

// -----

// The same by way of a maximum.
#in = affine_map<(d0, d1) -> (d0, d1)>
#out = affine_map<(d0, d1) -> (d0)>
func.func @two_extensions_of_a_maximum(%x: tensor<4x8xi8>) -> (tensor<4xi8>, tensor<4xi64>) {
  %cv = arith.constant 0 : i8
  %ci = arith.constant 0 : i64
  %ev = tensor.empty() : tensor<4xi8>
  %ei = tensor.empty() : tensor<4xi64>
  %v = linalg.fill ins(%cv : i8) outs(%ev : tensor<4xi8>) -> tensor<4xi8>
  %i = linalg.fill ins(%ci : i64) outs(%ei : tensor<4xi64>) -> tensor<4xi64>
  // expected-remark @below {{its 'arith.extui' does not follow from how the element and the accumulator, and their indices, compare}}
  %r:2 = linalg.generic {indexing_maps = [#in, #out, #out], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<4x8xi8>) outs(%v, %i : tensor<4xi8>, tensor<4xi64>) {
  ^bb0(%e: i8, %av: i8, %ai: i64):
    %d = linalg.index 1 : index
    %p = arith.index_cast %d : index to i64
    %e16 = arith.extsi %e : i8 to i16
    %a16 = arith.extsi %av : i8 to i16
    %m16 = arith.maxui %e16, %a16 : i16
    %m32 = arith.extui %m16 : i16 to i32
    %a32 = arith.extui %av : i8 to i32
    %c = arith.cmpi ugt, %m32, %a32 : i32
    %bv = arith.select %c, %e, %av : i8
    %bi = arith.select %c, %p, %ai : i64
    linalg.yield %bv, %bi : i8, i64
  } -> (tensor<4xi8>, tensor<4xi64>)
  return %r#0, %r#1 : tensor<4xi8>, tensor<4xi64>
}
