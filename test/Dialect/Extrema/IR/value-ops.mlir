// Every form of the value operations is printed as it was read, and comes back
// the same by way of the generic form and of bytecode.

// RUN: extrema-opt %s | FileCheck %s
// RUN: extrema-opt %s | extrema-opt | FileCheck %s
// RUN: extrema-opt %s --mlir-print-op-generic | extrema-opt | FileCheck %s
// RUN: extrema-opt %s --emit-bytecode | extrema-opt | FileCheck %s
// RUN: extrema-opt %s --mlir-print-op-generic | FileCheck %s --check-prefix=GENERIC

// The examples of the reference.

// CHECK-LABEL: func @argmax_reference
func.func @argmax_reference(%x: tensor<4x8xf32>, %y: tensor<?x8xf16>) {
  // CHECK: extrema.argmax %{{.*}} axis(1) : tensor<4x8xf32> -> tensor<4xi64>
  // CHECK: extrema.argmax %{{.*}} axis(-1) keepdims last nan(ignore) : tensor<?x8xf16> -> tensor<?x1xi32>
  %i = extrema.argmax %x axis(1) : tensor<4x8xf32> -> tensor<4xi64>
  %j = extrema.argmax %y axis(-1) keepdims last nan(ignore)
         : tensor<?x8xf16> -> tensor<?x1xi32>
  return
}

// CHECK-LABEL: func @argmin_reference
func.func @argmin_reference(%x: tensor<4x8xui8>, %y: tensor<?x8xf16>) {
  // CHECK: extrema.argmin %{{.*}} axis(1) : tensor<4x8xui8> -> tensor<4xi64>
  // CHECK: extrema.argmin %{{.*}} axis(-1) keepdims last : tensor<?x8xf16> -> tensor<?x1xindex>
  %i = extrema.argmin %x axis(1) : tensor<4x8xui8> -> tensor<4xi64>
  %j = extrema.argmin %y axis(-1) keepdims last
         : tensor<?x8xf16> -> tensor<?x1xindex>
  return
}

// CHECK-LABEL: func @topk_reference
func.func @topk_reference(%x: tensor<4x8xf32>, %y: tensor<?x8xui8>, %k: index) {
  // CHECK: extrema.topk %{{.*}} k(5) axis(1) : tensor<4x8xf32> -> tensor<4x5xf32>, tensor<4x5xi64>
  // CHECK: extrema.topk %{{.*}} k(%{{.*}}) axis(0) smallest unsorted : tensor<?x8xui8> -> tensor<?x8xui8>, tensor<?x8xi64>
  %v, %i = extrema.topk %x k(5) axis(1)
             : tensor<4x8xf32> -> tensor<4x5xf32>, tensor<4x5xi64>
  %w, %j = extrema.topk %y k(%k) axis(0) smallest unsorted
             : tensor<?x8xui8> -> tensor<?x8xui8>, tensor<?x8xi64>
  return
}

// Each clause alone, and defaults left out.

// CHECK-LABEL: func @arg_clauses
// GENERIC-LABEL: sym_name = "arg_clauses"
func.func @arg_clauses(%x: tensor<4x8xf32>) {
  // CHECK-NEXT: extrema.argmax %{{.*}} : tensor<4x8xf32> -> tensor<8xi64>
  // GENERIC: "extrema.argmax"(%{{.*}}) <{axis = 0 : i64, nan = #extrema.nan<propagate>}> : (tensor<4x8xf32>) -> tensor<8xi64>
  %0 = extrema.argmax %x : tensor<4x8xf32> -> tensor<8xi64>
  // CHECK-NEXT: extrema.argmax %{{.*}} : tensor<4x8xf32> -> tensor<8xi64>
  %1 = extrema.argmax %x axis(0) nan(propagate) : tensor<4x8xf32> -> tensor<8xi64>
  // CHECK-NEXT: extrema.argmax %{{.*}} keepdims : tensor<4x8xf32> -> tensor<1x8xi64>
  // GENERIC: "extrema.argmax"(%{{.*}}) <{axis = 0 : i64, keepdims, nan = #extrema.nan<propagate>}>
  %2 = extrema.argmax %x keepdims : tensor<4x8xf32> -> tensor<1x8xi64>
  // CHECK-NEXT: extrema.argmax %{{.*}} last : tensor<4x8xf32> -> tensor<8xi64>
  // GENERIC: "extrema.argmax"(%{{.*}}) <{axis = 0 : i64, nan = #extrema.nan<propagate>, select_last}>
  %3 = extrema.argmax %x last : tensor<4x8xf32> -> tensor<8xi64>
  // CHECK-NEXT: extrema.argmax %{{.*}} nan(ignore) : tensor<4x8xf32> -> tensor<8xi64>
  // GENERIC: "extrema.argmax"(%{{.*}}) <{axis = 0 : i64, nan = #extrema.nan<ignore>}>
  %4 = extrema.argmax %x nan(ignore) : tensor<4x8xf32> -> tensor<8xi64>
  // CHECK-NEXT: extrema.argmax %{{.*}} {note = "kept"} : tensor<4x8xf32> -> tensor<8xi64>
  %5 = extrema.argmax %x {note = "kept"} : tensor<4x8xf32> -> tensor<8xi64>
  // Attributes left out of the generic form have their defaults.
  // CHECK-NEXT: extrema.argmax %{{.*}} : tensor<4x8xf32> -> tensor<8xi64>
  %6 = "extrema.argmax"(%x) : (tensor<4x8xf32>) -> tensor<8xi64>
  // CHECK-NEXT: extrema.argmin %{{.*}} axis(-2) keepdims last nan(ignore) : tensor<4x8xf32> -> tensor<1x8xi64>
  %7 = extrema.argmin %x axis(-2) keepdims last nan(ignore) : tensor<4x8xf32> -> tensor<1x8xi64>
  return
}

// CHECK-LABEL: func @topk_clauses
// GENERIC-LABEL: sym_name = "topk_clauses"
func.func @topk_clauses(%x: tensor<4x8xf32>) {
  // CHECK-NEXT: extrema.topk %{{.*}} k(5) : tensor<4x8xf32> -> tensor<4x5xf32>, tensor<4x5xi64>
  // GENERIC: "extrema.topk"(%{{.*}}) <{axis = -1 : i64, static_k = 5 : i64}> : (tensor<4x8xf32>) -> (tensor<4x5xf32>, tensor<4x5xi64>)
  %0:2 = extrema.topk %x k(5) : tensor<4x8xf32> -> tensor<4x5xf32>, tensor<4x5xi64>
  // CHECK-NEXT: extrema.topk %{{.*}} k(5) : tensor<4x8xf32> -> tensor<4x5xf32>, tensor<4x5xi64>
  %1:2 = extrema.topk %x k(5) axis(-1) : tensor<4x8xf32> -> tensor<4x5xf32>, tensor<4x5xi64>
  // CHECK-NEXT: extrema.topk %{{.*}} k(0) : tensor<4x8xf32> -> tensor<4x0xf32>, tensor<4x0xi64>
  %2:2 = extrema.topk %x k(0) : tensor<4x8xf32> -> tensor<4x0xf32>, tensor<4x0xi64>
  // CHECK-NEXT: extrema.topk %{{.*}} k(8) smallest :
  // GENERIC: "extrema.topk"(%{{.*}}) <{axis = -1 : i64, smallest, static_k = 8 : i64}>
  %3:2 = extrema.topk %x k(8) smallest : tensor<4x8xf32> -> tensor<4x8xf32>, tensor<4x8xi64>
  // CHECK-NEXT: extrema.topk %{{.*}} k(8) unsorted :
  // GENERIC: "extrema.topk"(%{{.*}}) <{axis = -1 : i64, static_k = 8 : i64, unsorted}>
  %4:2 = extrema.topk %x k(8) unsorted : tensor<4x8xf32> -> tensor<4x8xf32>, tensor<4x8xi64>
  // CHECK-NEXT: extrema.topk %{{.*}} k(2) axis(0) smallest unsorted {note = "kept"} : tensor<4x8xf32> -> tensor<2x8xf32>, tensor<2x8xi64>
  %5:2 = extrema.topk %x k(2) axis(0) smallest unsorted {note = "kept"} : tensor<4x8xf32> -> tensor<2x8xf32>, tensor<2x8xi64>
  // CHECK-NEXT: extrema.topk %{{.*}} k(2) : tensor<4x8xf32> -> tensor<4x2xf32>, tensor<4x2xi64>
  %6:2 = "extrema.topk"(%x) <{static_k = 2 : i64}> : (tensor<4x8xf32>) -> (tensor<4x2xf32>, tensor<4x2xi64>)
  return
}

// k of every type.

// CHECK-LABEL: func @topk_dynamic_k
// CHECK-SAME: %[[X:.*]]: tensor<?xf32>, %[[K:.*]]: index, %[[K8:.*]]: i8, %[[K16:.*]]: i16, %[[K32:.*]]: i32, %[[K64:.*]]: i64
// GENERIC-LABEL: sym_name = "topk_dynamic_k"
func.func @topk_dynamic_k(%x: tensor<?xf32>, %k: index, %k8: i8, %k16: i16,
                          %k32: i32, %k64: i64) {
  // CHECK: extrema.topk %[[X]] k(%[[K]]) :
  // GENERIC: "extrema.topk"(%{{.*}}, %{{.*}}) <{axis = -1 : i64}> : (tensor<?xf32>, index) -> (tensor<?xf32>, tensor<?xi64>)
  %0:2 = extrema.topk %x k(%k) : tensor<?xf32> -> tensor<?xf32>, tensor<?xi64>
  // CHECK: extrema.topk %[[X]] k(%[[K]]) :
  %1:2 = extrema.topk %x k(%k : index) : tensor<?xf32> -> tensor<?xf32>, tensor<?xi64>
  // CHECK: extrema.topk %[[X]] k(%[[K8]] : i8) :
  %2:2 = extrema.topk %x k(%k8 : i8) : tensor<?xf32> -> tensor<?xf32>, tensor<?xi64>
  // CHECK: extrema.topk %[[X]] k(%[[K16]] : i16) :
  %3:2 = extrema.topk %x k(%k16 : i16) : tensor<?xf32> -> tensor<?xf32>, tensor<?xi64>
  // CHECK: extrema.topk %[[X]] k(%[[K32]] : i32) :
  %4:2 = extrema.topk %x k(%k32 : i32) : tensor<?xf32> -> tensor<?xf32>, tensor<?xi64>
  // CHECK: extrema.topk %[[X]] k(%[[K64]] : i64) :
  %5:2 = extrema.topk %x k(%k64 : i64) : tensor<?xf32> -> tensor<?xf32>, tensor<?xi64>
  return
}

// Every element type.

// CHECK-LABEL: func @element_types
func.func @element_types(
    %0: tensor<2xi8>, %1: tensor<2xi16>, %2: tensor<2xi32>, %3: tensor<2xi64>,
    %4: tensor<2xsi8>, %5: tensor<2xsi16>, %6: tensor<2xsi32>, %7: tensor<2xsi64>,
    %8: tensor<2xui8>, %9: tensor<2xui16>, %10: tensor<2xui32>, %11: tensor<2xui64>,
    %12: tensor<2xf16>, %13: tensor<2xbf16>, %14: tensor<2xf32>, %15: tensor<2xf64>) {
  // CHECK-COUNT-16: extrema.argmin %{{.*}} : tensor<2x{{.*}}> -> tensor<i64>
  %i0 = extrema.argmin %0 : tensor<2xi8> -> tensor<i64>
  %i1 = extrema.argmin %1 : tensor<2xi16> -> tensor<i64>
  %i2 = extrema.argmin %2 : tensor<2xi32> -> tensor<i64>
  %i3 = extrema.argmin %3 : tensor<2xi64> -> tensor<i64>
  %i4 = extrema.argmin %4 : tensor<2xsi8> -> tensor<i64>
  %i5 = extrema.argmin %5 : tensor<2xsi16> -> tensor<i64>
  %i6 = extrema.argmin %6 : tensor<2xsi32> -> tensor<i64>
  %i7 = extrema.argmin %7 : tensor<2xsi64> -> tensor<i64>
  %i8 = extrema.argmin %8 : tensor<2xui8> -> tensor<i64>
  %i9 = extrema.argmin %9 : tensor<2xui16> -> tensor<i64>
  %i10 = extrema.argmin %10 : tensor<2xui32> -> tensor<i64>
  %i11 = extrema.argmin %11 : tensor<2xui64> -> tensor<i64>
  %i12 = extrema.argmin %12 : tensor<2xf16> -> tensor<i64>
  %i13 = extrema.argmin %13 : tensor<2xbf16> -> tensor<i64>
  %i14 = extrema.argmin %14 : tensor<2xf32> -> tensor<i64>
  %i15 = extrema.argmin %15 : tensor<2xf64> -> tensor<i64>
  // CHECK: extrema.topk %{{.*}} k(1) : tensor<2xui64> -> tensor<1xui64>, tensor<1xi64>
  %v:2 = extrema.topk %11 k(1) : tensor<2xui64> -> tensor<1xui64>, tensor<1xi64>
  return
}

// Every index type, each at the largest extent that it can number.

// CHECK-LABEL: func @index_types
func.func @index_types(%a: tensor<128xf32>, %b: tensor<32768xf32>,
                       %c: tensor<2147483648xf32>,
                       %d: tensor<9223372036854775807xi8>) {
  // CHECK: extrema.argmax %{{.*}} : tensor<128xf32> -> tensor<i8>
  %0 = extrema.argmax %a : tensor<128xf32> -> tensor<i8>
  // CHECK: extrema.argmax %{{.*}} : tensor<32768xf32> -> tensor<i16>
  %1 = extrema.argmax %b : tensor<32768xf32> -> tensor<i16>
  // CHECK: extrema.argmax %{{.*}} : tensor<2147483648xf32> -> tensor<i32>
  %2 = extrema.argmax %c : tensor<2147483648xf32> -> tensor<i32>
  // CHECK: extrema.argmax %{{.*}} : tensor<9223372036854775807xi8> -> tensor<i64>
  %3 = extrema.argmax %d : tensor<9223372036854775807xi8> -> tensor<i64>
  // CHECK: extrema.argmax %{{.*}} : tensor<9223372036854775807xi8> -> tensor<index>
  %4 = extrema.argmax %d : tensor<9223372036854775807xi8> -> tensor<index>
  // CHECK: extrema.topk %{{.*}} k(128) : tensor<128xf32> -> tensor<128xf32>, tensor<128xi8>
  %5:2 = extrema.topk %a k(128) : tensor<128xf32> -> tensor<128xf32>, tensor<128xi8>
  return
}

// Shapes known in part: every result that may turn out to be right is accepted.

// CHECK-LABEL: func @shapes
func.func @shapes(%r: tensor<?x?xf32>, %s: tensor<4x8xf32>, %u: tensor<*xf32>,
                  %e: tensor<0x8xf32>, %k: index) {
  // More static, less static and unranked than inferred.
  // CHECK: -> tensor<4xi64>
  %0 = extrema.argmax %r : tensor<?x?xf32> -> tensor<4xi64>
  // CHECK: -> tensor<?xi64>
  %1 = extrema.argmax %s : tensor<4x8xf32> -> tensor<?xi64>
  // CHECK: -> tensor<*xi64>
  %2 = extrema.argmax %s : tensor<4x8xf32> -> tensor<*xi64>
  // An unranked input has any axis.
  // CHECK: extrema.argmax %{{.*}} axis(7) : tensor<*xf32> -> tensor<*xi64>
  %3 = extrema.argmax %u axis(7) : tensor<*xf32> -> tensor<*xi64>
  // CHECK: extrema.argmax %{{.*}} axis(-9223372036854775808) : tensor<*xf32> -> tensor<3xi32>
  %4 = extrema.argmax %u axis(-9223372036854775808) : tensor<*xf32> -> tensor<3xi32>
  // CHECK: extrema.topk %{{.*}} k(7) : tensor<*xf32> -> tensor<*xf32>, tensor<3x?xi64>
  %5:2 = extrema.topk %u k(7) : tensor<*xf32> -> tensor<*xf32>, tensor<3x?xi64>
  // CHECK: extrema.topk %{{.*}} k(%{{.*}}) : tensor<4x8xf32> -> tensor<4x3xf32>, tensor<?x?xi64>
  %6:2 = extrema.topk %s k(%k) : tensor<4x8xf32> -> tensor<4x3xf32>, tensor<?x?xi64>
  // CHECK: extrema.topk %{{.*}} k(9223372036854775807) : tensor<?x?xf32>
  %7:2 = extrema.topk %r k(9223372036854775807) : tensor<?x?xf32> -> tensor<?x?xf32>, tensor<?x?xi64>
  // No rows at all.
  // CHECK: extrema.argmax %{{.*}} axis(1) : tensor<0x8xf32> -> tensor<0xi64>
  %8 = extrema.argmax %e axis(1) : tensor<0x8xf32> -> tensor<0xi64>
  // Nothing of nothing.
  // CHECK: extrema.topk %{{.*}} k(0) axis(0) : tensor<0x8xf32> -> tensor<0x8xf32>, tensor<0x8xi64>
  %9:2 = extrema.topk %e k(0) axis(0) : tensor<0x8xf32> -> tensor<0x8xf32>, tensor<0x8xi64>
  return
}
