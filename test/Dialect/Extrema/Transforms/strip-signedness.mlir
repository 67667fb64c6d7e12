// RUN: extrema-opt %s --extrema-strip-signedness | FileCheck %s
// No such type is left but in notes.
// RUN: extrema-opt %s --extrema-strip-signedness | \
// RUN:   sed -e 's/original_type = "[^"]*"//' -e '/test.version/d' | not grep -E '[us]i[0-9]'
// A second run finds nothing to do.
// RUN: extrema-opt %s --extrema-strip-signedness -o %t.once
// RUN: extrema-opt %t.once --extrema-strip-signedness | diff %t.once -

// CHECK-LABEL: func.func @structured
// CHECK-SAME:    (%[[X:.*]]: tensor<4x8xi8> {extrema.name = "x"}) -> (tensor<4xi8>, tensor<4xi64>)
// CHECK-SAME:    attributes {extrema.original_type = "(tensor<4x8xui8>) -> (tensor<4xui8>, tensor<4xi64>)"}
// CHECK:         %[[V:.*]] = tensor.empty() : tensor<4xi8>
// CHECK:         extrema.arg_reduce <maxui> dimension(1) ins(%[[X]] : tensor<4x8xi8>) outs(%[[V]], %{{.*}} : tensor<4xi8>, tensor<4xi64>) -> tensor<4xi8>, tensor<4xi64>
// CHECK:         extrema.topk_reduce <minui> dimension(1) ins(%[[X]] : tensor<4x8xi8>) outs(%{{.*}}, %{{.*}} : tensor<4x2xi8>, tensor<4x2xi64>) -> tensor<4x2xi8>, tensor<4x2xi64>
func.func @structured(%x: tensor<4x8xui8> {extrema.name = "x"}) -> (tensor<4xui8>, tensor<4xi64>) {
  %v0 = tensor.empty() : tensor<4xui8>
  %i0 = tensor.empty() : tensor<4xi64>
  %v, %i = extrema.arg_reduce <maxui> dimension(1) ins(%x : tensor<4x8xui8>)
             outs(%v0, %i0 : tensor<4xui8>, tensor<4xi64>) -> tensor<4xui8>, tensor<4xi64>
  %w0 = tensor.empty() : tensor<4x2xui8>
  %j0 = tensor.empty() : tensor<4x2xi64>
  %w, %j = extrema.topk_reduce <minui> dimension(1) ins(%x : tensor<4x8xui8>)
             outs(%w0, %j0 : tensor<4x2xui8>, tensor<4x2xi64>) -> tensor<4x2xui8>, tensor<4x2xi64>
  return %v, %i : tensor<4xui8>, tensor<4xi64>
}

// A function without such types is left alone, with all that it carries.

// CHECK-LABEL: func.func @untouched
// CHECK-SAME:    (%{{.*}}: tensor<4xi8>) -> tensor<4xi8> {
func.func @untouched(%x: tensor<4xi8>) -> tensor<4xi8> {
  return %x : tensor<4xi8>
}

// CHECK-LABEL: func.func private @external
// CHECK-SAME:    (memref<4xi16>) -> i32 attributes {extrema.original_type = "(memref<4xsi16>) -> ui32"}
func.func private @external(memref<4xsi16>) -> ui32

// CHECK-LABEL: func.func @calls
// CHECK:         %[[F:.*]] = constant @external : (memref<4xi16>) -> i32
// CHECK:         call @external(%{{.*}}) : (memref<4xi16>) -> i32
// CHECK:         call_indirect %[[F]](%{{.*}}) : (memref<4xi16>) -> i32
func.func @calls(%x: memref<4xsi16>) -> ui32 {
  %f = constant @external : (memref<4xsi16>) -> ui32
  %a = call @external(%x) : (memref<4xsi16>) -> ui32
  %b = call_indirect %f(%x) : (memref<4xsi16>) -> ui32
  return %b : ui32
}

// The first known type stays.

// CHECK-LABEL: func.func @original_type_known
// CHECK-SAME:    extrema.original_type = "(tensor<4xf16>) -> ()"
func.func @original_type_known(%x: tensor<4xui16>) attributes {extrema.original_type = "(tensor<4xf16>) -> ()"} {
  return
}

// Bits stay, numbers may not.

// CHECK-LABEL: func.func @constants
// CHECK:         arith.constant dense<[-1, 1]> : tensor<2xi8>
// CHECK:         arith.constant dense<-128> : tensor<4xi8>
// CHECK:         arith.constant dense<-2> : vector<4xi64>
// CHECK:         arith.constant dense_resource<three> : tensor<3xi8>
// CHECK:         arith.constant sparse<{{.*}}, -1> : tensor<4xi16>
// CHECK:         arith.constant dense<(-1,2)> : tensor<1xcomplex<i8>>
func.func @constants() {
  %a = arith.constant dense<[255, 1]> : tensor<2xui8>
  %b = arith.constant dense<-128> : tensor<4xsi8>
  %c = arith.constant dense<18446744073709551614> : vector<4xui64>
  %d = arith.constant dense_resource<three> : tensor<3xui8>
  %e = arith.constant sparse<[[2]], [65535]> : tensor<4xui16>
  %f = arith.constant dense<(255, 2)> : tensor<1xcomplex<ui8>>
  return
}

// CHECK-LABEL: memref.global "private" constant @table : memref<2xi8> = dense<[-56, 1]>
memref.global "private" constant @table : memref<2xui8> = dense<[200, 1]>

// CHECK-LABEL: func.func @memrefs
// CHECK:         memref.get_global @table : memref<2xi8>
// CHECK:         memref.load %{{.*}} : memref<2xi8>
// CHECK:         memref.alloc() : memref<2xi8>
// CHECK:         memref.store %{{.*}} : memref<2xi8>
// CHECK:         bufferization.to_tensor %{{.*}} : memref<2xi8> to tensor<2xi8>
func.func @memrefs() -> tensor<2xui8> {
  %c0 = arith.constant 0 : index
  %table = memref.get_global @table : memref<2xui8>
  %value = memref.load %table[%c0] : memref<2xui8>
  %copy = memref.alloc() : memref<2xui8>
  memref.store %value, %copy[%c0] : memref<2xui8>
  %tensor = bufferization.to_tensor %copy restrict : memref<2xui8> to tensor<2xui8>
  return %tensor : tensor<2xui8>
}

// CHECK-LABEL: func.func @regions
// CHECK:         scf.if %{{.*}} -> (tensor<4xi8>)
// CHECK:         scf.for {{.*}} iter_args(%{{.*}} = %{{.*}}) -> (tensor<4xi8>)
// CHECK:           arith.select %{{.*}} : tensor<4xi8>
// CHECK:         scf.while (%{{.*}} = %{{.*}}) : (tensor<4xi8>) -> tensor<4xi8>
// CHECK:         ^bb0(%{{.*}}: tensor<4xi8>):
// CHECK:         scf.forall {{.*}} shared_outs(%{{.*}} = %{{.*}}) -> (tensor<4xi8>)
// CHECK:           tensor.parallel_insert_slice %{{.*}} : tensor<1xi8> into tensor<4xi8>
func.func @regions(%c: i1, %n: index, %x: tensor<4xui8>, %y: tensor<4xui8>) -> tensor<4xui8> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = scf.if %c -> tensor<4xui8> {
    scf.yield %x : tensor<4xui8>
  } else {
    scf.yield %y : tensor<4xui8>
  }
  %b = scf.for %i = %c0 to %n step %c1 iter_args(%state = %a) -> tensor<4xui8> {
    %s = arith.select %c, %state, %y : tensor<4xui8>
    scf.yield %s : tensor<4xui8>
  }
  %d = scf.while (%state = %b) : (tensor<4xui8>) -> tensor<4xui8> {
    scf.condition(%c) %state : tensor<4xui8>
  } do {
  ^bb0(%state: tensor<4xui8>):
    scf.yield %state : tensor<4xui8>
  }
  %e = scf.forall (%i) in (%n) shared_outs(%state = %d) -> tensor<4xui8> {
    %part = tensor.extract_slice %y[%i] [1] [1] : tensor<4xui8> to tensor<1xui8>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %part into %state[%i] [1] [1] : tensor<1xui8> into tensor<4xui8>
    }
  }
  return %e : tensor<4xui8>
}

// CHECK-LABEL: func.func @blocks
// CHECK:         cf.switch %{{.*}} : i8
// CHECK:         255: ^[[ONE:.*]](%{{.*}} : i8)
// CHECK:       ^[[ONE]](%{{.*}}: i8):
// CHECK:         cf.br ^{{.*}}(%{{.*}} : i8)
func.func @blocks(%flag: i8, %x: ui8) -> ui8 {
  cf.switch %flag : i8, [
    default: ^other(%x : ui8),
    -1: ^one(%x : ui8)
  ]
^one(%y: ui8):
  cf.br ^other(%y : ui8)
^other(%z: ui8):
  return %z : ui8
}

// CHECK-LABEL: func.func @linalg
// CHECK:         %[[ZERO:.*]] = tensor.extract %{{.*}}[] : tensor<i8>
// CHECK:         linalg.fill ins(%[[ZERO]] : i8) outs(%{{.*}} : tensor<?x4xi8>) -> tensor<?x4xi8>
// CHECK:         linalg.transpose ins(%{{.*}} : tensor<?x4xi8>) outs(%{{.*}} : tensor<4x?xi8>)
// CHECK:         linalg.generic
// CHECK-NEXT:    ^bb0(%[[IN:.*]]: i8, %{{.*}}: i8):
// CHECK-NEXT:      linalg.yield %[[IN]] : i8
func.func @linalg(%n: index) -> tensor<4x?xui8> {
  %zeros = arith.constant dense<0> : tensor<ui8>
  %zero = tensor.extract %zeros[] : tensor<ui8>
  %e0 = tensor.empty(%n) : tensor<?x4xui8>
  %a = linalg.fill ins(%zero : ui8) outs(%e0 : tensor<?x4xui8>) -> tensor<?x4xui8>
  %e1 = tensor.empty(%n) : tensor<4x?xui8>
  %b = linalg.transpose ins(%a : tensor<?x4xui8>) outs(%e1 : tensor<4x?xui8>) permutation = [1, 0]
  %c = linalg.generic {
      indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>],
      iterator_types = ["parallel", "parallel"]}
      ins(%b : tensor<4x?xui8>) outs(%e1 : tensor<4x?xui8>) {
  ^bb0(%in: ui8, %out: ui8):
    linalg.yield %in : ui8
  } -> tensor<4x?xui8>
  return %c : tensor<4x?xui8>
}

// Casts of the signedness alone are nothing afterwards.

// CHECK-LABEL: func.func @casts
// CHECK-SAME:    (%[[X:.*]]: tensor<4xi8>, %[[Y:.*]]: memref<4xi8>, %[[Z:.*]]: tensor<4xf32>)
// CHECK-NEXT:    %[[C:.*]] = tensor.cast %[[X]] : tensor<4xi8> to tensor<?xi8>
// CHECK-NEXT:    %[[F:.*]] = tensor.bitcast %[[Z]] : tensor<4xf32> to tensor<4xi32>
// CHECK-NEXT:    return %[[X]], %[[C]], %[[Y]], %[[F]]
func.func @casts(%x: tensor<4xui8>, %y: memref<4xui8>, %z: tensor<4xf32>)
    -> (tensor<4xsi8>, tensor<?xi8>, memref<4xi8>, tensor<4xui32>) {
  %a = tensor.bitcast %x : tensor<4xui8> to tensor<4xi8>
  %b = builtin.unrealized_conversion_cast %a : tensor<4xi8> to tensor<4xsi8>
  %c = tensor.bitcast %x : tensor<4xui8> to tensor<?xi8>
  %d:2 = builtin.unrealized_conversion_cast %y, %b : memref<4xui8>, tensor<4xsi8> to memref<4xi8>, tensor<4xui8>
  %e = builtin.unrealized_conversion_cast %d#1 : tensor<4xui8> to tensor<4xsi8>
  %f = tensor.bitcast %z : tensor<4xf32> to tensor<4xui32>
  return %e, %c, %d#0, %f : tensor<4xsi8>, tensor<?xi8>, memref<4xi8>, tensor<4xui32>
}

// A body that says all of it.

// CHECK-LABEL: func.func @reduction
// CHECK:         linalg.reduce ins(%{{.*}} : tensor<4xi8>) outs(%{{.*}} : tensor<i8>)
// CHECK:         arith.maxui %{{.*}}, %{{.*}} : i8
func.func @reduction(%x: tensor<4xui8>, %y: tensor<ui8>) -> tensor<ui8> {
  %r = linalg.reduce ins(%x : tensor<4xui8>) outs(%y : tensor<ui8>) dimensions = [0]
    (%a: ui8, %b: ui8) {
      %c = builtin.unrealized_conversion_cast %a : ui8 to i8
      %d = builtin.unrealized_conversion_cast %b : ui8 to i8
      %e = arith.maxui %c, %d : i8
      %f = builtin.unrealized_conversion_cast %e : i8 to ui8
      linalg.yield %f : ui8
    }
  return %r : tensor<ui8>
}

// Whatever others have noted on an operation is theirs.

// CHECK-LABEL: func.func @notes
// CHECK:         return {test.version = 3 : ui8}
func.func @notes(%x: ui8) {
  return {test.version = 3 : ui8}
}

{-#
  dialect_resources: {
    builtin: {
      three: "0x01000000FF0102"
    }
  }
#-}


// An identity says in its kind which value is the worst.

// CHECK-LABEL: func.func @identity(
// CHECK: extrema.identity <minui> outs(%{{.*}}, %{{.*}} : tensor<4xi8>, tensor<4xi64>) -> tensor<4xi8>, tensor<4xi64>
func.func @identity(%v: tensor<4xui8>, %i: tensor<4xi64>) -> tensor<4xui8> {
  %0:2 = extrema.identity <minui> outs(%v, %i : tensor<4xui8>, tensor<4xi64>) -> tensor<4xui8>, tensor<4xi64>
  return %0#0 : tensor<4xui8>
}
