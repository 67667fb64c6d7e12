// RUN: extrema-opt %s --extrema-verify-sizes --split-input-file --verify-diagnostics

// As many as can be counted; open extents and extents of 0.

func.func @countable(%a: tensor<9223372036854775807xi8>, %b: tensor<?x9223372036854775807xf64>,
                     %c: tensor<4294967296x0x4294967296xf32>, %d: tensor<*xf32>, %e: tensor<f32>) {
  return
}

// -----

func.func @result() {
  // expected-error @+1 {{the type 'tensor<4294967296x4294967296xf32>' has more elements than 64 bits can count}}
  %x = tensor.empty() : tensor<4294967296x4294967296xf32>
  return
}

// -----

// The product wraps to 0, to 1 and to a negative number.

// expected-error @+1 {{the type 'tensor<4611686018427387904x4xf32>' has more elements than 64 bits can count}}
func.func @argument(%x: tensor<4611686018427387904x4xf32>) {
  return
}

// -----

// expected-error @+1 {{the type 'memref<9223372036854775807x9223372036854775807xi8>' has more elements than 64 bits can count}}
func.func private @declared() -> memref<9223372036854775807x9223372036854775807xi8>

// -----

// expected-error @+1 {{the type 'memref<9223372036854775807x2xi8>' has more elements than 64 bits can count}}
memref.global "private" @global : memref<9223372036854775807x2xi8> = uninitialized

// -----

// With an extent that is open, too.

// expected-error @+1 {{the type 'tensor<?x4294967296x4294967296xf32>' has more elements than 64 bits can count}}
func.func @open(%x: tensor<?x4294967296x4294967296xf32>) {
  return
}
