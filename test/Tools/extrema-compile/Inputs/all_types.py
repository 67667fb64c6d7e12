"""Prints a module with functions for each element type that the operations take."""

TYPES = "i8 i16 i32 i64 ui8 ui16 ui32 ui64 si8 si16 si32 si64 f16 bf16 f32 f64".split()

FUNCTIONS = """
func.func @arg_{0}(%x: tensor<?x?x{0}>) -> (tensor<?xi64>, tensor<?xi32>) {{
  %i = extrema.argmax %x axis(1) : tensor<?x?x{0}> -> tensor<?xi64>
  %j = extrema.argmin %x axis(0) last nan(ignore) : tensor<?x?x{0}> -> tensor<?xi32>
  return %i, %j : tensor<?xi64>, tensor<?xi32>
}}
func.func @topk_{0}(%x: tensor<?x8x{0}>, %y: tensor<4x9x{0}>, %k: tensor<i64>)
    -> (tensor<?x8x{0}>, tensor<?x8xi64>, tensor<4x5x{0}>, tensor<4x5xi64>) {{
  %n = tensor.extract %k[] : tensor<i64>
  %v, %i = extrema.topk %x k(%n : i64) axis(0) : tensor<?x8x{0}> -> tensor<?x8x{0}>, tensor<?x8xi64>
  %w, %j = extrema.topk %y k(5) axis(1) smallest unsorted
      : tensor<4x9x{0}> -> tensor<4x5x{0}>, tensor<4x5xi64>
  return %v, %i, %w, %j : tensor<?x8x{0}>, tensor<?x8xi64>, tensor<4x5x{0}>, tensor<4x5xi64>
}}"""

for element_type in TYPES:
    print(FUNCTIONS.format(element_type))
