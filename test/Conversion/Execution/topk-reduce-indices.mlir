// What numbers the elements, what they are folded into, and every relation of k
// to the number of elements.

// RUN: extrema-opt %s --convert-extrema-to-loops %{to-llvm} | %{mlir-runner} | FileCheck %s

memref.global "private" constant @x : memref<6xi16> = dense<[3, 9, 3, 9, -4, 9]>
memref.global "private" constant @shuffled : memref<6xi32> = dense<
  [12, 2, 0, 40, 7, 5]>
memref.global "private" @values : memref<4xi16> = dense<[10, 9, 9, 2]>
memref.global "private" @indices : memref<4xi32> = dense<[90, 8, 91, 1]>

func.func @print(%values: memref<4xi16>, %indices: memref<4xi32>) {
  %c0 = arith.constant 0 : index
  %i = vector.load %indices[%c0] : memref<4xi32>, vector<4xi32>
  vector.print %i : vector<4xi32>
  %v = vector.load %values[%c0] : memref<4xi16>, vector<4xi16>
  vector.print %v : vector<4xi16>
  return
}

// The first %n elements into the first %k destinations, the rest of which stay.
func.func @reduce(%x: memref<6xi16>, %v: memref<4xi16>, %i: memref<4xi32>, %n: index, %k: index) {
  %xn = memref.subview %x[0] [%n] [1] : memref<6xi16> to memref<?xi16, strided<[1]>>
  %vk = memref.subview %v[0] [%k] [1] : memref<4xi16> to memref<?xi16, strided<[1]>>
  %ik = memref.subview %i[0] [%k] [1] : memref<4xi32> to memref<?xi32, strided<[1]>>
  extrema.topk_reduce <maxui> dimension(0)
    ins(%xn : memref<?xi16, strided<[1]>>)
    outs(%vk, %ik : memref<?xi16, strided<[1]>>, memref<?xi32, strided<[1]>>)
  return
}

func.func @main() {
  %x = memref.get_global @x : memref<6xi16>
  %e = memref.get_global @shuffled : memref<6xi32>
  %values = memref.get_global @values : memref<4xi16>
  %indices = memref.get_global @indices : memref<4xi32>
  %v = memref.alloca() : memref<4xi16>
  %i = memref.alloca() : memref<4xi32>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c6 = arith.constant 6 : index
  %base = arith.constant 100 : index

  extrema.topk_reduce <maxsi> dimension(0) index_base(%base)
    ins(%x : memref<6xi16>) outs(%v, %i : memref<4xi16>, memref<4xi32>)
  // CHECK:      ( 101, 103, 105, 100 )
  // CHECK-NEXT: ( 9, 9, 9, 3 )
  call @print(%v, %i) : (memref<4xi16>, memref<4xi32>) -> ()

  // Explicit indices.
  extrema.topk_reduce <maxsi> dimension(0)
    ins(%x, %e : memref<6xi16>, memref<6xi32>) outs(%v, %i : memref<4xi16>, memref<4xi32>)
  // CHECK-NEXT: ( 2, 5, 40, 0 )
  // CHECK-NEXT: ( 9, 9, 9, 3 )
  call @print(%v, %i) : (memref<4xi16>, memref<4xi32>) -> ()
  extrema.topk_reduce <minsi> dimension(0)
    ins(%x, %e : memref<6xi16>, memref<6xi32>) outs(%v, %i : memref<4xi16>, memref<4xi32>)
  // CHECK-NEXT: ( 7, 0, 12, 2 )
  // CHECK-NEXT: ( -4, 3, 3, 9 )
  call @print(%v, %i) : (memref<4xi16>, memref<4xi32>) -> ()

  // Unsorted: the same pairs in any order. Sorting them, as explicit pairs, shows
  // which; a pair that occurs twice counts twice.
  %set_v = memref.alloca() : memref<4xi16>
  %set_i = memref.alloca() : memref<4xi32>
  extrema.topk_reduce <maxsi> dimension(0) unsorted
    ins(%x : memref<6xi16>) outs(%set_v, %set_i : memref<4xi16>, memref<4xi32>)
  extrema.topk_reduce <maxsi> dimension(0)
    ins(%set_v, %set_i : memref<4xi16>, memref<4xi32>) outs(%v, %i : memref<4xi16>, memref<4xi32>)
  // CHECK-NEXT: ( 1, 3, 5, 0 )
  // CHECK-NEXT: ( 9, 9, 9, 3 )
  call @print(%v, %i) : (memref<4xi16>, memref<4xi32>) -> ()
  extrema.topk_reduce <maxsi> dimension(0) unsorted accumulate
    ins(%v, %i : memref<4xi16>, memref<4xi32>) outs(%set_v, %set_i : memref<4xi16>, memref<4xi32>)
  extrema.topk_reduce <maxsi> dimension(0)
    ins(%set_v, %set_i : memref<4xi16>, memref<4xi32>) outs(%v, %i : memref<4xi16>, memref<4xi32>)
  // CHECK-NEXT: ( 1, 1, 3, 3 )
  // CHECK-NEXT: ( 9, 9, 9, 9 )
  call @print(%v, %i) : (memref<4xi16>, memref<4xi32>) -> ()

  // Folded into a state, and again.
  extrema.topk_reduce <maxsi> dimension(0) accumulate
    ins(%x : memref<6xi16>) outs(%values, %indices : memref<4xi16>, memref<4xi32>)
  // CHECK-NEXT: ( 90, 1, 3, 5 )
  // CHECK-NEXT: ( 10, 9, 9, 9 )
  call @print(%values, %indices) : (memref<4xi16>, memref<4xi32>) -> ()
  extrema.topk_reduce <maxsi> dimension(0) accumulate
    ins(%x, %e : memref<6xi16>, memref<6xi32>) outs(%values, %indices : memref<4xi16>, memref<4xi32>)
  // CHECK-NEXT: ( 90, 1, 2, 3 )
  // CHECK-NEXT: ( 10, 9, 9, 9 )
  call @print(%values, %indices) : (memref<4xi16>, memref<4xi32>) -> ()

  // Fewer elements than k, none, as many, no k at all, and k = 1.
  call @reduce(%x, %v, %i, %c3, %c4) : (memref<6xi16>, memref<4xi16>, memref<4xi32>, index, index) -> ()
  // CHECK-NEXT: ( 1, 0, 2, 2147483647 )
  // CHECK-NEXT: ( 9, 3, 3, 0 )
  call @print(%v, %i) : (memref<4xi16>, memref<4xi32>) -> ()
  call @reduce(%x, %v, %i, %c0, %c2) : (memref<6xi16>, memref<4xi16>, memref<4xi32>, index, index) -> ()
  // CHECK-NEXT: ( 2147483647, 2147483647, 2, 2147483647 )
  // CHECK-NEXT: ( 0, 0, 3, 0 )
  call @print(%v, %i) : (memref<4xi16>, memref<4xi32>) -> ()
  call @reduce(%x, %v, %i, %c4, %c4) : (memref<6xi16>, memref<4xi16>, memref<4xi32>, index, index) -> ()
  // CHECK-NEXT: ( 1, 3, 0, 2 )
  // CHECK-NEXT: ( 9, 9, 3, 3 )
  call @print(%v, %i) : (memref<4xi16>, memref<4xi32>) -> ()
  call @reduce(%x, %v, %i, %c6, %c0) : (memref<6xi16>, memref<4xi16>, memref<4xi32>, index, index) -> ()
  // CHECK-NEXT: ( 1, 3, 0, 2 )
  // CHECK-NEXT: ( 9, 9, 3, 3 )
  call @print(%v, %i) : (memref<4xi16>, memref<4xi32>) -> ()
  call @reduce(%x, %v, %i, %c6, %c1) : (memref<6xi16>, memref<4xi16>, memref<4xi32>, index, index) -> ()
  // CHECK-NEXT: ( 4, 3, 0, 2 )
  // CHECK-NEXT: ( -4, 9, 3, 3 )
  call @print(%v, %i) : (memref<4xi16>, memref<4xi32>) -> ()
  return
}
