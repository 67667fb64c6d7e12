// RUN: extrema-opt %s --extrema-fill-large-constants | FileCheck %s
// RUN: extrema-opt %s --extrema-fill-large-constants=largest=3 | FileCheck %s --check-prefix=SMALL

// CHECK-LABEL: func @constants
// SMALL-LABEL: func @constants
func.func @constants() -> (tensor<262144xf32>, tensor<262145xf32>, tensor<100000xcomplex<f64>>,
                           tensor<2000000xi1>, tensor<2xi16>, tensor<3xi8>, tensor<2xui16>) {
  // CHECK:      arith.constant dense<1.0{{.*}}> : tensor<262144xf32>
  %0 = arith.constant dense<1.0> : tensor<262144xf32>
  // CHECK:      %[[ONE:.+]] = arith.constant 1.0{{.*}} : f32
  // CHECK-NEXT: %[[EMPTY:.+]] = tensor.empty() : tensor<262145xf32>
  // CHECK-NEXT: linalg.fill ins(%[[ONE]] : {{.*}}) outs(%[[EMPTY]] : tensor<262145xf32>)
  %1 = arith.constant dense<1.0> : tensor<262145xf32>
  // CHECK:      %[[COMPLEX:.+]] = complex.constant [1.0{{.*}}, 2.0{{.*}}] : complex<f64>
  // CHECK-NEXT: %[[EMPTY:.+]] = tensor.empty() : tensor<100000xcomplex<f64>>
  // CHECK-NEXT: linalg.fill ins(%[[COMPLEX]] : {{.*}}) outs(%[[EMPTY]] : tensor<100000xcomplex<f64>>)
  %2 = arith.constant dense<(1.0, 2.0)> : tensor<100000xcomplex<f64>>
  // CHECK:      %[[TRUE:.+]] = arith.constant true
  // CHECK-NEXT: %[[EMPTY:.+]] = tensor.empty() : tensor<2000000xi1>
  // CHECK-NEXT: linalg.fill ins(%[[TRUE]] : {{.*}}) outs(%[[EMPTY]] : tensor<2000000xi1>)
  %3 = arith.constant dense<true> : tensor<2000000xi1>
  // Not a splat; small enough; no scalar constant of the type.
  // SMALL:      arith.constant dense<[1, 2]> : tensor<2xi16>
  %4 = arith.constant dense<[1, 2]> : tensor<2xi16>
  // SMALL:      arith.constant dense<7> : tensor<3xi8>
  %5 = arith.constant dense<7> : tensor<3xi8>
  // SMALL:      arith.constant dense<7> : tensor<2xui16>
  %6 = arith.constant dense<7> : tensor<2xui16>
  return %0, %1, %2, %3, %4, %5, %6
    : tensor<262144xf32>, tensor<262145xf32>, tensor<100000xcomplex<f64>>, tensor<2000000xi1>, tensor<2xi16>, tensor<3xi8>, tensor<2xui16>
}
