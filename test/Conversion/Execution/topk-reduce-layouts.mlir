// Views of any strides and offset, as inputs and as destinations, a dimension
// that is not the last one, index types of every width, and a NaN whose index is
// the largest that its type holds.

// RUN: extrema-opt %s --convert-extrema-to-loops %{to-llvm} | %{mlir-runner} | FileCheck %s

!view = memref<2x3xi64, strided<[12, 2], offset: 7>>
!columns = memref<2x2xi64, strided<[4, 2], offset: 1>>
!transposed = memref<6x4xi64, strided<[1, 6]>>

memref.global "private" constant @x : memref<4x6xi64> = dense<[
  [0, 1, 2, 3, 4, 5],
  [9, 7, 0, 8, 9, 6],
  [5, 4, 3, 2, 1, 0],
  [1, 9, 9, 3, 2, 4]]>
memref.global "private" @value_grid : memref<2x4xi64> = dense<-1>
memref.global "private" @index_grid : memref<2x4xi64> = dense<-1>
memref.global "private" constant @nans : memref<1xf32> = dense<0x7FC00001>

func.func @print8(%v: memref<8xi64>) {
  %c0 = arith.constant 0 : index
  %all = vector.load %v[%c0] : memref<8xi64>, vector<8xi64>
  vector.print %all : vector<8xi64>
  return
}

func.func @print12(%v: memref<12xi64>, %i: memref<12xi8>) {
  %c0 = arith.constant 0 : index
  %values = vector.load %v[%c0] : memref<12xi64>, vector<12xi64>
  vector.print %values : vector<12xi64>
  %indices = vector.load %i[%c0] : memref<12xi8>, vector<12xi8>
  vector.print %indices : vector<12xi8>
  return
}

func.func @print_nan(%v: memref<2xf32>, %i: memref<2xi8>) {
  %c0 = arith.constant 0 : index
  %indices = vector.load %i[%c0] : memref<2xi8>, vector<2xi8>
  vector.print %indices : vector<2xi8>
  %values = vector.load %v[%c0] : memref<2xf32>, vector<2xf32>
  %bits = vector.bitcast %values : vector<2xf32> to vector<2xi32>
  vector.print %bits : vector<2xi32>
  return
}

func.func @main() {
  %x = memref.get_global @x : memref<4x6xi64>
  %value_grid = memref.get_global @value_grid : memref<2x4xi64>
  %index_grid = memref.get_global @index_grid : memref<2x4xi64>
  %flat_values = memref.collapse_shape %value_grid [[0, 1]] : memref<2x4xi64> into memref<8xi64>
  %flat_indices = memref.collapse_shape %index_grid [[0, 1]] : memref<2x4xi64> into memref<8xi64>

  // Every other column of rows 1 and 3, (7, 8, 6) and (9, 3, 4), into columns 1
  // and 3 of the grids, whose other columns stay.
  %view = memref.subview %x[1, 1] [2, 3] [2, 2] : memref<4x6xi64> to !view
  %values = memref.subview %value_grid[0, 1] [2, 2] [1, 2] : memref<2x4xi64> to !columns
  %indices = memref.subview %index_grid[0, 1] [2, 2] [1, 2] : memref<2x4xi64> to !columns
  extrema.topk_reduce <maxsi> dimension(1) ins(%view : !view)
    outs(%values, %indices : !columns, !columns)
  // CHECK:      ( -1, 8, -1, 7, -1, 9, -1, 4 )
  call @print8(%flat_values) : (memref<8xi64>) -> ()
  // CHECK-NEXT: ( -1, 1, -1, 0, -1, 0, -1, 2 )
  call @print8(%flat_indices) : (memref<8xi64>) -> ()

  // Along the first dimension, and along the second one of the transposed view:
  // the two smallest of each column.
  %v = memref.alloca() : memref<12xi64>
  %i = memref.alloca() : memref<12xi8>
  %v0 = memref.expand_shape %v [[0, 1]] output_shape [2, 6] : memref<12xi64> into memref<2x6xi64>
  %i0 = memref.expand_shape %i [[0, 1]] output_shape [2, 6] : memref<12xi8> into memref<2x6xi8>
  extrema.topk_reduce <minsi> dimension(0) ins(%x : memref<4x6xi64>)
    outs(%v0, %i0 : memref<2x6xi64>, memref<2x6xi8>)
  // CHECK-NEXT: ( 0, 1, 0, 2, 1, 0, 1, 4, 2, 3, 2, 4 )
  // CHECK-NEXT: ( 0, 0, 1, 2, 2, 2, 3, 2, 0, 0, 3, 3 )
  call @print12(%v, %i) : (memref<12xi64>, memref<12xi8>) -> ()

  %transposed = memref.transpose %x (a, b) -> (b, a) : memref<4x6xi64> to !transposed
  %v1 = memref.expand_shape %v [[0, 1]] output_shape [6, 2] : memref<12xi64> into memref<6x2xi64>
  %i1 = memref.expand_shape %i [[0, 1]] output_shape [6, 2] : memref<12xi8> into memref<6x2xi8>
  extrema.topk_reduce <minsi> dimension(1) ins(%transposed : !transposed)
    outs(%v1, %i1 : memref<6x2xi64>, memref<6x2xi8>)
  // CHECK-NEXT: ( 0, 1, 1, 4, 0, 2, 2, 3, 1, 2, 0, 4 )
  // CHECK-NEXT: ( 0, 3, 0, 2, 1, 0, 2, 0, 2, 3, 2, 3 )
  call @print12(%v, %i) : (memref<12xi64>, memref<12xi8>) -> ()

  // Indices of type `index`.
  %i_wide = memref.alloca() : memref<8xindex>
  %v_wide = memref.alloca() : memref<8xi64>
  %i2 = memref.expand_shape %i_wide [[0, 1]] output_shape [4, 2] : memref<8xindex> into memref<4x2xindex>
  %v2 = memref.expand_shape %v_wide [[0, 1]] output_shape [4, 2] : memref<8xi64> into memref<4x2xi64>
  extrema.topk_reduce <maxui> dimension(1) ins(%x : memref<4x6xi64>)
    outs(%v2, %i2 : memref<4x2xi64>, memref<4x2xindex>)
  %indices_wide = memref.alloca() : memref<8xi64>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  scf.for %at = %c0 to %c8 step %c1 {
    %found = memref.load %i_wide[%at] : memref<8xindex>
    %found_i64 = arith.index_cast %found : index to i64
    memref.store %found_i64, %indices_wide[%at] : memref<8xi64>
  }
  // CHECK-NEXT: ( 5, 4, 9, 9, 5, 4, 9, 9 )
  call @print8(%v_wide) : (memref<8xi64>) -> ()
  // CHECK-NEXT: ( 5, 4, 0, 4, 0, 1, 1, 2 )
  call @print8(%indices_wide) : (memref<8xi64>) -> ()

  // A NaN with index 127 is equal to the identity, but comes first with its bits.
  %nans = memref.get_global @nans : memref<1xf32>
  %c127 = arith.constant 127 : index
  %vn = memref.alloca() : memref<2xf32>
  %in = memref.alloca() : memref<2xi8>
  extrema.topk_reduce <minnumf> dimension(0) index_base(%c127) ins(%nans : memref<1xf32>)
    outs(%vn, %in : memref<2xf32>, memref<2xi8>)
  // CHECK-NEXT: ( 127, 127 )
  // CHECK-NEXT: ( 2143289345, 2143289344 )
  call @print_nan(%vn, %in) : (memref<2xf32>, memref<2xi8>) -> ()
  return
}
