// Views of any strides and offset, as inputs and as destinations, each
// dimension of three, and empty dimensions.

// RUN: extrema-opt %s --convert-extrema-to-loops %{to-llvm} | %{mlir-runner} | FileCheck %s
// RUN: extrema-opt %s --convert-extrema-to-linalg --convert-linalg-to-loops %{to-llvm} | %{mlir-runner} | FileCheck %s

!view = memref<2x3xi32, strided<[12, 2], offset: 7>>
!column = memref<2xi32, strided<[3], offset: 1>>
!transposed = memref<6x4xi32, strided<[1, 6]>>
!any = memref<?x?xi32, strided<[?, ?], offset: ?>>

memref.global "private" constant @x : memref<4x6xi32> = dense<[
  [0, 1, 2, 3, 4, 5],
  [9, 7, 0, 8, 9, 6],
  [5, 4, 3, 2, 1, 0],
  [1, 9, 9, 3, 2, 4]]>
memref.global "private" constant @cube : memref<2x3x2xi32> = dense<[
  [[1, 6], [5, 2], [3, 4]], [[7, 6], [0, 8], [9, 5]]]>
memref.global "private" @grid : memref<2x3xi32> = dense<-1>

func.func @print(%v: memref<6xi32>) {
  %c0 = arith.constant 0 : index
  %all = vector.load %v[%c0] : memref<6xi32>, vector<6xi32>
  vector.print %all : vector<6xi32>
  return
}

// The extents, strides and offset of the input are known only here.
func.func @reduce_any(%x: !any, %i: memref<?xi32, strided<[?], offset: ?>>) {
  extrema.arg_reduce <maxsi> dimension(0) ins(%x : !any)
    index_only outs(%i : memref<?xi32, strided<[?], offset: ?>>)
  return
}

func.func @main() {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %c6 = arith.constant 6 : index
  %x = memref.get_global @x : memref<4x6xi32>
  %grid = memref.get_global @grid : memref<2x3xi32>
  %flat = memref.collapse_shape %grid [[0, 1]] : memref<2x3xi32> into memref<6xi32>

  // Every other column of rows 1 and 3, (7, 8, 6) and (9, 3, 4), into the middle
  // column of the grid, whose other columns stay.
  %view = memref.subview %x[1, 1] [2, 3] [2, 2] : memref<4x6xi32> to !view
  %column = memref.subview %grid[0, 1] [2, 1] [1, 1] : memref<2x3xi32> to !column
  extrema.arg_reduce <maxsi> dimension(1) ins(%view : !view)
    index_only outs(%column : !column)
  // CHECK:      ( -1, 1, -1, -1, 0, -1 )
  call @print(%flat) : (memref<6xi32>) -> ()

  // The values as well, along the other dimension.
  %v = memref.alloca() : memref<6xi32>
  %i = memref.alloca() : memref<6xi32>
  %transposed = memref.transpose %x (a, b) -> (b, a) : memref<4x6xi32> to !transposed
  extrema.arg_reduce <minsi> dimension(1) last ins(%transposed : !transposed)
    outs(%v, %i : memref<6xi32>, memref<6xi32>)
  // CHECK-NEXT: ( 0, 1, 0, 2, 1, 0 )
  call @print(%v) : (memref<6xi32>) -> ()
  // CHECK-NEXT: ( 0, 0, 1, 2, 2, 2 )
  call @print(%i) : (memref<6xi32>) -> ()

  %x_any = memref.cast %x : memref<4x6xi32> to !any
  %i_any = memref.cast %i : memref<6xi32> to memref<?xi32, strided<[?], offset: ?>>
  call @reduce_any(%x_any, %i_any) : (!any, memref<?xi32, strided<[?], offset: ?>>) -> ()
  // CHECK-NEXT: ( 1, 3, 3, 1, 1, 1 )
  call @print(%i) : (memref<6xi32>) -> ()

  // No rows to reduce: identities. No columns: nothing is written.
  %none = memref.subview %x[0, 0] [%c0, %c6] [1, 1] : memref<4x6xi32> to memref<?x?xi32, strided<[6, 1]>>
  %none_any = memref.cast %none : memref<?x?xi32, strided<[6, 1]>> to !any
  call @reduce_any(%none_any, %i_any) : (!any, memref<?xi32, strided<[?], offset: ?>>) -> ()
  // CHECK-NEXT: ( 2147483647, 2147483647, 2147483647, 2147483647, 2147483647, 2147483647 )
  call @print(%i) : (memref<6xi32>) -> ()
  %narrow = memref.subview %x[0, 0] [%c4, %c0] [1, 1] : memref<4x6xi32> to memref<?x?xi32, strided<[6, 1]>>
  %narrow_any = memref.cast %narrow : memref<?x?xi32, strided<[6, 1]>> to !any
  call @reduce_any(%narrow_any, %i_any) : (!any, memref<?xi32, strided<[?], offset: ?>>) -> ()
  // CHECK-NEXT: ( 2147483647, 2147483647, 2147483647, 2147483647, 2147483647, 2147483647 )
  call @print(%i) : (memref<6xi32>) -> ()

  // Each of three dimensions.
  %cube = memref.get_global @cube : memref<2x3x2xi32>
  %i0 = memref.expand_shape %i [[0, 1]] output_shape [3, 2] : memref<6xi32> into memref<3x2xi32>
  extrema.arg_reduce <maxsi> dimension(0) ins(%cube : memref<2x3x2xi32>)
    index_only outs(%i0 : memref<3x2xi32>)
  // CHECK-NEXT: ( 1, 0, 0, 1, 1, 1 )
  call @print(%i) : (memref<6xi32>) -> ()

  // The last two stay as they are.
  %first4 = memref.subview %i[0] [4] [1] : memref<6xi32> to memref<4xi32>
  %i1 = memref.expand_shape %first4 [[0, 1]] output_shape [2, 2] : memref<4xi32> into memref<2x2xi32>
  extrema.arg_reduce <maxsi> dimension(1) ins(%cube : memref<2x3x2xi32>)
    index_only outs(%i1 : memref<2x2xi32>)
  // CHECK-NEXT: ( 1, 0, 2, 1, 1, 1 )
  call @print(%i) : (memref<6xi32>) -> ()

  %i2 = memref.expand_shape %i [[0, 1]] output_shape [2, 3] : memref<6xi32> into memref<2x3xi32>
  extrema.arg_reduce <maxsi> dimension(2) ins(%cube : memref<2x3x2xi32>)
    index_only outs(%i2 : memref<2x3xi32>)
  // CHECK-NEXT: ( 1, 0, 1, 0, 1, 0 )
  call @print(%i) : (memref<6xi32>) -> ()
  return
}
