// RUN: extrema-opt %s --extrema-drop-empty-slices | FileCheck %s
// RUN: extrema-opt %s --extrema-to-llvm=checks=none -o /dev/null

// CHECK-LABEL: func @cut(
// CHECK-SAME:    %{{.+}}: tensor<0x?xf32>, %[[N:.+]]: index)
// CHECK:         %[[A:.+]] = tensor.empty(%[[N]], %[[N]]) : tensor<?x?xf32>
// CHECK:         %[[B:.+]] = tensor.empty(%[[N]]) : tensor<?xf32>
// CHECK:         return %[[A]], %[[B]]
func.func @cut(%x: tensor<0x?xf32>, %n: index) -> (tensor<?x?xf32>, tensor<?xf32>) {
  %0 = tensor.cast %x : tensor<0x?xf32> to tensor<?x?xf32>
  %1 = tensor.extract_slice %0[0, 0] [%n, %n] [1, 1] : tensor<?x?xf32> to tensor<?x?xf32>
  %2 = tensor.extract_slice %0[0, 0] [%n, 1] [1, 1] : tensor<?x?xf32> to tensor<?xf32>
  return %1, %2 : tensor<?x?xf32>, tensor<?xf32>
}

// CHECK-LABEL: func @insert(
// CHECK-SAME:    %{{.+}}: tensor<0x?xf32>, %[[Y:.+]]: tensor<?x?xf32>, %{{.+}}: index)
// CHECK:         return %[[Y]]
func.func @insert(%x: tensor<0x?xf32>, %y: tensor<?x?xf32>, %n: index) -> tensor<?x?xf32> {
  %0 = tensor.cast %x : tensor<0x?xf32> to tensor<?x?xf32>
  %1 = tensor.insert_slice %0 into %y[0, 0] [%n, %n] [1, 1] : tensor<?x?xf32> into tensor<?x?xf32>
  return %1 : tensor<?x?xf32>
}

// What may have elements stays.

// CHECK-LABEL: func @kept(
// CHECK:         tensor.extract_slice
// CHECK:         tensor.insert_slice
func.func @kept(%x: tensor<2x?xf32>, %y: tensor<?x?xf32>, %n: index) -> tensor<?x?xf32> {
  %0 = tensor.cast %x : tensor<2x?xf32> to tensor<?x?xf32>
  %1 = tensor.extract_slice %0[0, 0] [%n, %n] [1, 1] : tensor<?x?xf32> to tensor<?x?xf32>
  %2 = tensor.insert_slice %1 into %y[0, 0] [%n, %n] [1, 1] : tensor<?x?xf32> into tensor<?x?xf32>
  return %2 : tensor<?x?xf32>
}
