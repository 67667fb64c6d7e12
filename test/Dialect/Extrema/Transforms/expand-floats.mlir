// Conversions of 16-bit floats become integer arithmetic; what they give is
// tested by running casts (test/Execution/onnx-graphs.test).

// RUN: extrema-opt %s --extrema-expand-floats --split-input-file | FileCheck %s

// CHECK-LABEL: @from_f16
// CHECK: arith.bitcast %{{.*}} : f16 to i16
// CHECK: arith.mulf %{{.*}} : f32
// CHECK-NOT: arith.extf
// CHECK: return %{{.*}} : f32
func.func @from_f16(%x: f16) -> f32 {
  %y = arith.extf %x : f16 to f32
  return %y : f32
}

// -----

// CHECK-LABEL: @from_f16_to_f64
// CHECK: arith.extf %{{.*}} : f32 to f64
// CHECK-NOT: arith.extf
func.func @from_f16_to_f64(%x: f16) -> f64 {
  %y = arith.extf %x : f16 to f64
  return %y : f64
}

// -----

// CHECK-LABEL: @to_f16
// CHECK-NOT: arith.truncf
// CHECK: arith.bitcast %{{.*}} : vector<4xi16> to vector<4xf16>
func.func @to_f16(%x: vector<4xf32>) -> vector<4xf16> {
  %y = arith.truncf %x : vector<4xf32> to vector<4xf16>
  return %y : vector<4xf16>
}

// -----

// CHECK-LABEL: @from_f64
// CHECK: arith.truncf %{{.*}} : f64 to f32
// CHECK: arith.cmpf one
// CHECK-NOT: arith.truncf
func.func @from_f64(%x: f64) -> f16 {
  %y = arith.truncf %x : f64 to f16
  return %y : f16
}

// -----

// CHECK-LABEL: @bf16
// CHECK-NOT: arith.truncf
// CHECK-NOT: arith.extf
func.func @bf16(%x: f32, %z: bf16) -> (bf16, f32) {
  %y = arith.truncf %x : f32 to bf16
  %w = arith.extf %z : bf16 to f32
  return %y, %w : bf16, f32
}

// -----

// CHECK-LABEL: @other_rounding
// CHECK: arith.truncf %{{.*}} toward_zero : f32 to f16
func.func @other_rounding(%x: f32) -> f16 {
  %y = arith.truncf %x toward_zero : f32 to f16
  return %y : f16
}
