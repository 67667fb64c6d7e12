// RUN: extrema-opt %s --canonicalize --split-input-file | FileCheck %s
// RUN: extrema-opt %s --extrema-value-to-structured --canonicalize --split-input-file | FileCheck %s --check-prefix=STRUCTURED

// A constant of equal elements, of any size: the first position, or the last.

// CHECK-LABEL: func @arg
// CHECK-DAG:   %[[FIRST:.+]] = arith.constant dense<0> : tensor<i64>
// CHECK-DAG:   %[[LAST:.+]] = arith.constant dense<4611686018427387903> : tensor<1xindex>
// CHECK:       return %[[FIRST]], %[[LAST]]

// STRUCTURED-LABEL: func @arg
// STRUCTURED-NOT:   arg_reduce
// STRUCTURED:       return
func.func @arg() -> (tensor<i64>, tensor<1xindex>) {
  %x = arith.constant dense<1.0> : tensor<4611686018427387904xf32>
  %i = extrema.argmax %x : tensor<4611686018427387904xf32> -> tensor<i64>
  %j = extrema.argmin %x keepdims last nan(ignore) : tensor<4611686018427387904xf32> -> tensor<1xindex>
  return %i, %j : tensor<i64>, tensor<1xindex>
}

// -----

// NaNs and zeros are equal among themselves, whatever the order; unsigned and
// signed elements too. What states less gets a cast.

// CHECK-LABEL: func @types
// CHECK-DAG:   %[[FIRST:.+]] = arith.constant dense<0> : tensor<2xi64>
// CHECK-DAG:   %[[LAST:.+]] = arith.constant dense<2> : tensor<2xi8>
// CHECK-DAG:   %[[CAST:.+]] = tensor.cast %[[FIRST]] : tensor<2xi64> to tensor<?xi64>
// CHECK:       return %[[FIRST]], %[[LAST]], %[[CAST]]

// STRUCTURED-LABEL: func @types
// STRUCTURED-NOT:   arg_reduce
// STRUCTURED:       return
func.func @types() -> (tensor<2xi64>, tensor<2xi8>, tensor<?xi64>) {
  %nan = arith.constant dense<0xFFC1> : tensor<2x3xbf16>
  %zero = arith.constant dense<-0.0> : tensor<2x3xf16>
  %unsigned = arith.constant dense<255> : tensor<2x3xui8>
  %i = extrema.argmax %nan axis(1) nan(ignore) : tensor<2x3xbf16> -> tensor<2xi64>
  %j = extrema.argmin %zero axis(1) last : tensor<2x3xf16> -> tensor<2xi8>
  %k = extrema.argmin %unsigned axis(1) : tensor<2x3xui8> -> tensor<?xi64>
  return %i, %j, %k : tensor<2xi64>, tensor<2xi8>, tensor<?xi64>
}

// -----

// Values keep their bits; indices count along the axis.

// CHECK-LABEL: func @topk
// CHECK-DAG:   %[[VALUES:.+]] = arith.constant dense<-0.000000e+00> : tensor<2x3xf32>
// CHECK-DAG:   %[[UNSIGNED:.+]] = arith.constant dense<200> : tensor<3xui8>
// CHECK:       %[[INDICES:.+]] = tensor.generate
// CHECK-NEXT:  ^bb0(%{{.+}}: index, %[[AXIS:.+]]: index):
// CHECK-NEXT:    %[[INDEX:.+]] = arith.index_cast %[[AXIS]] : index to i32
// CHECK-NEXT:    tensor.yield %[[INDEX]]
// CHECK:       return %[[VALUES]], %[[INDICES]], %[[UNSIGNED]]

// STRUCTURED-LABEL: func @topk
// STRUCTURED-NOT:   topk_reduce
// STRUCTURED:       return
func.func @topk() -> (tensor<2x3xf32>, tensor<2x3xi32>, tensor<3xui8>, tensor<3xindex>) {
  %x = arith.constant dense<-0.0> : tensor<2x2000000000xf32>
  %u = arith.constant dense<200> : tensor<1000xui8>
  %v, %i = extrema.topk %x k(3) : tensor<2x2000000000xf32> -> tensor<2x3xf32>, tensor<2x3xi32>
  %w, %j = extrema.topk %u k(3) smallest unsorted : tensor<1000xui8> -> tensor<3xui8>, tensor<3xindex>
  return %v, %i, %w, %j : tensor<2x3xf32>, tensor<2x3xi32>, tensor<3xui8>, tensor<3xindex>
}

// -----

// A constant operand k too.

// CHECK-LABEL: func @constant_k
// CHECK-NOT:   extrema.topk
// CHECK:       return
func.func @constant_k() -> (tensor<?xf32>, tensor<?xi64>) {
  %x = arith.constant dense<2.0> : tensor<9xf32>
  %k = arith.constant 4 : index
  %v, %i = extrema.topk %x k(%k) : tensor<9xf32> -> tensor<?xf32>, tensor<?xi64>
  return %v, %i : tensor<?xf32>, tensor<?xi64>
}

// -----

// No rows have no answers.

// CHECK-LABEL: func @no_rows
// CHECK:         %[[NONE:.+]] = arith.constant dense<{{.*}}> : tensor<0xi64>
// CHECK:         return %[[NONE]]
func.func @no_rows() -> tensor<0xi64> {
  %none = arith.constant dense<2.0> : tensor<0x9xf32>
  %n = extrema.argmax %none axis(1) : tensor<0x9xf32> -> tensor<0xi64>
  return %n : tensor<0xi64>
}

// -----

// Near misses: k that only the run knows or refuses, elements that differ, what
// is no constant.

// CHECK-LABEL: func @kept
// CHECK:         extrema.topk {{.*}} k(%
// CHECK:         extrema.topk {{.*}} k(%
// CHECK:         extrema.argmax
// CHECK:         extrema.argmax
func.func @kept(%k: index, %f: f32) -> (tensor<?xf32>, tensor<?xi64>, tensor<?xf32>, tensor<?xi64>,
                               tensor<i64>, tensor<i64>) {
  %x = arith.constant dense<2.0> : tensor<9xf32>
  %ten = arith.constant 10 : index
  %v, %i = extrema.topk %x k(%k) : tensor<9xf32> -> tensor<?xf32>, tensor<?xi64>
  %w, %j = extrema.topk %x k(%ten) : tensor<9xf32> -> tensor<?xf32>, tensor<?xi64>
  %two = arith.constant dense<[2.0, 3.0]> : tensor<2xf32>
  %m = extrema.argmax %two : tensor<2xf32> -> tensor<i64>
  %splat = tensor.splat %f : tensor<9xf32>
  %o = extrema.argmax %splat : tensor<9xf32> -> tensor<i64>
  return %v, %i, %w, %j, %m, %o
    : tensor<?xf32>, tensor<?xi64>, tensor<?xf32>, tensor<?xi64>, tensor<i64>, tensor<i64>
}

// -----

// Structured operations: index_base, and destinations of open extents.

// CHECK-LABEL: func @arg_reduce
// CHECK-SAME:    %[[BASE:[^:]+]]: index, %[[D:[^:]+]]: tensor<?xf32>, %[[I:[^:]+]]: tensor<?xi32>
// CHECK-DAG:   %[[SIX:.+]] = arith.constant 6 : index
// CHECK-DAG:   %[[ONE:.+]] = arith.constant 1.0{{.*}} : f32
// CHECK:       %[[VALUES:.+]] = linalg.fill ins(%[[ONE]] : f32) outs(%[[D]]
// CHECK:       %[[SUM:.+]] = arith.addi %[[BASE]], %[[SIX]] : index
// CHECK:       %[[INDEX:.+]] = arith.index_cast %[[SUM]] : index to i32
// CHECK:       %[[INDICES:.+]] = linalg.fill ins(%[[INDEX]] : i32) outs(%[[I]]
// CHECK:       return %[[VALUES]], %[[INDICES]]
func.func @arg_reduce(%base: index, %d: tensor<?xf32>, %i: tensor<?xi32>) -> (tensor<?xf32>, tensor<?xi32>) {
  %x = arith.constant dense<1.0> : tensor<7x2xf32>
  %r:2 = extrema.arg_reduce <maxnumf> dimension(0) last index_base(%base) ins(%x : tensor<7x2xf32>)
    outs(%d, %i : tensor<?xf32>, tensor<?xi32>) -> tensor<?xf32>, tensor<?xi32>
  return %r#0, %r#1 : tensor<?xf32>, tensor<?xi32>
}

// -----

// Fewer elements than k, or perhaps: identities follow.

// CHECK-LABEL: func @topk_reduce
// CHECK-SAME:    %[[D:[^:]+]]: tensor<2x?xf32>, %[[I:[^:]+]]: tensor<2x?xi64>
// CHECK-DAG:   %[[ONE:.+]] = arith.constant 1.0{{.*}} : f32
// CHECK-DAG:   %[[WORST:.+]] = arith.constant 0xFF800000 : f32
// CHECK-DAG:   %[[NONE:.+]] = arith.constant 9223372036854775807 : i64
// CHECK-DAG:   %[[SEVEN:.+]] = arith.constant 7 : index
// CHECK:       linalg.generic {{.*}} outs(%[[D]], %[[I]]
// CHECK:         %[[POSITION:.+]] = linalg.index 1 : index
// CHECK:         %[[INDEX:.+]] = arith.index_cast %[[POSITION]] : index to i64
// CHECK:         %[[THERE:.+]] = arith.cmpi ult, %[[POSITION]], %[[SEVEN]]
// CHECK:         %[[VALUE:.+]] = arith.select %[[THERE]], %[[ONE]], %[[WORST]]
// CHECK:         %[[FOUND:.+]] = arith.select %[[THERE]], %[[INDEX]], %[[NONE]]
// CHECK:         linalg.yield %[[VALUE]], %[[FOUND]]
func.func @topk_reduce(%d: tensor<2x?xf32>, %i: tensor<2x?xi64>) -> (tensor<2x?xf32>, tensor<2x?xi64>) {
  %x = arith.constant dense<1.0> : tensor<2x7xf32>
  %r:2 = extrema.topk_reduce <maximumf> dimension(1) ins(%x : tensor<2x7xf32>)
    outs(%d, %i : tensor<2x?xf32>, tensor<2x?xi64>) -> tensor<2x?xf32>, tensor<2x?xi64>
  return %r#0, %r#1 : tensor<2x?xf32>, tensor<2x?xi64>
}

// -----

// Near misses: a state takes part, explicit indices decide, no scalar constant
// of the type, and no elements, whose result is the identity.

// CHECK-LABEL: func @structured_kept
// CHECK:         extrema.arg_reduce <maximumf> {{.*}} accumulate
// CHECK:         extrema.arg_reduce <maximumf> dimension(0) ins(%{{.+}}, %{{.+}} :
// CHECK:         extrema.topk_reduce <maxui>
// CHECK:         extrema.arg_reduce <maximumf> dimension(0) {{.*}} tensor<0x2xf32>
func.func @structured_kept(%e: tensor<2xf32>, %f: tensor<2xi64>, %v: tensor<f32>, %i: tensor<i64>, %p: tensor<7xi64>, %w: tensor<?xui8>, %j: tensor<?xi64>)
    -> (tensor<f32>, tensor<i64>, tensor<i64>, tensor<?xui8>, tensor<?xi64>, tensor<2xf32>, tensor<2xi64>) {
  %x = arith.constant dense<1.0> : tensor<7xf32>
  %r:2 = extrema.arg_reduce <maximumf> dimension(0) accumulate ins(%x : tensor<7xf32>)
    outs(%v, %i : tensor<f32>, tensor<i64>) -> tensor<f32>, tensor<i64>
  %s = extrema.arg_reduce <maximumf> dimension(0) ins(%x, %p : tensor<7xf32>, tensor<7xi64>)
    index_only outs(%i : tensor<i64>) -> tensor<i64>
  %u = arith.constant dense<3> : tensor<7xui8>
  %t:2 = extrema.topk_reduce <maxui> dimension(0) ins(%u : tensor<7xui8>)
    outs(%w, %j : tensor<?xui8>, tensor<?xi64>) -> tensor<?xui8>, tensor<?xi64>
  %none = arith.constant dense<1.0> : tensor<0x2xf32>
  %g:2 = extrema.arg_reduce <maximumf> dimension(0) ins(%none : tensor<0x2xf32>)
    outs(%e, %f : tensor<2xf32>, tensor<2xi64>) -> tensor<2xf32>, tensor<2xi64>
  return %r#0, %r#1, %s, %t#0, %t#1, %g#0, %g#1
    : tensor<f32>, tensor<i64>, tensor<i64>, tensor<?xui8>, tensor<?xi64>, tensor<2xf32>, tensor<2xi64>
}

// -----

// Results have the encodings that their types or destinations state.
// CHECK-LABEL: func @encodings
// CHECK-DAG:     arith.constant dense<1.000000e+00> : tensor<4x2xf32, 1 : i64>
// CHECK-DAG:     arith.constant dense<1.000000e+00> : tensor<4xf32, 2 : i64>
// CHECK-DAG:     arith.constant dense<1.000000e+00> : tensor<4x3xf32, 3 : i64>
func.func @encodings(%v: tensor<4xf32, 2>, %i: tensor<4xi64>, %w: tensor<4x3xf32, 3>, %j: tensor<4x3xi64, 4>)
    -> (tensor<4x2xf32, 1>, tensor<4x2xi64>, tensor<4xf32, 2>, tensor<4xi64>, tensor<4x3xf32, 3>, tensor<4x3xi64, 4>) {
  %x = arith.constant dense<1.0> : tensor<4x8xf32, 9>
  %r:2 = extrema.topk %x k(2) : tensor<4x8xf32, 9> -> tensor<4x2xf32, 1>, tensor<4x2xi64>
  %s:2 = extrema.arg_reduce <maximumf> dimension(1) ins(%x : tensor<4x8xf32, 9>)
    outs(%v, %i : tensor<4xf32, 2>, tensor<4xi64>) -> tensor<4xf32, 2>, tensor<4xi64>
  %t:2 = extrema.topk_reduce <maximumf> dimension(1) ins(%x : tensor<4x8xf32, 9>)
    outs(%w, %j : tensor<4x3xf32, 3>, tensor<4x3xi64, 4>) -> tensor<4x3xf32, 3>, tensor<4x3xi64, 4>
  return %r#0, %r#1, %s#0, %s#1, %t#0, %t#1
    : tensor<4x2xf32, 1>, tensor<4x2xi64>, tensor<4xf32, 2>, tensor<4xi64>, tensor<4x3xf32, 3>, tensor<4x3xi64, 4>
}

// -----

// Upstream does not bufferize a tensor.generate into a memory space.
// CHECK-LABEL: func @indices_with_an_encoding
// CHECK:         extrema.topk
func.func @indices_with_an_encoding() -> (tensor<3xi8>, tensor<3xi64, 4>) {
  %x = arith.constant dense<3> : tensor<8xi8>
  %s:2 = extrema.topk %x k(3) : tensor<8xi8> -> tensor<3xi8>, tensor<3xi64, 4>
  return %s#0, %s#1 : tensor<3xi8>, tensor<3xi64, 4>
}
