// Regions and tensors at the limits of what is read: none makes the pass run long
// or far.

// Run by limits.test.

#in = affine_map<(d0, d1) -> (d0, d1)>
#out = affine_map<(d0, d1) -> (d0)>

// Rows without elements answer what the destinations held.
// CHECK-LABEL: func.func @empty_rows(
// CHECK:         extrema.arg_reduce <maxsi> dimension(1) accumulate ins(%{{.*}} : tensor<4x0xi32>)
func.func @empty_rows(%x: tensor<4x0xi32>) -> tensor<4xi64> {
  %least = arith.constant dense<-2147483648> : tensor<4xi32>
  %zero = arith.constant dense<0> : tensor<4xi64>
  %r:2 = linalg.generic {indexing_maps = [#in, #out, #out], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<4x0xi32>) outs(%least, %zero : tensor<4xi32>, tensor<4xi64>) {
  ^bb0(%e: i32, %av: i32, %ai: i64):
    %d = linalg.index 1 : index
    %p = arith.index_cast %d : index to i64
    %w = arith.cmpi sgt, %e, %av : i32
    %bv = arith.select %w, %e, %av : i32
    %bi = arith.select %w, %p, %ai : i64
    linalg.yield %bv, %bi : i32, i64
  } -> (tensor<4xi32>, tensor<4xi64>)
  return %r#1 : tensor<4xi64>
}

// -----

#in = affine_map<(d0, d1) -> (d0, d1)>
#out = affine_map<(d0, d1) -> (d0)>

// Two expressions that are the same along 2^60 paths, and as many ways to a value.
// CHECK-LABEL: func.func @many_paths(
// CHECK:         extrema.arg_reduce <maxsi> dimension(1) ins(%{{.*}} : tensor<4x8xi32>)
func.func @many_paths(%x: tensor<4x8xi32>) -> (tensor<4xi32>, tensor<4xi64>) {
  %least = arith.constant dense<-2147483648> : tensor<4xi32>
  %zero = arith.constant dense<0> : tensor<4xi64>
  %r:2 = linalg.generic {indexing_maps = [#in, #out, #out], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<4x8xi32>) outs(%least, %zero : tensor<4xi32>, tensor<4xi64>) {
  ^bb0(%e: i32, %av: i32, %ai: i64):
    %d = linalg.index 1 : index
    %p = arith.index_cast %d : index to i64
    %f1 = arith.addi %e, %e : i32
    %f2 = arith.addi %f1, %f1 : i32
    %f3 = arith.addi %f2, %f2 : i32
    %f4 = arith.addi %f3, %f3 : i32
    %f5 = arith.addi %f4, %f4 : i32
    %f6 = arith.addi %f5, %f5 : i32
    %f7 = arith.addi %f6, %f6 : i32
    %f8 = arith.addi %f7, %f7 : i32
    %f9 = arith.addi %f8, %f8 : i32
    %f10 = arith.addi %f9, %f9 : i32
    %f11 = arith.addi %f10, %f10 : i32
    %f12 = arith.addi %f11, %f11 : i32
    %f13 = arith.addi %f12, %f12 : i32
    %f14 = arith.addi %f13, %f13 : i32
    %f15 = arith.addi %f14, %f14 : i32
    %f16 = arith.addi %f15, %f15 : i32
    %f17 = arith.addi %f16, %f16 : i32
    %f18 = arith.addi %f17, %f17 : i32
    %f19 = arith.addi %f18, %f18 : i32
    %f20 = arith.addi %f19, %f19 : i32
    %f21 = arith.addi %f20, %f20 : i32
    %f22 = arith.addi %f21, %f21 : i32
    %f23 = arith.addi %f22, %f22 : i32
    %f24 = arith.addi %f23, %f23 : i32
    %f25 = arith.addi %f24, %f24 : i32
    %f26 = arith.addi %f25, %f25 : i32
    %f27 = arith.addi %f26, %f26 : i32
    %f28 = arith.addi %f27, %f27 : i32
    %f29 = arith.addi %f28, %f28 : i32
    %f30 = arith.addi %f29, %f29 : i32
    %f31 = arith.addi %f30, %f30 : i32
    %f32 = arith.addi %f31, %f31 : i32
    %f33 = arith.addi %f32, %f32 : i32
    %f34 = arith.addi %f33, %f33 : i32
    %f35 = arith.addi %f34, %f34 : i32
    %f36 = arith.addi %f35, %f35 : i32
    %f37 = arith.addi %f36, %f36 : i32
    %f38 = arith.addi %f37, %f37 : i32
    %f39 = arith.addi %f38, %f38 : i32
    %f40 = arith.addi %f39, %f39 : i32
    %f41 = arith.addi %f40, %f40 : i32
    %f42 = arith.addi %f41, %f41 : i32
    %f43 = arith.addi %f42, %f42 : i32
    %f44 = arith.addi %f43, %f43 : i32
    %f45 = arith.addi %f44, %f44 : i32
    %f46 = arith.addi %f45, %f45 : i32
    %f47 = arith.addi %f46, %f46 : i32
    %f48 = arith.addi %f47, %f47 : i32
    %f49 = arith.addi %f48, %f48 : i32
    %f50 = arith.addi %f49, %f49 : i32
    %f51 = arith.addi %f50, %f50 : i32
    %f52 = arith.addi %f51, %f51 : i32
    %f53 = arith.addi %f52, %f52 : i32
    %f54 = arith.addi %f53, %f53 : i32
    %f55 = arith.addi %f54, %f54 : i32
    %f56 = arith.addi %f55, %f55 : i32
    %f57 = arith.addi %f56, %f56 : i32
    %f58 = arith.addi %f57, %f57 : i32
    %f59 = arith.addi %f58, %f58 : i32
    %f60 = arith.addi %f59, %f59 : i32
    %g1 = arith.addi %e, %e : i32
    %g2 = arith.addi %g1, %g1 : i32
    %g3 = arith.addi %g2, %g2 : i32
    %g4 = arith.addi %g3, %g3 : i32
    %g5 = arith.addi %g4, %g4 : i32
    %g6 = arith.addi %g5, %g5 : i32
    %g7 = arith.addi %g6, %g6 : i32
    %g8 = arith.addi %g7, %g7 : i32
    %g9 = arith.addi %g8, %g8 : i32
    %g10 = arith.addi %g9, %g9 : i32
    %g11 = arith.addi %g10, %g10 : i32
    %g12 = arith.addi %g11, %g11 : i32
    %g13 = arith.addi %g12, %g12 : i32
    %g14 = arith.addi %g13, %g13 : i32
    %g15 = arith.addi %g14, %g14 : i32
    %g16 = arith.addi %g15, %g15 : i32
    %g17 = arith.addi %g16, %g16 : i32
    %g18 = arith.addi %g17, %g17 : i32
    %g19 = arith.addi %g18, %g18 : i32
    %g20 = arith.addi %g19, %g19 : i32
    %g21 = arith.addi %g20, %g20 : i32
    %g22 = arith.addi %g21, %g21 : i32
    %g23 = arith.addi %g22, %g22 : i32
    %g24 = arith.addi %g23, %g23 : i32
    %g25 = arith.addi %g24, %g24 : i32
    %g26 = arith.addi %g25, %g25 : i32
    %g27 = arith.addi %g26, %g26 : i32
    %g28 = arith.addi %g27, %g27 : i32
    %g29 = arith.addi %g28, %g28 : i32
    %g30 = arith.addi %g29, %g29 : i32
    %g31 = arith.addi %g30, %g30 : i32
    %g32 = arith.addi %g31, %g31 : i32
    %g33 = arith.addi %g32, %g32 : i32
    %g34 = arith.addi %g33, %g33 : i32
    %g35 = arith.addi %g34, %g34 : i32
    %g36 = arith.addi %g35, %g35 : i32
    %g37 = arith.addi %g36, %g36 : i32
    %g38 = arith.addi %g37, %g37 : i32
    %g39 = arith.addi %g38, %g38 : i32
    %g40 = arith.addi %g39, %g39 : i32
    %g41 = arith.addi %g40, %g40 : i32
    %g42 = arith.addi %g41, %g41 : i32
    %g43 = arith.addi %g42, %g42 : i32
    %g44 = arith.addi %g43, %g43 : i32
    %g45 = arith.addi %g44, %g44 : i32
    %g46 = arith.addi %g45, %g45 : i32
    %g47 = arith.addi %g46, %g46 : i32
    %g48 = arith.addi %g47, %g47 : i32
    %g49 = arith.addi %g48, %g48 : i32
    %g50 = arith.addi %g49, %g49 : i32
    %g51 = arith.addi %g50, %g50 : i32
    %g52 = arith.addi %g51, %g51 : i32
    %g53 = arith.addi %g52, %g52 : i32
    %g54 = arith.addi %g53, %g53 : i32
    %g55 = arith.addi %g54, %g54 : i32
    %g56 = arith.addi %g55, %g55 : i32
    %g57 = arith.addi %g56, %g56 : i32
    %g58 = arith.addi %g57, %g57 : i32
    %g59 = arith.addi %g58, %g58 : i32
    %g60 = arith.addi %g59, %g59 : i32
    %w = arith.cmpi sgt, %f60, %av : i32
    %bv = arith.select %w, %g60, %av : i32
    %s1 = arith.select %w, %bv, %bv : i32
    %s2 = arith.select %w, %s1, %s1 : i32
    %s3 = arith.select %w, %s2, %s2 : i32
    %s4 = arith.select %w, %s3, %s3 : i32
    %s5 = arith.select %w, %s4, %s4 : i32
    %s6 = arith.select %w, %s5, %s5 : i32
    %s7 = arith.select %w, %s6, %s6 : i32
    %s8 = arith.select %w, %s7, %s7 : i32
    %s9 = arith.select %w, %s8, %s8 : i32
    %s10 = arith.select %w, %s9, %s9 : i32
    %s11 = arith.select %w, %s10, %s10 : i32
    %s12 = arith.select %w, %s11, %s11 : i32
    %s13 = arith.select %w, %s12, %s12 : i32
    %s14 = arith.select %w, %s13, %s13 : i32
    %s15 = arith.select %w, %s14, %s14 : i32
    %s16 = arith.select %w, %s15, %s15 : i32
    %s17 = arith.select %w, %s16, %s16 : i32
    %s18 = arith.select %w, %s17, %s17 : i32
    %s19 = arith.select %w, %s18, %s18 : i32
    %s20 = arith.select %w, %s19, %s19 : i32
    %s21 = arith.select %w, %s20, %s20 : i32
    %s22 = arith.select %w, %s21, %s21 : i32
    %s23 = arith.select %w, %s22, %s22 : i32
    %s24 = arith.select %w, %s23, %s23 : i32
    %s25 = arith.select %w, %s24, %s24 : i32
    %s26 = arith.select %w, %s25, %s25 : i32
    %s27 = arith.select %w, %s26, %s26 : i32
    %s28 = arith.select %w, %s27, %s27 : i32
    %s29 = arith.select %w, %s28, %s28 : i32
    %s30 = arith.select %w, %s29, %s29 : i32
    %s31 = arith.select %w, %s30, %s30 : i32
    %s32 = arith.select %w, %s31, %s31 : i32
    %s33 = arith.select %w, %s32, %s32 : i32
    %s34 = arith.select %w, %s33, %s33 : i32
    %s35 = arith.select %w, %s34, %s34 : i32
    %s36 = arith.select %w, %s35, %s35 : i32
    %s37 = arith.select %w, %s36, %s36 : i32
    %s38 = arith.select %w, %s37, %s37 : i32
    %s39 = arith.select %w, %s38, %s38 : i32
    %s40 = arith.select %w, %s39, %s39 : i32
    %s41 = arith.select %w, %s40, %s40 : i32
    %s42 = arith.select %w, %s41, %s41 : i32
    %s43 = arith.select %w, %s42, %s42 : i32
    %s44 = arith.select %w, %s43, %s43 : i32
    %s45 = arith.select %w, %s44, %s44 : i32
    %s46 = arith.select %w, %s45, %s45 : i32
    %s47 = arith.select %w, %s46, %s46 : i32
    %s48 = arith.select %w, %s47, %s47 : i32
    %s49 = arith.select %w, %s48, %s48 : i32
    %s50 = arith.select %w, %s49, %s49 : i32
    %s51 = arith.select %w, %s50, %s50 : i32
    %s52 = arith.select %w, %s51, %s51 : i32
    %s53 = arith.select %w, %s52, %s52 : i32
    %s54 = arith.select %w, %s53, %s53 : i32
    %s55 = arith.select %w, %s54, %s54 : i32
    %s56 = arith.select %w, %s55, %s55 : i32
    %s57 = arith.select %w, %s56, %s56 : i32
    %s58 = arith.select %w, %s57, %s57 : i32
    %s59 = arith.select %w, %s58, %s58 : i32
    %s60 = arith.select %w, %s59, %s59 : i32
    %bi = arith.select %w, %p, %ai : i64
    linalg.yield %s60, %bi : i32, i64
  } -> (tensor<4xi32>, tensor<4xi64>)
  return %r#0, %r#1 : tensor<4xi32>, tensor<4xi64>
}

// -----

#in = affine_map<(d0, d1) -> (d0, d1)>
#out = affine_map<(d0, d1) -> (d0)>

// In a module's body, tensors can be made of themselves.
// CHECK-LABEL: module
// CHECK:         linalg.generic
module {
  %x = tensor.cast %x : tensor<4x8xi32> to tensor<4x8xi32>
  %n = tensor.cast %n : tensor<4x8xi64> to tensor<4x8xi64>
  %v = tensor.cast %v : tensor<4xi32> to tensor<4xi32>
  // expected-remark @below {{its index is not the position along the reduced dimension}}
  %r:2 = linalg.generic {indexing_maps = [#in, #in, #out, #out], iterator_types = ["parallel", "reduction"]}
      ins(%x, %n : tensor<4x8xi32>, tensor<4x8xi64>) outs(%v, %i : tensor<4xi32>, tensor<4xi64>) {
  ^bb0(%e: i32, %p: i64, %av: i32, %ai: i64):
    %w = arith.cmpi sgt, %e, %av : i32
    %bv = arith.select %w, %e, %av : i32
    %bi = arith.select %w, %p, %ai : i64
    linalg.yield %bv, %bi : i32, i64
  } -> (tensor<4xi32>, tensor<4xi64>)
  %i = tensor.cast %r#1 : tensor<4xi64> to tensor<4xi64>
}

// -----

#in = affine_map<(d0, d1) -> (d0, d1)>
#out = affine_map<(d0, d1) -> (d0)>

// CHECK-LABEL: func.func @encoding(
// CHECK-NOT:     extrema.
func.func @encoding(%x: tensor<4x8xi32, "dense">, %v: tensor<4xi32>, %i: tensor<4xi64>) -> tensor<4xi64> {
  // expected-remark @below {{it is on tensors with an encoding}}
  %r:2 = linalg.generic {indexing_maps = [#in, #out, #out], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<4x8xi32, "dense">) outs(%v, %i : tensor<4xi32>, tensor<4xi64>) {
  ^bb0(%e: i32, %av: i32, %ai: i64):
    %d = linalg.index 1 : index
    %p = arith.index_cast %d : index to i64
    %w = arith.cmpi sgt, %e, %av : i32
    %bv = arith.select %w, %e, %av : i32
    %bi = arith.select %w, %p, %ai : i64
    linalg.yield %bv, %bi : i32, i64
  } -> (tensor<4xi32>, tensor<4xi64>)
  return %r#1 : tensor<4xi64>
}
